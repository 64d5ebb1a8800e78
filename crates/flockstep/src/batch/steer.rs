//! The `steer` stage of a batch: each behavior's weighted steering.
//!
//! Behavior by behavior, and for each of them eight agents after eight: what eight agents do does not have to wait for the
//! eight before them, so a processor works on several eights at once.

use super::answer::Answers;
use super::few::{Few, Lanes, Own, load, pack};
use super::{Batch, Output, Scratch};
use crate::perceive::{Block, LANES, Perceived, Percept, Percepts, extremes};
use crate::plan::{Plan, Slot};
use crate::settings::When;
use crate::steer::{Draw, Drawn, Eight, ForRule, Me, Steers, View, gather};
use crate::vector::{Vector, scale};
use crate::world::agents::Columns;
use fearless_simd::{Simd, SimdBase, f32x8};
use std::cell::Cell;

impl<const D: usize> Batch<'_, D> {
    /// The `steer` stage: each behavior's weighted steering.
    pub(super) fn steer<S: Simd>(&self, simd: S, scratch: &mut Scratch<D>, output: &mut Output<D>) {
        let Scratch { seen, eights, own, parts, drawn, answers, .. } = scratch;
        let corners = self.corners(simd);
        for eights in eights.chunk_by(|one, two| one.kind == two.kind) {
            let plan = self.plan(&eights[0]);
            for (nth, slot) in plan.slots.iter().enumerate() {
                let task = Task {
                    simd,
                    batch: self,
                    plan,
                    slot,
                    nth,
                    eights,
                    own,
                    seen,
                    corners,
                    drawn,
                    answers,
                    parts,
                    output,
                };
                slot.rule.hand_to(task);
            }
        }
    }

    /// The least and the greatest coordinates of the batch.
    fn corners<S: Simd>(&self, simd: S) -> [Vector<D>; 2] {
        let mut corners = [[0.0; D]; 2];
        for axis in 0..D {
            let column = &self.scene.before.position[axis][self.first..self.first + self.rows];
            let [least, most] = simd.vectorize(
                #[inline(always)]
                || extremes(simd, column),
            );
            (corners[0][axis], corners[1][axis]) = (least, most);
        }
        corners
    }

    /// The steering of a behavior that is worked out one agent at a time, of those of a few agents whose bits are set.
    #[inline(never)]
    fn steer_single(
        &self,
        (few, some): (&Few, u64),
        plan: &Plan<D>,
        slot: &Slot<D>,
        seen: &Perceived<D>,
        part: &mut Lanes<D>,
        output: &mut Output<D>,
    ) {
        let scene = self.scene;
        for (lane, row) in few.rows().enumerate().filter(|(lane, _)| some >> lane & 1 != 0) {
            let count = slot.sense.map_or(0, |sense| seen.percepts.count(row, sense));
            let mut steering = [0.0; D];
            if is_on(slot, row, &seen.percepts) && !slot.rule.rests(count) {
                let percept =
                    &slot.sense.map_or(Percept::EMPTY, |sense| seen.percepts.of(row, sense, &plan.senses[sense]));
                let me = Me::new(&scene.before.row(row), plan, row);
                let memory = self.remembered(row, output);
                let (hits, weight) = (&seen.hits, slot.weight);
                let mut view = View { me, percept, plan, slot, scene, hits, memory, weight };
                steering = slot.rule.steer(&mut view);
                steering = scale(steering, view.weight);
                let memory = view.memory;
                self.remember(row, memory, output);
            }
            for axis in 0..D {
                part[axis][lane] = steering[axis];
            }
        }
    }

    /// What an agent remembers by now.
    fn remembered(&self, row: usize, output: &Output<D>) -> Vector<D> {
        let memory = &output.now.memory;
        std::array::from_fn(|axis| if memory[axis].is_empty() { 0.0 } else { memory[axis][self.place(row)] })
    }
    fn remember(&self, row: usize, memory: Vector<D>, output: &mut Output<D>) {
        for axis in 0..D {
            if !output.now.memory[axis].is_empty() {
                output.now.memory[axis][self.place(row)] = memory[axis];
            }
        }
    }
}

/// The bits of all agents.
const ALL: u64 = u64::MAX;

/// One behavior of agents of one plan.
struct Task<'a, 'b, S: Simd, const D: usize> {
    simd: S,
    batch: &'a Batch<'a, D>,
    plan: &'a Plan<D>,
    slot: &'a Slot<D>,
    nth: usize,
    eights: &'a [Few],
    own: &'a [Own<D>],
    seen: &'a Perceived<D>,
    /// Everyone of the batch is between these.
    corners: [Vector<D>; 2],
    drawn: &'a mut Vec<Drawn>,
    answers: &'a mut Answers<D>,
    parts: &'a mut [Lanes<D>],
    output: &'a mut Output<'b, D>,
}

impl<S: Simd, const D: usize> ForRule for Task<'_, '_, S, D> {
    fn run<R: Steers>(self, rule: &R) {
        let simd = self.simd;
        simd.vectorize(
            #[inline(always)]
            || {
                crate::simd::align_stack();
                self.steer(rule)
            },
        );
    }
}

