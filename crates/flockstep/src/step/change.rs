//! What meddles with agents between two steps.
//!
//! Everything outside the stages that touches an agent goes through [`Pipeline::change`], which also keeps in step
//! whatever was worked out from the agents: so nothing has to be remembered elsewhere.

use super::{Bodies, Pipeline};
use crate::agents::{Columns, Optional, Row, at};
use crate::math::vector::Vector;
use crate::state::{Motion, State};

/// Something outside the stages changes agents.
pub(crate) enum Change<'a, const D: usize> {
    /// An agent is born, in a new row at the end, with these optional columns.
    Born(Row<D>, Optional),
    /// The agent of a row dies; the last row takes its place.
    Died(usize),
    /// The agent of a row is put elsewhere. `jumps`: it did not come there by itself, so nothing is drawn in between.
    Moved { row: usize, motion: Motion<D>, jumps: bool },
    /// Another program has moved many agents.
    Fed(Bodies<'a, D>),
    /// The velocity of the agent of a row changes.
    Pushed { row: usize, velocity: Vector<D> },
    /// The agent of a row gets another plan, or its own plan changes.
    Rekinded { row: usize, kind: u16 },
    /// A player takes the agent of a row, or gives it back.
    Driven { row: usize },
    /// The settings of one agent have changed which optional columns there are.
    Refitted(Optional),
    /// Settings have changed, what they name, or the length of a step: everyone decides anew. With these optional
    /// columns.
    Replanned(Optional),
    /// The space has changed: everyone is brought inside it.
    Respaced,
}

impl<const D: usize> Pipeline<D> {
    /// Carries out a change, here and in the state.
    pub fn change(&mut self, state: &mut State<D>, change: Change<D>) {
        let (agents, space) = (&mut state.agents, &state.space);
        match change {
            Change::Born(row, optional) => self.bear(state, row, optional),
            Change::Died(row) => {
                self.rows.swap_remove(&agents.id, row);
                let id = agents.id[row];
                agents.swap_remove(row);
                if self.before.len() > row {
                    self.before.swap_remove(row);
                }
                state.controls.retain(|(controlled, _)| *controlled != id);
            }
            Change::Moved { row, motion, jumps } => {
                let position = space.inside(motion.position);
                for axis in 0..D {
                    agents.position[axis][row] = position[axis];
                    agents.velocity[axis][row] = motion.velocity[axis];
                    agents.heading[axis][row] = motion.heading[axis];
                    if let Some(before) = self.before.position[axis].get_mut(row).filter(|_| jumps) {
                        *before = position[axis];
                    }
                }
                decide_anew(agents, row);
            }
            Change::Fed(bodies) => {
                bodies.write(space, agents);
                for (wait, body) in agents.wait.iter_mut().zip(bodies.of_row) {
                    *wait = if *body == Bodies::<D>::NONE { *wait } else { 0 };
                }
            }
            Change::Pushed { row, velocity } => {
                for axis in 0..D {
                    agents.velocity[axis][row] = velocity[axis];
                }
                decide_anew(agents, row);
            }
            Change::Rekinded { row, kind } => {
                agents.kind[row] = kind;
                if let Some(before) = self.before.kind.get_mut(row) {
                    *before = kind;
                }
                decide_anew(agents, row);
            }
            Change::Driven { row } => decide_anew(agents, row),
            Change::Refitted(optional) => agents.resize(agents.len(), optional),
            Change::Replanned(optional) => {
                agents.resize(agents.len(), optional);
                agents.wait.fill(0);
            }
            Change::Respaced => bring_inside(state),
        }
    }

    fn bear(&mut self, state: &mut State<D>, row: Row<D>, optional: Optional) {
        let (agents, row) = (&mut state.agents, Row { position: state.space.inside(row.position), ..row });
        let len = agents.len();
        agents.resize(len, optional);
        agents.push(row, optional, true);
        if self.before.len() == len {
            self.before.resize(len, optional);
            self.before.push(row, optional, optional.wait);
        }
        self.rows.add(&agents.id);
    }
}

/// Everyone is brought into a space that has changed.
fn bring_inside<const D: usize>(state: &mut State<D>) {
    let State { agents, space, scenery, .. } = state;
    scenery.solids.forget();
    for row in 0..agents.len() {
        let inside = space.inside(at(&agents.position, row));
        (0..D).for_each(|axis| agents.position[axis][row] = inside[axis]);
    }
    agents.wait.fill(0);
}

/// What an agent decided no longer fits: it decides in the next step.
fn decide_anew<const D: usize>(agents: &mut Columns<D>, row: usize) {
    if let Some(wait) = agents.wait.get_mut(row) {
        *wait = 0;
    }
}
