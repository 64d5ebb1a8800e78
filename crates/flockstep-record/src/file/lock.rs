//! Two programs that would write the same file.
//!
//! Who writes a file for long locks another one beside it, `.NAME.lock`, which says who that is. The lock is the
//! system's and ends with the process, however that ends: a lock file that a killed run has left behind stops nobody.
//! It is not the output itself that is locked, for a checkpoint is another file each time it is written, and on some
//! systems nobody could read what is locked.
//!
//! The lock file also says under which random name the file's next content is made. A run that is killed in the middle
//! of that leaves both behind, and whoever locks the file next takes exactly that one away: nothing piles up, and no
//! other file is touched.

use super::place::{Place, is_same};
use super::replace::{ENDING, Replacement, prefix};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};

/// What a lock file begins with.
const FIRST_LINE: &str = "flockstep lock\n";
/// Who holds a lock, if nobody says.
const SOMEBODY: &str = "another program";
/// The most bytes of a lock file that are read.
const MOST_BYTES: u64 = 1 << 12;
/// How often it is tried again if the file goes away while it is locked.
const TRIES: usize = 100;

/// The right to write a file, until it is dropped.
#[derive(Debug)]
pub struct Lock {
    /// What is locked.
    path: PathBuf,
    /// The lock file. Nothing where no lock is to be had: a folder that cannot be written, a disk that knows none.
    held: Option<(File, PathBuf)>,
    /// How the name of its next content ends.
    random: String,
}

/// What a lock file says.
#[derive(Default)]
struct Said {
    who: String,
    /// How the name of the next content ends.
    random: String,
}

/// Why a file is not locked.
#[derive(Debug, thiserror::Error)]
pub enum Held {
    /// Someone else writes it.
    #[error("{0} is writing it")]
    By(String),
    /// The lock file cannot be made.
    #[error("{0}")]
    Unknown(io::Error),
}

impl Lock {
    /// Locks a file that is to be written at this path, links followed. `who` is told to whoever comes next.
    pub fn take(path: &Path, who: &str) -> Result<Lock, Held> {
        let target = path.to_path_buf();
        let place = Place::find(path).map_err(Held::Unknown)?;
        let random = format!("{:016x}{ENDING}", RandomState::new().build_hasher().finish());
        let mut name = std::ffi::OsString::from(".");
        name.push(place.path.file_name().unwrap_or_default());
        name.push(".lock");
        let path = place.folder().join(name);
        for _ in 0..TRIES {
            let mut file = match open(&path) {
                Ok(file) => file,
                Err(error) if is_hopeless(&error) => return Ok(Lock { path: target, held: None, random }),
                Err(error) => return Err(Held::Unknown(error)),
            };
            let said = read(&mut file, &path).map_err(Held::Unknown)?;
            match file.try_lock() {
                Err(TryLockError::WouldBlock) => return Err(Held::By(said.who)),
                Err(TryLockError::Error(_)) => {
                    // Of no use to anyone on this disk.
                    let _ = fs::remove_file(&path);
                    return Ok(Lock { path: target, held: None, random });
                }
                Ok(()) => {}
            }
            // Whoever held it may have taken the file away a moment ago; then another one counts.
            let there = path.symlink_metadata().and_then(|there| Ok(is_same(&there, &file.metadata()?)));
            if there.unwrap_or(false) {
                // On a full disk nobody is told; the lock is a lock all the same.
                let text = format!("{FIRST_LINE}{}\n{random}\n", who.replace('\n', " "));
                let _ = file.set_len(0).and_then(|()| file.rewind()).and_then(|()| file.write_all(text.as_bytes()));
                take_away(&place, &said.random);
                return Ok(Lock { path: target, held: Some((file, path)), random });
            }
        }
        Err(Held::By(SOMEBODY.into()))
    }

    /// The path by which it was locked.
    pub fn path(&self) -> &Path {
        &self.path
    }
    /// Begins the next content of the file that is locked.
    pub fn begin(&self) -> io::Result<Replacement> {
        Replacement::named(&self.path, self.held.as_ref().map(|_| self.random.as_str()))
    }
    /// Replaces the file that is locked in one go.
    pub fn replace(&self, bytes: &[u8]) -> io::Result<()> {
        self.begin()?.fill(bytes)
    }
}

