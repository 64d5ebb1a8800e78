//! The answers of a batch to everyone listed, eight at a time, whosever list they are on.
//!
//! How many are on a list cannot be guessed, and a list of one would leave seven lanes empty. So all that are on the lists of
//! agents of one kind are answered in one go, and each answer is added to the steering of the agent on whose list it is.

use super::{Batch, Scratch};
use crate::perceive::{LANES, Listing};
use crate::plan::{Plan, Slot};
use crate::settings::Response;
use crate::steer::{Listed, gather};
use fearless_simd::{Simd, SimdBase, f32x8};

impl<const D: usize> Batch<'_, D> {
    /// Sums up the answers of the behaviors that answer each of those listed.
    pub(super) fn answer<S: Simd>(&self, simd: S, scratch: &mut Scratch<D>) {
        scratch.unanswered.clear();
        if !scratch.seen.hits.all_listed {
            return;
        }
        for few in &scratch.eights {
            for (nth, _) in self.plan(few).slots.iter().enumerate().filter(|(_, slot)| slot.answers_each) {
                scratch.parts[few.parts + nth] = [[0.0; LANES]; D];
            }
        }
        for nth in 0..scratch.seen.hits.listings.len() {
            let listing = scratch.seen.hits.listings[nth].clone();
            let plan = &self.scene.plans[usize::from(listing.kind)];
            let slots = plan.slots.iter().enumerate();
            for (nth, slot) in slots.filter(|(_, slot)| slot.answers_each && slot.sense == Some(listing.sense)) {
                let all = simd.vectorize(
                    #[inline(always)]
                    || self.answer_listed(simd, plan, slot, nth, &listing, scratch),
                );
                if all.is_none() {
                    scratch.unanswered.push((listing.kind, nth));
                }
            }
        }
    }

    #[inline(always)]
    fn answer_listed<S: Simd>(
        &self,
        simd: S,
        plan: &Plan<D>,
        slot: &Slot<D>,
        nth: usize,
        listing: &Listing,
        scratch: &mut Scratch<D>,
    ) -> Option<()> {
        let Scratch { seen, parts, parts_of_block, .. } = scratch;
        let (hits, before) = (&seen.hits, self.scene.before);
        let most = before.len() - 1;
        let zero = [f32x8::splat(simd, 0.0); D];
        for first in listing.hits.clone().step_by(LANES) {
            let left = (listing.hits.end - first).min(LANES);
            // Beyond the last one, rows and owners are any, perhaps of an earlier step.
            let (mut rows, mut owners) = ([0; LANES], [0; LANES]);
            let (found, owned) = hits.rows_and_owners(first);
            for lane in 0..LANES {
                (rows[lane], owners[lane]) = ((found[lane] as usize).min(most), (owned[lane] as usize).min(most));
            }
            let counting = f32x8::from_slice(simd, &COUNTING);
            let mut listed = Listed {
                slot,
                offset: zero,
                velocity: zero,
                own_velocity: zero,
                own_heading: zero,
                max_speed: plan.max_speed,
                there: counting.simd_lt(f32x8::splat(simd, left as f32)),
            };
            for axis in 0..D {
                listed.offset[axis] = f32x8::from_slice(simd, &hits.offsets(axis)[first..first + LANES]);
                listed.velocity[axis] = gather(simd, &before.velocity[axis], &rows);
                listed.own_velocity[axis] = gather(simd, &before.velocity[axis], &owners);
                if slot.response == Response::Face {
                    listed.own_heading[axis] = gather(simd, &before.heading[axis], &owners);
                }
            }
            let answers = slot.rule.answer_eight(&listed)?;
            let answers = answers.map(|axis| axis.to_array());
            for lane in 0..left {
                let place = seen.percepts.place(owners[lane]);
                let part = &mut parts[parts_of_block[place / LANES] as usize + nth];
                for axis in 0..D {
                    part[axis][place % LANES] += answers[axis][lane];
                }
            }
        }
        Some(())
    }
}

const COUNTING: [f32; LANES] = [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0];
