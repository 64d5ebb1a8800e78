//! The parts of a recording: a head of fixed size, then as many bytes as it says.
//!
//! All numbers are little-endian. A head is 48 bytes: four letters, how the content is packed, the step it belongs to, its
//! length in the file, its length once unpacked, a checksum of the content and one of the head itself (xxHash64). So a wrong
//! length is known before memory is asked for.

use crate::checksum;
use crate::error::Error;
use crate::planes;
use std::hash::Hasher;
use std::io::{self, Read};
use twox_hash::XxHash64;

/// What a recording begins with: the magic and the version.
pub(super) const START: &[u8; 12] = b"FLOCKREC\x01\x00\x00\x00";
pub(super) const HEAD: usize = 48;
/// Nothing unpacks to more than so many times what it takes in the file: what packs better is stored as it is. A file
/// cannot make us ask for more memory than it could hold honestly.
const MOST_RATIO: u64 = 256;

/// What a part holds whose content has changed.
const OTHER_CONTENT: &str = "a part whose content is not what its checksum says";
/// How many bytes are read at once.
const BUFFER: usize = 1 << 16;

/// What a part holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// The scenario as text.
    Scenario,
    /// The world at a step.
    Snapshot,
    /// The world at a step, after it was changed from outside.
    Edit,
    /// Controls of agents, given at a step.
    Controls,
    /// Hashes from a step on.
    Hashes,
    /// The end, at the last step.
    Last,
}

impl Kind {
    const ALL: [(Kind, &[u8; 4]); 6] = [
        (Kind::Scenario, b"SCEN"),
        (Kind::Snapshot, b"SNAP"),
        (Kind::Edit, b"EDIT"),
        (Kind::Controls, b"CTRL"),
        (Kind::Hashes, b"HASH"),
        (Kind::Last, b"LAST"),
    ];
    fn letters(self) -> &'static [u8; 4] {
        Kind::ALL.iter().find(|(kind, _)| *kind == self).map_or(b"LAST", |(_, letters)| letters)
    }
}

/// How a part is packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Packing {
    Plain,
    Zstd,
    /// The first bytes of all words of four, then the second ones and so on, then zstd: floats pack better that way.
    SplitZstd,
}

/// What the head of a part says.
#[derive(Clone, Copy, Debug)]
pub(super) struct Head {
    pub kind: Kind,
    packing: Packing,
    pub step: u64,
    /// Bytes in the file.
    pub stored: u64,
    /// Bytes once unpacked.
    pub raw: u64,
    checksum: u64,
}

impl Head {
    fn bytes(&self) -> [u8; HEAD] {
        let mut bytes = [0; HEAD];
        bytes[..4].copy_from_slice(self.kind.letters());
        bytes[4..8].copy_from_slice(&(self.packing as u32).to_le_bytes());
        for (nth, word) in [self.step, self.stored, self.raw, self.checksum].into_iter().enumerate() {
            bytes[8 + 8 * nth..16 + 8 * nth].copy_from_slice(&word.to_le_bytes());
        }
        let checksum = checksum(&bytes[..HEAD - 8]);
        bytes[HEAD - 8..].copy_from_slice(&checksum.to_le_bytes());
        bytes
    }