/// Takes away what a killed run has left of the next content of a file. Only a name that a lock file says it had is
/// taken.
fn take_away(place: &Place, random: &str) {
    let ours = random
        .strip_suffix(ENDING)
        .is_some_and(|digits| digits.len() == 16 && digits.bytes().all(|digit| digit.is_ascii_hexdigit()));
    if let Ok(prefix) = prefix(place)
        && ours
    {
        let left = place.folder().join(format!("{prefix}{random}"));
        if left.symlink_metadata().is_ok_and(|about| about.is_file()) {
            let _ = fs::remove_file(left);
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        if let Some((file, path)) = self.held.take() {
            // While it is locked: nobody else counts on this file yet.
            let _ = fs::remove_file(path);
            drop(file);
        }
    }
}

/// Whether an error says that nothing can be put into this folder, or no lock be had on this disk.
fn is_hopeless(error: &io::Error) -> bool {
    use io::ErrorKind::{NotFound, PermissionDenied, ReadOnlyFilesystem, StorageFull, Unsupported};
    matches!(error.kind(), NotFound | PermissionDenied | ReadOnlyFilesystem | StorageFull | Unsupported)
}

fn open(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    exactly_here(&mut options);
    match options.read(true).write(true).create(true).truncate(false).open(path) {
        // Of another user: it can be locked all the same.
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied && path.exists() => {
            let mut options = File::options();
            exactly_here(&mut options);
            options.read(true).open(path)
        }
        opened => opened,
    }
}

/// Not through a link, and without waiting at a pipe.
fn exactly_here(options: &mut OpenOptions) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.custom_flags(libc::O_NOFOLLOW | libc::O_NONBLOCK);
    }
    #[cfg(not(unix))]
    let _ = options;
}

/// What a lock file says. One of someone else, who means something else by it, is refused.
fn read(file: &mut File, path: &Path) -> io::Result<Said> {
    let said = if file.metadata()?.is_file() {
        let mut bytes = Vec::new();
        file.take(MOST_BYTES).read_to_end(&mut bytes)?;
        let text = String::from_utf8_lossy(&bytes).into_owned();
        // One that was killed before it said anything has written nothing.
        if text.is_empty() { Some(String::new()) } else { text.strip_prefix(FIRST_LINE).map(str::to_string) }
    } else {
        None
    };
    let in_the_way = || io::Error::other(format!("{} is in the way: it is no lock of flockstep", path.display()));
    let said = said.ok_or_else(in_the_way)?;
    let mut lines = said.lines().map(str::to_string);
    let who = lines.next().filter(|who| !who.is_empty()).unwrap_or(SOMEBODY.into());
    Ok(Said { who, random: lines.next().unwrap_or_default() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_locked_once_and_again_after_that() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("c.bin");
        let first = Lock::take(&path, "process 7: a run").expect("nobody holds it");
        let second = Lock::take(&path, "process 8").expect_err("it is held");
        assert_eq!(second.to_string(), "process 7: a run is writing it");
        Lock::take(&folder.path().join("d.bin"), "process 8").expect("another file");
        drop(first);
        assert_eq!(fs::read_dir(folder.path()).expect("it exists").count(), 0, "lock files go");
        // One that was left behind by a kill stops nobody.
        fs::write(folder.path().join(".c.bin.lock"), "flockstep lock\nprocess 7: it is gone\n").expect("a file");
        Lock::take(&path, "process 9").expect("nobody holds it");
    }

    #[test]
    fn what_a_kill_leaves_is_taken_away_and_nothing_else() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("c.bin");
        let lock = Lock::take(&path, "process 7").expect("nobody holds it");
        lock.replace(b"first").expect("it is written");
        let half = lock.begin().expect("it is begun");
        half.file().write_all(b"half").expect("it is written");
        // As a kill does: nothing is dropped, but the system lets go of the lock.
        let left = half.beside().to_path_buf();
        let (said, half_said) = (fs::read(folder.path().join(".c.bin.lock")).expect("the lock"), fs::read(&left));
        drop((half, lock));
        fs::write(folder.path().join(".c.bin.lock"), said).expect("the lock that was left");
        fs::write(&left, half_said.expect("half of it")).expect("the half that was left");
        fs::write(folder.path().join(".c.bin.0123456789abcdef.partial"), "mine").expect("a file of someone else");
        drop(Lock::take(&path, "process 8").expect("nobody holds it"));
        let mut names: Vec<_> =
            fs::read_dir(folder.path()).expect("it exists").map(|e| e.expect("one").file_name()).collect();
        names.sort();
        assert_eq!(names, [".c.bin.0123456789abcdef.partial", "c.bin"]);
        assert_eq!(fs::read(&path).expect("the file"), b"first");
    }

    #[test]
    fn what_is_no_lock_stays() {
        let folder = tempfile::tempdir().expect("a folder");
        let (path, lock) = (folder.path().join("c.bin"), folder.path().join(".c.bin.lock"));
        fs::write(&lock, "my notes").expect("a file");
        assert!(Lock::take(&path, "").is_err_and(|error| error.to_string().contains("in the way")));
        assert_eq!(fs::read_to_string(&lock).expect("the file"), "my notes");
        #[cfg(unix)]
        {
            fs::rename(&lock, folder.path().join("notes")).expect("another name");
            std::os::unix::fs::symlink("notes", &lock).expect("a link");
            assert!(Lock::take(&path, "").is_err());
            assert_eq!(fs::read_to_string(folder.path().join("notes")).expect("the file"), "my notes");
        }
    }
}
