//! The neighbour search: which runs of memory can hold someone within a radius of a point.

use super::LANES;
use super::grid::{Axis, FARTHEST_CELL, Grid};
use crate::vector::{Vector, add, dot};
use crate::world::Space;
use crate::world::agents::{Columns, at};
use fearless_simd::{Simd, SimdBase, SimdFloat, SimdMask, f32x8, i32x8};

/// The indexed world, as a search needs it.
#[derive(Clone, Copy)]
pub(crate) struct Search<'a, const D: usize> {
    pub grid: &'a Grid<D>,
    pub before: &'a Columns<D>,
    pub space: &'a Space<D>,
}

/// Rows of agents that are one run of memory, to be looked at from a point.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Run<const D: usize> {
    pub start: u32,
    pub end: u32,
    /// What is added to a point to see it from there: on a torus it may be across the seam.
    pub shift: Vector<D>,
}

/// The rows of cells around one row of cells. Agents of one row follow one another in memory, so it is made anew only
/// when the row changes, and what it holds is ready for eight rows at a time.
#[derive(Clone, Debug)]
struct Stencil<const D: usize> {
    /// The cell it was made for, and the radius.
    made_for: Option<([i32; D], f32)>,
    /// Whether any row is across the seam of a torus.
    shifted: bool,
    /// How many rows there are; the columns are longer.
    rows: usize,
    /// Where each row begins in the table.
    base: Vec<i32>,
    /// The ends of each row's cells, by axis; along x unused.
    low: [Vec<f32>; D],
    high: [Vec<f32>; D],
    /// What is added to the point to see it from each row.
    shift: [Vec<f32>; D],
}

impl<const D: usize> Default for Stencil<D> {
    fn default() -> Self {
        let empty = || std::array::from_fn(|_| Vec::new());
        Stencil {
            made_for: None,
            shifted: false,
            rows: 0,
            base: Vec::new(),
            low: empty(),
            high: empty(),
            shift: empty(),
        }
    }
}

impl<const D: usize> Stencil<D> {
    #[inline(never)]
    fn make(&mut self, grid: &Grid<D>, cell: [i32; D], radius: f32) {
        self.made_for = Some((cell, radius));
        self.shifted = false;
        self.base.clear();
        for columns in [&mut self.low, &mut self.high, &mut self.shift] {
            columns.iter_mut().for_each(Vec::clear);
        }
        let slices = |axis: usize| {
            let cells = &grid.axes[axis];
            let span = cells.span(radius + grid.slack);
            if cells.folded && cells.around == 0 && 2 * span >= cells.table {
                return (0, cells.table - 1, true);
            }
            if cells.folded || cells.around > 0 {
                return (cell[axis] - span, cell[axis] + span, false);
            }
            ((cell[axis] - span).max(0), (cell[axis] + span).min(cells.table - 1), false)
        };
        let (low_z, high_z, whole_z) = if D == 3 { slices(D - 1) } else { (0, 0, true) };
        let (low_y, high_y, whole_y) = slices(1);
        for z in low_z..=high_z {
            for y in low_y..=high_y {
                self.add_row(grid, [0, y, z], [true, whole_y, whole_z]);
            }
        }
        self.rows = self.base.len();
        let padded = self.rows.next_multiple_of(LANES) + LANES;
        self.base.resize(padded, 0);
        for axis in 1..D {
            // Rows that do not exist are infinitely far.
            self.low[axis].resize(padded, f32::INFINITY);
            self.high[axis].resize(padded, f32::INFINITY);
        }
    }

    fn add_row(&mut self, grid: &Grid<D>, cell: [i32; 3], whole: [bool; 3]) {
        let mut base = 0;
        for axis in (1..D).rev() {
            let cells = &grid.axes[axis];
            let (place, shift) = place(cells, cell[axis]);
            base = base * cells.table + place;
            let low = cells.origin + cell[axis] as f32 * cells.size;
            // Of a whole folded table a cell's coordinate says nothing about the distance.
            self.low[axis].push(if whole[axis] { f32::NEG_INFINITY } else { low });
            self.high[axis].push(if whole[axis] { f32::INFINITY } else { low + cells.size });
            self.shift[axis].push(shift);
            self.shifted |= shift != 0.0;
        }
        self.base.push(base * grid.axes[0].table);
    }
}

/// The place of a slice of cells in the table, and what is added to a coordinate to see it from there.
#[inline(always)]
pub(super) fn place(cells: &Axis, cell: i32) -> (i32, f32) {
    let (mut place, mut shift) = (cell, 0.0);
    if cells.around > 0 {
        if cell < 0 {
            (place, shift) = (cell + cells.around, cells.side);
        } else if cell >= cells.around {
            (place, shift) = (cell - cells.around, -cells.side);
        }
    }
    (if cells.folded { place & (cells.table - 1) } else { place }, shift)
}

