//! The `index` stage: agents sorted into cells, rows in (cell, id) order.
//!
//! Cells are as wide as the common sight radius and half as long along x, where a row of cells is one run of
//! memory: a search then reads few, long runs and can trim their ends closely. The table never has more than a few
//! cells per agent, however large the world: where it would, cell coordinates are folded (taken modulo a power of
//! two), so that far places share a cell and the distance test tells them apart.

use super::LANES;
use super::axis::{Axis, FARTHEST_CELL};
use super::far::Far;
use super::sorted::{fetch_who, gather, point_along, set_course, sort_cells};
use crate::threads::Threads;
use crate::world::agents::{Columns, ColumnsMut};
use crate::world::{Edge, Space};
use fearless_simd::{Bytes, Simd, SimdBase, SimdFloat, f32x8, i32x8, u32x8};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

/// The cells of the world and who is in them.
#[derive(Debug)]
pub(crate) struct Grid<const D: usize> {
    pub axes: [Axis; D],
    /// Where each cell's rows start, and after the last where they end.
    pub starts: Vec<u32>,
    /// Added to distances wherever cells are left out, so that rounding never leaves out a neighbour.
    pub slack: f32,
    /// As much as that is for rounding alone, while nobody has moved since the cells were made.
    pub rounding: f32,
    /// The radius that the cells are made for.
    pub radius: f32,
    cell_of: Vec<u32>,
    /// Where the next agent of each cell goes, for each piece of the sort.
    next: Vec<u32>,
    /// The rows in their new order. Threads write it all over, each place once.
    order: Vec<AtomicU32>,
    /// How far agents see, where the cells are made for less because the nearest few are nearer; else 0.
    sight: f32,
    /// For those who must look farther than the cells are made for.
    pub far: Option<Box<Far<D>>>,
}

impl<const D: usize> Default for Grid<D> {
    fn default() -> Self {
        let empty = Vec::new;
        Grid {
            axes: [Axis::default(); D],
            starts: empty(),
            slack: 0.0,
            rounding: 0.0,
            radius: 0.0,
            cell_of: empty(),
            next: empty(),
            order: Vec::new(),
            sight: 0.0,
            far: None,
        }
    }
}

/// How far agents search.
pub(crate) struct Reaches<'a> {
    /// How many agents search how far.
    pub radii: &'a [(f32, usize)],
    /// If everyone minds only the nearest few: how many.
    pub nearest_only: Option<u32>,
    /// How much nearer two agents may come before the cells are made anew. The radii are that much greater.
    pub skin: f32,
}

/// What the columns of `before` hold besides those of `now`, if anyone minds it.
#[derive(Default)]
pub(crate) struct Extra<'a> {
    /// Unit vectors of velocities.
    pub course: bool,
    /// Whether everyone who moves points along the velocity, to the last bit: then headings are the unit vectors.
    pub pointed: bool,
    /// The group of each kind; empty: no groups to tell apart.
    pub group_of: &'a [usize],
}

