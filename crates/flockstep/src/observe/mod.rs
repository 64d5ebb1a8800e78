//! The `observe` stage: numbers that describe a flock, and looks inside its agents. Reads the world, changes nothing.

mod arrivals;
mod captures;
mod contacts;
mod correlation;
mod flocks;
mod inspect;
mod memory;
mod metric;
mod metrics;
mod nearest;
mod observer;
mod order;
mod rehearsal;
mod sighting;

pub use crate::steer::Note;
pub use captures::CaptureCount;
pub use inspect::{FieldOfView, Insight, Part};
pub use metric::{METRICS, Metric, MetricEntry};
pub use metrics::{Metrics, nearest_distances};
pub use observer::{Observer, Reading, quantile};
pub use sighting::Sighting;