/// The runs of one search, and the stencils of the last ones.
#[derive(Clone, Debug)]
pub(crate) struct Runs<const D: usize> {
    pub runs: Vec<Run<D>>,
    /// One per radius, as far as they go: agents of several kinds are mixed.
    stencils: [Stencil<D>; 4],
}

impl<const D: usize> Default for Runs<D> {
    fn default() -> Self {
        Runs { runs: Vec::new(), stencils: Default::default() }
    }
}

impl<const D: usize> Runs<D> {
    /// Forgets what belongs to an earlier grid.
    pub fn begin(&mut self) {
        for stencil in &mut self.stencils {
            stencil.made_for = None;
        }
    }

    /// Notes the runs that can hold someone within the radius of any point of a box, in a fixed order. The box lies in
    /// one row of cells. Returns false, and notes nothing, where a torus is too small to tell one side from the other:
    /// then [`Search::everyone`] is to be asked.
    #[inline(always)]
    pub fn note<S: Simd>(&mut self, simd: S, search: &Search<D>, min: Vector<D>, max: Vector<D>, radius: f32) -> bool {
        self.runs.clear();
        let grid = search.grid;
        let mut cell = [0; D];
        for axis in 1..D {
            cell[axis] = grid.axes[axis].cell(min[axis]);
        }
        let stencil = &mut self.stencils[(radius.to_bits() >> 17 ^ radius.to_bits() >> 20) as usize % 4];
        if stencil.made_for != Some((cell, radius)) {
            if search.meets_twice(radius) {
                return false;
            }
            stencil.make(grid, cell, radius);
        }
        let runs = &mut self.runs;
        let cells = &grid.axes[0];
        let reach = radius + grid.slack;
        let (first, last) = (cells.cell(min[0] - reach), cells.cell(max[0] + reach));
        if cells.around > 0 && last - first >= cells.table {
            return false;
        }
        let straight = !cells.folded && (cells.around == 0 || (first >= 0 && last < cells.around));
        let (least, most) = (i32x8::splat(simd, 0), i32x8::splat(simd, cells.table - 1));
        for from in (0..stencil.rows).step_by(LANES) {
            let (near, low, high) = stencil.ends(simd, grid, min, max, reach, from);
            if straight && !stencil.shifted {
                let base = i32x8::from_slice(simd, &stencil.base[from..from + LANES]);
                let first = (base + low.max(least)).to_array();
                let end = (base + high.min(most) + i32x8::splat(simd, 1)).to_array();
                for lane in 0..LANES {
                    if near & (1 << lane) != 0 {
                        grid.note_run(first[lane], end[lane], [0.0; D], runs);
                    }
                }
            } else {
                let (low, high) = (low.to_array(), high.to_array());
                for lane in (0..LANES).filter(|lane| near & (1 << lane) != 0) {
                    let mut shift = [0.0; D];
                    for axis in 1..D {
                        shift[axis] = stencil.shift[axis][from + lane];
                    }
                    grid.note_pieces(stencil.base[from + lane], low[lane], high[lane], shift, runs);
                }
            }
        }
        true
    }
}

impl<const D: usize> Stencil<D> {
    /// Of eight rows: which are within reach of a box, and their first and last cells that are.
    #[inline(always)]
    fn ends<S: Simd>(
        &self,
        simd: S,
        grid: &Grid<D>,
        min: Vector<D>,
        max: Vector<D>,
        reach: f32,
        from: usize,
    ) -> (u64, i32x8<S>, i32x8<S>) {
        let cells = &grid.axes[0];
        let (zero, slack) = (f32x8::splat(simd, 0.0), f32x8::splat(simd, grid.slack));
        let mut left = f32x8::splat(simd, reach * reach);
        for axis in 1..D {
            let below = f32x8::from_slice(simd, &self.low[axis][from..from + LANES]) - f32x8::splat(simd, max[axis]);
            let above = f32x8::splat(simd, min[axis]) - f32x8::from_slice(simd, &self.high[axis][from..from + LANES]);
            let gap = (below.max(above) - slack).max(zero);
            left -= gap * gap;
        }
        let near = left.simd_ge(zero).to_bitmask();
        let across = left.max(zero).sqrt() + slack;
        let (origin, inverse) = (f32x8::splat(simd, cells.origin), f32x8::splat(simd, cells.inverse));
        let far = f32x8::splat(simd, FARTHEST_CELL);
        let low = (f32x8::splat(simd, min[0]) - across - origin) * inverse;
        let high = (f32x8::splat(simd, max[0]) + across - origin) * inverse;
        (near, low.floor().max(-far).to_int(), high.floor().min(far).to_int())
    }
}

impl<const D: usize> Grid<D> {
    /// The cells from `first` to just before `end`, which are one run of memory.
    #[inline(always)]
    fn note_run(&self, first: i32, end: i32, shift: Vector<D>, runs: &mut Vec<Run<D>>) {
        if end <= first {
            return;
        }
        let (start, end) = (self.starts[first as usize], self.starts[end as usize]);
        if start < end {
            runs.push(Run { start, end, shift });
        }
    }

