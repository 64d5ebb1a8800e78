//! The `index` stage: agents sorted into cells, rows in (cell, id) order.
//!
//! Cells are as wide as the common sight radius and a quarter as long along x, where a row of cells is one run of
//! memory: a search then reads few, long runs and can trim their ends closely. The table never has more than a few
//! cells per agent, however large the world: where it would, cell coordinates are folded (taken modulo a power of
//! two), so that far places share a cell and the distance test tells them apart.

use super::LANES;
use crate::threads::Threads;
use crate::vector::unit;
use crate::world::agents::{Columns, ColumnsMut};
use crate::world::{Edge, Space};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

/// Cells along one axis.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Axis {
    pub origin: f32,
    pub size: f32,
    pub inverse: f32,
    /// Cells around a torus; 0 where there is no seam.
    pub around: i32,
    /// The length of the torus.
    pub side: f32,
    /// Cells in the table.
    pub table: i32,
    /// Whether coordinates are folded into the table.
    pub folded: bool,
}

/// Cell coordinates beyond this are taken as this: sums of a few of them still fit.
pub(super) const FARTHEST_CELL: f32 = 5e8;

impl Axis {
    /// The cell of a coordinate, not yet folded; negative or beyond the table outside the indexed range.
    #[inline(always)]
    pub fn cell(&self, x: f32) -> i32 {
        // A cast and a correction: without SSE 4.1 `floor` is a call.
        let cell = ((x - self.origin) * self.inverse).clamp(-FARTHEST_CELL, FARTHEST_CELL);
        let toward_zero = cell as i32;
        toward_zero - i32::from(toward_zero as f32 > cell)
    }
    /// How many cells beyond its own a search reaches.
    pub fn span(&self, reach: f32) -> i32 {
        (reach * self.inverse).ceil().min(FARTHEST_CELL) as i32
    }
    /// The cell of an agent's coordinate, not yet folded.
    #[inline(always)]
    pub fn cell_of_agent(&self, x: f32) -> i32 {
        let cell = self.cell(x);
        // Rounding may put the far edge one cell too far.
        match (self.around, self.folded) {
            (0, true) => cell,
            (0, false) => cell.clamp(0, self.table - 1),
            (around, _) => cell.clamp(0, around - 1),
        }
    }
    /// The cell of an agent's coordinate in the table.
    #[inline(always)]
    pub fn place(&self, x: f32) -> i32 {
        let cell = self.cell_of_agent(x);
        if self.folded { cell & (self.table - 1) } else { cell }
    }
}

/// The cells of the world and who is in them.
#[derive(Clone, Debug)]
pub(crate) struct Grid<const D: usize> {
    pub axes: [Axis; D],
    /// Where each cell's rows start, and after the last where they end.
    pub starts: Vec<u32>,
    /// Added to distances wherever cells are left out, so that rounding never leaves out a neighbour.
    pub slack: f32,
    cell_of: Vec<u32>,
    order: Vec<u32>,
}

impl<const D: usize> Default for Grid<D> {
    fn default() -> Self {
        Grid { axes: [Axis::default(); D], starts: Vec::new(), slack: 0.0, cell_of: Vec::new(), order: Vec::new() }
    }
}

/// What the columns of `before` hold besides those of `now`, if anyone minds it.
#[derive(Default)]
pub(crate) struct Extra<'a> {
    /// Unit vectors of velocities.
    pub course: bool,
    /// The group of each kind; empty: no groups to tell apart.
    pub group_of: &'a [usize],
}

/// The length of a cell along x as a share of its width.
const X_SHARE: f32 = 0.5;
/// Cells per agent that the table may have.
const MOST_CELLS_PER_AGENT: usize = 2;
/// Below this many agents everyone shares one cell: looking at all is cheaper than sorting.
const FEWEST_TO_SORT: usize = 32;
/// Rows a task of the index stage takes.
const GRAIN: usize = 1 << 14;

