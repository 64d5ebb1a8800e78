//! Up to eight agents that go on side by side.

use super::Places;
use crate::agents::Columns;
use crate::index::LANES;
use crate::math::lane::gather;
use crate::perceive::Partition;
use fearless_simd::{Simd, SimdBase, f32x8};

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

/// The agents of a batch in eights.
#[derive(Default)]
pub(super) struct Eights<const D: usize> {
    pub list: Vec<Few>,
    /// Where those are who do not follow one another, how they move and where they point: gathered once.
    pub own: Vec<OwnMotion<D>>,
    /// How many parts they have.
    pub parts: usize,
}

/// Where a few agents are, how they move and where they point.
#[derive(Clone, Copy)]
pub(super) struct OwnMotion<const D: usize> {
    pub position: Lanes<D>,
    pub velocity: Lanes<D>,
    pub heading: Lanes<D>,
}

impl<const D: usize> Eights<D> {
    /// Notes which rows go on side by side. `slots`: how many behaviors a kind has.
    pub fn note(&mut self, before: &Columns<D>, by_kind: &Partition, slots: impl Fn(u16) -> usize) {
        self.list.clear();
        self.parts = 0;
        for (kind, rows) in by_kind.parts() {
            let slots = slots(kind);
            for some in rows.chunks(LANES) {
                let count = some.len();
                let (mut rows, nth) = ([some[0]; LANES], self.list.len());
                match some.first_chunk() {
                    Some(eight) => rows = *eight,
                    None => rows[..count].copy_from_slice(some),
                }
                // They are in order.
                let in_line = (some[count - 1] - some[0]) as usize == count - 1;
                self.list.push(Few { rows, count, in_line, kind, parts: self.parts, nth });
                self.parts += slots;
            }
        }
        let empty = [[0.0; LANES]; D];
        let own = OwnMotion { position: empty, velocity: empty, heading: empty };
        self.own.resize(self.list.len().max(self.own.len()), own);
        for few in self.list.iter().filter(|few| !few.in_line) {
            let own = &mut self.own[few.nth];
            for axis in 0..D {
                for (lane, row) in few.rows.into_iter().enumerate() {
                    own.position[axis][lane] = before.position[axis][row as usize];
                    own.velocity[axis][lane] = before.velocity[axis][row as usize];
                    own.heading[axis][lane] = before.heading[axis][row as usize];
                }
            }
        }
    }
}

/// The lanes of a vector of a few agents, from the columns or gathered. The columns are longer than the agents are
/// many.
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

/// The lanes of a vector of a few agents, from the columns that are being written.
#[inline(always)]
pub(super) fn load_written<S: Simd, const D: usize>(
    simd: S,
    columns: &[&mut [f32]; D],
    few: &Few,
    places: Places,
) -> [f32x8<S>; D] {
    let mut lanes = [f32x8::splat(simd, 0.0); D];
    let first = places.of(few.rows[0] as usize);
    for axis in 0..D {
        lanes[axis] = if few.in_line && few.count == LANES {
            f32x8::from_slice(simd, &columns[axis][first..first + LANES])
        } else {
            gather(simd, columns[axis], &few.rows.map(|row| places.of(row as usize)))
        };
    }
    lanes
}
