//! What a behavior is given: the agent itself, its percept, its targets and the world as everyone saw it.

use super::Slot;
use super::respond::respond;
use crate::agents::{Row, at};
use crate::ground::{Line, Nearby, Obstacle};
use crate::ids::{AgentId, GroupId};
use crate::locomote::{BodyPlan, Mover};
use crate::math::lane::Lane;
use crate::math::random::{self, Purpose, parting};
use crate::math::vector::{Vector, add, length, scale};
use crate::perceive::{Hits, Percept};
use crate::scene::{Census, Scene, TargetPlan};
use crate::settings::Response;
use crate::space::Space;

/// The agent that steers.
#[derive(Clone, Copy, Debug)]
pub struct Me<const D: usize> {
    /// Its id.
    pub id: AgentId,
    /// Where it is.
    pub position: Vector<D>,
    /// How it moves.
    pub velocity: Vector<D>,
    /// Its speed.
    pub speed: f32,
    /// Where it points, of length 1.
    pub heading: Vector<D>,
    /// Its body's greatest speed.
    pub max_speed: f32,
    /// Its body's radius.
    pub radius: f32,
    /// Its body's length.
    pub length: f32,
    pub(crate) row: usize,
    pub(crate) group: usize,
}

impl<const D: usize> Me<D> {
    /// The agent of a row, of a group, with the body of its plan.
    #[inline(always)]
    pub(crate) fn new(agent: &Row<D>, body: &BodyPlan<D>, group: usize, row: usize) -> Me<D> {
        Me {
            id: agent.id,
            position: agent.position,
            velocity: agent.velocity,
            speed: length(agent.velocity),
            heading: agent.heading,
            max_speed: body.max_speed,
            radius: body.radius,
            length: body.length,
            row,
            group,
        }
    }
}

impl<const D: usize> Me<D> {
    /// What of it moves.
    pub(crate) fn mover(&self) -> Mover<f32, D> {
        Mover { position: self.position, velocity: self.velocity, heading: self.heading }
    }
}

/// Another agent (or a point, which does not move) as this one sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Seen<const D: usize> {
    /// The way to it.
    pub offset: Vector<D>,
    /// How it moves.
    pub velocity: Vector<D>,
    /// Where it points; zero for a point.
    pub heading: Vector<D>,
}

/// A neighbour in a behavior's sense.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Neighbor<const D: usize> {
    /// Its id.
    pub id: AgentId,
    /// Its group.
    pub group: GroupId,
    /// The way to it.
    pub offset: Vector<D>,
    /// How far it is.
    pub distance: f32,
    /// How it moves.
    pub velocity: Vector<D>,
    /// Where it points, of length 1.
    pub heading: Vector<D>,
    /// Its body's radius.
    pub radius: f32,
}

impl<const D: usize> Neighbor<D> {
    /// The direction away from it; for a coincident neighbour one that both can work out from their ids, so that
    /// the two part in opposite directions.
    #[inline]
    pub fn away_from(&self, me: &Me<D>) -> Vector<D> {
        if self.distance > 0.0 { self.offset.map(|c| -c / self.distance) } else { parting(me.id.0, self.id.0) }
    }
}

/// Where something will be when an agent of this speed could be there, for one agent or for eight: see
/// [`View::predicted`].
#[inline(always)]
pub(crate) fn predicted<N: Lane, const D: usize>(offset: [N; D], velocity: [N; D], own_speed: N) -> [N; D] {
    let (zero, one) = (own_speed.like(0.0), own_speed.like(1.0));
    let speeds = own_speed + length(velocity);
    let time = length(offset) * N::choose(zero.less(speeds), one / speeds, one);
    add(offset, scale(velocity, time.min(own_speed.like(1e6))))
}

/// What a behavior is given.
pub struct View<'a, const D: usize> {
    /// The agent that steers.
    pub me: Me<D>,
    /// What its sense holds: counts and sums.
    pub percept: &'a Percept<D>,
    pub(crate) body: &'a BodyPlan<D>,
    pub(crate) slot: &'a Slot<D>,
    /// How far its sense reaches, if it has one.
    pub(crate) reach: Option<f32>,
    pub(crate) scene: &'a Scene<'a, D>,
    pub(crate) hits: &'a Hits<D>,
    /// The wander point, written back after the step.
    pub(crate) memory: Vector<D>,
    /// The weight of this behavior's steering; a rule may replace it.
    pub(crate) weight: f32,
}

