//! A recording, played again.

use super::controls;
use super::part::Kind;
use super::read::Recording;
use crate::error::Error;
use flockstep::World;
use flockstep_scenario::AnyWorld;

/// A recording, played again: a world that goes the way it went.
pub struct Replay<'a> {
    recording: &'a Recording,
    world: AnyWorld,
    threads: usize,
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
        Ok(Replay { recording, world, threads })
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
        for input in self.recording.inputs(self.world.steps()) {
            if input.head.kind == Kind::Edit {
                self.world = self.recording.world(input)?;
                self.world.set_threads(self.threads).map_err(|error| Error::Input(error.to_string()))?;
            } else {
                let content = self.recording.content(input)?;
                match &mut self.world {
                    AnyWorld::Plane(world) => control(world, &content)?,
                    AnyWorld::Space(world) => control(world, &content)?,
                }
            }
        }
        self.world.step();
        Ok(())
    }

    /// Compares the world with the hash that was recorded at this step, if one was.
    pub fn check(&self) -> Result<(), Difference> {
        let step = self.world.steps();
        let Some(recorded) = self.recording.hash_at(step) else { return Ok(()) };
        let found = self.world.hash();
        if found == recorded { Ok(()) } else { Err(Difference { step, recorded, found }) }
    }
}

fn control<const D: usize>(world: &mut World<D>, content: &[u8]) -> Result<(), Error> {
    for (id, given) in controls::read::<D>(content)? {
        world.control(id, given).map_err(|error| Error::Input(format!("the recording does not replay: {error}")))?;
    }
    Ok(())
}
