//! Senses that list agents or mind only the nearest few: from a packed list of everyone in reach.

use super::sum::{dots, parting};
use super::window::NOWHERE;
use super::{Hits, LANES, Percept, Search, Sense, Window};
use crate::plan::Plan;
use crate::scene::Scene;
use crate::vector::{Vector, add, dot, scale, sub};
use crate::world::agents::at;
use fearless_simd::{ExtractToken, Select, Simd, SimdBase, SimdMask, f32x8, mask32x8, u32x8};
use std::ops::Range;

/// Fills in the percept of one sense of a looker. Those it lets through are appended to the hits, so that behaviors can
/// list them.
#[allow(clippy::too_many_arguments)]
pub(super) fn among<S: Simd, const D: usize>(
    simd: S,
    scene: &Scene<D>,
    plan: &Plan<D>,
    sense: &Sense,
    window: &mut Window<D>,
    reach: f32,
    looker: usize,
    hits: &mut Hits<D>,
    percept: &mut Percept<D>,
) {
    simd.vectorize(
        #[inline(always)]
        || {
            let from = hits.len();
            let most = sense.nearest as usize;
            pack(simd, scene, window, looker, sense, sense.radius.min(reach), hits);
            if scene.census.len() > 32 {
                drop_strangers(scene, plan, sense, from, hits);
            }
            if most > 0 && hits.len() - from < most && sense.radius > reach {
                // Not enough of them so near: those farther off count too.
                hits.truncate(from);
                look_farther(scene, plan, sense, reach, looker, hits);
            }
            *percept = choose(scene, plan, sense, looker, from, hits);
        },
    );
}

/// Appends to the hits everyone in the window whom a sense lets through within a radius; or if it minds the nearest few
/// alone, these. In the order of the window; equal distances go by that order too.
#[inline(always)]
fn pack<S: Simd, const D: usize>(
    simd: S,
    scene: &Scene<D>,
    window: &mut Window<D>,
    looker: usize,
    sense: &Sense,
    radius: f32,
    hits: &mut Hits<D>,
) {
    let (run, to_own) = window.run_of(scene.grid, looker, radius);
    let own = (looker as u32).wrapping_add(to_own) as usize;
    // Nobody sees itself: for now it is nowhere.
    let own_x = std::mem::replace(&mut window.position[0][own], NOWHERE);
    let glance = Glance::new(simd, scene, window, looker, sense, radius, &run);
    let here: Vector<D> = at(&scene.before.position, looker);
    let push = |hits: &mut Hits<D>, place: usize| {
        let mut offset = [0.0; D];
        for axis in 0..D {
            offset[axis] = window.position[axis][place] - here[axis];
        }
        hits.push(window.row[place] as usize, offset);
    };
    if sense.nearest == 0 {
        glance.each(|nth| push(hits, run.start + nth));
    } else {
        hits.make_room(run.len());
        let (found, most) = (glance.note(simd, run.start, hits), sense.nearest as usize);
        // Where there are more groups than bits, strangers are among them: the choice comes later.
        let too_many = found > most && scene.census.len() <= 32;
        let found = if too_many { keep_nearest(simd, most, found, hits) } else { found };
        for hit in 0..found {
            push(hits, hits.place[hit] as usize);
        }
    }
    window.position[0][own] = own_x;
}

