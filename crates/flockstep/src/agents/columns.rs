//! Agents in columns: one array per quantity and axis, one row per agent.
//!
//! There are two sets of columns with the same row order. `index` sorts the present into the set called `before`; every
//! stage up to `blend` reads `before`; `locomote` and `bound` write the set called `now`. So everyone sees the same
//! instant, no barrier is needed between seeing and moving, and the previous positions are there for a game to
//! interpolate from. Rows are in (cell, id) order, which is what makes a neighbour search touch memory in order.

use crate::ids::{AgentId, GroupId};
use crate::math::vector::Vector;

/// What an agent is at one instant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Agent<const D: usize> {
    /// Its id, never given to another agent.
    pub id: AgentId,
    /// Its group.
    pub group: GroupId,
    /// Where it is.
    pub position: Vector<D>,
    /// How it moves.
    pub velocity: Vector<D>,
    /// Where it points, of length 1.
    pub heading: Vector<D>,
    /// Its blended steering in the last step, before the body's limits; zero before its first.
    pub steering: Vector<D>,
}

/// The columns of all agents at one instant.
#[derive(Clone, Debug)]
pub(crate) struct Columns<const D: usize> {
    pub position: [Vec<f32>; D],
    pub velocity: [Vec<f32>; D],
    pub heading: [Vec<f32>; D],
    /// The wander point of each agent; empty while no agent wanders.
    pub memory: [Vec<f32>; D],
    /// The blended steering of the last decision. In `before` only where agents hold their decisions.
    pub steering: [Vec<f32>; D],
    /// How many more steps each agent holds its decision; empty while everyone decides in every step.
    pub wait: Vec<u16>,
    /// The unit vector of each velocity; only in `before`, and empty while no agent minds it.
    pub course: [Vec<f32>; D],
    /// Radians a second; empty while no agent has a rigid body.
    pub spin: Vec<f32>,
    pub id: Vec<AgentId>,
    /// The number of the agent's plan: its group's, or one of its own.
    pub kind: Vec<u16>,
}

impl<const D: usize> Default for Columns<D> {
    fn default() -> Self {
        let empty = || std::array::from_fn(|_| Vec::new());
        Columns {
            position: empty(),
            velocity: empty(),
            heading: empty(),
            memory: empty(),
            steering: empty(),
            wait: Vec::new(),
            course: empty(),
            spin: Vec::new(),
            id: Vec::new(),
            kind: Vec::new(),
        }
    }
}

/// Which columns there are besides those that every agent needs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Optional {
    /// Someone wanders.
    pub memory: bool,
    /// Someone has a rigid body.
    pub spin: bool,
    /// Someone holds decisions for several steps.
    pub wait: bool,
}

/// One agent's row of columns, all of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row<const D: usize> {
    pub position: Vector<D>,
    pub velocity: Vector<D>,
    pub heading: Vector<D>,
    pub memory: Vector<D>,
    pub spin: f32,
    pub id: AgentId,
    pub kind: u16,
}

#[inline(always)]
pub(crate) fn at<const D: usize>(columns: &[Vec<f32>; D], row: usize) -> Vector<D> {
    std::array::from_fn(|axis| columns[axis][row])
}

#[inline(always)]
fn at_or_zero<const D: usize>(columns: &[Vec<f32>; D], row: usize) -> Vector<D> {
    if columns[0].is_empty() { [0.0; D] } else { at(columns, row) }
}

impl<const D: usize> Columns<D> {
    pub fn len(&self) -> usize {
        self.id.len()
    }

    /// All of a row.
    #[inline(always)]
    pub fn row(&self, row: usize) -> Row<D> {
        Row {
            position: at(&self.position, row),
            velocity: at(&self.velocity, row),
            heading: at(&self.heading, row),
            memory: at_or_zero(&self.memory, row),
            spin: if self.spin.is_empty() { 0.0 } else { self.spin[row] },
            id: self.id[row],
            kind: self.kind[row],
        }
    }

    /// Which optional columns it has.
    pub fn optional(&self) -> Optional {
        Optional { memory: !self.memory[0].is_empty(), spin: !self.spin.is_empty(), wait: !self.wait.is_empty() }
    }

    /// Appends a row, which has decided nothing yet; the optional columns and the steering only if they are needed.
    pub fn push(&mut self, row: Row<D>, optional: Optional, steering: bool) {
        for axis in 0..D {
            self.position[axis].push(row.position[axis]);
            self.velocity[axis].push(row.velocity[axis]);
            self.heading[axis].push(row.heading[axis]);
            if steering {
                self.steering[axis].push(0.0);
            }
            if optional.memory {
                self.memory[axis].push(row.memory[axis]);
            }
        }
        if optional.wait {
            self.wait.push(0);
        }
        if optional.spin {
            self.spin.push(row.spin);
        }
        self.id.push(row.id);
        self.kind.push(row.kind);
    }

    /// Makes room for rows to come.
    pub fn reserve(&mut self, more: usize) {
        for columns in [&mut self.position, &mut self.velocity, &mut self.heading] {
            columns.iter_mut().for_each(|column| column.reserve_exact(more));
        }
        self.id.reserve_exact(more);
        self.kind.reserve_exact(more);
    }

