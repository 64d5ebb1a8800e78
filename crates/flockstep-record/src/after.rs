//! Where a resumed run goes on in a file.

use crate::error::Error;

/// Where a resumed run goes on in a file: after a step.
#[derive(Clone, Copy, Debug)]
pub struct After {
    /// The step of the checkpoint: what the file says of later ones is cut off.
    pub(crate) step: u64,
    /// The step that the file must reach, or rows would be missing; unknown if that step has none.
    due: Option<u64>,
}

impl After {
    /// After this step, in a file that has rows every so many steps; `has_rows` says whether such a step has any at all.
    pub fn new(step: u64, every: u64, has_rows: bool) -> After {
        After { step, due: has_rows.then_some(step - step % every.max(1)) }
    }
    /// After all there is.
    pub(crate) fn all() -> After {
        After { step: u64::MAX, due: None }
    }
    /// Refuses a file whose last step up to there is this one, if it ends too early. Nothing has been cut off yet.
    pub(crate) fn check(&self, name: &str, last: Option<u64>) -> Result<(), Error> {
        let Some(due) = self.due.filter(|due| last != Some(*due)) else { return Ok(()) };
        let holds = last.map_or("holds no step up to there".into(), |last| format!("ends at step {last}"));
        let problem = format!("a run from step {} on needs a file that reaches step {due}, but it {holds}", self.step);
        Err(Error::file(name, problem))
    }
}
