//! What a checkpoint holds: the world's snapshot, of what it is ([`Origin`]), and what the metrics remember
//! ([`Memory`]), one behind the other. Checkpoints of earlier versions lack the second, and those of runs whose metrics
//! remember nothing the third.

use super::memory::Memory;
use super::origin::Origin;
use crate::failure::Failure;
use crate::files::unreadable;
use flockstep_scenario::input;
use std::io::{self, Read};
use std::path::Path;

/// What a snapshot begins with.
const SNAPSHOT: &[u8; 8] = b"FLOCKSTP";
/// The most bytes that stand behind a snapshot.
const MOST_BEHIND: u64 = 1 << 30;

/// The bytes of a checkpoint, taken apart.
#[derive(Debug, PartialEq)]
pub struct Kept<'a> {
    /// The world.
    pub snapshot: &'a [u8],
    /// Of what it is, if it says so.
    pub origin: Option<Origin>,
    /// What the metrics remember, if they do.
    pub memory: Option<Memory>,
}

impl Kept<'_> {
    /// Takes the bytes of a checkpoint apart.
    pub fn split(checkpoint: &[u8]) -> Result<Kept<'_>, &'static str> {
        // What is no snapshot is told by whoever reads it.
        let end = length(checkpoint).and_then(|length| usize::try_from(length).ok());
        let Some((snapshot, rest)) = end.and_then(|end| checkpoint.split_at_checked(end)) else {
            return Ok(Kept { snapshot: checkpoint, origin: None, memory: None });
        };
        let damaged = "what stands behind the world is damaged";
        let (origin, rest) = Origin::split(rest).ok_or(damaged)?;
        let memory = if rest.is_empty() { None } else { Some(Memory::read(rest).ok_or(damaged)?) };
        Ok(Kept { snapshot, origin, memory })
    }
}

/// The bytes of a checkpoint. A file that is none is not read into memory, however long it is.
pub fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    try_read(path).map_err(|error| unreadable(path, &error))
}

fn try_read(path: &Path) -> io::Result<Vec<u8>> {
    let mut file = input::open(path)?;
    let mut bytes = Vec::new();
    (&mut file).take(24).read_to_end(&mut bytes)?;
    // Enough to tell why it is no checkpoint.
    let most = match length(&bytes) {
        Some(length) if bytes.starts_with(SNAPSHOT) => length.saturating_add(MOST_BEHIND),
        _ => 1 << 12,
    };
    file.take(most.saturating_sub(24)).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// How long a snapshot is with its checksum: it says so, without it, at this place.
fn length(snapshot: &[u8]) -> Option<u64> {
    let word = snapshot.get(16..24)?.try_into().ok()?;
    u64::from_le_bytes(word).checked_add(8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_behind_a_world_is_found_and_damage_is_noticed() {
        let mut snapshot = vec![7; 40];
        snapshot[16..24].copy_from_slice(&32u64.to_le_bytes());
        let (origin, memory) = (Origin::default(), Memory::default());
        let whole = [&snapshot[..], &origin.bytes(), &memory.bytes()].concat();
        let kept = Kept { snapshot: &snapshot, origin: Some(origin), memory: Some(memory) };
        assert_eq!(Kept::split(&whole), Ok(kept));
        assert_eq!(Kept::split(&snapshot), Ok(Kept { snapshot: &snapshot, origin: None, memory: None }));
        for at in 40..whole.len() {
            let mut torn = whole.clone();
            torn[at] ^= 1;
            assert!(Kept::split(&torn).is_err(), "{at}");
        }
        for short in 0..40 {
            let kept = Kept { snapshot: &whole[..short], origin: None, memory: None };
            assert_eq!(Kept::split(&whole[..short]), Ok(kept));
        }
    }
}
