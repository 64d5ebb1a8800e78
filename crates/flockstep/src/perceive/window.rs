//! The window: the agents of all cells that some lookers look at, side by side in memory.
//!
//! Lookers that follow one another in memory stand in one row of cells, and all their neighbours lie in the same or an
//! adjacent row. The window takes the agents of these rows and puts them in slabs, one after another along x:
//!
//! ```text
//!   rows of cells      a b c d e       slabs      a f k | b g l | c h m | d i n | e j o
//!   (the lookers are   f g h i j                  └─ a looker in g sees this ─┘
//!    in f to j)        k l m n o
//! ```
//!
//! So the candidates of a looker are one run of the window: the slabs around its own. The order in a run follows from
//! the cells, so it does not depend on who else looks through the window. What lies across the seam of a torus is
//! brought over when the window is opened.

use super::rare::Rare;
use super::stencil::{Holds, Stencil, cells_in_view, own_cell};
use super::{Sense, Surroundings};
use crate::index::{Axis, Grid, LANES, Search};
use crate::math::vector::Vector;
use fearless_simd::{Simd, SimdBase, f32x8, u32x8};
use std::ops::Range;

/// A coordinate where nobody is: out of anyone's sight, and its square is still a number.
pub(super) const NOWHERE: f32 = 3e18;

/// The agents of all cells that some lookers look at.
#[derive(Clone, Debug)]
pub(crate) struct Window<const D: usize> {
    /// Where each is, as seen from the lookers.
    pub position: [Vec<f32>; D],
    pub velocity: [Vec<f32>; D],
    pub course: [Vec<f32>; D],
    /// Where along x those are who belong to certain groups; all others are nowhere.
    pub filtered_x: Vec<f32>,
    /// The row of each, once `know_rows` has been asked.
    pub row: Vec<u32>,
    rows_known: bool,
    /// Those of rare groups, a list for each of the first senses that asked; of these only so many are of this window.
    pub rare: Vec<Rare<D>>,
    pub(super) known: usize,
    /// If anyone tells groups apart: the groups that anyone here belongs to, the one that most agents of the world
    /// belong to, and the cells that hold others.
    pub anyone: u32,
    pub(super) usual: u32,
    pub(super) odd_cells: Vec<GroupCell>,
    /// Where each slab begins, and after the last where it ends.
    pub(super) slabs: Vec<u32>,
    /// What is added to the row of a looker to find it here, by slab.
    own: Vec<u32>,
    /// Where the rows of the lookers' own cell end, by slab; of a slab across a seam, where those before it do.
    ends: Vec<u32>,
    /// The cell of the first slab; of the whole of a folded table it is the first place.
    first: i32,
    whole: bool,
    cell_rows: Vec<CellRow<D>>,
    pieces: Vec<Piece>,
    /// How many pieces there are before the first cell of a torus, before its end, and in all.
    seams: [usize; 3],
}

/// A row of cells, as seen from the lookers.
#[derive(Clone, Debug)]
struct CellRow<const D: usize> {
    /// Where it begins in the table.
    base: i32,
    /// What is subtracted from a coordinate to see it from the lookers.
    shift: Vector<D>,
    /// Whether the lookers stand in it.
    own: bool,
}

/// A cell that a window holds: its rows, where they are in the window, and the groups they belong to.
#[derive(Clone, Debug)]
pub(super) struct GroupCell {
    pub rows: Range<u32>,
    pub to: u32,
    pub groups: u32,
}

impl<const D: usize> Default for Window<D> {
    fn default() -> Self {
        let empty = || std::array::from_fn(|_| Vec::new());
        Window {
            position: empty(),
            velocity: empty(),
            course: empty(),
            usual: 0,
            odd_cells: Vec::new(),
            rows_known: false,
            filtered_x: Vec::new(),
            row: Vec::new(),
            rare: Vec::new(),
            known: 0,
            anyone: 0,
            slabs: Vec::new(),
            own: Vec::new(),
            ends: Vec::new(),
            first: 0,
            whole: false,
            cell_rows: Vec::new(),
            pieces: Vec::new(),
            seams: [0; 3],
        }
    }
}

