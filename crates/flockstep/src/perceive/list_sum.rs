//! The sums over a list, in its order.

use super::coincident::{Parting, push_of_pair};
use super::{Eyes, Hits, LANES, Percept, Push, Sense, Surroundings};
use crate::agents::at;
use crate::math::lane::Lane;
use crate::math::vector::{Vector, add, dot, scale, sub};
use fearless_simd::{Simd, SimdBase, SimdMask, f32x8};
use std::ops::Range;

/// A range of hits: those whom a sense of a looker lists.
pub(super) struct Listed<'a, const D: usize> {
    pub around: &'a Surroundings<'a, D>,
    pub eyes: &'a Eyes,
    pub sense: &'a Sense,
    pub looker: usize,
    pub range: Range<usize>,
    pub hits: &'a Hits<D>,
}

impl<const D: usize> Listed<'_, D> {
    /// The percept of the sense.
    #[inline(always)]
    pub fn sum_up<S: Simd>(&self, simd: S) -> Percept<D> {
        self.sum_side_by_side(simd).unwrap_or_else(|| self.sum_one_by_one())
    }

    /// The usual sums: what each adds is worked out for eight at a time, and added up one by one, as in
    /// [`Self::sum_one_by_one`]. `None` where that takes more: rare sums, and those who coincide.
    #[inline(always)]
    fn sum_side_by_side<S: Simd>(&self, simd: S) -> Option<Percept<D>> {
        let Listed { around, sense, range, hits, .. } = self;
        let wants = &sense.wants;
        let push = wants.push.unwrap_or(Push::NONE);
        let begins = push.distance?;
        if wants.direction || wants.nearest {
            return None;
        }
        let splat = |number: f32| f32x8::splat(simd, number);
        let zero = splat(0.0);
        let strength = push.strength(begins).splat(splat);
        let before = around.search.agents;
        let (mut offset, mut velocity, mut course, mut pushed) = ([0.0; D], [0.0; D], [0.0; D], [0.0; D]);
        let (mut moving, mut pushing) = (0, 0);
        for first in range.clone().step_by(LANES) {
            let mut ways = [zero; D];
            for axis in 0..D {
                ways[axis] = f32x8::from_slice(simd, &hits.offset[axis][first..first + LANES]);
            }
            let count = (range.end - first).min(LANES);
            let there = (1u32 << count) - 1;
            let square = dot(ways, ways);
            if square.equals(zero).to_bitmask() as u32 & there != 0 {
                return None;
            }
            let mut pushes = [[0.0; LANES]; D];
            if wants.push.is_some() {
                let near = square.less(strength.begins2);
                let strength = f32x8::choose(near, strength.of::<false>(strength.inverse(square)), zero);
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

    /// All sums, in the order of the list.
    pub fn sum_one_by_one(&self) -> Percept<D> {
        let Listed { around, eyes, sense, looker, range, hits } = self;
        let before = around.search.agents;
        let wants = &sense.wants;
        let mut percept = Percept { count: range.len() as u32, ..Percept::EMPTY };
        percept.listed = range.start as u32..range.end as u32;
        let mut least: Option<(f32, usize)> = None;
        let mut parting = Parting::new(*looker, range.clone(), hits);
        for hit in range.clone() {
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
                let radii = || eyes.body_radius + around.eyes_of(row).body_radius;
                let begins = push.distance.unwrap_or_else(radii);
                let strength = push.strength(begins);
                if square < strength.begins2 {
                    percept.pushing += 1;
                    if square > 0.0 {
                        percept.push = sub(percept.push, scale(offset, strength.of::<false>(strength.inverse(square))));
                    } else if parting.pushes(row) {
                        percept.push = add(percept.push, push_of_pair(around, push, *looker, row, begins));
                    }
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
}
