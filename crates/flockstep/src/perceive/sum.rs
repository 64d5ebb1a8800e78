//! The sums of senses that need no list: one looker at a time, eight others at a time.
//!
//! The others of a looker are a run of the window. Lane n of every vector holds the nth, the n+8th ... of the run, and
//! in the end the eight lanes are added in a fixed order. Vectors are eight lanes on every machine, so the sums have the
//! same bits on every machine. There is hardly a branch in the loop: a processor cannot guess who is in sight.

use super::window::{NOWHERE, Window};
use super::{LANES, Percept, Push, Sense};
use crate::scene::Scene;
use crate::steer::{Falloff, apart};
use crate::vector::{Vector, add, scale};
use crate::world::agents::at;
use fearless_simd::{Bytes, Simd, SimdBase, SimdFloat, SimdInt, SimdMask, f32x4, f32x8, i32x4, i32x8, mask32x8};

// What a kernel is made for.
const COURSE: u32 = 1;
const VELOCITY: u32 = 2;
/// A push of the linear falloff, whose pushers are not counted.
const PUSH: u32 = 4;
/// A ring, the mean of directions, agents at rest, another push.
const RARE: u32 = 8;

/// What the kernel of a sense must be made for.
pub(crate) fn kernel(sense: &Sense) -> u32 {
    let wants = &sense.wants;
    let motion = if wants.course { COURSE } else { VELOCITY };
    let rare_push = wants.push.is_some_and(|push| push.counted || push.falloff != Falloff::Linear);
    match (wants.direction || sense.radius_min > 0.0 || rare_push, wants.push.is_some()) {
        (true, _) => motion | RARE,
        (false, true) => motion | PUSH,
        (false, false) => motion,
    }
}

/// Whether a sense notices how near the nearest are.
pub(super) fn tells_nearest(sense: &Sense) -> bool {
    sense.direct && sense.kernel & PUSH != 0
}

/// Those who look: the first row, where the percepts of each begin, and the percepts.
pub(super) struct Lookers<'a, const D: usize> {
    pub first: usize,
    pub begins: &'a [u32],
    pub percepts: &'a mut [Percept<D>],
}

impl<const D: usize> Lookers<'_, D> {
    #[inline(always)]
    fn percept(&mut self, nth: usize, looker: usize) -> &mut Percept<D> {
        &mut self.percepts[self.begins[looker - self.first] as usize + nth]
    }
}

/// Fills in the percepts of the direct senses of all lookers of a window, whose rows come kind by kind.
pub(super) fn sum<S: Simd, const D: usize>(
    simd: S,
    scene: &Scene<D>,
    window: &mut Window<D>,
    by_kind: &[u32],
    lookers: &mut Lookers<D>,
) {
    let kinds = &scene.before.kind;
    let mut rest = by_kind;
    while let Some(first) = rest.first() {
        let kind = kinds[*first as usize];
        let alike = if scene.plans.len() == 1 {
            rest.len()
        } else {
            rest.iter().take_while(|row| kinds[**row as usize] == kind).count()
        };
        let rows;
        (rows, rest) = rest.split_at(alike);
        let senses = &scene.plans[usize::from(kind)].senses;
        for (nth, sense) in senses.iter().enumerate().filter(|(_, sense)| sense.direct) {
            let rests = scene.some_rest && sense.wants.course;
            let task = Task { scene, sense, nth, rows };
            match if rests { COURSE | RARE } else { sense.kernel } {
                _ if !window.shows_some_to(sense) => {
                    rows.iter().for_each(|looker| *lookers.percept(nth, *looker as usize) = Percept::EMPTY);
                }
                COURSE => task.see::<S, COURSE>(simd, window, lookers),
                VELOCITY => task.see::<S, VELOCITY>(simd, window, lookers),
                5 => task.see::<S, { PUSH | COURSE }>(simd, window, lookers),
                6 => task.see::<S, { PUSH | VELOCITY }>(simd, window, lookers),
                9 => task.see::<S, { RARE | COURSE }>(simd, window, lookers),
                _ => task.see::<S, { RARE | VELOCITY }>(simd, window, lookers),
            }
        }
    }
}

