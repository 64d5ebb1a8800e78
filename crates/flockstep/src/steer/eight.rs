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
        self.others(|percept| percept.nearest.map(|(_, offset)| offset))
    }
    /// The longest list of any percept.
    #[inline(always)]
    pub fn longest_list(&self) -> usize {
        self.percepts.iter().map(|percept| percept.listed.len()).max().unwrap_or(0)
    }
    /// The way to the nth on the list of each, and whether there is one; if not, the way is any.
    #[inline(always)]
    pub fn listed(&self, nth: usize) -> ([f32x8<S>; D], mask32x8<S>) {
        self.others(|percept| percept.listed.clone().nth(nth).map(|hit| self.hits.get(hit as usize).1))
    }
    /// The velocity of the nth on the list of each.
    #[inline(always)]
    pub fn velocity_of_listed(&self, nth: usize) -> [f32x8<S>; D] {
        let velocity = |hit: u32| at(&self.scene.before.velocity, self.hits.get(hit as usize).0);
        self.others(|percept| percept.listed.clone().nth(nth).map(velocity)).0
    }
    #[inline(always)]
    fn others(&self, of: impl Fn(&Percept<D>) -> Option<Vector<D>>) -> ([f32x8<S>; D], mask32x8<S>) {
        let (mut columns, mut there) = ([[1.0; LANES]; D], [0.0; LANES]);
        for (lane, percept) in self.percepts.iter().enumerate() {
            if let Some(other) = of(percept) {
                (0..D).for_each(|axis| columns[axis][lane] = other[axis]);
                there[lane] = 1.0;
            }
        }
        let mut vector = self.zero();
        for (lanes, column) in vector.iter_mut().zip(&columns) {
            *lanes = f32x8::from_slice(self.simd, column);
        }
        (vector, f32x8::from_slice(self.simd, &there).simd_gt(f32x8::splat(self.simd, 0.0)))
    }
    /// A random direction of each agent for this step and this behavior.
    #[inline(always)]
    pub fn random_direction(&self, purpose: Purpose) -> [f32x8<S>; D] {
        let Scene { seed, step, .. } = *self.scene;
        let id = |row: u32| self.scene.before.id[row as usize];
        let words = self.rows.map(|row| random::words(seed, id(row), step, purpose, self.slot.number));
        let fractions = |nth: usize| f32x8::from_slice(self.simd, &words.map(|words| random::fraction(words[nth])));
        random::direction_of(fractions(0), fractions(1))
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
