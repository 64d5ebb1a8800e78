//! Senses: filters over an agent's hits, and sums over those they let through.

use super::{Hits, LANES, Percept, Push, Search, Sense};
use crate::plan::Plan;
use crate::scene::Scene;
use crate::steer::{Falloff, apart};
use crate::vector::{Vector, scale};
use crate::world::agents::{Columns, at};
use fearless_simd::{Select, Simd, SimdBase, SimdFloat, SimdMask, f32x8, mask32x8, u32x8};
use std::ops::Range;

/// Room for one agent's hits, used again for the next.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scratch {
    /// Which filters admit each hit.
    admitted: Vec<u32>,
    /// Which of each eight hits a sense lets through.
    through: Vec<u8>,
    /// Distances and places, to choose the nearest.
    keys: Vec<u64>,
}

/// Fills in the percepts of a batch of rows, one per sense of each agent's plan, agent by agent. Takes rows until the
/// hits are many; returns how many it took.
#[inline(always)]
pub(crate) fn perceive<S: Simd, const D: usize>(
    simd: S,
    scene: &Scene<D>,
    rows: Range<usize>,
    hits: &mut Hits<D>,
    percepts: &mut Vec<Percept<D>>,
) -> usize {
    /// Enough that a batch amortises its overhead, few enough that its hits stay in the nearest cache.
    const MOST_HITS: usize = 4096;
    let search = scene.search();
    let mut taken = 0;
    for row in rows {
        if hits.len > MOST_HITS {
            break;
        }
        perceive_one(simd, scene, &search, row, hits, percepts);
        taken += 1;
    }
    taken
}

#[inline(always)]
fn perceive_one<S: Simd, const D: usize>(
    simd: S,
    scene: &Scene<D>,
    search: &Search<D>,
    row: usize,
    hits: &mut Hits<D>,
    percepts: &mut Vec<Percept<D>>,
) {
    let before = scene.before;
    let plan = &scene.plans[usize::from(before.kind[row])];
    let from = hits.len;
    if plan.senses.is_empty() {
        return;
    }
    search.around(simd, row, at(&before.position, row), plan.search_radius, hits);
    if !plan.admits_all {
        let admitted = &mut hits.scratch.admitted;
        admitted.clear();
        for other in &hits.row[from..hits.len] {
            admitted.push(plan.admits[scene.group_of[usize::from(before.kind[*other as usize])]]);
        }
        admitted.resize(admitted.len() + LANES, 0);
    }
    for sense in &plan.senses {
        let found = Found { plan, row, from, len: hits.len - from };
        let percept = if sense.nearest == 0 {
            sum(simd, scene, sense, &found, hits, |hits, at| through(simd, scene, sense, &found, hits, at))
        } else {
            choose_nearest(simd, scene, sense, &found, hits);
            sum(simd, scene, sense, &found, hits, |hits, at| {
                mask32x8::from_bitmask(simd, u64::from(hits.scratch.through[at / LANES]))
            })
        };
        percepts.push(percept);
    }
}

/// One agent's part of the hits.
struct Found<'a, const D: usize> {
    plan: &'a Plan<D>,
    row: usize,
    from: usize,
    len: usize,
}

#[inline(always)]
fn offsets<S: Simd, const D: usize>(simd: S, hits: &Hits<D>, place: usize) -> [f32x8<S>; D] {
    std::array::from_fn(|axis| f32x8::from_slice(simd, &hits.offset[axis][place..place + LANES]))
}

#[inline(always)]
fn dots<S: Simd, const D: usize>(a: &[f32x8<S>; D], b: &[f32x8<S>; D]) -> f32x8<S> {
    let mut sum = a[0] * b[0];
    for axis in 1..D {
        sum += a[axis] * b[axis];
    }
    sum
}

