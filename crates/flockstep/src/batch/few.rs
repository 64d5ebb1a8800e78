//! Up to eight agents that go on side by side.

use super::Scratch;
use crate::perceive::LANES;
use crate::scene::Scene;
use fearless_simd::{Simd, SimdBase, f32x8};
use std::ops::Range;

/// A vector of each of eight agents.
pub(super) type Lanes<const D: usize> = [[f32; LANES]; D];

/// Up to eight agents of one plan.
#[derive(Clone, Copy)]
pub(super) struct Few {
    /// If there are fewer than eight, the first stands in for the others: zeros would take the long way.
    pub rows: [u32; LANES],
    pub count: usize,
    /// Whether they follow one another.
    pub in_line: bool,
    pub kind: u16,
    /// Where their parts begin.
    pub parts: usize,
    /// Its place among the eights of the batch.
    pub nth: usize,
}

impl Few {
    pub fn rows(&self) -> impl Iterator<Item = usize> {
        self.rows.into_iter().take(self.count).map(|row| row as usize)
    }
}

impl<const D: usize> Scratch<D> {
    /// Notes which rows go on side by side.
    pub(super) fn note_eights(&mut self, scene: &Scene<D>, rows: Range<usize>) {
        let kinds = &scene.before.kind;
        self.eights.clear();
        let (mut next, mut parts) = (0, 0);
        self.seen.by_kind.sort(kinds, rows.clone());
        let by_kind = &self.seen.by_kind.rows;
        if scene.plans.len() == 1 {
            // All have one plan: whole eights, and what is left.
            for first in rows.clone().step_by(LANES).filter(|first| first + LANES <= rows.end) {
                let rows = COUNTING.map(|lane| first as u32 + lane);
                let nth = self.eights.len();
                self.eights.push(Few { rows, count: LANES, in_line: true, kind: 0, parts, nth });
                (next, parts) = (next + LANES, parts + scene.plans[0].slots.len());
            }
        }
        while let Some(first) = by_kind.get(next) {
            let kind = kinds[*first as usize];
            let most = (by_kind.len() - next).min(LANES);
            let alike = by_kind[next..next + most].iter().take_while(|row| kinds[**row as usize] == kind);
            let mut few = Few { rows: [*first; LANES], count: 0, in_line: true, kind, parts, nth: self.eights.len() };
            for row in alike {
                few.in_line &= *row as usize == *first as usize + few.count;
                few.rows[few.count] = *row;
                few.count += 1;
            }
            self.eights.push(few);
            (next, parts) = (next + few.count, parts + scene.plans[usize::from(kind)].slots.len());
        }
        let empty = [[0.0; LANES]; D];
        self.own
            .resize(self.eights.len().max(self.own.len()), Own { position: empty, velocity: empty, heading: empty });
        for few in self.eights.iter().filter(|few| !few.in_line) {
            let own = &mut self.own[few.nth];
            for axis in 0..D {
                for (lane, row) in few.rows.into_iter().enumerate() {
                    own.position[axis][lane] = scene.before.position[axis][row as usize];
                    own.velocity[axis][lane] = scene.before.velocity[axis][row as usize];
                    own.heading[axis][lane] = scene.before.heading[axis][row as usize];
                }
            }
        }
        self.parts.resize(parts.max(self.parts.len()), empty);
        self.blended.resize(self.eights.len().max(self.blended.len()), empty);
    }
}

const COUNTING: [u32; LANES] = [0, 1, 2, 3, 4, 5, 6, 7];

/// The rows of a range, those of one kind together.
#[derive(Default)]
pub(crate) struct ByKind {
    pub rows: Vec<u32>,
    range: Range<usize>,
}

impl ByKind {
    pub fn clear(&mut self) {
        self.rows.clear();
        self.range = 0..0;
    }
    /// The rows of a range as they come, whatever their kind.
    pub fn leave_in_order(&mut self, range: Range<usize>) {
        self.rows.clear();
        self.rows.extend(range.start as u32..range.end as u32);
        self.range = 0..0;
    }
    /// Sorts the rows of a range, unless they are just that.
    pub fn sort(&mut self, kinds: &[u16], range: Range<usize>) {
        if self.range != range {
            sort_by_kind(kinds, range.clone(), &mut self.rows);
            self.range = range;
        }
    }
}

fn sort_by_kind(kinds: &[u16], rows: Range<usize>, sorted: &mut Vec<u32>) {
    sorted.clear();
    sorted.extend(rows.start as u32..rows.end as u32);
    let kinds_here = &kinds[rows.clone()];
    let (least, most) =
        kinds_here.iter().fold((u16::MAX, 0), |(least, most), kind| (least.min(*kind), most.max(*kind)));
    let different = usize::from(most.saturating_sub(least)) + 1;
    if different == 1 {
        return;
    }
    let mut next = [0u32; 64];
    if different > next.len() {
        return sorted.sort_unstable_by_key(|row| (kinds[*row as usize], *row));
    }
    // Few kinds are counted.
    for kind in kinds_here {
        next[usize::from(kind - least)] += 1;
    }
    let mut sum = 0;
    for next in &mut next[..different] {
        sum += *next;
        *next = sum - *next;
    }
    for (row, kind) in rows.zip(kinds_here) {
        let next = &mut next[usize::from(kind - least)];
        sorted[*next as usize] = row as u32;
        *next += 1;
    }
}

/// Where a few agents are, how they move and where they point, if they do not follow one another: gathered once.
#[derive(Clone, Copy)]
pub(super) struct Own<const D: usize> {
    pub position: Lanes<D>,
    pub velocity: Lanes<D>,
    pub heading: Lanes<D>,
}

/// The lanes of a vector of a few agents, from the columns or gathered. The columns are longer than the agents are many.
#[inline(always)]
pub(super) fn load<S: Simd, const D: usize>(
    simd: S,
    columns: &[Vec<f32>; D],
    gathered: &Lanes<D>,
    few: &Few,
) -> [f32x8<S>; D] {
    let mut lanes = [f32x8::splat(simd, 0.0); D];
    let row = few.rows[0] as usize;
    for axis in 0..D {
        let eight = if few.in_line { &columns[axis][row..row + LANES] } else { &gathered[axis][..] };
        lanes[axis] = f32x8::from_slice(simd, eight);
    }
    lanes
}

#[inline(always)]
pub(super) fn unpack<S: Simd, const D: usize>(simd: S, lanes: &Lanes<D>) -> [f32x8<S>; D] {
    let mut vectors = [f32x8::splat(simd, 0.0); D];
    for axis in 0..D {
        vectors[axis] = f32x8::from_slice(simd, &lanes[axis]);
    }
    vectors
}

#[inline(always)]
pub(super) fn pack<S: Simd, const D: usize>(vectors: [f32x8<S>; D]) -> Lanes<D> {
    let mut packed = [[0.0; LANES]; D];
    for axis in 0..D {
        vectors[axis].store_slice(&mut packed[axis]);
    }
    packed
}
