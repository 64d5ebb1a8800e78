//! A world that does not go by itself: it goes the way it was recorded.

use crate::recorded::Recorded;
use flockstep_scenario::AnyWorld;
use std::sync::Arc;

/// How far a recording has been played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Played {
    /// The first step that it holds.
    pub first: u64,
    /// The last step that it holds.
    pub last: u64,
    /// The step that it is on its way to.
    pub goal: Option<u64>,
    /// How many hashes have been compared.
    pub compared: u64,
    /// The first step found at which the motion was not the recorded one.
    pub differs: Option<u64>,
}

/// A recording that is being played.
pub(crate) struct Playback {
    recorded: Arc<dyn Recorded>,
    played: Played,
}

impl Playback {
    /// A recording, and the world at its first step.
    pub fn new(recorded: Arc<dyn Recorded>) -> Result<(Playback, AnyWorld), String> {
        let (first, last) = (recorded.first_step(), recorded.last_step());
        let world = recorded.start_before(first)?;
        Ok((Playback { recorded, played: Played { first, last, ..Played::default() } }, world))
    }

    /// How far it is.
    pub fn played(&self) -> Played {
        self.played
    }
    /// Whether it is on its way to a step that was asked for.
    pub fn is_seeking(&self) -> bool {
        self.played.goal.is_some()
    }
    /// Whether a world is at the end of it.
    pub fn is_over(&self, world: &AnyWorld) -> bool {
        world.steps() >= self.played.last
    }

    /// Begins to go to a step: from where the world is, or from a world in the file if that is nearer or the way leads back.
    pub fn seek(&mut self, step: u64, world: &mut AnyWorld) -> Result<(), String> {
        let goal = step.clamp(self.played.first, self.played.last);
        self.played.goal = None;
        if goal < world.steps() || self.recorded.start_step_before(goal) > world.steps() {
            let threads = world.threads();
            *world = self.recorded.start_before(goal)?;
            world.set_threads(threads).map_err(|error| error.to_string())?;
        }
        self.played.goal = (goal > world.steps()).then_some(goal);
        Ok(())
    }

    /// Takes the world on by one step and compares its hash, if one was recorded. Beyond the end nothing happens.
    pub fn step(&mut self, world: &mut AnyWorld) -> Result<(), String> {
        if self.is_over(world) {
            return Ok(());
        }
        let went = self.recorded.step(world);
        if went.is_err() || self.played.goal.is_some_and(|goal| world.steps() >= goal) {
            self.played.goal = None;
        }
        went?;
        match self.recorded.check(world) {
            Ok(compared) => {
                self.played.compared += u64::from(compared);
                Ok(())
            }
            // Whoever goes on all the same has been told.
            Err(_) if self.played.differs.is_some() => Ok(()),
            Err(difference) => {
                (self.played.differs, self.played.goal) = (Some(world.steps()), None);
                Err(difference)
            }
        }
    }
}