/// Which of the eight hits from place `at` a sense lets through, before it chooses the nearest.
#[inline(always)]
fn through<S: Simd, const D: usize>(
    simd: S,
    scene: &Scene<D>,
    sense: &Sense,
    found: &Found<D>,
    hits: &Hits<D>,
    at_hit: usize,
) -> mask32x8<S> {
    let offset = offsets(simd, hits, found.from + at_hit);
    let square = dots(&offset, &offset);
    let mut through = square.simd_le(f32x8::splat(simd, sense.radius * sense.radius));
    if found.len - at_hit < LANES {
        let lanes = u32x8::from_fn(simd, |lane| lane as u32);
        through &= lanes.simd_lt(u32x8::splat(simd, (found.len - at_hit) as u32));
    }
    if sense.radius_min > 0.0 {
        through &= square.simd_ge(f32x8::splat(simd, sense.radius_min * sense.radius_min));
    }
    if let Some(cos_half) = sense.cos_half {
        let heading: Vector<D> = at(&scene.before.heading, found.row);
        let heading = heading.map(|c| f32x8::splat(simd, c));
        through &= dots(&offset, &heading).simd_ge(f32x8::splat(simd, cos_half) * square.sqrt());
    }
    if !found.plan.admits_all {
        let admitted = u32x8::from_slice(simd, &hits.scratch.admitted[at_hit..at_hit + LANES]);
        through &= (admitted & u32x8::splat(simd, 1 << sense.filter)).simd_ne(u32x8::splat(simd, 0));
    }
    through
}

/// Leaves in `scratch.through` only the nearest of those that a sense lets through. Equal distances go by place.
#[inline(always)]
fn choose_nearest<S: Simd, const D: usize>(
    simd: S,
    scene: &Scene<D>,
    sense: &Sense,
    found: &Found<D>,
    hits: &mut Hits<D>,
) {
    let mut keys = std::mem::take(&mut hits.scratch.keys);
    keys.clear();
    for at_hit in (0..found.len).step_by(LANES) {
        let offset = offsets(simd, hits, found.from + at_hit);
        let squares = dots(&offset, &offset).to_array();
        for lane in bits(through(simd, scene, sense, found, hits, at_hit).to_bitmask()) {
            // Squares are not negative, so their bits are in order.
            keys.push(u64::from(squares[lane].to_bits()) << 32 | (at_hit + lane) as u64);
        }
    }
    let most = sense.nearest as usize;
    if keys.len() > most {
        keys.select_nth_unstable(most - 1);
        keys.truncate(most);
    }
    let chosen = &mut hits.scratch.through;
    chosen.clear();
    chosen.resize(found.len.div_ceil(LANES), 0);
    for key in &keys {
        let place = *key as u32 as usize;
        chosen[place / LANES] |= 1 << (place % LANES);
    }
    hits.scratch.keys = keys;
}

/// Sums over the hits that `admit` lets through.
#[inline(always)]
fn sum<S: Simd, const D: usize>(
    simd: S,
    scene: &Scene<D>,
    sense: &Sense,
    found: &Found<D>,
    hits: &mut Hits<D>,
    admit: impl Fn(&Hits<D>, usize) -> mask32x8<S>,
) -> Percept<D> {
    let zero = f32x8::splat(simd, 0.0);
    let wants = &sense.wants;
    let before = scene.before;
    let mut percept = Percept::EMPTY;
    percept.listed = hits.listed.len() as u32..0;
    let mut nearest: Option<(f32, usize)> = None;
    let (mut offset_sum, mut direction_sum, mut push_sum) = ([zero; D], [zero; D], [zero; D]);
    let (mut velocity_sum, mut course_sum) = ([zero; D], [zero; D]);
    for at_hit in (0..found.len).step_by(LANES) {
        let through = admit(hits, at_hit);
        let mask = through.to_bitmask();
        if mask == 0 {
            continue;
        }
        percept.count += mask.count_ones();
        let place = found.from + at_hit;
        let offset = offsets(simd, hits, place);
        if wants.offset {
            for axis in 0..D {
                offset_sum[axis] += through.select(offset[axis], zero);
            }
        }
        if wants.direction || wants.push.is_some() {
            let square = dots(&offset, &offset);
            let distance = square.sqrt();
            if wants.direction {
                let inverse = f32x8::splat(simd, 1.0) / distance;
                let apart = through & square.simd_gt(zero);
                for axis in 0..D {
                    direction_sum[axis] += apart.select(offset[axis] * inverse, zero);
                }
            }
            if let Some(push) = &wants.push {
                let begins = push_begins(simd, scene, push, found, hits, place);
                let near = through & distance.simd_lt(begins);
                percept.pushing += near.to_bitmask().count_ones();
                let strength = strength(simd, push, distance, begins);
                for axis in 0..D {
                    push_sum[axis] -= near.select(offset[axis] * strength, zero);
                }
                let same = (near & square.simd_eq(zero)).to_bitmask();
                if same != 0 {
                    part(scene, push, found, hits, place, same, &mut percept.push);
                }
            }
        }
        if wants.velocity || wants.course {
            let velocity = fetch(simd, before, hits, place);
            if wants.velocity {
                for axis in 0..D {
                    velocity_sum[axis] += through.select(velocity[axis], zero);
                }
            }
            if wants.course {
                let square = dots(&velocity, &velocity);
                let moving = through & square.simd_gt(zero);
                percept.moving += moving.to_bitmask().count_ones();
                let inverse = f32x8::splat(simd, 1.0) / square.sqrt();
                for axis in 0..D {
                    course_sum[axis] += moving.select(velocity[axis] * inverse, zero);
                }
            }
        }
        if wants.nearest {
            let squares = dots(&offset, &offset).to_array();
            for lane in bits(mask) {
                let id = |place: usize| before.id[hits.row[place] as usize];
                let nearer = nearest.is_none_or(|(least, best)| {
                    squares[lane] < least || squares[lane] == least && id(place + lane) < id(best)
                });
                if nearer {
                    nearest = Some((squares[lane], place + lane));
                }
            }
        }
        if wants.list {
            hits.listed.extend(bits(mask).map(|lane| (place + lane) as u32));
        }
    }
    percept.offset = offset_sum.map(total);
    percept.direction = direction_sum.map(total);
    percept.velocity = velocity_sum.map(total);
    percept.course = course_sum.map(total);
    for axis in 0..D {
        percept.push[axis] += total(push_sum[axis]);
    }
    percept.nearest = nearest.map(|(_, hit)| (hits.row[hit], std::array::from_fn(|axis| hits.offset[axis][hit])));
    percept.listed.end = hits.listed.len() as u32;
    percept
}

