//! A fingerprint of the world's state: equal worlds have equal hashes, on any machine.

use super::World;
use crate::agents::Row;

impl<const D: usize> World<D> {
    /// A hash of every agent and of the step count. It does not depend on the order of the rows.
    pub fn hash(&self) -> u64 {
        let agents = &self.state.agents;
        let hashes = (0..agents.len()).map(|row| agent(&agents.row(row), &self.plans.group_of));
        let sum = hashes.fold(0u64, u64::wrapping_add);
        mix(mix(sum ^ self.state.step) ^ agents.len() as u64)
    }
}

fn agent<const D: usize>(row: &Row<D>, group_of: &[usize]) -> u64 {
    let mut hash = mix(u64::from(row.id.0) << 16 | group_of[usize::from(row.kind)] as u64);
    let numbers = row.position.iter().chain(&row.velocity).chain(&row.heading).chain(&row.memory);
    for number in numbers.chain(std::iter::once(&row.spin)) {
        // Both zeros are the same number.
        let number = if *number == 0.0 { 0.0 } else { *number };
        hash = mix(hash ^ u64::from(number.to_bits()));
    }
    hash
}

/// Spreads every bit of a word over all of it (the finaliser of SplitMix64, Steele et al. 2014).
fn mix(word: u64) -> u64 {
    let word = word.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ (word >> 31)
}
