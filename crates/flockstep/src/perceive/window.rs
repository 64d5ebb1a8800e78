//! The window: everyone that the lookers of a batch can see, side by side in memory.
//!
//! Agents that follow one another in memory stand in one row of cells. Whoever they see stands in that row or in one of
//! the rows around it. The window takes the agents of all these rows and puts them in slabs, one after another along x.
//! Then those within reach of a looker are a single run of the window: two look-ups find it, and the distance test alone
//! tells who is in sight. What lies across the seam of a torus is brought over when the window is made.

use super::grid::{COST_OF_CELL, COST_OF_EVERYONE};
use super::rare::{Rare, RareGroups, Stranger};
use super::search::{Search, place};
use super::{Grid, LANES, Sense};
use crate::plan::Plan;
use crate::vector::Vector;
use fearless_simd::{Select, Simd, SimdBase, f32x8, u32x8};
use std::ops::Range;

/// A coordinate where nobody is: out of anyone's sight, and its square is still a number.
pub(super) const NOWHERE: f32 = 3e18;

/// What a window holds of each agent, besides its position.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Holds {
    pub velocity: bool,
    pub course: bool,
    pub groups: bool,
    pub rows: bool,
    /// Whether anyone is listed.
    pub lists: bool,
}

impl Holds {
    /// What plans ask for.
    pub fn new<const D: usize>(plans: &[Plan<D>], rare: &RareGroups) -> Holds {
        let some = |wanted: &dyn Fn(&Sense) -> bool| plans.iter().flat_map(|plan| &plan.senses).any(wanted);
        let lists = |sense: &Sense| !sense.direct && sense.radius > 0.0;
        Holds {
            velocity: some(&|sense| sense.direct && !sense.wants.course),
            course: some(&|sense| sense.wants.course),
            groups: rare.groups == 0 && some(&|sense| sense.groups.is_some()),
            rows: some(&|sense| lists(sense) && (sense.noted_by.is_some() || !rare.are_all_of(sense))),
            lists: some(&lists),
        }
    }
}

/// Everyone that the lookers of a batch can see.
#[derive(Clone, Debug)]
pub(crate) struct Window<const D: usize> {
    /// Where each is, as seen from the lookers.
    pub position: [Vec<f32>; D],
    pub velocity: [Vec<f32>; D],
    pub course: [Vec<f32>; D],
    pub groups: Vec<u32>,
    /// Where along x those are who belong to certain groups; all others are nowhere.
    pub filtered_x: Vec<f32>,
    /// The row of each.
    pub row: Vec<u32>,
    /// Those of rare groups, a list for each of the first senses that asked; of these only so many are of this window.
    pub rare: Vec<Rare<D>>,
    pub(super) known: usize,
    /// Those of groups that are rare everywhere, and the bits of all other groups, unless it holds everyone's groups.
    pub(super) strangers: Vec<Stranger<D>>,
    pub(super) common: u32,
    /// The groups that anyone here belongs to.
    pub anyone: u32,
    /// Where each slab begins, and after the last where it ends.
    pub(super) slabs: Vec<u32>,
    /// What is added to the row of a looker to find it here, by slab.
    own: Vec<u32>,
    /// Where the lookers of a slab end, or of those before it if there are none, by slab.
    ends: Vec<u32>,
    /// The slab of each looker.
    slab_of: Vec<u32>,
    /// The first looker.
    first: usize,
    breadth: Breadth,
    pub(super) cell_rows: Vec<CellRow<D>>,
    pieces: Vec<Piece>,
    /// How many pieces there are before the first cell of a torus, before its end, and in all.
    seams: [usize; 3],
}

/// Which slabs hold those within reach of a looker.
#[derive(Clone, Copy, Debug)]
enum Breadth {
    /// All of them.
    Whole,
    /// Those that its sight reaches.
    Cells,
}

/// A row of cells, as seen from the lookers.
#[derive(Clone, Debug)]
pub(super) struct CellRow<const D: usize> {
    /// Where it begins in the table.
    pub base: i32,
    /// The rows of the agents in it; of those who are too far off some may be among them.
    pub rows: Range<u32>,
    /// What is taken from a coordinate to see it from the lookers.
    pub shift: Vector<D>,
    /// Whether the lookers stand in it.
    own: bool,
}

