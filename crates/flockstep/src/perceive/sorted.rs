//! The columns of agents in the order of their cells, and what is worked out for them there.

use super::LANES;
use crate::vector::{is_zero, unit};
use crate::world::agents::{Columns, ColumnsMut, at};
use fearless_simd::{Simd, SimdBase, SimdMask, f32x8};
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

/// Puts rows in order, two columns at a time: of one alone too few are on their way from memory at once, and more get into each
/// other's way.
pub(super) fn gather<const D: usize>(now: &Columns<D>, order: &[AtomicU32], into: &mut ColumnsMut<D>, heading: bool) {
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
    if heading {
        fetch(&now.heading, &mut into.heading);
    }
    if !now.memory[0].is_empty() {
        fetch(&now.memory, &mut into.memory);
    }
    if !now.spin.is_empty() {
        into.spin.iter_mut().zip(order).for_each(|(spin, row)| *spin = now.spin[at(row)]);
    }
    for ((id, kind), row) in into.id.iter_mut().zip(into.kind.iter_mut()).zip(order) {
        (*id, *kind) = (now.id[at(row)], now.kind[at(row)]);
    }
}

/// Headings from the unit vectors of velocities; who is at rest points where it did.
pub(super) fn point_along<const D: usize>(
    now: &Columns<D>,
    order: &[AtomicU32],
    into: &mut ColumnsMut<D>,
    some_rest: bool,
) {
    for axis in 0..D {
        into.heading[axis][..order.len()].copy_from_slice(&into.course[axis][..order.len()]);
    }
    let rows = order.iter().map(|row| row.load(Ordering::Relaxed) as usize);
    for (to, row) in rows.enumerate().filter(|_| some_rest || cfg!(debug_assertions)) {
        let heading: [f32; D] = at(&now.heading, row);
        let rests = (0..D).all(|axis| into.course[axis][to] == 0.0);
        debug_assert!(
            rests || heading == std::array::from_fn(|axis| into.course[axis][to]),
            "row {row} points elsewhere"
        );
        if rests {
            (0..D).for_each(|axis| into.heading[axis][to] = heading[axis]);
        }
    }
}
