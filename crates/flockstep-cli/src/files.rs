//! Files that a command names: told apart, refused in time, locked while they are written. How they are written is
//! [`flockstep_record::file`]; what they are read by is [`flockstep_scenario::input`].

use crate::failure::{Failure, plain};
use flockstep_record::file::{self, Lock, Place, Replacement, Standing};
use flockstep_record::{After, Error, Out};
use flockstep_record::{csv, csv::Rows};
use flockstep_scenario::input;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

/// The most bytes that are read of a file of metrics.
const MOST_BYTES: u64 = 4 << 30;
/// The most letters of a command that a lock repeats.
const LONGEST: usize = 200;

/// The files of a command, so that none is named twice: what is read is not written, by whatever name.
#[derive(Default)]
pub struct Named(Vec<(String, PathBuf)>);

impl Named {
    /// This one is read, or written by a name of its own.
    pub fn note(&mut self, what: impl Into<String>, path: &Path) {
        self.0.push((what.into(), path.to_path_buf()));
    }
    /// What else this file is, if it has been named already.
    pub fn other(&self, path: &Path) -> Option<&str> {
        self.0.iter().find(|(_, other)| file::is_same_file(other, path)).map(|(what, _)| what.as_str())
    }
    /// An option says that this one is written. One that has been named already is refused.
    pub fn write(&mut self, option: &str, path: &Path) -> Result<(), Failure> {
        if let Some(what) = self.other(path) {
            return Err(Failure::Input(format!("{option} {}: this is the file of {what} too", path.display())));
        }
        self.note(option, path);
        Ok(())
    }
}

/// Looks at a file that is to be replaced as a whole: one that exists is refused unless it may be overwritten, and what
/// is no file is refused in any case.
pub fn check_replaced(path: &Path, force: bool) -> Result<(), Failure> {
    match place(path)?.standing {
        Standing::Nothing | Standing::File => refuse_existing(path, force),
        Standing::Stream(what) | Standing::Other(what) => {
            Err(unwritable(path, &io::Error::other(format!("it is {what}, and only a file is replaced"))))
        }
    }
}

/// Looks at a file that is to be written from its start. A pipe or a device is written to as it is.
pub fn check_written(path: &Path, force: bool) -> Result<(), Failure> {
    match place(path)?.standing {
        Standing::Nothing | Standing::File => refuse_existing(path, force),
        Standing::Stream(_) => Ok(()),
        Standing::Other(what) => Err(unwritable(path, &io::Error::other(format!("it is {what}")))),
    }
}

/// Whether a path leads to a regular file that exists.
pub fn is_file(path: &Path) -> bool {
    Place::find(path).is_ok_and(|place| place.standing == Standing::File)
}

/// Whether a path leads to a pipe or a device.
pub fn is_stream(path: &Path) -> bool {
    Place::find(path).is_ok_and(|place| matches!(place.standing, Standing::Stream(_)))
}

fn place(path: &Path) -> Result<Place, Failure> {
    Place::find(path).map_err(|error| unwritable(path, &error))
}

fn refuse_existing(path: &Path, force: bool) -> Result<(), Failure> {
    // A dangling link counts as existing: it was put there by someone.
    if force || path.symlink_metadata().is_err() { Ok(()) } else { Err(exists(path)) }
}

fn exists(path: &Path) -> Failure {
    Failure::Input(format!("{} exists already; --force overwrites it", path.display()))
}

fn unwritable(path: &Path, error: &io::Error) -> Failure {
    Failure::Input(format!("cannot write {}: {}", path.display(), plain(error)))
}

/// Locks a file until what is returned is dropped. If another program writes it, the error says which.
pub fn lock(path: &Path) -> Result<Lock, Failure> {
    let words: Vec<String> = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    let command: String = words.join(" ").chars().take(LONGEST).collect();
    let who = format!("process {} (flockstep {command})", std::process::id());
    Lock::take(path, &who).map_err(|held| Failure::Input(format!("cannot write {}: {held}", path.display())))
}

/// Whether a file can be written from its start, without changing anything yet.
pub fn try_writing(path: &Path, lock: &Lock) -> Result<(), Failure> {
    match place(path)?.standing {
        Standing::Nothing => begin(lock).map(drop),
        Standing::File => file::go_on(path).map(drop).map_err(|error| unwritable(path, &error)),
        Standing::Stream(_) | Standing::Other(_) => Ok(()),
    }
}

/// Opens a file for writing from its start. Without `force` one that appeared in the meantime is refused.
pub fn create(path: &Path, force: bool) -> Result<File, Failure> {
    file::create(path, force).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => exists(path),
        _ => unwritable(path, &error),
    })
}

/// Replaces a file that is locked in one go: whoever looks, and whatever fails, finds the old content or the new one,
/// never a part.
pub fn replace(lock: &Lock, bytes: &[u8]) -> Result<(), Failure> {
    lock.replace(bytes).map_err(|error| Failure::io(format!("write {}", lock.path().display()), &error))
}

/// Begins the next content of a file that is locked, so that a place where nothing can be written is known before
/// anything runs.
pub fn begin(lock: &Lock) -> Result<Replacement, Failure> {
    lock.begin().map_err(|error| unwritable(lock.path(), &error))
}

/// The next content of a file is whole and takes its place. Without `force` one that appeared in the meantime stays.
#[cfg(feature = "studio")] // what render needs
pub fn commit(replacement: Replacement, path: &Path, force: bool) -> Result<u64, Failure> {
    replacement.commit(force).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => exists(path),
        _ => Failure::io(format!("write {}", path.display()), &error),
    })
}

/// The bytes of a file the user named.
pub fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    input::read(path, MOST_BYTES).map_err(|error| unreadable(path, &error))
}

/// A file that cannot be read is bad input.
pub fn unreadable(path: &Path, error: &io::Error) -> Failure {
    Failure::Input(format!("cannot read {}: {}", path.display(), plain(error)))
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
        let mut file = file::go_on(path).map_err(|error| unwritable(path, &error))?;
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
