//! Who has eaten how many.

use super::memory::{Lists, put};
use crate::World;
use crate::error::Error;

/// How many agents each group has eaten, counted as the world goes.
#[derive(Clone, Debug, Default)]
pub struct CaptureCount {
    by_group: Vec<u64>,
    /// The group of each id; empty if nobody eats.
    group_of: Vec<u32>,
}

impl CaptureCount {
    /// From here on. What was eaten before is known by group if a single group eats, or once it is
    /// [remembered](Self::recall).
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

    /// What it remembers, to be kept beside a snapshot. Nothing if fewer than two groups eat: the world itself knows then.
    pub fn memory<const D: usize>(&self, world: &World<D>) -> Vec<u64> {
        let mut words = Vec::new();
        if world.groups().iter().filter(|group| group.captures.is_some()).count() > 1 {
            put(&mut words, self.by_group.iter().copied());
        }
        words
    }

    /// Remembers again. On an error nothing has changed.
    pub fn recall(&mut self, memory: &[u64]) -> Result<(), Error> {
        if memory.is_empty() {
            return Ok(());
        }
        let mut lists = Lists(memory);
        let by_group = lists.take_of(self.by_group.len())?;
        lists.end()?;
        self.by_group.iter_mut().zip(by_group).for_each(|(count, was)| *count = *was);
        Ok(())
    }

    /// How many agents a group has eaten.
    pub fn by(&self, group: usize) -> u64 {
        self.by_group.get(group).copied().unwrap_or(0)
    }
}
