//! The `observe` stage: numbers that describe a flock, and looks inside its agents. Reads the world, changes nothing.

mod inspect;
mod metrics;
mod rehearsal;
mod sighting;

pub use crate::steer::Note;
pub use inspect::{Field, Insight, Part};
pub use metrics::{Metrics, nearest_distances};
pub use sighting::Sighting;
