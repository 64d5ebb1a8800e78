//! `wander`: an aimless but smooth path.

use super::{About, Eight, LookDefaults, Note, Steers, View};
use crate::math::lane::Lane;
use crate::math::random::{self, Purpose};
use crate::math::vector::{Vector, choose, is_zero, mix, scale, unit};
use crate::perceive::Look;
use crate::settings::parameters::{LENGTH, parameters};
use fearless_simd::{Simd, f32x8};

pub(crate) const ABOUT: About = About {
    what: "Meanders: goes for a point that drifts along a circle (in 3D a sphere) ahead.",
    formula: "unit(h·distance + w·strength), w ← unit(w·strength + rate·(random direction)) each step",
    source: "C. Reynolds (1999); the two circles from the vehicles text",
    fails: "The drift is a step, not a rate: with another time step the path bends differently. The wander point is \
            one \
            per agent; two wander behaviors of one agent share it. In 3D it goes up and down too (another library \
            keeps \
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
    const SIDE_BY_SIDE: bool = true;
    const REMEMBERS: bool = true;
    const DRAWS: Option<Purpose> = Some(Purpose::Wander);
    fn looks(&self, _: &LookDefaults) -> Option<Look> {
        None
    }
    fn note<const D: usize>(&self, view: &View<'_, D>, notes: &mut Vec<Note<D>>) {
        let center = view.place(scale(view.me.heading, self.distance.unwrap_or(view.me.max_speed)));
        let point = std::array::from_fn(|axis| center[axis] + view.memory[axis] * self.strength);
        notes.push(Note::Circle { center, radius: self.strength, point });
    }
    fn steer<const D: usize>(&self, view: &mut View<'_, D>) -> Vector<D> {
        let words = view.random(Purpose::Wander);
        let jitter = random::direction::<D>(words[0], words[1]);
        view.memory = self.drift(view.memory, jitter);
        view.respond(self.ahead(view.memory, view.me.heading, view.me.max_speed))
    }
    #[inline(always)]
    fn steer_eight<S: Simd, const D: usize>(&self, eight: &Eight<S, D>) -> Option<[f32x8<S>; D]> {
        eight.is_straight().then(|| eight.respond(self.ahead(eight.memory, eight.heading, eight.max_speed)))
    }
    #[inline(always)]
    fn remember_eight<S: Simd, const D: usize>(&self, eight: &Eight<S, D>) -> Option<[f32x8<S>; D]> {
        eight.is_straight().then(|| self.drift(eight.memory, eight.random_direction()))
    }
}

impl Wander {
    /// Where the wander point drifts to. The first time there is none yet: the jitter alone makes one.
    #[inline(always)]
    fn drift<N: Lane, const D: usize>(&self, point: [N; D], jitter: [N; D]) -> [N; D] {
        let drifted = unit(mix(point, self.strength, jitter, self.rate));
        choose(is_zero(drifted), point, drifted)
    }
    /// The aim.
    #[inline(always)]
    fn ahead<N: Lane, const D: usize>(&self, point: [N; D], heading: [N; D], max_speed: f32) -> [N; D] {
        let distance = self.distance.unwrap_or(max_speed);
        unit(mix(heading, distance, point, self.strength))
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
            let aim = world.agent(AgentId(0)).unwrap().steering;
            assert!((crate::math::vector::length(aim) - 1.0).abs() < 1e-5, "{aim:?}");
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
        world.edit_group(GroupId(0), |group| group.settings.behaviors = vec![wander.into()]).unwrap();
        world.steer();
        let first = world.agent(AgentId(0)).unwrap().steering;
        for _ in 0..10 {
            world.steer();
            assert_near(world.agent(AgentId(0)).unwrap().steering, first);
        }
    }
    /// Where the wander point of agent 0 is after ten steps of these behaviors, which begin where one step of wander
    /// led.
    fn point_after(behaviors: Vec<Behavior>) -> [f32; 2] {
        let mut world = Trial::moving([0.0; 2], [1.0, 0.0]).mate([2.0, 0.0], [1.0, 0.0]).world(Wander::default());
        world.steer();
        let point = Behavior::new(Wander { rate: 0.0, distance: Some(0.0), ..Wander::default() });
        for behaviors in [behaviors, vec![point.response(Response::Push)]] {
            world.edit_group(GroupId(0), |group| group.settings.behaviors = behaviors).unwrap();
            (0..10).for_each(|_| world.steer());
        }
        world.agent(AgentId(0)).unwrap().steering
    }

    #[test]
    fn what_is_off_remembers_nothing_new() {
        let stayed = point_after(vec![Behavior::new(Wander { rate: 0.0, ..Wander::default() })]);
        for response in [Response::Push, Response::Turn] {
            let wander = |when| Behavior::new(Wander::default()).response(response).when(when);
            assert_near(point_after(vec![wander(When::Alone)]), stayed);
            assert!(point_after(vec![wander(When::Always)]) != stayed, "on, it drifts");
        }
    }

    #[test]
    fn two_wanders_drift_in_the_order_of_the_list() {
        let point = |responses: [Response; 2]| {
            let wanders = [(0.2, responses[0]), (3.0, responses[1])];
            let wander = |(rate, response)| Behavior::new(Wander { rate, ..Wander::default() }).response(response);
            point_after(wanders.map(wander).to_vec())
        };
        let want = point([Response::Push, Response::Push]);
        for responses in [[Response::Turn, Response::Push], [Response::Push, Response::Turn], [Response::Turn; 2]] {
            assert_eq!(point(responses), want, "{responses:?}");
        }
    }
}
