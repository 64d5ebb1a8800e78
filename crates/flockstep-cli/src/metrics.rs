//! Metrics by name, as they are typed.

use crate::suggest::did_you_mean;
use flockstep::observe::{METRICS, Metric};

/// A metric from its name.
pub fn metric(name: &str) -> Result<Metric, String> {
    let names = || METRICS.iter().map(|entry| entry.name);
    Metric::named(name).ok_or_else(|| {
        let all: Vec<&str> = names().collect();
        format!("there is no such metric{}\nallowed are {}", did_you_mean(name, names()), all.join(", "))
    })
}
