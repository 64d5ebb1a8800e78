//! A player's hand on an agent.

use crate::error::Error;
use crate::math::vector::{Vector, is_finite, length};

/// What a player does with an agent, until told otherwise. It takes the place of the agent's behaviors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Control<const D: usize> {
    /// Go this way, at this share of full speed (a length of 1, or less).
    Direction(Vector<D>),
    /// A helm and an engine, each as a share of what the body can do.
    Helm {
        /// From −1 (hard to port) to 1 (hard to starboard).
        helm: f32,
        /// From −1 (down) to 1 (up); only in 3D.
        pitch: f32,
        /// From 0 (adrift) to 1 (full ahead).
        thrust: f32,
    },
}

impl<const D: usize> Control<D> {
    pub(crate) fn check(&self) -> Result<(), Error> {
        let fits = match self {
            Control::Direction(direction) => is_finite(*direction),
            Control::Helm { helm, pitch, thrust } => [helm, pitch, thrust].iter().all(|share| share.is_finite()),
        };
        if fits { Ok(()) } else { Err(Error::number("control", self, "finite numbers")) }
    }
    /// The share of its thrust that a rigid body has on.
    pub(crate) fn throttle(&self) -> f32 {
        match self {
            Control::Direction(direction) => length(*direction).min(1.0),
            Control::Helm { thrust, .. } => thrust.clamp(0.0, 1.0),
        }
    }
}