impl<const D: usize> Window<D> {
    /// Takes in everyone in the cells that the lookers look at. The lookers have this stencil and stand in one row of
    /// cells.
    #[inline(always)]
    pub fn open<S: Simd>(&mut self, simd: S, search: &Search<D>, stencil: &Stencil<D>, lookers: &[u32], holds: Holds) {
        let ranges = cells_in_view(simd, search, stencil, lookers);
        let (first, last) = ranges[0];
        (self.first, self.whole) = (first, stencil.whole[0]);
        let most = self.find_cell_rows(search, stencil, lookers[0] as usize, &ranges);
        // Vectors, and words of bits that stand for them, reach beyond the end.
        let room = most + 10 * LANES;
        self.make_room(room, holds);
        (self.known, self.rows_known) = (0, false);
        let len = self.lay_out(search.grid, first..last + 1, most);
        self.fill(simd, search, holds, room);
        // The last vector of a run may reach beyond the end, by up to sixteen: nobody is there.
        self.position[0][len..len + 2 * LANES].fill(NOWHERE);
    }

    /// Copies the agents to where they go.
    #[inline(always)]
    fn fill<S: Simd>(&mut self, simd: S, search: &Search<D>, holds: Holds, room: usize) {
        let Window { position, velocity, course, cell_rows, pieces, seams, .. } = self;
        let (agents, x) = (search.agents, &search.grid.axes()[0]);
        let padded = agents.len() + LANES;
        // Seen from the lookers, what is across a seam lies elsewhere.
        let in_place = cell_rows.iter().all(|row| row.shift == [0.0; D]);
        let [left, right, end] = *seams;
        for (some, cell) in [(0..left, -1), (left..right, 0), (right..end, x.around)] {
            let shift_x = x.place(cell).1;
            let shift = (!in_place || shift_x != 0.0).then_some((&cell_rows[..], shift_x));
            copy(simd, &pieces[some], &agents.position, position, [padded, room], shift);
        }
        let pieces = &pieces[..end];
        if holds.velocity {
            copy(simd, pieces, &agents.velocity, velocity, [padded, room], None);
        }
        if holds.course {
            copy(simd, pieces, &agents.course, course, [padded, room], None);
        }
    }

    /// Works out the row of each, if that is not known yet: only lists ask for it.
    #[inline(always)]
    pub fn know_rows<S: Simd>(&mut self, simd: S) {
        if std::mem::replace(&mut self.rows_known, true) {
            return;
        }
        let room = self.len() + 2 * LANES;
        if self.row.len() < room {
            self.row.resize(roomy(room), 0);
        }
        let counting = u32x8::from_slice(simd, &[0, 1, 2, 3, 4, 5, 6, 7]);
        for piece in &self.pieces[..self.seams[2]] {
            let place = piece.to as usize;
            (counting + u32x8::splat(simd, piece.from)).store_slice(&mut self.row[place..place + LANES]);
        }
    }

    /// Says which agents go where: slab by slab, in each row by row. Returns how many there are.
    #[inline(always)]
    fn lay_out(&mut self, grid: &Grid<D>, cells: Range<i32>, most: usize) -> usize {
        let Window { slabs, own, ends, cell_rows, pieces, seams, odd_cells, .. } = self;
        let x = &grid.axes()[0];
        odd_cells.clear();
        [&mut *slabs, own, ends].into_iter().for_each(|column| column.clear());
        slabs.resize(cells.len() + 1, 0);
        [&mut *own, ends].into_iter().for_each(|column| column.resize(cells.len(), 0));
        // A piece for each cell, and more for those that hold more than eight.
        let need = cells.len() * cell_rows.len() + most / LANES + 1;
        if pieces.len() < need {
            pieces.resize(need, Piece::default());
        }
        let (pieces, starts, cell_rows) = (&mut pieces[..], &grid.starts[..], &cell_rows[..]);
        let (mut len, mut count, mut last_end, mut anyone) = (0, 0, 0, 0);
        for (slab, cell) in cells.clone().enumerate() {
            let (place, shift_x) = x.place(cell);
            if cell <= 0 {
                seams[0] = count;
            }
            if x.around == 0 || cell <= x.around {
                seams[1] = count;
            }
            slabs[slab] = len;
            for (nth, row) in (0..).zip(cell_rows) {
                let at = (row.base + place) as usize;
                let [start, end] = starts[at..at + 2] else { continue };
                // Those of another side of the seam look from there.
                if row.own && shift_x == 0.0 {
                    (own[slab], last_end) = (len.wrapping_sub(start), end);
                }
                // Most cells hold no more than eight; of those who hold nobody the piece is written over.
                let mut from = start;
                pieces[count] = Piece { from, to: len, row: nth };
                count += usize::from(start < end);
                while end > from + LANES as u32 {
                    from += LANES as u32;
                    pieces[count] = Piece { from, to: len + (from - start), row: nth };
                    count += 1;
                }
                if let Some(groups) = grid.groups.get(at) {
                    anyone |= *groups;
                    if *groups & !grid.usual_group != 0 {
                        odd_cells.push(GroupCell { rows: start..end, to: len, groups: *groups });
                    }
                }
                len += end - start;
            }
            ends[slab] = last_end;
        }
        if cells.start >= 0 {
            seams[0] = 0;
        }
        if x.around == 0 || cells.end <= x.around {
            seams[1] = count;
        }
        seams[2] = count;
        slabs[cells.len()] = len;
        (self.anyone, self.usual) = (anyone, grid.usual_group);
        len as usize
    }

