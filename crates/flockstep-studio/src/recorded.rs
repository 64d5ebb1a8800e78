//! A recording to be played, behind a small trait: a desktop can read one, a page cannot.

use flockstep_scenario::{AnyWorld, Scenario};

/// A recording to be played: a world that goes the way it went, from any step that it holds.
pub trait Recorded: Send + Sync {
    /// What it was recorded from, or why that is not known.
    fn scenario(&self) -> Result<Scenario, String>;
    /// What is to be said when it is opened, such as that it was cut short.
    fn remark(&self) -> Option<String>;
    /// The first step that it holds.
    fn first_step(&self) -> u64;
    /// The last step that it holds.
    fn last_step(&self) -> u64;
    /// The step of the world that [`Recorded::start_before`] gives.
    fn start_step_before(&self, step: u64) -> u64;
    /// The nearest world before a step, to go there from.
    fn start_before(&self, step: u64) -> Result<AnyWorld, String>;
    /// Takes a world on by one step, with what came from outside before it.
    fn step(&self, world: &mut AnyWorld) -> Result<(), String>;
    /// Compares a world with the hash that was recorded: whether there is one, or that it differs.
    fn check(&self, world: &AnyWorld) -> Result<bool, String>;
}
