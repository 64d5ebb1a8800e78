//! Where the worlds that are drawn come from.

use crate::failure::Failure;
use flockstep_record::Replay;
use flockstep_scenario::AnyWorld;

/// A world that goes through its steps: simulated, or played back.
pub trait Source {
    /// The world at the step it has reached.
    fn world(&self) -> &AnyWorld;

    /// Goes on by one step.
    fn step(&mut self) -> Result<(), Failure>;
}

/// A recording that is played back.
impl Source for Replay<'_> {
    fn world(&self) -> &AnyWorld {
        Replay::world(self)
    }

    fn step(&mut self) -> Result<(), Failure> {
        Ok(Replay::step(self)?)
    }
}

/// A world that is simulated.
impl Source for AnyWorld {
    fn world(&self) -> &AnyWorld {
        self
    }

    fn step(&mut self) -> Result<(), Failure> {
        AnyWorld::step(self);
        Ok(())
    }
}
