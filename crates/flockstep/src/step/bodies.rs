//! Bodies that another program moves, fed all at once.

use crate::agents::Columns;
use crate::index::LANES;
use crate::math::simd;
use crate::math::vector::{Vector, choose, is_zero, unit};
use crate::space::{Edge, FARTHEST, Space};
use fearless_simd::{Simd, SimdBase, SimdMask, f32x8};

/// Where bodies are and how they move, in another program's order.
#[derive(Clone, Copy)]
pub(crate) struct Bodies<'a, const D: usize> {
    /// Which body each row is; [`Bodies::NONE`] for one that is not fed.
    pub of_row: &'a [u32],
    pub positions: &'a [Vector<D>],
    pub velocities: &'a [Vector<D>],
}

impl<const D: usize> Bodies<'_, D> {
    /// No body.
    pub const NONE: u32 = u32::MAX;

    /// Writes the bodies into their rows. Whoever moves points along its course.
    ///
    /// Rows in order, eight at a time: bodies are read here and there, which a processor does better than writing six
    /// columns here and there (10,000 bodies: 17 µs instead of 27 in the plane, 30 instead of 37 in space).
    pub fn write(self, space: &Space<D>, agents: &mut Columns<D>) {
        let level = simd::level();
        simd::dispatch!(level, simd => self.write_at(simd, space, agents));
    }

    #[inline(always)]
    fn write_at<S: Simd>(self, simd: S, space: &Space<D>, agents: &mut Columns<D>) {
        let (min, max) =
            if space.edge() == Edge::Open { ([-FARTHEST; D], [FARTHEST; D]) } else { (space.min(), space.max()) };
        for (nth, eight) in self.of_row.chunks(LANES).enumerate() {
            let first = nth * LANES;
            let all = eight.first_chunk().filter(|eight| !eight.contains(&Self::NONE));
            let done = all.is_some_and(|eight| self.write_eight(simd, eight, [min, max], first, agents));
            if !done {
                (first..).zip(eight).for_each(|(row, body)| self.write_one(space, row, *body as usize, agents));
            }
        }
    }

    /// Writes eight bodies from a row on, unless one of them is outside the space.
    #[inline(always)]
    fn write_eight<S: Simd>(
        &self,
        simd: S,
        bodies: &[u32; LANES],
        [min, max]: [Vector<D>; 2],
        first: usize,
        agents: &mut Columns<D>,
    ) -> bool {
        let position = gather(simd, self.positions, bodies);
        let mut outside = position[0].simd_lt(f32x8::splat(simd, min[0]));
        for axis in 0..D {
            outside |= position[axis].simd_lt(f32x8::splat(simd, min[axis]));
            outside |= position[axis].simd_ge(f32x8::splat(simd, max[axis]));
        }
        if outside.any_true() {
            return false;
        }
        let velocity = gather(simd, self.velocities, bodies);
        let (course, mut heading) = (unit(velocity), velocity);
        for axis in 0..D {
            heading[axis] = f32x8::from_slice(simd, &agents.heading[axis][first..first + LANES]);
        }
        let heading = choose(is_zero(course), heading, course);
        for axis in 0..D {
            position[axis].store_slice(&mut agents.position[axis][first..first + LANES]);
            velocity[axis].store_slice(&mut agents.velocity[axis][first..first + LANES]);
            heading[axis].store_slice(&mut agents.heading[axis][first..first + LANES]);
        }
        true
    }

    /// Writes the body of one row, if it is fed.
    fn write_one(&self, space: &Space<D>, row: usize, body: usize, agents: &mut Columns<D>) {
        let (Some(position), Some(velocity)) = (self.positions.get(body), self.velocities.get(body)) else { return };
        let (position, course) = (space.inside(*position), unit(*velocity));
        for axis in 0..D {
            agents.position[axis][row] = position[axis];
            agents.velocity[axis][row] = velocity[axis];
            if course != [0.0; D] {
                agents.heading[axis][row] = course[axis];
            }
        }
    }
}

/// Eight of some vectors.
#[inline(always)]
fn gather<S: Simd, const D: usize>(simd: S, from: &[Vector<D>], at: &[u32; LANES]) -> [f32x8<S>; D] {
    let [a, b, c, d, e, f, g, h] = at.map(|at| from[at as usize]);
    let mut lanes = [f32x8::splat(simd, 0.0); D];
    for axis in 0..D {
        let eight = [a[axis], b[axis], c[axis], d[axis], e[axis], f[axis], g[axis], h[axis]];
        lanes[axis] = f32x8::from_slice(simd, &eight);
    }
    lanes
}
