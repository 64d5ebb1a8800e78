//! Where the worlds that are drawn come from.

use crate::failure::Failure;
use flockstep_record::Replay;
use flockstep_scenario::AnyWorld;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A world that goes through its steps: simulated, or played back.
pub trait Source {
    /// The world at the step it has reached.
    fn world(&self) -> &AnyWorld;

    /// Goes on by one step, unless asked to stop before that is done.
    fn step(&mut self, stop: &Arc<AtomicBool>) -> Result<(), Failure>;
}

/// A recording that is played back.
impl Source for Replay<'_> {
    fn world(&self) -> &AnyWorld {
        Replay::world(self)
    }

    fn step(&mut self, stop: &Arc<AtomicBool>) -> Result<(), Failure> {
        self.try_step(stop)?;
        Ok(())
    }
}

/// A world that is simulated.
impl Source for AnyWorld {
    fn world(&self) -> &AnyWorld {
        self
    }

    fn step(&mut self, stop: &Arc<AtomicBool>) -> Result<(), Failure> {
        // Who asked looks at it next.
        let _ = self.try_step(stop);
        Ok(())
    }
}
