//! `seek`: toward a target at full speed.

use super::{About, LookDefaults, Steers, View};
use crate::parameters::parameters;
use crate::perceive::Look;
use crate::settings::Target;
use crate::vector::{Vector, unit};

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
