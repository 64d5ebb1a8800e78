//! The sums of senses that need no list: one looker at a time, eight others at a time.
//!
//! The others of a looker are a run of the window. Lane n of every vector holds the nth, the n+8th ... of the run, and
//! in the end the eight lanes are added in a fixed order. Vectors are eight lanes on every machine, so the sums have the
//! same bits on every machine. There is hardly a branch in the loop: a processor cannot guess who is in sight.

use super::abreast::{Abreast, is_wide};
use super::window::{NOWHERE, Window};
use super::{Grid, LANES, Percept, Push, Sense};
use crate::plan::Plan;
use crate::scene::Scene;
use crate::steer::{Falloff, apart};
use crate::vector::{Vector, add, scale};
use crate::world::agents::at;
use fearless_simd::{Select, Simd, SimdBase, SimdFloat, SimdMask, f32x4, f32x8, f32x16, i32x4, i32x16};
use std::ops::{Add, Mul, Range};

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

/// Whether all plans look in the same way, though perhaps not equally far or wide, so that their agents can look together.
pub(crate) fn are_alike<const D: usize>(plans: &[Plan<D>], grid: &Grid<D>) -> bool {
    let [first, others @ ..] = plans else { return true };
    let span = |sense: &Sense| grid.axes[0].span(sense.radius + grid.slack);
    let alike = |one: &Sense, two: &Sense| {
        let ask = |sense: &Sense| (sense.kernel, sense.wants.course, span(sense));
        let plain = |sense: &Sense| sense.direct && sense.groups.is_none() && sense.radius > 0.0;
        plain(one) && plain(two) && ask(one) == ask(two)
    };
    let same = |other: &Plan<D>| {
        let senses = first.senses.iter().zip(&other.senses);
        first.senses.len() == other.senses.len() && senses.into_iter().all(|(one, two)| alike(one, two))
    };
    others.iter().all(same)
}

/// Fills in the percepts of the direct senses of all lookers of a window. Their rows come kind by kind, unless all plans are
/// alike.
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
        let alike =
            if scene.alike { rest.len() } else { rest.iter().take_while(|row| kinds[**row as usize] == kind).count() };
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

/// What a sense asks of an offset.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Limits {
    radius2: f32,
    radius2_min: f32,
    cos_signed: f32,
    /// Where a push begins, and the least distance that counts, both squared.
    begins2: f32,
    nearest2: f32,
    /// One over a distance that may be none.
    coincident: f32,
    strengths: [f32; 3],
}

impl Limits {
    pub fn new(sense: &Sense) -> Self {
        let push = sense.wants.push.unwrap_or(Push::NONE);
        let begins = push.distance.unwrap_or(0.0);
        Limits {
            radius2: sense.radius2,
            radius2_min: sense.radius_min * sense.radius_min,
            cos_signed: sense.cos_signed,
            begins2: begins * begins,
            nearest2: Push::nearest2(begins),
            coincident: 0.99 / Push::nearest2(begins).sqrt(),
            strengths: push.falloff.strengths(begins, push.scale),
        }
    }
}

/// One sense of lookers that have one plan, or plans that are alike; then the sense is that of one of them.
struct Task<'a, const D: usize> {
    scene: &'a Scene<'a, D>,
    sense: &'a Sense,
    nth: usize,
    rows: &'a [u32],
}

#[inline(always)]
pub(super) fn dots<V: Copy + Mul<Output = V> + Add<Output = V>, const D: usize>(a: &[V; D], b: &[V; D]) -> V {
    let mut sum = a[0] * b[0];
    for axis in 1..D {
        sum = sum + a[axis] * b[axis];
    }
    sum
}

