//! `cruise`: keep going at a wanted speed, with a whim now and then.

use super::{About, LookDefaults, Steers, View};
use crate::parameters::parameters;
use crate::perceive::Look;
use crate::random::{self, Purpose};
use crate::vector::{Vector, scale};

pub(crate) const ABOUT: About = About {
    what: "Keeps the heading, brings the speed to a wanted one, and now and then nudges along an axis.",
    formula: "h·sign(speed − ‖v‖)·clamp(|speed − ‖v‖|/s_max, min_rate, max_rate) + nudge·(±axis)",
    source: "the school text, corrected: there the nudge always goes up the axis and the clamped rate is never used",
    fails: "A min_rate above 0 makes the speed hunt around the wanted one by that much.",
};

parameters! {
    /// Keeps the heading, brings the speed to a wanted one, and now and then nudges along an axis.
    pub struct Cruise {
        /// The wanted speed; unset: half the body's max speed.
        speed("speed"): Option<f32> = None, unit "units/s", range [0.0, 1e9], slider [0.0, 50.0];
        /// The least rate at which the speed is corrected.
        min_rate("min_rate"): f32 = 0.0, range [0.0, 1e9], slider [0.0, 1.0];
        /// The greatest rate at which the speed is corrected.
        max_rate("max_rate"): f32 = 1.0, range [0.0, 1e9], slider [0.0, 5.0];
        /// The length of a nudge.
        nudge("nudge"): f32 = 0.1, range [0.0, 1e9], slider [0.0, 2.0];
        /// One draw a step: below the first number the nudge goes along x, else below the second along y, else below
        /// the third along z.
        chances("chances"): [f32; 3] = [0.1, 0.12, 0.22], range [0.0, 1.0], slider [0.0, 1.0];
    }
}

impl Steers for Cruise {
    fn looks(&self, _: &LookDefaults) -> Option<Look> {
        None
    }
    fn steer<const D: usize>(&self, view: &mut View<'_, D>) -> Vector<D> {
        let me = &view.me;
        let error = self.speed.unwrap_or(0.5 * me.max_speed) - me.speed;
        let share = if me.max_speed > 0.0 { error.abs() / me.max_speed } else { 0.0 };
        let rate = share.max(self.min_rate).min(self.max_rate);
        let mut aim = if error == 0.0 { [0.0; D] } else { scale(me.heading, rate.copysign(error)) };
        let words = view.random(Purpose::Cruise);
        let draw = random::fraction(words[0]);
        if let Some(axis) = self.chances.iter().position(|chance| draw < *chance).filter(|axis| *axis < D) {
            aim[axis] += if words[1] & 1 == 0 { self.nudge } else { -self.nudge };
        }
        view.respond(aim)
    }
}
