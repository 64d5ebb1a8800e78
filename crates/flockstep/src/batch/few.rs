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
        self.eights.clear();
        let mut parts = 0;
        self.seen.by_kind.sort(&scene.before.kind, rows);
        for (kind, rows) in self.seen.by_kind.kinds() {
            let slots = scene.plans[usize::from(kind)].slots.len();
            for some in rows.chunks(LANES) {
                let count = some.len();
                let (mut rows, nth) = ([some[0]; LANES], self.eights.len());
                match some.first_chunk() {
                    Some(eight) => rows = *eight,
                    None => rows[..count].copy_from_slice(some),
                }
                // They are in order.
                let in_line = (some[count - 1] - some[0]) as usize == count - 1;
                self.eights.push(Few { rows, count, in_line, kind, parts, nth });
                parts += slots;
            }
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
