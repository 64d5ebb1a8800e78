//! The agents found around the agents of one batch.

use crate::vector::Vector;

/// The agents found around the agents of one batch, in columns, and room to choose in.
#[derive(Clone, Debug)]
pub(crate) struct Hits<const D: usize> {
    len: usize,
    /// The row of each and the way to it. The columns are longer than the hits are many.
    pub(super) row: Vec<u32>,
    pub(super) offset: [Vec<f32>; D],
    /// Places in the window, and the squares of distances.
    pub(super) place: Vec<u32>,
    pub(super) square: Vec<f32>,
    pub(super) keys: Vec<u64>,
    /// How far off, squared, the last of the nearest few was lately. What is found does not depend on it.
    pub(super) usual2: f32,
}

impl<const D: usize> Default for Hits<D> {
    fn default() -> Self {
        Hits {
            len: 0,
            row: Vec::new(),
            offset: std::array::from_fn(|_| Vec::new()),
            place: Vec::new(),
            square: Vec::new(),
            keys: Vec::new(),
            usual2: f32::INFINITY,
        }
    }
}

impl<const D: usize> Hits<D> {
    pub fn clear(&mut self) {
        self.len = 0;
    }
    pub fn len(&self) -> usize {
        self.len
    }
    /// One hit.
    #[inline(always)]
    pub fn get(&self, hit: usize) -> (usize, Vector<D>) {
        let mut offset = [0.0; D];
        for axis in 0..D {
            offset[axis] = self.offset[axis][hit];
        }
        (self.row[hit] as usize, offset)
    }
    #[inline(always)]
    pub(super) fn push(&mut self, row: usize, offset: Vector<D>) {
        if self.len == self.row.len() {
            self.make_room(1);
        }
        self.set(self.len, row, offset);
        self.len += 1;
    }
    #[inline(always)]
    pub(super) fn set(&mut self, hit: usize, row: usize, offset: Vector<D>) {
        self.row[hit] = row as u32;
        for axis in 0..D {
            self.offset[axis][hit] = offset[axis];
        }
    }
    /// Counts those that were written beyond the last hit.
    #[inline(always)]
    pub(super) fn grow_by(&mut self, more: usize) {
        self.len += more;
    }
    /// Forgets all hits from a place on.
    pub(super) fn truncate(&mut self, from: usize) {
        self.len = from;
    }
    /// Makes room for this many more, and for a vector of slack; and to choose among as many.
    #[inline(always)]
    pub(super) fn make_room(&mut self, most: usize) {
        let need = self.len + most + SLACK;
        if self.row.len() < need || self.place.len() < most + SLACK {
            self.grow(need);
        }
    }
    #[cold]
    fn grow(&mut self, need: usize) {
        let len = need.next_power_of_two().max(1024);
        // Not a multiple of 4096 bytes apart: the nearest cache could hold only few columns at once.
        let len = len + 176;
        self.row.resize(len, 0);
        self.offset.iter_mut().for_each(|column| column.resize(len, 0.0));
        self.place.resize(len, 0);
        self.square.resize(len, 0.0);
    }
}

/// Two of the widest vectors.
const SLACK: usize = 32;
