//! The neighbour search around one point. The step searches for many at once, through a window; this one is for those
//! who ask now and then.

use super::{Axis, Grid};
use crate::agents::{Columns, at};
use crate::math::vector::{Vector, dot};
use crate::space::Space;
use crate::work;

/// The indexed world, as a search needs it.
#[derive(Clone, Copy)]
pub(crate) struct Search<'a, const D: usize> {
    pub grid: &'a Grid<D>,
    pub agents: &'a Columns<D>,
    pub space: &'a Space<D>,
}

/// The slices of cells along one axis that a search meets.
struct Slices {
    first: i32,
    last: i32,
    /// All of a folded table: a cell's coordinate says nothing about its distance.
    whole: bool,
}

impl Slices {
    fn around(cells: &Axis, coordinate: f32, reach: f32) -> Self {
        let (cell, span) = (cells.cell(coordinate), cells.span(reach));
        if cells.folded && cells.around == 0 && 2 * span >= cells.table {
            return Slices { first: 0, last: cells.table - 1, whole: true };
        }
        let (first, last) = (cell - span, cell + span);
        if cells.folded || cells.around > 0 {
            return Slices { first, last, whole: false };
        }
        Slices { first: first.max(0), last: last.min(cells.table - 1), whole: false }
    }

    /// How far a coordinate is from a slice, at least.
    fn gap(&self, cells: &Axis, slice: i32, coordinate: f32, slack: f32) -> f32 {
        if self.whole {
            return 0.0;
        }
        let low = cells.origin + slice as f32 * cells.size;
        ((low - coordinate).max(coordinate - (low + cells.size)) - slack).max(0.0)
    }
}

