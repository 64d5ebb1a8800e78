//! Where everyone was: one row per agent and step.

use crate::csv::{Rows, quoted};
use crate::failure::Failure;
use crate::files::Sink;
use flockstep::World;

/// The axes by name.
const AXES: [&str; 3] = ["x", "y", "z"];

/// A trajectory in the making.
pub struct Trajectory {
    sink: Sink,
    rows: Rows,
    groups: Vec<String>,
}

impl Trajectory {
    /// Begins with the heads of the columns.
    pub fn begin<const D: usize>(sink: Sink, world: &World<D>) -> Result<Trajectory, Failure> {
        let groups = world.groups().iter().map(|group| quoted(&group.name)).collect();
        let mut trajectory = Trajectory { sink, rows: Rows::default(), groups };
        for head in ["step", "time", "id", "group"] {
            trajectory.rows.cell(head);
        }
        for prefix in ["", "v", "s"] {
            for axis in &AXES[..D] {
                trajectory.rows.cell(&format!("{prefix}{axis}"));
            }
        }
        trajectory.rows.end();
        trajectory.sink.take(&mut trajectory.rows)?;
        Ok(trajectory)
    }

    /// Adds a row for every agent.
    pub fn observe<const D: usize>(&mut self, world: &World<D>) -> Result<(), Failure> {
        let mut digits = ryu::Buffer::new();
        let (step, time) = (world.steps().to_string(), digits.format(world.time()));
        for (agent, steering) in world.agents_by_id() {
            self.rows.cell(&step).cell(time).count(u64::from(agent.id)).cell(&self.groups[agent.group]);
            for number in agent.position.into_iter().chain(agent.velocity).chain(steering) {
                self.rows.number(number);
            }
            self.rows.end();
            // A million agents are 100 MB of rows: hand them on in pieces.
            if self.rows.bytes().len() > 1 << 18 {
                self.sink.take(&mut self.rows)?;
            }
        }
        self.sink.take(&mut self.rows)
    }

    /// Writes what is still held back.
    pub fn flush(&mut self) -> Result<(), Failure> {
        self.sink.flush()
    }
}
