//! The rows of some steps, in columns, in the order of the file: by step, then by id.

use crate::columns::{Selection, Vector};
use flockstep::{GroupId, Threads, World};

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
    /// The rows in the world of those who are asked for, in the order of ids.
    chosen: Vec<u32>,
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

    /// Adds the agents of a world as they are now.
    pub fn add<const D: usize>(&mut self, world: &World<D>, selection: &Selection) {
        let group_of: Vec<GroupId> = world.group_ids().collect();
        self.chosen.clear();
        let by_id = world.rows_by_id().iter().copied();
        self.chosen.extend(by_id.filter(|row| selection.has_group(group_of[*row as usize])));
        let rows = &self.chosen;
        self.ids.extend(rows.iter().map(|row| world.ids()[*row as usize].0));
        self.groups.extend(rows.iter().map(|row| group_of[*row as usize].0 as u16));
        self.numbers.resize_with(selection.numbers().count(), Vec::new);
        let mut jobs: Vec<_> = selection.numbers().zip(&mut self.numbers).collect();
        let alone = Threads::default();
        let threads = if rows.len() < FEW { &alone } else { world.pool() };
        threads.each(&mut jobs, |((vector, axis), column)| {
            let values = match vector {
                Vector::Position => world.positions()[*axis],
                Vector::Velocity => world.velocities()[*axis],
                Vector::Heading => world.headings()[*axis],
                Vector::Steering => world.steering()[*axis],
            };
            column.extend(rows.iter().map(|row| values[*row as usize]));
        });
        self.frames.push(Frame { step: world.steps(), time: world.time(), rows: rows.len() });
    }
}
