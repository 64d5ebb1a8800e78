//! Where a scenario comes from: its own text, a file, or the gallery.

use crate::error::OpenError;
use flockstep_scenario::{MOST_BYTES, gallery, input, nearest_name};
use std::borrow::Cow;
use std::path::Path;

/// A scenario that was found: its text, and the name that errors and images go by.
pub struct Origin {
    /// The bytes, which may not be text.
    pub text: Cow<'static, [u8]>,
    /// The name in errors; a file's path, whose folder images are looked up in.
    pub source: String,
}

impl Origin {
    /// Finds a scenario. What has a line break is the text itself. Else a file wins over a scene of the gallery of the
    /// same name; a folder does not.
    pub fn find(scenario: &str) -> Result<Origin, OpenError> {
        if scenario.contains('\n') {
            return Ok(Origin { text: Cow::Owned(scenario.as_bytes().to_vec()), source: "scenario".into() });
        }
        let path = Path::new(scenario);
        let text = match gallery::find(scenario) {
            Some(scene) if !is_own(scenario) => Cow::Borrowed(scene.text.as_bytes()),
            None if !path.exists() => {
                let meant = nearest_name(scenario, gallery::scenes().iter().map(|scene| scene.name));
                return Err(OpenError::Unknown { name: scenario.into(), meant });
            }
            _ => Cow::Owned(
                input::read(path, MOST_BYTES as u64)
                    .map_err(|error| OpenError::Unreadable { path: path.into(), error })?,
            ),
        };
        Ok(Origin { text, source: scenario.into() })
    }
}

/// Whether a name is that of something of the user's own, that wins over a scene of the gallery.
pub fn is_own(name: &str) -> bool {
    Path::new(name).metadata().is_ok_and(|about| !about.is_dir())
}
