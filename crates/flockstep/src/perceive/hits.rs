//! The agents found around the agents of one batch.

use crate::math::vector::Vector;
use std::ops::Range;

/// Hits that are on the lists of one sense of agents of one kind.
#[derive(Clone, Debug)]
pub(crate) struct Listing {
    pub kind: u16,
    pub sense: usize,
    pub hits: Range<usize>,
}

/// The agents found around the agents of one batch, in columns, and room to choose in.
#[derive(Clone, Debug)]
pub(crate) struct Hits<const D: usize> {
    len: usize,
    /// The row of each and the way to it. The columns are longer than the hits are many.
    pub(super) row: Vec<u32>,
    pub(super) offset: [Vec<f32>; D],
    /// Places in the window, the squares of distances, and on whose lists they are: room to work in.
    pub(super) place: Vec<u32>,
    pub(super) square: Vec<f32>,
    pub(super) owner: Vec<u32>,
    pub(super) keys: Vec<u64>,
    /// Which hits are on lists of one sense of agents of one kind.
    pub listings: Vec<Listing>,
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
            owner: Vec::new(),
            keys: Vec::new(),
            listings: Vec::new(),
            usual2: f32::INFINITY,
        }
    }
}

impl<const D: usize> Hits<D> {
    pub fn clear(&mut self) {
        self.len = 0;
        self.listings.clear();
    }
    pub fn len(&self) -> usize {
        self.len
    }
    /// Whether nobody is on the lists of a sense, which lists all, of all agents of a kind.
    pub fn nobody_listed(&self, kind: u16, sense: usize) -> bool {
        let some = |listing: &Listing| (listing.kind, listing.sense) == (kind, sense) && !listing.hits.is_empty();
        !self.listings.iter().any(some)
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
    /// The rows of some hits.
    #[inline(always)]
    pub fn rows(&self, some: Range<usize>) -> &[u32] {
        &self.row[some]
    }
    /// The rows of those on whose lists some hits are.
    #[inline(always)]
    pub fn owners(&self, some: Range<usize>) -> &[u32] {
        &self.owner[some]
    }
    /// The ways to all of them along one axis. The column is longer than the hits are many.
    #[inline(always)]
    pub fn offsets(&self, axis: usize) -> &[f32] {
        &self.offset[axis]
    }
    #[inline(always)]
    pub(super) fn push(&mut self, row: usize, offset: Vector<D>) {
        if self.len == self.row.len() {
            self.make_room(1);
        }
        self.set(self.len, row, offset);
        self.len += 1;
    }
    /// Reserves so many beyond the last hit: their places, and on whose lists they are. `commit` adds them to the hits.
    #[inline(always)]
    pub(super) fn begin(&mut self, most: usize) -> (&mut [u32], &mut [u32]) {
        self.make_room(most);
        let room = self.len..self.len + most;
        (&mut self.place[room.clone()], &mut self.owner[room])
    }
    /// Copies a hit to another place, of those whose owners are known.
    pub(super) fn copy(&mut self, from: usize, to: usize) {
        let (row, offset) = self.get(from);
        self.set(to, row, offset);
        (self.owner[to], self.square[to]) = (self.owner[from], self.square[from]);
    }
    #[inline(always)]
    pub(super) fn set(&mut self, hit: usize, row: usize, offset: Vector<D>) {
        self.row[hit] = row as u32;
        for axis in 0..D {
            self.offset[axis][hit] = offset[axis];
        }
    }
    /// Adds so many that were written beyond the last hit.
    #[inline(always)]
    pub(super) fn commit(&mut self, more: usize) {
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
        self.owner.resize(len, 0);
    }
}

/// Two of the widest vectors.
const SLACK: usize = 32;
