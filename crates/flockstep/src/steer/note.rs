//! What behaviors go by, as data: for whoever draws it.

use crate::math::vector::Vector;

/// Something an agent goes by, in the coordinates of the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Note<const D: usize> {
    /// What a behavior aims at, or flees.
    Target(Vector<D>),
    /// Where something is expected to be.
    Predicted(Vector<D>),
    /// The circle that a wander point drifts along.
    Circle {
        /// Its centre.
        center: Vector<D>,
        /// Its radius.
        radius: f32,
        /// The point on it.
        point: Vector<D>,
    },
    /// The feeler for obstacles: from the agent to here.
    Feeler(Vector<D>),
    /// A range around a point: a slowing distance, a place to stay in.
    Range {
        /// Its centre.
        center: Vector<D>,
        /// Its radius.
        radius: f32,
    },
}