impl<const D: usize> Default for Window<D> {
    fn default() -> Self {
        let empty = || std::array::from_fn(|_| Vec::new());
        Window {
            position: empty(),
            velocity: empty(),
            course: empty(),
            groups: Vec::new(),
            filtered_x: Vec::new(),
            row: Vec::new(),
            rare: Vec::new(),
            known: 0,
            strangers: Vec::new(),
            common: 0,
            anyone: 0,
            slabs: Vec::new(),
            own: Vec::new(),
            ends: Vec::new(),
            slab_of: Vec::new(),
            first: 0,
            breadth: Breadth::Cells,
            cell_rows: Vec::new(),
            pieces: Vec::new(),
            seams: [0; 3],
        }
    }
}

impl<const D: usize> Window<D> {
    /// Takes in everyone within reach of the lookers, who stand in one row of cells. Returns false where a torus is too
    /// small to tell one side from the other, or sight far too wide for the cells.
    #[inline(always)]
    pub fn look<S: Simd>(
        &mut self,
        simd: S,
        search: &Search<D>,
        lookers: Range<usize>,
        radius: f32,
        holds: Holds,
        rare: &RareGroups,
    ) -> bool {
        if search.meets_twice(radius) {
            return false;
        }
        let grid = search.grid;
        let x = &grid.axes[0];
        let reach = radius + grid.slack;
        let mut ends = [[0.0; 2]; D];
        for (ends, column) in ends.iter_mut().zip(search.placed) {
            let [min, max] = extremes(simd, &column[lookers.clone()]);
            *ends = [min - reach, max + reach];
        }
        let [mut first, mut last] = ends[0].map(|end| x.cell(end));
        if x.around == 0 && !x.folded {
            (first, last) = (first.clamp(0, x.table - 1), last.clamp(0, x.table - 1));
        }
        let whole = x.around == 0 && x.folded && last - first >= x.table - 1;
        if whole {
            (first, last) = (0, x.table - 1);
        }
        let most = self.find_cell_rows(search, lookers.start, &ends, reach, first..last + 1);
        // A search far wider than the cells had better ask everyone.
        let cells = self.cell_rows.len() as f64 * f64::from(last - first + 1);
        if COST_OF_CELL * cells > COST_OF_EVERYONE * (lookers.len() * search.before.len()).max(1024) as f64 {
            return false;
        }
        // Vectors, and words of bits that stand for them, reach beyond the end.
        let room = most + 10 * LANES;
        self.make_room(room, holds);
        self.known = 0;
        (self.first, self.breadth) = (lookers.start, if whole { Breadth::Whole } else { Breadth::Cells });
        let len = self.lay_out(grid, first..last + 1, most);
        let Window { position, velocity, course, groups, row: rows, ends, slab_of, cell_rows, pieces, seams, .. } =
            self;
        let before = search.before;
        let padded = before.len() + LANES;
        // Seen from the lookers, what is across a seam lies elsewhere.
        let in_place = cell_rows.iter().all(|row| row.shift == [0.0; D]);
        let [left, right, end] = *seams;
        for (some, cell) in [(0..left, -1), (left..right, 0), (right..end, x.around)] {
            let shift_x = place(x, cell).1;
            let shift = (!in_place || shift_x != 0.0).then_some((&cell_rows[..], shift_x));
            copy(simd, &pieces[some], search.seen, position, [padded, room], shift);
        }
        let pieces = &pieces[..end];
        if holds.velocity {
            copy(simd, pieces, &before.velocity, velocity, [padded, room], None);
        }
        if holds.course {
            copy(simd, pieces, &before.course, course, [padded, room], None);
        }
        if holds.groups {
            let (from, to) = (&before.groups[..padded], &mut groups[..room]);
            for piece in pieces {
                let (row, place) = (piece.from as usize, piece.to as usize);
                let eight = u32x8::from_slice(simd, &from[row..row + LANES]);
                eight.store_slice(&mut to[place..place + LANES]);
            }
        }
        if holds.rows {
            let counting = u32x8::from_slice(simd, &[0, 1, 2, 3, 4, 5, 6, 7]);
            let to = &mut rows[..room];
            for piece in pieces {
                let place = piece.to as usize;
                (counting + u32x8::splat(simd, piece.from)).store_slice(&mut to[place..place + LANES]);
            }
        }
        if x.folded {
            let slab = |x_: &f32| (if whole { x.place(*x_) } else { x.cell_of_agent(*x_) - first }) as u32;
            slab_of.clear();
            slab_of.extend(search.placed[0][lookers.clone()].iter().map(slab));
        } else {
            slab_of.resize(slab_of.len().max(roomy(lookers.len())), 0);
            let mut from = lookers.start;
            for (slab, end) in ends.iter_mut().enumerate() {
                let passed = (*end as usize).clamp(from, lookers.end);
                // Mostly no more than eight, or none: what is written beyond the end is written over.
                for at in (from..passed.max(from + 1)).step_by(LANES) {
                    let room = at - lookers.start..at - lookers.start + LANES;
                    u32x8::splat(simd, slab as u32).store_slice(&mut slab_of[room]);
                }
                (from, *end) = (passed, passed as u32);
            }
        }
        // The last vector of a run may reach beyond the end, by up to sixteen: nobody is there.
        position[0][len..len + 2 * LANES].fill(NOWHERE);
        if holds.groups {
            self.anyone = groups[..len].iter().fold(0, |all, bits| all | bits);
            self.strangers.clear();
        } else {
            self.find_strangers(search, rare, first, whole);
        }
        true
    }