/// What a sense asks of an offset, in all lanes.
struct Limits<S: Simd> {
    radius2: f32x8<S>,
    radius2_min: f32x8<S>,
    cos_signed: f32x8<S>,
    /// Where a push begins, and the least distance that counts, both squared.
    begins2: f32x8<S>,
    nearest2: f32x8<S>,
    /// One over a distance that may be none.
    coincident: f32x8<S>,
    strengths: [f32x8<S>; 3],
}

impl<S: Simd> Limits<S> {
    #[inline(always)]
    fn new(simd: S, sense: &Sense) -> Self {
        let splat = |number: f32| f32x8::splat(simd, number);
        let push = sense.wants.push.as_ref().unwrap_or(&Push::NONE);
        let begins = push.distance.unwrap_or(0.0);
        let [twice, once, always] = push.falloff.strengths(begins, push.scale);
        Limits {
            radius2: splat(sense.radius2),
            radius2_min: splat(sense.radius_min * sense.radius_min),
            cos_signed: splat(sense.cos_signed),
            begins2: splat(begins * begins),
            nearest2: splat(Push::nearest2(begins)),
            coincident: splat(0.99 / Push::nearest2(begins).sqrt()),
            strengths: [splat(twice), splat(once), splat(always)],
        }
    }
}

/// One sense of lookers that have one plan.
struct Task<'a, const D: usize> {
    scene: &'a Scene<'a, D>,
    sense: &'a Sense,
    nth: usize,
    rows: &'a [u32],
}

#[inline(always)]
pub(super) fn dots<S: Simd, const D: usize>(a: &[f32x8<S>; D], b: &[f32x8<S>; D]) -> f32x8<S> {
    let mut sum = a[0] * b[0];
    for axis in 1..D {
        sum += a[axis] * b[axis];
    }
    sum
}

/// The numbers where the mask says so, and zero elsewhere.
#[inline(always)]
fn masked<S: Simd>(mask: mask32x8<S>, numbers: f32x8<S>) -> f32x8<S> {
    (numbers.bitcast::<i32x8<S>>() & mask.to_vector()).bitcast()
}

