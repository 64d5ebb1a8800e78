//! `spacing`: keep one distance to the nearest mate.

use super::{About, LookDefaults, Steers, View};
use crate::math::vector::{Vector, scale};
use crate::perceive::Look;
use crate::settings::parameters::{LENGTH, parameters};

pub(crate) const ABOUT: About = About {
    what: "Keeps a distance to the nearest mate: away from it if too near, toward it if too far.",
    formula: "p = clamp(d/distance, min, max); away·p if d < distance, toward·p if d > distance",
    source: "the school text, where it is called separation",
    fails: "It minds one mate only, so an agent between two may hop. The push is weakest (min) where the two are \
            nearest; that is the text's formula.",
};

parameters! {
    /// Keeps a distance to the nearest mate.
    pub struct Spacing {
        /// The distance to keep.
        distance("distance"): f32 = 2.0, unit "units", range LENGTH, slider [0.0, 20.0];
        /// The least push.
        min("min"): f32 = 0.1, range [0.0, 1e9], slider [0.0, 5.0];
        /// The greatest push.
        max("max"): f32 = 1.0, range [0.0, 1e9], slider [0.0, 5.0];
    }
}

impl Steers for Spacing {
    fn looks(&self, defaults: &LookDefaults) -> Option<Look> {
        Some(defaults.at_mates().nearest_one())
    }
    fn steer<const D: usize>(&self, view: &mut View<'_, D>) -> Vector<D> {
        let Some(mate) = view.nearest().filter(|mate| mate.distance != self.distance) else { return [0.0; D] };
        let share = if self.distance > 0.0 { mate.distance / self.distance } else { f32::MAX };
        let push = share.max(self.min).min(self.max);
        let away = mate.away_from(&view.me);
        view.respond(scale(away, if mate.distance < self.distance { push } else { -push }))
    }
}

#[cfg(test)]
mod tests {
    use crate::prelude::*;
    use crate::steer::trial::{Trial, assert_near};

    fn spacing() -> Spacing {
        Spacing { distance: 4.0, min: 0.25, max: 1.5 }
    }

    #[test]
    fn away_from_a_mate_too_near_and_toward_one_too_far() {
        let mate_at = |y: f32| Trial::at_rest().mate([0.0, y], [0.0; 2]).mate([9.5, 0.0], [0.0; 2]);
        assert_near(mate_at(2.0).steering(spacing()), [0.0, -0.5]);
        assert_near(mate_at(-0.5).steering(spacing()), [0.0, 0.25]);
        assert_near(mate_at(5.0).steering(spacing()), [0.0, 1.25]);
        assert_near(mate_at(8.0).steering(spacing()), [0.0, 1.5]);
        assert_eq!(mate_at(4.0).steering(spacing()), [0.0; 2], "just right");
    }

    #[test]
    fn minds_the_nearest_mate_alone() {
        let trial = Trial::at_rest().mate([0.0, 3.0], [0.0; 2]).mate([-2.0, 0.0], [0.0; 2]).other([0.1, 0.0], [0.0; 2]);
        assert_near(trial.steering(spacing()), [0.5, 0.0]);
        assert_eq!(Trial::<2>::at_rest().other([0.1, 0.0], [0.0; 2]).steering(spacing()), [0.0; 2]);
    }
}
