//! The `observe` stage: numbers that describe a flock. Reads the world, changes nothing.

mod metrics;

pub use metrics::{Metrics, nearest_distances};
