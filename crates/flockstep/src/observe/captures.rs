//! Who has eaten how many.

use crate::World;

/// How many agents each group has eaten, counted as the world goes.
#[derive(Clone, Debug, Default)]
pub struct CaptureCount {
    by_group: Vec<u64>,
    /// The group of each id; empty if nobody eats.
    group_of: Vec<u32>,
}

impl CaptureCount {
    /// From here on. What was eaten before is known by group only if a single group eats.
    pub fn new<const D: usize>(world: &World<D>) -> CaptureCount {
        let groups = world.groups();
        let eaters: Vec<usize> = (0..groups.len()).filter(|at| groups[*at].captures.is_some()).collect();
        let mut count = CaptureCount { by_group: vec![0; groups.len()], ..CaptureCount::default() };
        if let [only] = eaters[..] {
            count.by_group[only] = world.captured();
        }
        if !eaters.is_empty() {
            // Kept from the start: an eater that is eaten in the same step cannot be asked any more.
            let most = world.ids().iter().max().map_or(0, |id| *id as usize + 1);
            count.group_of = vec![0; most];
            world.agents().for_each(|agent| count.group_of[agent.id as usize] = agent.group as u32);
        }
        count
    }

    /// Adds what happened in the step that the world has just made. Call it after every step.
    pub fn follow<const D: usize>(&mut self, world: &World<D>) {
        for capture in world.captures() {
            if let Some(group) = self.group_of.get(capture.predator as usize) {
                self.by_group[*group as usize] += 1;
            }
        }
    }

    /// How many agents a group has eaten.
    pub fn by(&self, group: usize) -> u64 {
        self.by_group.get(group).copied().unwrap_or(0)
    }
}