    /// Takes a row out; the last one takes its place.
    pub fn swap_remove(&mut self, row: usize) {
        // The columns of `before` are longer than the agents are many.
        self.resize(self.len(), self.optional());
        for column in self.float_columns_mut() {
            column.swap_remove(row);
        }
        if !self.wait.is_empty() {
            self.wait.swap_remove(row);
        }
        self.id.swap_remove(row);
        self.kind.swap_remove(row);
    }

    /// Makes every column `len` rows long, the optional ones only if they are needed, the steering if it is there.
    pub fn resize(&mut self, len: usize, optional: Optional) {
        let optional_len = |wanted: bool| if wanted { len } else { 0 };
        for axis in 0..D {
            self.position[axis].resize(len, 0.0);
            self.velocity[axis].resize(len, 0.0);
            self.heading[axis].resize(len, 0.0);
            self.memory[axis].resize(optional_len(optional.memory), 0.0);
            if !self.steering[axis].is_empty() {
                self.steering[axis].resize(len, 0.0);
            }
        }
        self.wait.resize(optional_len(optional.wait), 0);
        self.spin.resize(optional_len(optional.spin), 0.0);
        self.id.resize(len, AgentId(0));
        self.kind.resize(len, 0);
    }

    /// Makes the columns of steering `len` rows long.
    pub fn resize_steering(&mut self, len: usize) {
        self.steering.iter_mut().for_each(|column| column.resize(len, 0.0));
    }

    /// The columns of numbers that hold something.
    pub fn float_columns_mut(&mut self) -> impl Iterator<Item = &mut Vec<f32>> {
        self.position
            .iter_mut()
            .chain(&mut self.velocity)
            .chain(&mut self.heading)
            .chain(&mut self.memory)
            .chain(&mut self.steering)
            .chain(std::iter::once(&mut self.spin))
            .filter(|column| !column.is_empty())
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        let floats: usize = [&self.position, &self.velocity, &self.heading, &self.memory, &self.steering, &self.course]
            .iter()
            .flat_map(|columns| columns.iter())
            .map(Vec::capacity)
            .sum();
        let words = floats + self.spin.capacity() + self.id.capacity();
        words * 4 + (self.kind.capacity() + self.wait.capacity()) * 2
    }

    pub fn as_mut(&mut self) -> ColumnsMut<'_, D> {
        ColumnsMut {
            position: self.position.each_mut().map(|c| c.as_mut_slice()),
            velocity: self.velocity.each_mut().map(|c| c.as_mut_slice()),
            heading: self.heading.each_mut().map(|c| c.as_mut_slice()),
            memory: self.memory.each_mut().map(|c| c.as_mut_slice()),
            steering: self.steering.each_mut().map(|c| c.as_mut_slice()),
            wait: &mut self.wait,
            course: self.course.each_mut().map(|c| c.as_mut_slice()),
            spin: &mut self.spin,
            id: &mut self.id,
            kind: &mut self.kind,
        }
    }
}

/// A run of rows to write.
pub(crate) struct ColumnsMut<'a, const D: usize> {
    pub position: [&'a mut [f32]; D],
    pub velocity: [&'a mut [f32]; D],
    pub heading: [&'a mut [f32]; D],
    pub memory: [&'a mut [f32]; D],
    pub steering: [&'a mut [f32]; D],
    pub wait: &'a mut [u16],
    pub course: [&'a mut [f32]; D],
    pub spin: &'a mut [f32],
    pub id: &'a mut [AgentId],
    pub kind: &'a mut [u16],
}

/// Splits each of the axes' slices in two; empty columns stay empty.
fn split_axes<const D: usize>(slices: [&mut [f32]; D], at: usize) -> ([&mut [f32]; D], [&mut [f32]; D]) {
    let mut left: [&mut [f32]; D] = std::array::from_fn(|_| &mut [][..]);
    let mut right: [&mut [f32]; D] = std::array::from_fn(|_| &mut [][..]);
    for (axis, slice) in slices.into_iter().enumerate() {
        (left[axis], right[axis]) = split(slice, at);
    }
    (left, right)
}

/// Splits a column in two; an empty one stays empty.
fn split<T>(column: &mut [T], at: usize) -> (&mut [T], &mut [T]) {
    column.split_at_mut(at.min(column.len()))
}

impl<'a, const D: usize> ColumnsMut<'a, D> {
    pub fn split_at(self, at: usize) -> (ColumnsMut<'a, D>, ColumnsMut<'a, D>) {
        let (position, position_) = split_axes(self.position, at);
        let (velocity, velocity_) = split_axes(self.velocity, at);
        let (heading, heading_) = split_axes(self.heading, at);
        let (memory, memory_) = split_axes(self.memory, at);
        let (steering, steering_) = split_axes(self.steering, at);
        let (course, course_) = split_axes(self.course, at);
        let (wait, wait_) = split(self.wait, at);
        let (spin, spin_) = split(self.spin, at);
        let (id, id_) = split(self.id, at);
        let (kind, kind_) = split(self.kind, at);
        let left = ColumnsMut { position, velocity, heading, memory, steering, wait, course, spin, id, kind };
        let (position, velocity, heading, memory) = (position_, velocity_, heading_, memory_);
        let (steering, wait, course) = (steering_, wait_, course_);
        let (spin, id, kind) = (spin_, id_, kind_);
        (left, ColumnsMut { position, velocity, heading, memory, steering, wait, course, spin, id, kind })
    }
}