impl<const D: usize> Search<'_, D> {
    /// Whether a search around a torus would meet cells twice, from either side of the seam or of the fold.
    pub fn meets_twice(&self, radius: f32) -> bool {
        let twice =
            |cells: &Axis| 2 * cells.span(radius + self.grid.layout.slack) >= cells.table || radius >= 0.5 * cells.side;
        self.grid.axes().iter().any(|cells| cells.around > 0 && twice(cells))
    }

    /// Everyone within the radius, by asking everyone from a row on, and then those before it.
    pub fn everyone(
        &self,
        point: Vector<D>,
        radius: f32,
        from: usize,
    ) -> impl Iterator<Item = (usize, Vector<D>)> + '_ {
        (from..self.agents.len()).chain(0..from).filter_map(move |row| {
            let offset = self.space.offset(point, at(&self.agents.position, row));
            (dot(offset, offset) <= radius * radius).then_some((row, offset))
        })
    }

    /// Tells of everyone within the radius of a point, cell by cell.
    #[inline]
    pub fn within(&self, point: Vector<D>, radius: f32, mut tell: impl FnMut(usize, Vector<D>)) {
        self.until(point, radius, 0, |row, offset| {
            tell(row, offset);
            true
        });
    }

    /// Tells of those within the radius of a point, cell by cell, until told to stop. Of a run of rows that holds the
    /// row `from`, those from there on come first: so not everyone in a crowd meets the same few. Returns whether all
    /// were told of.
    #[inline]
    pub fn until(
        &self,
        point: Vector<D>,
        radius: f32,
        from: usize,
        mut tell: impl FnMut(usize, Vector<D>) -> bool,
    ) -> bool {
        let (grid, reach) = (self.grid, radius + self.grid.layout.slack);
        let cells = &grid.axes()[0];
        let around = cells.around > 0 && cells.cell(point[0] + reach) - cells.cell(point[0] - reach) >= cells.table;
        if around || self.meets_twice(radius) {
            return self.everyone(point, radius, from).all(|(row, offset)| tell(row, offset));
        }
        let slices: [Slices; D] = std::array::from_fn(|axis| Slices::around(&grid.axes()[axis], point[axis], reach));
        let beside = if D == 3 { slices[D - 1].first..=slices[D - 1].last } else { 0..=0 };
        for z in beside {
            for y in slices[1].first..=slices[1].last {
                let (mut base, mut left, mut seen_from) = (0, reach * reach, point);
                for (axis, slice) in [(2, z), (1, y)].into_iter().skip(3 - D) {
                    let cells = &grid.axes()[axis];
                    let (place, shift) = cells.place(slice);
                    base = base * cells.table + place;
                    let gap = slices[axis].gap(cells, slice, point[axis], grid.layout.slack);
                    left -= gap * gap;
                    seen_from[axis] += shift;
                }
                let row = base * cells.table;
                // Far from crowds most rows of cells are empty from end to end.
                let empty = grid.starts[row as usize] == grid.starts[(row + cells.table) as usize];
                if left >= 0.0 && !empty {
                    let across = left.sqrt() + grid.layout.slack;
                    let ends = (cells.cell(point[0] - across), cells.cell(point[0] + across));
                    if !self.along(row, ends, seen_from, (radius, from), &mut tell) {
                        return false;
                    }
                }
            }
        }
        true
    }

    /// Tells of those in a row of cells, piece by piece where it crosses the seam of a torus or the end of a folded
    /// table.
    fn along(
        &self,
        base: i32,
        (low, high): (i32, i32),
        seen_from: Vector<D>,
        (radius, from): (f32, usize),
        tell: &mut impl FnMut(usize, Vector<D>) -> bool,
    ) -> bool {
        let cells = &self.grid.axes()[0];
        let mut piece = |first: i32, end: i32, seen_from: Vector<D>| {
            let starts = &self.grid.starts;
            let rows = starts[(base + first) as usize] as usize..starts[(base + end) as usize] as usize;
            let middle = if rows.contains(&from) { from } else { rows.start };
            let mut ask = |row: usize| {
                let offset = std::array::from_fn(|axis| self.agents.position[axis][row] - seen_from[axis]);
                let within = dot(offset, offset) <= radius * radius;
                !within || tell(row, offset)
            };
            (middle..rows.end).all(&mut ask) && (rows.start..middle).all(&mut ask)
        };
        if cells.around == 0 && (!cells.folded || high - low >= cells.table) {
            let (first, end) =
                if cells.folded { (0, cells.table) } else { (low.max(0), high.min(cells.table - 1) + 1) };
            return first >= end || piece(first, end, seen_from);
        }
        let mut cell = low;
        while cell <= high {
            let (place, shift) = cells.place(cell);
            let mut to = high;
            if cells.around > 0 && cell < cells.around {
                to = to.min(if cell < 0 { -1 } else { cells.around - 1 });
            }
            if cells.folded {
                to = to.min(cell + cells.table - 1 - place);
            }
            let mut seen_from = seen_from;
            seen_from[0] += shift;
            if !piece(place, place + (to - cell) + 1, seen_from) {
                return false;
            }
            cell = to + 1;
        }
        true
    }
}

/// The nearest row, other than `own`, for which `admits` holds, however far: in widening circles.
pub(crate) fn nearest_where<const D: usize>(
    search: &Search<D>,
    own: usize,
    point: Vector<D>,
    admits: impl Fn(usize) -> bool,
) -> Option<usize> {
    let axes = search.grid.axes();
    let whole = |radius: f32| {
        axes.iter().all(|axis| f64::from(radius) * f64::from(axis.inverse) >= f64::from(axis.table.max(axis.around)))
    };
    let mut radius = axes[D - 1].size.max(axes[0].size);
    loop {
        let mut best: Option<(f32, usize)> = None;
        let mut asked = 0;
        let mut consider = |row: usize, offset: Vector<D>| {
            asked += 1;
            let square = dot(offset, offset);
            // Equal distances go to the lower id, whatever cell it is in.
            let nearer = best.is_none_or(|(least, other)| {
                square < least || square == least && search.agents.id[row] < search.agents.id[other]
            });
            if row != own && nearer && admits(row) {
                best = Some((square, row));
            }
        };
        // When a circle spans the whole table, everyone is asked anyway.
        let all = radius >= 1e18 || whole(radius) || search.meets_twice(radius);
        if all {
            search.everyone(point, f32::INFINITY, 0).for_each(|(row, offset)| consider(row, offset));
        } else {
            search.within(point, radius, &mut consider);
        }
        work::count(|done| done.targets += asked);
        if all || best.is_some() {
            return best.map(|(_, row)| row);
        }
        radius *= 2.0;
    }
}
