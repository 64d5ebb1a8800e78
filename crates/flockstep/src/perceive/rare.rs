//! Rare groups: a flock has few hunters.
//!
//! Those of a window who belong to groups that a sense minds are listed apart if they are few. Then they are shown to
//! all lookers near them, eight at a time, instead of every looker going along its run in search of them. (Hunted, one
//! hunter in a hundred: see docs/performance.md.)

use super::sum::Task;
use super::window::{NOWHERE, Window, roomy};
use super::{Hits, LANES, Surroundings, Work};
use crate::math::lane::Lane;
use crate::math::vector::{Vector, dot};
use fearless_simd::{Simd, SimdBase, SimdMask, f32x8, u32x8};
use std::ops::Range;

/// Those of a window who belong to certain groups, if they are few: then a looker tests them all sooner than its run.
#[derive(Clone, Debug)]
pub(crate) struct Rare<const D: usize> {
    pub position: [Vec<f32>; D],
    pub row: Vec<u32>,
    /// Where each is in the window.
    pub place: Vec<u32>,
    /// How many there are; `None`: too many.
    pub len: Option<usize>,
    groups: u32,
}

impl<const D: usize> Default for Rare<D> {
    fn default() -> Self {
        Rare { position: std::array::from_fn(|_| Vec::new()), row: Vec::new(), place: Vec::new(), len: None, groups: 0 }
    }
}

impl<const D: usize> Rare<D> {
    /// Makes room for so many, and for some vectors more.
    fn make_room(&mut self, most: usize) {
        let room = most + 10 * LANES;
        if self.row.len() < room {
            self.row.resize(roomy(room), 0);
            self.place.resize(roomy(room), 0);
            self.position.iter_mut().for_each(|column| column.resize(roomy(room), 0.0));
        }
    }
    /// Where a looker itself is among the first so many, if it is. A window may show an agent twice, here and across
    /// the seam: the one right here is itself.
    pub fn place_of(&self, looker: u32, here: Vector<D>, few: usize) -> Option<usize> {
        let is_own = |at: &usize| self.row[*at] == looker && (0..D).all(|axis| self.position[axis][*at] == here[axis]);
        (0..few).find(is_own)
    }
    /// Nobody comes after the last one: the columns end in a vector of them.
    fn end(&mut self, found: usize) {
        self.position[0][found..found + 2 * LANES].fill(NOWHERE);
    }
}

/// Lists that a window keeps. Senses beyond that look along their runs.
const MOST_LISTS: usize = 8;

impl<const D: usize> Window<D> {
    /// Finds those who belong to certain groups, in the order of the window. Returns which list they are on and how
    /// many there are, if they are few. Lookers ask for the same groups one after the other, so lists are kept for the
    /// window.
    #[inline(always)]
    pub fn single_out(&mut self, around: &Surroundings<D>, groups: u32) -> Option<(usize, usize)> {
        if groups & self.usual != 0 {
            return None;
        }
        let nth = match self.rare[..self.known].iter().position(|rare| rare.groups == groups) {
            Some(nth) => nth,
            None if self.known == MOST_LISTS => return None,
            None => self.single_out_anew(around, groups),
        };
        self.rare[nth].len.map(|len| (nth, len))
    }
    /// Makes a list; returns which.
    fn single_out_anew(&mut self, around: &Surroundings<D>, groups: u32) -> usize {
        let nth = self.known;
        if self.rare.len() == nth {
            self.rare.push(Rare::default());
        }
        self.known += 1;
        let len = self.list_rare(around, groups, nth);
        (self.rare[nth].groups, self.rare[nth].len) = (groups, len);
        nth
    }
    /// Goes along the cells that hold some of them.
    fn list_rare(&mut self, around: &Surroundings<D>, groups: u32, nth: usize) -> Option<usize> {
        let most = (self.len() / 8).max(2 * LANES);
        let Window { position, odd_cells, rare, .. } = self;
        let few = &mut rare[nth];
        few.make_room(most);
        let mut found = 0;
        for cell in odd_cells.iter().filter(|cell| cell.groups & groups != 0) {
            for (place, row) in (cell.to..).zip(cell.rows.clone()) {
                if around.group_bit(row as usize) & groups == 0 {
                    continue;
                }
                if found == most {
                    return None;
                }
                (few.row[found], few.place[found]) = (row, place);
                (0..D).for_each(|axis| few.position[axis][found] = position[axis][place as usize]);
                found += 1;
            }
        }
        few.end(found);
        Some(found)
    }
}

