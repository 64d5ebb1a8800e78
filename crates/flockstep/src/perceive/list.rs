//! Senses that list agents or mind only the nearest few: from a packed list of everyone in reach.

use super::block::parting;
use super::search::Search;
use super::{Hits, LANES, Percept, Sense};
use crate::plan::Plan;
use crate::scene::Scene;
use crate::vector::{Vector, add, dot, scale, sub, unit};
use crate::world::agents::at;
use fearless_simd::{Simd, SimdBase, SimdMask, f32x8, i32x8, u32x8};
use std::ops::Range;

/// Appends to the hits everyone but `own` within the radius whose group is among `groups`.
#[inline(always)]
pub(super) fn pack<S: Simd, const D: usize>(
    simd: S,
    search: &Search<D>,
    hits: &mut Hits<D>,
    own: usize,
    radius: f32,
    groups: Option<u32>,
) {
    let before = search.before;
    let point: Vector<D> = at(&before.position, own);
    if !hits.runs.note(simd, search, point, point, radius) {
        return pack_everyone(search, hits, own, point, radius);
    }
    hits.reserve(hits.runs.runs.iter().map(|run| (run.end - run.start) as usize).sum());
    let Hits { offset: offset_out, row: row_out, len, runs, .. } = hits;
    let radius2 = f32x8::splat(simd, radius * radius);
    let lanes = i32x8::from_slice(simd, &[0, 1, 2, 3, 4, 5, 6, 7]);
    let numbers = u32x8::from_slice(simd, &[0, 1, 2, 3, 4, 5, 6, 7]);
    for run in &runs.runs {
        let (mut row, end) = (run.start as usize, run.end as usize);
        let seen_from = add(point, run.shift);
        while row < end {
            let mut offset = [radius2; D];
            for axis in 0..D {
                let eight = f32x8::from_slice(simd, &before.position[axis][row..row + LANES]);
                offset[axis] = eight - f32x8::splat(simd, seen_from[axis]);
            }
            let mut square = offset[0] * offset[0];
            for axis in 1..D {
                square += offset[axis] * offset[axis];
            }
            let there = lanes.simd_lt(i32x8::splat(simd, (end - row) as i32));
            let others = lanes.simd_ne(i32x8::splat(simd, own.wrapping_sub(row) as i32));
            let mut within = square.simd_le(radius2) & there & others;
            if let Some(groups) = groups {
                let bits = u32x8::from_slice(simd, &before.groups[row..row + LANES]) & u32x8::splat(simd, groups);
                within &= bits.simd_ne(u32x8::splat(simd, 0));
            }
            for axis in 0..D {
                offset[axis].compress(within).store_slice(&mut offset_out[axis][*len..*len + LANES]);
            }
            let rows = numbers + u32x8::splat(simd, row as u32);
            rows.compress(within).store_slice(&mut row_out[*len..*len + LANES]);
            *len += within.to_bitmask().count_ones() as usize;
            row += LANES;
        }
    }
}

/// The same by asking everyone: for a torus too small to tell one side from the other.
#[cold]
pub(super) fn pack_everyone<const D: usize>(
    search: &Search<D>,
    hits: &mut Hits<D>,
    own: usize,
    point: Vector<D>,
    radius: f32,
) {
    hits.reserve(search.before.len());
    for (row, offset) in search.everyone(point, radius).filter(|(row, _)| *row != own) {
        hits.push(row, offset);
    }
}

/// The percept of one sense from the hits of a range. Those it lets through are appended to the hits, so that behaviors
/// can list them.
pub(super) fn choose<const D: usize>(
    scene: &Scene<D>,
    plan: &Plan<D>,
    sense: &Sense,
    own: usize,
    range: Range<usize>,
    hits: &mut Hits<D>,
) -> Percept<D> {
    hits.reserve(range.len());
    let from = hits.len;
    let heading: Vector<D> = at(&scene.before.heading, own);
    for hit in range {
        let (row, offset) = hits.get(hit);
        if lets_through(scene, plan, sense, heading, row, offset) {
            hits.push(row, offset);
        }
    }
    let most = sense.nearest as usize;
    if most > 0 && hits.len - from > most {
        keep_nearest(most, from, hits);
    }
    sum(scene, plan, sense, own, from..hits.len, hits)
}

fn lets_through<const D: usize>(
    scene: &Scene<D>,
    plan: &Plan<D>,
    sense: &Sense,
    heading: Vector<D>,
    row: usize,
    offset: Vector<D>,
) -> bool {
    let square = dot(offset, offset);
    let ahead = dot(offset, heading);
    let group = scene.group_of[usize::from(scene.before.kind[row])];
    square <= sense.radius2
        && square >= sense.radius_min * sense.radius_min
        && ahead * ahead.abs() >= square * sense.cos_signed
        && plan.admits[group] >> sense.filter & 1 == 1
}

/// Of the hits from a place on, keeps the nearest, in the order they are in. Equal distances go by that order too.
fn keep_nearest<const D: usize>(most: usize, from: usize, hits: &mut Hits<D>) {
    let mut keys = std::mem::take(&mut hits.keys);
    keys.clear();
    for hit in from..hits.len {
        let offset = hits.get(hit).1;
        // Squares are not negative, so their bits are in order.
        keys.push(u64::from(dot(offset, offset).to_bits()) << 32 | hit as u64);
    }
    keys.select_nth_unstable(most - 1);
    keys.truncate(most);
    keys.sort_unstable_by_key(|key| *key as u32);
    hits.len = from;
    for key in &keys {
        let (row, offset) = hits.get(*key as u32 as usize);
        hits.push(row, offset);
    }
    hits.keys = keys;
}

/// Sums over a range of hits, in their order: the same bits as eight lookers at once would give.
fn sum<const D: usize>(
    scene: &Scene<D>,
    plan: &Plan<D>,
    sense: &Sense,
    own: usize,
    range: Range<usize>,
    hits: &Hits<D>,
) -> Percept<D> {
    let before = scene.before;
    let wants = &sense.wants;
    let mut percept = Percept { count: range.len() as u32, ..Percept::EMPTY };
    percept.listed = range.start as u32..range.end as u32;
    let mut least: Option<(f32, usize)> = None;
    for hit in range {
        let (row, offset) = hits.get(hit);
        let square = dot(offset, offset);
        percept.offset = add(percept.offset, offset);
        if wants.direction && square > 0.0 {
            percept.direction = add(percept.direction, scale(offset, 1.0 / square.sqrt()));
        }
        if wants.velocity {
            percept.velocity = add(percept.velocity, at(&before.velocity, row));
        }
        if wants.course {
            let course: Vector<D> = unit(at(&before.velocity, row));
            percept.moving += u32::from(course != [0.0; D]);
            percept.course = add(percept.course, course);
        }
        if let Some(push) = &wants.push {
            let radii = || plan.radius + scene.plans[usize::from(before.kind[row])].radius;
            let begins = push.distance.unwrap_or_else(radii);
            if square < begins * begins {
                percept.pushing += 1;
                percept.push = if square == 0.0 {
                    add(percept.push, parting(scene, push, own, row, begins))
                } else {
                    sub(percept.push, scale(offset, push.strength(square.sqrt(), begins)))
                };
            }
        }
        // Equal distances go to the lower id.
        if wants.nearest {
            let nearer = least.is_none_or(|(other, at)| {
                square < other || square == other && before.id[row] < before.id[hits.row[at] as usize]
            });
            if nearer {
                least = Some((square, hit));
            }
        }
    }
    percept.nearest = least.map(|(_, hit)| (hits.row[hit], hits.get(hit).1));
    percept
}
