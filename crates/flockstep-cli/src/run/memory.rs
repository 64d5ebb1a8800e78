//! What a checkpoint holds behind the world: what the metrics remember, so that a resumed run counts on and not anew.
//!
//! `FLOCKMEM`, how many words the captures by group are, those, the words of the observer, and a checksum over all that; numbers
//! are little-endian.

use flockstep::World;
use flockstep::observe::{CaptureCount, Observer};
use flockstep_record::checksum;

const MAGIC: &[u8; 8] = b"FLOCKMEM";

/// What the metrics remember.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Memory {
    captures: Vec<u64>,
    observer: Vec<u64>,
}

impl Memory {
    /// What is remembered now.
    pub fn of<const D: usize>(captures: &CaptureCount, observer: &Observer<D>) -> Memory {
        Memory { captures: captures.memory().to_vec(), observer: observer.memory() }
    }

    /// Goes on from it. Where it is of another world, the error says so.
    pub fn recall<const D: usize>(
        &self,
        world: &World<D>,
        captures: &mut CaptureCount,
        observer: &mut Observer<D>,
    ) -> Result<(), &'static str> {
        let recalled = captures.recall(&self.captures).and_then(|()| observer.recall(world, &self.observer));
        recalled.ok_or("what it says of metrics is of another world")
    }

    /// As bytes behind a snapshot.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        for word in [self.captures.len() as u64].iter().chain(&self.captures).chain(&self.observer) {
            bytes.extend_from_slice(&word.to_le_bytes());
        }
        let sum = checksum(&bytes);
        bytes.extend_from_slice(&sum.to_le_bytes());
        bytes
    }

    /// What these bytes say, if they are whole.
    pub fn read(bytes: &[u8]) -> Option<Memory> {
        let (bytes, sum) = bytes.split_last_chunk()?;
        let words = bytes.strip_prefix(MAGIC).filter(|_| checksum(bytes) == u64::from_le_bytes(*sum))?;
        let (words, rest) = words.as_chunks::<8>();
        let mut words = words.iter().map(|word| u64::from_le_bytes(*word));
        let count = usize::try_from(words.next()?).ok()?;
        let captures: Vec<u64> = words.by_ref().take(count).collect();
        (captures.len() == count && rest.is_empty()).then(|| Memory { captures, observer: words.collect() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_found_again_and_damage_is_noticed() {
        let memory = Memory { captures: vec![3, 0], observer: vec![1, 2, u64::MAX] };
        let whole = memory.bytes();
        for at in 0..whole.len() {
            let mut torn = whole.clone();
            torn[at] ^= 1;
            assert!(Memory::read(&torn).is_none() && Memory::read(&whole[..at]).is_none(), "{at}");
        }
        assert_eq!(Memory::read(&whole), Some(memory));
    }
}