impl<const D: usize> Task<'_, D> {
    /// What the lookers see. A function of its own for each kernel, so that the sums stay in registers.
    fn see<S: Simd, const FOR: u32>(&self, simd: S, window: &mut Window<D>, lookers: &mut Lookers<D>) {
        simd.vectorize(
            #[inline(always)]
            || {
                let limits = Limits::new(simd, self.sense);
                let filtered = self.sense.groups.is_some_and(|minded| window.filter(simd, minded));
                let mut rows = self.rows;
                while let Some(first) = rows.first() {
                    let end = window.end_of_cell(*first as usize);
                    let alike = rows.iter().take_while(|row| (**row as usize) < end).count();
                    let cell;
                    (cell, rows) = rows.split_at(alike);
                    self.see_from_cell::<S, FOR>(simd, window, filtered, cell, &limits, lookers);
                }
            },
        );
    }

    /// What the lookers of one cell see: all look along the same run of the window.
    #[inline(always)]
    fn see_from_cell<S: Simd, const FOR: u32>(
        &self,
        simd: S,
        window: &mut Window<D>,
        filtered: bool,
        rows: &[u32],
        limits: &Limits<S>,
        lookers: &mut Lookers<D>,
    ) {
        let Task { scene, sense, nth, .. } = *self;
        let before = scene.before;
        let (run, to_own) = window.run_of(scene.grid, rows[0] as usize, sense.radius);
        let vectors = run.len().div_ceil(LANES);
        let room = run.start..run.start + vectors * LANES;
        let splat = |number: f32| f32x8::splat(simd, number);
        let zero = splat(0.0);
        let Limits { radius2, radius2_min, cos_signed, begins2, nearest2, coincident, strengths } = *limits;
        let Window { position, velocity, course, filtered_x, .. } = &mut *window;
        let motion_columns = if FOR & COURSE != 0 { course } else { velocity };
        let (x, others_yz) = position.split_at_mut(1);
        let x = &mut (if filtered { filtered_x } else { &mut x[0] })[room.clone()];
        let mut others: [&[[f32; LANES]]; D] = [&[]; D];
        let mut motions = others;
        for axis in 0..D {
            if axis > 0 {
                others[axis] = &others_yz[axis - 1][room.clone()].as_chunks().0[..vectors];
            }
            motions[axis] = &motion_columns[axis][room.clone()].as_chunks().0[..vectors];
        }
        let (mut positions, mut headings): ([&[f32]; D], [&[f32]; D]) = ([&[]; D], [&[]; D]);
        for axis in 0..D {
            positions[axis] = &before.position[axis][..before.len()];
            headings[axis] = &before.heading[axis][..before.len()];
        }
        for looker in rows.iter().map(|row| *row as usize) {
            // Nobody sees itself: for now it is nowhere.
            let own = (looker as u32).wrapping_add(to_own) as usize - run.start;
            let own_x = std::mem::replace(&mut x[own], NOWHERE);
            let (mut point, mut astern) = ([zero; D], [zero; D]);
            for axis in 0..D {
                point[axis] = splat(positions[axis][looker]);
                astern[axis] = splat(-headings[axis][looker]);
            }
            let (mut aways, mut moved, mut pushed, mut directions) = ([zero; D], [zero; D], [zero; D], [zero; D]);
            let (mut counts, mut moving, mut pushing) = (i32x8::splat(simd, 0), 0, 0);
            let mut closest = zero;
            let seen_x = &x.as_chunks::<LANES>().0[..vectors];
            for at in 0..vectors {
                // From each to the looker: the other way it would take an instruction more.
                let mut away = [zero; D];
                for axis in 0..D {
                    let eight = if axis == 0 { &seen_x[at] } else { &others[axis][at] };
                    away[axis] = point[axis] - f32x8::from_slice(simd, eight);
                }
                let square = dots(&away, &away);
                // dot ≥ cos·d without the root: both sides squared, their signs kept.
                let dot = dots(&away, &astern);
                let mut through = square.simd_le(radius2) & (dot * dot.abs()).simd_ge(square * cos_signed);
                if FOR & RARE != 0 {
                    through &= square.simd_ge(radius2_min);
                }
                // A lane that is through is −1.
                counts -= through.to_vector();
                let mut motion = [zero; D];
                for axis in 0..D {
                    aways[axis] += masked(through, away[axis]);
                    motion[axis] = f32x8::from_slice(simd, &motions[axis][at]);
                    moved[axis] += masked(through, motion[axis]);
                }
                let near = through & square.simd_lt(begins2);
                // In space few vectors hold someone near enough to push, and a branch is guessed right often enough.
                if FOR & RARE != 0 || FOR & PUSH != 0 && (D == 2 || near.any_true()) {
                    let inverse = splat(1.0) / square.max(nearest2).sqrt();
                    let [twice, once, always] = strengths;
                    let strength = if FOR & PUSH != 0 {
                        // Beyond where a linear push begins it would pull.
                        masked(through, (inverse + always).max(zero))
                    } else {
                        masked(near, (twice * inverse + once) * inverse + always)
                    };
                    for axis in 0..D {
                        pushed[axis] += away[axis] * strength;
                    }
                    closest = closest.max(if FOR & PUSH != 0 { strength } else { masked(near, inverse) });
                }
                if FOR & RARE != 0 {
                    pushing += (near.to_bitmask() as u32).count_ones();
                    let moves = dots(&motion, &motion).simd_gt(zero) & through;
                    moving += (moves.to_bitmask() as u32).count_ones();
                    let inverse = splat(-1.0) / square.sqrt();
                    let apart = through & square.simd_gt(zero);
                    for axis in 0..D {
                        directions[axis] += masked(apart, away[axis] * inverse);
                    }
                }
            }
            x[own] = own_x;
            let pushes = FOR & (PUSH | RARE) != 0;
            let (mut away, mut motion, mut push) = ([0.0; D], [0.0; D], [0.0; D]);
            let count;
            if D == 2 {
                let four = across(simd, aways[0], aways[1], moved[0], counts.to_float());
                count = four.to_int::<i32x4<S>>().to_array()[3] as u32;
                [away[0], away[1], motion[0], _] = four.to_array();
                [motion[1], push[0], push[1], _] = across(simd, moved[1], pushed[0], pushed[1], zero).to_array();
            } else {
                let [x, y, z] = [0, 1, D - 1];
                let four = across(simd, aways[x], aways[y], aways[z], counts.to_float());
                count = four.to_int::<i32x4<S>>().to_array()[3] as u32;
                [away[x], away[y], away[z], _] = four.to_array();
                [motion[x], motion[y], motion[z], _] = across(simd, moved[x], moved[y], moved[z], zero).to_array();
                [push[x], push[y], push[z], _] = across(simd, pushed[x], pushed[y], pushed[z], zero).to_array();
            }
            let mut direction = [0.0; D];
            if FOR & RARE != 0 {
                let [x, y, z] = [0, 1, D - 1];
                [direction[x], direction[y], direction[z], _] =
                    across(simd, directions[x], directions[y], directions[z], zero).to_array();
            }
            let percept = lookers.percept(nth, looker);
            *percept = Percept {
                count,
                moving: if FOR & RARE != 0 { moving } else { count },
                offset: away.map(|away| -away),
                direction,
                velocity: if FOR & COURSE != 0 { [0.0; D] } else { motion },
                course: if FOR & COURSE != 0 { motion } else { [0.0; D] },
                push,
                pushing,
                clear: if FOR & PUSH != 0 && sense.covers { clear_of(closest, begins2, strengths[2]) } else { 0.0 },
                ..Percept::EMPTY
            };
            // Of those who coincide and hardly anyone else the distance was too short to count.
            if pushes && closest.simd_ge(coincident).any_true() {
                percept.push = add(percept.push, part(scene, looker, sense));
                percept.clear = 0.0;
            }
        }
    }
}

