//! The answers of a batch to everyone listed, eight at a time, whosever list they are on.
//!
//! How many are on a list cannot be guessed, and a list of one would leave seven lanes empty. So all that are on the lists of
//! agents of one kind are answered in one go. Then the answers on the lists of eight agents are summed up side by side: the
//! first of each list, then the second of each, and so on.

use super::Batch;
use super::few::Few;
use crate::perceive::{Block, Hits, LANES, Listing};
use crate::plan::{Plan, Slot};
use crate::settings::Response;
use crate::steer::{Listed, Steers, gather, within};
use crate::vector::{add, choose};
use fearless_simd::{Simd, SimdBase, f32x8, u32x8};
use std::ops::Range;

/// The answer to each hit of a batch, in columns of equal length.
pub(super) struct Answers<const D: usize> {
    columns: [Vec<f32>; D],
    len: usize,
}

impl<const D: usize> Default for Answers<D> {
    fn default() -> Self {
        Answers { columns: std::array::from_fn(|_| Vec::new()), len: 0 }
    }
}

impl<const D: usize> Answers<D> {
    /// Answers all on the lists of agents of one kind. Returns false if that cannot be done side by side.
    #[inline(always)]
    pub fn answer<S: Simd, R: Steers>(
        &mut self,
        simd: S,
        rule: &R,
        batch: &Batch<D>,
        (plan, slot, kind): (&Plan<D>, &Slot<D>, u16),
        hits: &Hits<D>,
    ) -> bool {
        if self.len < hits.len() + LANES {
            self.len = hits.len() + LANES;
            self.columns.iter_mut().for_each(|column| column.resize(self.len, 0.0));
        }
        let mine = |listing: &&Listing| listing.kind == kind && slot.sense == Some(listing.sense);
        for listing in hits.listings.iter().filter(mine) {
            for first in listing.hits.clone().step_by(LANES) {
                let listed = listed(simd, batch, plan, slot, hits, first..listing.hits.end);
                let Some(answers) = rule.answer_eight(&listed) else { return false };
                for axis in 0..D {
                    answers[axis].store_slice(&mut self.columns[axis][first..first + LANES]);
                }
            }
        }
        true
    }

    /// The sums of the answers on the lists of a few agents, which stand in a block.
    #[inline(always)]
    pub fn sum<S: Simd>(&self, simd: S, few: &Few, block: &Block<D>) -> [f32x8<S>; D] {
        let mut counts = block.count;
        // In lanes that nobody is in there may be anything.
        counts[few.count..].fill(0);
        let (count, begin) = (u32x8::from_slice(simd, &counts), u32x8::from_slice(simd, &block.listed));
        let zero = [f32x8::splat(simd, 0.0); D];
        let mut sum = zero;
        for rank in 0..counts.into_iter().fold(0, u32::max) {
            let rank = u32x8::splat(simd, rank);
            let there = rank.simd_lt(count);
            let at = within(&(begin + rank).to_array(), self.len);
            let mut answers = zero;
            for axis in 0..D {
                answers[axis] = gather(simd, &self.columns[axis][..self.len], &at);
            }
            sum = add(sum, choose(there, answers, zero));
        }
        sum
    }
}

/// The first eight of some hits and whose lists they are on.
#[inline(always)]
fn listed<'a, S: Simd, const D: usize>(
    simd: S,
    batch: &Batch<D>,
    plan: &Plan<D>,
    slot: &'a Slot<D>,
    hits: &Hits<D>,
    some: Range<usize>,
) -> Listed<'a, S, D> {
    let before = batch.scene.before;
    // Beyond the last one, rows and owners are any, perhaps of an earlier step.
    let (rows, owners) = hits.rows_and_owners(some.start);
    let (rows, owners) = (within(rows, before.len()), within(owners, before.len()));
    let counting = f32x8::from_slice(simd, &COUNTING);
    let zero = [f32x8::splat(simd, 0.0); D];
    let mut listed = Listed {
        slot,
        offset: zero,
        velocity: zero,
        own_velocity: zero,
        own_heading: zero,
        max_speed: plan.max_speed,
        there: counting.simd_lt(f32x8::splat(simd, some.len() as f32)),
    };
    for axis in 0..D {
        listed.offset[axis] = f32x8::from_slice(simd, &hits.offsets(axis)[some.start..some.start + LANES]);
        let velocity = &before.velocity[axis][..before.len()];
        listed.velocity[axis] = gather(simd, velocity, &rows);
        listed.own_velocity[axis] = gather(simd, velocity, &owners);
        if slot.response == Response::Face {
            listed.own_heading[axis] = gather(simd, &before.heading[axis], &owners);
        }
    }
    listed
}

const COUNTING: [f32; LANES] = [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0];
