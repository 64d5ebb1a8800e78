//! The files of this computer.

use super::recording;
use crate::files::{Entry, Files};
use crate::recorded::Recorded;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use web_time::SystemTime;

/// The files of this computer.
#[derive(Clone, Copy, Debug, Default)]
pub struct Disk;

impl Files for Disk {
    fn read(&self, path: &Path) -> Result<Vec<u8>, String> {
        let most = flockstep_scenario::MOST_BYTES as u64;
        flockstep_scenario::input::read(path, most).map_err(|error| format!("{}: {error}", path.display()))
    }

    fn recording(&self, path: &Path) -> Option<Result<Arc<dyn Recorded>, String>> {
        path.extension().filter(|ending| ending.eq_ignore_ascii_case(recording::ENDING)).map(|_| recording::open(path))
    }

    /// Into a file beside it first, which then takes its place: a full disk does not cost the old one.
    fn write(&self, path: &Path, text: &str) -> Result<(), String> {
        flockstep_record::file::replace(path, text.as_bytes()).map_err(|error| format!("{}: {error}", path.display()))
    }

    fn modified(&self, path: &Path) -> Option<SystemTime> {
        std::fs::metadata(path).and_then(|about| about.modified()).ok()
    }

    fn list(&self, folder: &Path) -> Result<Vec<Entry>, String> {
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let wrong = |error: std::io::Error| format!("{}: {error}", folder.display());
        let mut entries = Vec::new();
        for entry in std::fs::read_dir(folder).map_err(wrong)?.flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let folder = entry.path().is_dir();
            let shown = [".toml", ".flock"].iter().any(|ending| name.to_lowercase().ends_with(ending));
            if !name.starts_with('.') && (folder || shown) {
                entries.push(Entry { name, folder });
            }
        }
        entries.sort_by_key(|entry| (!entry.folder, entry.name.to_lowercase()));
        Ok(entries)
    }

    fn home(&self) -> PathBuf {
        std::env::current_dir().unwrap_or_default()
    }
    fn whole(&self, path: &Path) -> PathBuf {
        std::path::absolute(path).unwrap_or_else(|_| path.into())
    }
}
