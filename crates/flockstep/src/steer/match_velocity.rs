//! `match_velocity`: move as a target moves.

use super::{About, LookDefaults, Steers, View};
use crate::math::vector::Vector;
use crate::perceive::Look;
use crate::settings::Target;
use crate::settings::parameters::parameters;

pub(crate) const ABOUT: About = About {
    what: "Moves as its target moves: the same way and equally fast, wherever it is.",
    formula: "v_target/s_max, clamped to length 1; a target at rest is matched by braking",
    source: "I. Millington, \"Artificial Intelligence for Games\" (2006)",
    fails: "Minds no distance: add `tether` or `arrive` to stay near. A faster target is followed at the own top \
            speed. With \
            another response than `steer` there is no velocity in the steering, so nothing brakes it.",
};

parameters! {
    /// Moves as its target moves.
    pub struct MatchVelocity {
        /// Whose velocity to take up.
        target("target", required): Target = Target::first("");
    }
}

impl MatchVelocity {
    /// As this target.
    pub fn new(target: Target) -> MatchVelocity {
        MatchVelocity { target }
    }
}

impl Steers for MatchVelocity {
    fn looks(&self, _: &LookDefaults) -> Option<Look> {
        None
    }
    fn targets(&self) -> &[Target] {
        std::slice::from_ref(&self.target)
    }
    fn steer<const D: usize>(&self, view: &mut View<'_, D>) -> Vector<D> {
        view.target().map_or([0.0; D], |target| view.take_up(target.velocity))
    }
}

#[cfg(test)]
mod tests {
    use crate::prelude::*;
    use crate::steer::trial::{Trial, assert_near};

    fn beside(velocity: [f32; 2]) -> Trial<2> {
        Trial::moving([0.0; 2], [1.0, 0.0]).other([9.0, 3.0], velocity)
    }

    #[test]
    fn takes_up_the_velocity_of_its_target() {
        let rule = MatchVelocity::new(Target::first("others"));
        assert_near(beside([0.0, 2.0]).steering(rule.clone()), [-1.0, 2.0]);
        assert_near(beside([0.0, 2.0]).aim(rule.clone()), [0.0, 0.5]);
        assert_near(beside([0.0; 2]).steering(rule.clone()), [-1.0, 0.0]);
        assert_near(beside([0.0, 9.0]).steering(rule), [-1.0, 4.0]);
    }

    #[test]
    fn without_a_target_it_does_nothing() {
        let rule = MatchVelocity::new(Target::first("others"));
        assert_eq!(Trial::moving([0.0; 2], [1.0, 0.0]).steering(rule), [0.0; 2]);
    }
}
