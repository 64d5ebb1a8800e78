//! A snapshot that carries its scenario: without it nothing could be edited by path after a restore.
//!
//! Layout: the engine's own snapshot, the text of the scenario, its checksum and its length as two little-endian words
//! of eight bytes, and `FLOCKTML`. What begins like a snapshot and ends otherwise is one of the engine's own.

use flockstep::Error;

const END: &[u8; 8] = b"FLOCKTML";

/// Puts the two together.
pub fn join(mut state: Vec<u8>, scenario: &str) -> Vec<u8> {
    state.extend_from_slice(scenario.as_bytes());
    state.extend_from_slice(&checksum(scenario.as_bytes()).to_le_bytes());
    state.extend_from_slice(&(scenario.len() as u64).to_le_bytes());
    state.extend_from_slice(END);
    state
}

/// The engine's snapshot, and the scenario if there is one.
pub fn split(bytes: &[u8]) -> Result<(&[u8], Option<&str>), Error> {
    let damaged = || Error::Snapshot("damaged: the scenario at its end".into());
    let Some(rest) = bytes.strip_suffix(END) else { return Ok((bytes, None)) };
    let (rest, length) = word(rest).ok_or_else(damaged)?;
    let (rest, sum) = word(rest).ok_or_else(damaged)?;
    let at = usize::try_from(length).ok().and_then(|length| rest.len().checked_sub(length)).ok_or_else(damaged)?;
    let (state, text) = rest.split_at(at);
    if checksum(text) != sum {
        return Err(damaged());
    }
    Ok((state, Some(std::str::from_utf8(text).map_err(|_| damaged())?)))
}

/// The last word of eight bytes, and what is before it.
fn word(bytes: &[u8]) -> Option<(&[u8], u64)> {
    bytes.split_last_chunk().map(|(rest, word)| (rest, u64::from_le_bytes(*word)))
}

/// FNV-1a (Fowler, Noll and Vo).
fn checksum(bytes: &[u8]) -> u64 {
    let add = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01B3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, add)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_joined_is_split_again() {
        let whole = join(b"state".to_vec(), "dimensions = 2\n");
        assert_eq!(split(&whole), Ok((&b"state"[..], Some("dimensions = 2\n"))));
        assert_eq!(split(b"state"), Ok((&b"state"[..], None)));
    }

    #[test]
    fn a_changed_or_missing_byte_is_noticed() {
        let whole = join(b"state".to_vec(), "dimensions = 2\n");
        let end = whole.len() - END.len();
        for at in 5..end {
            let mut changed = whole.clone();
            changed[at] ^= 1;
            assert!(split(&changed).is_err(), "byte {at}");
        }
        for at in 5..end {
            let mut shorter = whole.clone();
            shorter.remove(at);
            assert!(split(&shorter).is_err(), "byte {at}");
        }
    }
}
