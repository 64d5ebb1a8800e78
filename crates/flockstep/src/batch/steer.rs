//! The `steer` stage of a batch: each behavior's weighted steering.

use super::few::{Few, Lanes, load, pack, unpack};
use super::{Batch, Output, Scratch};
use crate::number::Number;
use crate::perceive::{Block, Perceived, Percept, Percepts};
use crate::plan::{Plan, Slot};
use crate::settings::When;
use crate::steer::{Eight, Me, View};
use crate::vector::scale;
use fearless_simd::{Simd, SimdBase, f32x8};
use std::cell::Cell;

impl<const D: usize> Batch<'_, D> {
    /// The `steer` stage: each behavior's weighted steering.
    pub(super) fn steer<S: Simd>(&self, simd: S, scratch: &mut Scratch<D>, output: &mut Output<D>) {
        let before = self.scene.before;
        let Scratch { seen, eights, parts, single, unanswered, .. } = scratch;
        simd.vectorize(
            #[inline(always)]
            || {
                for few in &*eights {
                    let plan = self.plan(few);
                    let parts = &mut parts[few.parts..few.parts + plan.slots.len()];
                    single.clear();
                    let zero = f32x8::splat(simd, 0.0);
                    let memory = Cell::new(if plan.wanders { load(simd, &before.memory, few) } else { [zero; D] });
                    self.steer_eight(simd, few, plan, seen, unanswered, parts, single, &memory);
                    let mut memory = pack(memory.into_inner());
                    if !single.is_empty() {
                        self.steer_single(few, plan, seen, parts, single, &mut memory);
                    }
                    if plan.wanders {
                        self.store(&memory, &mut output.now.memory, few);
                    }
                }
            },
        );
    }

    /// The behaviors that steer side by side; the others are noted.
    #[inline(always)]
    #[allow(clippy::too_many_arguments)]
    fn steer_eight<S: Simd>(
        &self,
        simd: S,
        few: &Few,
        plan: &Plan<D>,
        seen: &Perceived<D>,
        unanswered: &[(u16, usize)],
        parts: &mut [Lanes<D>],
        single: &mut Vec<usize>,
        memory: &Cell<[f32x8<S>; D]>,
    ) {
        let (scene, before) = (self.scene, self.scene.before);
        let Some(slot) = plan.slots.first() else { return };
        let mut eight = Eight {
            simd,
            scene,
            slot,
            rows: few.rows,
            percepts: const { &Block::EMPTY },
            position: load(simd, &before.position, few),
            velocity: load(simd, &before.velocity, few),
            heading: load(simd, &before.heading, few),
            memory,
            max_speed: plan.max_speed,
            length: plan.length,
        };
        let mut shown = None;
        for (nth, slot) in plan.slots.iter().enumerate() {
            eight.slot = slot;
            // Behaviors that follow one another often share a sense.
            if let Some(sense) = slot.sense.filter(|sense| shown != Some(*sense)) {
                eight.percepts = seen.percepts.at(few.rows[0] as usize, sense).0;
                shown = Some(sense);
            }
            let was = memory.get();
            // Who wanders twice remembers in the order of the list.
            let waits = slot.rule.remembers() && single.iter().any(|nth| plan.slots[*nth].rule.remembers());
            let steering = if slot.answers_each && seen.hits.all_listed && !unanswered.contains(&(few.kind, nth)) {
                Some(unpack(simd, &parts[nth]))
            } else if waits {
                None
            } else {
                slot.rule.steer_eight(&eight)
            };
            let Some(steering) = steering else {
                single.push(nth);
                continue;
            };
            parts[nth] = pack(scale(steering, f32x8::splat(simd, slot.weight)));
            if slot.when != When::Always {
                for (lane, row) in few.rows().enumerate() {
                    if !is_on(slot, row, &seen.percepts) {
                        parts[nth].iter_mut().for_each(|axis| axis[lane] = 0.0);
                        // What is off remembers nothing new either.
                        let mut now = memory.get();
                        (0..D).for_each(|axis| now[axis].set_lane(lane, was[axis].lane(lane)));
                        memory.set(now);
                    }
                }
            }
        }
    }

    /// The behaviors that steer one agent at a time.
    #[allow(clippy::too_many_arguments)]
    fn steer_single(
        &self,
        few: &Few,
        plan: &Plan<D>,
        seen: &Perceived<D>,
        parts: &mut [Lanes<D>],
        single: &[usize],
        memory: &mut Lanes<D>,
    ) {
        let scene = self.scene;
        for (lane, row) in few.rows().enumerate() {
            let me = Me::new(&scene.before.row(row), plan, row);
            let mut remembered = std::array::from_fn(|axis| memory[axis][lane]);
            for nth in single {
                let slot = &plan.slots[*nth];
                let count = slot.sense.map_or(0, |sense| seen.percepts.count(row, sense));
                let mut part = [0.0; D];
                if is_on(slot, row, &seen.percepts) && !slot.rule.rests(count) {
                    let percept =
                        &slot.sense.map_or(Percept::EMPTY, |sense| seen.percepts.of(row, sense, &plan.senses[sense]));
                    let (weight, hits) = (slot.weight, &seen.hits);
                    let mut view = View { me, percept, plan, slot, scene, hits, memory: remembered, weight };
                    part = slot.rule.steer(&mut view);
                    part = scale(part, view.weight);
                    remembered = view.memory;
                }
                for axis in 0..D {
                    parts[*nth][axis][lane] = part[axis];
                }
            }
            for axis in 0..D {
                memory[axis][lane] = remembered[axis];
            }
        }
    }
}

/// Whether a behavior is switched on by what its agent perceives.
#[inline(always)]
pub(crate) fn is_on<const D: usize>(slot: &Slot<D>, row: usize, percepts: &Percepts<D>) -> bool {
    let someone = || percepts.count(row, slot.when_sense) > 0;
    match slot.when {
        When::Always => true,
        When::Alone | When::Leading => !someone(),
        When::Following | When::Threatened => someone(),
    }
}
