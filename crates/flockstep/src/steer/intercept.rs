//! `intercept`: toward the point of closest approach, for bodies that turn.

use super::{About, LookDefaults, Steers, View};
use crate::parameters::parameters;
use crate::perceive::Look;
use crate::settings::Target;
use crate::vector::{Vector, length, sub, unit};

pub(crate) const ABOUT: About = About {
    what: "Heads off a moving target by the time at which the two would close in.",
    formula: "unit(p + v·‖Δp‖/‖Δv‖ − x), Δ = target's minus own",
    source: "D. Bourg and G. Seemann, \"AI for Game Developers\" (2004)",
    fails: "At equal velocities the time to close is infinite; it then heads for where the target is.",
};

parameters! {
    /// Heads off a moving target by the time at which the two would close in.
    pub struct Intercept {
        /// Whom to intercept.
        target("target", required): Target = Target::first("");
    }
}

impl Intercept {
    /// This target.
    pub fn new(target: Target) -> Intercept {
        Intercept { target }
    }
}

impl Steers for Intercept {
    fn looks(&self, _: &LookDefaults) -> Option<Look> {
        None
    }
    fn targets(&self) -> &[Target] {
        std::slice::from_ref(&self.target)
    }
    fn steer<const D: usize>(&self, view: &mut View<'_, D>) -> Vector<D> {
        let Some(target) = view.target() else { return [0.0; D] };
        let closing = length(sub(target.velocity, view.me.velocity));
        let time = if closing > 0.0 { (length(target.offset) / closing).min(1e6) } else { 0.0 };
        view.respond(unit(std::array::from_fn(|axis| target.offset[axis] + target.velocity[axis] * time)))
    }
}
