//! What a behavior aims at, with names looked up.

use crate::math::vector::Vector;

/// A target with its names looked up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum TargetPlan<const D: usize> {
    Point(Vector<D>),
    Marker(usize),
    Group {
        group: usize,
        nearest: bool,
    },
    /// The place in the list of agents that are targets.
    Agent(usize),
}
