//! Senses that mind only the nearest few, and the sums over a list.

use super::sum::{dots, parting};
use super::window::NOWHERE;
use super::{Hits, LANES, Percept, Push, Search, Sense, Window};
use crate::plan::Plan;
use crate::scene::Scene;
use crate::vector::{Vector, add, dot, scale, sub};
use crate::world::agents::at;
use fearless_simd::{ExtractToken, Select, Simd, SimdBase, SimdFloat, SimdMask, f32x8};
use std::ops::Range;

/// The percept of a sense that minds the nearest few alone. Those are appended to the hits, so that behaviors can list them.
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
) -> Percept<D> {
    simd.vectorize(
        #[inline(always)]
        || {
            let from = hits.len();
            pack(simd, scene, window, looker, sense, sense.radius.min(reach), hits);
            if scene.census.len() > 32 {
                drop_strangers(scene, plan, sense, from, hits);
            }
            if hits.len() - from < sense.nearest as usize && sense.radius > reach {
                // Not enough of them so near: those farther off count too.
                look_farther(scene, plan, sense, reach, looker, from, hits);
            }
            choose(simd, scene, plan, sense, looker, from, hits)
        },
    )
}

/// Appends to the hits the nearest few in the window whom a sense lets through within a radius, in the order of the window.
/// Several may be equally far: too many at the very limit are sorted out later.
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
    // Those of rare groups are looked at all, else those of a run.
    let few = sense.groups.and_then(|minded| window.single_out(simd, minded));
    let (run, to_own) = match few {
        Some((_, few)) => (0..few, 0),
        None => window.run_of(looker, window.span(scene.grid, radius + scene.grid.slack)),
    };
    let Window { position, row: rows, rare, groups, .. } = window;
    let (position, rows, own, minds) = match few {
        Some((nth, few)) => {
            let singled_out = &mut rare[nth];
            // A window may show an agent twice, here and across the seam: the one right here is itself.
            let is_own = |at: &usize| {
                singled_out.row[*at] as usize == looker
                    && (0..D).all(|axis| singled_out.position[axis][*at] == scene.seen[axis][looker])
            };
            let minds_own = sense.groups.is_some_and(|minded| scene.group_bit(looker) & minded != 0);
            let own = if minds_own { (0..few).find(is_own) } else { None };
            (&mut singled_out.position, &singled_out.row, own, None)
        }
        None => (position, &*rows, Some((looker as u32).wrapping_add(to_own) as usize), sense.groups),
    };
    // Nobody sees itself: for now it is nowhere.
    let own_x = own.map(|own| std::mem::replace(&mut position[0][own], NOWHERE));
    let mut glance =
        Glance::new(simd, scene, position, minds.map(|minded| (&groups[..], minded)), looker, sense, radius, &run);
    hits.make_room(run.len());
    // Where there are more groups than bits, strangers are among them: the choice comes later.
    let (most, final_choice) = (sense.nearest as usize, scene.census.len() <= 32);
    // First where the nearest few are usually found; if there are fewer so near, everywhere.
    let (radius2, usual2) = (glance.radius2, hits.usual2 * if D == 2 { 1.8 } else { 1.5 });
    glance.radius2 = if final_choice { radius2.min(S::f32s::splat(simd, usual2)) } else { radius2 };
    let mut found = glance.note(simd, run.start, hits);
    if found < most && final_choice {
        glance.radius2 = radius2;
        found = glance.note(simd, run.start, hits);
    }
    let found = if found > most && final_choice { keep_nearest(simd, most, found, hits) } else { found };
    let here: Vector<D> = at(scene.seen, looker);
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
    hits.grow_by(found);
    if let (Some(own), Some(own_x)) = (own, own_x) {
        position[0][own] = own_x;
    }
}

