//! Controls of agents as bytes.

use super::part::damaged;
use crate::error::Error;
use flockstep::{AgentId, Control};

/// The control of an agent: its id, and what it was told, or that it was let go.
pub(super) type Given<const D: usize> = (AgentId, Option<Control<D>>);

/// Appends a control.
pub(super) fn put<const D: usize>(bytes: &mut Vec<u8>, (id, control): Given<D>) {
    bytes.extend_from_slice(&id.0.to_le_bytes());
    let mut numbers = [0.0f32; 3];
    let kind = match control {
        None => 0,
        Some(Control::Direction(direction)) => {
            numbers[..D].copy_from_slice(&direction);
            1
        }
        Some(Control::Helm { helm, pitch, thrust }) => {
            numbers = [helm, pitch, thrust];
            2
        }
    };
    bytes.push(kind);
    numbers.iter().for_each(|number| bytes.extend_from_slice(&number.to_le_bytes()));
}

/// Reads all controls of a part.
pub(super) fn read<const D: usize>(bytes: &[u8]) -> Result<Vec<Given<D>>, Error> {
    let (records, rest) = bytes.as_chunks::<17>();
    if !rest.is_empty() {
        return Err(damaged("half a control"));
    }
    let word = |record: &[u8; 17], at: usize| -> [u8; 4] { std::array::from_fn(|nth| record[at + nth]) };
    let given = |record: &[u8; 17]| {
        let numbers: [f32; 3] = std::array::from_fn(|nth| f32::from_le_bytes(word(record, 5 + 4 * nth)));
        let [helm, pitch, thrust] = numbers;
        let control = match record[4] {
            0 => None,
            1 => Some(Control::Direction(std::array::from_fn(|axis| numbers[axis]))),
            2 => Some(Control::Helm { helm, pitch, thrust }),
            _ => return Err(damaged("an unknown control")),
        };
        Ok((AgentId(u32::from_le_bytes(word(record, 0))), control))
    };
    records.iter().map(given).collect()
}
