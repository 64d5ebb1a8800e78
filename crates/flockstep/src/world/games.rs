//! What a game needs: time that passes unevenly, bodies of its own, blasts, and a player.

use super::World;
use super::read::shortest;
use crate::agents::{Control, at};
use crate::error::Error;
use crate::ids::AgentId;
use crate::math::vector::{Vector, add, unit};
use crate::state::{Motion, check_motion, check_motions};
use crate::step::{Bodies, Change};

/// What [`World::advance`] did.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Advance {
    /// Steps made.
    pub steps: u32,
    /// How far the time left over reaches into the next step, from 0 to 1: draw at
    /// `previous + (position − previous)·fraction`.
    pub fraction: f32,
    /// Seconds given up because the world could not keep pace.
    pub skipped: f64,
}

impl<const D: usize> World<D> {
    /// Makes as many steps as fit into the elapsed seconds, at most `most`, and keeps the rest for next time. What does
    /// not fit into `most` steps is given up, so that a slow machine falls behind instead of freezing.
    pub fn advance(&mut self, elapsed: f64, most: u32) -> Result<Advance, Error> {
        if !elapsed.is_finite() || elapsed < 0.0 {
            return Err(Error::number("elapsed", elapsed, "a number of seconds, not negative"));
        }
        self.pipeline.captures.clear();
        let step = shortest(self.state.time_step);
        self.state.remainder += elapsed;
        let due = (self.state.remainder / step * (1.0 + 1e-12)).floor();
        let steps = due.min(f64::from(most));
        for _ in 0..steps as u32 {
            self.step_once();
        }
        let skipped = ((due - steps) * step).max(0.0);
        self.state.remainder = (self.state.remainder - due * step).clamp(0.0, step);
        Ok(Advance { steps: steps as u32, fraction: (self.state.remainder / step).min(1.0) as f32, skipped })
    }

    /// Tells where an agent is and how it moves: for a body that another program moves. It decides in the next step,
    /// whatever its `sight.refresh`.
    pub fn feed(
        &mut self,
        id: AgentId,
        position: impl Into<Vector<D>>,
        velocity: impl Into<Vector<D>>,
    ) -> Result<(), Error> {
        let (row, position, velocity) = (self.row(id)?, position.into(), velocity.into());
        check_motion(position, velocity)?;
        let course = unit(velocity);
        let heading = if course == [0.0; D] { at(&self.state.agents.heading, row) } else { course };
        self.change(Change::Moved { row, motion: Motion { position, velocity, heading }, jumps: false });
        Ok(())
    }
    /// The same for many bodies at once, in about the time it takes to go along all agents. Of an id given twice the
    /// last counts. On an error no agent is changed.
    pub fn feed_bodies(
        &mut self,
        ids: &[AgentId],
        positions: &[Vector<D>],
        velocities: &[Vector<D>],
    ) -> Result<(), Error> {
        for (what, found) in [("positions", positions.len()), ("velocities", velocities.len())] {
            if found != ids.len() {
                return Err(Error::lengths(what, ids.len(), found));
            }
        }
        check_motions(positions, velocities)?;
        let mut of_row = std::mem::take(&mut self.pipeline.fed_bodies);
        of_row.clear();
        of_row.resize(self.len(), Bodies::<D>::NONE);
        let mut missing = None;
        let rows = self.pipeline.rows.find(&self.state.agents.id, ids);
        for ((body, id), row) in (0..).zip(ids).zip(rows) {
            match row {
                Some(row) => of_row[row] = body,
                None => missing = missing.or(Some(*id)),
            }
        }
        if missing.is_none() {
            self.change(Change::Fed(Bodies { of_row: &of_row, positions, velocities }));
        }
        self.pipeline.fed_bodies = of_row;
        missing.map_or(Ok(()), |id| Err(Error::NoAgent(id)))
    }

    /// Adds to an agent's velocity from outside: a blast, a cannon. It is not lost: see [`crate::settings::PointBody`].
    pub fn push(&mut self, id: AgentId, change: impl Into<Vector<D>>) -> Result<(), Error> {
        let row = self.row(id)?;
        let position = at(&self.state.agents.position, row);
        let velocity = add(at(&self.state.agents.velocity, row), change.into());
        check_motion(position, velocity)?;
        self.change(Change::Pushed { row, velocity });
        Ok(())
    }

    /// Lets a player steer an agent in place of its behaviors, until it is given back with `None`.
    pub fn control(&mut self, id: AgentId, control: Option<Control<D>>) -> Result<(), Error> {
        let row = self.row(id)?;
        if let Some(control) = &control {
            control.check()?;
        }
        self.change(Change::Driven { row });
        let place = self.state.controls.binary_search_by_key(&id, |(id, _)| *id);
        match (place, control) {
            (Ok(place), Some(control)) => self.state.controls[place].1 = control,
            (Ok(place), None) => drop(self.state.controls.remove(place)),
            (Err(place), Some(control)) => self.state.controls.insert(place, (id, control)),
            (Err(_), None) => {}
        }
        Ok(())
    }
}
