//! Senses that list the nearest few.
//!
//! First everyone whom the sense lets through is noted, with the squares of the distances, near where the nearest few
//! were found lately and, if they are too few, along the whole run; then the nearest are kept. What is found does not
//! depend on where one looks first.

use super::list_sum::Listed;
use super::sight::Bounds;
use super::stencil::window_reach;
use super::sum::{Output, Task};
use super::window::{NOWHERE, Window};
use super::{Hits, LANES, Sense, Surroundings, coincident, lets_through};
use crate::agents::at;
use crate::math::simd;
use crate::math::vector::{Vector, dot};
use crate::work;
use fearless_simd::{Select, Simd, SimdBase, SimdMask, f32x8, u32x8};
use std::ops::Range;

/// Fills in the percepts of some lookers. The nearest few are appended to the hits, so that behaviors can list them.
pub(super) fn look<S: Simd, const D: usize>(simd: S, task: &Task<D>, window: &mut Window<D>, output: &mut Output<D>) {
    simd.vectorize(
        #[inline(always)]
        || {
            simd::align_stack();
            window.know_rows(simd);
            let crowded = coincident::may_be_nearest(task.sense, window);
            for looker in task.lookers {
                // Eight lanes: sixteen, where a register has them, are 7 % slower in 2D and 2 % in 3D (Xeon).
                look_for_one(simd, task, *looker as usize, crowded, window, output);
            }
        },
    );
}

#[inline(always)]
fn look_for_one<S: Simd, const D: usize>(
    simd: S,
    task: &Task<D>,
    looker: usize,
    crowded: bool,
    window: &mut Window<D>,
    output: &mut Output<D>,
) {
    let Task { around, eyes, sense, nth, .. } = *task;
    let hits = &mut *output.hits;
    let (from, most) = (hits.len(), sense.nearest as usize);
    let reach = window_reach(around.search.grid, eyes);
    if !(crowded && coincident::list_nearest(task, looker, hits)) {
        pack(simd, around, window, looker, sense, sense.radius.min(reach), hits);
        if around.groups_share_bits() {
            drop_strangers(task, from, hits);
        }
    }
    if hits.len() - from < most && sense.radius > reach {
        // Not enough of them so near: those farther off count too.
        look_farther(task, reach, looker, from, hits);
    }
    if hits.len() - from > most {
        keep_nearest_hits(most, from, hits);
    }
    let percept = Listed { around, eyes, sense, looker, range: from..hits.len(), hits }.sum_up(simd);
    output.percepts.set(looker, nth, &percept, hits);
}

/// Appends to the hits the nearest few in the window whom a sense lets through within a radius, in the order of the
/// window. Several may be equally far: too many at the very limit are sorted out later.
#[inline(always)]
fn pack<S: Simd, const D: usize>(
    simd: S,
    around: &Surroundings<D>,
    window: &mut Window<D>,
    looker: usize,
    sense: &Sense,
    radius: f32,
    hits: &mut Hits<D>,
) {
    let (grid, agents) = (around.search.grid, around.search.agents);
    let here: Vector<D> = at(&agents.position, looker);
    // Those of rare groups are looked at all, else those of a run.
    let few = sense.groups.and_then(|minded| window.single_out(around, minded));
    let slab = window.slab_of(&grid.axes()[0], here[0]);
    let (run, own) = match few {
        Some((_, few)) => (0..few, None),
        None => (window.run(slab, window.span(grid, radius)), Some(window.place_of(looker as u32, slab))),
    };
    let filtered = few.is_none() && sense.groups.is_some_and(|minded| window.filter(around, minded));
    let Window { position, filtered_x, row: rows, rare, .. } = window;
    let (position, rows, own) = match few {
        Some((nth, few)) => {
            let rare = &mut rare[nth];
            let own = rare.place_of(looker as u32, here, few);
            (&mut rare.position, &rare.row, own)
        }
        None => (position, &*rows, own),
    };
    // Nobody sees itself: for now it is nowhere. Whom it does not mind is nowhere, too.
    if filtered {
        std::mem::swap(&mut position[0], filtered_x);
    }
    let own_x = own.map(|own| std::mem::replace(&mut position[0][own], NOWHERE));
    let radius2 = if radius < sense.radius { radius * radius } else { sense.bounds.radius2 };
    let bounds = Bounds { radius2, ..sense.bounds };
    let heading = at(&agents.heading, looker);
    let mut glance = Glance::new(simd, position, here, heading, bounds, &run);
    hits.make_room(run.len());
    work::count(|done| done.candidates += run.len().div_ceil(LANES) as u64);
    // Where groups share bits, strangers are among them: the choice comes later.
    let (most, final_choice) = (sense.nearest as usize, !around.groups_share_bits());
    let (radius2, usual2) = (glance.bounds.radius2, hits.usual2 * if D == 2 { 1.8 } else { 1.5 });
    glance.bounds.radius2 = if final_choice { radius2.min(f32x8::splat(simd, usual2)) } else { radius2 };
    let mut found = glance.note(simd, run.start, hits);
    if found < most && final_choice {
        glance.bounds.radius2 = radius2;
        found = glance.note(simd, run.start, hits);
    }
    let found = if found > most && final_choice { keep_nearest(simd, most, found, hits) } else { found };
    append(position, rows, here, found, hits);
    if let (Some(own), Some(own_x)) = (own, own_x) {
        position[0][own] = own_x;
    }
    if filtered {
        std::mem::swap(&mut position[0], filtered_x);
    }
}

