//! What metrics remember, kept behind the world in a checkpoint: a resumed run counts on as if nothing had happened.
//!
//! The file is the snapshot, as the engine makes it, and only if there is anything to remember: words of eight bytes
//! (little-endian; how many the observer remembers, these, and those of the captures), then their number of bytes, their
//! checksum and a mark. So what is not cut short ends in the mark, and one file holds both or neither.

use flockstep::World;
use flockstep::observe::{CaptureCount, Observer};
use flockstep_record::checksum;

const MARK: &[u8; 8] = b"FLOCKMEM";
/// Length, checksum and mark.
const TAIL: usize = 24;

/// What metrics remember.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Memory {
    observer: Vec<u64>,
    captures: Vec<u64>,
}

impl Memory {
    /// What is remembered at this step.
    pub fn of<const D: usize>(world: &World<D>, observer: &Observer<D>, captures: &CaptureCount) -> Memory {
        Memory { observer: observer.memory(), captures: captures.memory(world) }
    }

    /// Makes observers remember. An error is what is wrong with it.
    pub fn give<const D: usize>(
        &self,
        world: &World<D>,
        observer: &mut Observer<D>,
        captures: &mut CaptureCount,
    ) -> Result<(), flockstep::Error> {
        captures.recall(&self.captures)?;
        observer.recall(world, &self.observer)
    }

    /// Whether it says nothing of what was seen.
    pub fn saw_nothing(&self) -> bool {
        self.observer.is_empty()
    }

    /// The bytes of a checkpoint.
    pub fn behind(&self, mut snapshot: Vec<u8>) -> Vec<u8> {
        if self.observer.is_empty() && self.captures.is_empty() {
            return snapshot;
        }
        let words = [&[self.observer.len() as u64], &self.observer[..], &self.captures].concat();
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        snapshot.extend_from_slice(&bytes);
        snapshot.extend_from_slice(&(bytes.len() as u64).to_le_bytes());
        snapshot.extend_from_slice(&checksum(&bytes).to_le_bytes());
        snapshot.extend_from_slice(MARK);
        snapshot
    }

    /// The snapshot in a checkpoint, and what was remembered.
    pub fn split(bytes: &[u8]) -> Result<(&[u8], Memory), String> {
        if !bytes.ends_with(MARK) || bytes.len() < TAIL {
            return Ok((bytes, Memory::default()));
        }
        let (rest, tail) = bytes.split_at(bytes.len() - TAIL);
        let (tail, _) = tail.as_chunks::<8>();
        let length = usize::try_from(u64::from_le_bytes(tail[0])).ok().filter(|length| *length <= rest.len());
        let damaged = || "it is damaged: what was counted is not whole".to_string();
        let (snapshot, words) = rest.split_at(rest.len() - length.ok_or_else(damaged)?);
        let sum = checksum(words);
        let (words, part) = words.as_chunks::<8>();
        let words: Vec<u64> = words.iter().map(|word| u64::from_le_bytes(*word)).collect();
        let seen = words.first().and_then(|seen| usize::try_from(*seen).ok()).filter(|seen| *seen < words.len());
        let whole = part.is_empty() && sum == u64::from_le_bytes(tail[1]);
        match seen.filter(|_| whole) {
            Some(seen) => {
                let (observer, captures) = words[1..].split_at(seen);
                Ok((snapshot, Memory { observer: observer.to_vec(), captures: captures.to_vec() }))
            }
            None => Err(damaged()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_behind_a_snapshot_is_found_again_and_damage_is_noticed() {
        let snapshot = b"FLOCKSTP and so on".to_vec();
        let nothing = Memory::default().behind(snapshot.clone());
        assert_eq!(nothing, snapshot);
        let memory = Memory { observer: vec![3, 1, 4, 1], captures: vec![2, 7, 1] };
        let bytes = memory.behind(snapshot.clone());
        assert_eq!(Memory::split(&bytes), Ok((&snapshot[..], memory)));
        // Whatever is changed in it, or cut off it, does not read as something else that was remembered.
        for at in snapshot.len()..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 0x10;
            let silent = Memory::split(&changed).is_ok_and(|(_, memory)| memory != Memory::default());
            assert!(!silent, "byte {at}");
            let cut = Memory::split(&bytes[..at]).map(|(rest, memory)| (rest.len(), memory));
            assert_eq!(cut, Ok((at, Memory::default())), "then the snapshot itself is too long");
        }
    }
}
