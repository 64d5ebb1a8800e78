//! The stages of a batch after it has steered: `blend`, `locomote` and `bound`.

use super::eights::{Few, Lanes, load, load_written, pack, unpack};
use super::steer::{is_on, percept_of, view};
use super::{Batch, Scratch};
use crate::agents::Control;
use crate::blend::{blend, steering_of};
use crate::bound::bound;
use crate::locomote::{Moment, Mover, locomote, locomote_points};
use crate::math::simd;
use crate::math::vector::{Vector, add, choose, length};
use crate::perceive::Perceived;
use crate::plan::{CapturePlan, Plan};
use crate::scene::Scene;
use crate::settings::{BlendKind, Body};
use crate::space::{Edge, FARTHEST};
use crate::state::Capture;
use crate::steer::Me;
use fearless_simd::{Simd, SimdBase, f32x8};

impl<const D: usize> Batch<'_, '_, D> {
    /// The `blend` stage: one vector per agent that decides.
    pub fn blend(&mut self) {
        let level = simd::level();
        simd::dispatch!(level, simd => self.blend_at(simd));
        self.scratch.profile.blend += self.scratch.clock.lap();
    }

    fn blend_at<S: Simd>(&mut self, simd: S) {
        let (scene, places) = (self.scene, self.places());
        let Scratch { seen, deciding, parts, own_parts, .. } = &mut *self.scratch;
        let (plans, steering) = (self.plans, &mut self.now.steering);
        simd.vectorize(
            #[inline(always)]
            || {
                for few in &deciding.list {
                    let plan = plans.of(few.kind);
                    let parts = &parts[few.parts..few.parts + plan.slots.len()];
                    let mut blended = if plan.blend.kind == BlendKind::Sum && scene.controls.is_empty() {
                        let zero = f32x8::splat(simd, 0.0);
                        let sum = parts.iter().fold([zero; D], |sum, part| add(sum, unpack(simd, part)));
                        // What is not finite counts as none; times zero it is not zero.
                        let finite = sum.iter().fold(zero, |all, axis| all + *axis * zero).simd_eq(zero);
                        pack(choose(finite, sum, [zero; D]))
                    } else {
                        blend_single(scene, few, plan, parts, own_parts)
                    };
                    if let Some(nth) = plan.last_word {
                        have_last_word(scene, few, plan, nth, seen, &mut blended);
                    }
                    places.store(&blended, steering, few);
                }
            },
        );
    }

    /// The `locomote` stage: bodies move, by what was just decided or by what is held.
    pub fn locomote(&mut self) {
        let before = self.scene.before;
        let Scratch { deciding_rows, all_rows, moving_rows, moving, .. } = &mut *self.scratch;
        if deciding_rows.len() < self.rows.len() {
            all_rows.clear();
            all_rows.extend(self.rows.start as u32..self.rows.end as u32);
            moving_rows.sort(all_rows, &before.kind[self.rows.clone()]);
            moving.note(before, moving_rows, |_| 0);
        }
        let level = simd::level();
        simd::dispatch!(level, simd => self.locomote_at(simd));
        self.scratch.profile.locomote += self.scratch.clock.lap();
    }

    fn locomote_at<S: Simd>(&mut self, simd: S) {
        let (before, places, time_step) = (self.scene.before, self.places(), self.scene.time_step);
        let all_decide = self.scratch.deciding_rows.len() == self.rows.len();
        let eights = if all_decide { &self.scratch.deciding } else { &self.scratch.moving };
        let (scene, plans, now) = (self.scene, self.plans, &mut *self.now);
        simd.vectorize(
            #[inline(always)]
            || {
                for (few, own) in eights.list.iter().zip(&eights.own) {
                    let plan = plans.of(few.kind);
                    let steering = load_written(simd, &now.steering, few, places);
                    let Body::Point(body) = &plan.body.body else {
                        locomote_single(scene, few, plan, &pack(steering), places, now);
                        continue;
                    };
                    let mut mover = Mover {
                        position: load(simd, &before.position, &own.position, few),
                        velocity: load(simd, &before.velocity, &own.velocity, few),
                        heading: load(simd, &before.heading, &own.heading, few),
                    };
                    locomote_points(body, plan.body.axis_scale, &mut mover, steering, time_step);
                    places.store(&pack(mover.position), &mut now.position, few);
                    places.store(&pack(mover.velocity), &mut now.velocity, few);
                    places.store(&pack(mover.heading), &mut now.heading, few);
                }
            },
        );
    }

