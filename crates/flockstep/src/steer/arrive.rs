//! `arrive`: toward a target, slowing down to rest there.

use super::{About, LookDefaults, Steers, View};
use crate::parameters::{LENGTH, parameters};
use crate::perceive::Look;
use crate::settings::{Response, Target};
use crate::vector::{Vector, scale, unit_and_length};

pub(crate) const ABOUT: About = About {
    what: "Goes for a target, slows down near it and stops there.",
    formula: "unit(target − x)·min(1, d/slowing_distance); within stop_distance the steering is −v; while the wanted \
              speed exceeds the speed it steers as seek with approach_weight",
    source: "C. Reynolds (1999); the two weights from the vehicles text",
    fails: "A body that brakes weakly overshoots: give it a longer slowing_distance or a greater weight (the text's \
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
