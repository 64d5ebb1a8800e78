//! How the flock is doing: one row per group and one for all.

use super::tally::Tally;
use crate::csv::{Rows, quoted};
use crate::failure::Failure;
use crate::files::Sink;
use flockstep::World;
use flockstep::observe::{Metrics, nearest_distances};

/// The heads of the columns.
const HEADS: [&str; 10] =
    ["step", "time", "group", "agents", "polarization", "milling", "spread", "nearest_mean", "speed", "captures"];

/// A table of metrics in the making.
pub struct MetricsTable {
    sink: Sink,
    rows: Rows,
    groups: Vec<String>,
}

impl MetricsTable {
    /// Begins with the heads of the columns.
    pub fn begin<const D: usize>(sink: Sink, world: &World<D>) -> Result<MetricsTable, Failure> {
        let groups = world.groups().iter().map(|group| quoted(&group.name)).collect();
        let mut table = MetricsTable { sink, rows: Rows::default(), groups };
        for head in HEADS {
            table.rows.cell(head);
        }
        table.rows.end();
        table.sink.take(&mut table.rows)?;
        Ok(table)
    }

    /// Adds the rows of this step.
    pub fn observe<const D: usize>(&mut self, world: &World<D>, tally: &Tally) -> Result<(), Failure> {
        let sets = (0..self.groups.len()).map(Some).chain([None]);
        for set in sets {
            let metrics = Metrics::of(world, set, &nearest_distances(world, set));
            let name = set.map_or("all", |group| &self.groups[group]);
            let captures = set.map_or(world.captured(), |group| tally.captures_by(group));
            self.rows.count(world.steps()).number(world.time()).cell(name).count(metrics.agents as u64);
            for number in [metrics.polarization, metrics.milling, metrics.spread, metrics.nearest_mean, metrics.speed] {
                self.rows.number(number);
            }
            self.rows.count(captures).end();
        }
        self.sink.take(&mut self.rows)
    }

    /// Writes what is still held back.
    pub fn flush(&mut self) -> Result<(), Failure> {
        self.sink.flush()
    }
}
