//! What a checkpoint holds behind the world: what the metrics remember, so that a resumed run counts on and not anew.
//!
//! `FLOCKMEM`, how many words the captures by group are, those, the words of the observer, and a checksum over all that; numbers
//! are little-endian. A checkpoint of a run without such metrics is the world's snapshot and nothing else.

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

    /// Takes the bytes of a checkpoint apart: the world's snapshot, and what stands behind it if anything does.
    pub fn split(checkpoint: &[u8]) -> Result<(&[u8], Option<Memory>), &'static str> {
        // A snapshot says how long it is, without its checksum, at this place. What is none is told by whoever reads it.
        let length = checkpoint.get(16..24).and_then(|word| word.try_into().ok()).map(u64::from_le_bytes);
        let end = length.and_then(|length| usize::try_from(length).ok()?.checked_add(8));
        match end.and_then(|end| checkpoint.split_at_checked(end)) {
            Some((snapshot, rest)) if !rest.is_empty() => {
                Ok((snapshot, Some(Memory::read(rest).ok_or("what stands behind the world is damaged")?)))
            }
            _ => Ok((checkpoint, None)),
        }
    }

    fn read(bytes: &[u8]) -> Option<Memory> {
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
        let mut snapshot = vec![7; 40];
        snapshot[16..24].copy_from_slice(&32u64.to_le_bytes());
        let whole = [&snapshot[..], &memory.bytes()].concat();
        assert_eq!(Memory::split(&whole), Ok((&snapshot[..], Some(memory))));
        assert_eq!(Memory::split(&snapshot), Ok((&snapshot[..], None)));
        for at in 40..whole.len() {
            let mut torn = whole.clone();
            torn[at] ^= 1;
            assert!(Memory::split(&torn).is_err() && Memory::split(&whole[..at.max(41)]).is_err(), "{at}");
        }
        for short in 0..40 {
            assert_eq!(Memory::split(&whole[..short]), Ok((&whole[..short], None)));
        }
    }
}