    /// Notes the rows of cells that hold someone in the cells in view; returns how many there are at most.
    #[inline(always)]
    fn find_cell_rows(
        &mut self,
        search: &Search<D>,
        stencil: &Stencil<D>,
        looker: usize,
        ranges: &[(i32, i32); D],
    ) -> usize {
        self.cell_rows.clear();
        let (axes, starts) = (search.grid.axes(), &search.grid.starts);
        let own: [i32; D] = own_cell(search, stencil, looker);
        let (table, cells) = (axes[0].table, ranges[0].0..ranges[0].1 + 1);
        // What crosses a seam or a fold may go around more than once.
        let straight = cells.start >= 0 && cells.end <= table;
        let (part, rounds) = if straight { (cells, 1) } else { (0..table, 1 + cells.len() / table as usize) };
        let (z_from, z_to) = if D == 3 { ranges[D - 1] } else { (0, 0) };
        let mut most = 0;
        for z in z_from..=z_to {
            for y in ranges[1].0..=ranges[1].1 {
                let cell = [0, y, z];
                let (mut base, mut shift) = (0, [0.0; D]);
                for axis in (1..D).rev() {
                    let (place, shifted) = axes[axis].place(cell[axis]);
                    (base, shift[axis]) = (base * axes[axis].table + place, shifted);
                }
                let base = base * table;
                let [start, end] = [part.start, part.end].map(|cell| starts[(base + cell) as usize]);
                if start < end {
                    most += (end - start) as usize * rounds;
                    let own = (1..D).all(|axis| cell[axis] == own[axis]);
                    self.cell_rows.push(CellRow { base, shift, own });
                }
            }
        }
        most
    }

    /// Makes room for this many.
    fn make_room(&mut self, need: usize, holds: Holds) {
        let grow = |column: &mut Vec<f32>, held: bool| {
            if held && column.len() < need {
                column.resize(roomy(need), 0.0);
            }
        };
        for axis in 0..D {
            grow(&mut self.position[axis], true);
            grow(&mut self.velocity[axis], holds.velocity);
            grow(&mut self.course[axis], holds.course);
        }
    }

    /// Makes a column of x in which everyone who belongs to none of some groups is nowhere. Returns false if nobody is
    /// such. Most cells hold agents of the usual group alone: only the others are gone along.
    pub fn filter(&mut self, around: &Surroundings<D>, groups: u32) -> bool {
        if self.anyone & !groups == 0 {
            return false;
        }
        let length = self.len() + 2 * LANES;
        if self.filtered_x.len() < length {
            self.filtered_x.resize(roomy(length), 0.0);
        }
        let (all, some) = (&self.position[0][..length], &mut self.filtered_x[..length]);
        let minds_usual = self.usual & groups != 0;
        if minds_usual {
            some.copy_from_slice(all);
        } else {
            some.fill(NOWHERE);
        }
        let looked_through = if minds_usual { !groups } else { groups };
        for cell in self.odd_cells.iter().filter(|cell| cell.groups & looked_through != 0) {
            for (place, row) in (cell.to as usize..).zip(cell.rows.clone()) {
                let minded = around.group_bit(row as usize) & groups != 0;
                some[place] = if minded { all[place] } else { NOWHERE };
            }
        }
        true
    }

