//! What is measured in a run of a sweep: means and last values of metrics.

use crate::failure::Failure;
use crate::suggest::did_you_mean;
use flockstep::World;
use flockstep::observe::{Metrics, nearest_distances};
use flockstep::settings::Group;

/// The metrics by name.
const NAMES: [&str; 6] = ["polarization", "milling", "spread", "nearest_mean", "speed", "captures"];

/// A metric of a group, or of everyone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Measure {
    /// Its column: `NAME` or `GROUP.NAME`.
    pub column: String,
    group: Option<usize>,
    metric: usize,
}

impl Measure {
    /// A metric by name, in a world with these groups.
    pub fn find(text: &str, groups: &[Group]) -> Result<Measure, Failure> {
        // The name of a group may have dots in it, that of a metric has none.
        let (group, name) = text.rsplit_once('.').map_or((None, text), |(group, name)| (Some(group), name));
        let metric = NAMES.iter().position(|other| *other == name).ok_or_else(|| {
            let meant = did_you_mean(name, NAMES);
            Failure::Input(format!(
                "--metric {text}: found the unknown metric \"{name}\", allowed is one of {}{meant}",
                NAMES.join(", ")
            ))
        })?;
        let group = group.map(|group| {
            let names = || groups.iter().map(|group| group.name.as_str());
            names().position(|name| name == group).ok_or_else(|| {
                let all = names().collect::<Vec<_>>().join(", ");
                let meant = did_you_mean(group, names());
                Failure::Input(format!(
                    "--metric {text}: found the unknown group \"{group}\", allowed is one of {all}{meant}"
                ))
            })
        });
        Ok(Measure { column: text.into(), group: group.transpose()?, metric })
    }
}

/// Means and last values in the making.
pub struct Meter {
    measures: Vec<Measure>,
    sums: Vec<f64>,
    /// The value of each at the last step that was measured.
    pub last: Vec<f64>,
    count: u64,
}

impl Meter {
    /// Nothing yet.
    pub fn new(measures: &[Measure]) -> Meter {
        let zeros = vec![0.0; measures.len()];
        Meter { measures: measures.to_vec(), sums: zeros.clone(), last: zeros, count: 0 }
    }

    /// Measures the world as it is, and adds it to the means if it counts.
    pub fn measure<const D: usize>(&mut self, world: &World<D>, counts: bool) {
        for (measure, last) in self.measures.iter().zip(&mut self.last) {
            let nearest = NAMES[measure.metric] == "nearest_mean";
            let distances = if nearest { nearest_distances(world, measure.group) } else { Vec::new() };
            let metrics = Metrics::of(world, measure.group, &distances);
            let values = [
                metrics.polarization,
                metrics.milling,
                metrics.spread,
                metrics.nearest_mean,
                metrics.speed,
                world.captured() as f64,
            ];
            *last = values[measure.metric];
        }
        if counts {
            self.sums.iter_mut().zip(&self.last).for_each(|(sum, last)| *sum += last);
            self.count += 1;
        }
    }

    /// The means over what counted.
    pub fn means(&self) -> Vec<f64> {
        self.sums.iter().map(|sum| sum / self.count as f64).collect()
    }
}
