//! What agents move through and along: solid things, fields and paths.

mod nearest;
mod obstacle;
mod solids;
mod tree;

pub use nearest::{Hit, Nearest};
pub use obstacle::{MOST_CORNERS, Obstacle};
pub(crate) use solids::Solids;
pub use solids::{Near, Nearby};
