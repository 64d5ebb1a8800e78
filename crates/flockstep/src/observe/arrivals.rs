//! Who has reached its target, and when.

use super::memory::{Lists, damaged, put};
use crate::World;
use crate::error::Error;
use crate::plan::{Plan, TargetPlan};
use crate::steer::Rule;
use crate::vector::{Vector, dot};
use crate::world::agents::at;

/// Who has come to the target of its `arrive` or `seek` so far.
#[derive(Debug, Default)]
pub(super) struct Arrivals {
    /// Whether the agent of an id has arrived.
    arrived: Vec<bool>,
    /// How many have, by group and for all, and the sum of their times.
    pub count: Vec<u64>,
    seconds: Vec<f64>,
}

impl Arrivals {
    /// Notes those who are there now and were not before.
    pub fn look<const D: usize>(&mut self, world: &World<D>) {
        let all = world.groups.len();
        self.arrived.resize(world.next_id as usize, false);
        self.count.resize(all + 1, 0);
        self.seconds.resize(all + 1, 0.0);
        let goals: Vec<Option<(Vector<D>, f32)>> = world.plans.iter().map(|plan| goal(world, plan)).collect();
        if goals.iter().all(Option::is_none) {
            return;
        }
        for row in 0..world.len() {
            let (id, kind) = (world.now.id[row] as usize, usize::from(world.now.kind[row]));
            let Some((goal, near)) = goals[kind].filter(|_| !self.arrived[id]) else { continue };
            let way = world.space.offset_to_point(at(&world.now.position, row), goal);
            if dot(way, way) <= near * near {
                self.arrived[id] = true;
                for set in [world.group_of[kind], all] {
                    self.count[set] += 1;
                    self.seconds[set] += world.time();
                }
            }
        }
    }

    /// What it remembers: who has arrived, and the counts and sums of times by group and for all.
    pub fn memory(&self, words: &mut Vec<u64>) {
        let arrived: Vec<u64> = (0..).zip(&self.arrived).filter(|(_, there)| **there).map(|(id, _)| id).collect();
        put(words, arrived.into_iter());
        put(words, self.count.iter().copied());
        put(words, self.seconds.iter().map(|seconds| seconds.to_bits()));
    }

    /// Remembers again.
    pub fn recall<const D: usize>(&mut self, world: &World<D>, lists: &mut Lists) -> Result<(), Error> {
        let (ids, sets) = (lists.take()?, world.groups.len() + 1);
        let (count, seconds) = (lists.take_of(sets)?, lists.take_of(sets)?);
        if ids.iter().any(|id| *id >= u64::from(world.next_id)) || count.len() != seconds.len() {
            return Err(damaged("arrivals that cannot be"));
        }
        self.arrived = vec![false; world.next_id as usize];
        ids.iter().for_each(|id| self.arrived[*id as usize] = true);
        self.count = count.to_vec();
        self.seconds = seconds.iter().map(|bits| f64::from_bits(*bits)).collect();
        Ok(())
    }

    /// The mean time of those who have arrived; not a number while nobody has.
    pub fn mean_time(&self, set: usize) -> f64 {
        self.seconds[set] / self.count[set] as f64
    }
}

/// Where the agents of a plan go, and how near is there: the target of the first `arrive`, or else `seek`, that stands at a
/// point or a marker or is one agent. A group as a target is chased, not arrived at.
fn goal<const D: usize>(world: &World<D>, plan: &Plan<D>) -> Option<(Vector<D>, f32)> {
    let stop = |rule: &Rule| match rule {
        Rule::Arrive(rule) => Some(rule.stop_distance),
        Rule::Seek(_) => Some(0.0),
        _ => None,
    };
    let goers = || plan.slots.iter().filter(|slot| stop(&slot.rule).is_some());
    let goer = goers().find(|slot| matches!(slot.rule, Rule::Arrive(_))).or_else(|| goers().next())?;
    let place = match goer.targets.first()? {
        TargetPlan::Point(point) => *point,
        TargetPlan::Marker(marker) => world.markers.get(*marker)?.1,
        TargetPlan::Agent(target) => world.agent(*world.target_agents.get(*target)?).ok()?.position,
        TargetPlan::Group { .. } => return None,
    };
    Some((place, stop(&goer.rule)?.max(plan.radius)))
}
