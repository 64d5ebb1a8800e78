//! `seek`: toward a target at full speed.

use super::{About, LookDefaults, Steers, View};
use crate::math::vector::{Vector, unit};
use crate::perceive::Look;
use crate::settings::Target;
use crate::settings::parameters::parameters;

pub(crate) const ABOUT: About = About {
    what: "Goes straight for a target at full speed.",
    formula: "unit(target − x)",
    source: "C. Reynolds, \"Steering Behaviors for Autonomous Characters\" (1999)",
    fails: "It does not slow down: at the target it swings back and forth. Use `arrive` to come to rest.",
};

parameters! {
    /// Goes straight for a target at full speed.
    pub struct Seek {
        /// Where to go.
        target("target", required): Target = Target::point([0.0, 0.0]);
    }
}

impl Seek {
    /// Toward this target.
    pub fn new(target: Target) -> Seek {
        Seek { target }
    }
}

impl Steers for Seek {
    fn looks(&self, _: &LookDefaults) -> Option<Look> {
        None
    }
    fn targets(&self) -> &[Target] {
        std::slice::from_ref(&self.target)
    }
    fn steer<const D: usize>(&self, view: &mut View<'_, D>) -> Vector<D> {
        view.target().map_or([0.0; D], |target| view.respond(unit(target.offset)))
    }
}

#[cfg(test)]
mod tests {
    use crate::prelude::*;
    use crate::steer::trial::{Trial, assert_near};

    #[test]
    fn wants_full_speed_toward_the_target() {
        let trial = Trial::moving([1.0, 2.0], [1.0, 0.5]);
        assert_near(trial.aim(Seek::new(Target::point([4.0, 6.0]))), [0.6, 0.8]);
        // 4·(0.6, 0.8) − (1, 0.5).
        assert_near(trial.steering(Seek::new(Target::point([4.0, 6.0]))), [1.4, 2.7]);
        assert_near(trial.steering(Behavior::new(Seek::new(Target::point([4.0, 6.0]))).weight(-2.0)), [-2.8, -5.4]);
    }

    #[test]
    fn each_kind_of_target() {
        let trial = Trial::moving([0.0; 3], [0.0; 3]).mark([0.0, 3.0, 0.0]);
        let trial = trial.other([0.0, 0.0, 9.0], [0.0; 3]).other([5.0, 0.0, 0.0], [0.0; 3]);
        assert_near(trial.aim(Seek::new(Target::marker("mark"))), [0.0, 1.0, 0.0]);
        assert_near(trial.aim(Seek::new(Target::first("others"))), [0.0, 0.0, 1.0]);
        assert_near(trial.aim(Seek::new(Target::nearest("others"))), [1.0, 0.0, 0.0]);
        assert_near(trial.aim(Seek::new(Target::Agent(AgentId(1)))), [0.0, 0.0, 1.0]);
    }

    #[test]
    fn nothing_to_seek_is_no_steering() {
        let trial = Trial::moving([3.0, 3.0], [1.0, 0.0]);
        assert_eq!(trial.steering(Seek::new(Target::point([3.0, 3.0]))), [0.0; 2], "already there");
        assert_eq!(trial.steering(Seek::new(Target::first("others"))), [0.0; 2], "an empty group");
        assert_eq!(trial.steering(Seek::new(Target::nearest("others"))), [0.0; 2], "an empty group");
        assert_eq!(trial.steering(Seek::new(Target::Agent(AgentId(0)))), [0.0; 2], "itself");
        assert_eq!(trial.steering(Seek::new(Target::Agent(AgentId(77)))), [0.0; 2], "nobody");
    }

    #[test]
    fn goes_the_short_way_around_a_torus() {
        let trial = Trial::moving([8.0, 0.0], [0.0; 2]).space(Edge::Wrap, 10.0);
        assert_near(trial.aim(Seek::new(Target::point([-8.0, 0.0]))), [1.0, 0.0]);
        // A point outside is the same as the one it wraps to: 46 is 6, two to the left of 8.
        assert_near(trial.aim(Seek::new(Target::point([46.0, 0.0]))), [-1.0, 0.0]);
        assert_near(trial.clone().mark([-34.0, 0.0]).aim(Seek::new(Target::marker("mark"))), [-1.0, 0.0]);
    }
}