/// How far it is to the nearest of those who push, from the strengths of linear pushes; or to where pushes begin.
#[inline(always)]
fn clear_of<S: Simd>(strengths: f32x8<S>, begins2: f32x8<S>, always: f32x8<S>) -> f32 {
    let strongest = strengths.to_array().into_iter().fold(0.0f32, f32::max);
    let distance = if strongest > 0.0 { 1.0 / (strongest - always[0]) } else { begins2[0].sqrt() };
    // Less by more than rounding may have added.
    distance * 0.9999
}

/// The sums of the lanes of four vectors, in a fixed order: n and n+4, then n and n+2, then the last two.
#[inline(always)]
fn across<S: Simd>(simd: S, a: f32x8<S>, b: f32x8<S>, c: f32x8<S>, d: f32x8<S>) -> f32x4<S> {
    let ((a, a_), (b, b_)) = (simd.split_f32x8(a), simd.split_f32x8(b));
    let ((c, c_), (d, d_)) = (simd.split_f32x8(c), simd.split_f32x8(d));
    let (a, b, c, d) = (a + a_, b + b_, c + c_, d + d_);
    let (ac, ac_) = (a.zip_low(c) + a.zip_high(c), b.zip_low(d) + b.zip_high(d));
    let (even, odd) = (ac.unzip_low(ac_), ac.unzip_high(ac_));
    even.unzip_low(odd) + even.unzip_high(odd)
}

/// The pushes from coincident agents, whose directions follow from the ids. They are in the looker's own cell, or on its
/// list.
#[cold]
fn part<const D: usize>(scene: &Scene<D>, looker: usize, sense: &Sense) -> Vector<D> {
    let before = scene.before;
    let here: Vector<D> = at(&before.position, looker);
    let Some(push) = sense.wants.push.as_ref().filter(|_| sense.radius_min == 0.0) else { return [0.0; D] };
    let mut sum = [0.0; D];
    let kept = scene.kept.map_or(&[][..], |kept| kept.of(looker)).iter().map(|row| *row as usize);
    let beside = if scene.kept.is_some() { 0..0 } else { scene.grid.cell_rows(here) };
    for row in beside.chain(kept) {
        let minded = sense.groups.is_none_or(|groups| groups & before.groups[row] != 0);
        if row != looker && minded && at(&before.position, row) == here {
            sum = add(sum, parting(scene, push, looker, row, push.distance.unwrap_or(0.0)));
        }
    }
    sum
}

/// The push from a coincident agent.
pub(super) fn parting<const D: usize>(
    scene: &Scene<D>,
    push: &Push,
    own: usize,
    other: usize,
    begins: f32,
) -> Vector<D> {
    let ids = &scene.before.id;
    scale(apart::<D>(ids[own], ids[other]), push.falloff.at(0.0, begins, push.scale))
}