impl<const D: usize> Task<'_, D> {
    #[inline(always)]
    fn sense_of(&self, looker: usize) -> &Sense {
        match self.scene.plans {
            [_] => self.sense,
            plans => &plans[usize::from(self.scene.before.kind[looker])].senses[self.nth],
        }
    }

    /// What the lookers see. A function of its own for each kernel, so that the sums stay in registers.
    fn see<S: Simd, const FOR: u32>(&self, simd: S, window: &mut Window<D>, lookers: &mut Lookers<D>) {
        simd.vectorize(
            #[inline(always)]
            || {
                let filtered = self.sense.groups.is_some_and(|minded| window.filter(simd, minded));
                let mut rows = self.rows;
                while let Some(first) = rows.first() {
                    let end = window.end_of_cell(*first as usize);
                    let alike = rows.iter().take_while(|row| (**row as usize) < end).count();
                    let cell;
                    (cell, rows) = rows.split_at(alike);
                    self.see_from_cell::<S, FOR>(simd, window, filtered, cell, lookers);
                }
            },
        );
    }

    /// What the lookers of one cell see: all look along the same run of the window. Where a register holds sixteen numbers,
    /// two of them look side by side.
    #[inline(always)]
    fn see_from_cell<S: Simd, const FOR: u32>(
        &self,
        simd: S,
        window: &mut Window<D>,
        filtered: bool,
        rows: &[u32],
        lookers: &mut Lookers<D>,
    ) {
        let (run, to_own) = window.run_of(self.scene.grid, rows[0] as usize, self.sense.radius);
        let place_of = |looker: u32| looker.wrapping_add(to_own) as usize - run.start;
        let sights = Sights::new(window, filtered, FOR & COURSE != 0, &run);
        let mut rows = rows;
        if const { is_wide::<S>() && FOR & RARE == 0 } {
            let pairs;
            (pairs, rows) = rows.as_chunks::<2>();
            for pair in pairs {
                let own = i32x16::from_fn(simd, |lane| place_of(pair[lane / LANES]) as i32);
                let sums = self.look::<S, f32x16<S>, FOR>(simd, &sights, Some(own), pair);
                for (nth, looker) in pair.iter().enumerate() {
                    self.conclude::<S, _, FOR>(simd, &sums, nth, *looker as usize, lookers);
                }
            }
        }
        for looker in rows {
            // Nobody sees itself: for now it is nowhere.
            let own = place_of(*looker);
            let own_x = std::mem::replace(&mut sights.x[own], NOWHERE);
            let sums = self.look::<S, f32x8<S>, FOR>(simd, &sights, None, &[*looker]);
            sights.x[own] = own_x;
            self.conclude::<S, _, FOR>(simd, &sums, 0, *looker as usize, lookers);
        }
    }

    /// The sums of one looker, or of two that look along the same run side by side. `own` says where they are in the run, if
    /// they are not out of sight.
    #[inline(always)]
    fn look<S: Simd, V: Abreast<S>, const FOR: u32>(
        &self,
        simd: S,
        sights: &Sights<D>,
        own: Option<i32x16<S>>,
        lookers: &[u32],
    ) -> Sums<V, D> {
        let before = self.scene.before;
        let splat = |number: f32| V::splat(simd, number);
        let zero = splat(0.0);
        let limit = |of: fn(&Limits) -> f32| V::of_each(simd, |nth| of(&self.sense_of(lookers[nth] as usize).limits));
        let (radius2, cos_signed) = (limit(|of| of.radius2), limit(|of| of.cos_signed));
        let (nearest2, always) = (limit(|of| of.nearest2), limit(|of| of.strengths[2]));
        // Where a linear push begins it is nothing, but for rounding: a little beyond there it is nothing for certain.
        let begins2 = limit(|of| of.begins2) * splat(if FOR & PUSH != 0 { 1.0001 } else { 1.0 });
        let mut place = i32x16::from_fn(simd, |lane| (lane % LANES) as i32);
        let (mut point, mut astern) = ([zero; D], [zero; D]);
        for axis in 0..D {
            let of = |column: &[f32]| V::of_each(simd, |nth| column[lookers[nth] as usize]);
            point[axis] = of(&self.scene.seen[axis]);
            astern[axis] = -of(&before.heading[axis]);
        }
        let mut sums = Sums {
            aways: [zero; D],
            moved: [zero; D],
            pushed: [zero; D],
            directions: [zero; D],
            counts: zero,
            closest: zero,
            moving: 0,
            pushing: 0,
        };
        // Those who push and wait for it, one to a lane.
        let (mut waiting, mut waiting_away, mut waiting_square) = (zero.simd_lt(zero), [zero; D], splat(1.0));
        let seen_x = &sights.x.as_chunks::<LANES>().0[..sights.vectors];
        for at in 0..sights.vectors {
            // From each to the looker: the other way it would take an instruction more.
            let mut away = [zero; D];
            for axis in 0..D {
                let eight = if axis == 0 { &seen_x[at] } else { &sights.others[axis][at] };
                away[axis] = point[axis] - V::of_eight(simd, eight);
            }
            let square = dots(&away, &away);
            // dot ≥ cos·d without the root: both sides squared, their signs kept.
            let dot = dots(&away, &astern);
            let mut through = square.simd_le(radius2) & (dot * dot.abs()).simd_ge(square * cos_signed);
            if let Some(own) = own {
                through &= V::mask_of(place.simd_ne(own));
                place += i32x16::splat(simd, LANES as i32);
            }
            if FOR & RARE != 0 {
                through &= square.simd_ge(limit(|of| of.radius2_min));
            }
            sums.counts = sums.counts.count_where(through);
            let mut motion = [zero; D];
            for axis in 0..D {
                sums.aways[axis] = sums.aways[axis].add_where(through, away[axis]);
                motion[axis] = V::of_eight(simd, &sights.motions[axis][at]);
                sums.moved[axis] = sums.moved[axis].add_where(through, motion[axis]);
            }
            let near = through & square.simd_lt(begins2);
            if const { is_wide::<S>() && FOR & PUSH != 0 && D == 3 } {
                // A root and a division take long. With registers to spare, those who push wait until another one comes
                // into their lane, and are dealt with together.
                if (near & waiting).any_true() {
                    sums.push(waiting, &waiting_away, waiting_square, nearest2, always);
                    waiting = near;
                } else {
                    waiting |= near;
                }
                for axis in 0..D {
                    waiting_away[axis] = near.select(away[axis], waiting_away[axis]);
                }
                waiting_square = near.select(square, waiting_square);
            } else if FOR & PUSH != 0 && (D == 2 || near.any_true()) {
                // In space few vectors hold someone near enough to push, and a branch is guessed right often enough.
                // Beyond where a linear push begins it would pull.
                sums.push(through, &away, square, nearest2, always);
            }
            if FOR & RARE != 0 {
                let inverse = splat(1.0) / square.max(nearest2).sqrt();
                let (twice, once) = (limit(|of| of.strengths[0]), limit(|of| of.strengths[1]));
                let strength = near.select((twice * inverse + once) * inverse + always, zero);
                for axis in 0..D {
                    sums.pushed[axis] += away[axis] * strength;
                }
                sums.closest = sums.closest.max(near.select(inverse, zero));
                sums.pushing += near.to_bitmask().count_ones();
                let moves = dots(&motion, &motion).simd_gt(zero) & through;
                sums.moving += moves.to_bitmask().count_ones();
                let inverse = splat(-1.0) / square.sqrt();
                let apart = through & square.simd_gt(zero);
                for axis in 0..D {
                    sums.directions[axis] = sums.directions[axis].add_where(apart, away[axis] * inverse);
                }
            }
        }
        if const { is_wide::<S>() && FOR & PUSH != 0 && D == 3 } {
            sums.push(waiting, &waiting_away, waiting_square, nearest2, always);
        }
        sums
    }

    /// The percept of a looker from the sums over its lanes.
    #[inline(always)]
    fn conclude<S: Simd, V: Abreast<S>, const FOR: u32>(
        &self,
        simd: S,
        sums: &Sums<V, D>,
        nth: usize,
        looker: usize,
        lookers: &mut Lookers<D>,
    ) {
        let of = |sum: &V| sum.lanes_of(nth);
        let zero = f32x8::splat(simd, 0.0);
        let (aways, moved, pushed) =
            (sums.aways.each_ref().map(of), sums.moved.each_ref().map(of), sums.pushed.each_ref().map(of));
        let (counts, closest) = (of(&sums.counts.counted()), of(&sums.closest));
        let (mut away, mut motion, mut push) = ([0.0; D], [0.0; D], [0.0; D]);
        let count;
        if D == 2 {
            let four = across(simd, aways[0], aways[1], moved[0], counts);
            count = four.to_int::<i32x4<S>>().to_array()[3] as u32;
            [away[0], away[1], motion[0], _] = four.to_array();
            [motion[1], push[0], push[1], _] = across(simd, moved[1], pushed[0], pushed[1], zero).to_array();
        } else {
            let [x, y, z] = [0, 1, D - 1];
            let four = across(simd, aways[x], aways[y], aways[z], counts);
            count = four.to_int::<i32x4<S>>().to_array()[3] as u32;
            [away[x], away[y], away[z], _] = four.to_array();
            [motion[x], motion[y], motion[z], _] = across(simd, moved[x], moved[y], moved[z], zero).to_array();
            [push[x], push[y], push[z], _] = across(simd, pushed[x], pushed[y], pushed[z], zero).to_array();
        }
        let mut direction = [0.0; D];
        if FOR & RARE != 0 {
            let directions = sums.directions.each_ref().map(of);
            let [x, y, z] = [0, 1, D - 1];
            [direction[x], direction[y], direction[z], _] =
                across(simd, directions[x], directions[y], directions[z], zero).to_array();
        }
        let (scene, nth, sense) = (self.scene, self.nth, self.sense_of(looker));
        let limits = &sense.limits;
        let percept = lookers.percept(nth, looker);
        *percept = Percept {
            count,
            moving: if FOR & RARE != 0 { sums.moving } else { count },
            offset: away.map(|away| -away),
            direction,
            velocity: if FOR & COURSE != 0 { [0.0; D] } else { motion },
            course: if FOR & COURSE != 0 { motion } else { [0.0; D] },
            push,
            pushing: sums.pushing,
            clear: if FOR & PUSH != 0 && sense.covers { clear_of(closest, limits) } else { 0.0 },
            ..Percept::EMPTY
        };
        // Of those who coincide and hardly anyone else the distance was too short to count.
        if FOR & (PUSH | RARE) != 0 && closest.simd_ge(f32x8::splat(simd, limits.coincident)).any_true() {
            percept.push = add(percept.push, part(scene, looker, sense));
            percept.clear = 0.0;
        }
    }
}