    /// How many it shows.
    pub fn len(&self) -> usize {
        self.slabs.last().map_or(0, |end| *end as usize)
    }

    /// Whether anyone here may be one whom a sense minds.
    #[inline(always)]
    pub fn shows_some_to(&self, sense: &Sense) -> bool {
        sense.groups.is_none_or(|groups| groups & self.anyone != 0)
    }

    /// The slab of a looker, from its coordinate along x.
    #[inline(always)]
    pub fn slab_of(&self, cells: &Axis, x: f32) -> usize {
        let cell = cells.cell_of_agent(x);
        (if self.whole { cells.place(cell).0 } else { cell } - self.first) as usize
    }
    /// Where the rows of the lookers' cell in a slab end.
    #[inline(always)]
    pub fn end_of_cell(&self, slab: usize) -> u32 {
        self.ends[slab]
    }
    /// The rows of the lookers' cells in a slab and in so many on either side, unless cells are folded.
    #[inline(always)]
    pub fn rows_near(&self, slab: usize, span: usize) -> Range<u32> {
        let before = slab.checked_sub(span + 1).map_or(0, |slab| self.ends[slab]);
        before..self.ends[(slab + span).min(self.ends.len() - 1)]
    }
    /// How many slabs on either side of a looker's own hold those within reach.
    #[inline(always)]
    pub fn span(&self, grid: &Grid<D>, radius: f32) -> usize {
        if self.whole { self.slabs.len() } else { grid.axes()[0].span(radius + grid.layout.slack) as usize }
    }
    /// Where those are who are in a slab and in so many on either side.
    #[inline(always)]
    pub fn run(&self, slab: usize, span: usize) -> Range<usize> {
        let (from, to) = (slab.saturating_sub(span), (slab + span + 1).min(self.slabs.len() - 1));
        self.slabs[from] as usize..self.slabs[to] as usize
    }
    /// Where a looker in a slab is.
    #[inline(always)]
    pub fn place_of(&self, looker: u32, slab: usize) -> usize {
        looker.wrapping_add(self.own[slab]) as usize
    }
}

/// Up to eight agents of one cell: where they come from, where they go, the row of cells they stand in.
#[derive(Clone, Copy, Debug, Default)]
struct Piece {
    from: u32,
    to: u32,
    row: u32,
}

/// Copies pieces, eight at a time and beyond their ends too: what comes next is written over it. What is across a seam
/// is shifted, by row and along x. The columns are cut to equal `lengths`, so that one check serves them all.
#[inline(always)]
fn copy<S: Simd, const D: usize>(
    simd: S,
    pieces: &[Piece],
    from: &[Vec<f32>; D],
    to: &mut [Vec<f32>; D],
    lengths: [usize; 2],
    shift: Option<(&[CellRow<D>], f32)>,
) {
    let (mut sources, mut targets): ([&[f32]; D], [&mut [f32]; D]) = ([&[]; D], std::array::from_fn(|_| &mut [][..]));
    for (axis, (from, to)) in from.iter().zip(to).enumerate() {
        (sources[axis], targets[axis]) = (&from[..lengths[0]], &mut to[..lengths[1]]);
    }
    for piece in pieces {
        let (row, place) = (piece.from as usize, piece.to as usize);
        for axis in 0..D {
            let mut eight = f32x8::from_slice(simd, &sources[axis][row..row + LANES]);
            if let Some((rows, shift_x)) = shift {
                let shift = if axis == 0 { shift_x } else { rows[piece.row as usize].shift[axis] };
                eight -= f32x8::splat(simd, shift);
            }
            eight.store_slice(&mut targets[axis][place..place + LANES]);
        }
    }
}

/// A length of column for this many numbers. Columns must not lie a multiple of 4096 bytes apart: the nearest cache
/// could hold only few of them at once.
pub(super) fn roomy(need: usize) -> usize {
    need.next_multiple_of(1024) + 176
}
