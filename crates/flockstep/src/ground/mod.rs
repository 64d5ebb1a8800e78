//! What agents move through and along: solid things, fields and paths.

mod field;
mod nearest;
mod obstacle;
mod path;
mod solids;
mod tree;

pub use field::{Costs, Current, Field, Flow, MOST_CELLS};
pub(crate) use field::{Fields, Way};
pub use nearest::{Hit, Nearest};
pub use obstacle::{MOST_CORNERS, Obstacle};
pub(crate) use path::{Line, OnLine};
pub use path::{MOST_POINTS, Path};
pub(crate) use solids::Solids;
pub use solids::{Near, Nearby};
