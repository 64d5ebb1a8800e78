//! The rows of some steps, in columns: what goes from the simulation to the thread that writes.
//!
//! The simulation copies columns as they lie in the world, which is quick; the writer's thread brings them into the
//! order of ids. Buffers go back and forth and are not made anew.

use crate::columns::{Selection, Vector};
use flockstep::World;

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

    /// Puts the rows of every step into the order of ids.
    pub fn sort(&mut self, order: &mut Order) {
        let mut from = 0;
        for frame in &self.frames {
            let rows = from..from + frame.rows;
            from = rows.end;
            if self.ids[rows.clone()].is_sorted() {
                continue;
            }
            order.find(&self.ids[rows.clone()]);
            order.apply(&mut self.ids[rows.clone()], |order| &mut order.words);
            order.apply(&mut self.groups[rows.clone()], |order| &mut order.shorts);
            for column in &mut self.numbers {
                order.apply(&mut column[rows.clone()], |order| &mut order.floats);
            }
        }
    }
}

/// Where each row comes from, and room to move rows.
#[derive(Default)]
pub(crate) struct Order {
    places: Vec<u32>,
    rows: Vec<u32>,
    words: Vec<u32>,
    shorts: Vec<u16>,
    floats: Vec<f32>,
}

impl Order {
    fn find(&mut self, ids: &[u32]) {
        self.rows.clear();
        let most = ids.iter().copied().max().unwrap_or(0) as usize;
        if most < 4 * ids.len() {
            // Ids are dense: put each row where its id says, then close the gaps.
            self.places.clear();
            self.places.resize(most + 1, u32::MAX);
            for (row, id) in ids.iter().enumerate() {
                self.places[*id as usize] = row as u32;
            }
            self.rows.extend(self.places.iter().filter(|row| **row != u32::MAX));
        } else {
            self.rows.extend(0..ids.len() as u32);
            self.rows.sort_unstable_by_key(|row| ids[*row as usize]);
        }
    }

    fn apply<T: Copy>(&mut self, column: &mut [T], room: impl Fn(&mut Order) -> &mut Vec<T>) {
        let mut moved = std::mem::take(room(self));
        moved.clear();
        moved.extend(self.rows.iter().map(|row| column[*row as usize]));
        column.copy_from_slice(&moved);
        *room(self) = moved;
    }
}