    /// The `bound` stage: the edge of the world, and what happened there.
    pub fn bound(&mut self) {
        if self.some_left() {
            let (space, now) = (self.scene.space, &mut *self.now);
            for to in self.at..self.at + self.rows.len() {
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
        let Scratch { seen, captures, deciding, .. } = &mut *self.scratch;
        for few in &deciding.list {
            let plan = self.plans.of(few.kind);
            if let Some(capture) = &plan.captures {
                few.rows().for_each(|row| note_captures(self.scene, plan, capture, row, seen, captures));
            }
        }
        self.scratch.profile.bound += self.scratch.clock.lap();
    }

    /// Whether anyone has left the world.
    fn some_left(&self) -> bool {
        let (space, mut some_left) = (self.scene.space, false);
        for axis in 0..D {
            let (min, max) =
                if space.edge() == Edge::Open { (-FARTHEST, FARTHEST) } else { (space.min()[axis], space.max()[axis]) };
            for x in &self.now.position[axis][self.at..self.at + self.rows.len()] {
                some_left |= !(*x >= min && *x < max);
            }
        }
        some_left
    }
}

/// Lets one behavior change what all together want. Whom a player drives goes where the player wants.
fn have_last_word<const D: usize>(
    scene: &Scene<D>,
    few: &Few,
    plan: &Plan<D>,
    nth: usize,
    seen: &Perceived<D>,
    blended: &mut Lanes<D>,
) {
    let (slot, eyes) = (&plan.slots[nth], &scene.around.eyes[usize::from(few.kind)]);
    for (lane, row) in few.rows().enumerate() {
        if !is_on(slot, row, &seen.percepts) || scene.control_of(row).is_some() {
            continue;
        }
        let percept = &percept_of(slot, row, eyes, seen);
        let view = view(scene, plan, eyes, slot, row, percept, seen);
        let steering = slot.rule.last_word(&view, std::array::from_fn(|axis| blended[axis][lane]));
        for axis in 0..D {
            blended[axis][lane] = steering[axis];
        }
    }
}

/// Blends one agent at a time: by another rule than the sum, or because a player may have a hand on one.
fn blend_single<const D: usize>(
    scene: &Scene<D>,
    few: &Few,
    plan: &Plan<D>,
    parts: &[Lanes<D>],
    own_parts: &mut Vec<Vector<D>>,
) -> Lanes<D> {
    let mut blended = [[0.0; crate::index::LANES]; D];
    for (lane, row) in few.rows().enumerate() {
        if scene.around.stop.asked() {
            break;
        }
        own_parts.clear();
        own_parts.extend(parts.iter().map(|part| -> Vector<D> { std::array::from_fn(|axis| part[axis][lane]) }));
        let me = Me::new(&scene.before.row(row), &plan.body, plan.group, row);
        let steering = match scene.control_of(row) {
            Some(control) => steering_of(control, &plan.body, &me),
            None => blend(scene, plan, &me, own_parts),
        };
        for axis in 0..D {
            blended[axis][lane] = steering[axis];
        }
    }
    blended
}

/// Moves one agent at a time.
fn locomote_single<const D: usize>(
    scene: &Scene<D>,
    few: &Few,
    plan: &Plan<D>,
    steering: &Lanes<D>,
    places: super::Places,
    now: &mut crate::agents::ColumnsMut<D>,
) {
    for (lane, row) in few.rows().enumerate() {
        let mut agent = scene.before.row(row);
        let throttle = scene.control_of(row).map_or(1.0, Control::throttle);
        let moment = Moment { seed: scene.seed, step: scene.step, time_step: scene.time_step, throttle };
        locomote(&plan.body, &mut agent, std::array::from_fn(|axis| steering[axis][lane]), &moment);
        let to = places.of(row);
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

/// Notes whom the agent touches and eats; carried out after the step.
fn note_captures<const D: usize>(
    scene: &Scene<D>,
    plan: &Plan<D>,
    capture: &CapturePlan,
    row: usize,
    seen: &Perceived<D>,
    captures: &mut Vec<Capture>,
) {
    for hit in seen.percepts.list_of(row, capture.sense) {
        let (prey, offset) = seen.hits.get(hit);
        let radii = || plan.body.radius + scene.radius_of(prey);
        if length(offset) <= capture.distance.unwrap_or_else(radii) {
            let before = scene.before;
            captures.push(Capture { predator: before.id[row], prey: before.id[prey], respawned: capture.respawn });
        }
    }
}
