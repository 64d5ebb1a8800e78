//! `evade`: away from where a threat will be.

use super::view::predicted;
use super::{About, Listed, LookDefaults, Note, Steers, View};
use crate::math::lane::Lane;
use crate::math::vector::{Vector, add, choose, length, negative, unit};
use crate::perceive::Look;
use crate::settings::Target;
use crate::settings::parameters::{LENGTH, parameters};
use fearless_simd::{Simd, f32x8};

pub(crate) const ABOUT: About = About {
    what: "Runs from where each threat will be by the time it could be met.",
    formula: "Σ over threats closer than distance of response(unit(x − (p + v·d/(own speed + its speed))))",
    source: "C. Reynolds (1999); the estimate of M. Buckland (2005)",
    fails: "The distance is measured to where the threat is now, not to the predicted point, and the own speed is the \
            present one (another library measures to the predicted point, and takes the top speed). A threat whose \
            predicted point is exactly here is not run from.",
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
    fn avoids(&self) -> bool {
        true
    }
    fn looks(&self, defaults: &LookDefaults) -> Option<Look> {
        (self.target.is_empty() || defaults.of.is_some()).then(|| defaults.at_others(self.distance).listing())
    }
    fn targets(&self) -> &[Target] {
        &self.target
    }
    #[inline(always)]
    fn rests(&self, count: u32) -> bool {
        count == 0 && self.target.is_empty()
    }
    fn note<const D: usize>(&self, view: &View<'_, D>, notes: &mut Vec<Note<D>>) {
        let agents = view.neighbors().map(|threat| (threat.offset, threat.velocity));
        let targets = view.targets().map(|target| (target.offset, target.velocity));
        let near = agents.chain(targets).filter(|(offset, _)| length(*offset) < self.distance);
        notes.extend(near.map(|(offset, velocity)| Note::Predicted(view.place(view.predicted(offset, velocity)))));
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
    fn answers_each(&self) -> bool {
        self.target.is_empty()
    }
    #[inline(always)]
    fn answer_eight<S: Simd, const D: usize>(&self, threats: &Listed<S, D>) -> Option<[f32x8<S>; D]> {
        let Listed { offset, velocity, there, .. } = *threats;
        let near = there & length(offset).less(offset[0].like(self.distance));
        let away = unit(negative(predicted(offset, velocity, length(threats.own_velocity))));
        Some(threats.respond(choose(near, away, [offset[0].like(0.0); D])))
    }
}

#[cfg(test)]
mod tests {
    use crate::prelude::*;
    use crate::steer::trial::{Trial, assert_near};

    #[test]
    fn runs_from_where_each_threat_will_be() {
        // 6 away with 1 + 2 of speed: two seconds, in which it goes 4 up.
        let trial = Trial::moving([0.0; 2], [1.0, 0.0]).other([6.0, 0.0], [0.0, 2.0]).other([11.0, 0.0], [0.0; 2]);
        let away = crate::math::vector::unit([-6.0, -4.0]);
        assert_near(trial.aim(Evade::default()), away);
        assert_near(trial.steering(Evade::default()), [4.0 * away[0] - 1.0, 4.0 * away[1]]);
    }

    #[test]
    fn the_distance_is_to_where_the_threat_is_now() {
        // Its predicted point is 14 away, itself 6.
        let trial = Trial::moving([0.0; 2], [0.0; 2]).other([6.0, 0.0], [2.0, 0.0]);
        assert_near(trial.aim(Evade { distance: 6.5, ..Evade::default() }), [-1.0, 0.0]);
        assert_eq!(trial.aim(Evade { distance: 5.5, ..Evade::default() }), [0.0; 2]);
    }

    #[test]
    fn listed_agents_and_layers_add_up() {
        let listed = Evade { target: vec![Target::Agent(AgentId(1)), Target::Agent(AgentId(50))], distance: 10.0 };
        let trial = Trial::at_rest().mate([0.0, 3.0], [0.0; 2]).other([3.0, 0.0], [0.0; 2]);
        assert_near(trial.aim(listed.clone()), [0.0, -1.0]);
        assert_near(trial.aim(Behavior::new(listed.clone()).of(Of::Others)), [-1.0, -1.0]);
        // Both listed and minded: run from twice, as in the vehicles text.
        assert_near(trial.aim(Behavior::new(listed).of(Of::Mates)), [0.0, -2.0]);
    }
}
