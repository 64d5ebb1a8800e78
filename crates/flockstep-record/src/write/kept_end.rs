//! The end of a Parquet file that has none yet, in a file beside it (`.resume`).
//!
//! Nobody has named that file, so no link is followed and nobody else's file is replaced: what stands there is such an
//! end, or the run is refused.

use crate::error::Error;
use crate::file::Lock;
use crate::out::with_ending;
use flockstep_scenario::input;
use parquet::file::metadata::{ParquetMetaData, ParquetMetaDataReader};
use std::fs::{self, File};
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// What a Parquet file begins and ends with.
pub(super) const MAGIC: &[u8; 4] = b"PAR1";

/// Where the end of a file is kept until the file has its own, and the right to write there.
pub(super) struct KeptEnd {
    path: PathBuf,
    lock: Lock,
}

impl KeptEnd {
    /// Of this file.
    pub fn begin(file: &Path) -> Result<KeptEnd, Error> {
        let path = end_beside(file);
        check(&path)?;
        let lock = Lock::take(&path, &format!("process {}", std::process::id()));
        let lock = lock.map_err(|held| Error::file(path.display().to_string(), held.to_string()))?;
        Ok(KeptEnd { path, lock })
    }
    /// Keeps this end.
    pub fn keep(&self, end: &[u8]) -> Result<(), Error> {
        // Something may have been put there since.
        check(&self.path)?;
        self.lock.replace(end).map_err(Error::io(format!("write {}", self.path.display())))
    }
    /// Whether one is kept.
    pub fn exists(&self) -> bool {
        self.path.exists()
    }
    /// The file has its own end now, or is begun anew.
    pub fn remove(self) -> Result<(), Error> {
        check(&self.path)?;
        fs::remove_file(&self.path).map_err(Error::io(format!("remove {}", self.path.display())))
    }
}

/// Where the end of an unfinished file is kept.
pub(super) fn end_beside(path: &Path) -> PathBuf {
    with_ending(path, ".resume")
}

/// Refuses what stands in the place of the end of an unfinished file and is none.
pub(super) fn check(beside: &Path) -> Result<(), Error> {
    let file = match beside.symlink_metadata() {
        Err(_) => return Ok(()),
        Ok(about) if about.is_file() => input::open(beside).ok(),
        Ok(_) => None,
    };
    let ends_as_one = |mut file: File| {
        let mut magic = [0; MAGIC.len()];
        file.seek(SeekFrom::End(-(MAGIC.len() as i64)))?;
        file.read_exact(&mut magic).map(|()| magic == *MAGIC)
    };
    if file.is_some_and(|file| ends_as_one(file).unwrap_or(false)) {
        return Ok(());
    }
    let problem = "it is in the way: here a .parquet file keeps what a resumed run needs, and this is something else";
    Err(Error::file(beside.display().to_string(), problem))
}

/// The end of a file: its own, or if it was never finished the one that is kept beside it.
pub(super) fn old_end(path: &Path, file: &File) -> Result<ParquetMetaData, Error> {
    let beside = end_beside(path);
    check(&beside)?;
    let read = match input::open(&beside) {
        Ok(kept) => ParquetMetaDataReader::new().parse_and_finish(&kept),
        Err(_) => ParquetMetaDataReader::new().parse_and_finish(file),
    };
    read.map_err(|error| {
        let problem = format!("a run goes on only in its own file, and this has no readable end: {error}");
        Error::file(path.display().to_string(), problem)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn nothing_is_kept_through_a_link_or_over_a_file_of_someone_else() {
        let folder = tempfile::tempdir().expect("a folder");
        let (file, beside) = (folder.path().join("o.parquet"), folder.path().join("o.parquet.resume"));
        let victim = folder.path().join("victim");
        fs::write(&victim, "precious PAR1").expect("a file");
        let kept = KeptEnd::begin(&file).expect("nothing is there");
        std::os::unix::fs::symlink("victim", &beside).expect("a link");
        assert!(kept.keep(b"end PAR1").is_err() && KeptEnd::begin(&file).is_err());
        assert_eq!(fs::read(&victim).expect("the file"), b"precious PAR1");
        fs::remove_file(&beside).expect("the link goes");
        fs::write(&beside, "notes").expect("a file");
        assert!(kept.keep(b"end PAR1").is_err());
        fs::remove_file(&beside).expect("the file goes");
        kept.keep(b"end PAR1").expect("nothing is there");
        kept.keep(b"next PAR1").expect("its own is there");
        assert_eq!(fs::read(&beside).expect("the end"), b"next PAR1");
        kept.remove().expect("it goes");
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
    }
}
