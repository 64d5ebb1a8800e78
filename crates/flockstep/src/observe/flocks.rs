//! Flocks: agents joined by chains of others, each no farther from the next than a stated distance.
//!
//! Cells are so small that all agents of one are within that distance, so they belong together without a look. Between
//! two cells one pair that is near enough joins everyone of both. So crowds cost no more than the cells they fill,
//! however many pairs are within the distance.

use crate::agents::Columns;
use crate::space::{Edge, Space};
use crate::threads::Threads;
use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering};

/// Rows or cells a task takes.
const GRAIN: usize = 256;
/// Cells to either side that may hold someone within the distance: √3 cells are less than two.
const SPAN: i64 = 2;

/// Cells are counted up to here.
const FARTHEST_CELL: i64 = 1 << 61;

/// Where a cell is.
type Place<const D: usize> = [i64; D];

/// The sizes of the flocks among some agents, the largest first. Alone is a flock of one.
pub(super) fn sizes<const D: usize>(
    agents: &Columns<D>,
    space: &Space<D>,
    distance: f64,
    threads: &Threads,
) -> Vec<u32> {
    let cells = Cells::new(agents, space, distance, threads);
    let forest = Forest::new(agents.len());
    for cell in &cells.rows {
        (cell.start + 1..cell.end).for_each(|at| forest.join(at, at - 1));
    }
    threads.split(cells.rows.len(), GRAIN, (), |(), _| ((), ()), &|part, ()| cells.join(part, agents, &forest));
    forest.sizes()
}

/// Agents by cell, and the cells in order of their places.
struct Cells<const D: usize> {
    /// The row of each agent, cell by cell.
    order: Vec<u32>,
    /// The agents of each cell, as a range of that order.
    rows: Vec<Range<usize>>,
    places: Vec<Place<D>>,
    /// Cells around a torus; 0 where there is no seam.
    around: [i64; D],
    side: [f64; D],
    square: f64,
}

impl<const D: usize> Cells<D> {
    fn new(agents: &Columns<D>, space: &Space<D>, distance: f64, threads: &Threads) -> Cells<D> {
        let wraps = space.edge() == Edge::Wrap;
        let min = space.min().map(f64::from);
        // A little less than the side of a cube whose diagonal is the distance.
        let widest = (distance / (D as f64).sqrt() * 0.999_999).max(f64::MIN_POSITIVE);
        let (mut around, mut side, mut width) = ([0; D], [f64::INFINITY; D], [widest; D]);
        if wraps {
            side = space.sides().map(f64::from);
            around = side.map(|side| (side / widest).ceil().min(1e15) as i64);
            width = std::array::from_fn(|axis| side[axis] / around[axis] as f64);
        }
        let place = |row: usize| -> Place<D> {
            std::array::from_fn(|axis| {
                let x = agents.position[axis][row];
                let cell = ((f64::from(x) - min[axis]) / width[axis]).floor();
                if wraps {
                    return (cell as i64).clamp(0, around[axis] - 1);
                }
                // So far out that a cell is narrower than the steps between numbers: a cell for each number.
                let far = FARTHEST_CELL + i64::from(x.abs().to_bits());
                if cell.abs() < FARTHEST_CELL as f64 { cell as i64 } else { far * if cell < 0.0 { -1 } else { 1 } }
            })
        };
        let mut keyed: Vec<(Place<D>, u32)> = vec![([0; D], 0); agents.len()];
        threads.split(agents.len(), GRAIN, &mut keyed[..], <[_]>::split_at_mut, &|rows, keyed| {
            for (row, keyed) in rows.zip(keyed) {
                *keyed = (place(row), row as u32);
            }
        });
        // Last axis first: a row of cells along x is then one run.
        let key = |(place, row): &(Place<D>, u32)| (reversed(*place), *row);
        threads.sort_by_key(&mut keyed, key);
        let (mut rows, mut places): (Vec<Range<usize>>, Vec<Place<D>>) = (Vec::new(), Vec::new());
        for (at, (place, _)) in keyed.iter().enumerate() {
            match rows.last_mut() {
                Some(cell) if places.last() == Some(place) => cell.end = at + 1,
                _ => {
                    rows.push(at..at + 1);
                    places.push(*place);
                }
            }
        }
        let order = keyed.into_iter().map(|(_, row)| row).collect();
        Cells { order, rows, places, around, side, square: distance * distance }
    }