impl<const D: usize> Grid<D> {
    /// The rows of the agents in the cell of a point where an agent is.
    pub fn cell_rows(&self, point: [f32; D]) -> Range<usize> {
        let cell = (0..D).rev().fold(0, |cell, axis| cell * self.axes[axis].table + self.axes[axis].place(point[axis]));
        self.starts[cell as usize] as usize..self.starts[cell as usize + 1] as usize
    }
    /// Where the rows of agents end that are in the same row of cells as a point where an agent is.
    pub fn end_of_cell_row(&self, point: [f32; D]) -> usize {
        let row = (1..D).rev().fold(0, |row, axis| row * self.axes[axis].table + self.axes[axis].place(point[axis]));
        self.starts[((row + 1) * self.axes[0].table) as usize] as usize
    }
    /// Whether coordinates are folded along any axis.
    #[inline(always)]
    pub fn folded(&self) -> bool {
        self.axes.iter().any(|axis| axis.folded)
    }
    /// Bytes held.
    pub fn bytes(&self) -> usize {
        4 * (self.starts.capacity() + self.cell_of.capacity() + self.order.capacity())
    }

    /// Sorts the agents of `now` into `before`. Returns whether anyone is at rest.
    pub fn index(
        &mut self,
        space: &Space<D>,
        radius: f32,
        now: &Columns<D>,
        before: &mut Columns<D>,
        extra: &Extra,
        threads: &Threads,
    ) -> bool {
        let agents = now.len();
        self.choose_cells(space, radius, now);
        let cells: usize = self.axes.iter().map(|axis| axis.table as usize).product();
        self.starts.clear();
        self.starts.resize(cells + 1, 0);
        self.order.resize(agents, 0);
        if cells == 1 {
            self.starts[1] = agents as u32;
            self.order.iter_mut().enumerate().for_each(|(at, row)| *row = at as u32);
            self.order.sort_unstable_by_key(|row| now.id[*row as usize]);
        } else {
            self.sort_by_cell(now, threads);
        }
        before.resize(agents, !now.memory[0].is_empty(), !now.spin.is_empty());
        // Rows are read eight at a time, the last ones beyond the end.
        let padded = agents + LANES;
        for axis in 0..D {
            before.position[axis].resize(padded, 0.0);
            before.velocity[axis].resize(padded, 0.0);
            before.heading[axis].resize(padded, 0.0);
            before.course[axis].resize(if extra.course { padded } else { 0 }, 0.0);
        }
        before.groups.resize(if extra.group_of.is_empty() { 0 } else { padded }, 0);
        let order = &self.order;
        let some_rest = AtomicBool::new(false);
        threads.split(agents, GRAIN, before.as_mut(), ColumnsMut::split_at, &|rows, mut into: ColumnsMut<D>| {
            let order = &order[rows];
            gather(now, order, &mut into);
            if extra.course && set_course(order.len(), &mut into) {
                some_rest.store(true, Ordering::Relaxed);
            }
            for (bits, kind) in into.groups.iter_mut().zip(into.kind.iter()).filter(|_| !extra.group_of.is_empty()) {
                *bits = 1 << (extra.group_of[usize::from(*kind)] % 32);
            }
        });
        some_rest.into_inner()
    }

    /// Where the cells lie: a pure function of the positions and the radius, never of the threads.
    fn choose_cells(&mut self, space: &Space<D>, radius: f32, now: &Columns<D>) {
        let agents = now.len();
        let wraps = space.edge() == Edge::Wrap;
        let (mut min, mut max) = (space.min(), space.max());
        if !wraps {
            for axis in 0..D {
                let column = &now.position[axis];
                min[axis] = column.iter().copied().fold(f32::INFINITY, f32::min);
                max[axis] = column.iter().copied().fold(f32::NEG_INFINITY, f32::max);
            }
        }
        let reach = (0..D).filter(|_| agents > 0).fold(0.0f32, |most, a| most.max(min[a].abs()).max(max[a].abs()));
        self.slack = reach * 1e-6 + radius * 1e-5;
        // Cells finer than the coordinates' own resolution would only cost.
        // Just wider than the reach of a search, so that it touches the next cells only and never those after.
        let width = (radius * 1.0001 + 4.0 * self.slack).max(f32::MIN_POSITIVE * 1e6);
        let most = (MOST_CELLS_PER_AGENT * agents).max(64);
        let one = agents < FEWEST_TO_SORT || radius <= 0.0;
        for share in [X_SHARE, 1.0] {
            let mut cells = 1.0f64;
            for axis in 0..D {
                let extent = max[axis] - min[axis];
                let size = if axis == 0 { width * share } else { width };
                // A single cell holds everyone, wherever they are.
                let size = if one { width.max(extent * 1.01) } else { size };
                let count = f64::from(extent) / f64::from(size);
                let around = if wraps { count.floor().max(1.0) } else { 0.0 };
                let table = if wraps { around } else { (count.floor() + 1.0).max(1.0) };
                let size = if wraps { (f64::from(extent) / around) as f32 } else { size };
                self.axes[axis] = Axis {
                    origin: min[axis],
                    size,
                    inverse: 1.0 / size,
                    around: around as i32,
                    side: if wraps { extent } else { 0.0 },
                    table: table as i32,
                    folded: false,
                };
                cells *= table;
            }
            if cells <= most as f64 {
                return;
            }
        }
        self.fold(most);
    }