/// A run of the window as a sense of a looker sees it, in vectors as wide as the machine has them: what is found comes in
/// the order of the run, whatever the width.
struct Glance<'a, S: Simd, const D: usize> {
    point: [S::f32s; D],
    heading: [S::f32s; D],
    others: [&'a [f32]; D],
    /// The groups of each and those it minds, if it does not mind all.
    groups: Option<(&'a [u32], S::u32s)>,
    radius2: S::f32s,
    radius2_min: S::f32s,
    cos_signed: S::f32s,
    vectors: usize,
}

impl<'a, S: Simd, const D: usize> Glance<'a, S, D> {
    const LANES: usize = S::f32s::LEN;

    #[inline(always)]
    #[allow(clippy::too_many_arguments)]
    fn new(
        simd: S,
        scene: &Scene<D>,
        position: &'a [Vec<f32>; D],
        minds: Option<(&'a [u32], u32)>,
        looker: usize,
        sense: &Sense,
        radius: f32,
        run: &Range<usize>,
    ) -> Self {
        let splat = |number: f32| S::f32s::splat(simd, number);
        let vectors = run.len().div_ceil(Self::LANES);
        let room = run.start..run.start + vectors * Self::LANES;
        let (mut point, mut heading) = ([splat(0.0); D], [splat(0.0); D]);
        let mut others: [&[f32]; D] = [&[]; D];
        for axis in 0..D {
            point[axis] = splat(scene.seen[axis][looker]);
            heading[axis] = splat(scene.before.heading[axis][looker]);
            others[axis] = &position[axis][room.clone()];
        }
        let mut groups: Option<(&[u32], S::u32s)> = None;
        if let Some((group_of, minded)) = minds {
            groups = Some((&group_of[room], S::u32s::splat(simd, minded)));
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

    /// Which of some others the sense lets through, and the squares of their distances.
    #[inline(always)]
    fn through(&self, at: usize) -> (S::mask32s, S::f32s) {
        let simd = self.radius2.token();
        let room = at * Self::LANES..(at + 1) * Self::LANES;
        let mut offset = self.point;
        for axis in 0..D {
            offset[axis] = S::f32s::from_slice(simd, &self.others[axis][room.clone()]) - self.point[axis];
        }
        let square = dots(&offset, &offset);
        let dot = dots(&offset, &self.heading);
        let mut through = square.simd_le(self.radius2) & square.simd_ge(self.radius2_min);
        through &= (dot * dot.abs()).simd_ge(square * self.cos_signed);
        if let Some((groups, minded)) = self.groups {
            let bits = S::u32s::from_slice(simd, &groups[room]) & minded;
            through &= bits.simd_ne(S::u32s::splat(simd, 0));
        }
        (through, square)
    }

    /// Notes the places and the squared distances of everyone the sense lets through; returns how many they are.
    #[inline(always)]
    fn note(&self, simd: S, start: usize, hits: &mut Hits<D>) -> usize {
        let mut places = S::u32s::from_fn(simd, |lane| (start + lane) as u32);
        let length = hits.place.len().min(hits.square.len());
        let (place_out, square_out) = (&mut hits.place[..length], &mut hits.square[..length]);
        let mut found = 0;
        for at in 0..self.vectors {
            let (through, square) = self.through(at);
            places.compress(through).store_slice(&mut place_out[found..found + Self::LANES]);
            square.compress(through).store_slice(&mut square_out[found..found + Self::LANES]);
            found += through.to_bitmask().count_ones() as usize;
            places += S::u32s::splat(simd, Self::LANES as u32);
        }
        found
    }
}

/// Of those found keeps the nearest, in the order they are in.
#[inline(always)]
fn keep_nearest<S: Simd, const D: usize>(simd: S, most: usize, found: usize, hits: &mut Hits<D>) -> usize {
    let wide = S::f32s::LEN;
    // Those who are not there are farther than anyone.
    hits.square[found..found + wide].fill(f32::INFINITY);
    let limit = S::f32s::splat(
        simd,
        if found <= MOST_RANKED { 0.0 } else { nth_least(most, &hits.square[..found], &mut hits.keys) },
    );
    let (mut kept, mut farthest) = (0, S::f32s::splat(simd, 0.0));
    for at in (0..found).step_by(wide) {
        let square = S::f32s::from_slice(simd, &hits.square[at..at + wide]);
        let near = if found <= MOST_RANKED {
            // How many are nearer.
            let mut rank = S::u32s::splat(simd, 0);
            for other in &hits.square[..found] {
                let nearer = S::f32s::splat(simd, *other).simd_lt(square);
                rank = nearer.select(rank + S::u32s::splat(simd, 1), rank);
            }
            rank.simd_lt(S::u32s::splat(simd, most as u32))
        } else {
            square.simd_le(limit)
        };
        farthest = farthest.max(near.select(square, S::f32s::splat(simd, 0.0)));
        S::u32s::from_slice(simd, &hits.place[at..at + wide])
            .compress(near)
            .store_slice(&mut hits.place[kept..kept + wide]);
        kept += near.to_bitmask().count_ones() as usize;
    }
    let farthest = farthest.reduce_max();
    hits.usual2 = if hits.usual2.is_finite() { 0.9 * hits.usual2 + 0.1 * farthest } else { farthest };
    kept
}

/// Among up to this many, it is counted for each how many are nearer; among more, the limit is sought by a partial sort.
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
fn look_farther<const D: usize>(
    scene: &Scene<D>,
    plan: &Plan<D>,
    sense: &Sense,
    reach: f32,
    looker: usize,
    from: usize,
    hits: &mut Hits<D>,
) {
    let search = scene.search();
    let most = sense.nearest as usize;
    let (point, heading): (Vector<D>, Vector<D>) =
        (at(&scene.before.position, looker), at(&scene.before.heading, looker));
    // How many there are so far says how far to look: as far as twice as many as are wanted would be, if they were as dense.
    let farther = |found: usize| {
        let more = (2 * most) as f32 / (found + 1) as f32;
        (if D == 2 { more.sqrt() } else { libm::cbrtf(more) }).clamp(1.5, 3.0)
    };
    let mut radius = (reach * farther(hits.len() - from)).min(sense.radius);
    hits.truncate(from);
    let lets_through = |row: usize, offset| row != looker && lets_through(scene, plan, sense, heading, row, offset);
    let far = scene.grid.far.as_ref();
    if far.is_some_and(|far| {
        let tell = |row, offset| {
            if lets_through(row, offset) {
                hits.push(row, offset)
            }
        };
        far.within(&search, point, sense.radius, tell)
    }) {
        return;
    }
    loop {
        hits.truncate(from);
        search.within(point, radius, |row, offset| {
            if lets_through(row, offset) {
                hits.push(row, offset)
            }
        });
        if hits.len() - from >= most || radius >= sense.radius {
            return;
        }
        radius = (radius * farther(hits.len() - from)).min(sense.radius);
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
    if sense.nearest > 0 && hits.len() - from > sense.nearest as usize {
        keep_nearest_hits(sense.nearest as usize, from, hits);
    }
    sum(scene, plan, sense, looker, from..hits.len(), hits)
}

/// Where there are more groups than bits, some strangers got through.
#[cold]
fn drop_strangers<const D: usize>(scene: &Scene<D>, plan: &Plan<D>, sense: &Sense, from: usize, hits: &mut Hits<D>) {
    let mut kept = from;
    for hit in from..hits.len() {
        if minds(scene, plan, sense, hits.get(hit).0) {
            let (row, offset) = hits.get(hit);
            hits.set(kept, row, offset);
            kept += 1;
        }
    }
    hits.truncate(kept);
}

/// The percept of one sense from the hits from a place on, of which it may keep only the nearest.
#[inline(always)]
fn choose<S: Simd, const D: usize>(
    simd: S,
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
    sum_up(simd, scene, plan, sense, looker, from..hits.len(), hits)
}

/// The percept of one sense from a range of hits.
#[inline(always)]
pub(super) fn sum_up<S: Simd, const D: usize>(
    simd: S,
    scene: &Scene<D>,
    plan: &Plan<D>,
    sense: &Sense,
    looker: usize,
    range: Range<usize>,
    hits: &Hits<D>,
) -> Percept<D> {
    let sums = sum_side_by_side(simd, scene, sense, range.clone(), hits);
    sums.unwrap_or_else(|| sum(scene, plan, sense, looker, range, hits))
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
        let (row, offset) = hits.get(*key as u32 as usize);
        hits.set(from + nth, row, offset);
    }
    hits.truncate(from + keys.len());
    hits.keys = keys;
}

/// The usual sums over a range of hits: what each adds is worked out for eight at a time, and added up one by one, as in
/// [`sum`]. `None` where that takes more: rare sums, and those who coincide.
#[inline(always)]
fn sum_side_by_side<S: Simd, const D: usize>(
    simd: S,
    scene: &Scene<D>,
    sense: &Sense,
    range: Range<usize>,
    hits: &Hits<D>,
) -> Option<Percept<D>> {
    let wants = &sense.wants;
    let push = wants.push.unwrap_or(Push::NONE);
    let begins = push.distance?;
    if wants.direction || wants.nearest {
        return None;
    }
    let [twice, once, always] = push.falloff.strengths(begins, push.scale).map(|number| f32x8::splat(simd, number));
    let [zero, one] = [0.0, 1.0].map(|number| f32x8::splat(simd, number));
    let (begins2, nearest2) = (f32x8::splat(simd, begins * begins), f32x8::splat(simd, Push::nearest2(begins)));
    let before = scene.before;
    let (mut offset, mut velocity, mut course, mut pushed) = ([0.0; D], [0.0; D], [0.0; D], [0.0; D]);
    let (mut moving, mut pushing) = (0, 0);
    for first in range.clone().step_by(LANES) {
        let mut ways = [zero; D];
        for axis in 0..D {
            ways[axis] = f32x8::from_slice(simd, &hits.offset[axis][first..first + LANES]);
        }
        let count = (range.end - first).min(LANES);
        let there = (1u32 << count) - 1;
        let square = dots(&ways, &ways);
        if square.simd_eq(zero).to_bitmask() as u32 & there != 0 {
            return None;
        }
        let mut pushes = [[0.0; LANES]; D];
        if wants.push.is_some() {
            let near = square.simd_lt(begins2);
            let inverse = one / square.max(nearest2).sqrt();
            let strength = near.select((twice * inverse + once) * inverse + always, zero);
            for axis in 0..D {
                pushes[axis] = (ways[axis] * strength).to_array();
            }
            pushing += (near.to_bitmask() as u32 & there).count_ones();
        }
        for nth in 0..count {
            let row = hits.row[first + nth] as usize;
            let mut moves = false;
            for axis in 0..D {
                offset[axis] += hits.offset[axis][first + nth];
                pushed[axis] -= pushes[axis][nth];
                if wants.velocity {
                    velocity[axis] += before.velocity[axis][row];
                }
                if wants.course {
                    course[axis] += before.course[axis][row];
                    moves |= before.course[axis][row] != 0.0;
                }
            }
            moving += u32::from(moves);
        }
    }
    let (count, listed) = (range.len() as u32, range.start as u32..range.end as u32);
    Some(Percept { count, moving, offset, velocity, course, push: pushed, pushing, listed, ..Percept::EMPTY })
}

/// Sums over a range of hits, in their order.
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
    percept.nearest = least.map(|(_, hit)| hit as u32);
    percept
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{Purpose, words};

    /// Against sorting, with many equal numbers and with none. Those at the very limit may be too many.
    #[test]
    fn the_nearest_are_kept_and_stay_in_order() {
        let level = crate::simd::level();
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
                let kept = fearless_simd::dispatch!(level, simd => keep_nearest(simd, most.max(1), found, &mut hits));
                let limit = sorted[most.max(1) - 1];
                let want: Vec<u32> = (0..found as u32).filter(|at| squares[*at as usize] <= limit).collect();
                assert_eq!(hits.place[..kept], want, "case {case}, the nearest {most} of {squares:?}");
            }
        }
    }
}
