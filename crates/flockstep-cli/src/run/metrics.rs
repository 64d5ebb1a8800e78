//! How the flock is doing: one row per group and one for all.

use crate::csv::{Rows, quoted};
use crate::failure::Failure;
use crate::files::Sink;
use flockstep::World;
use flockstep::observe::{Metric, Reading};

/// A table of metrics in the making.
pub struct MetricsTable {
    sink: Sink,
    rows: Rows,
    groups: Vec<String>,
    metrics: Vec<Metric>,
}

impl MetricsTable {
    /// A table of these metrics, in what `open` makes of the heads of its columns.
    pub fn begin<const D: usize>(
        world: &World<D>,
        metrics: &[Metric],
        open: impl FnOnce(&Rows) -> Result<Sink, Failure>,
    ) -> Result<MetricsTable, Failure> {
        let groups = world.groups().iter().map(|group| quoted(&group.name)).collect();
        let mut rows = Rows::default();
        let heads = metrics.iter().map(|metric| metric.entry().name);
        for head in ["step", "time", "group", "agents"].into_iter().chain(heads) {
            rows.cell(head);
        }
        rows.end();
        let sink = open(&rows)?;
        rows.clear();
        Ok(MetricsTable { sink, rows, groups, metrics: metrics.to_vec() })
    }

    /// Adds the rows of this step.
    pub fn observe<const D: usize>(&mut self, world: &World<D>, readings: &[Reading]) -> Result<(), Failure> {
        for Reading { group, agents, values } in readings {
            let name = group.map_or("all", |group| &self.groups[group.index()]);
            self.rows.count(world.steps()).number(world.time()).cell(name).count(*agents as u64);
            for (metric, value) in self.metrics.iter().zip(values) {
                number(&mut self.rows, *metric, *value);
            }
            self.rows.end();
        }
        self.sink.take(&mut self.rows)
    }

    /// Writes what is still held back.
    pub fn flush(&mut self) -> Result<(), Failure> {
        self.sink.flush()
    }
}

fn number(rows: &mut Rows, metric: Metric, value: f64) {
    if metric.entry().whole && value.is_finite() {
        rows.count(value as u64);
    } else {
        rows.number(value);
    }
}