/// Appends to the hits who of a rare group is in sight of a sense of some lookers: each of them is shown to all rows
/// near it, eight at a time.
pub(super) fn find<S: Simd, const D: usize>(
    simd: S,
    task: &Task<D>,
    work: &mut Work<D>,
    (nth, few): (usize, usize),
    hits: &mut Hits<D>,
) {
    let Task { around, sense, lookers, .. } = *task;
    let Work { window, sorter, .. } = work;
    let (rare, grid) = (&window.rare[nth], around.search.grid);
    let span = window.span(grid, sense.radius);
    let rows = lookers[0]..lookers[lookers.len() - 1] + 1;
    simd.vectorize(
        #[inline(always)]
        || {
            let (mut slab, mut found) = (0, 0);
            for nth in 0..few {
                // They are in order along x, unless cells are folded.
                let mut near = rows.clone();
                if !grid.layout.folded() {
                    while window.slabs[slab + 1] <= rare.place[nth] {
                        slab += 1;
                    }
                    let reached = window.rows_near(slab, span);
                    near = near.start.max(reached.start)..near.end.min(reached.end);
                }
                found = show(simd, task, rare, nth, near, found, hits);
            }
            if lookers.len() < rows.len() {
                found = drop_others(lookers, found, hits);
            }
            let (places, owners) = hits.begin(found);
            sorter.by_owner(rows, places, owners);
            hits.commit(found);
        },
    );
}

/// Shows one of a rare group to some rows; notes which of them see it, beyond those found so far. Returns how many have
/// been found by now.
#[inline(always)]
fn show<S: Simd, const D: usize>(
    simd: S,
    task: &Task<D>,
    rare: &Rare<D>,
    nth: usize,
    near: Range<u32>,
    mut found: usize,
    hits: &mut Hits<D>,
) -> usize {
    let (agents, bounds) = (task.around.search.agents, task.sense.bounds.splat(|number| f32x8::splat(simd, number)));
    let (places, owners) = hits.begin(found + near.len() + 2 * LANES);
    let counting = u32x8::from_slice(simd, &[0, 1, 2, 3, 4, 5, 6, 7]);
    let end = u32x8::splat(simd, near.end);
    for first in near.step_by(LANES) {
        let at = first as usize;
        let zero = f32x8::splat(simd, 0.0);
        let (mut offset, mut heading) = ([zero; D], [zero; D]);
        for axis in 0..D {
            let own = f32x8::from_slice(simd, &agents.position[axis][at..at + LANES]);
            offset[axis] = f32x8::splat(simd, rare.position[axis][nth]) - own;
            heading[axis] = f32x8::from_slice(simd, &agents.heading[axis][at..at + LANES]);
        }
        let square = dot(offset, offset);
        let eight = counting + u32x8::splat(simd, first);
        // A window may show an agent twice, here and across the seam: the one right here is itself.
        let itself = eight.simd_eq(u32x8::splat(simd, rare.row[nth])) & square.equals(zero);
        let through = bounds.admit::<true>(square, dot(offset, heading)) & eight.simd_lt(end) & !itself;
        eight.compress(through).store_slice(&mut owners[found..found + LANES]);
        u32x8::splat(simd, nth as u32).store_slice(&mut places[found..found + LANES]);
        found += through.to_bitmask().count_ones() as usize;
    }
    found
}

/// Drops what rows between the lookers see, who are of other plans or hold what they decided. Returns how many are
/// left.
fn drop_others<const D: usize>(lookers: &[u32], found: usize, hits: &mut Hits<D>) -> usize {
    let (places, owners) = hits.begin(found);
    let mut left = 0;
    for at in 0..found {
        (places[left], owners[left]) = (places[at], owners[at]);
        left += usize::from(lookers.binary_search(&owners[at]).is_ok());
    }
    left
}

/// Room to sort in.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sorter {
    next: Vec<u32>,
    sorted: Vec<(u32, u32)>,
}

impl Sorter {
    /// Puts those on one list side by side, in the order they are in. The owners are among these rows.
    fn by_owner(&mut self, rows: Range<u32>, places: &mut [u32], owners: &mut [u32]) {
        let first = rows.start;
        self.next.clear();
        self.next.resize(rows.len() + 1, 0);
        for owner in &*owners {
            self.next[(*owner - first) as usize + 1] += 1;
        }
        for at in 1..self.next.len() {
            self.next[at] += self.next[at - 1];
        }
        self.sorted.resize(places.len().max(self.sorted.len()), (0, 0));
        for (place, owner) in places.iter().zip(&*owners) {
            let next = &mut self.next[(*owner - first) as usize];
            self.sorted[*next as usize] = (*place, *owner);
            *next += 1;
        }
        for ((place, owner), sorted) in places.iter_mut().zip(owners).zip(&self.sorted) {
            (*place, *owner) = *sorted;
        }
    }
}