/// The length of a cell along x as a share of its width.
const X_SHARE: f32 = 0.5;
/// Cells per agent that the table may have.
const MOST_CELLS_PER_AGENT: usize = 2;
/// With more others than this in its cell, on the average, an agent is in a crowd.
const MOST_CROWDED: f64 = 16.0;
/// Agents that share a cell of a sparse world, at least, on the average: they look through one window.
const SHARED: usize = 6;
/// Below this many agents everyone shares one cell: looking at all is cheaper than sorting.
const FEWEST_TO_SORT: usize = 32;
/// What a cell costs a search, and what asking everyone costs for each one asked, measured in agents looked at.
pub(super) const COST_OF_CELL: f64 = 13.0;
pub(super) const COST_OF_EVERYONE: f64 = 2.0;
/// Rows or cells a task of the index stage takes.
const GRAIN: usize = 1 << 10;
/// Pieces the sort is done in: more would cost more counters than they save time.
const MOST_PIECES: usize = 4;

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
        let far = self.far.as_ref().map_or(0, |far| far.bytes());
        far + 4 * (self.starts.capacity() + self.cell_of.capacity() + self.next.capacity() + self.order.capacity())
    }

    /// Sorts the agents of `now` into `before`. Returns whether anyone is at rest.
    pub fn index(
        &mut self,
        space: &Space<D>,
        reaches: &Reaches,
        now: &Columns<D>,
        before: &mut Columns<D>,
        extra: &Extra,
        threads: &Threads,
    ) -> bool {
        let agents = now.len();
        self.choose_cells(space, reaches, now);
        let cells: usize = self.axes.iter().map(|axis| axis.table as usize).product();
        // What was there is written over.
        self.starts.resize(cells + 1, 0);
        self.order.resize_with(agents, AtomicU32::default);
        if cells == 1 {
            (self.starts[0], self.starts[1]) = (0, agents as u32);
            self.order.iter_mut().enumerate().for_each(|(at, row)| *row.get_mut() = at as u32);
            self.order.sort_unstable_by_key(|row| now.id[row.load(Ordering::Relaxed) as usize]);
        } else {
            self.sort_by_cell(now, threads);
        }
        before.resize(agents, !now.memory[0].is_empty(), !now.spin.is_empty());
        let padded = agents + LANES;
        pad(before, padded, extra.course);
        before.groups.resize(if extra.group_of.is_empty() { 0 } else { padded }, 0);
        let some_rest = AtomicBool::new(false);
        let level = crate::simd::level();
        let fill_in = |order: &[AtomicU32], mut into: ColumnsMut<D>| {
            let along = extra.course && extra.pointed;
            gather(now, order, &mut into, !along);
            let rest =
                extra.course && fearless_simd::dispatch!(level, simd => set_course(simd, order.len(), &mut into));
            if rest {
                some_rest.store(true, Ordering::Relaxed);
            }
            if along {
                point_along(now, order, &mut into, rest);
            }
            for (bits, kind) in into.groups.iter_mut().zip(into.kind.iter()) {
                *bits = 1 << (extra.group_of[usize::from(*kind)] % 32);
            }
        };
        let (starts, order, into) = (&self.starts, &mut self.order[..], before.as_mut());
        if cells == 1 {
            let order = &*order;
            threads.split(agents, GRAIN, into, ColumnsMut::split_at, &|rows, mut into: ColumnsMut<D>| {
                fetch_who(now, &order[rows.clone()], &mut into, 0);
                fill_in(&order[rows], into);
            });
        } else {
            let grain = (cells * GRAIN / agents.max(1)).max(1);
            threads.split(cells, grain, (0, order, into), cut_cells(starts), &|cells, (_, order, mut into)| {
                let starts = &starts[cells.start..=cells.end];
                fearless_simd::dispatch!(level, simd => sort_cells(simd, now, starts, order, &mut into));
                fill_in(order, into);
            });
        }
        if self.sight > 0.0 {
            self.far.get_or_insert_default().index(space, before, self.sight, self.slack);
        } else if let Some(far) = &mut self.far {
            far.forget();
        }
        some_rest.into_inner()
    }

    /// The agents of `now` become those of `before` and stay in their rows. Returns whether anyone is at rest.
    pub fn leave_in_place(
        &self,
        now: &mut Columns<D>,
        before: &mut Columns<D>,
        course: bool,
        threads: &Threads,
    ) -> bool {
        std::mem::swap(now, before);
        // Only `before` has these, and who is in which group has not changed.
        std::mem::swap(&mut now.course, &mut before.course);
        std::mem::swap(&mut now.groups, &mut before.groups);
        let agents = before.len();
        pad(before, agents + LANES, course);
        let some_rest = AtomicBool::new(false);
        threads.split(agents, GRAIN, before.as_mut(), ColumnsMut::split_at, &|rows, mut into: ColumnsMut<D>| {
            let level = crate::simd::level();
            if course && fearless_simd::dispatch!(level, simd => set_course(simd, rows.len(), &mut into)) {
                some_rest.store(true, Ordering::Relaxed);
            }
        });
        some_rest.into_inner()
    }

    /// Where the cells lie: a pure function of the positions and of how many search how far, never of the threads.
    fn choose_cells(&mut self, space: &Space<D>, reaches: &Reaches, now: &Columns<D>) {
        let agents = now.len();
        let wraps = space.edge() == Edge::Wrap;
        let (min, max) = corners(space, now);
        self.sight = 0.0;
        let reach = (0..D).filter(|_| agents > 0).fold(0.0f32, |most, a| most.max(min[a].abs()).max(max[a].abs()));
        let mut radius = choose_radius(reaches.radii, min, max);
        if let Some(few) = reaches.nearest_only.filter(|_| agents >= FEWEST_TO_SORT) {
            let nearer = self.radius_of_nearest(few, radius, now, min, max, wraps);
            self.sight = if nearer < radius { radius } else { 0.0 };
            radius = nearer;
        }
        self.radius = radius;
        self.slack = reach * 1e-6 + radius * 1e-5;
        // Just wider than the reach of a search, so that it touches the next cells only and never those after.
        let width = (radius * 1.0001 + 4.0 * self.slack).max(f32::MIN_POSITIVE * 1e6);
        self.rounding = self.slack;
        self.slack += reaches.skin;
        let most = (MOST_CELLS_PER_AGENT * agents).max(64);
        if agents < FEWEST_TO_SORT || radius <= 0.0 {
            // A single cell holds everyone, wherever they are.
            let widest = (0..D).fold(width, |widest, axis| widest.max((max[axis] - min[axis]) * 1.01));
            self.lay_cells(min, max, [widest; 2], wraps);
            return;
        }
        // The skin is for a whole cell; one that is shorter along x needs it, too.
        for along_x in [width * X_SHARE + reaches.skin * (1.0 - X_SHARE), width] {
            if self.lay_cells(min, max, [along_x, width], wraps) <= most as f64 {
                return;
            }
        }
        // So few in so wide a space: wider cells will do, unless the few stand in crowds far apart.
        let narrow = self.axes;
        let mut wider = width;
        while self.lay_cells(min, max, [wider; 2], wraps) > (agents / SHARED).max(64) as f64 {
            wider *= 1.25;
        }
        // Around a torus of fewer than three cells one side cannot be told from the other.
        let thin = wraps && self.axes.iter().zip(&narrow).any(|(now, was)| now.table < 3 && was.table >= 3);
        if thin || self.crowds(now) > MOST_CROWDED {
            self.axes = narrow;
            self.fold(most);
        }
    }

    /// In a crowd the nearest few are nearer than anyone can see: there smaller cells will do.
    fn radius_of_nearest(
        &mut self,
        few: u32,
        radius: f32,
        now: &Columns<D>,
        min: [f32; D],
        max: [f32; D],
        wraps: bool,
    ) -> f32 {
        if self.lay_cells(min, max, [radius; 2], wraps) > (MOST_CELLS_PER_AGENT * now.len()) as f64 {
            return radius;
        }
        let ball = if D == 2 { std::f64::consts::PI } else { 4.0 / 3.0 * std::f64::consts::PI };
        // Twice as many as are wanted, so that few must look again, farther off.
        let share = (2.0 * f64::from(few) / (self.crowds(now) * ball)).powf(1.0 / D as f64) as f32;
        if share < 0.7 { radius * share } else { radius }
    }

    /// Lays cells of these widths, along x and along the other axes; returns how many there are.
    fn lay_cells(&mut self, min: [f32; D], max: [f32; D], widths: [f32; 2], wraps: bool) -> f64 {
        let mut cells = 1.0f64;
        for axis in 0..D {
            let extent = max[axis] - min[axis];
            let size = widths[axis.min(1)];
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
        cells
    }

    /// With how many others an agent shares its cell, on the average.
    fn crowds(&mut self, now: &Columns<D>) -> f64 {
        let pairs: u64 =
            self.count(now).iter().map(|count| u64::from(*count) * u64::from(count.saturating_sub(1))).sum();
        pairs as f64 / now.len() as f64
    }

    /// How many are in each cell.
    fn count(&mut self, now: &Columns<D>) -> &mut [u32] {
        let cells: usize = self.axes.iter().map(|axis| axis.table as usize).product();
        self.cell_of.resize(now.len(), 0);
        let (axes, places, level) = (&self.axes, &mut self.cell_of[..], crate::simd::level());
        fearless_simd::dispatch!(level, simd => find_places(simd, axes, now, 0, places));
        self.next.clear();
        self.next.resize(cells, 0);
        for place in &self.cell_of {
            self.next[*place as usize] += 1;
        }
        &mut self.next
    }

    /// Lays cells of this width and sorts rows into them, which stay where they are; returns them cell by cell. Nothing, if
    /// there would be more than so many cells, or too few around a torus to tell one side from the other.
    pub fn sort_rows(&mut self, space: &Space<D>, columns: &Columns<D>, width: f32, most: usize, rows: &mut Vec<u32>) {
        let (min, max) = corners(space, columns);
        let wraps = space.edge() == Edge::Wrap;
        let cells = self.lay_cells(min, max, [width; 2], wraps);
        rows.clear();
        if cells > most as f64 || wraps && self.axes.iter().any(|axis| axis.table < 3) {
            return;
        }
        self.starts.clear();
        let mut sum = 0;
        for count in self.count(columns) {
            (*count, sum) = (sum, sum + *count);
        }
        self.starts.extend_from_slice(&self.next);
        self.starts.push(sum);
        rows.resize(columns.len(), 0);
        for (row, cell) in self.cell_of.iter().enumerate() {
            let next = &mut self.next[*cell as usize];
            rows[*next as usize] = row as u32;
            *next += 1;
        }
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

    /// A counting sort in pieces. The order it gives does not depend on how many pieces there are: within a cell, that of the rows.
    fn sort_by_cell(&mut self, now: &Columns<D>, threads: &Threads) {
        let Grid { axes, starts, cell_of, next, order, .. } = self;
        let (agents, cells) = (now.len(), starts.len() - 1);
        // A piece needs a counter per cell.
        let pieces = if cells > agents { 1 } else { threads.count().min(MOST_PIECES).min(agents.div_ceil(GRAIN)) };
        let piece = agents.div_ceil(pieces);
        cell_of.resize(agents, 0);
        next.resize(pieces * cells, 0);
        let level = crate::simd::level();
        threads.split(
            pieces,
            1,
            (&mut cell_of[..], &mut next[..]),
            cut_pieces(piece, cells),
            &|pieces, (places, counts)| {
                let first = pieces.start * piece;
                fearless_simd::dispatch!(level, simd => find_places(simd, axes, now, first, places));
                counts.fill(0);
                for place in places.iter() {
                    counts[*place as usize] += 1;
                }
            },
        );
        // All threads wait for this loop: columns of equal length need no checks.
        let mut counts: [&mut [u32]; MOST_PIECES] = std::array::from_fn(|_| &mut [][..]);
        for (counts, piece) in counts.iter_mut().zip(next.chunks_exact_mut(cells)) {
            *counts = piece;
        }
        let (counts, starts_of_cells) = (&mut counts[..pieces], &mut starts[..cells]);
        let mut sum = 0;
        for cell in 0..cells {
            starts_of_cells[cell] = sum;
            for counts in counts.iter_mut() {
                sum += std::mem::replace(&mut counts[cell], sum);
            }
        }
        starts[cells] = sum;
        threads.split(
            pieces,
            1,
            (&mut cell_of[..], &mut next[..]),
            cut_pieces(piece, cells),
            &|pieces, (places, next)| {
                for (row, place) in (pieces.start * piece..).zip(places) {
                    let next = &mut next[*place as usize];
                    order[*next as usize].store(row as u32, Ordering::Relaxed);
                    *next += 1;
                }
            },
        );
    }
}

/// The corners of all that must be in a cell.
fn corners<const D: usize>(space: &Space<D>, columns: &Columns<D>) -> ([f32; D], [f32; D]) {
    let (mut min, mut max) = (space.min(), space.max());
    if space.edge() != Edge::Wrap {
        for axis in 0..D {
            let column = &columns.position[axis][..columns.len()];
            min[axis] = column.iter().copied().fold(f32::INFINITY, f32::min);
            max[axis] = column.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        }
    }
    (min, max)
}

/// Makes the columns longer than the agents are many: rows are read eight at a time, the last ones beyond the end.
fn pad<const D: usize>(before: &mut Columns<D>, len: usize, course: bool) {
    for axis in 0..D {
        before.position[axis].resize(len, 0.0);
        before.velocity[axis].resize(len, 0.0);
        before.heading[axis].resize(len, 0.0);
        if !before.memory[axis].is_empty() {
            before.memory[axis].resize(len, 0.0);
        }
        before.course[axis].resize(if course { len } else { 0 }, 0.0);
    }
}

/// The radius to make cells for: that of the searches for which all searches together cost the least.
fn choose_radius<const D: usize>(radii: &[(f32, usize)], min: [f32; D], max: [f32; D]) -> f32 {
    if let [(radius, _)] = radii {
        return *radius;
    }
    let agents = radii.iter().map(|(_, count)| *count as f64).sum::<f64>();
    let largest = radii.iter().fold(0.0f32, |most, (radius, _)| most.max(*radius));
    let volume = (0..D).map(|axis| f64::from((max[axis] - min[axis]).max(largest))).product::<f64>();
    let density = agents / volume;
    let cost = |width: f32| -> f64 {
        let shared = (0.5 * density * f64::from(width).powi(D as i32)).max(1.0);
        let search = |radius: f32| {
            let (across, along) = (2.0 * (radius / width).ceil() + 1.0, 2.0 * (2.0 * radius / width).ceil() + 1.0);
            let cells = f64::from(across).powi(D as i32 - 1) * f64::from(along);
            let looked_at = density * cells * 0.5 * f64::from(width).powi(D as i32);
            // Measured in agents looked at; asking everyone is always possible.
            (looked_at + COST_OF_CELL * cells / shared).min(COST_OF_EVERYONE * agents)
        };
        radii.iter().map(|(radius, count)| *count as f64 * search(*radius)).sum()
    };
    let step = radii.len().div_ceil(32).max(1);
    let widths = radii.iter().map(|(radius, _)| *radius).step_by(step).chain((largest > 0.0).then_some(largest));
    widths.min_by(|one, two| cost(*one).total_cmp(&cost(*two)).then(one.total_cmp(two))).unwrap_or(0.0)
}

/// Cuts the columns of the sort between pieces: so many rows each, and a counter for each cell.
fn cut_pieces<'a>(rows: usize, cells: usize) -> impl Fn(Piece<'a>, usize) -> (Piece<'a>, Piece<'a>) + Sync + Copy {
    move |(places, counts), at| {
        let (places, places_) = places.split_at_mut((at * rows).min(places.len()));
        let (counts, counts_) = counts.split_at_mut(at * cells);
        ((places, counts), (places_, counts_))
    }
}
type Piece<'a> = (&'a mut [u32], &'a mut [u32]);

