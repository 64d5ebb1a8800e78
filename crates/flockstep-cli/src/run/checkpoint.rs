//! The world on disk, to go on from.

use super::advice::Advice;
use super::memory::Memory;
use super::order::Order;
use super::origin::{Origin, Output};
use crate::failure::Failure;
use crate::files;
use flockstep::World;
use flockstep_record::file::Lock;
use flockstep_scenario::Digest;
use std::sync::Arc;

/// A file that holds the latest state of a run.
pub struct Checkpoint {
    /// Where it is, and the right to write there.
    lock: Lock,
    every: Option<u64>,
    /// The step it holds.
    holds: Option<u64>,
    /// What the scenario comes to, if it is known.
    scenario: Option<Digest>,
    /// Whether metrics go by what was seen before.
    remembers: bool,
    /// Who is to know.
    advice: Arc<Advice>,
}

impl Checkpoint {
    /// The checkpoint a run asks for.
    pub fn begin(order: &Order, lock: Lock, advice: &Arc<Advice>) -> Checkpoint {
        let (every, remembers, scenario) = (order.checkpoint_every, order.remembers(), order.digest.clone());
        Checkpoint { lock, every, holds: None, scenario, remembers, advice: Arc::clone(advice) }
    }
    /// Whether it is time to write the world.
    pub fn is_due<const D: usize>(&self, world: &World<D>) -> bool {
        self.every.is_some_and(|every| world.steps().is_multiple_of(every))
    }
    /// Whether it is to hold the end of a run and does not: always if it was interrupted, else if no rhythm was given.
    pub fn is_missing<const D: usize>(&self, world: &World<D>, interrupted: bool) -> bool {
        self.holds != Some(world.steps()) && (interrupted || self.every.is_none())
    }
    /// Writes the world, and behind it of what it is, with the files of the run as they are now, and what the metrics
    /// remember, if they do.
    pub fn write<const D: usize>(
        &mut self,
        world: &World<D>,
        outputs: Vec<Output>,
        memory: &Memory,
    ) -> Result<(), Failure> {
        let mut bytes = world.snapshot();
        bytes.extend_from_slice(&Origin { scenario: self.scenario.clone(), outputs }.bytes());
        if self.remembers {
            bytes.extend_from_slice(&memory.bytes());
        }
        files::replace(&self.lock, &bytes)?;
        self.holds = Some(world.steps());
        self.advice.kept(self.lock.path(), world.steps());
        Ok(())
    }
}
