//! The world on disk, to go on from.

use super::memory::Memory;
use super::order::Order;
use crate::failure::Failure;
use crate::files;
use flockstep::World;
use std::path::PathBuf;

/// A file that holds the latest state of a run.
pub struct Checkpoint {
    path: PathBuf,
    every: Option<u64>,
    /// The step it holds.
    holds: Option<u64>,
}

impl Checkpoint {
    /// The checkpoint a run asks for. Whether it can be written is found out now.
    pub fn begin(order: &Order) -> Result<Option<Checkpoint>, Failure> {
        let Some(path) = order.checkpoint.clone() else { return Ok(None) };
        files::try_beside(&path)?;
        Ok(Some(Checkpoint { path, every: order.checkpoint_every, holds: None }))
    }
    /// Whether it is time to write the world.
    pub fn is_due<const D: usize>(&self, world: &World<D>) -> bool {
        self.every.is_some_and(|every| world.steps().is_multiple_of(every))
    }
    /// Writes the world if it is time to, and what metrics remember.
    pub fn observe<const D: usize>(&mut self, world: &World<D>, memory: impl Fn() -> Memory) -> Result<(), Failure> {
        if self.is_due(world) { self.write(world, &memory()) } else { Ok(()) }
    }
    /// Writes the world at the end of a run: always if it was interrupted, else if no rhythm was given.
    pub fn finish<const D: usize>(
        &mut self,
        world: &World<D>,
        memory: &Memory,
        interrupted: bool,
    ) -> Result<(), Failure> {
        let missing = self.holds != Some(world.steps());
        if missing && (interrupted || self.every.is_none()) { self.write(world, memory) } else { Ok(()) }
    }
    fn write<const D: usize>(&mut self, world: &World<D>, memory: &Memory) -> Result<(), Failure> {
        files::replace(&self.path, &memory.behind(world.snapshot()))?;
        self.holds = Some(world.steps());
        Ok(())
    }
}
