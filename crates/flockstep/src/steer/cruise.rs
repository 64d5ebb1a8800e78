//! `cruise`: keep going at a wanted speed, with a whim now and then.

use super::{About, LookDefaults, Steers, View};
use crate::math::random::{self, Purpose};
use crate::math::vector::{Vector, scale};
use crate::perceive::Look;
use crate::settings::parameters::parameters;

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

#[cfg(test)]
mod tests {
    use crate::prelude::*;
    use crate::steer::trial::{Trial, assert_near};

    fn calm() -> Cruise {
        Cruise { speed: Some(2.0), chances: [0.0; 3], ..Cruise::default() }
    }

    #[test]
    fn corrects_the_speed_along_the_heading() {
        // A share of the max speed of 4: (2 − 1)/4 and (2 − 3)/4.
        assert_near(Trial::moving([0.0; 2], [0.0, 1.0]).aim(calm()), [0.0, 0.25]);
        assert_near(Trial::moving([0.0; 2], [0.0, 3.0]).aim(calm()), [0.0, -0.25]);
        assert_eq!(Trial::moving([0.0; 2], [0.0, 2.0]).aim(calm()), [0.0; 2]);
        // Unset, the wanted speed is half the max speed.
        assert_near(Trial::moving([0.0; 2], [0.0, 1.0]).aim(Cruise { speed: None, ..calm() }), [0.0, 0.25]);
        // From rest it goes where it points.
        assert_near(Trial::<2>::at_rest().aim(calm()), [0.5, 0.0]);
    }

    #[test]
    fn the_rate_has_limits() {
        let limited = Cruise { min_rate: 0.1, max_rate: 0.2, ..calm() };
        assert_near(Trial::moving([0.0; 2], [0.0, 1.0]).aim(limited.clone()), [0.0, 0.2]);
        assert_near(Trial::moving([0.0; 2], [0.0, 2.1]).aim(limited.clone()), [0.0, -0.1]);
        assert_eq!(Trial::moving([0.0; 2], [0.0, 2.0]).aim(limited), [0.0; 2], "nothing to correct");
    }

    #[test]
    fn in_the_plane_there_is_no_nudge_along_z() {
        let restless = Cruise { speed: Some(1.0), nudge: 0.5, chances: [0.0, 0.0, 1.0], ..calm() };
        let trial = Trial::moving([0.0; 2], [1.0, 0.0]);
        assert_eq!(trial.aim(restless.clone()), [0.0; 2]);
        let [x, y, z] = Trial::moving([0.0; 3], [1.0, 0.0, 0.0]).aim(restless.clone());
        assert_eq!((x, y, z.abs()), (0.0, 0.0, 0.5));
        let [x, y] = trial.aim(Cruise { chances: [1.0; 3], ..restless });
        assert_eq!((x.abs(), y), (0.5, 0.0));
    }
}