impl<'a, const D: usize> View<'a, D> {
    /// Steering from an aim, by the behavior's response.
    #[inline(always)]
    pub fn respond(&self, aim: Vector<D>) -> Vector<D> {
        self.respond_by(self.slot.response, aim)
    }
    /// Steering from an aim, by a given response.
    #[inline(always)]
    pub fn respond_by(&self, response: Response, aim: Vector<D>) -> Vector<D> {
        respond(response, aim, &self.me)
    }

    /// The neighbours in the behavior's sense, in a fixed order.
    pub fn neighbors(&self) -> impl Iterator<Item = Neighbor<D>> + '_ {
        self.percept.listed.clone().map(move |hit| {
            let hit = hit as usize;
            let (row, offset) = self.hits.get(hit);
            self.neighbor(row, offset)
        })
    }
    /// The nearest neighbour in the behavior's sense.
    pub fn nearest(&self) -> Option<Neighbor<D>> {
        let (row, offset) = self.hits.get(self.percept.nearest? as usize);
        Some(self.neighbor(row, offset))
    }
    fn neighbor(&self, row: usize, offset: Vector<D>) -> Neighbor<D> {
        let seen = self.scene.before;
        Neighbor {
            id: seen.id[row],
            group: GroupId::of(self.scene.group_of(row)),
            offset,
            distance: length(offset),
            velocity: at(&seen.velocity, row),
            heading: at(&seen.heading, row),
            radius: self.scene.radius_of(row),
        }
    }

    /// The behavior's targets that exist.
    pub fn targets(&self) -> impl Iterator<Item = Seen<D>> + '_ {
        self.slot.targets.iter().filter_map(|target| self.see(target))
    }
    /// The behavior's first target, if it exists.
    pub fn target(&self) -> Option<Seen<D>> {
        self.slot.targets.first().and_then(|target| self.see(target))
    }
    /// Whether the behavior's target is the agent itself: the first of its own group, or itself by name.
    pub(crate) fn is_own_target(&self) -> bool {
        match self.slot.targets.first() {
            Some(TargetPlan::Group { group, nearest: false }) => self.scene.census[*group].is_first(self.me.row),
            Some(TargetPlan::Agent(slot)) => self.scene.target_rows[*slot] == Some(self.me.row),
            _ => false,
        }
    }
    fn see(&self, target: &TargetPlan<D>) -> Option<Seen<D>> {
        match *target {
            TargetPlan::Point(point) => Some(self.still(point)),
            TargetPlan::Marker(marker) => self.scene.markers.get(marker).map(|marker| self.still(marker.1)),
            TargetPlan::Group { group, nearest } => {
                let row = if nearest {
                    self.scene.nearest_of_group(self.me.row, self.me.position, group)
                } else {
                    self.scene.census[group].first_other(self.me.row)
                };
                row.map(|row| self.agent(row))
            }
            TargetPlan::Agent(slot) => {
                self.scene.target_rows[slot].filter(|row| *row != self.me.row).map(|row| self.agent(row))
            }
        }
    }
    fn still(&self, point: Vector<D>) -> Seen<D> {
        let offset = self.scene.space.offset_to_point(self.me.position, point);
        Seen { offset, velocity: [0.0; D], heading: [0.0; D] }
    }
    fn agent(&self, row: usize) -> Seen<D> {
        let seen = self.scene.before;
        Seen {
            offset: self.scene.space.offset(self.me.position, at(&seen.position, row)),
            velocity: at(&seen.velocity, row),
            heading: at(&seen.heading, row),
        }
    }

    /// Where something will be when this agent could be there: `p + v·(d / (own speed + its speed))`, as an offset.
    /// The estimate of M. Buckland, "Programming Game AI by Example" (2005).
    pub fn predicted(&self, offset: Vector<D>, velocity: Vector<D>) -> Vector<D> {
        predicted(offset, velocity, self.me.speed)
    }

    /// Random words of this agent for this step and this behavior.
    pub fn random(&self, purpose: Purpose) -> [u32; 4] {
        random::words(self.scene.seed, self.me.id.0, self.scene.step, purpose, self.slot.number)
    }

    /// The place that an offset leads to.
    pub(crate) fn place(&self, offset: Vector<D>) -> Vector<D> {
        std::array::from_fn(|axis| self.me.position[axis] + offset[axis])
    }
    /// The agent's place in a formation, and how it moves.
    pub(crate) fn own_place(&self) -> Option<(Vector<D>, Vector<D>)> {
        self.scene.places.get(self.me.row).copied().flatten()
    }
    /// The obstacles of the world.
    pub fn obstacles(&self) -> &'a [Obstacle<D>] {
        self.scene.solids.obstacles()
    }
    /// What solid things may be nearer than a distance, in the order of their numbers; some may be a little farther.
    pub fn obstacles_near(&self, distance: f32) -> Nearby<'a, D> {
        self.scene.solids.near(self.scene.space, self.me.position, distance)
    }
    /// The path that the behavior names.
    pub(crate) fn path(&self) -> Option<&'a Line<D>> {
        self.slot.ground.and_then(|number| self.scene.paths.get(number))
    }
    /// The space of the world.
    pub fn space(&self) -> &'a Space<D> {
        self.scene.space
    }
    /// The length of a step in seconds.
    pub fn time_step(&self) -> f32 {
        self.scene.time_step
    }
    /// Mean position and mean velocity and mean unit velocity of the agent's whole group, itself included.
    pub(crate) fn flock(&self) -> &Census<D> {
        &self.scene.census[self.me.group]
    }
}

