//! The answers of a batch to everyone listed, eight at a time, whosever list they are on.
//!
//! How many are on a list cannot be guessed, and a list of one would leave seven lanes empty. So all that are on the
//! lists of agents of one kind are answered in one go: first it is looked up how they move, one by one, then they are
//! answered side by side, then each answer is added to the sum of whoever it belongs to. In loops of their own, because
//! a processor works on several rounds of a short loop at once: a root and a division take long.

use super::eights::Few;
use crate::agents::Columns;
use crate::index::LANES;
use crate::perceive::{Hits, Listing, Percepts};
use crate::settings::Response;
use crate::steer::{Listed, Slot, Steers};
use fearless_simd::{Simd, SimdBase, f32x8};
use std::ops::Range;

/// Room for the answers of a batch.
pub(super) struct Answers<const D: usize> {
    /// How each one listed moves, and how whoever listed it moves and where that points; then the answers, in the first
    /// columns.
    listed: [Vec<f32>; D],
    velocity: [Vec<f32>; D],
    heading: [Vec<f32>; D],
    /// The sum of the answers of each agent, by its place among the percepts.
    sums: [Vec<f32>; D],
}

impl<const D: usize> Default for Answers<D> {
    fn default() -> Self {
        let empty = || std::array::from_fn(|_| Vec::new());
        Answers { listed: empty(), velocity: empty(), heading: empty(), sums: empty() }
    }
}

impl<const D: usize> Answers<D> {
    /// Answers all on the lists of agents of one kind. Returns false if that cannot be done side by side.
    #[inline(always)]
    pub fn answer<S: Simd, R: Steers>(
        &mut self,
        simd: S,
        rule: &R,
        before: &Columns<D>,
        (slot, max_speed, kind): (&Slot<D>, f32, u16),
        hits: &Hits<D>,
        percepts: &Percepts<D>,
    ) -> bool {
        for sums in &mut self.sums {
            sums.clear();
            sums.resize(percepts.places(), 0.0);
        }
        let mine = |listing: &&Listing| listing.kind == kind && slot.sense == Some(listing.sense);
        for listing in hits.listings.iter().filter(mine) {
            let all = listing.hits.clone();
            self.look_up(before, slot, hits, all.clone());
            for at in (0..all.len()).step_by(LANES) {
                let listed = self.eight(simd, (slot, max_speed), hits, at, all.start + at..all.end);
                let Some(answers) = rule.answer_eight(&listed) else { return false };
                for axis in 0..D {
                    answers[axis].store_slice(&mut self.listed[axis][at..at + LANES]);
                }
            }
            let answers = self.listed.each_ref().map(|column| &column[..all.len()]);
            for (at, owner) in hits.owners(all).iter().enumerate() {
                let place = percepts.place(*owner as usize);
                for axis in 0..D {
                    self.sums[axis][place] += answers[axis][at];
                }
            }
        }
        true
    }

    /// Looks up how those move who are listed, and those on whose lists they are.
    #[inline(always)]
    fn look_up(&mut self, before: &Columns<D>, slot: &Slot<D>, hits: &Hits<D>, all: Range<usize>) {
        let len = all.len();
        let columns = self.listed.iter_mut().chain(&mut self.velocity).chain(&mut self.heading);
        for column in columns.filter(|column| column.len() < len + LANES) {
            column.resize(2 * len + LANES, 0.0);
        }
        for axis in 0..D {
            let velocity = &before.velocity[axis][..before.len()];
            let to = self.listed[axis][..len].iter_mut().zip(&mut self.velocity[axis][..len]);
            for ((listed, own), (row, owner)) in to.zip(hits.rows(all.clone()).iter().zip(hits.owners(all.clone()))) {
                (*listed, *own) = (velocity[*row as usize], velocity[*owner as usize]);
            }
            if slot.response == Response::Face {
                for (heading, owner) in self.heading[axis].iter_mut().zip(hits.owners(all.clone())) {
                    *heading = before.heading[axis][*owner as usize];
                }
            }
        }
    }

    /// The first eight of some hits. Beyond the last one there may be anyone.
    #[inline(always)]
    fn eight<'a, S: Simd>(
        &self,
        simd: S,
        (slot, max_speed): (&'a Slot<D>, f32),
        hits: &Hits<D>,
        at: usize,
        some: Range<usize>,
    ) -> Listed<'a, S, D> {
        let zero = [f32x8::splat(simd, 0.0); D];
        let counting = f32x8::from_slice(simd, &COUNTING);
        let mut listed = Listed {
            slot,
            offset: zero,
            velocity: zero,
            own_velocity: zero,
            own_heading: zero,
            max_speed,
            there: counting.simd_lt(f32x8::splat(simd, some.len() as f32)),
        };
        for axis in 0..D {
            let eight = |column: &[f32], at: usize| f32x8::from_slice(simd, &column[at..at + LANES]);
            listed.offset[axis] = eight(hits.offsets(axis), some.start);
            listed.velocity[axis] = eight(&self.listed[axis], at);
            listed.own_velocity[axis] = eight(&self.velocity[axis], at);
            listed.own_heading[axis] = eight(&self.heading[axis], at);
        }
        listed
    }

    /// The sums of the answers of a few agents.
    #[inline(always)]
    pub fn sum<S: Simd>(&self, simd: S, few: &Few, percepts: &Percepts<D>) -> [f32x8<S>; D] {
        let place = percepts.place(few.rows[0] as usize);
        let mut sum = [f32x8::splat(simd, 0.0); D];
        for axis in 0..D {
            sum[axis] = f32x8::from_slice(simd, &self.sums[axis][place..place + LANES]);
        }
        sum
    }
}

const COUNTING: [f32; LANES] = [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0];
