//! Reading a world: agents by id and in columns, groups, the clock.

use super::World;
use crate::agents::{Agent, at};
use crate::error::Error;
use crate::group::Group;
use crate::ids::{AgentId, GroupId};
use crate::math::vector::Vector;
use crate::plan::find_group;
use crate::space::Space;
use crate::state::Capture;

impl<const D: usize> World<D> {
    /// How many agents there are.
    pub fn len(&self) -> usize {
        self.state.agents.len()
    }
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Steps made so far.
    pub fn steps(&self) -> u64 {
        self.state.step
    }
    /// Seconds of the world's own time: the step count times the time step, not a sum of floats.
    pub fn time(&self) -> f64 {
        // A time step such as 0.02 means the decimal number, not the nearest f32: its shortest form is what was meant.
        self.state.step as f64 * shortest(self.state.time_step)
    }
    /// The length of a step in seconds.
    pub fn time_step(&self) -> f32 {
        self.state.time_step
    }
    /// The seed of all randomness.
    pub fn seed(&self) -> u64 {
        self.state.seed
    }
    /// The space.
    pub fn space(&self) -> &Space<D> {
        &self.state.space
    }

    /// The groups, in the order of their ids.
    pub fn groups(&self) -> &[Group] {
        &self.state.groups
    }
    /// A group.
    pub fn group(&self, group: GroupId) -> Result<&Group, Error> {
        self.check_group(group)?;
        Ok(&self.state.groups[group.index()])
    }
    /// The id of a group by name.
    pub fn group_id(&self, name: &str) -> Result<GroupId, Error> {
        find_group(&self.state.groups, name).map(GroupId::of)
    }
    /// How many agents of a group there are.
    pub fn group_len(&self, group: GroupId) -> usize {
        self.group_ids().filter(|other| *other == group).count()
    }
    /// Who ate whom in the last step, or in all steps of the last [`World::advance`].
    pub fn captures(&self) -> &[Capture] {
        &self.pipeline.captures
    }
    /// How many agents have been eaten since the beginning.
    pub fn capture_count(&self) -> u64 {
        self.state.captured
    }

    /// Every agent, in the order of the columns (not of ids).
    pub fn agents(&self) -> impl Iterator<Item = Agent<D>> + '_ {
        (0..self.len()).map(|row| self.agent_at(row))
    }
    /// Every agent in the order of ids.
    pub fn agents_by_id(&self) -> impl Iterator<Item = Agent<D>> + '_ {
        self.rows_by_id().iter().map(|row| self.agent_at(*row as usize))
    }
    /// The rows of the columns in the order of ids.
    pub fn rows_by_id(&self) -> &[u32] {
        self.pipeline.rows.by_id(&self.state.agents.id)
    }
    /// One agent, in constant time.
    pub fn agent(&self, id: AgentId) -> Result<Agent<D>, Error> {
        self.row(id).map(|row| self.agent_at(row))
    }
    /// Whether an agent lives.
    pub fn contains(&self, id: AgentId) -> bool {
        self.row(id).is_ok()
    }
    /// The row of an agent in the columns, until the next step, birth or death.
    pub fn row(&self, id: AgentId) -> Result<usize, Error> {
        self.pipeline.rows.row(&self.state.agents.id, id).ok_or(Error::NoAgent(id))
    }
    pub(crate) fn agent_at(&self, row: usize) -> Agent<D> {
        let agents = &self.state.agents;
        Agent {
            id: agents.id[row],
            group: GroupId::of(self.plans.group_of[usize::from(agents.kind[row])]),
            position: at(&agents.position, row),
            velocity: at(&agents.velocity, row),
            heading: at(&agents.heading, row),
            steering: at(&agents.steering, row),
        }
    }

    /// Columns of positions, one per axis, in row order. The row order changes with every step; see [`World::ids`].
    pub fn positions(&self) -> [&[f32]; D] {
        self.state.agents.position.each_ref().map(Vec::as_slice)
    }
    /// Columns of velocities, one per axis, in row order.
    pub fn velocities(&self) -> [&[f32]; D] {
        self.state.agents.velocity.each_ref().map(Vec::as_slice)
    }
    /// Columns of headings, one per axis, in row order.
    pub fn headings(&self) -> [&[f32]; D] {
        self.state.agents.heading.each_ref().map(Vec::as_slice)
    }
    /// Columns of the blended steering of the last step, before the bodies' limits, in row order; zero for those born
    /// since.
    pub fn steering(&self) -> [&[f32]; D] {
        self.state.agents.steering.each_ref().map(Vec::as_slice)
    }
    /// Columns of positions before the last step, in row order, to interpolate from.
    pub fn previous_positions(&self) -> [&[f32]; D] {
        if !self.knows_previous() {
            return self.positions();
        }
        self.pipeline.before.position.each_ref().map(|column| &column[..self.len()])
    }
    /// Columns of headings before the last step, in row order, to interpolate from.
    pub fn previous_headings(&self) -> [&[f32]; D] {
        if !self.knows_previous() {
            return self.headings();
        }
        self.pipeline.before.heading.each_ref().map(|column| &column[..self.len()])
    }
    /// A world that has just been made or restored has no step before the last.
    fn knows_previous(&self) -> bool {
        self.pipeline.before.len() == self.len()
    }
    /// The group of each agent, in row order.
    pub fn group_ids(&self) -> impl Iterator<Item = GroupId> + '_ {
        self.state.agents.kind.iter().map(|kind| GroupId::of(self.plans.group_of[usize::from(*kind)]))
    }
    /// The ids, in row order.
    pub fn ids(&self) -> &[AgentId] {
        &self.state.agents.id
    }

    /// Copies the steering of some agents, in their order: what [`World::steer`] worked out for bodies of another
    /// program.
    pub fn read_steering(&self, ids: &[AgentId], into: &mut [Vector<D>]) -> Result<(), Error> {
        if ids.len() != into.len() {
            return Err(Error::lengths("steering", ids.len(), into.len()));
        }
        let agents = &self.state.agents;
        let rows = self.pipeline.rows.find(&agents.id, ids);
        for ((id, row), steering) in ids.iter().zip(rows).zip(into) {
            let Some(row) = row else { return Err(Error::NoAgent(*id)) };
            *steering = at(&agents.steering, row);
        }
        Ok(())
    }
}

/// The decimal number that an `f32` was written as.
pub(super) fn shortest(number: f32) -> f64 {
    number.to_string().parse().unwrap_or(f64::from(number))
}
