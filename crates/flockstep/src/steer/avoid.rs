//! `avoid`: away from the nearest enemy.

use super::eight::away;
use super::{About, Eight, LookDefaults, Steers, View};
use crate::math::vector::Vector;
use crate::perceive::Look;
use crate::settings::parameters::{LENGTH, parameters};
use fearless_simd::{Simd, f32x8};

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
    const SIDE_BY_SIDE: bool = true;
    fn avoids(&self) -> bool {
        true
    }
    fn looks(&self, defaults: &LookDefaults) -> Option<Look> {
        Some(defaults.at_others(self.distance).nearest_one())
    }
    #[inline(always)]
    fn rests(&self, count: u32) -> bool {
        count == 0
    }
    fn steer<const D: usize>(&self, view: &mut View<'_, D>) -> Vector<D> {
        let enemy = view.nearest().filter(|enemy| enemy.distance < self.distance);
        enemy.map_or([0.0; D], |enemy| view.respond(enemy.away_from(&view.me)))
    }
    #[inline(always)]
    fn steer_eight<S: Simd, const D: usize>(&self, eight: &Eight<S, D>) -> Option<[f32x8<S>; D]> {
        let (offset, someone) = eight.nearest();
        let away = if eight.is_straight() { away(offset, someone, self.distance) } else { None };
        away.map(|away| eight.respond(away))
    }
}

#[cfg(test)]
mod tests {
    use crate::prelude::*;
    use crate::steer::trial::{Trial, assert_near};

    #[test]
    fn away_from_the_nearest_enemy_alone() {
        let trial = Trial::at_rest().other([0.0, 6.0], [0.0; 2]).other([3.0, 4.0], [0.0; 2]).mate([0.1, 0.0], [0.0; 2]);
        assert_near(trial.steering(Avoid { distance: 8.0 }), [-0.6, -0.8]);
        assert_eq!(trial.steering(Avoid { distance: 4.9 }), [0.0; 2], "too far to mind");
        assert_near(trial.steering(Behavior::new(Avoid { distance: 8.0 }).of(Of::All)), [-1.0, 0.0]);
    }

    #[test]
    fn a_radius_of_its_own_limits_the_distance() {
        let trial = Trial::at_rest().other([0.0, 6.0], [0.0; 2]);
        assert_eq!(trial.steering(Behavior::new(Avoid { distance: 8.0 }).radius(5.0)), [0.0; 2]);
        // The sight of the group does not: the distance says how far it looks.
        let short = trial.sight(Sight { radius: 1.0, ..Sight::default() });
        assert_near(short.steering(Avoid { distance: 8.0 }), [0.0, -1.0]);
    }
}