/// The lanes added up, always in the same order.
#[inline(always)]
fn total<S: Simd>(lanes: f32x8<S>) -> f32 {
    let l = lanes.to_array();
    ((l[0] + l[1]) + (l[2] + l[3])) + ((l[4] + l[5]) + (l[6] + l[7]))
}

/// The places of the bits that are set.
#[inline(always)]
fn bits(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (mask != 0).then(|| {
            let lane = mask.trailing_zeros() as usize;
            mask &= mask - 1;
            lane
        })
    })
}

/// The velocities of eight hits; lanes beyond the last hit hold anything.
#[inline(always)]
fn fetch<S: Simd, const D: usize>(simd: S, before: &Columns<D>, hits: &Hits<D>, place: usize) -> [f32x8<S>; D] {
    let rows = &hits.row[place..place + LANES];
    std::array::from_fn(|axis| {
        let column = &before.velocity[axis];
        f32x8::from_fn(simd, |lane| column.get(rows[lane] as usize).copied().unwrap_or(0.0))
    })
}

/// Where separation from each of eight hits begins.
#[inline(always)]
fn push_begins<S: Simd, const D: usize>(
    simd: S,
    scene: &Scene<D>,
    push: &Push,
    found: &Found<D>,
    hits: &Hits<D>,
    place: usize,
) -> f32x8<S> {
    match push.distance {
        Some(distance) => f32x8::splat(simd, distance),
        None => f32x8::from_fn(simd, |lane| {
            let kind = scene.before.kind.get(hits.row[place + lane] as usize);
            found.plan.radius + kind.map_or(0.0, |kind| scene.plans[usize::from(*kind)].radius)
        }),
    }
}

/// `f(d)/d` for eight hits: what the offsets are multiplied by.
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

/// Adds the pushes from coincident agents, whose direction follows from the two ids.
#[cold]
fn part<const D: usize>(
    scene: &Scene<D>,
    push: &Push,
    found: &Found<D>,
    hits: &Hits<D>,
    place: usize,
    same: u64,
    total: &mut Vector<D>,
) {
    let before = scene.before;
    for lane in bits(same) {
        let other = hits.row[place + lane] as usize;
        let radii = || found.plan.radius + scene.plans[usize::from(before.kind[other])].radius;
        let begins = push.distance.unwrap_or_else(radii);
        let away = apart::<D>(before.id[found.row], before.id[other]);
        let away = scale(away, push.falloff.at(0.0, begins, push.scale));
        for axis in 0..D {
            total[axis] += away[axis];
        }
    }
}