/// A run of the window: where those in it are, and how they move.
struct Sights<'a, const D: usize> {
    x: &'a mut [f32],
    /// The other axes.
    others: [&'a [[f32; LANES]]; D],
    motions: [&'a [[f32; LANES]]; D],
    vectors: usize,
}

impl<'a, const D: usize> Sights<'a, D> {
    #[inline(always)]
    fn new(window: &'a mut Window<D>, filtered: bool, course: bool, run: &Range<usize>) -> Self {
        let vectors = run.len().div_ceil(LANES);
        let room = run.start..run.start + vectors * LANES;
        let Window { position, velocity, course: courses, filtered_x, .. } = window;
        let motion_columns = if course { courses } else { velocity };
        let (x, others_yz) = position.split_at_mut(1);
        let x = &mut (if filtered { filtered_x } else { &mut x[0] })[room.clone()];
        let mut sights = Sights { x, others: [&[]; D], motions: [&[]; D], vectors };
        for axis in 0..D {
            if axis > 0 {
                sights.others[axis] = &others_yz[axis - 1][room.clone()].as_chunks().0[..vectors];
            }
            sights.motions[axis] = &motion_columns[axis][room.clone()].as_chunks().0[..vectors];
        }
        sights
    }
}

/// What is summed up over a run, lane by lane.
struct Sums<V, const D: usize> {
    aways: [V; D],
    moved: [V; D],
    pushed: [V; D],
    directions: [V; D],
    counts: V,
    /// The strongest push, or one over the least distance.
    closest: V,
    moving: u32,
    pushing: u32,
}

impl<V, const D: usize> Sums<V, D> {
    /// Adds the linear pushes of some.
    #[inline(always)]
    fn push<S: Simd>(&mut self, some: V::Mask, away: &[V; D], square: V, nearest2: V, always: V)
    where
        V: Abreast<S>,
    {
        let zero = V::splat(square.token(), 0.0);
        let inverse = V::splat(square.token(), 1.0) / square.max(nearest2).sqrt();
        let strength = zero.add_where(some, (inverse + always).max(zero));
        for axis in 0..D {
            self.pushed[axis] += away[axis] * strength;
        }
        self.closest = self.closest.max(strength);
    }
}

/// How far it is to the nearest of those who push, from the strengths of linear pushes; or to where pushes begin.
#[inline(always)]
fn clear_of<S: Simd>(strengths: f32x8<S>, limits: &Limits) -> f32 {
    let strongest = strengths.reduce_max();
    let distance = if strongest > 0.0 { 1.0 / (strongest - limits.strengths[2]) } else { limits.begins2.sqrt() };
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

/// The pushes from coincident agents, whose directions follow from the ids.
#[cold]
fn part<const D: usize>(scene: &Scene<D>, looker: usize, sense: &Sense) -> Vector<D> {
    let before = scene.before;
    let here: Vector<D> = at(&before.position, looker);
    let Some(push) = sense.wants.push.as_ref().filter(|_| sense.radius_min == 0.0) else { return [0.0; D] };
    let mut sum = [0.0; D];
    // Cells that are kept do not tell who is in the same place now.
    scene.search().within(here, scene.grid.slack, |row, _| {
        let minded = sense.groups.is_none_or(|groups| groups & before.groups[row] != 0);
        if row != looker && minded && at(&before.position, row) == here {
            sum = add(sum, parting(scene, push, looker, row, push.distance.unwrap_or(0.0)));
        }
    });
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
