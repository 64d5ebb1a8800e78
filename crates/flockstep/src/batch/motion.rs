//! The stages of a batch after it has steered: `blend`, `locomote` and `bound`.

use super::few::{Few, Lanes, load, pack, unpack};
use super::{Batch, Output, Scratch, is_on};
use crate::blend::blend;
use crate::bound::{FARTHEST, bound};
use crate::locomote::{Moment, Mover, locomote, locomote_points};
use crate::perceive::{Perceived, Percept};
use crate::plan::{CapturePlan, Plan};
use crate::scene::Scene;
use crate::settings::{BlendKind, Body};
use crate::steer::{Me, View};
use crate::vector::{Vector, add, choose, length};
use crate::world::control::{Control, steering_of};
use crate::world::{Capture, Edge};
use fearless_simd::{Simd, SimdBase, f32x8};
use std::ops::Range;

impl<const D: usize> Batch<'_, D> {
    /// The `blend` stage: one vector per agent.
    pub(super) fn blend<S: Simd>(&self, simd: S, scratch: &mut Scratch<D>, output: &mut Output<D>) {
        let Scratch { seen, eights, parts, blended, own_parts, .. } = scratch;
        simd.vectorize(
            #[inline(always)]
            || {
                for (few, blended) in eights.iter().zip(&mut *blended) {
                    let plan = self.plan(few);
                    let parts = &parts[few.parts..few.parts + plan.slots.len()];
                    if plan.blend.kind == BlendKind::Sum && self.scene.controls.is_empty() {
                        let zero = f32x8::splat(simd, 0.0);
                        let sum = parts.iter().fold([zero; D], |sum, part| add(sum, unpack(simd, part)));
                        // What is not finite counts as none; times zero it is not zero.
                        let finite = sum.iter().fold(zero, |all, axis| all + *axis * zero).simd_eq(zero);
                        *blended = pack(choose(finite, sum, [zero; D]));
                    } else {
                        self.blend_single(few, plan, parts, own_parts, blended);
                    }
                    if let Some(nth) = plan.last_word {
                        self.have_last_word(few, plan, nth, seen, blended);
                    }
                    self.store(blended, &mut output.steering, few);
                }
            },
        );
    }

    /// Lets one behavior change what all together want. Whom a player drives goes where the player wants.
    fn have_last_word(&self, few: &Few, plan: &Plan<D>, nth: usize, seen: &Perceived<D>, blended: &mut Lanes<D>) {
        let slot = &plan.slots[nth];
        for (lane, row) in few.rows().enumerate() {
            if !is_on(slot, row, &seen.percepts) || self.control_of(row).is_some() {
                continue;
            }
            let percept = &slot.sense.map_or(Percept::EMPTY, |sense| seen.percepts.of(row, sense, &plan.senses[sense]));
            let me = Me::new(&self.scene.before.row(row), plan, row);
            let (scene, hits, memory, weight) = (self.scene, &seen.hits, [0.0; D], slot.weight);
            let view = View { me, percept, plan, slot, scene, hits, memory, weight };
            let steering = slot.rule.last_word(&view, std::array::from_fn(|axis| blended[axis][lane]));
            for axis in 0..D {
                blended[axis][lane] = steering[axis];
            }
        }
    }

    /// Blends one agent at a time: by another rule than the sum, or because a player may have a hand on one.
    fn blend_single(
        &self,
        few: &Few,
        plan: &Plan<D>,
        parts: &[Lanes<D>],
        own_parts: &mut Vec<Vector<D>>,
        blended: &mut Lanes<D>,
    ) {
        let (scene, before) = (self.scene, self.scene.before);
        for (lane, row) in few.rows().enumerate() {
            own_parts.clear();
            own_parts.extend(parts.iter().map(|part| -> Vector<D> { std::array::from_fn(|axis| part[axis][lane]) }));
            let steering = match self.control_of(row) {
                Some(control) => steering_of(control, plan, &before.row(row)),
                None => blend(scene, plan, &Me::new(&before.row(row), plan, row), own_parts),
            };
            for axis in 0..D {
                blended[axis][lane] = steering[axis];
            }
        }
    }

    /// The `locomote` stage: bodies move.
    pub(super) fn locomote<S: Simd>(&self, simd: S, scratch: &mut Scratch<D>, output: &mut Output<D>) {
        let before = self.scene.before;
        simd.vectorize(
            #[inline(always)]
            || {
                let Scratch { eights, own, blended, mended, .. } = scratch;
                for ((few, own), blended) in eights.iter().zip(&*own).zip(&*blended) {
                    let plan = self.plan(few);
                    let Body::Point(body) = &plan.body else {
                        self.locomote_single(few, plan, blended, output);
                        continue;
                    };
                    let mut mover = Mover {
                        position: load(simd, &before.position, &own.position, few),
                        velocity: load(simd, &before.velocity, &own.velocity, few),
                        heading: load(simd, &before.heading, &own.heading, few),
                    };
                    let steering = unpack(simd, blended);
                    *mended |= locomote_points(body, plan.axis_scale, &mut mover, steering, self.scene.time_step);
                    self.store(&pack(mover.position), &mut output.now.position, few);
                    self.store(&pack(mover.velocity), &mut output.now.velocity, few);
                    self.store(&pack(mover.heading), &mut output.now.heading, few);
                }
            },
        );
    }

    /// Moves one agent at a time.
    fn locomote_single(&self, few: &Few, plan: &Plan<D>, blended: &Lanes<D>, output: &mut Output<D>) {
        let (scene, now) = (self.scene, &mut output.now);
        for (lane, row) in few.rows().enumerate() {
            let mut agent = scene.before.row(row);
            let throttle = self.control_of(row).map_or(1.0, Control::throttle);
            let moment = Moment { seed: scene.seed, step: scene.step, time_step: scene.time_step, throttle };
            locomote(plan, &mut agent, std::array::from_fn(|axis| blended[axis][lane]), &moment);
            let to = self.place(row);
            for axis in 0..D {
                now.position[axis][to] = agent.position[axis];
                now.velocity[axis][to] = agent.velocity[axis];
                now.heading[axis][to] = agent.heading[axis];
            }
            if !now.spin.is_empty() {
                now.spin[to] = agent.spin;
            }
        }
    }

    /// The `bound` stage: the edge of the world, and what happened there.
    pub(super) fn bound(&self, rows: Range<usize>, scratch: &mut Scratch<D>, output: &mut Output<D>) {
        let space = self.scene.space;
        let now = &mut output.now;
        let mut some_left = false;
        for axis in 0..D {
            let (min, max) =
                if space.edge() == Edge::Open { (-FARTHEST, FARTHEST) } else { (space.min()[axis], space.max()[axis]) };
            for x in &now.position[axis][self.at..self.at + rows.len()] {
                some_left |= !(*x >= min && *x < max);
            }
        }
        if some_left {
            for to in self.at..self.at + rows.len() {
                let mut position = std::array::from_fn(|axis| now.position[axis][to]);
                let mut velocity = std::array::from_fn(|axis| now.velocity[axis][to]);
                let mut heading = std::array::from_fn(|axis| now.heading[axis][to]);
                bound(space, &mut position, &mut velocity, &mut heading);
                for axis in 0..D {
                    now.position[axis][to] = position[axis];
                    now.velocity[axis][to] = velocity[axis];
                    now.heading[axis][to] = heading[axis];
                }
            }
        }
        let Scratch { seen, captures, eights, .. } = scratch;
        if eights.iter().all(|few| self.plan(few).captures.is_none()) {
            return;
        }
        for row in rows {
            let plan = &self.scene.plans[usize::from(self.scene.before.kind[row])];
            if let Some(capture) = &plan.captures {
                note_captures(self.scene, plan, capture, row, seen, captures);
            }
        }
    }
}

/// Notes whom the agent touches and eats; carried out after the step.
fn note_captures<const D: usize>(
    scene: &Scene<D>,
    plan: &Plan<D>,
    capture: &CapturePlan,
    row: usize,
    seen: &Perceived<D>,
    captures: &mut Vec<Capture>,
) {
    for hit in seen.percepts.of(row, capture.sense, &plan.senses[capture.sense]).listed {
        let (prey, offset) = seen.hits.get(hit as usize);
        let radii = || plan.radius + scene.plans[usize::from(scene.before.kind[prey])].radius;
        if length(offset) <= capture.distance.unwrap_or_else(radii) {
            let before = scene.before;
            captures.push(Capture { predator: before.id[row], prey: before.id[prey], respawned: capture.respawn });
        }
    }
}
