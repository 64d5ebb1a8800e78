//! What stands where something is to be written.

use flockstep_scenario::input::what_else;
use std::fs::{FileType, Metadata};
use std::io;
use std::path::{Path, PathBuf};

/// The most links that lead to a file one after the other, as Linux has it.
const MOST_LINKS: usize = 40;

/// Where an output is written, after all links, and what stands there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Where it is written.
    pub path: PathBuf,
    /// What stands there.
    pub standing: Standing,
}

/// What stands where something is to be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Nothing.
    Nothing,
    /// A regular file.
    File,
    /// A pipe or a device that takes one byte after the other.
    Stream(&'static str),
    /// What cannot be written to: a folder, a disk, a socket.
    Other(&'static str),
}

impl Place {
    /// Follows an output to where it leads. A link that leads nowhere leads to where the file would be.
    pub fn find(path: &Path) -> io::Result<Place> {
        let mut path = path.to_path_buf();
        for _ in 0..MOST_LINKS {
            let about = match path.symlink_metadata() {
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    return Ok(Place { path, standing: Standing::Nothing });
                }
                about => about?,
            };
            if !about.is_symlink() {
                return Ok(Place { path, standing: standing(about.file_type()) });
            }
            let to = path.read_link()?;
            path = path.parent().map_or(to.clone(), |folder| folder.join(&to));
        }
        Err(io::Error::other("links lead to one another"))
    }

    /// Refuses what cannot be replaced by a file.
    pub(super) fn replaceable(&self) -> io::Result<()> {
        match self.standing {
            Standing::Nothing | Standing::File => Ok(()),
            Standing::Stream(what) | Standing::Other(what) => {
                Err(io::Error::other(format!("it is {what}, and only a file is replaced")))
            }
        }
    }

    /// The folder that the file is in.
    pub(super) fn folder(&self) -> &Path {
        self.path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
    }
}

fn standing(kind: FileType) -> Standing {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        if kind.is_fifo() {
            return Standing::Stream("a pipe");
        }
        if kind.is_char_device() {
            return Standing::Stream("a device");
        }
    }
    what_else(kind).map_or(Standing::File, Standing::Other)
}

/// Whether two paths lead to one file: by links, by hard links, or because nothing is there yet and both name the same
/// place.
pub fn is_same_file(one: &Path, two: &Path) -> bool {
    if location(one) == location(two) {
        return true;
    }
    match (one.metadata(), two.metadata()) {
        (Ok(one), Ok(two)) => cfg!(unix) && is_same(&one, &two),
        _ => false,
    }
}

/// Where a file lies, links and dots resolved as far as the path exists.
fn location(path: &Path) -> PathBuf {
    let path = Place::find(path).map_or(path.to_path_buf(), |place| place.path);
    if let Ok(whole) = path.canonicalize() {
        return whole;
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    match (folder.canonicalize(), path.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => path,
    }
}

/// Whether two descriptions are of one file.
#[cfg(unix)]
pub fn is_same(one: &Metadata, two: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (one.dev(), one.ino()) == (two.dev(), two.ino())
}

/// Elsewhere a file that is open cannot be removed.
#[cfg(not(unix))]
pub fn is_same(_: &Metadata, _: &Metadata) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_file_is_known_by_any_name() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        assert!(is_same_file(&at("x.csv"), &at("./x.csv")) && !is_same_file(&at("x.csv"), &at("y.csv")));
        std::fs::write(at("a"), "").expect("a file");
        std::fs::write(at("b"), "").expect("a file");
        std::fs::hard_link(at("a"), at("hard")).expect("a hard link");
        assert!(!is_same_file(&at("a"), &at("b")));
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink("a", at("soft")).expect("a link");
            std::os::unix::fs::symlink("later", at("loose")).expect("a link to nowhere");
            for other in ["hard", "soft"] {
                assert!(is_same_file(&at("a"), &at(other)) && !is_same_file(&at("b"), &at(other)), "{other}");
            }
            assert!(is_same_file(&at("loose"), &at("later")) && !is_same_file(&at("loose"), &at("a")));
        }
    }
}
