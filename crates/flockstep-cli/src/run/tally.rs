//! What a run counts as it goes: steps, time per stage, and who ate how many.

use flockstep::World;
use flockstep::observe::CaptureCount;
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
    /// Who ate how many.
    pub captures: CaptureCount,
}

impl Tally {
    /// Nothing yet.
    pub fn new<const D: usize>(world: &World<D>) -> Tally {
        Tally { captures: CaptureCount::new(world), ..Tally::default() }
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
        self.captures.follow(world);
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
