//! Eight lookers at once: the sums of senses that need no list.
//!
//! Agents that follow one another in memory stand close together and look at nearly the same others. So eight of them
//! look at once, one to a lane, and each other agent in reach is shown to all eight. Every lane adds up what it sees in
//! the order of the rows, which is (cell, then id): the sums do not depend on who else is in the block, nor on how wide
//! the machine's vectors are.

use super::search::{Run, Runs, Search};
use super::{LANES, Percept, Push, Sense};
use crate::scene::Scene;
use crate::steer::{Falloff, apart};
use crate::vector::{Vector, scale};
use crate::world::agents::Columns;
use fearless_simd::{Select, Simd, SimdBase, SimdFloat, SimdMask, f32x8, i32x8, u32x8};
use std::ops::Range;

// What a kernel is made for.
pub(super) const COURSE: u32 = 1;
pub(super) const VELOCITY: u32 = 2;
pub(super) const GROUPS: u32 = 4;
/// A ring, or the mean of directions.
pub(super) const ZONES: u32 = 8;

/// What the kernel of a sense must be made for.
pub(crate) fn kernel(sense: &Sense) -> u32 {
    let wants = &sense.wants;
    let motion = if wants.course { COURSE } else { VELOCITY };
    // A kernel for zones asks at run time whether there are groups to tell apart.
    match (wants.direction || sense.radius_min > 0.0, sense.groups.is_some()) {
        (true, _) => motion | ZONES,
        (false, true) => motion | GROUPS,
        (false, false) => motion,
    }
}

/// The percepts of several agents, all senses of each, and the sense that is meant.
type Column<'a, const D: usize> = (usize, &'a mut [Percept<D>]);

/// What eight lookers have in common, and what each has for itself.
struct Lookers<S: Simd, const D: usize> {
    point: [f32x8<S>; D],
    heading: [f32x8<S>; D],
    radius2: f32x8<S>,
    radius2_min: f32x8<S>,
    cos_signed: f32x8<S>,
    begins: f32x8<S>,
    begins2: f32x8<S>,
    groups: u32x8<S>,
    row: i32x8<S>,
}

/// What eight lookers have seen.
struct Sums<S: Simd, const D: usize> {
    count: i32x8<S>,
    moving: i32x8<S>,
    pushing: i32x8<S>,
    offset: [f32x8<S>; D],
    motion: [f32x8<S>; D],
    direction: [f32x8<S>; D],
    push: [f32x8<S>; D],
}

