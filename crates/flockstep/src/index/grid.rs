//! Who is in which cell: agents sorted by cell, and within a cell by id.

use super::LANES;
use super::axis::{Axis, FARTHEST_CELL};
use super::far::Far;
use super::layout::{Extent, Layout, Reaches};
use super::sort::{fetch_who, gather, set_course, sort_cells};
use crate::agents::{Columns, ColumnsMut};
use crate::math::simd;
use crate::space::Space;
use crate::threads::Threads;
use fearless_simd::{Bytes, Simd, SimdBase, SimdFloat, f32x8, i32x8, u32x8};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

/// The cells of the world and who is in them.
#[derive(Debug)]
pub(crate) struct Grid<const D: usize> {
    pub layout: Layout<D>,
    /// Where each cell's rows start, and after the last where they end.
    pub starts: Vec<u32>,
    /// The bits of the groups that the agents of each cell belong to, the usual one always among them; empty where
    /// nobody tells groups apart.
    pub groups: Vec<u32>,
    /// The bit of the group that most agents belong to.
    pub usual_group: u32,
    cell_of: Vec<u32>,
    /// Where the next agent of each cell goes, for each piece of the sort.
    next: Vec<u32>,
    /// The rows in their new order. Threads write it all over, each place once.
    order: Vec<AtomicU32>,
    /// For those who must look farther than the cells are made for.
    pub far: Option<Box<Far<D>>>,
}

impl<const D: usize> Default for Grid<D> {
    fn default() -> Self {
        let empty = Vec::new;
        let layout = Layout::default();
        Grid {
            layout,
            starts: empty(),
            groups: empty(),
            usual_group: 0,
            cell_of: empty(),
            next: empty(),
            order: Vec::new(),
            far: None,
        }
    }
}

/// What the sorted columns hold besides those that are sorted, if anyone minds it.
#[derive(Default)]
pub(crate) struct Extra<'a> {
    /// Unit vectors of velocities.
    pub course: bool,
    /// The bit of the group of each kind; empty: no groups to tell apart.
    pub group_bits: &'a [u32],
    /// The bit of the group that most agents belong to.
    pub usual_group: u32,
}

/// Rows or cells a task of the index stage takes.
const GRAIN: usize = 1 << 10;
/// Pieces the sort is done in: more would cost more counters than they save time.
const MOST_PIECES: usize = 4;

impl<const D: usize> Grid<D> {
    pub fn axes(&self) -> &[Axis; D] {
        &self.layout.axes
    }
    /// The rows of the agents in the cell of a point where an agent is.
    pub fn cell_rows(&self, point: [f32; D]) -> Range<usize> {
        let cell = self.cell_at(point);
        self.starts[cell] as usize..self.starts[cell + 1] as usize
    }
    /// The place in the table of the cell of a point where an agent is.
    fn cell_at(&self, point: [f32; D]) -> usize {
        let axes = &self.layout.axes;
        let place = |cell, axis: usize| cell * axes[axis].table + axes[axis].place_of_agent(point[axis]);
        (0..D).rev().fold(0, place) as usize
    }
    /// Where the rows of agents end that are in the same row of cells as a point where an agent is.
    pub fn end_of_cell_row(&self, point: [f32; D]) -> usize {
        let axes = &self.layout.axes;
        let place = |row, axis: usize| row * axes[axis].table + axes[axis].place_of_agent(point[axis]);
        let row = (1..D).rev().fold(0, place);
        self.starts[((row + 1) * axes[0].table) as usize] as usize
    }
    /// Bytes held.
    pub fn bytes(&self) -> usize {
        let far = self.far.as_ref().map_or(0, |far| far.bytes());
        far + 4
            * (self.starts.capacity()
                + self.groups.capacity()
                + self.cell_of.capacity()
                + self.next.capacity()
                + self.order.capacity())
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
        self.choose_cells(space, reaches, now);
        // What was there is written over.
        self.starts.resize(self.layout.cells() + 1, 0);
        self.order.resize_with(now.len(), AtomicU32::default);
        if self.layout.cells() == 1 {
            (self.starts[0], self.starts[1]) = (0, now.len() as u32);
            self.order.iter_mut().enumerate().for_each(|(at, row)| *row.get_mut() = at as u32);
            self.order.sort_unstable_by_key(|row| now.id[row.load(Ordering::Relaxed) as usize]);
        } else {
            self.sort_by_cell(now, threads);
        }
        before.resize(now.len(), now.optional());
        before.resize_steering(if now.wait.is_empty() { 0 } else { now.len() });
        pad(before, now.len() + LANES, extra);
        let some_rest = self.fill_in(now, before, extra, threads);
        self.note_groups(before, extra);
        if self.layout.far_reach > 0.0 {
            self.far.get_or_insert_default().index(space, before, self.layout.far_reach, self.layout.slack);
        } else if let Some(far) = &mut self.far {
            far.forget();
        }
        some_rest
    }

