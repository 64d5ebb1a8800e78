//! Who is in sight: the one test, for one neighbour or for several side by side.

use super::{Eyes, Sense, Surroundings};
use crate::math::lane::Lane;
use crate::math::vector::{Vector, dot};

/// What a sense asks of a neighbour's place.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Bounds<N> {
    pub radius2: N,
    pub radius2_min: N,
    /// The cosine of half the angle of view, squared with its sign kept; −2: all around.
    pub cos_signed: N,
}

impl Bounds<f32> {
    /// The same bounds in every lane.
    #[inline(always)]
    pub fn splat<N>(&self, splat: impl Fn(f32) -> N) -> Bounds<N> {
        Bounds {
            radius2: splat(self.radius2),
            radius2_min: splat(self.radius2_min),
            cos_signed: splat(self.cos_signed),
        }
    }
}

impl<N: Lane> Bounds<N> {
    /// Whether a neighbour is in sight: the square of its distance, and how far it is ahead (the offset times the
    /// heading).
    ///
    /// An angle is tested without a root: `ahead ≥ cos·d`, both sides squared with their signs kept. `RING`: whether
    /// there is a least distance; a kernel without one saves a comparison.
    #[inline(always)]
    pub fn admit<const RING: bool>(&self, square: N, ahead: N) -> N::Mask {
        let within = square.at_most(self.radius2) & (square * self.cos_signed).at_most(ahead * ahead.abs());
        if RING { within & self.radius2_min.at_most(square) } else { within }
    }
}

/// Whether a sense of an agent that points there lets a row through.
pub(crate) fn lets_through<const D: usize>(
    around: &Surroundings<D>,
    eyes: &Eyes,
    sense: &Sense,
    heading: Vector<D>,
    row: usize,
    offset: Vector<D>,
) -> bool {
    sense.bounds.admit::<true>(dot(offset, offset), dot(offset, heading))
        && eyes.admits(sense.filter, around.eyes_of(row).group)
}