/// The columns that are looked at, cut to equal length, so that one check of a row serves them all.
struct Seen<'a, const D: usize> {
    position: [&'a [f32]; D],
    motion: [&'a [f32]; D],
    groups: &'a [u32],
}

impl<'a, const D: usize> Seen<'a, D> {
    #[inline(always)]
    fn new<const FOR: u32>(before: &'a Columns<D>) -> Self {
        let len = before.id.len();
        let mut seen = Seen { position: [&[]; D], motion: [&[]; D], groups: &[] };
        for axis in 0..D {
            seen.position[axis] = &before.position[axis][..len];
            seen.motion[axis] = match FOR & (COURSE | VELOCITY) {
                COURSE => &before.course[axis][..len],
                _ => &before.velocity[axis][..len],
            };
        }
        if FOR & (GROUPS | ZONES) != 0 {
            seen.groups = before.groups.get(..len).unwrap_or(&[]);
        }
        seen
    }
}

/// Fills in the percepts of one sense for up to eight rows, all looking by a sense of the same signature. Returns false
/// where a torus is too small for the search.
#[inline(always)]
pub(super) fn sum<S: Simd, const D: usize>(
    simd: S,
    scene: &Scene<D>,
    search: &Search<D>,
    runs: &mut Runs<D>,
    rows: Range<usize>,
    senses: &[&Sense],
    percepts: Column<D>,
) -> bool {
    let (mut min, mut max) = ([f32::INFINITY; D], [f32::NEG_INFINITY; D]);
    let mut radius = 0.0f32;
    for (row, sense) in rows.clone().zip(senses) {
        for axis in 0..D {
            min[axis] = min[axis].min(scene.before.position[axis][row]);
            max[axis] = max[axis].max(scene.before.position[axis][row]);
        }
        radius = radius.max(sense.radius);
    }
    if !runs.note(simd, search, min, max, radius) {
        return false;
    }
    match senses[0].kernel {
        COURSE => show::<S, D, COURSE>(simd, scene, runs, rows, senses, percepts),
        VELOCITY => show::<S, D, VELOCITY>(simd, scene, runs, rows, senses, percepts),
        5 => show::<S, D, { GROUPS | COURSE }>(simd, scene, runs, rows, senses, percepts),
        6 => show::<S, D, { GROUPS | VELOCITY }>(simd, scene, runs, rows, senses, percepts),
        9 => show::<S, D, { ZONES | COURSE }>(simd, scene, runs, rows, senses, percepts),
        _ => show::<S, D, { ZONES | VELOCITY }>(simd, scene, runs, rows, senses, percepts),
    }
    true
}

/// Shows everyone in the noted runs to the lookers. A function of its own for each kernel: they are few, and large.
fn show<S: Simd, const D: usize, const FOR: u32>(
    simd: S,
    scene: &Scene<D>,
    runs: &Runs<D>,
    rows: Range<usize>,
    senses: &[&Sense],
    percepts: Column<D>,
) {
    simd.vectorize(
        #[inline(always)]
        || {
            let before = scene.before;
            let seen = Seen::new::<FOR>(before);
            let lookers = Lookers::new(simd, before, rows.clone(), senses);
            let push = senses[0].wants.push.as_ref().unwrap_or(&Push::NONE);
            let mut sums = Sums::new(simd);
            for run in &runs.runs {
                sums.see::<FOR>(simd, scene, &seen, &lookers, push, run, &rows);
            }
            sums.hand_out::<FOR>(scene, senses, percepts);
        },
    );
}

impl<S: Simd, const D: usize> Lookers<S, D> {
    #[inline(always)]
    fn new(simd: S, before: &Columns<D>, rows: Range<usize>, senses: &[&Sense]) -> Self {
        // Lanes that nobody has look with a radius that nothing is within.
        let (mut point, mut heading) = ([[0.0; LANES]; D], [[0.0; LANES]; D]);
        let (mut radius2, mut radius2_min, mut cos) = ([-1.0; LANES], [0.0; LANES], [0.0; LANES]);
        let (mut begins, mut groups, mut own) = ([0.0; LANES], [0; LANES], [-1; LANES]);
        for (lane, (row, sense)) in rows.zip(senses).enumerate() {
            for axis in 0..D {
                point[axis][lane] = before.position[axis][row];
                heading[axis][lane] = before.heading[axis][row];
            }
            radius2[lane] = sense.radius2;
            radius2_min[lane] = sense.radius_min * sense.radius_min;
            cos[lane] = sense.cos_signed;
            begins[lane] = sense.wants.push.and_then(|push| push.distance).unwrap_or(0.0);
            groups[lane] = sense.groups.unwrap_or(u32::MAX);
            own[lane] = row as i32;
        }
        let mut lookers = Lookers {
            point: [f32x8::splat(simd, 0.0); D],
            heading: [f32x8::splat(simd, 0.0); D],
            radius2: f32x8::from_slice(simd, &radius2),
            radius2_min: f32x8::from_slice(simd, &radius2_min),
            cos_signed: f32x8::from_slice(simd, &cos),
            begins: f32x8::from_slice(simd, &begins),
            begins2: f32x8::from_slice(simd, &begins.map(|begins| begins * begins)),
            groups: u32x8::from_slice(simd, &groups),
            row: i32x8::from_slice(simd, &own),
        };
        for axis in 0..D {
            lookers.point[axis] = f32x8::from_slice(simd, &point[axis]);
            lookers.heading[axis] = f32x8::from_slice(simd, &heading[axis]);
        }
        lookers
    }
}

#[inline(always)]
fn dots<S: Simd, const D: usize>(a: &[f32x8<S>; D], b: &[f32x8<S>; D]) -> f32x8<S> {
    let mut sum = a[0] * b[0];
    for axis in 1..D {
        sum += a[axis] * b[axis];
    }
    sum
}

impl<S: Simd, const D: usize> Sums<S, D> {
    #[inline(always)]
    fn new(simd: S) -> Self {
        let (none, zero) = (i32x8::splat(simd, 0), [f32x8::splat(simd, 0.0); D]);
        Sums { count: none, moving: none, pushing: none, offset: zero, motion: zero, direction: zero, push: zero }
    }

    /// Adds what the lookers see of the agents of a run.
    #[inline(always)]
    #[allow(clippy::too_many_arguments)]
    fn see<const FOR: u32>(
        &mut self,
        simd: S,
        scene: &Scene<D>,
        seen: &Seen<D>,
        lookers: &Lookers<S, D>,
        push: &Push,
        run: &Run<D>,
        own: &Range<usize>,
    ) {
        let zero = f32x8::splat(simd, 0.0);
        let mut point = lookers.point;
        for axis in 0..D {
            point[axis] += f32x8::splat(simd, run.shift[axis]);
        }
        for row in run.start as usize..run.end as usize {
            let mut offset = point;
            for axis in 0..D {
                offset[axis] = f32x8::splat(simd, seen.position[axis][row]) - point[axis];
            }
            let square = dots(&offset, &offset);
            let mut through = square.simd_le(lookers.radius2);
            // Half of those in the runs are too far for all eight.
            if !through.any_true() {
                continue;
            }
            // dot ≥ cos·d without the root: both sides squared, their signs kept.
            let dot = dots(&offset, &lookers.heading);
            through &= (dot * dot.abs()).simd_ge(square * lookers.cos_signed);
            if own.contains(&row) {
                through &= lookers.row.simd_ne(i32x8::splat(simd, row as i32));
            }
            if FOR & GROUPS != 0 || (FOR & ZONES != 0 && !seen.groups.is_empty()) {
                let bits = lookers.groups & u32x8::splat(simd, seen.groups[row]);
                through &= bits.simd_ne(u32x8::splat(simd, 0));
            }
            if FOR & ZONES != 0 {
                through &= square.simd_ge(lookers.radius2_min);
                let inverse = f32x8::splat(simd, 1.0) / square.sqrt();
                let apart = through & square.simd_gt(zero);
                for axis in 0..D {
                    self.direction[axis] += apart.select(offset[axis] * inverse, zero);
                }
            }
            self.count -= through.to_vector();
            for axis in 0..D {
                self.offset[axis] += through.select(offset[axis], zero);
            }
            if FOR & (COURSE | VELOCITY) != 0 {
                let mut moves = false;
                for axis in 0..D {
                    let motion = seen.motion[axis][row];
                    moves |= motion != 0.0;
                    self.motion[axis] += through.select(f32x8::splat(simd, motion), zero);
                }
                if FOR & COURSE != 0 && scene.some_rest && moves {
                    self.moving -= through.to_vector();
                }
            }
            let near = through & square.simd_lt(lookers.begins2);
            if near.any_true() {
                self.pushing -= near.to_vector();
                let strength = strength(simd, push, square.sqrt(), lookers.begins);
                for axis in 0..D {
                    self.push[axis] -= near.select(offset[axis] * strength, zero);
                }
                let same = (near & square.simd_eq(zero)).to_bitmask();
                if same != 0 {
                    self.part(scene, lookers, push, row, same);
                }
            }
        }
    }

    /// Adds the push from a coincident agent, whose direction follows from the two ids.
    #[cold]
    fn part(&mut self, scene: &Scene<D>, lookers: &Lookers<S, D>, push: &Push, other: usize, same: u64) {
        let (rows, begins) = (lookers.row.to_array(), lookers.begins.to_array());
        for lane in (0..LANES).filter(|lane| same >> lane & 1 == 1) {
            let away = parting(scene, push, rows[lane] as usize, other, begins[lane]);
            for axis in 0..D {
                self.push[axis].as_mut_array()[lane] += away[axis];
            }
        }
    }

    #[inline(always)]
    fn hand_out<const FOR: u32>(self, scene: &Scene<D>, senses: &[&Sense], (at_sense, percepts): Column<D>) {
        let (count, moving, pushing) = (self.count.to_array(), self.moving.to_array(), self.pushing.to_array());
        let mut lanes = [[[0.0; LANES]; D]; 4];
        for axis in 0..D {
            lanes[0][axis] = self.offset[axis].to_array();
            lanes[1][axis] = self.motion[axis].to_array();
            lanes[2][axis] = self.push[axis].to_array();
            lanes[3][axis] = self.direction[axis].to_array();
        }
        let at = |what: usize, lane: usize| -> Vector<D> { std::array::from_fn(|axis| lanes[what][axis][lane]) };
        let each = percepts.len() / senses.len();
        for (lane, (sense, percepts)) in senses.iter().zip(percepts.chunks_exact_mut(each)).enumerate() {
            let percept = &mut percepts[at_sense];
            percept.count = count[lane] as u32;
            percept.moving = if scene.some_rest { moving[lane] as u32 } else { percept.count };
            percept.pushing = pushing[lane] as u32;
            percept.offset = at(0, lane);
            percept.push = at(2, lane);
            if FOR & COURSE != 0 && sense.wants.course {
                percept.course = at(1, lane);
            }
            if FOR & VELOCITY != 0 {
                percept.velocity = at(1, lane);
            }
            if FOR & ZONES != 0 {
                percept.direction = at(3, lane);
            }
        }
    }
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

/// `f(d)/d` for eight lookers: what the offsets are multiplied by.
#[inline(always)]
fn strength<S: Simd>(simd: S, push: &Push, distance: f32x8<S>, begins: f32x8<S>) -> f32x8<S> {
    let one = f32x8::splat(simd, 1.0);
    let inverse = one / distance.max(begins * f32x8::splat(simd, Push::NEAREST));
    match push.falloff {
        Falloff::Linear => (one - distance / begins) * inverse,
        Falloff::Inverse => inverse * inverse,
        Falloff::Ratio => begins * inverse * inverse,
        Falloff::Offset => distance * inverse * f32x8::splat(simd, 1.0 / push.scale),
        Falloff::Constant => inverse,
    }
}
