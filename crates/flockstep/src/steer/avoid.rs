//! `avoid`: away from the nearest enemy.

use super::{About, LookDefaults, Steers, View};
use crate::parameters::{LENGTH, parameters};
use crate::perceive::Look;
use crate::vector::Vector;

pub(crate) const ABOUT: About = About {
    what: "Turns away from the nearest enemy that is closer than a distance.",
    formula: "unit(x − nearest) if d < distance",
    source: "the school text",
    fails: "Only the nearest counts: two enemies on either side make it jump between them. Use `flee` to mind all.",
};

parameters! {
    /// Turns away from the nearest enemy.
    pub struct Avoid {
        /// How near the enemy must be.
        distance("distance"): f32 = 10.0, unit "units", range LENGTH, slider [0.0, 100.0];
    }
}

impl Steers for Avoid {
    fn looks(&self, defaults: &LookDefaults) -> Option<Look> {
        Some(defaults.at_others(self.distance).nearest_one())
    }
    fn steer<const D: usize>(&self, view: &mut View<'_, D>) -> Vector<D> {
        let enemy = view.nearest().filter(|enemy| enemy.distance < self.distance);
        enemy.map_or([0.0; D], |enemy| view.respond(enemy.away_from(&view.me)))
    }
}