    /// A row that crosses the seam of a torus or the end of a folded table.
    #[inline(never)]
    fn note_pieces(&self, base: i32, low: i32, high: i32, shift: Vector<D>, runs: &mut Vec<Run<D>>) {
        let cells = &self.axes[0];
        if cells.around == 0 && !cells.folded {
            return self.note_run(base + low.max(0), base + high.min(cells.table - 1) + 1, shift, runs);
        }
        if cells.around == 0 && high - low >= cells.table {
            return self.note_run(base, base + cells.table, shift, runs);
        }
        let mut from = low;
        while from <= high {
            let (mut to, mut place, mut shift) = (high, from, shift);
            if cells.around > 0 {
                if from < 0 {
                    (to, place) = (to.min(-1), from + cells.around);
                    shift[0] = cells.side;
                } else if from >= cells.around {
                    place = from - cells.around;
                    shift[0] = -cells.side;
                } else {
                    to = to.min(cells.around - 1);
                }
            }
            if cells.folded {
                place &= cells.table - 1;
                to = to.min(from + cells.table - 1 - place);
            }
            self.note_run(base + place, base + place + (to - from) + 1, shift, runs);
            from = to + 1;
        }
    }
}

impl<const D: usize> Search<'_, D> {
    /// Whether a search around a torus would meet cells twice, from either side of the seam or of the fold.
    pub fn meets_twice(&self, radius: f32) -> bool {
        let twice =
            |cells: &Axis| 2 * cells.span(radius + self.grid.slack) >= cells.table || radius >= 0.5 * cells.side;
        self.grid.axes.iter().any(|cells| cells.around > 0 && twice(cells))
    }

    /// Everyone within the radius, by asking everyone.
    pub fn everyone(&self, point: Vector<D>, radius: f32) -> impl Iterator<Item = (usize, Vector<D>)> + '_ {
        (0..self.before.len()).filter_map(move |row| {
            let offset = self.space.offset(point, at(&self.before.position, row));
            (dot(offset, offset) <= radius * radius).then_some((row, offset))
        })
    }

    /// Tells of everyone within the radius of a point, in a fixed order.
    pub fn within(&self, point: Vector<D>, radius: f32, runs: &mut Runs<D>, mut tell: impl FnMut(usize, Vector<D>)) {
        let level = crate::simd::level();
        if fearless_simd::dispatch!(level, simd => runs.note(simd, self, point, point, radius)) {
            self.noted(&runs.runs, point, radius).for_each(|(row, offset)| tell(row, offset));
        } else {
            self.everyone(point, radius).for_each(|(row, offset)| tell(row, offset));
        }
    }

    /// Everyone within the radius, by asking those in the noted runs.
    fn noted<'a>(
        &'a self,
        runs: &'a [Run<D>],
        point: Vector<D>,
        radius: f32,
    ) -> impl Iterator<Item = (usize, Vector<D>)> + 'a {
        runs.iter().flat_map(move |run| {
            let seen_from = add(point, run.shift);
            (run.start as usize..run.end as usize).filter_map(move |row| {
                let offset = std::array::from_fn(|axis| self.before.position[axis][row] - seen_from[axis]);
                (dot(offset, offset) <= radius * radius).then_some((row, offset))
            })
        })
    }
}

/// The nearest row, other than `own`, for which `admits` holds, however far: in widening circles.
pub(crate) fn nearest_where<const D: usize>(
    search: &Search<D>,
    own: usize,
    point: Vector<D>,
    admits: impl Fn(usize) -> bool,
    runs: &mut Runs<D>,
) -> Option<usize> {
    let axes = &search.grid.axes;
    let whole = |radius: f32| {
        axes.iter().all(|axis| f64::from(radius) * f64::from(axis.inverse) >= f64::from(axis.table.max(axis.around)))
    };
    let mut radius = axes[D - 1].size.max(axes[0].size);
    loop {
        let mut best: Option<(f32, usize)> = None;
        let mut consider = |(row, offset): (usize, Vector<D>)| {
            let square = dot(offset, offset);
            // Equal distances go to the lower id, whatever cell it is in.
            let nearer = best.is_none_or(|(least, other)| {
                square < least || square == least && search.before.id[row] < search.before.id[other]
            });
            if row != own && nearer && admits(row) {
                best = Some((square, row));
            }
        };
        // When a circle spans the whole table, everyone is asked anyway.
        let level = crate::simd::level();
        let all = radius >= 1e18 || whole(radius);
        let runs_fit = !all && fearless_simd::dispatch!(level, simd => runs.note(simd, search, point, point, radius));
        if runs_fit {
            search.noted(&runs.runs, point, radius).for_each(&mut consider);
        } else {
            search.everyone(point, f32::INFINITY).for_each(&mut consider);
        }
        if !runs_fit || best.is_some() {
            return best.map(|(_, row)| row);
        }
        radius *= 2.0;
    }
}
