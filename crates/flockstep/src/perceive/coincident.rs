//! Agents in the very same place.
//!
//! The way to one who coincides has no direction: it follows from the two ids, and takes thirty times as long to work
//! out as a look. So of a crowd in one point only those push who come next by id, [`MOST`] on either side: two who push
//! one another still push equally hard. And whoever minds the nearest few has found them as soon as that many coincide.

use super::push::Push;
use super::sum::Task;
use super::window::Window;
use super::{Hits, Sense, Surroundings};
use crate::agents::{Columns, at};
use crate::index::LANES;
use crate::math::random::parting;
use crate::math::vector::{Vector, add, dot, scale};
use crate::work;
use std::ops::Range;

/// Of those in one place so many push before the looker in the order of ids, and as many after it.
pub(super) const MOST: usize = 32;
/// In a window whose slabs hold fewer, or a cell that holds fewer, nobody looks for those who coincide first.
const CROWDED_SLAB: u32 = 512;
const CROWDED_CELL: usize = 64;

/// The pushes from coincident agents, whose directions follow from the ids.
#[cold]
pub(super) fn push_of_coincident<const D: usize>(around: &Surroundings<D>, looker: usize, sense: &Sense) -> Vector<D> {
    let agents = around.search.agents;
    let here: Vector<D> = at(&agents.position, looker);
    let ring = sense.bounds.radius2_min > 0.0;
    let Some(push) = sense.wants.push.as_ref().filter(|_| !ring) else { return [0.0; D] };
    let minded = |row: usize| around.eyes_of(looker).admits(sense.filter, around.eyes_of(row).group);
    let of_pair = |row: usize| push_of_pair(around, push, looker, row, push.distance.unwrap_or(0.0));
    // They are in the same cell, so they come in the order of ids.
    let cell = around.search.grid.cell_rows(here);
    let (mut before, mut count) = ([0; MOST], 0);
    for row in coinciding(agents, here, cell.start..looker).rev().filter(|row| minded(*row)).take(MOST) {
        (before[count], count) = (row, count + 1);
    }
    let after = coinciding(agents, here, looker + 1..cell.end).filter(|row| minded(*row)).take(MOST);
    before[..count].iter().rev().copied().chain(after).fold([0.0; D], |sum, row| add(sum, of_pair(row)))
}

/// The push from a coincident agent.
pub(super) fn push_of_pair<const D: usize>(
    around: &Surroundings<D>,
    push: &Push,
    own: usize,
    other: usize,
    begins: f32,
) -> Vector<D> {
    work::count(|done| done.partings += 1);
    let ids = &around.search.agents.id;
    scale(parting::<D>(ids[own].0, ids[other].0), push.of_coincident(begins))
}

/// Which of the listed push though they coincide, of a list in the order of rows: of those before its owner the last
/// few, of those after it the first few.
pub(super) struct Parting {
    skipped: usize,
    own: usize,
    before: usize,
    after: usize,
}

impl Parting {
    pub fn new<const D: usize>(own: usize, range: Range<usize>, hits: &Hits<D>) -> Parting {
        let before = |hit: &usize| {
            let (row, offset) = hits.get(*hit);
            row < own && dot(offset, offset) == 0.0
        };
        let skipped = if range.len() > MOST { range.filter(before).count().saturating_sub(MOST) } else { 0 };
        Parting { skipped, own, before: 0, after: 0 }
    }
    /// Whether the next of them pushes.
    pub fn pushes(&mut self, row: usize) -> bool {
        let nth = if row < self.own { &mut self.before } else { &mut self.after };
        *nth += 1;
        if row < self.own { *nth > self.skipped } else { *nth <= MOST }
    }
}

/// Whether so many are in one slab of a window that some may coincide with as many as a sense asks for.
pub(super) fn may_be_nearest<const D: usize>(sense: &Sense, window: &Window<D>) -> bool {
    sense.bounds.radius2_min == 0.0 && window.slabs.windows(2).any(|ends| ends[1] - ends[0] >= CROWDED_SLAB)
}

/// Appends to the hits the nearest few of a sense if so many coincide with the looker: those of the lowest ids, as
/// among all who are equally far. Returns whether that is so.
#[cold]
pub(super) fn list_nearest<const D: usize>(task: &Task<D>, looker: usize, hits: &mut Hits<D>) -> bool {
    let (search, sense) = (&task.around.search, task.sense);
    let here: Vector<D> = at(&search.agents.position, looker);
    let cell = search.grid.cell_rows(here);
    if cell.len() < CROWDED_CELL {
        return false;
    }
    let (from, most) = (hits.len(), sense.nearest as usize);
    let minded = |row: &usize| *row != looker && task.eyes.admits(sense.filter, task.around.eyes_of(*row).group);
    for row in coinciding(search.agents, here, cell).filter(minded).take(most) {
        hits.push(row, [0.0; D]);
    }
    let enough = hits.len() - from == most;
    if !enough {
        hits.truncate(from);
    }
    enough
}

/// Those of some rows who are in a place.
fn coinciding<const D: usize>(
    agents: &Columns<D>,
    here: Vector<D>,
    rows: Range<usize>,
) -> impl DoubleEndedIterator<Item = usize> {
    let is_here = move |row: usize| (0..D).all(|axis| agents.position[axis][row] == here[axis]);
    let any_here = move |rows: &Range<usize>| {
        let mut equal = [true; LANES];
        for axis in 0..D {
            // A column is longer than the agents are many.
            let eight = &agents.position[axis][rows.start..rows.start + LANES];
            (0..LANES).for_each(|lane| equal[lane] &= eight[lane] == here[axis]);
        }
        equal.iter().fold(false, |any, equal| any | equal)
    };
    let eights = (0..rows.len().div_ceil(LANES)).map(move |nth| {
        let first = rows.start + nth * LANES;
        first..rows.end.min(first + LANES)
    });
    eights.filter(any_here).flatten().filter(move |row| is_here(*row))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::random::{Purpose, words};

    #[test]
    fn those_in_a_place_are_found_in_order_from_either_end() {
        for case in 0..200 {
            let count = case as usize % 45;
            let mut agents = Columns::<2>::default();
            for axis in 0..2 {
                let draw = |nth: usize| (words(3, case, nth as u64, Purpose::Birth, axis as u32)[0] % 2) as f32;
                agents.position[axis] = (0..count + LANES).map(draw).collect();
            }
            let is_here = |row: &usize| at(&agents.position, *row) == [0.0, 1.0];
            let rows = count / 5..count;
            let want: Vec<usize> = rows.clone().filter(is_here).collect();
            let found: Vec<usize> = coinciding(&agents, [0.0, 1.0], rows.clone()).collect();
            let mut backward: Vec<usize> = coinciding(&agents, [0.0, 1.0], rows).rev().collect();
            backward.reverse();
            assert_eq!((&found, &backward), (&want, &want), "case {case}");
        }
    }
}
