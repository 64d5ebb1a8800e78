//! Files, behind a small trait: a desktop has them, a page does not.

use crate::recorded::Recorded;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use web_time::SystemTime;

/// One line of a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its name.
    pub name: String,
    /// Whether it is a folder.
    pub folder: bool,
}

/// Where documents are kept.
pub trait Files {
    /// The bytes of a file.
    fn read(&self, path: &Path) -> Result<Vec<u8>, String>;
    /// The recording in a file, or what is wrong with it; nothing if its name is that of a scenario.
    fn recording(&self, _: &Path) -> Option<Result<Arc<dyn Recorded>, String>> {
        None
    }
    /// Writes a file, whole or not at all.
    fn write(&self, path: &Path, text: &str) -> Result<(), String>;
    /// When a file last changed, if it is there.
    fn modified(&self, path: &Path) -> Option<SystemTime>;
    /// The folders, scenarios and recordings of a folder, folders first.
    fn list(&self, folder: &Path) -> Result<Vec<Entry>, String>;
    /// The folder to begin in.
    fn home(&self) -> PathBuf;
    /// The whole path of one that may be relative to where the program was started.
    fn whole(&self, path: &Path) -> PathBuf;
}

/// No files at all.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoFiles;

impl Files for NoFiles {
    fn read(&self, path: &Path) -> Result<Vec<u8>, String> {
        Err(format!("{}: there are no files here", path.display()))
    }
    fn write(&self, path: &Path, _: &str) -> Result<(), String> {
        Err(format!("{}: there are no files here", path.display()))
    }
    fn modified(&self, _: &Path) -> Option<SystemTime> {
        None
    }
    fn list(&self, _: &Path) -> Result<Vec<Entry>, String> {
        Ok(Vec::new())
    }
    fn home(&self) -> PathBuf {
        PathBuf::new()
    }
    fn whole(&self, path: &Path) -> PathBuf {
        path.into()
    }
}
