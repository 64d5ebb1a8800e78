//! The rows of some steps, in columns, in the order of the file: by step, then by id.

use crate::columns::{Selection, Vector};
use flockstep::{Threads, World};

/// Fewer rows than this are gathered sooner than other threads wake up.
const FEW: usize = 1 << 14;

/// One step's part of the rows.
#[derive(Clone, Copy, Default, Debug)]
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
    /// Where each agent of the last step goes among its rows, in the order in which they lie in the world.
    places: Vec<u32>,
    /// Room to find it.
    sorted: Vec<u32>,
}

/// The place of who is not asked for.
const NOWHERE: u32 = u32::MAX;

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

    /// Adds the agents of a world as they are now.
    pub fn add<const D: usize>(&mut self, world: &World<D>, selection: &Selection) {
        let before = self.rows();
        self.add_ids(world, selection);
        let (count, places) = (self.rows() - before, &self.places);
        if world.groups().len() == 1 {
            self.groups.resize(before + count, 0);
        } else {
            put(&mut self.groups, before + count, places, world.group_numbers().map(|group| group as u16));
        }
        self.numbers.resize_with(selection.numbers().count(), Vec::new);
        let mut jobs: Vec<_> = selection.numbers().zip(&mut self.numbers).collect();
        let alone = Threads::default();
        let threads = if count < FEW { &alone } else { world.pool() };
        threads.each(&mut jobs, |((vector, axis), column)| {
            let values = match vector {
                Vector::Position => world.positions()[*axis],
                Vector::Velocity => world.velocities()[*axis],
                Vector::Heading => world.headings()[*axis],
                Vector::Steering => world.steerings()[*axis],
            };
            // Whoever has not been steered yet has a steering of zero.
            put(column, before + count, places, values.iter().copied());
        });
        self.frames.push(Frame { step: world.steps(), time: world.time(), rows: count });
    }

    /// Adds the ids of those agents of a world who are asked for, in order, and finds the place of each.
    fn add_ids<const D: usize>(&mut self, world: &World<D>, selection: &Selection) {
        let (places, sorted, ids) = (&mut self.places, &mut self.sorted, world.ids());
        places.clear();
        let most = ids.iter().copied().max().unwrap_or(0) as usize;
        // Ids are all different: if none is above their count, each is a place.
        if selection.groups.is_none() && most < ids.len() {
            places.extend_from_slice(ids);
            return self.ids.extend(0..ids.len() as u32);
        }
        let chosen = |group: usize| selection.groups.as_ref().is_none_or(|chosen| chosen[group]);
        let rows = (0..).zip(world.group_numbers()).filter(|(_, group)| chosen(*group)).map(|(row, _)| row);
        sorted.clear();
        if most < 4 * ids.len() {
            // Ids are dense: each row is put where its id says, and what is left free is passed over.
            sorted.resize(most + 1, NOWHERE);
            rows.for_each(|row: u32| sorted[ids[row as usize] as usize] = row);
        } else {
            sorted.extend(rows);
            sorted.sort_unstable_by_key(|row| ids[*row as usize]);
        }
        places.resize(ids.len(), NOWHERE);
        for (place, row) in (0..).zip(sorted.iter().filter(|row| **row != NOWHERE)) {
            places[*row as usize] = place;
            self.ids.push(ids[*row as usize]);
        }
    }
}

/// Lengthens a column and puts values at their places in the new part. They are read as they lie: what is written to stays
/// near, the values come from afar.
fn put<T: Copy + Default>(column: &mut Vec<T>, length: usize, places: &[u32], values: impl Iterator<Item = T>) {
    let before = column.len();
    column.resize(length, T::default());
    let new = &mut column[before..];
    for (place, value) in places.iter().zip(values) {
        if let Some(here) = new.get_mut(*place as usize) {
            *here = value;
        }
    }
}