/// A run of the window as a sense of a looker sees it.
struct Glance<'a, S: Simd, const D: usize> {
    point: [f32x8<S>; D],
    heading: [f32x8<S>; D],
    others: [&'a [[f32; LANES]]; D],
    /// The groups of each and those it minds, if it does not mind all.
    groups: Option<(&'a [[u32; LANES]], u32x8<S>)>,
    radius2: f32x8<S>,
    radius2_min: f32x8<S>,
    cos_signed: f32x8<S>,
    vectors: usize,
}

impl<'a, S: Simd, const D: usize> Glance<'a, S, D> {
    #[inline(always)]
    fn new(
        simd: S,
        scene: &Scene<D>,
        window: &'a Window<D>,
        looker: usize,
        sense: &Sense,
        radius: f32,
        run: &Range<usize>,
    ) -> Self {
        let splat = |number: f32| f32x8::splat(simd, number);
        let vectors = run.len().div_ceil(LANES);
        let room = run.start..run.start + vectors * LANES;
        let (mut point, mut heading) = ([splat(0.0); D], [splat(0.0); D]);
        let mut others: [&[[f32; LANES]]; D] = [&[]; D];
        for axis in 0..D {
            point[axis] = splat(scene.before.position[axis][looker]);
            heading[axis] = splat(scene.before.heading[axis][looker]);
            others[axis] = &window.position[axis][room.clone()].as_chunks().0[..vectors];
        }
        let mut groups: Option<(&[[u32; LANES]], u32x8<S>)> = None;
        if let Some(minded) = sense.groups {
            groups = Some((&window.groups[room].as_chunks().0[..vectors], u32x8::splat(simd, minded)));
        }
        Glance {
            point,
            heading,
            others,
            groups,
            radius2: splat(if radius < sense.radius { radius * radius } else { sense.radius2 }),
            radius2_min: splat(sense.radius_min * sense.radius_min),
            cos_signed: splat(sense.cos_signed),
            vectors,
        }
    }

    /// Which of eight others the sense lets through, and the squares of their distances.
    #[inline(always)]
    fn through(&self, at: usize) -> (mask32x8<S>, f32x8<S>) {
        let simd = self.radius2.token();
        let mut offset = self.point;
        for axis in 0..D {
            offset[axis] = f32x8::from_slice(simd, &self.others[axis][at]) - self.point[axis];
        }
        let square = dots(&offset, &offset);
        let dot = dots(&offset, &self.heading);
        let mut through = square.simd_le(self.radius2) & square.simd_ge(self.radius2_min);
        through &= (dot * dot.abs()).simd_ge(square * self.cos_signed);
        if let Some((groups, minded)) = self.groups {
            let bits = u32x8::from_slice(simd, &groups[at]) & minded;
            through &= bits.simd_ne(u32x8::splat(simd, 0));
        }
        (through, square)
    }

    /// Tells of everyone the sense lets through. First who is, as bits, without a branch; then one by one.
    #[inline(always)]
    fn each(&self, mut tell: impl FnMut(usize)) {
        for first in (0..self.vectors).step_by(8) {
            let mut bits = 0u64;
            for at in first..self.vectors.min(first + 8) {
                bits |= u64::from(self.through(at).0.to_bitmask() as u8) << (LANES * (at - first));
            }
            while bits != 0 {
                tell(first * LANES + bits.trailing_zeros() as usize);
                bits &= bits - 1;
            }
        }
    }

    /// Notes the places and the squared distances of everyone the sense lets through; returns how many they are.
    #[inline(always)]
    fn note(&self, simd: S, start: usize, hits: &mut Hits<D>) -> usize {
        let mut places = u32x8::from_slice(simd, &[0, 1, 2, 3, 4, 5, 6, 7]) + u32x8::splat(simd, start as u32);
        let length = hits.place.len().min(hits.square.len());
        let (place_out, square_out) = (&mut hits.place[..length], &mut hits.square[..length]);
        let mut found = 0;
        for at in 0..self.vectors {
            let (through, square) = self.through(at);
            places.compress(through).store_slice(&mut place_out[found..found + LANES]);
            square.compress(through).store_slice(&mut square_out[found..found + LANES]);
            found += through.to_bitmask().count_ones() as usize;
            places += u32x8::splat(simd, LANES as u32);
        }
        found
    }
}

/// Appends the rows of everyone in the window within a radius of a looker.
#[inline(always)]
pub(super) fn within<S: Simd, const D: usize>(
    simd: S,
    search: &Search<D>,
    window: &mut Window<D>,
    looker: usize,
    radius: f32,
    rows: &mut Vec<u32>,
) {
    simd.vectorize(
        #[inline(always)]
        || {
            let (run, to_own) = window.run_of(search.grid, looker, radius);
            let vectors = run.len().div_ceil(LANES);
            let room = run.start..run.start + vectors * LANES;
            // Nobody is its own neighbour: for now it is nowhere.
            let own = (looker as u32).wrapping_add(to_own) as usize;
            let own_x = std::mem::replace(&mut window.position[0][own], NOWHERE);
            let others: [&[[f32; LANES]]; D] =
                std::array::from_fn(|axis| &window.position[axis][room.clone()].as_chunks().0[..vectors]);
            let other_rows = &window.row[room].as_chunks::<LANES>().0[..vectors];
            let radius2 = f32x8::splat(simd, radius * radius);
            let mut found = rows.len();
            rows.resize(found + run.len() + 2 * LANES, 0);
            for at in 0..vectors {
                let mut square = f32x8::splat(simd, 0.0);
                for axis in 0..D {
                    let here = f32x8::splat(simd, search.before.position[axis][looker]);
                    let away = f32x8::from_slice(simd, &others[axis][at]) - here;
                    square += away * away;
                }
                let near = square.simd_le(radius2);
                let near_rows = u32x8::from_slice(simd, &other_rows[at]).compress(near);
                near_rows.store_slice(&mut rows[found..found + LANES]);
                found += near.to_bitmask().count_ones() as usize;
            }
            rows.truncate(found);
            window.position[0][own] = own_x;
        },
    );
}

/// Of those found keeps the nearest, in the order they are in.
#[inline(always)]
fn keep_nearest<S: Simd, const D: usize>(simd: S, most: usize, found: usize, hits: &mut Hits<D>) -> usize {
    // Those who are not there are farther than anyone.
    hits.square[found..found + LANES].fill(f32::INFINITY);
    let vectors = found.div_ceil(LANES);
    let (limit, within) = if vectors <= FOUR {
        nth_least(simd, most, &hits.square.as_chunks::<LANES>().0[..vectors])
    } else {
        let keys = &mut hits.keys;
        keys.clear();
        keys.extend(hits.square[..found].iter().map(|square| u64::from(square.to_bits())));
        // Squares are not negative, so their bits are in order.
        let limit = f32::from_bits(*keys.select_nth_unstable(most - 1).1 as u32);
        (limit, hits.square[..found].iter().filter(|square| **square <= limit).count())
    };
    let mut kept = 0;
    for at in 0..vectors {
        let eight = at * LANES..(at + 1) * LANES;
        let near = f32x8::from_slice(simd, &hits.square[eight.clone()]).simd_le(f32x8::splat(simd, limit));
        let places = u32x8::from_slice(simd, &hits.place[eight.clone()]).compress(near);
        places.store_slice(&mut hits.place[kept..kept + LANES]);
        if within > most {
            let squares = f32x8::from_slice(simd, &hits.square[eight]).compress(near);
            squares.store_slice(&mut hits.square[kept..kept + LANES]);
        }
        kept += near.to_bitmask().count_ones() as usize;
    }
    // Of those at the very limit the last may be too many.
    for at in (0..kept).rev() {
        if kept == most {
            break;
        }
        if hits.square[at] == limit {
            hits.place.copy_within(at + 1..kept, at);
            kept -= 1;
        }
    }
    kept
}

/// Among up to four vectors of numbers the nth least is sought by taking away the least one after the other; among more, by
/// a partial sort.
const FOUR: usize = 4;

/// The nth least of up to four vectors of numbers, and how many are no greater.
#[inline(always)]
fn nth_least<S: Simd>(simd: S, nth: usize, numbers: &[[f32; LANES]]) -> (f32, usize) {
    let none = f32x8::splat(simd, f32::INFINITY);
    let (mut a, mut b, mut c, mut d) = (none, none, none, none);
    for (vector, eight) in [&mut a, &mut b, &mut c, &mut d].into_iter().zip(numbers) {
        *vector = f32x8::from_slice(simd, eight);
    }
    // Each lane in order: the least of all is in the first vector then.
    (a, b) = (a.min(b), a.max(b));
    (c, d) = (c.min(d), c.max(d));
    (a, c) = (a.min(c), a.max(c));
    (b, d) = (b.min(d), b.max(d));
    (b, c) = (b.min(c), b.max(c));
    let mut taken = 0;
    loop {
        let least = least_of(simd, a);
        let least_here = a.simd_eq(least);
        taken += (least_here.to_bitmask() as u32).count_ones() as usize;
        if taken >= nth {
            // Equal ones may stand one above the other in a lane.
            for rest in [b, c, d] {
                taken += (rest.simd_eq(least).to_bitmask() as u32).count_ones() as usize;
            }
            return (least.to_array()[0], taken);
        }
        // What is taken away, those above come down for.
        a = least_here.select(b, a);
        b = least_here.select(c, b);
        c = least_here.select(d, c);
        d = least_here.select(none, d);
    }
}

/// The least of the lanes, in all of them.
#[inline(always)]
fn least_of<S: Simd>(simd: S, lanes: f32x8<S>) -> f32x8<S> {
    let (low, high) = simd.split_f32x8(lanes);
    let four = low.min(high);
    let two = four.zip_low(four).min(four.zip_high(four));
    let one = two.zip_low(two).min(two.zip_high(two));
    simd.combine_f32x4(one, one)
}

/// Appends to the hits those whom a sense lets through, in widening circles, until there are enough of them.
#[cold]
fn look_farther<const D: usize>(
    scene: &Scene<D>,
    plan: &Plan<D>,
    sense: &Sense,
    reach: f32,
    looker: usize,
    hits: &mut Hits<D>,
) {
    let search = scene.search();
    let (from, most) = (hits.len(), sense.nearest as usize);
    let (point, heading): (Vector<D>, Vector<D>) =
        (at(&scene.before.position, looker), at(&scene.before.heading, looker));
    let mut radius = reach;
    while hits.len() - from < most && radius < sense.radius {
        radius = (2.0 * radius).min(sense.radius);
        hits.truncate(from);
        search.within(point, radius, |row, offset| {
            if row != looker && lets_through(scene, plan, sense, heading, row, offset) {
                hits.push(row, offset);
            }
        });
    }
}

/// The same by asking everyone: for a torus too small to tell one side from the other.
#[cold]
pub(super) fn among_everyone<const D: usize>(
    scene: &Scene<D>,
    plan: &Plan<D>,
    sense: &Sense,
    search: &Search<D>,
    looker: usize,
    hits: &mut Hits<D>,
) -> Percept<D> {
    let from = hits.len();
    let heading: Vector<D> = at(&scene.before.heading, looker);
    for (row, offset) in search.everyone(at(&scene.before.position, looker), sense.radius) {
        if row != looker && lets_through(scene, plan, sense, heading, row, offset) {
            hits.push(row, offset);
        }
    }
    choose(scene, plan, sense, looker, from, hits)
}

/// Where there are more groups than bits, some strangers got through.
#[cold]
fn drop_strangers<const D: usize>(scene: &Scene<D>, plan: &Plan<D>, sense: &Sense, from: usize, hits: &mut Hits<D>) {
    let mut kept = from;
    for hit in from..hits.len() {
        if minds(scene, plan, sense, hits.get(hit).0) {
            hits.found[kept] = hits.found[hit];
            kept += 1;
        }
    }
    hits.truncate(kept);
}

/// The percept of one sense from the hits from a place on, of which it may keep only the nearest.
#[inline(always)]
fn choose<const D: usize>(
    scene: &Scene<D>,
    plan: &Plan<D>,
    sense: &Sense,
    looker: usize,
    from: usize,
    hits: &mut Hits<D>,
) -> Percept<D> {
    let most = sense.nearest as usize;
    if most > 0 && hits.len() - from > most {
        keep_nearest_hits(most, from, hits);
    }
    sum(scene, plan, sense, looker, from..hits.len(), hits)
}

fn minds<const D: usize>(scene: &Scene<D>, plan: &Plan<D>, sense: &Sense, row: usize) -> bool {
    let group = scene.group_of[usize::from(scene.before.kind[row])];
    plan.admits[group] >> sense.filter & 1 == 1
}

/// Whether a sense of an agent that points there lets a row through.
pub(crate) fn lets_through<const D: usize>(
    scene: &Scene<D>,
    plan: &Plan<D>,
    sense: &Sense,
    heading: Vector<D>,
    row: usize,
    offset: Vector<D>,
) -> bool {
    let square = dot(offset, offset);
    let ahead = dot(offset, heading);
    square <= sense.radius2
        && square >= sense.radius_min * sense.radius_min
        && ahead * ahead.abs() >= square * sense.cos_signed
        && minds(scene, plan, sense, row)
}

/// Of the hits from a place on keeps the nearest, in the order they are in. Equal distances go by that order too.
#[cold]
fn keep_nearest_hits<const D: usize>(most: usize, from: usize, hits: &mut Hits<D>) {
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
        hits.found[from + nth] = hits.found[*key as u32 as usize];
    }
    hits.truncate(from + keys.len());
    hits.keys = keys;
}

