//! `flee`: away from everything that comes too near.

use super::eight::away;
use super::{About, Listed, LookDefaults, Steers, View};
use crate::math::vector::{Vector, add, length, unit};
use crate::perceive::Look;
use crate::settings::Target;
use crate::settings::parameters::{LENGTH, parameters};
use fearless_simd::{Simd, f32x8};

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
    fn avoids(&self) -> bool {
        true
    }
    fn looks(&self, defaults: &LookDefaults) -> Option<Look> {
        // With targets and nobody named, it runs from the targets alone.
        (self.target.is_empty() || defaults.of.is_some()).then(|| defaults.at_others(self.distance).listing())
    }
    fn targets(&self) -> &[Target] {
        &self.target
    }
    #[inline(always)]
    fn rests(&self, count: u32) -> bool {
        count == 0 && self.target.is_empty()
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
    fn answers_each(&self) -> bool {
        self.target.is_empty()
    }
    #[inline(always)]
    fn answer_eight<S: Simd, const D: usize>(&self, threats: &Listed<S, D>) -> Option<[f32x8<S>; D]> {
        away(threats.offset, threats.there, self.distance).map(|away| threats.respond(away))
    }
}

#[cfg(test)]
mod tests {
    use crate::prelude::*;
    use crate::steer::trial::{Trial, assert_near};

    #[test]
    fn the_response_to_each_threat_within_the_distance_is_summed() {
        let flee = Flee { distance: 5.0, ..Flee::default() };
        let trial = Trial::moving([0.0; 2], [1.0, 0.0]).other([3.0, 0.0], [0.0; 2]).other([0.0, -4.0], [0.0; 2]);
        let trial = trial.other([0.0, 5.5], [0.0; 2]);
        // 4·(−1, 0) − v, plus 4·(0, 1) − v; the third is too far.
        assert_near(trial.steering(flee.clone()), [-6.0, 4.0]);
        assert_near(trial.aim(flee.clone()), [-1.0, 1.0]);
        // Looking farther does not make it run from farther off; looking less far does.
        assert_near(trial.aim(Behavior::new(flee.clone()).radius(50.0)), [-1.0, 1.0]);
        assert_near(trial.aim(Behavior::new(flee).radius(3.5)), [-1.0, 0.0]);
    }

    #[test]
    fn minds_targets_alone_unless_told_whom_else() {
        let flee = Flee { target: vec![Target::point([0.0, 2.0]), Target::point([0.0, 99.0])], distance: 5.0 };
        let trial = Trial::at_rest().other([2.0, 0.0], [0.0; 2]).mate([-2.0, 0.0], [0.0; 2]);
        assert_near(trial.aim(flee.clone()), [0.0, -1.0]);
        assert_near(trial.aim(Behavior::new(flee.clone()).of(Of::Others)), [-1.0, -1.0]);
        assert_near(trial.aim(Behavior::new(flee).of(Of::Mates)), [1.0, -1.0]);
        assert_near(trial.aim(Flee { distance: 5.0, ..Flee::default() }), [-1.0, 0.0]);
    }

    #[test]
    fn a_coincident_threat_is_left_in_some_direction() {
        let trial = Trial::<3>::at_rest().other([0.0; 3], [0.0; 3]);
        let aim = trial.aim(Flee::default());
        assert!((crate::math::vector::length(aim) - 1.0).abs() < 1e-5, "{aim:?}");
        assert_eq!(aim, trial.aim(Flee::default()), "always the same one");
    }
}
