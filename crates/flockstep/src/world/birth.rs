//! Agents coming into the world and leaving it.

use super::{MOST_AGENTS, World};
use crate::agents::Row;
use crate::error::Error;
use crate::ids::{AgentId, GroupId};
use crate::math::vector::{Vector, unit};
use crate::state::{Motion, check_motion};
use crate::step::Change;

impl<const D: usize> World<D> {
    /// Puts an agent into the world; returns its id. It points where it moves, or along x if it does not.
    pub fn spawn(
        &mut self,
        group: GroupId,
        position: impl Into<Vector<D>>,
        velocity: impl Into<Vector<D>>,
    ) -> Result<AgentId, Error> {
        let (position, velocity) = (position.into(), velocity.into());
        self.check_group(group)?;
        self.check_room(1)?;
        check_motion(position, velocity)?;
        let ahead = std::array::from_fn(|axis| if axis == 0 { 1.0 } else { 0.0 });
        let course = unit(velocity);
        let heading = if course == [0.0; D] { ahead } else { course };
        Ok(self.put(group, Motion { position, velocity, heading }))
    }

    /// Puts `count` agents of a group where its `place` says, with random headings; returns their ids, which follow one
    /// another.
    pub fn populate(&mut self, group: GroupId, count: usize) -> Result<Vec<AgentId>, Error> {
        self.check_group(group)?;
        self.check_room(count)?;
        self.state.agents.reserve(count);
        let born = (0..count).map(|nth| {
            let motion = self.state.birth(group.index(), AgentId(self.state.next_id), nth);
            self.put(group, motion)
        });
        Ok(born.collect())
    }

    /// Takes an agent out of the world. Its id is never given again.
    pub fn despawn(&mut self, id: AgentId) -> Result<(), Error> {
        let row = self.row(id)?;
        self.remove(row);
        Ok(())
    }

    /// Takes the agent of a row out of the world; the last row takes its place.
    pub(super) fn remove(&mut self, row: usize) {
        let taken_back = self.take_back_personality(row);
        debug_assert!(taken_back.is_ok(), "plans that were made once can be made again");
        self.change(Change::Died(row));
    }

    /// Puts the agent of a row back where its group is born.
    pub(super) fn respawn(&mut self, row: usize) {
        let id = self.state.agents.id[row];
        let group = self.plans.group_of[usize::from(self.state.agents.kind[row])];
        let motion = self.state.birth(group, id, id.index());
        if let Some(spin) = self.state.agents.spin.get_mut(row) {
            *spin = 0.0;
        }
        self.change(Change::Moved { row, motion, jumps: true });
    }

    fn put(&mut self, group: GroupId, motion: Motion<D>) -> AgentId {
        let id = AgentId(self.state.next_id);
        self.state.next_id += 1;
        let Motion { position, velocity, heading } = motion;
        let row = Row { position, velocity, heading, memory: [0.0; D], spin: 0.0, id, kind: group.0 as u16 };
        self.change(Change::Born(row, self.plans.needs.optional));
        id
    }

    pub(super) fn check_group(&self, group: GroupId) -> Result<(), Error> {
        if group.index() < self.state.groups.len() {
            return Ok(());
        }
        let known = self.state.groups.iter().map(|group| group.name.clone()).collect();
        Err(Error::NoSuch { kind: "group", name: format!("number {group}"), known })
    }
    fn check_room(&self, more: usize) -> Result<(), Error> {
        let found = self.len().saturating_add(more);
        if found > MOST_AGENTS || more > (u32::MAX - self.state.next_id) as usize {
            return Err(Error::TooMany { what: "agents", found: found as u64, most: MOST_AGENTS as u64 });
        }
        Ok(())
    }
}
