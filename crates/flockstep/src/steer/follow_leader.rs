//! `follow_leader`: behind a leader, without crowding, and out of its way.

use super::{About, Falloff, LookDefaults, Note, Seen, Steers, View};
use crate::math::vector::{Vector, add, aside, clamp_length, dot, length, scale, sub, unit_and_length};
use crate::perceive::{Look, Push};
use crate::settings::parameters::{LENGTH, parameters};
use crate::settings::{Of, Target};

pub(crate) const ABOUT: About = About {
    what: "Follows a leader: keeps behind it, keeps clear of the other followers, and gets out of its way.",
    formula: "arrives at leader − heading·distance, moving as it does, plus a linear push from followers nearer than \
              spacing; in front \
              of the leader (less than clearance ahead of it and nearer to its line than half of that) it goes aside \
              at full speed instead",
    source: "C. Reynolds (1999)",
    fails: "All followers want the same spot: without `spacing` they pile up there. A leader that turns on the spot \
            swings the spot \
            about. Where the leader is the first of the own group, it does not follow itself.",
};

parameters! {
    /// Follows a leader.
    pub struct FollowLeader {
        /// Whom to follow.
        target("target", required): Target = Target::first("");
        /// How far behind.
        distance("distance"): f32 = 3.0, unit "units", range LENGTH, slider [0.0, 50.0];
        /// How near followers come to one another.
        spacing("spacing"): f32 = 2.0, unit "units", range LENGTH, slider [0.0, 20.0];
        /// How far ahead the leader wants its way free.
        clearance("clearance"): f32 = 4.0, unit "units", range LENGTH, slider [0.0, 50.0];
        /// How far from its place a follower begins to slow down.
        slowing_distance("slowing_distance"): f32 = 5.0, unit "units", range LENGTH, slider [0.0, 100.0];
    }
}

impl FollowLeader {
    /// Behind this leader.
    pub fn new(target: Target) -> FollowLeader {
        FollowLeader { target, ..FollowLeader::default() }
    }

    /// The way out of the leader's way, if the agent is in it.
    fn aside<const D: usize>(&self, view: &View<'_, D>, leader: &Seen<D>) -> Option<Vector<D>> {
        let from_leader = leader.offset.map(|c| -c);
        let along = dot(from_leader, leader.heading);
        let (side, off) = unit_and_length(sub(from_leader, scale(leader.heading, along)));
        let in_the_way = along > 0.0 && along < self.clearance && off < 0.5 * self.clearance;
        let side = if off > 1e-6 * self.clearance { side } else { aside(leader.heading, view.me.id.0) };
        (in_the_way && length(leader.heading) > 0.0).then_some(side)
    }
    fn spot<const D: usize>(&self, leader: &Seen<D>) -> Vector<D> {
        sub(leader.offset, scale(leader.heading, self.distance))
    }
}

impl Steers for FollowLeader {
    fn looks(&self, defaults: &LookDefaults) -> Option<Look> {
        let push = Push { distance: Some(self.spacing), falloff: Falloff::Linear, scale: 1.0, counted: false };
        Some(defaults.look(Of::Mates, self.spacing).pushing(push))
    }
    fn targets(&self) -> &[Target] {
        std::slice::from_ref(&self.target)
    }
    fn note<const D: usize>(&self, view: &View<'_, D>, notes: &mut Vec<Note<D>>) {
        let leader = view.target().filter(|_| !view.is_own_target());
        notes.extend(leader.map(|leader| Note::Predicted(view.place(self.spot(&leader)))));
    }
    fn steer<const D: usize>(&self, view: &mut View<'_, D>) -> Vector<D> {
        let Some(leader) = view.target().filter(|_| !view.is_own_target()) else { return [0.0; D] };
        if let Some(aside) = self.aside(view, &leader) {
            return view.respond(aside);
        }
        let push = scale(clamp_length(view.percept.push, 1.0), view.me.max_speed);
        view.keep_to(self.spot(&leader), add(leader.velocity, push), self.slowing_distance)
    }
}

#[cfg(test)]
mod tests {
    use crate::prelude::*;
    use crate::steer::trial::{Trial, assert_near};

    fn follow() -> FollowLeader {
        FollowLeader { slowing_distance: 8.0, ..FollowLeader::new(Target::first("others")) }
    }

    #[test]
    fn goes_for_the_spot_behind_and_moves_as_the_leader_does() {
        // The leader at (10, 0) heads up: the spot is (10, −3).
        let trial = Trial::at_rest().other([10.0, 3.0], [0.0, 1.0]);
        assert_near(trial.steering(follow()), [4.0, 1.0].map(|c| c * 4.0 / 17.0f32.sqrt()));
        // There already, it only keeps up.
        assert_near(Trial::at_rest().other([0.0, 3.0], [0.0, 1.0]).steering(follow()), [0.0, 1.0]);
    }

    #[test]
    fn does_not_crowd() {
        let crowded = Trial::at_rest().other([0.0, 3.0], [0.0, 1.0]).mate([1.0, 0.0], [0.0; 2]);
        assert_near(crowded.steering(follow()), [-2.0, 1.0]);
    }

    #[test]
    fn gets_out_of_the_way() {
        // Ahead of a leader that goes along x, a little to its left.
        let trial = Trial::at_rest().other([-2.0, -0.5], [1.0, 0.0]);
        assert_near(trial.aim(follow()), [0.0, 1.0]);
        let far = Trial::at_rest().other([-5.0, -0.5], [1.0, 0.0]);
        assert!(far.aim(follow())[0] < 0.0, "far ahead it waits for its place behind");
        // Exactly on its line, the id's parity decides.
        assert_near(Trial::at_rest().other([-2.0, 0.0], [1.0, 0.0]).aim(follow()), [0.0, -1.0]);
    }

    #[test]
    fn the_first_of_the_own_group_leads_and_does_not_follow() {
        let own = FollowLeader::new(Target::first("mates"));
        let mut world = Trial::moving([0.0; 2], [1.0, 0.0]).mate([-9.0, 0.0], [1.0, 0.0]).world(own);
        world.steer();
        assert_eq!(world.agent(AgentId(0)).unwrap().steering, [0.0; 2]);
        assert_near(world.agent(AgentId(1)).unwrap().steering, [3.0, 0.0]);
        // When it is gone, the next one leads.
        world.despawn(AgentId(0)).unwrap();
        world.steer();
        assert_eq!(world.agent(AgentId(1)).unwrap().steering, [0.0; 2]);
    }
}