/// Sums over a range of hits, in their order.
#[inline(always)]
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
            let course: Vector<D> = at(&before.course, row);
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
                    sub(percept.push, scale(offset, push.strength(square, begins)))
                };
            }
        }
        // Equal distances go to the lower id.
        if wants.nearest {
            let nearer = least.is_none_or(|(other, at)| {
                square < other || square == other && before.id[row] < before.id[hits.get(at).0]
            });
            if nearer {
                least = Some((square, hit));
            }
        }
    }
    percept.nearest = least.map(|(_, hit)| hits.found[hit]);
    percept
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{Purpose, words};

    /// Against sorting, with many equal numbers and with none.
    #[test]
    fn the_nth_least_is_that_of_a_sorted_list() {
        let level = crate::simd::level();
        for (case, different) in (0..400u32).zip([3, 20, 1 << 20].into_iter().cycle()) {
            let vectors = 1 + case as usize % FOUR;
            let mut numbers = vec![[f32::INFINITY; LANES]; vectors];
            // The last vector may have room for more.
            let count = vectors * LANES - case as usize % LANES;
            for at in 0..count {
                let word = words(7, case, at as u64, Purpose::Birth, 0)[0];
                numbers[at / LANES][at % LANES] = (word % different) as f32;
            }
            let mut sorted: Vec<f32> = numbers.iter().flatten().copied().collect();
            sorted.sort_by(f32::total_cmp);
            for nth in 1..=count {
                let found = fearless_simd::dispatch!(level, simd => nth_least(simd, nth, &numbers));
                let no_greater = sorted.iter().filter(|number| **number <= sorted[nth - 1]).count();
                assert_eq!(found, (sorted[nth - 1], no_greater), "case {case}, the {nth}th of {sorted:?}");
            }
        }
    }
}