#[cfg(test)]
mod tests {
    use super::Neighbor;
    use crate::math::random::Purpose;
    use crate::math::random::parting;
    use crate::prelude::*;
    use std::sync::{Arc, Mutex};

    /// What a question put to every agent's view is answered with, by id, over some steps.
    fn ask<T: Clone + Send + 'static>(
        agents: &[(usize, [f32; 2], [f32; 2])],
        steps: usize,
        question: fn(&View<'_, 2>) -> T,
    ) -> Vec<(u32, T)> {
        let answers = Arc::new(Mutex::new(Vec::new()));
        let mut world = World::<2>::new(Space::open(), 0.1, 5).unwrap();
        let heard = answers.clone();
        let hear = move |view: &View<'_, 2>| {
            heard.lock().unwrap().push((view.me.id.0, question(view)));
            [0.0; 2]
        };
        world.register("ask", hear).unwrap();
        let asked = Behavior::new(Custom::new("ask")).of(Of::All);
        let large = PointBody { radius: 3.0, ..PointBody::default() };
        world.add_groups(vec![Group::new("asked").behavior(asked), Group::new("large").body(large)]).unwrap();
        for (group, position, velocity) in agents {
            world.spawn(GroupId::of(*group), *position, *velocity).unwrap();
        }
        (0..steps).for_each(|_| world.steer());
        answers.lock().unwrap().clone()
    }

    #[test]
    fn a_neighbour_is_seen_as_it_is() {
        let agents = [(0, [1.0, 1.0], [0.0; 2]), (1, [4.0, 5.0], [0.0, 2.0])];
        let (_, seen) = ask(&agents, 1, |view| view.neighbors().collect::<Vec<_>>())[0].clone();
        let want = Neighbor {
            id: AgentId(1),
            group: GroupId(1),
            offset: [3.0, 4.0],
            distance: 5.0,
            velocity: [0.0, 2.0],
            heading: [0.0, 1.0],
            radius: 3.0,
        };
        assert_eq!(seen, [want]);
    }

    #[test]
    fn of_two_equally_near_the_lower_id_is_the_nearest() {
        let agents = [(0, [0.0; 2], [0.0; 2]), (1, [0.0, 2.0], [0.0; 2]), (1, [2.0, 0.0], [0.0; 2])];
        assert_eq!(ask(&agents, 1, |view| view.nearest().unwrap().id.0), [(0, 1)]);
        assert_eq!(ask(&agents[..1], 1, |view| view.nearest().is_none()), [(0, true)]);
    }

    #[test]
    fn prediction_by_hand() {
        let agents = [(0, [0.0; 2], [3.0, 0.0])];
        // 10 away, 3 + 2 of speed: two seconds.
        let answers = ask(&agents, 1, |view| view.predicted([6.0, 8.0], [0.0, 2.0]));
        assert_eq!(answers, [(0, [6.0, 12.0])]);
    }

    #[test]
    fn draws_repeat_in_another_run_and_differ_by_agent_and_step() {
        let agents = [(0, [0.0; 2], [0.0; 2]), (0, [1.0, 0.0], [0.0; 2])];
        let draws = || ask(&agents, 2, |view| view.random(Purpose::Custom));
        assert_eq!(draws(), draws());
        let draws = draws();
        for (at, one) in draws.iter().enumerate() {
            assert!(draws[..at].iter().all(|other| other.1 != one.1), "{draws:?}");
        }
    }

    #[test]
    fn two_coincident_agents_part_in_opposite_directions_and_pairs_differ() {
        let (one, two, three): ([f32; 2], [f32; 2], [f32; 2]) = (parting(4, 9), parting(9, 4), parting(4, 10));
        assert_eq!(one, two.map(|c| -c));
        assert_ne!(one, three);
    }
}
