//! How a file is known again.

use crate::checksum;
use crate::error::Error;
use flockstep_scenario::input;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;

/// The most bytes that are looked at, at the front and at the end.
const PIECE: u64 = 1 << 16;

/// How a file that grows is known again, up to where it reached: how long it was, and a checksum of its first and of
/// its last bytes. Two runs that differ at all differ in their last rows, so looking at both ends tells them apart in
/// no time, however long the file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// How many bytes it had.
    pub bytes: u64,
    /// Of the first and the last of them.
    pub sum: u64,
}

impl Mark {
    /// Of a file as it is now. Everything must be on the disk.
    pub fn of(path: &Path) -> Result<Mark, Error> {
        let name = path.display().to_string();
        let mut file = input::open(path).map_err(Error::io(format!("read {name}")))?;
        let bytes = file.metadata().map_err(Error::io(format!("read {name}")))?.len();
        let sum = sum(&mut file, bytes).map_err(Error::io(format!("read {name}")))?;
        Ok(Mark { bytes, sum })
    }

    /// Whether a file was once as it was when it was marked. It may have grown since.
    pub fn is_of(&self, path: &Path) -> Result<bool, Error> {
        let reading = || Error::io(format!("read {}", path.display()));
        let mut file = input::open(path).map_err(reading())?;
        let there = file.metadata().map_err(reading())?.len();
        Ok(there >= self.bytes && sum(&mut file, self.bytes).map_err(reading())? == self.sum)
    }
}

/// A checksum of the first and the last bytes of so many.
fn sum(file: &mut File, bytes: u64) -> std::io::Result<u64> {
    let mut seen = bytes.to_le_bytes().to_vec();
    let start = varying(file)?.min(bytes);
    for from in [start, bytes.saturating_sub(PIECE).max(start)] {
        file.seek(SeekFrom::Start(from))?;
        file.take(PIECE.min(bytes - from)).read_to_end(&mut seen)?;
    }
    Ok(checksum(&seen))
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
    fn a_file_that_has_grown_is_known_and_another_one_is_not() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("rows");
        let write = |bytes: &[u8]| std::fs::write(&path, bytes).expect("a file");
        for length in [0u32, 1, 9, 100, 70_000, 300_000] {
            let rows: Vec<u8> = (0..length).map(|nth| (nth % 251) as u8).collect();
            write(&rows);
            let mark = Mark::of(&path).expect("a mark");
            write(&[&rows[..], b"more"].concat());
            assert!(mark.is_of(&path).expect("it can be read"));
            for at in [0, length / 2, length.saturating_sub(1)].into_iter().filter(|at| *at < length) {
                let mut other = rows.clone();
                other[at as usize] ^= 1;
                write(&other);
                // The middle of a long file is not looked at.
                let seen = length < 100_000 || at == 0 || at + 1 == length;
                assert_eq!(mark.is_of(&path).expect("it can be read"), !seen, "{length} {at}");
                write(&rows[..at as usize]);
                assert!(!mark.is_of(&path).expect("it can be read"), "cut short");
            }
        }
    }
}