/// Cuts rows in their order between cells.
fn cut_cells<'a, const D: usize>(
    starts: &[u32],
) -> impl Fn(Cells<'a, D>, usize) -> (Cells<'a, D>, Cells<'a, D>) + Sync + Copy {
    move |(first, order, into), at| {
        let rows = (starts[first + at] - starts[first]) as usize;
        let ((order, order_), (into, into_)) = (order.split_at_mut(rows), into.split_at(rows));
        ((first, order, into), (first + at, order_, into_))
    }
}
/// The first cell, the rows from there on, and where they go.
type Cells<'a, const D: usize> = (usize, &'a mut [AtomicU32], ColumnsMut<'a, D>);

/// Finds the cells of agents from a row on, eight at a time.
#[inline(always)]
fn find_places<S: Simd, const D: usize>(simd: S, axes: &[Axis; D], now: &Columns<D>, first: usize, places: &mut [u32]) {
    let splat = |number: i32| i32x8::splat(simd, number);
    let (eights, rest) = places.as_chunks_mut::<LANES>();
    for (at, eight) in eights.iter_mut().enumerate() {
        let row = first + at * LANES;
        let mut place = splat(0);
        for axis in (0..D).rev() {
            let cells = &axes[axis];
            let x = f32x8::from_slice(simd, &now.position[axis][row..row + LANES]);
            let far = f32x8::splat(simd, FARTHEST_CELL);
            let cell = (x - f32x8::splat(simd, cells.origin)) * f32x8::splat(simd, cells.inverse);
            let mut cell: i32x8<S> = cell.max(-far).min(far).floor().to_int();
            if cells.around > 0 || !cells.folded {
                let last = if cells.around > 0 { cells.around } else { cells.table } - 1;
                cell = cell.max(splat(0)).min(splat(last));
            }
            if cells.folded {
                cell &= splat(cells.table - 1);
            }
            place = place * splat(cells.table) + cell;
        }
        place.bitcast::<u32x8<S>>().store_slice(eight);
    }
    let done = first + eights.len() * LANES;
    for (row, place) in (done..).zip(rest) {
        let cell = |place, axis: usize| place * axes[axis].table + axes[axis].place(now.position[axis][row]);
        *place = (0..D).rev().fold(0, cell) as u32;
    }
}
