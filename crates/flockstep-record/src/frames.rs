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
    /// Where the agents of the last step lie in the world, in the order of ids.
    order: Vec<u32>,
    /// Room to find it.
    places: Vec<u32>,
    /// Room for the groups as they lie in the world.
    unsorted: Vec<u16>,
}

/// A column of numbers, wherever it lies.
#[derive(Clone, Copy)]
pub(crate) struct Numbers<'a> {
    values: &'a [f32],
    /// Where the value of each row lies, if not in its place.
    order: Option<&'a [u32]>,
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

    /// Adds the agents of a world as they are now, all but their numbers.
    pub fn begin_step<const D: usize>(&mut self, world: &World<D>, selection: &Selection) {
        self.find_order(world, selection);
        let ids = world.ids();
        let count = self.order.len() as u32;
        // Ids are all different: if the last is below their count, they are the first there are.
        if self.order.last().is_some_and(|row| ids[*row as usize] < count) {
            self.ids.extend(0..count);
        } else {
            self.ids.extend(self.order.iter().map(|row| ids[*row as usize]));
        }
        if world.groups().len() == 1 {
            self.groups.resize(self.ids.len(), 0);
        } else {
            self.unsorted.clear();
            self.unsorted.extend(world.group_numbers().map(|group| group as u16));
            self.groups.extend(self.order.iter().map(|row| self.unsorted[*row as usize]));
        }
        self.frames.push(Frame { step: world.steps(), time: world.time(), rows: self.order.len() });
    }

    /// Copies the numbers of the step that was begun.
    pub fn add_numbers<const D: usize>(&mut self, world: &World<D>, selection: &Selection) {
        self.numbers.resize_with(selection.numbers().count(), Vec::new);
        let mut numbers = std::mem::take(&mut self.numbers);
        let mut jobs: Vec<_> = self.numbers_of(world, selection).into_iter().zip(&mut numbers).collect();
        let alone = Threads::default();
        let threads = if self.order.len() < FEW { &alone } else { world.pool() };
        threads.each(&mut jobs, |(from, column)| {
            let before = column.len();
            column.resize(before + self.order.len(), 0.0);
            from.copy(0, &mut column[before..], |value| value);
        });
        self.numbers = numbers;
    }

    /// The numbers of the step that was begun last, as they lie in its world.
    pub fn numbers_of<'a, const D: usize>(&'a self, world: &'a World<D>, selection: &Selection) -> Vec<Numbers<'a>> {
        let values = |(vector, axis): (Vector, usize)| match vector {
            Vector::Position => world.positions()[axis],
            Vector::Velocity => world.velocities()[axis],
            Vector::Heading => world.headings()[axis],
            Vector::Steering => world.steerings()[axis],
        };
        selection.numbers().map(|number| Numbers { values: values(number), order: Some(&self.order) }).collect()
    }

    /// The numbers that were copied.
    pub fn numbers(&self) -> Vec<Numbers<'_>> {
        self.numbers.iter().map(|values| Numbers { values, order: None }).collect()
    }

    /// Finds where the chosen agents of a world lie, in the order of ids.
    fn find_order<const D: usize>(&mut self, world: &World<D>, selection: &Selection) {
        let (order, ids) = (&mut self.order, world.ids());
        order.clear();
        match &selection.groups {
            None => order.extend(0..ids.len() as u32),
            Some(chosen) => {
                let rows = (0..).zip(world.group_numbers()).filter(|(_, group)| chosen[*group]);
                order.extend(rows.map(|(row, _)| row));
            }
        }
        let most = ids.iter().copied().max().unwrap_or(0) as usize;
        if order.is_sorted_by_key(|row| ids[*row as usize]) {
            return;
        }
        if most >= 4 * order.len() {
            return order.sort_unstable_by_key(|row| ids[*row as usize]);
        }
        // Ids are dense: put each row where its id says, then close the gaps.
        self.places.clear();
        self.places.resize(most + 1, u32::MAX);
        for row in &*order {
            self.places[ids[*row as usize] as usize] = *row;
        }
        if self.places.len() == order.len() {
            return std::mem::swap(order, &mut self.places);
        }
        order.clear();
        order.extend(self.places.iter().filter(|row| **row != u32::MAX));
    }
}

impl Numbers<'_> {
    /// Copies the values of as many rows as there is room for, from one on. Whoever has not been steered yet has a steering
    /// of zero.
    pub fn copy<T>(&self, from: usize, to: &mut [T], turned: impl Fn(f32) -> T) {
        match self.order {
            Some(order) => {
                for (value, row) in to.iter_mut().zip(&order[from..]) {
                    *value = turned(self.values.get(*row as usize).copied().unwrap_or(0.0));
                }
            }
            None => {
                for (value, own) in to.iter_mut().zip(&self.values[from..]) {
                    *value = turned(*own);
                }
            }
        }
    }
}
