//! The rows of some steps, in columns: what goes from the simulation to the thread that writes.
//!
//! The simulation copies columns as they lie in the world, which is quick; the writer's thread finds the order of ids
//! and reads the rows in that order. Buffers go back and forth and are not made anew.

use crate::columns::{Selection, Vector};
use flockstep::World;
use std::ops::Range;

/// One step's part of the rows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    pub step: u64,
    pub time: f64,
    pub rows: usize,
}

/// The rows of some steps.
#[derive(Default, Debug)]
pub(crate) struct Frames {
    /// The steps, in order.
    pub frames: Vec<Frame>,
    pub ids: Vec<u32>,
    /// The number of each agent's group.
    pub groups: Vec<u16>,
    /// One column per number that was asked for.
    pub numbers: Vec<Vec<f32>>,
    /// Where the row lies that comes first in the file, the second, and so on; found by [`Frames::sort`].
    pub order: Vec<u32>,
    /// Room to find it.
    places: Vec<u32>,
}

impl Frames {
    /// Empties it and keeps the room.
    pub fn clear(&mut self) {
        self.frames.clear();
        self.ids.clear();
        self.groups.clear();
        self.numbers.iter_mut().for_each(Vec::clear);
    }

    pub fn rows(&self) -> usize {
        self.ids.len()
    }

    /// Adds the agents of a world as they are now, in the order in which they lie.
    pub fn add<const D: usize>(&mut self, world: &World<D>, selection: &Selection) {
        let before = self.rows();
        match &selection.groups {
            None => {
                self.ids.extend_from_slice(world.ids());
                self.groups.extend(world.group_numbers().map(|group| group as u16));
            }
            Some(chosen) => {
                let chosen = world.ids().iter().zip(world.group_numbers()).filter(|(_, group)| chosen[*group]);
                for (id, group) in chosen {
                    self.ids.push(*id);
                    self.groups.push(group as u16);
                }
            }
        }
        let rows = self.rows() - before;
        self.numbers.resize_with(selection.numbers().count(), Vec::new);
        for ((vector, axis), column) in selection.numbers().zip(&mut self.numbers) {
            let from = match vector {
                Vector::Position => world.positions()[axis],
                Vector::Velocity => world.velocities()[axis],
                Vector::Heading => world.headings()[axis],
                Vector::Steering => world.steerings()[axis],
            };
            match &selection.groups {
                None => column.extend_from_slice(from),
                Some(chosen) => {
                    column.extend(from.iter().zip(world.group_numbers()).filter(|(_, g)| chosen[*g]).map(|(n, _)| n));
                }
            }
            // Whoever has not been steered yet has a steering of zero.
            column.resize(before + rows, 0.0);
        }
        self.frames.push(Frame { step: world.steps(), time: world.time(), rows });
    }

    /// Finds the order of the rows: by step, then by id.
    pub fn sort(&mut self) {
        self.order.clear();
        let mut from = 0;
        for at in 0..self.frames.len() {
            let rows = from..from + self.frames[at].rows;
            from = rows.end;
            self.sort_step(rows);
        }
    }

    fn sort_step(&mut self, rows: Range<usize>) {
        let ids = &self.ids[rows.clone()];
        let most = ids.iter().copied().max().unwrap_or(0) as usize;
        let first = rows.start as u32;
        let rows = first..rows.end as u32;
        if ids.is_sorted() {
            self.order.extend(rows);
        } else if most < 4 * ids.len() {
            // Ids are dense: put each row where its id says, then close the gaps.
            self.places.clear();
            self.places.resize(most + 1, u32::MAX);
            for (row, id) in rows.zip(ids) {
                self.places[*id as usize] = row;
            }
            self.order.extend(self.places.iter().filter(|row| **row != u32::MAX));
        } else {
            let from = self.order.len();
            self.order.extend(rows);
            self.order[from..].sort_unstable_by_key(|row| ids[(row - first) as usize]);
        }
    }
}
