//! Noticing that a file has changed on disk.

use crate::files::Files;
use std::path::Path;
use web_time::{Duration, Instant, SystemTime};

/// How often the disk is asked.
const EVERY: Duration = Duration::from_millis(500);

/// What is known of the open file.
#[derive(Debug, Default)]
pub(crate) struct Watch {
    seen: Option<SystemTime>,
    asked: Option<Instant>,
}

impl Watch {
    /// Takes the file as it is now for known.
    pub fn begin(&mut self, files: &dyn Files, path: Option<&Path>) {
        self.seen = path.and_then(|path| files.modified(path));
        self.asked = None;
    }

    /// Whether the file has changed since it was last known. Says so once.
    pub fn has_changed(&mut self, files: &dyn Files, path: Option<&Path>) -> bool {
        let Some(path) = path else { return false };
        if self.asked.is_some_and(|asked| asked.elapsed() < EVERY) {
            return false;
        }
        self.asked = Some(Instant::now());
        // A file that is gone for a moment is being written.
        let Some(modified) = files.modified(path) else { return false };
        let changed = self.seen != Some(modified);
        self.seen = Some(modified);
        changed
    }
}