/// Appends to the hits the first so many whose places are noted: their rows, and the ways to them.
#[inline(always)]
fn append<const D: usize>(position: &[Vec<f32>; D], rows: &[u32], here: Vector<D>, found: usize, hits: &mut Hits<D>) {
    hits.make_room(found);
    let from = hits.len();
    for hit in 0..found {
        let place = hits.place[hit] as usize;
        let mut offset = [0.0; D];
        for axis in 0..D {
            offset[axis] = position[axis][place] - here[axis];
        }
        hits.set(from + hit, rows[place] as usize, offset);
    }
    hits.commit(found);
}

/// A run of the window as a sense of a looker sees it.
struct Glance<'a, S: Simd, const D: usize> {
    point: [f32x8<S>; D],
    heading: [f32x8<S>; D],
    others: [&'a [f32]; D],
    bounds: Bounds<f32x8<S>>,
}

impl<'a, S: Simd, const D: usize> Glance<'a, S, D> {
    #[inline(always)]
    fn new(
        simd: S,
        position: &'a [Vec<f32>; D],
        here: Vector<D>,
        ahead: Vector<D>,
        bounds: Bounds<f32>,
        run: &Range<usize>,
    ) -> Self {
        let room = run.start..run.start + run.len().next_multiple_of(LANES);
        let splat = |number: f32| f32x8::splat(simd, number);
        let (mut point, mut heading) = ([splat(0.0); D], [splat(0.0); D]);
        let mut others: [&[f32]; D] = [&[]; D];
        for axis in 0..D {
            (point[axis], heading[axis]) = (splat(here[axis]), splat(ahead[axis]));
            others[axis] = &position[axis][room.clone()];
        }
        Glance { point, heading, others, bounds: bounds.splat(splat) }
    }

    /// Notes the places and the squared distances of everyone the sense lets through; returns how many they are.
    #[inline(always)]
    fn note(&self, simd: S, start: usize, hits: &mut Hits<D>) -> usize {
        let counting = u32x8::from_slice(simd, &[0, 1, 2, 3, 4, 5, 6, 7]);
        let length = hits.place.len().min(hits.square.len());
        let (places, squares) = (&mut hits.place[..length], &mut hits.square[..length]);
        let mut found = 0;
        for at in (0..self.others[0].len()).step_by(LANES) {
            let mut offset = self.point;
            for axis in 0..D {
                offset[axis] = f32x8::from_slice(simd, &self.others[axis][at..at + LANES]) - self.point[axis];
            }
            let square = dot(offset, offset);
            let through = self.bounds.admit::<true>(square, dot(offset, self.heading));
            // Those let through come one after the other, and after them anything.
            let these = counting + u32x8::splat(simd, (start + at) as u32);
            these.compress(through).store_slice(&mut places[found..found + LANES]);
            square.compress(through).store_slice(&mut squares[found..found + LANES]);
            found += through.to_bitmask().count_ones() as usize;
        }
        found
    }
}

/// Of those found keeps the nearest, in the order they are in.
#[inline(always)]
fn keep_nearest<S: Simd, const D: usize>(simd: S, most: usize, found: usize, hits: &mut Hits<D>) -> usize {
    // Those who are not there are farther than anyone.
    hits.square[found..found + LANES].fill(f32::INFINITY);
    let ranked = found <= MOST_RANKED;
    let splat = |number: f32| f32x8::splat(simd, number);
    let limit = splat(if ranked { 0.0 } else { nth_least(most, &hits.square[..found], &mut hits.keys) });
    let (zero, one) = (splat(0.0), splat(1.0));
    let (mut kept, mut farthest) = (0, zero);
    for at in (0..found).step_by(LANES) {
        let square = f32x8::from_slice(simd, &hits.square[at..at + LANES]);
        let near = if ranked {
            // How many are nearer.
            let mut rank = zero;
            for other in &hits.square[..found] {
                rank = splat(*other).simd_lt(square).select(rank + one, rank);
            }
            rank.simd_lt(splat(most as f32))
        } else {
            square.simd_le(limit)
        };
        farthest = farthest.max(near.select(square, zero));
        let places = u32x8::from_slice(simd, &hits.place[at..at + LANES]);
        places.compress(near).store_slice(&mut hits.place[kept..kept + LANES]);
        kept += near.to_bitmask().count_ones() as usize;
    }
    let farthest = farthest.to_array().into_iter().fold(f32::NEG_INFINITY, f32::max);
    hits.usual2 = if hits.usual2.is_finite() { 0.9 * hits.usual2 + 0.1 * farthest } else { farthest };
    kept
}

