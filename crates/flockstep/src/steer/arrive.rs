//! `arrive`: toward a target, slowing down to rest there.

use super::{About, LookDefaults, Note, Steers, View};
use crate::math::vector::{Vector, scale, unit_and_length};
use crate::perceive::Look;
use crate::settings::parameters::{LENGTH, parameters};
use crate::settings::{Response, Target};

pub(crate) const ABOUT: About = About {
    what: "Goes for a target, slows down near it and stops there.",
    formula: "unit(target − x)·min(1, d/slowing_distance); within stop_distance the steering is −v; while the wanted \
              speed exceeds the speed it steers as seek with approach_weight",
    source: "C. Reynolds (1999); the two weights from the vehicles text",
    fails: "It comes to rest without turning back if slowing_distance ≥ 4·max_speed·mass/weight and max_force allows \
            the braking. \
            A body that brakes weakly overshoots: give it a longer slowing_distance or a greater weight (the text's \
            advice is one over the time step, with approach_weight 1). While it still has to speed up it seeks at full \
            strength, also inside the slowing distance, where another library already ramps.",
};

parameters! {
    /// Goes for a target, slows down near it and stops there.
    pub struct Arrive {
        /// Where to go.
        target("target", required): Target = Target::point([0.0, 0.0]);
        /// Where slowing down begins.
        slowing_distance("slowing_distance"): f32 = 10.0, unit "units", range LENGTH, slider [0.0, 100.0];
        /// Where it counts as arrived and only brakes.
        stop_distance("stop_distance"): f32 = 0.01, unit "units", range LENGTH, slider [0.0, 5.0];
        /// The weight while it still has to speed up; unset: the behavior's weight.
        approach_weight("approach_weight"): Option<f32> = None, range [-1e9, 1e9], slider [0.0, 10.0];
    }
}

impl Arrive {
    /// At this target.
    pub fn new(target: Target) -> Arrive {
        Arrive { target, ..Arrive::default() }
    }
}

impl Steers for Arrive {
    fn looks(&self, _: &LookDefaults) -> Option<Look> {
        None
    }
    fn targets(&self) -> &[Target] {
        std::slice::from_ref(&self.target)
    }
    fn note<const D: usize>(&self, view: &View<'_, D>, notes: &mut Vec<Note<D>>) {
        let radius = self.slowing_distance;
        notes.extend(view.target().map(|target| Note::Range { center: view.place(target.offset), radius }));
    }
    fn steer<const D: usize>(&self, view: &mut View<'_, D>) -> Vector<D> {
        let Some(target) = view.target() else { return [0.0; D] };
        let (direction, distance) = unit_and_length(target.offset);
        if distance <= self.stop_distance || distance == 0.0 {
            // At rest there is nothing to brake; a response other than steer has no velocity in it.
            return if view.slot.response == Response::Steer { view.me.velocity.map(|c| -c) } else { [0.0; D] };
        }
        let share = if self.slowing_distance > 0.0 { (distance / self.slowing_distance).min(1.0) } else { 1.0 };
        if share * view.me.max_speed > view.me.speed {
            view.weight = self.approach_weight.unwrap_or(view.weight);
            return view.respond(direction);
        }
        view.respond(scale(direction, share))
    }
}

#[cfg(test)]
mod tests {
    use crate::prelude::*;
    use crate::steer::trial::{Trial, assert_near};

    fn arrive() -> Arrive {
        Arrive { slowing_distance: 10.0, stop_distance: 0.5, ..Arrive::new(Target::point([0.0, 0.0])) }
    }

    #[test]
    fn slows_down_in_proportion_to_the_distance() {
        // At 5 of 10 the wanted speed is half of 4; it has 3.
        let trial = Trial::moving([-5.0, 0.0], [3.0, 0.0]);
        assert_near(trial.steering(arrive()), [-1.0, 0.0]);
        assert_near(trial.aim(arrive()), [0.5, 0.0]);
        let weighted = Behavior::new(Arrive { approach_weight: Some(7.0), ..arrive() }).weight(2.0);
        assert_near(trial.steering(weighted), [-2.0, 0.0]);
    }

    #[test]
    fn seeks_while_it_has_to_speed_up() {
        // The wanted speed of 2 exceeds the 1 it has.
        let trial = Trial::moving([-5.0, 0.0], [1.0, 0.0]);
        assert_near(trial.steering(arrive()), [3.0, 0.0]);
        let weighted = Behavior::new(Arrive { approach_weight: Some(7.0), ..arrive() }).weight(2.0);
        assert_near(trial.steering(weighted), [21.0, 0.0]);
        // Far away the wanted speed is full speed.
        assert_near(Trial::moving([-50.0, 0.0], [3.9, 0.0]).steering(arrive()), [0.1, 0.0]);
        assert_near(Trial::moving([-50.0, 0.0], [4.0, 0.0]).steering(arrive()), [0.0, 0.0]);
        // Blown beyond it, it has to slow down there too.
        let weighted = Behavior::new(Arrive { approach_weight: Some(7.0), ..arrive() }).weight(2.0);
        assert_near(Trial::moving([-50.0, 0.0], [6.0, 0.0]).steering(weighted), [-4.0, 0.0]);
    }

    #[test]
    fn brakes_where_it_has_arrived() {
        for x in [0.0, -0.4, 0.5] {
            let trial = Trial::moving([x, 0.0], [1.0, 2.0]);
            assert_near(trial.steering(Behavior::new(arrive()).weight(3.0)), [-3.0, -6.0]);
            assert_eq!(trial.aim(arrive()), [0.0, 0.0], "there is no velocity in a push");
        }
        let nowhere = Arrive::new(Target::first("others"));
        assert_eq!(Trial::moving([1.0, 0.0], [1.0, 0.0]).steering(nowhere), [0.0; 2]);
    }

    #[test]
    fn no_slowing_distance_is_seek() {
        let trial = Trial::moving([-0.6, 0.0], [4.0, 0.0]);
        assert_near(trial.aim(Arrive { slowing_distance: 0.0, ..arrive() }), [1.0, 0.0]);
    }
}
