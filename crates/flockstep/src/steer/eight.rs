//! Eight agents of one plan that steer side by side.

use super::respond::{is_straight, respond_straight};
use crate::perceive::Percept;
use crate::plan::Slot;
use crate::random::{self, Purpose};
use crate::scene::Scene;
use crate::vector::Vector;
use fearless_simd::{Simd, SimdBase, f32x8};
use std::cell::Cell;

/// Eight agents of one plan, or fewer: then the last lanes mean nothing.
pub(crate) struct Eight<'a, S: Simd, const D: usize> {
    pub simd: S,
    pub scene: &'a Scene<'a, D>,
    pub slot: &'a Slot<D>,
    pub rows: [u32; 8],
    /// What the behavior's sense of each holds.
    pub percepts: [&'a Percept<D>; 8],
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
    /// A random direction of each agent for this step and this behavior.
    #[inline(always)]
    pub fn random_direction(&self, purpose: Purpose) -> [f32x8<S>; D] {
        let Scene { seed, step, .. } = *self.scene;
        let id = |row: u32| self.scene.before.id[row as usize];
        let words = self.rows.map(|row| random::words(seed, id(row), step, purpose, self.slot.number));
        let fractions = |nth: usize| f32x8::from_slice(self.simd, &words.map(|words| random::fraction(words[nth])));
        random::direction_of(fractions(0), fractions(1))
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
