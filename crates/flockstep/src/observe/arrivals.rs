//! Who has reached its target, and when.

use super::memory::{put, take};
use crate::World;
use crate::agents::at;
use crate::ids::AgentId;
use crate::math::vector::{Vector, dot};
use crate::plan::Plan;
use crate::scene::TargetPlan;
use crate::steer::Rule;
use std::collections::BTreeSet;

/// Who has come to the target of its `arrive` or `seek` so far.
#[derive(Debug, Default)]
pub(super) struct Arrivals {
    /// The ids of those who have arrived.
    arrived: BTreeSet<AgentId>,
    /// How many have, by group and for all, and the sum of their times.
    pub count: Vec<u64>,
    seconds: Vec<f64>,
}

impl Arrivals {
    /// Notes those who are there now and were not before.
    pub fn look<const D: usize>(&mut self, world: &World<D>) {
        let all = world.state.groups.len();
        self.count.resize(all + 1, 0);
        self.seconds.resize(all + 1, 0.0);
        let goals: Vec<Option<(Vector<D>, f32)>> = world.plans.list.iter().map(|plan| goal(world, plan)).collect();
        if goals.iter().all(Option::is_none) {
            return;
        }
        for row in 0..world.len() {
            let (id, kind) = (world.state.agents.id[row], usize::from(world.state.agents.kind[row]));
            let Some((goal, near)) = goals[kind].filter(|_| !self.arrived.contains(&id)) else { continue };
            let way = world.state.space.offset_to_point(at(&world.state.agents.position, row), goal);
            if dot(way, way) <= near * near {
                self.arrived.insert(id);
                for set in [world.plans.group_of[kind], all] {
                    self.count[set] += 1;
                    self.seconds[set] += world.time();
                }
            }
        }
    }

    /// What it remembers, in words: lists with their lengths.
    pub fn memory(&self, words: &mut Vec<u64>) {
        put(words, self.arrived.iter().map(|id| u64::from(id.0)));
        put(words, self.count.iter().copied());
        put(words, self.seconds.iter().map(|seconds| seconds.to_bits()));
    }

    /// What was remembered of a world with so many sets.
    pub fn recall(words: &mut &[u64], sets: usize) -> Option<Arrivals> {
        let ids = take(words)?.iter().map(|id| u32::try_from(*id).ok().map(AgentId));
        let arrived = ids.collect::<Option<_>>()?;
        let (count, seconds) = (take(words)?.to_vec(), take(words)?);
        let seconds = seconds.iter().map(|bits| f64::from_bits(*bits)).collect::<Vec<_>>();
        let whole = [count.len(), seconds.len()].iter().all(|length| *length == 0 || *length == sets);
        whole.then_some(Arrivals { arrived, count, seconds })
    }

    /// The mean time of those who have arrived; not a number while nobody has.
    pub fn mean_time(&self, set: usize) -> f64 {
        self.seconds[set] / self.count[set] as f64
    }
}

/// Where the agents of a plan go, and how near is there: the target of the first `arrive`, or else `seek`, that stands
/// at a point or a marker or is one agent. A group as a target is chased, not arrived at.
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
        TargetPlan::Marker(marker) => world.state.scenery.markers.get(*marker)?.1,
        TargetPlan::Agent(target) => world.agent(*world.plans.target_agents.get(*target)?).ok()?.position,
        TargetPlan::Group { .. } => return None,
    };
    Some((place, stop(&goer.rule)?.max(plan.body.radius)))
}
