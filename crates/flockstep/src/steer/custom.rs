//! `custom`: a behavior of your own.

use super::{About, LookDefaults, Steers, View};
use crate::parameters::parameters;
use crate::perceive::Look;
use crate::vector::Vector;

pub(crate) const ABOUT: About = About {
    what: "A behavior written by the program that uses the engine, registered under a name.",
    formula: "whatever the program says",
    source: "you",
    fails: "A world that names one that is not registered is refused.",
};

/// A behavior of your own: called with the same percepts as the built-in ones, on any thread, for any agent.
///
/// To stay deterministic it must be a pure function of the view; [`View::random`] gives repeatable randomness.
pub trait CustomBehavior<const D: usize>: Send + Sync {
    /// Its steering, before the weight. [`View::respond`] turns an aim into steering by the set response.
    fn steer(&self, view: &View<'_, D>) -> Vector<D>;
}

impl<const D: usize, F: Fn(&View<'_, D>) -> Vector<D> + Send + Sync> CustomBehavior<D> for F {
    fn steer(&self, view: &View<'_, D>) -> Vector<D> {
        self(view)
    }
}

parameters! {
    /// A behavior of your own, by the name it was registered under.
    pub struct Custom {
        /// The name it was registered under.
        name("name", required): String = String::new();
    }
}

impl Custom {
    /// The one registered under this name.
    pub fn new(name: impl Into<String>) -> Custom {
        Custom { name: name.into() }
    }
}

impl Steers for Custom {
    fn looks(&self, defaults: &LookDefaults) -> Option<Look> {
        Some(defaults.at_mates().everything())
    }
    fn steer<const D: usize>(&self, view: &mut View<'_, D>) -> Vector<D> {
        // A result that is not finite would spread to everyone; it counts as no steering.
        let steering = view.slot.custom.as_ref().map_or([0.0; D], |custom| custom.steer(view));
        if crate::vector::is_finite(steering) { steering } else { [0.0; D] }
    }
}
