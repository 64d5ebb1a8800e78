//! `flee`: away from everything that comes too near.

use super::{About, LookDefaults, Steers, View};
use crate::parameters::{LENGTH, parameters};
use crate::perceive::Look;
use crate::settings::Target;
use crate::vector::{Vector, add, length, unit};

pub(crate) const ABOUT: About = About {
    what: "Runs from every threat that is closer than a distance.",
    formula: "Σ over threats closer than distance of response(unit(x − threat))",
    source: "C. Reynolds (1999); many threats as in the vehicles text",
    fails: "Between two equal threats the pushes cancel. A target that does not exist frightens nobody. A coincident \
            threat is left in a direction that follows from the two ids (another library has a fixed axis there).",
};

parameters! {
    /// Runs from every threat that is closer than a distance.
    pub struct Flee {
        /// What to run from besides the agents it minds.
        target("target"): Vec<Target> = Vec::new();
        /// How near a threat must be.
        distance("distance"): f32 = 10.0, unit "units", range LENGTH, slider [0.0, 100.0];
    }
}

impl Steers for Flee {
    fn looks(&self, defaults: &LookDefaults) -> Option<Look> {
        // With targets and nobody named, it runs from the targets alone.
        (self.target.is_empty() || defaults.of.is_some()).then(|| defaults.at_others(self.distance).listing())
    }
    fn targets(&self) -> &[Target] {
        &self.target
    }
    fn steer<const D: usize>(&self, view: &mut View<'_, D>) -> Vector<D> {
        let mut total = [0.0; D];
        for threat in view.neighbors().filter(|threat| threat.distance < self.distance) {
            total = add(total, view.respond(threat.away_from(&view.me)));
        }
        for target in view.targets().filter(|target| length(target.offset) < self.distance) {
            total = add(total, view.respond(unit(target.offset.map(|c| -c))));
        }
        total
    }
}
