//! What a run counts as it goes: steps, time per stage, and who ate how many.

use flockstep::World;
use std::time::Duration;

/// Running totals of a run.
#[derive(Debug, Default)]
pub struct Tally {
    /// Steps made in this run.
    pub steps: u64,
    /// Agents that were moved, summed over the steps.
    pub agent_steps: u64,
    /// The time of all steps, without writing.
    pub stepping: Duration,
    /// The time of each stage.
    pub stages: Vec<(&'static str, Duration)>,
    captures: Vec<u64>,
    /// The group of each id; empty if nobody eats.
    group_of: Vec<u32>,
}

impl Tally {
    /// Nothing yet.
    pub fn new<const D: usize>(world: &World<D>) -> Tally {
        let eaters: Vec<usize> =
            (0..world.groups().len()).filter(|at| world.groups()[*at].captures.is_some()).collect();
        let mut tally = Tally { captures: vec![0; world.groups().len()], ..Tally::default() };
        // The world counts what was eaten, not by whom. If only one group eats, it was that one.
        if let [only] = eaters[..] {
            tally.captures[only] = world.captured();
        }
        if !eaters.is_empty() {
            // Kept from the start: an eater that is eaten in the same step cannot be asked any more.
            let most = world.ids().iter().max().map_or(0, |id| *id as usize + 1);
            tally.group_of = vec![0; most];
            world.agents().for_each(|agent| tally.group_of[agent.id as usize] = agent.group as u32);
        }
        tally
    }

    /// Adds the step that the world has just made.
    pub fn add<const D: usize>(&mut self, world: &World<D>, agents: usize, took: Duration) {
        self.steps += 1;
        self.agent_steps += agents as u64;
        self.stepping += took;
        let stages = world.profile().stages();
        if self.stages.is_empty() {
            self.stages = stages.to_vec();
        } else {
            self.stages.iter_mut().zip(stages).for_each(|(sum, stage)| sum.1 += stage.1);
        }
        for capture in world.captures() {
            if let Some(group) = self.group_of.get(capture.predator as usize) {
                self.captures[*group as usize] += 1;
            }
        }
    }

    /// How many agents a group has eaten.
    pub fn captures_by(&self, group: usize) -> u64 {
        self.captures.get(group).copied().unwrap_or(0)
    }

    /// Agents moved per second of stepping.
    pub fn agent_steps_per_s(&self) -> f64 {
        self.agent_steps as f64 / self.stepping.as_secs_f64().max(1e-9)
    }

    /// A time of all steps as milliseconds per step.
    pub fn ms_per_step(&self, time: Duration) -> f64 {
        time.as_secs_f64() * 1e3 / self.steps.max(1) as f64
    }
}
