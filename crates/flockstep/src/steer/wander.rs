//! `wander`: an aimless but smooth path.

use super::{About, LookDefaults, Steers, View};
use crate::parameters::{LENGTH, parameters};
use crate::perceive::Look;
use crate::random::{self, Purpose};
use crate::vector::{Vector, unit};

pub(crate) const ABOUT: About = About {
    what: "Meanders: goes for a point that drifts along a circle (in 3D a sphere) ahead.",
    formula: "unit(h·distance + w·strength), w ← unit(w·strength + rate·(random direction)) each step",
    source: "C. Reynolds (1999); the two circles from the vehicles text",
    fails: "The drift is a step, not a rate: with another time step the path bends differently. The wander point is one \
            per agent; two wander behaviors of one agent share it. In 3D it goes up and down too (another library keeps \
            to the ground, and its force is as long as the way to the point).",
};

parameters! {
    /// Meanders: goes for a point that drifts along a circle ahead.
    pub struct Wander {
        /// The radius of the circle ahead: the greater, the sharper the turns.
        strength("strength"): f32 = 4.0, unit "units", range LENGTH, slider [0.0, 20.0];
        /// The radius of the jitter: the greater, the more restless.
        rate("rate"): f32 = 1.0, unit "units", range LENGTH, slider [0.0, 10.0];
        /// How far ahead the circle is; unset: the body's max speed.
        distance("distance"): Option<f32> = None, unit "units", range LENGTH, slider [0.0, 50.0];
    }
}

impl Steers for Wander {
    fn looks(&self, _: &LookDefaults) -> Option<Look> {
        None
    }
    fn steer<const D: usize>(&self, view: &mut View<'_, D>) -> Vector<D> {
        let words = view.random(Purpose::Wander);
        let jitter = random::direction::<D>(words[0], words[1]);
        let point = view.memory;
        // The first time there is no point yet: the jitter alone makes one.
        let drifted = unit(std::array::from_fn(|axis| point[axis] * self.strength + jitter[axis] * self.rate));
        view.memory = if drifted == [0.0; D] { point } else { drifted };
        let distance = self.distance.unwrap_or(view.me.max_speed);
        let ahead = std::array::from_fn(|axis| view.me.heading[axis] * distance + view.memory[axis] * self.strength);
        view.respond(unit(ahead))
    }
}

#[cfg(test)]
mod tests {
    use crate::prelude::*;
    use crate::steer::trial::{Trial, assert_near};

    #[test]
    fn aims_within_the_circle_ahead() {
        // A circle of radius 1 two ahead: never more than 30 degrees off the heading.
        let wander = Wander { strength: 1.0, rate: 0.4, distance: Some(2.0) };
        let trial = Trial::moving([0.0; 2], [0.0, 3.0]);
        let mut world = trial.world(Behavior::new(wander).response(Response::Push));
        let mut sideways = [0.0f32; 2];
        for _ in 0..500 {
            world.steer();
            let aim = world.steering(0).unwrap();
            assert!((crate::vector::length(aim) - 1.0).abs() < 1e-5, "{aim:?}");
            assert!(aim[1] >= 0.866, "{aim:?}");
            sideways = [sideways[0].min(aim[0]), sideways[1].max(aim[0])];
        }
        assert!(sideways[0] < -0.49 && sideways[1] > 0.49, "it turns both ways: {sideways:?}");
    }

    #[test]
    fn without_strength_it_goes_straight() {
        let wander = Wander { strength: 0.0, ..Wander::default() };
        assert_near(Trial::moving([0.0; 3], [0.0, 0.0, 2.0]).aim(wander), [0.0, 0.0, 1.0]);
    }

    #[test]
    fn without_rate_the_point_stays() {
        let wander = Wander { rate: 0.0, distance: Some(0.0), ..Wander::default() };
        let mut world =
            Trial::moving([0.0; 2], [1.0, 0.0]).world(Behavior::new(Wander { rate: 1.0, ..wander.clone() }));
        world.steer();
        world.edit_group(0, |group| group.settings.behaviors = vec![wander.into()]).unwrap();
        world.steer();
        let first = world.steering(0).unwrap();
        for _ in 0..10 {
            world.steer();
            assert_near(world.steering(0).unwrap(), first);
        }
    }
}
