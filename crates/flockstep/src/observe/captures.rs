//! Who has eaten how many.

use crate::World;
use crate::ids::{AgentId, GroupId};

/// How many agents each group has eaten, counted as the world goes.
#[derive(Clone, Debug, Default)]
pub struct CaptureCount {
    by_group: Vec<u64>,
    /// The group of each id, by id; empty if nobody eats. Ids may be far apart, so they are no places in a list.
    group_of: Vec<(AgentId, GroupId)>,
}

impl CaptureCount {
    /// From here on. What was eaten before is known by group only if a single group eats.
    pub fn new<const D: usize>(world: &World<D>) -> CaptureCount {
        let groups = world.groups();
        let eaters: Vec<usize> = (0..groups.len()).filter(|at| groups[*at].captures.is_some()).collect();
        let mut count = CaptureCount { by_group: vec![0; groups.len()], ..CaptureCount::default() };
        if let [only] = eaters[..] {
            count.by_group[only] = world.capture_count();
        }
        if !eaters.is_empty() {
            // Kept from the start: an eater that is eaten in the same step cannot be asked any more.
            count.group_of = world.agents().map(|agent| (agent.id, agent.group)).collect();
            count.group_of.sort_unstable();
        }
        count
    }

    /// Adds what happened in the step that the world has just made. Call it after every step.
    pub fn follow<const D: usize>(&mut self, world: &World<D>) {
        for capture in world.captures() {
            if let Ok(at) = self.group_of.binary_search_by_key(&capture.predator, |(id, _)| *id) {
                self.by_group[self.group_of[at].1.index()] += 1;
            }
        }
    }

    /// How many each group has eaten, for a count that goes on later.
    pub fn memory(&self) -> &[u64] {
        &self.by_group
    }

    /// Goes on from what another count remembered of the same world; `None` if it was of another one.
    pub fn recall(&mut self, memory: &[u64]) -> Option<()> {
        (memory.len() == self.by_group.len()).then(|| self.by_group.copy_from_slice(memory))
    }

    /// How many agents a group has eaten.
    pub fn by(&self, group: GroupId) -> u64 {
        self.by_group.get(group.index()).copied().unwrap_or(0)
    }
}
