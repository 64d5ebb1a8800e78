//! Recordings: shown, and left.

use super::Studio;
use crate::command::Command;
use crate::document::{Document, Origin};
use crate::recorded::Recorded;
use crate::simulation::{Order, Playback};
use std::path::PathBuf;
use std::sync::Arc;

/// What is said to whoever wants to change a recording.
pub(super) const ONLY_SHOWN: &str =
    "A recording is what happened and cannot be changed. \"Go on from here\" makes it a world of its own";

impl Studio {
    /// Shows a recording from its first step.
    pub(crate) fn open_recording(&mut self, recorded: Arc<dyn Recorded>, path: PathBuf) {
        let remark = recorded.remark();
        let opened = recorded.scenario().and_then(|scenario| Ok((scenario, Playback::new(recorded)?)));
        let (scenario, playback) = match opened {
            Ok(opened) => opened,
            Err(problem) => return self.notices.complain(problem),
        };
        let document = Document::new(scenario, Origin::Recording(path));
        let order = Order::Replay(document.content().clone(), self.opened + 1, Box::new(playback));
        self.put(document, order);
        if let Some(remark) = remark {
            self.notices.say(remark);
        }
    }

    /// Leaves the recording where it is.
    pub(super) fn go_on(&mut self) {
        if !self.document.is_recording() {
            return self.notices.say("This is no recording: it goes on by itself");
        }
        self.document.go_on();
        self.preferences.last = None;
        self.simulation.tell(Order::GoOn);
        self.notices.say("The recording is left: from here on it goes by itself. Restart begins its scenario");
    }
}

impl Command {
    /// Whether it changes a world or its document, which a recording does not allow.
    pub(super) fn changes_world(&self) -> bool {
        matches!(
            self,
            Command::NewSeed
                | Command::Edit(_)
                | Command::Reload
                | Command::Save
                | Command::SaveAs(_)
                | Command::ToggleDrive
                | Command::Scare(_)
                | Command::Spawn { .. }
                | Command::RemoveSelected
        )
    }
}
