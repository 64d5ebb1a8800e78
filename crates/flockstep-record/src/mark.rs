//! How a file is known again.

use crate::error::Error;
use flockstep_scenario::input;
use std::fs::File;
use std::hash::Hasher;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use twox_hash::XxHash64;

/// The bytes that are read at a time.
const PIECE: usize = 1 << 16;

/// How a file that grows is known again, up to where it reached: how long it was, and a checksum of all of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// How many bytes it had.
    pub bytes: u64,
    /// Of all of them, but for those that change while it grows.
    pub sum: u64,
}

impl Mark {
    /// Whether a file was once as it was when it was marked. It may have grown since.
    pub fn is_of(&self, path: &Path) -> Result<bool, Error> {
        let mut marker = Marker::new(path);
        let there = marker.read_up_to(self.bytes).map_err(Error::io(format!("read {}", path.display())))?;
        Ok(there == *self)
    }
}

/// Who marks a file again and again while it grows, and reads every byte once.
pub struct Marker {
    path: PathBuf,
    /// The bytes that have been read.
    read: u64,
    sum: XxHash64,
}

impl Marker {
    /// Of a file of which nothing has been read.
    pub fn new(path: &Path) -> Marker {
        Marker { path: path.into(), read: 0, sum: XxHash64::with_seed(0) }
    }

    /// The file as it is now. Everything must be on the disk, and what has been marked must be as it was.
    pub fn mark(&mut self) -> Result<Mark, Error> {
        self.read_up_to(u64::MAX).map_err(Error::io(format!("read {}", self.path.display())))
    }

    /// Reads on, as far as there are bytes.
    fn read_up_to(&mut self, bytes: u64) -> std::io::Result<Mark> {
        let mut file = input::open(&self.path)?;
        if self.read == 0 {
            self.read = varying(&mut file)?.min(bytes).min(file.metadata()?.len());
        }
        file.seek(SeekFrom::Start(self.read))?;
        let mut piece = vec![0; PIECE];
        while self.read < bytes {
            let most = usize::try_from(bytes - self.read).map_or(PIECE, |left| left.min(PIECE));
            let count = file.read(&mut piece[..most])?;
            if count == 0 {
                break;
            }
            self.sum.write(&piece[..count]);
            self.read += count as u64;
        }
        Ok(Mark { bytes: self.read, sum: self.sum.finish() })
    }
}

/// How many bytes at the front change while a file grows: the head of a `.npy`, which says how many records follow.
fn varying(file: &mut File) -> std::io::Result<u64> {
    let mut start = [0; 10];
    file.seek(SeekFrom::Start(0))?;
    if file.take(10).read(&mut start)? == 10 && start.starts_with(b"\x93NUMPY") {
        return Ok(10 + u64::from(u16::from_le_bytes([start[8], start[9]])));
    }
    Ok(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_head_of_a_numpy_file_may_change_and_its_records_may_not() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("rows.npy");
        let file = |head: &[u8; 20], records: &[u8]| {
            let bytes = [b"\x93NUMPY\x01\x00\x14\x00", &head[..], records].concat();
            std::fs::write(&path, bytes).expect("a file");
        };
        file(b"{'shape': (3,)     }", b"abc");
        let mark = Marker::new(&path).mark().expect("a mark");
        file(b"{'shape': (5,)     }", b"abcde");
        assert!(mark.is_of(&path).expect("it can be read"));
        file(b"{'shape': (5,)     }", b"Xbcde");
        assert!(!mark.is_of(&path).expect("it can be read"));
    }

    #[test]
    fn a_file_that_has_grown_is_known_and_another_one_is_not() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("rows");
        let write = |bytes: &[u8]| std::fs::write(&path, bytes).expect("a file");
        for length in [0u32, 1, 9, 100, 70_000, 300_000] {
            let rows: Vec<u8> = (0..length).map(|nth| (nth % 251) as u8).collect();
            write(&rows);
            let mut marker = Marker::new(&path);
            let mark = marker.mark().expect("a mark");
            write(&[&rows[..], b"more"].concat());
            assert_eq!(
                marker.mark().expect("a mark"),
                Marker::new(&path).mark().expect("a mark"),
                "read piece by piece"
            );
            assert!(mark.is_of(&path).expect("it can be read"));
            for at in [0, length / 2, length.saturating_sub(1)].into_iter().filter(|at| *at < length) {
                let mut other = rows.clone();
                other[at as usize] ^= 1;
                write(&other);
                assert!(!mark.is_of(&path).expect("it can be read"), "{length} {at}");
                write(&rows[..at as usize]);
                assert!(!mark.is_of(&path).expect("it can be read"), "cut short");
            }
        }
    }
}