    /// Joins some cells with those around them that come later along the axes, which is every pair of cells once.
    fn join(&self, part: Range<usize>, agents: &Columns<D>, forest: &Forest) {
        let offsets = later_rows::<D>();
        // Cells go by in order, and so do those a fixed way off: where one was found, the next is near.
        let mut cursors = vec![0; offsets.len()];
        for cell in part {
            for (offset, cursor) in offsets.iter().zip(&mut cursors) {
                let own_row = offset.iter().all(|step| *step == 0);
                for x in if own_row { 1..=SPAN } else { -SPAN..=SPAN } {
                    let mut place: Place<D> =
                        std::array::from_fn(|axis| self.places[cell][axis].saturating_add(offset[axis]));
                    place[0] = self.places[cell][0].saturating_add(x);
                    for axis in (0..D).filter(|axis| self.around[*axis] > 0) {
                        place[axis] = place[axis].rem_euclid(self.around[axis]);
                    }
                    *cursor = self.seek(*cursor, place);
                    if self.places.get(*cursor) == Some(&place) {
                        self.join_two(cell, *cursor, agents, forest);
                    }
                }
            }
        }
    }

    /// The first cell at a place or after it, looked for from a cell on.
    fn seek(&self, from: usize, place: Place<D>) -> usize {
        let key = reversed(place);
        let before = |cell: usize| self.places.get(cell).is_some_and(|place| reversed(*place) < key);
        if from > 0 && !before(from - 1) {
            return self.places.partition_point(|place| reversed(*place) < key);
        }
        let mut near = from;
        for _ in 0..16 {
            if !before(near) {
                return near;
            }
            near += 1;
        }
        near + self.places[near.min(self.places.len())..].partition_point(|place| reversed(*place) < key)
    }

    fn join_two(&self, one: usize, two: usize, agents: &Columns<D>, forest: &Forest) {
        let (ones, twos) = (self.rows[one].clone(), self.rows[two].clone());
        if one == two || forest.joined(ones.start, twos.start) {
            return;
        }
        let position = |at: usize| -> [f64; D] {
            let row = self.order[at] as usize;
            std::array::from_fn(|axis| f64::from(agents.position[axis][row]))
        };
        let way = |from: f64, to: f64, axis: usize| {
            let way = (to - from).abs();
            way.min(self.side[axis] - way)
        };
        for at in ones.clone() {
            let here = position(at);
            let near = |other: &usize| {
                let there = position(*other);
                (0..D).map(|axis| way(here[axis], there[axis], axis).powi(2)).sum::<f64>() <= self.square
            };
            if let Some(other) = twos.clone().find(near) {
                return forest.join(at, other);
            }
        }
    }
}

fn reversed<const D: usize>(mut place: Place<D>) -> Place<D> {
    place.reverse();
    place
}

/// The rows of cells around one, itself and half of the others: every pair of rows once.
fn later_rows<const D: usize>() -> Vec<Place<D>> {
    let mut rows = vec![[0; D]];
    for z in if D == 3 { 0..=SPAN } else { 0..=0 } {
        for y in -SPAN..=SPAN {
            if z > 0 || y > 0 {
                let step = [0, y, z];
                rows.push(std::array::from_fn(|axis| step[axis]));
            }
        }
    }
    rows
}

/// Who belongs together: each points to another of its flock, the first of it to itself. Threads join at the same time;
/// who belongs together in the end does not depend on the order (Anderson and Woll, 1991).
struct Forest(Vec<AtomicU32>);

impl Forest {
    fn new(count: usize) -> Forest {
        Forest((0..count as u32).map(AtomicU32::new).collect())
    }
    fn first_of(&self, mut at: u32) -> u32 {
        loop {
            let next = self.0[at as usize].load(Ordering::Relaxed);
            if next == at {
                return at;
            }
            // Ways are shortened as they are walked.
            let after = self.0[next as usize].load(Ordering::Relaxed);
            let _ = self.0[at as usize].compare_exchange(next, after, Ordering::Relaxed, Ordering::Relaxed);
            at = after;
        }
    }
    fn joined(&self, one: usize, two: usize) -> bool {
        self.first_of(one as u32) == self.first_of(two as u32)
    }
    fn join(&self, one: usize, two: usize) {
        loop {
            let (one, two) = (self.first_of(one as u32), self.first_of(two as u32));
            let (low, high) = (one.min(two), one.max(two));
            // Always to the lower one: so no circle can come about.
            let joined = self.0[high as usize].compare_exchange(high, low, Ordering::Relaxed, Ordering::Relaxed);
            if low == high || joined.is_ok() {
                return;
            }
        }
    }
    fn sizes(&self) -> Vec<u32> {
        let mut counts = vec![0u32; self.0.len()];
        (0..self.0.len() as u32).for_each(|at| counts[self.first_of(at) as usize] += 1);
        counts.retain(|count| *count > 0);
        counts.sort_unstable_by(|one, two| two.cmp(one));
        counts
    }
}