    /// Puts the columns in the order of rows. Returns whether anyone is at rest.
    fn fill_in(&mut self, now: &Columns<D>, before: &mut Columns<D>, extra: &Extra, threads: &Threads) -> bool {
        let (agents, cells, level) = (now.len(), self.starts.len() - 1, simd::level());
        let some_rest = AtomicBool::new(false);
        let fill_in = |order: &[AtomicU32], mut into: ColumnsMut<D>| {
            gather(now, order, &mut into);
            if extra.course && simd::dispatch!(level, simd => set_course(simd, order.len(), &mut into)) {
                some_rest.store(true, Ordering::Relaxed);
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
                simd::dispatch!(level, simd => sort_cells(simd, now, starts, order, &mut into));
                fill_in(order, into);
            });
        }
        some_rest.into_inner()
    }

    /// Notes which groups the agents of each cell belong to, if anyone minds: the usual one, and those of all others.
    /// Among sixteen agents there is mostly none of another.
    fn note_groups(&mut self, before: &Columns<D>, extra: &Extra) {
        self.usual_group = extra.usual_group;
        self.groups.clear();
        if extra.group_bits.is_empty() {
            return;
        }
        self.groups.resize(self.layout.cells(), extra.usual_group);
        let odd = |kind: &u16| extra.group_bits[usize::from(*kind)] != extra.usual_group;
        let (mut least, mut most) = (u16::MAX, 0);
        for kind in (0..extra.group_bits.len() as u16).filter(odd) {
            (least, most) = (least.min(kind), most.max(kind));
        }
        for (nth, some) in before.kind.chunks(16).enumerate() {
            if !some.iter().fold(false, |any, kind| any | (*kind >= least) & (*kind <= most)) {
                continue;
            }
            for (row, kind) in (nth * 16..).zip(some).filter(|(_, kind)| odd(kind)) {
                let point = std::array::from_fn(|axis| before.position[axis][row]);
                let cell = self.cell_at(point);
                self.groups[cell] |= extra.group_bits[usize::from(*kind)];
            }
        }
    }

    fn choose_cells(&mut self, space: &Space<D>, reaches: &Reaches, now: &Columns<D>) {
        let mut layout = std::mem::take(&mut self.layout);
        layout.choose(&Extent::new(space, now), reaches, |layout| {
            let pairs = |count: &u32| u64::from(*count) * u64::from(count.saturating_sub(1));
            self.count(layout, now).iter().map(pairs).sum::<u64>() as f64 / now.len() as f64
        });
        self.layout = layout;
    }

    /// How many are in each cell of a layout.
    fn count(&mut self, layout: &Layout<D>, now: &Columns<D>) -> &mut [u32] {
        self.cell_of.resize(now.len(), 0);
        let (axes, places, level) = (&layout.axes, &mut self.cell_of[..], simd::level());
        simd::dispatch!(level, simd => find_places(simd, axes, now, 0, places));
        self.next.clear();
        self.next.resize(layout.cells(), 0);
        for place in &self.cell_of {
            self.next[*place as usize] += 1;
        }
        &mut self.next
    }

    /// Lays cells of this width and sorts rows into them, which stay where they are; returns them cell by cell.
    /// Nothing, if there would be more than so many cells, or too few around a torus to tell one side from the other.
    pub fn sort_rows(&mut self, space: &Space<D>, columns: &Columns<D>, width: f32, most: usize, rows: &mut Vec<u32>) {
        let extent = Extent::new(space, columns);
        let mut layout = std::mem::take(&mut self.layout);
        let cells = layout.lay(&extent, [width; 2]);
        rows.clear();
        if cells <= most as f64 && !(extent.wraps && layout.axes.iter().any(|axis| axis.table < 3)) {
            self.starts.clear();
            let mut sum = 0;
            for count in self.count(&layout, columns) {
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
        self.layout = layout;
    }

    /// A counting sort in pieces. The order it gives does not depend on how many pieces there are: within a cell, that
    /// of the rows.
    fn sort_by_cell(&mut self, now: &Columns<D>, threads: &Threads) {
        let Grid { layout, starts, cell_of, next, order, .. } = self;
        let axes = &layout.axes;
        let (agents, cells) = (now.len(), starts.len() - 1);
        // A piece needs a counter per cell.
        let pieces = if cells > agents { 1 } else { threads.count().min(MOST_PIECES).min(agents.div_ceil(GRAIN)) };
        let piece = agents.div_ceil(pieces);
        cell_of.resize(agents, 0);
        next.resize(pieces * cells, 0);
        let level = simd::level();
        threads.split(
            pieces,
            1,
            (&mut cell_of[..], &mut next[..]),
            cut_pieces(piece, cells),
            &|pieces, (places, counts)| {
                let first = pieces.start * piece;
                simd::dispatch!(level, simd => find_places(simd, axes, now, first, places));
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

/// Makes the columns longer than the agents are many: rows are read eight at a time, the last ones beyond the end.
fn pad<const D: usize>(before: &mut Columns<D>, len: usize, extra: &Extra) {
    for axis in 0..D {
        before.position[axis].resize(len, 0.0);
        before.velocity[axis].resize(len, 0.0);
        before.heading[axis].resize(len, 0.0);
        if !before.memory[axis].is_empty() {
            before.memory[axis].resize(len, 0.0);
        }
        before.course[axis].resize(if extra.course { len } else { 0 }, 0.0);
    }
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
        let cell = |place, axis: usize| place * axes[axis].table + axes[axis].place_of_agent(now.position[axis][row]);
        *place = (0..D).rev().fold(0, cell) as u32;
    }
}
