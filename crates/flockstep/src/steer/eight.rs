//! Eight agents of one plan that steer side by side.

use super::respond::{is_straight, respond_straight};
use crate::number::Number;
use crate::perceive::{Hits, LANES, Percept};
use crate::plan::Slot;
use crate::random::{self, Purpose};
use crate::scene::Scene;
use crate::vector::{Vector, choose, length};
use crate::world::agents::at;
use fearless_simd::{Simd, SimdBase, f32x8, mask32x8};
use std::cell::Cell;

/// Eight agents of one plan, or fewer: then the last lanes mean nothing.
pub(crate) struct Eight<'a, S: Simd, const D: usize> {
    pub simd: S,
    pub scene: &'a Scene<'a, D>,
    pub slot: &'a Slot<D>,
    pub rows: [u32; 8],
    /// What the behavior's sense of each holds.
    pub percepts: [&'a Percept<D>; 8],
    /// Those whom the percepts list.
    pub hits: &'a Hits<D>,
    pub position: [f32x8<S>; D],
    pub velocity: [f32x8<S>; D],
    pub heading: [f32x8<S>; D],
    /// The wander points.
    pub memory: &'a Cell<[f32x8<S>; D]>,
    pub max_speed: f32,
    pub length: f32,
}

impl<S: Simd, const D: usize> Eight<'_, S, D> {
    /// Eight times zero.
    #[inline(always)]
    pub fn zero(&self) -> [f32x8<S>; D] {
        [f32x8::splat(self.simd, 0.0); D]
    }
    /// A number of each percept.
    #[inline(always)]
    pub fn number(&self, of: impl Fn(&Percept<D>) -> u32) -> f32x8<S> {
        f32x8::from_slice(self.simd, &self.percepts.map(|percept| of(percept) as f32))
    }
    /// A vector of each percept.
    #[inline(always)]
    pub fn vector(&self, of: impl Fn(&Percept<D>) -> &Vector<D>) -> [f32x8<S>; D] {
        let mut vector = self.zero();
        for (axis, lanes) in vector.iter_mut().enumerate() {
            *lanes = f32x8::from_slice(self.simd, &self.percepts.map(|percept| of(percept)[axis]));
        }
        vector
    }
    /// The way to the nearest one of each, and whether there is one; if not, the way is any.
    #[inline(always)]
    pub fn nearest(&self) -> ([f32x8<S>; D], mask32x8<S>) {
        let (mut columns, mut there) = ([[1.0; LANES]; D], [0.0; LANES]);
        for (lane, percept) in self.percepts.iter().enumerate() {
            let offset = percept.nearest.map_or([1.0; D], |(_, offset)| offset);
            for axis in 0..D {
                columns[axis][lane] = offset[axis];
            }
            there[lane] = f32::from(u8::from(percept.nearest.is_some()));
        }
        (self.vectors(&columns), f32x8::from_slice(self.simd, &there).simd_gt(self.zero()[0]))
    }
    /// The longest list of any percept.
    #[inline(always)]
    pub fn longest_list(&self) -> usize {
        self.percepts.iter().map(|percept| percept.listed.len()).max().unwrap_or(0)
    }
    /// The way to the nth on the list of each, and whether there is one; if not, the way is any.
    #[inline(always)]
    pub fn listed(&self, nth: usize) -> ([f32x8<S>; D], mask32x8<S>) {
        let (columns, there) = self.of_listed(nth, |(_, offset)| offset);
        (columns, f32x8::from_slice(self.simd, &there).simd_gt(self.zero()[0]))
    }
    /// The velocity of the nth on the list of each.
    #[inline(always)]
    pub fn velocity_of_listed(&self, nth: usize) -> [f32x8<S>; D] {
        self.of_listed(nth, |(row, _)| at(&self.scene.before.velocity, row)).0
    }
    /// A vector of the nth hit on the list of each, and one where there is one. Which lanes have one cannot be guessed, so
    /// the others take that of any hit instead of a branch.
    #[inline(always)]
    fn of_listed(&self, nth: usize, of: impl Fn((usize, Vector<D>)) -> Vector<D>) -> ([f32x8<S>; D], [f32; LANES]) {
        let (mut columns, mut there) = ([[0.0; LANES]; D], [0.0; LANES]);
        for (lane, percept) in self.percepts.iter().enumerate() {
            let listed = &percept.listed;
            let has = nth < listed.len();
            let vector = of(self.hits.get(if has { listed.start as usize + nth } else { 0 }));
            for axis in 0..D {
                columns[axis][lane] = vector[axis];
            }
            there[lane] = f32::from(u8::from(has));
        }
        (self.vectors(&columns), there)
    }
    #[inline(always)]
    fn vectors(&self, columns: &[[f32; LANES]; D]) -> [f32x8<S>; D] {
        let mut vectors = self.zero();
        for axis in 0..D {
            vectors[axis] = f32x8::from_slice(self.simd, &columns[axis]);
        }
        vectors
    }
    /// A random direction of each agent for this step and this behavior.
    #[inline(always)]
    pub fn random_direction(&self, purpose: Purpose) -> [f32x8<S>; D] {
        let Scene { seed, step, .. } = *self.scene;
        let mut ids = [0; LANES];
        for (id, row) in ids.iter_mut().zip(self.rows) {
            *id = self.scene.before.id[row as usize];
        }
        let [turn, height, ..] = random::words_of(seed, ids, step, purpose, self.slot.number);
        let (mut turns, mut heights) = ([0.0; LANES], [0.0; LANES]);
        for lane in 0..LANES {
            (turns[lane], heights[lane]) = (random::fraction(turn[lane]), random::fraction(height[lane]));
        }
        random::direction_of(f32x8::from_slice(self.simd, &turns), f32x8::from_slice(self.simd, &heights))
    }
    /// The direction away from others that are nearer than a distance, and zero where nobody is. `None` where someone
    /// coincides, or the response minds sides: that is worked out one by one.
    #[inline(always)]
    pub fn away(&self, offset: [f32x8<S>; D], someone: mask32x8<S>, distance: f32) -> Option<[f32x8<S>; D]> {
        let far = length(offset);
        let zero = self.zero()[0];
        if !self.is_straight() || f32x8::any(someone & far.equals(zero)) {
            return None;
        }
        let near = someone & far.less(zero.like(distance));
        Some(choose(near, offset.map(|c| -c / far), self.zero()))
    }
    /// Whether the response can be worked out side by side.
    #[inline(always)]
    pub fn is_straight(&self) -> bool {
        is_straight(self.slot.response)
    }
    /// Steering from an aim, by a straight response.
    #[inline(always)]
    pub fn respond(&self, aim: [f32x8<S>; D]) -> [f32x8<S>; D] {
        respond_straight(self.slot.response, aim, self.max_speed, self.velocity, self.heading)
    }
}
