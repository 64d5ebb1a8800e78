//! The world on disk, to go on from.

use super::advice::Advice;
use super::memory::Memory;
use super::order::Order;
use crate::failure::Failure;
use crate::files;
use flockstep::World;
use std::path::PathBuf;
use std::sync::Arc;

/// A file that holds the latest state of a run.
pub struct Checkpoint {
    path: PathBuf,
    every: Option<u64>,
    /// The step it holds.
    holds: Option<u64>,
    /// Whether metrics go by what was seen before.
    remembers: bool,
    /// Who is to know.
    advice: Arc<Advice>,
}

impl Checkpoint {
    /// The checkpoint a run asks for. Whether it can be written is found out now.
    pub fn begin(order: &Order, advice: &Arc<Advice>) -> Result<Option<Checkpoint>, Failure> {
        let Some(path) = order.checkpoint.clone() else { return Ok(None) };
        files::try_beside(&path)?;
        let (every, remembers) = (order.checkpoint_every, order.remembers());
        Ok(Some(Checkpoint { path, every, holds: None, remembers, advice: Arc::clone(advice) }))
    }
    /// Whether it is time to write the world.
    pub fn is_due<const D: usize>(&self, world: &World<D>) -> bool {
        self.every.is_some_and(|every| world.steps().is_multiple_of(every))
    }
    /// Whether it is to hold the end of a run and does not: always if it was interrupted, else if no rhythm was given.
    pub fn is_missing<const D: usize>(&self, world: &World<D>, interrupted: bool) -> bool {
        self.holds != Some(world.steps()) && (interrupted || self.every.is_none())
    }
    /// Writes the world, and behind it what the metrics remember, if they do.
    pub fn write<const D: usize>(&mut self, world: &World<D>, memory: &Memory) -> Result<(), Failure> {
        let mut bytes = world.snapshot();
        if self.remembers {
            bytes.extend_from_slice(&memory.bytes());
        }
        files::replace(&self.path, &bytes)?;
        self.holds = Some(world.steps());
        self.advice.kept(&self.path, world.steps());
        Ok(())
    }
}
