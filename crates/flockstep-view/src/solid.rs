//! Solid things: the obstacles of the world.

use crate::bounds::in_space;
use flockstep::Obstacle;

/// Something solid. In 2D a ball is a disc and a box a rectangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Solid {
    /// A ball.
    Ball {
        /// Its centre.
        center: [f32; 3],
        /// Its radius.
        radius: f32,
    },
    /// A box along the axes.
    Box {
        /// The least corner.
        min: [f32; 3],
        /// The greatest corner.
        max: [f32; 3],
    },
}

impl Solid {
    /// That of an obstacle.
    pub fn of<const D: usize>(obstacle: &Obstacle<D>) -> Solid {
        match *obstacle {
            Obstacle::Ball { center, radius } => Solid::Ball { center: in_space(center), radius },
            Obstacle::Box { min, max } => Solid::Box { min: in_space(min), max: in_space(max) },
        }
    }

    /// Its middle.
    pub fn center(&self) -> [f32; 3] {
        match self {
            Solid::Ball { center, .. } => *center,
            Solid::Box { min, max } => std::array::from_fn(|axis| 0.5 * min[axis] + 0.5 * max[axis]),
        }
    }
}
