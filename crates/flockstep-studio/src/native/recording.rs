//! Recordings on disk, as the studio plays them.

use crate::recorded::Recorded;
use flockstep_record::Recording;
use flockstep_scenario::{AnyWorld, Scenario};
use std::path::Path;
use std::sync::Arc;

/// The ending of a recording's name.
pub(super) const ENDING: &str = "flock";

/// Opens a recording and reads its first world, so that whatever is wrong with it is known at once.
pub(super) fn open(path: &Path) -> Result<Arc<dyn Recorded>, String> {
    let recording = Recording::open(path).map_err(|error| error.to_string())?;
    recording.start_before(recording.first_step()).map_err(|error| error.to_string())?;
    let recorded: Arc<dyn Recorded> = Arc::new(recording);
    recorded.scenario().map_err(|problem| format!("{}: {problem}", path.display()))?;
    Ok(recorded)
}

impl Recorded for Recording {
    fn scenario(&self) -> Result<Scenario, String> {
        let unknown = "it was made by a run that went on from a checkpoint without naming a scenario, and the studio shows one; \
             `flockstep replay` and `flockstep render` play it";
        let text = Recording::scenario(self).ok_or(unknown)?;
        Scenario::parse(text, "the scenario in the recording").map_err(|errors| errors.render(false))
    }
    fn remark(&self) -> Option<String> {
        self.lost().map(|_| format!("It was cut short: it reaches step {}", Recording::last_step(self)))
    }
    fn first_step(&self) -> u64 {
        Recording::first_step(self)
    }
    fn last_step(&self) -> u64 {
        Recording::last_step(self)
    }
    fn start_step_before(&self, step: u64) -> u64 {
        let first = Recording::first_step(self);
        self.snapshots().take_while(|start| *start < step).last().unwrap_or(first)
    }
    fn start_before(&self, step: u64) -> Result<AnyWorld, String> {
        Recording::start_before(self, step).map_err(|error| error.to_string())
    }
    fn step(&self, world: &mut AnyWorld) -> Result<(), String> {
        Recording::step(self, world).map_err(|error| error.to_string())
    }
    fn check(&self, world: &AnyWorld) -> Result<bool, String> {
        Recording::check(self, world).map_err(|difference| difference.to_string())?;
        Ok(self.hash_at(world.steps()).is_some())
    }
}
