//! The space agents move in, and what happens at its edge.

use crate::error::Error;
use crate::math::vector::{Vector, sub};
use crate::settings::parameters::words;

/// An open world ends here: beyond, squares of distances would no longer be finite.
pub const FARTHEST: f32 = 1e18;

words! {
    /// What happens at the edge of the world.
    #[non_exhaustive]
    pub enum Edge {
        /// There is none.
        Open = "open",
        /// A torus: who leaves on one side enters on the other, and sees across the seam.
        Wrap = "wrap",
        /// Agents are reflected.
        Bounce = "bounce",
        /// Agents stop at the edge.
        Clamp = "clamp",
    }
}

/// The space agents move in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Space<const D: usize> {
    edge: Edge,
    min: Vector<D>,
    max: Vector<D>,
}

impl<const D: usize> Default for Space<D> {
    fn default() -> Self {
        Space { edge: Edge::Open, min: [-50.0; D], max: [50.0; D] }
    }
}

impl<const D: usize> Space<D> {
    /// A space with this edge between two corners. The corners of an open space only say what to draw.
    pub fn new(edge: Edge, min: impl Into<Vector<D>>, max: impl Into<Vector<D>>) -> Result<Self, Error> {
        let (min, max) = (min.into(), max.into());
        // Comparisons with what is not a number fail.
        let fits = |axis: usize| min[axis] >= -FARTHEST && max[axis] <= FARTHEST && max[axis] > min[axis];
        if !(0..D).all(fits) {
            return Err(Error::number("space", (min, max), "corners up to 1e18, each of max greater than that of min"));
        }
        Ok(Space { edge, min, max })
    }
    /// No edge at all.
    pub fn open() -> Self {
        Space::default()
    }
    /// What happens at the edge.
    pub fn edge(&self) -> Edge {
        self.edge
    }
    /// The least corner.
    pub fn min(&self) -> Vector<D> {
        self.min
    }
    /// The greatest corner.
    pub fn max(&self) -> Vector<D> {
        self.max
    }
    /// The length of each side.
    pub fn sides(&self) -> Vector<D> {
        sub(self.max, self.min)
    }

    /// The way from one point inside to another: on a torus the short one.
    #[inline(always)]
    pub fn offset(&self, from: Vector<D>, to: Vector<D>) -> Vector<D> {
        if self.edge != Edge::Wrap {
            return sub(to, from);
        }
        let sides = self.sides();
        std::array::from_fn(|axis| to[axis] - (from[axis] - seam_shift(to[axis] - from[axis], sides[axis])))
    }

    /// The way from an agent to a point that may lie outside the torus, such as a marker.
    pub fn offset_to_point(&self, from: Vector<D>, point: Vector<D>) -> Vector<D> {
        if self.edge == Edge::Wrap { self.offset(from, self.inside(point)) } else { sub(point, from) }
    }

    /// The point brought inside: on a torus around it, in a bounded space to its edge, in an open one to where numbers
    /// end.
    pub fn inside(&self, point: Vector<D>) -> Vector<D> {
        match self.edge {
            Edge::Open => point.map(|c| c.clamp(-FARTHEST, FARTHEST)),
            Edge::Wrap => std::array::from_fn(|axis| wrap(point[axis], self.min[axis], self.max[axis])),
            Edge::Bounce | Edge::Clamp => std::array::from_fn(|axis| point[axis].clamp(self.min[axis], self.max[axis])),
        }
    }
}

/// What to add to a difference of coordinates so that it is the short way around a torus of this side.
#[inline(always)]
pub(crate) fn seam_shift(difference: f32, side: f32) -> f32 {
    if difference > side * 0.5 {
        -side
    } else if difference < side * -0.5 {
        side
    } else {
        0.0
    }
}

/// A coordinate brought into `[min, max)`.
#[inline(always)]
pub(crate) fn wrap(x: f32, min: f32, max: f32) -> f32 {
    if x >= min && x < max {
        return x;
    }
    let side = max - min;
    let turned = x - side * ((x - min) / side).floor();
    // Rounding can land on max or just below min; both are the same point as min.
    if turned >= min && turned < max { turned } else { min }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrap_stays_inside_for_any_coordinate() {
        for x in [-1e30f32, -10.000_001, -10.0, -9.999_999, 0.0, 9.999_999, 10.0, 10.5, 1e9, 1e30] {
            let turned = wrap(x, -10.0, 10.0);
            assert!((-10.0..10.0).contains(&turned), "{x} -> {turned}");
        }
        assert_eq!(wrap(11.0, -10.0, 10.0), -9.0);
    }

    #[test]
    fn a_torus_offset_takes_the_short_way() {
        let space = Space::<2>::new(Edge::Wrap, [0.0; 2], [10.0; 2]).unwrap();
        assert_eq!(space.offset([1.0, 1.0], [9.0, 2.0]), [-2.0, 1.0]);
        assert_eq!(space.offset([9.0, 2.0], [1.0, 1.0]), [2.0, -1.0]);
    }

    #[test]
    fn corners_must_be_in_order_and_finite() {
        assert!(Space::<2>::new(Edge::Open, [0.0; 2], [0.0, 1.0]).is_err());
        assert!(Space::<2>::new(Edge::Open, [f32::NAN, 0.0], [1.0, 1.0]).is_err());
        assert!(Space::<2>::new(Edge::Open, [-3e38, 0.0], [3e38, 1.0]).is_err());
    }
}