    /// Says which agents go where: slab by slab, in each row by row. Returns how many there are.
    #[inline(always)]
    fn lay_out(&mut self, grid: &Grid<D>, cells: Range<i32>, most: usize) -> usize {
        let Window { slabs, own, ends, cell_rows, pieces, seams, .. } = self;
        let around = grid.axes[0].around;
        for (column, len) in [(&mut *slabs, cells.len() + 1), (&mut *own, cells.len()), (&mut *ends, cells.len())] {
            column.clear();
            column.resize(len, 0);
        }
        // A piece for each cell, and more for those that hold more than eight.
        let need = cells.len() * cell_rows.len() + most / LANES + 1;
        if pieces.len() < need {
            pieces.resize(need, Piece::default());
        }
        let (pieces, starts, cell_rows) = (&mut pieces[..], &grid.starts[..], &cell_rows[..]);
        let (mut len, mut count) = (0, 0);
        for (slab, cell) in cells.clone().enumerate() {
            let (place, shift_x) = place(&grid.axes[0], cell);
            if cell <= 0 {
                seams[0] = count;
            }
            if around == 0 || cell <= around {
                seams[1] = count;
            }
            slabs[slab] = len;
            for (nth, row) in (0..).zip(cell_rows) {
                let at = (row.base + place) as usize;
                let [start, end] = starts[at..at + 2] else { continue };
                // Those of another side of the seam look from there.
                if row.own && shift_x == 0.0 {
                    (own[slab], ends[slab]) = (len.wrapping_sub(start), end);
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
                len += end - start;
            }
        }
        if cells.start >= 0 {
            seams[0] = 0;
        }
        if around == 0 || cells.end <= around {
            seams[1] = count;
        }
        seams[2] = count;
        slabs[cells.len()] = len;
        len as usize
    }

    /// Notes the rows of cells that hold someone within reach of the lookers; returns how many there are at most.
    #[inline(always)]
    fn find_cell_rows(
        &mut self,
        search: &Search<D>,
        looker: usize,
        ends: &[[f32; 2]; D],
        reach: f32,
        cells: Range<i32>,
    ) -> usize {
        self.cell_rows.clear();
        let mut most = 0;
        let grid = search.grid;
        let mut own = [0; D];
        let mut ranges = [(0, 0); D];
        for axis in 1..D {
            let slices = &grid.axes[axis];
            let span = slices.span(reach);
            own[axis] = slices.cell_of_agent(search.placed[axis][looker]);
            ranges[axis] = if slices.around == 0 && slices.folded && 2 * span >= slices.table {
                own[axis] &= slices.table - 1;
                (0, slices.table - 1)
            } else {
                let [first, last] = ends[axis].map(|end| slices.cell(end));
                let (first, last) = (first.max(own[axis] - span), last.min(own[axis] + span));
                let whole = slices.folded || slices.around > 0;
                if whole { (first, last) } else { (first.max(0), last.min(slices.table - 1)) }
            };
        }
        let table = grid.axes[0].table;
        let (z_from, z_to) = if D == 3 { ranges[D - 1] } else { (0, 0) };
        for z in z_from..=z_to {
            for y in ranges[1].0..=ranges[1].1 {
                let cell = [0, y, z];
                let (mut base, mut shift) = (0, [0.0; D]);
                for axis in (1..D).rev() {
                    let (place, shifted) = place(&grid.axes[axis], cell[axis]);
                    (base, shift[axis]) = (base * grid.axes[axis].table + place, shifted);
                }
                let base = base * table;
                // What crosses a seam or a fold may go around more than once.
                let straight = cells.start >= 0 && cells.end <= table;
                let (part, rounds) =
                    if straight { (cells.clone(), 1) } else { (0..table, 1 + cells.len() / table as usize) };
                let [start, end] = [part.start, part.end].map(|cell| grid.starts[(base + cell) as usize]);
                if start < end {
                    most += (end - start) as usize * rounds;
                    let own = (1..D).all(|axis| cell[axis] == own[axis]);
                    self.cell_rows.push(CellRow { base, rows: start..end, shift, own });
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
        for (column, held) in [(&mut self.groups, holds.groups), (&mut self.row, holds.rows)] {
            let len = if held { column.len().max(roomy(need)) } else { 0 };
            column.resize(len, 0);
        }
    }

    /// Takes out of sight who belongs to none of some groups. Returns whether that is in a column of its own; else whoever is out of
    /// sight must be shown again.
    #[inline(always)]
    pub fn filter<S: Simd>(&mut self, simd: S, groups: u32) -> bool {
        if self.anyone & !groups == 0 {
            return false;
        }
        if self.groups.is_empty() && groups & self.common != 0 {
            self.hide_strangers(groups);
            return false;
        }
        let x = &self.position[0];
        let length = (self.slabs.last().map_or(0, |end| *end as usize) + LANES).next_multiple_of(LANES);
        if self.filtered_x.len() < length {
            self.filtered_x.resize(x.len(), 0.0);
        }
        if self.groups.is_empty() {
            self.filtered_x[..length].fill(NOWHERE);
            self.show_few(groups);
            return true;
        }
        let minded = u32x8::splat(simd, groups);
        let all = x[..length].as_chunks::<LANES>().0.iter().zip(self.groups[..length].as_chunks::<LANES>().0);
        for ((x, bits), to) in all.zip(self.filtered_x.as_chunks_mut::<LANES>().0) {
            let mine = (u32x8::from_slice(simd, bits) & minded).simd_ne(u32x8::splat(simd, 0));
            mine.select(f32x8::from_slice(simd, x), f32x8::splat(simd, NOWHERE)).store_slice(to);
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
        sense.radius > 0.0 && sense.groups.is_none_or(|groups| groups & self.anyone != 0)
    }

    /// Where the rows of a looker's cell end.
    #[inline(always)]
    pub fn end_of_cell(&self, looker: usize) -> usize {
        self.ends[self.slab_of[looker - self.first] as usize] as usize
    }

    /// The lookers in a slab and in so many on either side, unless cells are folded.
    #[inline(always)]
    pub fn lookers_near(&self, slab: usize, span: usize) -> Range<usize> {
        let before = slab.checked_sub(span + 1).map_or(self.first, |slab| self.ends[slab] as usize);
        before..self.ends[(slab + span).min(self.ends.len() - 1)] as usize
    }

    /// How many slabs on either side of a looker's own hold those within reach.
    #[inline(always)]
    pub fn span(&self, grid: &Grid<D>, reach: f32) -> usize {
        match self.breadth {
            Breadth::Whole => self.slabs.len(),
            Breadth::Cells => grid.axes[0].span(reach) as usize,
        }
    }

    /// Where those are who are in a looker's slab and in so many on either side, and what is added to its row to find itself.
    #[inline(always)]
    pub fn run_of(&self, looker: usize, span: usize) -> (Range<usize>, u32) {
        let slab = self.slab_of[looker - self.first] as usize;
        let (from, to) = (slab.saturating_sub(span), (slab + span + 1).min(self.slabs.len() - 1));
        (self.slabs[from] as usize..self.slabs[to] as usize, self.own[slab])
    }
}

/// Up to eight agents of one cell: where they come from, where they go, the row of cells they stand in.
#[derive(Clone, Copy, Debug, Default)]
struct Piece {
    from: u32,
    to: u32,
    row: u32,
}

/// Copies pieces, eight at a time and beyond their ends too: what comes next is written over it. What is across a seam is
/// shifted, by row and along x. The columns are cut to equal `lengths`, so that one check serves them all.
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

/// The least and the greatest of some numbers.
#[inline(always)]
pub(crate) fn extremes<S: Simd>(simd: S, numbers: &[f32]) -> [f32; 2] {
    let (eights, rest) = numbers.as_chunks::<LANES>();
    let (mut least, mut most) = (f32x8::splat(simd, f32::INFINITY), f32x8::splat(simd, f32::NEG_INFINITY));
    for eight in eights {
        let eight = f32x8::from_slice(simd, eight);
        (least, most) = (least.min(eight), most.max(eight));
    }
    let least = least.to_array().into_iter().chain(rest.iter().copied()).fold(f32::INFINITY, f32::min);
    let most = most.to_array().into_iter().chain(rest.iter().copied()).fold(f32::NEG_INFINITY, f32::max);
    [least, most]
}

/// A length of column for this many numbers. Columns must not lie a multiple of 4096 bytes apart: the nearest cache could
/// hold only few of them at once.
pub(super) fn roomy(need: usize) -> usize {
    need.next_multiple_of(1024) + 176
}