    /// What a head says, or why it cannot be one.
    pub fn read(bytes: &[u8; HEAD]) -> Result<Head, &'static str> {
        let word = |at: usize| {
            let word: [u8; 8] = std::array::from_fn(|nth| bytes[at + nth]);
            u64::from_le_bytes(word)
        };
        if word(HEAD - 8) != checksum(&bytes[..HEAD - 8]) {
            return Err("a part whose checksum is wrong");
        }
        let kind = Kind::ALL.iter().find(|(_, letters)| **letters == bytes[..4]).map(|(kind, _)| *kind);
        let packing = match bytes[4..8] {
            [0, 0, 0, 0] => Packing::Plain,
            [1, 0, 0, 0] => Packing::Zstd,
            [2, 0, 0, 0] => Packing::SplitZstd,
            _ => return Err("a part that is packed in an unknown way"),
        };
        let (step, stored, raw, checksum) = (word(8), word(16), word(24), word(32));
        // Far more than any run reaches; counting on from here must not overflow.
        if step > 1 << 62 {
            return Err("a step that cannot be");
        }
        let most = if packing == Packing::Plain { stored } else { stored.saturating_mul(MOST_RATIO) };
        if raw > most {
            return Err("a part that says it unpacks to more than it can");
        }
        Ok(Head { kind: kind.ok_or("a part of an unknown kind")?, packing, step, stored, raw, checksum })
    }

    /// Compares the content behind a head with its checksum, in little memory.
    pub fn verify(&self, input: &mut impl Read) -> Result<(), Error> {
        let mut sum = XxHash64::with_seed(0);
        let (mut left, mut buffer) = (self.stored, vec![0; BUFFER]);
        while left > 0 {
            let room = usize::try_from(left).map_or(BUFFER, |left| left.min(BUFFER));
            let read = input.read(&mut buffer[..room]).map_err(Error::io("read the recording"))?;
            if read == 0 {
                break;
            }
            sum.write(&buffer[..read]);
            left -= read as u64;
        }
        if left == 0 && sum.finish() == self.checksum { Ok(()) } else { Err(damaged(OTHER_CONTENT)) }
    }

    /// The content behind a head.
    pub fn content(&self, input: &mut impl Read) -> Result<Vec<u8>, Error> {
        let reading = |source| Error::Io { doing: "read the recording".into(), source };
        let mut stored = Vec::new();
        input.take(self.stored).read_to_end(&mut stored).map_err(reading)?;
        if stored.len() as u64 != self.stored || checksum(&stored) != self.checksum {
            return Err(damaged(OTHER_CONTENT));
        }
        if self.packing == Packing::Plain {
            return Ok(stored);
        }
        let mut raw = Vec::new();
        let unpacked =
            zstd::Decoder::with_buffer(&stored[..]).and_then(|zstd| zstd.take(self.raw + 1).read_to_end(&mut raw));
        if unpacked.is_err() || raw.len() as u64 != self.raw {
            return Err(damaged("a part that does not unpack"));
        }
        Ok(if self.packing == Packing::SplitZstd { join(&raw) } else { raw })
    }
}

/// A part as it stands in the file.
pub(super) fn part(kind: Kind, step: u64, content: &[u8]) -> Result<Vec<u8>, io::Error> {
    let (packing, stored) = pack(kind, content)?;
    let checksum = checksum(&stored);
    let head = Head { kind, packing, step, stored: stored.len() as u64, raw: content.len() as u64, checksum };
    let mut bytes = head.bytes().to_vec();
    bytes.extend_from_slice(&stored);
    Ok(bytes)
}

fn pack(kind: Kind, content: &[u8]) -> Result<(Packing, Vec<u8>), io::Error> {
    let (packing, packed) = match kind {
        Kind::Snapshot | Kind::Edit => (Packing::SplitZstd, zstd::bulk::compress(&split(content), 1)?),
        Kind::Scenario => (Packing::Zstd, zstd::bulk::compress(content, 9)?),
        // Hashes look like noise, and the rest is short.
        Kind::Hashes | Kind::Controls | Kind::Last => return Ok((Packing::Plain, content.to_vec())),
    };
    let pays = packed.len() < content.len() && content.len() as u64 <= packed.len() as u64 * MOST_RATIO;
    Ok(if pays { (packing, packed) } else { (Packing::Plain, content.to_vec()) })
}

/// The first bytes of all words of four, then the second ones and so on; what is left over comes last.
fn split(bytes: &[u8]) -> Vec<u8> {
    let (words, rest) = bytes.as_chunks::<4>();
    let mut out = Vec::with_capacity(bytes.len());
    planes::split(words.iter().map(|word| u32::from_le_bytes(*word)), &mut out);
    out.extend_from_slice(rest);
    out
}

fn join(bytes: &[u8]) -> Vec<u8> {
    let words = bytes.len() / 4;
    let mut out = Vec::with_capacity(bytes.len());
    for word in 0..words {
        out.extend((0..4).map(|nth| bytes[nth * words + word]));
    }
    out.extend_from_slice(&bytes[4 * words..]);
    out
}

pub(super) fn damaged(what: &str) -> Error {
    Error::Input(format!("the recording is damaged: it holds {what}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_split_is_joined_again() {
        for length in 0..20u8 {
            let bytes: Vec<u8> = (0..length).collect();
            assert_eq!(join(&split(&bytes)), bytes);
        }
    }

    #[test]
    fn no_part_unpacks_to_more_than_it_may() {
        let zeros = vec![0; 1 << 20];
        let part = part(Kind::Snapshot, 3, &zeros).expect("it packs");
        let head: [u8; HEAD] = std::array::from_fn(|at| part[at]);
        let head = Head::read(&head).expect("a head");
        assert!(head.raw <= head.stored * MOST_RATIO);
        assert_eq!(head.content(&mut &part[HEAD..]).expect("content"), zeros);
    }
}
