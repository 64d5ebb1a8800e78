//! Eight agents of one plan that steer side by side: for behaviors whose aim follows from sums alone.

use super::respond::respond_straight;
use crate::perceive::Percept;
use crate::settings::Response;
use crate::vector::Vector;
use fearless_simd::{Simd, SimdBase, f32x8};

/// Eight agents of one plan, or fewer: then the last lanes mean nothing.
pub(crate) struct Eight<'a, S: Simd, const D: usize> {
    pub simd: S,
    /// What the behavior's sense of each holds.
    pub percepts: [&'a Percept<D>; 8],
    pub velocity: [f32x8<S>; D],
    pub heading: [f32x8<S>; D],
    pub max_speed: f32,
    pub response: Response,
}

impl<S: Simd, const D: usize> Eight<'_, S, D> {
    /// A number of each percept.
    #[inline(always)]
    pub fn number(&self, of: impl Fn(&Percept<D>) -> u32) -> f32x8<S> {
        f32x8::from_slice(self.simd, &self.percepts.map(|percept| of(percept) as f32))
    }
    /// A vector of each percept.
    #[inline(always)]
    pub fn vector(&self, of: impl Fn(&Percept<D>) -> &Vector<D>) -> [f32x8<S>; D] {
        let mut vector = [f32x8::splat(self.simd, 0.0); D];
        for (axis, lanes) in vector.iter_mut().enumerate() {
            *lanes = f32x8::from_slice(self.simd, &self.percepts.map(|percept| of(percept)[axis]));
        }
        vector
    }
    /// Steering from an aim.
    #[inline(always)]
    pub fn respond(&self, aim: [f32x8<S>; D]) -> [f32x8<S>; D] {
        respond_straight(self.response, aim, self.max_speed, self.velocity, self.heading)
    }
}
