//! A file in the making, beside the one it is to become: whoever looks finds the old file or the whole new one.

use crate::failure::{Failure, plain};
use crate::files::refuse_existing;
use flockstep_record::{beside, sync_folder};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// A file in the making. It is gone if it is dropped before it is finished.
pub struct Partial {
    path: PathBuf,
    beside: PathBuf,
    force: bool,
}

impl Partial {
    /// Begins it, so that a place where nothing can be written is known before anything runs.
    pub fn begin(path: &Path, force: bool) -> Result<(Partial, File), Failure> {
        let refused = |error: &io::Error| Failure::Input(format!("cannot write {}: {}", path.display(), plain(error)));
        if path.is_dir() {
            return Err(refused(&io::Error::other("it is a folder")));
        }
        refuse_existing(path, force)?;
        let beside = beside(path);
        let file = File::create(&beside).map_err(|error| refused(&error))?;
        Ok((Partial { path: path.into(), beside, force }, file))
    }

    /// Where it is made.
    pub fn beside(&self) -> &Path {
        &self.beside
    }

    /// It is whole: from now on it has its name. Gives its size in bytes.
    pub fn finish(self) -> Result<u64, Failure> {
        // Somebody may have put a file there in the meantime.
        refuse_existing(&self.path, self.force)?;
        let bytes = File::open(&self.beside).and_then(|file| {
            file.sync_all()?;
            fs::rename(&self.beside, &self.path)?;
            sync_folder(&self.path)?;
            Ok(file.metadata()?.len())
        });
        bytes.map_err(|error| Failure::io(format!("write {}", self.path.display()), &error))
    }
}

impl Drop for Partial {
    fn drop(&mut self) {
        // Gone already if it was finished.
        let _ = fs::remove_file(&self.beside);
    }
}
