//! The columns of agents in the order of their cells, and what is worked out for them there.

use super::LANES;
use crate::agents::{Columns, ColumnsMut};
use crate::ids::AgentId;
use crate::math::vector::{is_zero, unit};
use fearless_simd::{Simd, SimdBase, SimdMask, f32x8, u32x8};
use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering};

/// Fills in the unit vectors of the velocities; returns whether any velocity is zero.
#[inline(always)]
pub(super) fn set_course<S: Simd, const D: usize>(simd: S, rows: usize, into: &mut ColumnsMut<D>) -> bool {
    let mut rest = false;
    for row in (0..rows / LANES * LANES).step_by(LANES) {
        let mut velocity = [f32x8::splat(simd, 0.0); D];
        for axis in 0..D {
            velocity[axis] = f32x8::from_slice(simd, &into.velocity[axis][row..row + LANES]);
        }
        let course = unit(velocity);
        for axis in 0..D {
            course[axis].store_slice(&mut into.course[axis][row..row + LANES]);
        }
        rest |= is_zero(course).any_true();
    }
    for row in rows / LANES * LANES..rows {
        let course: [f32; D] = unit(std::array::from_fn(|axis| into.velocity[axis][row]));
        for axis in 0..D {
            into.course[axis][row] = course[axis];
        }
        rest |= course == [0.0; D];
    }
    rest
}

/// Puts all else in the order of rows, two columns at a time: of one alone too few are on their way from memory at
/// once, and more get into each other's way.
pub(super) fn gather<const D: usize>(now: &Columns<D>, order: &[AtomicU32], into: &mut ColumnsMut<D>) {
    let at = |row: &AtomicU32| row.load(Ordering::Relaxed) as usize;
    let fetch = |from: &[Vec<f32>; D], to: &mut [&mut [f32]; D]| {
        for (from, to) in from.chunks(2).zip(to.chunks_mut(2)) {
            match (from, to) {
                ([from, from_], [to, to_]) => {
                    let from_ = &from_[..from.len()];
                    for ((to, to_), row) in to.iter_mut().zip(to_.iter_mut()).zip(order) {
                        (*to, *to_) = (from[at(row)], from_[at(row)]);
                    }
                }
                ([from, ..], [to, ..]) => to.iter_mut().zip(order).for_each(|(to, row)| *to = from[at(row)]),
                _ => {}
            }
        }
    };
    fetch(&now.position, &mut into.position);
    fetch(&now.velocity, &mut into.velocity);
    fetch(&now.heading, &mut into.heading);
    if !now.memory[0].is_empty() {
        fetch(&now.memory, &mut into.memory);
    }
    if !now.wait.is_empty() {
        fetch(&now.steering, &mut into.steering);
        into.wait.iter_mut().zip(order).for_each(|(wait, row)| *wait = now.wait[at(row)]);
    }
    if !now.spin.is_empty() {
        into.spin.iter_mut().zip(order).for_each(|(spin, row)| *spin = now.spin[at(row)]);
    }
}

/// Puts ids and kinds in the order of some rows, from a place on.
#[inline(always)]
pub(super) fn fetch_who<const D: usize>(now: &Columns<D>, order: &[AtomicU32], into: &mut ColumnsMut<D>, from: usize) {
    let (ids, kinds) = (&mut into.id[from..], &mut into.kind[from..]);
    for ((id, kind), row) in ids.iter_mut().zip(kinds).zip(order) {
        let row = row.load(Ordering::Relaxed) as usize;
        (*id, *kind) = (now.id[row], now.kind[row]);
    }
}

/// Rows come in the order of the last step's cells; within a cell they must be in the order of ids. Puts them in that
/// order, and says who they are.
#[inline(always)]
pub(super) fn sort_cells<S: Simd, const D: usize>(
    simd: S,
    now: &Columns<D>,
    starts: &[u32],
    order: &mut [AtomicU32],
    into: &mut ColumnsMut<D>,
) {
    simd.vectorize(
        #[inline(always)]
        || {
            fetch_who(now, order, into, 0);
            let mut from = 0;
            for end in &starts[1..] {
                let end = (end - starts[0]) as usize;
                if !ascend(simd, into.id, from..end) {
                    let rows = &mut order[from..end];
                    rows.sort_unstable_by_key(|row| now.id[row.load(Ordering::Relaxed) as usize]);
                    fetch_who(now, rows, into, from);
                }
                from = end;
            }
        },
    );
}

/// Whether some of these ids are in order. Most cells hold no more than eight: how many cannot be guessed, so they are
/// compared at once.
#[inline(always)]
fn ascend<S: Simd>(simd: S, ids: &[AgentId], some: Range<usize>) -> bool {
    let (first, len) = (some.start, some.len());
    if len > LANES || first + LANES >= ids.len() {
        return ids[some].is_sorted();
    }
    let [these, next] = [first, first + 1].map(|at| {
        let eight: &[AgentId; LANES] = ids[at..].first_chunk().unwrap_or(const { &[AgentId(0); LANES] });
        u32x8::from_slice(simd, &eight.map(|id| id.0))
    });
    next.simd_lt(these).to_bitmask() & (((1 << len) - 1) >> 1) == 0
}