    /// Makes the table small enough: powers of two, the longest axis halved until it fits.
    fn fold(&mut self, most: usize) {
        let mut tables = self.axes.map(|axis| (axis.table as u64).next_power_of_two());
        while tables.iter().product::<u64>() > most as u64 {
            let longest = (0..D).max_by_key(|axis| tables[*axis]).unwrap_or(0);
            tables[longest] /= 2;
        }
        for (axis, table) in self.axes.iter_mut().zip(tables) {
            let table = table as i32;
            if axis.around == 0 {
                (axis.folded, axis.table) = (axis.table > table, table.min(axis.table));
            } else if axis.around > table {
                // Around a torus the fold must come out even, or the seam would join the wrong cells.
                axis.around -= axis.around % table;
                (axis.folded, axis.table) = (true, table);
                axis.size = axis.side / axis.around as f32;
                axis.inverse = 1.0 / axis.size;
            }
        }
    }

    fn sort_by_cell(&mut self, now: &Columns<D>, threads: &Threads) {
        let axes = self.axes;
        self.cell_of.resize(now.len(), 0);
        threads.split(now.len(), GRAIN, &mut self.cell_of[..], <[u32]>::split_at_mut, &|rows, cells| {
            for (row, cell) in rows.zip(cells) {
                let mut place = 0;
                for axis in (0..D).rev() {
                    place = place * axes[axis].table + axes[axis].place(now.position[axis][row]);
                }
                *cell = place as u32;
            }
        });
        for cell in &self.cell_of {
            self.starts[*cell as usize] += 1;
        }
        let mut end = 0;
        for start in &mut self.starts {
            end += *start;
            *start = end;
        }
        // Filled from the back, each start walks down to where its cell begins.
        for (row, cell) in self.cell_of.iter().enumerate().rev() {
            let start = &mut self.starts[*cell as usize];
            *start -= 1;
            self.order[*start as usize] = row as u32;
        }
        // Rows come in the order of the last step's cells; within a cell they must be in the order of ids.
        let mut from = 0;
        for end in &self.starts[1..] {
            let rows = &mut self.order[from..*end as usize];
            from = *end as usize;
            if !rows.is_sorted_by_key(|row| now.id[*row as usize]) {
                rows.sort_unstable_by_key(|row| now.id[*row as usize]);
            }
        }
    }
}

/// Fills in the unit vectors of the velocities; returns whether any velocity is zero.
fn set_course<const D: usize>(rows: usize, into: &mut ColumnsMut<D>) -> bool {
    let mut rest = false;
    for row in 0..rows {
        let velocity: [f32; D] = std::array::from_fn(|axis| into.velocity[axis][row]);
        let course = unit(velocity);
        for axis in 0..D {
            into.course[axis][row] = course[axis];
        }
        rest |= course == [0.0; D];
    }
    rest
}

fn gather<const D: usize>(now: &Columns<D>, order: &[u32], into: &mut ColumnsMut<D>) {
    let fetch = |from: &[f32], to: &mut [f32]| {
        for (to, row) in to.iter_mut().zip(order) {
            *to = from[*row as usize];
        }
    };
    for axis in 0..D {
        fetch(&now.position[axis], into.position[axis]);
        fetch(&now.velocity[axis], into.velocity[axis]);
        fetch(&now.heading[axis], into.heading[axis]);
        if !now.memory[axis].is_empty() {
            fetch(&now.memory[axis], into.memory[axis]);
        }
    }
    if !now.spin.is_empty() {
        fetch(&now.spin, into.spin);
    }
    for (to, row) in into.id.iter_mut().zip(order) {
        *to = now.id[*row as usize];
    }
    for (to, row) in into.kind.iter_mut().zip(order) {
        *to = now.kind[*row as usize];
    }
}
