//! Files that a command writes: refused in time, written whole.

use crate::failure::{Failure, plain};
use flockstep_record::csv::{self, Rows};
use flockstep_record::{After, Error, Out, beside};
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Refuses a file that exists, unless it may be overwritten.
pub fn refuse_existing(path: &Path, force: bool) -> Result<(), Failure> {
    // A dangling link counts as existing: it was put there by someone.
    if force || path.symlink_metadata().is_err() {
        return Ok(());
    }
    Err(Failure::Input(format!("{} exists already; --force overwrites it", path.display())))
}

/// Creates a file for writing, before anything runs. Without `force` one that appeared in the meantime is refused.
pub fn create(path: &Path, force: bool) -> Result<File, Failure> {
    let mut options = File::options();
    options.write(true);
    let opened =
        if force { options.create(true).truncate(true).open(path) } else { options.create_new(true).open(path) };
    opened.map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => {
            Failure::Input(format!("{} exists already; --force overwrites it", path.display()))
        }
        _ => unwritable(path, &error),
    })
}

fn unwritable(path: &Path, error: &io::Error) -> Failure {
    Failure::Input(format!("cannot write {}: {}", path.display(), plain(error)))
}

/// Where the file lies, for comparing paths: links and dots resolved as far as the path exists.
pub fn location(path: &Path) -> PathBuf {
    if let Ok(whole) = path.canonicalize() {
        return whole;
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    match (folder.canonicalize(), path.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => path.to_path_buf(),
    }
}

/// Whether a file beside `path` can be made, found out before a long run and not after it.
pub fn try_beside(path: &Path) -> Result<(), Failure> {
    let beside = beside(path);
    let tried = File::create(&beside).and_then(|_| fs::remove_file(&beside));
    tried.map_err(|error| unwritable(&beside, &error))
}

/// Replaces a file in one go: whoever looks, and whatever fails, finds the old content or the new one, never a part.
pub fn replace(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    flockstep_record::replace(path, bytes).map_err(|error| Failure::io(format!("write {}", path.display()), &error))
}

/// The most bytes that are read from a pipe or a device, which may have no end.
const MOST_BYTES: u64 = 256 << 20;

/// The bytes of a file the user named.
pub fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    let bytes = File::open(path).and_then(|file| {
        if file.metadata()?.is_file() {
            return fs::read(path);
        }
        let mut bytes = Vec::new();
        let endless = || io::Error::other(format!("it is no file, and goes on after {MOST_BYTES} bytes"));
        let length = file.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
        if length as u64 > MOST_BYTES { Err(endless()) } else { Ok(bytes) }
    });
    bytes.map_err(|error| Failure::Input(format!("cannot read {}: {}", path.display(), plain(&error))))
}

/// A file that rows go into, the heads of its columns first.
pub struct Sink {
    out: Out,
    heads: Vec<u8>,
}

impl Sink {
    /// A new file with these heads.
    pub fn file(path: &Path, force: bool, heads: &Rows) -> Result<Sink, Failure> {
        let mut out = Out::file(path, create(path, force)?);
        out.write(heads.bytes())?;
        Ok(Sink { out, heads: heads.bytes().to_vec() })
    }
    /// The file of the run that this one goes on from: the heads must be its own, and what it says of later steps is cut off.
    pub fn go_on(path: &Path, after: After, heads: &Rows) -> Result<Sink, Failure> {
        let mut file = File::options().read(true).write(true).open(path).map_err(|error| unwritable(path, &error))?;
        csv::cut_after(&mut file, &path.display().to_string(), heads.bytes(), after)?;
        Ok(Sink { out: Out::file(path, file), heads: heads.bytes().to_vec() })
    }
    /// Writes whole rows and leaves room for the next.
    pub fn take(&mut self, rows: &mut Rows) -> Result<(), Failure> {
        let written = self.out.write(rows.bytes());
        rows.clear();
        self.whole(written)
    }
    /// Puts what is still held back onto the disk: a checkpoint must not be ahead of it.
    pub fn flush(&mut self) -> Result<(), Failure> {
        let synced = self.out.sync();
        self.whole(synced)
    }
    /// Leaves whole rows behind if writing failed.
    fn whole(&mut self, written: Result<(), Error>) -> Result<(), Failure> {
        written.inspect_err(|_| csv::rescue(&mut self.out, &self.heads)).map_err(Failure::from)
    }
}

impl Drop for Sink {
    /// An error elsewhere ends the run, and what it came to so far is kept.
    fn drop(&mut self) {
        let flushed = self.out.flush();
        let _ = self.whole(flushed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_replaced_file_has_the_new_content_and_leaves_nothing_beside_it() {
        let folder = std::env::temp_dir().join(format!("flockstep-files-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a temporary folder");
        let path = folder.join("world.bin");
        for content in [&b"first"[..], b"second and longer", b"3"] {
            assert!(replace(&path, content).is_ok());
            assert_eq!(fs::read(&path).expect("it was written"), content);
        }
        assert_eq!(fs::read_dir(&folder).expect("it exists").count(), 1);
        assert!(replace(&folder.join("missing/world.bin"), b"x").is_err());
        let _ = fs::remove_dir_all(&folder);
    }

    #[test]
    fn the_same_file_has_one_location() {
        assert_eq!(location(Path::new("./a/../x.csv")), location(Path::new("./a/../x.csv")));
        assert_eq!(location(Path::new("./x.csv")), location(Path::new("x.csv")));
        assert_ne!(location(Path::new("y.csv")), location(Path::new("x.csv")));
    }
}
