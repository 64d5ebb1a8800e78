//! Files that a command writes: refused in time, written whole.

use crate::csv::Rows;
use crate::failure::{Failure, plain};
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Refuses a file that exists, unless it may be overwritten.
pub fn refuse_existing(path: &Path, force: bool) -> Result<(), Failure> {
    // A dangling link counts as existing: it was put there by someone.
    if force || path.symlink_metadata().is_err() {
        return Ok(());
    }
    Err(Failure::Input(format!("{} exists already; --force overwrites it", path.display())))
}

/// Creates a file for writing. Without `force` one that appeared in the meantime is refused.
pub fn create(path: &Path, force: bool) -> Result<File, Failure> {
    let mut options = File::options();
    options.write(true);
    let opened =
        if force { options.create(true).truncate(true).open(path) } else { options.create_new(true).open(path) };
    opened.map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => {
            Failure::Input(format!("{} exists already; --force overwrites it", path.display()))
        }
        _ => Failure::io(format!("write {}", path.display()), &error),
    })
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

/// The file beside `path` in which its next content is made.
pub fn beside(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(".partial");
    path.with_file_name(name)
}

/// Whether a file beside `path` can be made, found out before a long run and not after it.
pub fn try_beside(path: &Path) -> Result<(), Failure> {
    let beside = beside(path);
    let tried = File::create(&beside).and_then(|_| fs::remove_file(&beside));
    tried.map_err(|error| Failure::io(format!("write {}", beside.display()), &error))
}

/// Replaces a file in one go: whoever looks, and whatever fails, finds the old content or the new one, never a part.
pub fn replace(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let beside = beside(path);
    let written = File::create(&beside)
        .and_then(|mut file| {
            file.write_all(bytes)?;
            file.sync_all()
        })
        .and_then(|()| fs::rename(&beside, path))
        .and_then(|()| sync_folder(path));
    written.map_err(|error| {
        let _ = fs::remove_file(&beside);
        Failure::io(format!("write {}", path.display()), &error)
    })
}

/// Makes the rename itself last. Only Unix lets a folder be synced.
pub fn sync_folder(path: &Path) -> io::Result<()> {
    if cfg!(unix) {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        File::open(folder)?.sync_all()?;
    }
    Ok(())
}

/// The bytes of a file the user named.
pub fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    fs::read(path).map_err(|error| Failure::Input(format!("cannot read {}: {}", path.display(), plain(&error))))
}

/// Where rows go: a file, or the standard output.
pub struct Sink {
    name: String,
    out: Box<dyn Write>,
    live: bool,
}

impl Sink {
    /// Into a file.
    pub fn file(path: &Path, force: bool) -> Result<Sink, Failure> {
        let out = BufWriter::with_capacity(1 << 20, create(path, force)?);
        Ok(Sink { name: path.display().to_string(), out: Box::new(out), live: false })
    }
    /// To the standard output, passed on at once: someone may be watching.
    pub fn stdout() -> Sink {
        let out = BufWriter::with_capacity(1 << 20, io::stdout());
        Sink { name: "to the standard output".into(), out: Box::new(out), live: true }
    }
    /// Writes whole rows and leaves room for the next.
    pub fn take(&mut self, rows: &mut Rows) -> Result<(), Failure> {
        let written = self.out.write_all(rows.bytes());
        rows.clear();
        written.and_then(|()| if self.live { self.out.flush() } else { Ok(()) }).map_err(|error| self.failed(&error))
    }
    /// Writes what is still held back.
    pub fn flush(&mut self) -> Result<(), Failure> {
        self.out.flush().map_err(|error| self.failed(&error))
    }
    fn failed(&self, error: &io::Error) -> Failure {
        Failure::io(format!("write {}", self.name), error)
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
