//! What is measured of a run by name: means and last values of metrics, of a group or of everyone.

use crate::failure::Failure;
use crate::metrics::metric;
use crate::suggest::did_you_mean;
use flockstep::World;
use flockstep::group::Group;
use flockstep::observe::{CaptureCount, Metric, Observer};

/// A metric of a group, or of everyone.
#[derive(Clone, Debug, PartialEq)]
pub struct Measure {
    /// Its column: `NAME` or `GROUP.NAME`.
    pub column: String,
    group: Option<usize>,
    metric: Metric,
}

impl Measure {
    /// A metric by name as an option has it, in a world of so many dimensions with these groups.
    pub fn find(option: &str, text: &str, groups: &[Group], dimensions: usize) -> Result<Measure, Failure> {
        let wrong = |problem: String| Failure::Input(format!("{option} {text}: {problem}"));
        // The name of a group may have dots in it, that of a metric has none.
        let (group, name) = text.rsplit_once('.').map_or((None, text), |(group, name)| (Some(group), name));
        let metric = metric(name).map_err(wrong)?;
        if !metric.fits(dimensions) {
            return Err(wrong("a world of two dimensions has no such thing".into()));
        }
        let group = group.map(|group| {
            let names = || groups.iter().map(|group| group.name.as_str());
            names().position(|name| name == group).ok_or_else(|| {
                let all = names().collect::<Vec<_>>().join(", ");
                let meant = did_you_mean(group, names());
                wrong(format!("found the unknown group \"{group}\", allowed is one of {all}{meant}"))
            })
        });
        Ok(Measure { column: text.into(), group: group.transpose()?, metric })
    }

    /// What is measured.
    #[cfg(feature = "studio")] // what render needs
    pub fn metric(&self) -> Metric {
        self.metric
    }
}

/// Means and last values in the making.
pub struct Meter<const D: usize> {
    measures: Vec<Measure>,
    observer: Observer<D>,
    captures: CaptureCount,
    sums: Vec<f64>,
    /// The value of each at the last step that was measured.
    pub last: Vec<f64>,
    count: u64,
}

impl<const D: usize> Meter<D> {
    /// Nothing yet.
    pub fn new(measures: &[Measure], world: &World<D>) -> Meter<D> {
        let metrics: Vec<Metric> = measures.iter().map(|measure| measure.metric).collect();
        let zeros = vec![0.0; measures.len()];
        Meter {
            measures: measures.to_vec(),
            observer: Observer::new(&metrics, None),
            captures: CaptureCount::new(world),
            sums: zeros.clone(),
            last: zeros,
            count: 0,
        }
    }

    /// Takes note of a step.
    pub fn follow(&mut self, world: &World<D>) {
        self.captures.follow(world);
    }

    /// Measures the world as it is, and adds it to the means if it counts. Returns the values.
    pub fn measure(&mut self, world: &World<D>, counts: bool) -> &[f64] {
        let readings = self.observer.observe(world, &self.captures);
        for (nth, (measure, last)) in self.measures.iter().zip(&mut self.last).enumerate() {
            // The last reading is of everyone.
            let reading = measure.group.map_or(readings.last(), |group| readings.get(group));
            *last = reading.map_or(f64::NAN, |reading| reading.values[nth]);
        }
        if counts {
            self.sums.iter_mut().zip(&self.last).for_each(|(sum, last)| *sum += last);
            self.count += 1;
        }
        &self.last
    }

    /// The means over what counted.
    pub fn means(&self) -> Vec<f64> {
        self.sums.iter().map(|sum| sum / self.count as f64).collect()
    }
}
