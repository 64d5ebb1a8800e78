//! The one list of metrics: what may be asked for by name.

/// What can be measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)] // `METRICS` says what each is
#[non_exhaustive]
pub enum Metric {
    Polarization,
    Milling,
    Spread,
    NearestMean,
    Speed,
    Captures,
    CenterX,
    CenterY,
    CenterZ,
    Elongation,
    SpeedDeviation,
    Fluctuation,
    NearestMin,
    NearestLow,
    NearestMedian,
    NearestHigh,
    NearestMax,
    Flocks,
    FlockLargest,
    FlockMean,
    Overlaps,
    Collisions,
    CorrelationLength,
    Arrived,
    ArrivalTime,
}

/// What a metric is, for people and for files.
#[derive(Clone, Copy, Debug)]
pub struct MetricEntry {
    /// Which one.
    pub metric: Metric,
    /// Its name: the head of its column.
    pub name: &'static str,
    /// Its unit; empty if it has none.
    pub unit: &'static str,
    /// What it says, in a sentence.
    pub what: &'static str,
    /// Whether it is among those that are measured unless others are asked for.
    pub usual: bool,
    /// Whether it counts.
    pub whole: bool,
    /// Whether it goes by what was seen before, so that it must be observed along the way and not at the end alone.
    pub remembers: bool,
}

/// Every metric there is, in the order of the columns.
pub const METRICS: &[MetricEntry] = &[
    usual(Metric::Polarization, "polarization", "", "How much all go the same way: 1 all do, near 0 each its own."),
    usual(Metric::Milling, "milling", "", "How much all go around the centre the same way: 1 is a perfect mill."),
    usual(Metric::Spread, "spread", "units", "The root of the mean square of the distances to the centre."),
    usual(Metric::NearestMean, "nearest_mean", "units", "The mean distance to the nearest other of the set."),
    usual(Metric::Speed, "speed", "units/s", "The mean speed."),
    MetricEntry {
        usual: true,
        ..counted(Metric::Captures, "captures", "agents", "How many agents those of the set have eaten so far.")
    },
    extra(Metric::CenterX, "center_x", "units", "Where the centre is along x."),
    extra(Metric::CenterY, "center_y", "units", "Where the centre is along y."),
    extra(Metric::CenterZ, "center_z", "units", "Where the centre is along z; in space only."),
    extra(Metric::Elongation, "elongation", "", "How much longer than thin: the root of greatest over least variance."),
    extra(Metric::SpeedDeviation, "speed_deviation", "units/s", "The standard deviation of the speeds."),
    extra(Metric::Fluctuation, "fluctuation", "units/s", "The root mean square of the velocities less their mean."),
    extra(Metric::NearestMin, "nearest_min", "units", "The least distance to the nearest other."),
    extra(Metric::NearestLow, "nearest_q05", "units", "A twentieth of the agents have the nearest other nearer."),
    extra(Metric::NearestMedian, "nearest_median", "units", "Half of the agents have the nearest other nearer."),
    extra(
        Metric::NearestHigh,
        "nearest_q95",
        "units",
        "All but a twentieth of the agents have the nearest other nearer.",
    ),
    extra(Metric::NearestMax, "nearest_max", "units", "The greatest distance to the nearest other."),
    counted(Metric::Flocks, "flocks", "flocks", "How many flocks: agents joined by chains of short distances."),
    counted(Metric::FlockLargest, "flock_largest", "agents", "How many agents the largest flock has."),
    extra(Metric::FlockMean, "flock_mean", "agents", "How many agents a flock has on the average."),
    counted(Metric::Overlaps, "overlaps", "pairs", "How many pairs of bodies overlap."),
    remembered(counted(Metric::Collisions, "collisions", "pairs", "How many pairs have come to overlap so far.")),
    extra(Metric::CorrelationLength, "correlation_length", "units", "How far off velocities still deviate alike."),
    remembered(counted(Metric::Arrived, "arrived", "agents", "How many agents have reached their target so far.")),
    remembered(extra(Metric::ArrivalTime, "arrival_time", "s", "The mean time at which these reached it.")),
];

const fn extra(metric: Metric, name: &'static str, unit: &'static str, what: &'static str) -> MetricEntry {
    MetricEntry { metric, name, unit, what, usual: false, whole: false, remembers: false }
}
const fn usual(metric: Metric, name: &'static str, unit: &'static str, what: &'static str) -> MetricEntry {
    MetricEntry { usual: true, ..extra(metric, name, unit, what) }
}
const fn remembered(entry: MetricEntry) -> MetricEntry {
    MetricEntry { remembers: true, ..entry }
}
const fn counted(metric: Metric, name: &'static str, unit: &'static str, what: &'static str) -> MetricEntry {
    MetricEntry { whole: true, ..extra(metric, name, unit, what) }
}

impl Metric {
    /// A metric by name.
    pub fn named(name: &str) -> Option<Metric> {
        METRICS.iter().find(|entry| entry.name == name).map(|entry| entry.metric)
    }
    /// Its line of the list.
    pub fn entry(self) -> &'static MetricEntry {
        METRICS.iter().find(|entry| entry.metric == self).unwrap_or(&METRICS[0])
    }
    /// Those that are measured unless others are asked for: all together cost little beside a step.
    pub fn usual() -> Vec<Metric> {
        METRICS.iter().filter(|entry| entry.usual).map(|entry| entry.metric).collect()
    }
    /// Whether it can be measured in a world of so many dimensions.
    pub fn fits(self, dimensions: usize) -> bool {
        self != Metric::CenterZ || dimensions > 2
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_metric_is_listed_once_and_found_by_its_name() {
        for (at, entry) in METRICS.iter().enumerate() {
            assert_eq!(entry.metric as usize, at, "{}: the list is in the order of the enum", entry.name);
            assert_eq!(Metric::named(entry.name), Some(entry.metric));
            assert_eq!(entry.metric.entry().name, entry.name);
            assert!(entry.what.ends_with('.'));
        }
        assert_eq!(Metric::named("order"), None);
        assert_eq!(METRICS.last().map(|entry| entry.metric), Some(Metric::ArrivalTime));
    }
}
