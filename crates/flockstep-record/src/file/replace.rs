//! A file that is replaced in one go.

use super::place::{Place, Standing};
use std::fs::{File, Permissions};
use std::io::{self, Write};
use std::path::Path;
use tempfile::{Builder, NamedTempFile};

/// Letters of a file's name that the name of its next content begins with: with the rest it stays a name that every
/// disk takes.
const LETTERS: usize = 40;
/// What its name ends in.
pub(super) const ENDING: &str = ".partial";

/// The next content of a file, made beside it: whoever looks, and whatever fails, finds the old content or the new one,
/// never a part. It is gone if it is dropped before it is committed.
///
/// It is made under a random name that nothing had, so it is never written through a link that someone has put there,
/// and no file of someone else is in its way.
pub struct Replacement {
    place: Place,
    beside: NamedTempFile,
}

impl Replacement {
    /// Begins it, so that a place where nothing can be written is known before anything runs.
    pub fn begin(path: &Path) -> io::Result<Replacement> {
        Replacement::named(path, None)
    }

    /// The same under a random name that is known already, so that whoever comes after a kill can take it away.
    pub(super) fn named(path: &Path, random: Option<&str>) -> io::Result<Replacement> {
        let place = Place::find(path)?;
        place.replaceable()?;
        let old = if place.standing == Standing::File {
            // Who may not write into a file may not replace it either, though the folder would allow that.
            Some(File::options().write(true).open(&place.path)?)
        } else {
            None
        };
        let prefix = prefix(&place)?;
        let mut builder = Builder::new();
        match random {
            Some(random) => builder.prefix(&prefix).suffix(random).rand_bytes(0),
            None => builder.prefix(&prefix).suffix(ENDING).rand_bytes(10),
        };
        if let Some(permissions) = usual_permissions() {
            builder.permissions(permissions);
        }
        let beside = builder.tempfile_in(place.folder())?;
        if let Some(old) = old {
            take_after(beside.as_file(), &old)?;
        }
        Ok(Replacement { place, beside })
    }

    /// The file in the making.
    pub fn file(&self) -> &File {
        self.beside.as_file()
    }
    /// Where it is made.
    pub fn beside(&self) -> &Path {
        self.beside.path()
    }

    /// Makes it this, and commits it.
    pub(super) fn fill(self, bytes: &[u8]) -> io::Result<()> {
        self.file().write_all(bytes)?;
        self.commit(true).map(|_| ())
    }

    /// It is whole: from now on it has its name, for good. Gives its size in bytes. Without `force` a file that someone
    /// has put there in the meantime is an error of the kind [`io::ErrorKind::AlreadyExists`], and stays.
    pub fn commit(self, force: bool) -> io::Result<u64> {
        self.file().sync_all()?;
        let bytes = self.beside.path().metadata()?.len();
        let now = Place { standing: Place::find(&self.place.path)?.standing, ..self.place };
        now.replaceable()?;
        let kept = if force { self.beside.persist(&now.path) } else { self.beside.persist_noclobber(&now.path) };
        kept.map_err(|refused| refused.error)?;
        sync_folder(now.folder())?;
        Ok(bytes)
    }
}

/// What the name of the next content of a file begins with.
pub(super) fn prefix(place: &Place) -> io::Result<String> {
    let name = place.path.file_name().ok_or_else(|| io::Error::other("it has no name of a file"))?;
    Ok(format!(".{}.", name.to_string_lossy().chars().take(LETTERS).collect::<String>()))
}

/// Replaces a file in one go.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    Replacement::begin(path)?.fill(bytes)
}

/// What a new file may be read and written by: what the user's mask leaves of it.
fn usual_permissions() -> Option<Permissions> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        Some(Permissions::from_mode(0o666))
    }
    #[cfg(not(unix))]
    None
}

/// The mode of the file that is to be replaced, and where that is allowed its owner.
fn take_after(new: &File, old: &File) -> io::Result<()> {
    let about = old.metadata()?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, fchown};
        let own = new.metadata()?;
        if (own.uid(), own.gid()) != (about.uid(), about.gid()) {
            // Only root can; else the file is the user's, who could have written the other one.
            let _ = fchown(new, Some(about.uid()), Some(about.gid()));
        }
    }
    new.set_permissions(about.permissions())
}

/// Makes the rename itself last. Only Unix lets a folder be synced.
fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) {
        File::open(folder)?.sync_all()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn folder() -> tempfile::TempDir {
        tempfile::tempdir().expect("a folder")
    }

    #[test]
    fn a_replaced_file_has_the_new_content_and_leaves_nothing_beside_it() {
        let folder = folder();
        let path = folder.path().join("world.bin");
        for content in [&b"first"[..], b"second and longer", b"3"] {
            assert!(replace(&path, content).is_ok());
            assert_eq!(fs::read(&path).expect("it was written"), content);
        }
        drop(Replacement::begin(&path).expect("it can be replaced"));
        assert_eq!(fs::read_dir(folder.path()).expect("it exists").count(), 1);
        assert!(replace(&folder.path().join("missing/world.bin"), b"x").is_err());
        assert!(replace(folder.path(), b"x").is_err_and(|error| error.to_string().contains("a folder")));
    }

    #[test]
    fn what_came_in_the_meantime_stays_unless_it_is_forced() {
        let folder = folder();
        let path = folder.path().join("a.png");
        for (force, kept) in [(false, &b"mine"[..]), (true, b"ours")] {
            let _ = fs::remove_file(&path);
            let replacement = Replacement::begin(&path).expect("it can be begun");
            replacement.file().write_all(b"ours").expect("it can be written");
            fs::write(&path, b"mine").expect("a file in the meantime");
            let committed = replacement.commit(force);
            assert_eq!(committed.is_ok(), force);
            assert_eq!(fs::read(&path).expect("a file"), kept);
            assert_eq!(fs::read_dir(folder.path()).expect("it exists").count(), 1);
        }
    }

    #[cfg(unix)]
    #[test]
    fn the_mode_stays_and_links_are_followed() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = folder();
        let (path, link, loose) = (folder.path().join("a"), folder.path().join("link"), folder.path().join("loose"));
        fs::write(&path, b"old").expect("a file");
        fs::set_permissions(&path, Permissions::from_mode(0o640)).expect("its mode");
        symlink("a", &link).expect("a link");
        symlink("not/there", &loose).expect("a link to nowhere");
        replace(&link, b"new").expect("it can be replaced");
        assert_eq!(fs::read(&path).expect("the file"), b"new");
        assert_eq!(path.metadata().expect("the file").permissions().mode() & 0o777, 0o640);
        assert_eq!(fs::read_link(&link).expect("still a link"), Path::new("a"));
        assert!(replace(&loose, b"x").is_err(), "its folder is not there");
        symlink("ring2", folder.path().join("ring1")).expect("a link");
        symlink("ring1", folder.path().join("ring2")).expect("a link");
        assert!(replace(&folder.path().join("ring1"), b"x").is_err());
    }

    #[test]
    fn a_long_name_is_no_obstacle() {
        let folder = folder();
        let path = folder.path().join("ä".repeat(120));
        replace(&path, b"x").expect("it can be written");
        assert_eq!(fs::read(&path).expect("the file"), b"x");
    }
}
