//! `evade`: away from where a threat will be.

use super::{About, LookDefaults, Steers, View};
use crate::parameters::{LENGTH, parameters};
use crate::perceive::Look;
use crate::settings::Target;
use crate::vector::{Vector, add, length, unit};

pub(crate) const ABOUT: About = About {
    what: "Runs from where each threat will be by the time it could be met.",
    formula: "Σ over threats closer than distance of response(unit(x − (p + v·d/(own speed + its speed))))",
    source: "C. Reynolds (1999); the estimate of M. Buckland (2005)",
    fails: "The distance is measured to where the threat is now, not to the predicted point (another library measures \
            to the predicted point). A threat whose predicted point is exactly here is not run from.",
};

parameters! {
    /// Runs from where each threat will be.
    pub struct Evade {
        /// What to run from besides the agents it minds.
        target("target"): Vec<Target> = Vec::new();
        /// How near a threat must be.
        distance("distance"): f32 = 10.0, unit "units", range LENGTH, slider [0.0, 100.0];
    }
}

impl Steers for Evade {
    fn looks(&self, defaults: &LookDefaults) -> Option<Look> {
        (self.target.is_empty() || defaults.of.is_some()).then(|| defaults.at_others(self.distance).listing())
    }
    fn targets(&self) -> &[Target] {
        &self.target
    }
    fn steer<const D: usize>(&self, view: &mut View<'_, D>) -> Vector<D> {
        let mut total = [0.0; D];
        let agents = view.neighbors().map(|threat| (threat.offset, threat.velocity));
        let targets = view.targets().map(|target| (target.offset, target.velocity));
        for (offset, velocity) in agents.chain(targets) {
            if length(offset) < self.distance {
                total = add(total, view.respond(unit(view.predicted(offset, velocity).map(|c| -c))));
            }
        }
        total
    }
}
