//! Solid things in the world.

use crate::error::Error;
use crate::vector::{Vector, is_finite, length, sub};

/// Something solid that agents steer around.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Obstacle<const D: usize> {
    /// A ball (in 2D a disc).
    Ball {
        /// Its centre.
        center: Vector<D>,
        /// Its radius.
        radius: f32,
    },
    /// A box along the axes.
    Box {
        /// The least corner.
        min: Vector<D>,
        /// The greatest corner.
        max: Vector<D>,
    },
}

impl<const D: usize> Obstacle<D> {
    /// Its centre.
    pub fn center(&self) -> Vector<D> {
        match self {
            Obstacle::Ball { center, .. } => *center,
            Obstacle::Box { min, max } => std::array::from_fn(|axis| 0.5 * min[axis] + 0.5 * max[axis]),
        }
    }

    /// How far from its centre it reaches.
    pub fn reach(&self) -> f32 {
        match self {
            Obstacle::Ball { radius, .. } => *radius,
            Obstacle::Box { min, max } => 0.5 * length(sub(*max, *min)),
        }
    }

    /// The same obstacle with its centre here.
    pub fn moved_to(&self, to: Vector<D>) -> Obstacle<D> {
        match *self {
            Obstacle::Ball { radius, .. } => Obstacle::Ball { center: to, radius },
            Obstacle::Box { min, max } => {
                let half: Vector<D> = std::array::from_fn(|axis| 0.5 * max[axis] - 0.5 * min[axis]);
                Obstacle::Box {
                    min: std::array::from_fn(|axis| to[axis] - half[axis]),
                    max: std::array::from_fn(|axis| to[axis] + half[axis]),
                }
            }
        }
    }

    /// Refuses numbers that make no shape.
    pub fn check(&self) -> Result<(), Error> {
        let fits = match self {
            Obstacle::Ball { center, radius } => is_finite(*center) && radius.is_finite() && *radius >= 0.0,
            Obstacle::Box { min, max } => is_finite(*min) && is_finite(*max) && (0..D).all(|a| max[a] >= min[a]),
        };
        if fits {
            return Ok(());
        }
        Err(Error::number("obstacle", self, "finite numbers, a radius not negative, max not less than min"))
    }
}