impl<S: Simd, const D: usize> Task<'_, '_, S, D> {
    #[inline(always)]
    fn steer<R: Steers>(self, rule: &R) {
        let Task { simd, batch, plan, slot, nth, eights, own, seen, corners, drawn, answers, parts, output } = self;
        let weight = f32x8::splat(simd, slot.weight);
        let nobody = slot.sense.is_some_and(|sense| {
            rule.rests(0) && plan.senses[sense].lists_all() && seen.hits.nobody_listed(eights[0].kind, sense)
        });
        if nobody || rule.rests_between(batch.scene, corners, plan.length) {
            return eights.iter().for_each(|few| parts[few.parts + nth] = [[0.0; LANES]; D]);
        }
        let answered = slot.answers_each
            && answers.answer(simd, rule, batch, (plan, slot, eights[0].kind), &seen.hits, &seen.percepts);
        if let Some(purpose) = R::DRAWS {
            drawn.resize(eights.len().max(drawn.len()), [[0.0; LANES]; 2]);
            let draw = Draw::new(batch.scene, slot, purpose);
            for (few, drawn) in eights.iter().zip(&mut *drawn) {
                *drawn = draw.of(&few.rows);
            }
        }
        let drawn_for = |at: usize| if R::DRAWS.is_some() { &drawn[at] } else { const { &[[0.0; LANES]; 2] } };
        let ask = Ask { simd, batch, plan, slot, own, seen };
        if R::REMEMBERS {
            // Before anyone steers by it: a processor works on several rounds of a short loop at once.
            for (at, few) in eights.iter().enumerate() {
                let eight = ask.eight::<R>(few, drawn_for(at), output);
                let Some(memory) = rule.remember_eight(&eight) else { break };
                let (was, mut now) = (pack(eight.memory), pack(memory));
                for (lane, row) in few.rows().enumerate().filter(|_| slot.when != When::Always) {
                    // What is off remembers nothing new.
                    if !is_on(slot, row, &seen.percepts) {
                        (0..D).for_each(|axis| now[axis][lane] = was[axis][lane]);
                    }
                }
                batch.store(&now, &mut output.now.memory, few);
            }
        }
        for (at, few) in eights.iter().enumerate() {
            let part = &mut parts[few.parts + nth];
            if answered {
                *part = pack(scale(answers.sum(simd, few, &seen.percepts), weight));
                batch.switch_off(few, slot, seen, part);
                continue;
            }
            if !R::SIDE_BY_SIDE {
                batch.steer_single((few, ALL), plan, slot, seen, part, output);
                continue;
            }
            let eight = ask.eight::<R>(few, drawn_for(at), output);
            let Some(steering) = rule.steer_eight(&eight) else {
                batch.steer_single((few, ALL), plan, slot, seen, part, output);
                continue;
            };
            *part = pack(scale(steering, weight));
            if eight.left.get() != 0 {
                batch.steer_single((few, eight.left.get()), plan, slot, seen, part, output);
            }
            batch.switch_off(few, slot, seen, part);
        }
    }
}

/// What agents of one plan are asked for by one behavior.
#[derive(Clone, Copy)]
struct Ask<'a, S: Simd, const D: usize> {
    simd: S,
    batch: &'a Batch<'a, D>,
    plan: &'a Plan<D>,
    slot: &'a Slot<D>,
    own: &'a [Own<D>],
    seen: &'a Perceived<D>,
}

impl<'a, S: Simd, const D: usize> Ask<'a, S, D> {
    /// A few of them, side by side, and what was drawn for them.
    #[inline(always)]
    fn eight<'b, R: Steers>(&self, few: &Few, drawn: &'b Drawn, output: &Output<D>) -> Eight<'b, S, D>
    where
        'a: 'b,
    {
        let Ask { simd, batch, plan, slot, own, seen } = *self;
        let before: &Columns<D> = batch.scene.before;
        let mut eight = Eight {
            simd,
            scene: batch.scene,
            slot,
            percepts: const { &Block::EMPTY },
            position: load(simd, &before.position, &own[few.nth].position, few),
            velocity: load(simd, &before.velocity, &own[few.nth].velocity, few),
            heading: load(simd, &before.heading, &own[few.nth].heading, few),
            drawn,
            memory: [f32x8::splat(simd, 0.0); D],
            left: Cell::new(0),
            max_speed: plan.max_speed,
            length: plan.length,
        };
        if let Some(sense) = slot.sense {
            eight.percepts = seen.percepts.at(few.rows[0] as usize, sense).0;
        }
        if R::REMEMBERS {
            eight.memory = batch.load_memory(simd, few, output);
        }
        eight
    }
}

impl<const D: usize> Batch<'_, D> {
    /// Takes away the steering of those for whom the behavior is off.
    #[inline(always)]
    fn switch_off(&self, few: &Few, slot: &Slot<D>, seen: &Perceived<D>, part: &mut Lanes<D>) {
        for (lane, row) in few.rows().enumerate().filter(|_| slot.when != When::Always) {
            if !is_on(slot, row, &seen.percepts) {
                part.iter_mut().for_each(|axis| axis[lane] = 0.0);
            }
        }
    }

    /// What a few agents remember by now.
    #[inline(always)]
    fn load_memory<S: Simd>(&self, simd: S, few: &Few, output: &Output<D>) -> [f32x8<S>; D] {
        let mut memory = [f32x8::splat(simd, 0.0); D];
        for axis in 0..D {
            let column = &output.now.memory[axis];
            let first = self.place(few.rows[0] as usize);
            memory[axis] = if few.in_line && few.count == LANES {
                f32x8::from_slice(simd, &column[first..first + LANES])
            } else {
                let mut at = [0; LANES];
                for (at, row) in at.iter_mut().zip(few.rows) {
                    *at = self.place(row as usize);
                }
                gather(simd, column, &at)
            };
        }
        memory
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
