//! A recording, played again.

use super::controls;
use super::part::Kind;
use super::read::Recording;
use crate::error::Error;
use flockstep::World;
use flockstep_scenario::AnyWorld;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A recording, played again: a world that goes the way it went.
pub struct Replay<'a> {
    recording: &'a Recording,
    world: AnyWorld,
}

/// A step at which the motion is not the recorded one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The step.
    pub step: u64,
    /// The hash that was recorded.
    pub recorded: u64,
    /// The hash that was found.
    pub found: u64,
}

impl<'a> Replay<'a> {
    pub(super) fn new(recording: &'a Recording, mut world: AnyWorld, threads: usize) -> Result<Replay<'a>, Error> {
        world.set_threads(threads).map_err(|error| Error::Input(error.to_string()))?;
        Ok(Replay { recording, world })
    }

    /// The world as it is now.
    pub fn world(&self) -> &AnyWorld {
        &self.world
    }
    /// The world as it is now, to keep.
    pub fn into_world(self) -> AnyWorld {
        self.world
    }

    /// Goes on by one step, with what came from outside before it.
    pub fn step(&mut self) -> Result<(), Error> {
        self.recording.step(&mut self.world)
    }
    /// The same, unless `stop` becomes true before it is done. Returns whether the step was made; if not, the world is
    /// as it was before it.
    pub fn try_step(&mut self, stop: &Arc<AtomicBool>) -> Result<bool, Error> {
        let changes = !self.recording.inputs(self.world.steps()).is_empty();
        let before = changes.then(|| self.world.clone());
        self.recording.feed(&mut self.world)?;
        let made = self.world.try_step(stop).is_ok();
        if let Some(before) = before.filter(|_| !made) {
            self.world = before;
        }
        Ok(made)
    }

    /// Compares the world with the hash that was recorded at this step, if one was.
    pub fn check(&self) -> Result<(), Difference> {
        self.recording.check(&self.world)
    }
}

/// For who keeps the world elsewhere.
impl Recording {
    /// Takes a world of this recording on by one step, with what came from outside before it.
    pub fn step(&self, world: &mut AnyWorld) -> Result<(), Error> {
        self.feed(world)?;
        world.step();
        Ok(())
    }

    /// Gives a world of this recording what came from outside before its next step.
    fn feed(&self, world: &mut AnyWorld) -> Result<(), Error> {
        for input in self.inputs(world.steps()) {
            if input.head.kind == Kind::Edit {
                let threads = world.threads();
                *world = self.world(input)?;
                world.set_threads(threads).map_err(|error| Error::Input(error.to_string()))?;
            } else {
                let content = self.content(input)?;
                match world {
                    AnyWorld::Plane(world) => control(world, &content)?,
                    AnyWorld::Space(world) => control(world, &content)?,
                }
            }
        }
        Ok(())
    }

    /// Compares a world with the hash that was recorded at its step, if one was.
    pub fn check(&self, world: &AnyWorld) -> Result<(), Difference> {
        let step = world.steps();
        let Some(recorded) = self.hash_at(step) else { return Ok(()) };
        let found = world.hash();
        if found == recorded { Ok(()) } else { Err(Difference { step, recorded, found }) }
    }
}

impl std::fmt::Display for Difference {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Difference { step, recorded, found } = self;
        write!(to, "step {step} is not as it was recorded: the hash was {recorded:016x} and is {found:016x}")
    }
}

fn control<const D: usize>(world: &mut World<D>, content: &[u8]) -> Result<(), Error> {
    for (id, given) in controls::read::<D>(content)? {
        world.control(id, given).map_err(|error| Error::Input(format!("the recording does not replay: {error}")))?;
    }
    Ok(())
}