/// Among up to this many, it is counted for each how many are nearer; among more, the limit is sought by a partial
/// sort.
const MOST_RANKED: usize = 32;

/// The nth least of some numbers that are not negative.
#[cold]
fn nth_least(nth: usize, numbers: &[f32], keys: &mut Vec<u64>) -> f32 {
    keys.clear();
    // Their bits are in order.
    keys.extend(numbers.iter().map(|number| u64::from(number.to_bits())));
    f32::from_bits(*keys.select_nth_unstable(nth - 1).1 as u32)
}

/// Appends to the hits those whom a sense lets through, in widening circles, until there are enough of them.
#[cold]
fn look_farther<const D: usize>(task: &Task<D>, reach: f32, looker: usize, from: usize, hits: &mut Hits<D>) {
    let Task { around, eyes, sense, .. } = *task;
    let (search, most) = (&around.search, sense.nearest as usize);
    let (point, heading): (Vector<D>, Vector<D>) =
        (at(&search.agents.position, looker), at(&search.agents.heading, looker));
    // How many there are so far says how far to look: as far as twice as many as are wanted would be, if they were as
    // dense.
    let farther = |found: usize| {
        let more = (2 * most) as f32 / (found + 1) as f32;
        (if D == 2 { more.sqrt() } else { libm::cbrtf(more) }).clamp(1.5, 3.0)
    };
    let mut radius = (reach * farther(hits.len() - from)).min(sense.radius);
    hits.truncate(from);
    let tell = |hits: &mut Hits<D>, row: usize, offset: Vector<D>| {
        if row != looker && lets_through(around, eyes, sense, heading, row, offset) {
            hits.push(row, offset);
        }
    };
    let far = search.grid.far.as_ref();
    if far.is_some_and(|far| far.within(search, point, sense.radius, |row, offset| tell(hits, row, offset))) {
        return;
    }
    loop {
        hits.truncate(from);
        search.within(point, radius, |row, offset| tell(hits, row, offset));
        if hits.len() - from >= most || radius >= sense.radius {
            return;
        }
        radius = (radius * farther(hits.len() - from)).min(sense.radius);
    }
}

/// Where groups share bits, some strangers got through.
#[cold]
fn drop_strangers<const D: usize>(task: &Task<D>, from: usize, hits: &mut Hits<D>) {
    let mut kept = from;
    for hit in from..hits.len() {
        let (row, offset) = hits.get(hit);
        if task.eyes.admits(task.sense.filter, task.around.eyes_of(row).group) {
            hits.set(kept, row, offset);
            kept += 1;
        }
    }
    hits.truncate(kept);
}

/// Of the hits from a place on keeps the nearest, in the order they are in. Equal distances go by that order too.
#[cold]
pub(super) fn keep_nearest_hits<const D: usize>(most: usize, from: usize, hits: &mut Hits<D>) {
    let mut keys = std::mem::take(&mut hits.keys);
    keys.clear();
    for hit in from..hits.len() {
        let offset = hits.get(hit).1;
        // Squares are not negative, so their bits are in order.
        keys.push(u64::from(dot(offset, offset).to_bits()) << 32 | hit as u64);
    }
    keys.select_nth_unstable(most - 1);
    keys.truncate(most);
    keys.sort_unstable_by_key(|key| *key as u32);
    // None moves up: the nth that is kept is the nth hit or a later one.
    for (nth, key) in keys.iter().enumerate() {
        let (row, offset) = hits.get(*key as u32 as usize);
        hits.set(from + nth, row, offset);
    }
    hits.truncate(from + keys.len());
    hits.keys = keys;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::random::{Purpose, words};

    /// Against sorting, with many equal numbers and with none. Those at the very limit may be too many.
    #[test]
    fn the_nearest_are_kept_and_stay_in_order() {
        let level = crate::math::simd::level();
        for (case, different) in (0..600u32).zip([3, 20, 1 << 20].into_iter().cycle()) {
            let found = 2 + case as usize % (MOST_RANKED + 8);
            let mut hits = Hits::<2>::default();
            hits.make_room(found);
            for at in 0..found {
                hits.place[at] = at as u32;
                hits.square[at] = (words(7, case, at as u64, Purpose::Birth, 0)[0] % different) as f32;
            }
            let squares = hits.square[..found].to_vec();
            let mut sorted = squares.clone();
            sorted.sort_by(f32::total_cmp);
            for most in [1, found / 2, found - 1] {
                let mut hits = hits.clone();
                let most = most.max(1);
                let kept = simd::dispatch!(level, simd => keep_nearest(simd, most, found, &mut hits));
                let limit = sorted[most - 1];
                let want: Vec<u32> = (0..found as u32).filter(|at| squares[*at as usize] <= limit).collect();
                assert_eq!(hits.place[..kept], want, "case {case}, the nearest {most} of {squares:?}");
            }
        }
    }
}
