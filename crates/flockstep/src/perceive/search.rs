//! The neighbour search: everyone within a radius of an agent, packed into a short list.

use super::{Grid, Hits, LANES};
use crate::vector::{Vector, dot};
use crate::world::Space;
use crate::world::agents::{Columns, at};
use fearless_simd::{Simd, SimdBase, SimdMask, f32x8, mask32x8, u32x8};

/// The indexed world, as a search needs it.
#[derive(Clone, Copy)]
pub(crate) struct Search<'a, const D: usize> {
    pub grid: &'a Grid<D>,
    pub before: &'a Columns<D>,
    pub space: &'a Space<D>,
}

impl<const D: usize> Search<'_, D> {
    /// Appends everyone within `radius` of the point to the hits, in (cell, id) order. The agent of row `own` is found
    /// too, but its offset is not a number, so that no comparison admits it.
    #[inline(always)]
    pub fn around<S: Simd>(&self, simd: S, own: usize, point: Vector<D>, radius: f32, hits: &mut Hits<D>) {
        let grid = self.grid;
        let reach = radius + grid.slack;
        let (mut low, mut high, mut whole) = ([0i32; D], [0i32; D], [false; D]);
        for axis in 0..D {
            let cells = &grid.axes[axis];
            low[axis] = cells.cell(point[axis] - reach);
            high[axis] = cells.cell(point[axis] + reach);
            let span = high[axis] - low[axis];
            if cells.around > 0 {
                // Cells that would be met twice, from either side of the seam or of the fold.
                if span >= cells.table {
                    return self.all(own, point, radius, hits);
                }
            } else if cells.folded {
                if span >= cells.table {
                    (low[axis], high[axis], whole[axis]) = (0, cells.table - 1, true);
                }
            } else {
                low[axis] = low[axis].max(0);
                high[axis] = high[axis].min(cells.table - 1);
            }
        }
        let (low_z, high_z) = if D == 3 { (low[D - 1], high[D - 1]) } else { (0, 0) };
        let reach2 = reach * reach;
        let mut shifted = point;
        for z in low_z..=high_z {
            let mut base_z = 0;
            let mut left_z = reach2;
            if D == 3 {
                let gap = if whole[D - 1] { 0.0 } else { self.gap(2, z, point) };
                left_z -= gap * gap;
                if left_z < 0.0 {
                    continue;
                }
                (base_z, shifted[D - 1]) = self.place(2, z, point);
            }
            for y in low[1]..=high[1] {
                let gap = if whole[1] { 0.0 } else { self.gap(1, y, point) };
                let left = left_z - gap * gap;
                if left < 0.0 {
                    continue;
                }
                let base_y;
                (base_y, shifted[1]) = self.place(1, y, point);
                let base = (base_z * grid.axes[1].table + base_y) * grid.axes[0].table;
                self.row(simd, own, base, left.sqrt() + grid.slack, point, &mut shifted, radius, hits);
            }
        }
    }

    /// How far the point is from a slice of cells.
    #[inline(always)]
    fn gap(&self, axis: usize, cell: i32, point: Vector<D>) -> f32 {
        let cells = &self.grid.axes[axis];
        let low = cells.origin + cell as f32 * cells.size;
        let below = low - point[axis];
        let above = point[axis] - (low + cells.size);
        (below.max(above) - self.grid.slack).max(0.0)
    }

    /// The place of a slice of cells in the table, and the point's coordinate as seen from there.
    #[inline(always)]
    fn place(&self, axis: usize, cell: i32, point: Vector<D>) -> (i32, f32) {
        let cells = &self.grid.axes[axis];
        let (mut place, mut shifted) = (cell, point[axis]);
        if cells.around > 0 {
            if cell < 0 {
                place += cells.around;
                shifted = point[axis] + cells.side;
            } else if cell >= cells.around {
                place -= cells.around;
                shifted = point[axis] - cells.side;
            }
        }
        if cells.folded {
            place &= cells.table - 1;
        }
        (place, shifted)
    }

    /// Scans one row of cells as far as `reach` on either side.
    #[inline(always)]
    #[allow(clippy::too_many_arguments)]
    fn row<S: Simd>(
        &self,
        simd: S,
        own: usize,
        base: i32,
        reach: f32,
        point: Vector<D>,
        shifted: &mut Vector<D>,
        radius: f32,
        hits: &mut Hits<D>,
    ) {
        let cells = &self.grid.axes[0];
        let (low, high) = (cells.cell(point[0] - reach), cells.cell(point[0] + reach));
        if !cells.folded && (cells.around == 0 || (low >= 0 && high < cells.around)) {
            let (low, high) = (low.max(0), high.min(cells.table - 1));
            shifted[0] = point[0];
            return self.run(simd, own, base + low, base + high, shifted, radius, hits);
        }
        self.row_in_pieces(simd, own, base, (low, high), point, shifted, radius, hits);
    }

    /// A row that crosses the seam of a torus or the end of a folded table.
    #[inline(always)]
    #[allow(clippy::too_many_arguments)]
    fn row_in_pieces<S: Simd>(
        &self,
        simd: S,
        own: usize,
        base: i32,
        (low, high): (i32, i32),
        point: Vector<D>,
        shifted: &mut Vector<D>,
        radius: f32,
        hits: &mut Hits<D>,
    ) {
        let cells = &self.grid.axes[0];
        if cells.around == 0 && high - low >= cells.table {
            shifted[0] = point[0];
            return self.run(simd, own, base, base + cells.table - 1, shifted, radius, hits);
        }
        let mut from = low;
        while from <= high {
            let mut to = high;
            let mut place = from;
            shifted[0] = point[0];
            if cells.around > 0 {
                if from < 0 {
                    (to, place) = (to.min(-1), from + cells.around);
                    shifted[0] = point[0] + cells.side;
                } else if from >= cells.around {
                    place = from - cells.around;
                    shifted[0] = point[0] - cells.side;
                } else {
                    to = to.min(cells.around - 1);
                }
            }
            if cells.folded {
                place &= cells.table - 1;
                to = to.min(from + cells.table - 1 - place);
            }
            self.run(simd, own, base + place, base + place + (to - from), shifted, radius, hits);
            from = to + 1;
        }
    }

    /// Scans the cells from `first` to `last`, which are one run of memory.
    #[inline(always)]
    #[allow(clippy::too_many_arguments)]
    fn run<S: Simd>(
        &self,
        simd: S,
        own: usize,
        first: i32,
        last: i32,
        point: &Vector<D>,
        radius: f32,
        hits: &mut Hits<D>,
    ) {
        if last < first {
            return;
        }
        let start = self.grid.starts[first as usize] as usize;
        let end = self.grid.starts[last as usize + 1] as usize;
        if start == end {
            return;
        }
        hits.reserve(end - start);
        let found = hits.len;
        pack(simd, &self.before.position, start, end, point, radius, hits);
        if own >= start && own < end {
            for hit in found..hits.len {
                if hits.row[hit] == own as u32 {
                    hits.offset[0][hit] = f32::NAN;
                }
            }
        }
    }

    /// Everyone within the radius, by asking everyone: for a torus too small to tell one side from the other.
    fn all(&self, own: usize, point: Vector<D>, radius: f32, hits: &mut Hits<D>) {
        hits.reserve(self.before.len());
        for row in 0..self.before.len() {
            let offset = self.space.offset(point, at(&self.before.position, row));
            if dot(offset, offset) <= radius * radius {
                let hit = hits.len;
                for axis in 0..D {
                    hits.offset[axis][hit] = offset[axis];
                }
                if row == own {
                    hits.offset[0][hit] = f32::NAN;
                }
                hits.row[hit] = row as u32;
                hits.len += 1;
            }
        }
    }
}

/// Appends the rows from `start` to `end` that lie within the radius. The hits must have room.
#[inline(always)]
fn pack<S: Simd, const D: usize>(
    simd: S,
    position: &[Vec<f32>; D],
    start: usize,
    end: usize,
    point: &Vector<D>,
    radius: f32,
    hits: &mut Hits<D>,
) {
    let radius2 = f32x8::splat(simd, radius * radius);
    let points: [f32x8<S>; D] = std::array::from_fn(|axis| f32x8::splat(simd, point[axis]));
    let lanes = u32x8::from_fn(simd, |lane| lane as u32);
    let mut len = hits.len;
    let mut row = start;
    while row < end {
        let offset: [f32x8<S>; D] = std::array::from_fn(|axis| load(simd, &position[axis], row) - points[axis]);
        let mut square = offset[0] * offset[0];
        for axis in 1..D {
            square += offset[axis] * offset[axis];
        }
        let mut within: mask32x8<S> = square.simd_le(radius2);
        if end - row < LANES {
            within &= lanes.simd_lt(u32x8::splat(simd, (end - row) as u32));
        }
        for axis in 0..D {
            offset[axis].compress(within).store_slice(&mut hits.offset[axis][len..len + LANES]);
        }
        (lanes + u32x8::splat(simd, row as u32)).compress(within).store_slice(&mut hits.row[len..len + LANES]);
        len += within.to_bitmask().count_ones() as usize;
        row += LANES;
    }
    hits.len = len;
}

/// Eight numbers of a column; beyond its end, zeros.
#[inline(always)]
fn load<S: Simd>(simd: S, column: &[f32], from: usize) -> f32x8<S> {
    match column.get(from..from + LANES) {
        Some(eight) => f32x8::from_slice(simd, eight),
        None => {
            let mut eight = [0.0; LANES];
            eight[..column.len() - from].copy_from_slice(&column[from..]);
            f32x8::from_slice(simd, &eight)
        }
    }
}

/// The nearest row, other than `own`, for which `admits` holds, however far: in widening circles.
pub(crate) fn nearest_where<const D: usize>(
    search: &Search<D>,
    own: usize,
    point: Vector<D>,
    admits: impl Fn(usize) -> bool,
    hits: &mut Hits<D>,
) -> Option<usize> {
    let axes = &search.grid.axes;
    let whole = |radius: f32| {
        axes.iter().all(|axis| {
            let cells = axis.cell(radius) as i64 - axis.cell(-radius) as i64;
            cells >= 2 * i64::from(axis.table.max(axis.around))
        })
    };
    let mut radius = axes[D - 1].size.max(axes[0].size);
    loop {
        // When a circle spans the whole table, everyone is asked anyway.
        let all = !radius.is_finite() || radius > 1e18 || whole(radius);
        let mut best: Option<(f32, u32)> = None;
        let mut consider = |row: usize, offset: Vector<D>| {
            let square = dot(offset, offset);
            let id = search.before.id[row];
            // Equal distances go to the lower id, whatever cell it is in.
            let nearer = best
                .is_none_or(|(least, row)| square < least || square == least && id < search.before.id[row as usize]);
            if row != own && nearer && admits(row) {
                best = Some((square, row as u32));
            }
        };
        if all {
            for row in 0..search.before.len() {
                consider(row, search.space.offset(point, at(&search.before.position, row)));
            }
        } else {
            let from = hits.len;
            let level = crate::simd::level();
            fearless_simd::dispatch!(level, simd => search.around(simd, own, point, radius, hits));
            for hit in from..hits.len {
                consider(hits.row[hit] as usize, std::array::from_fn(|axis| hits.offset[axis][hit]));
            }
            hits.len = from;
        }
        if all || best.is_some() {
            return best.map(|(_, row)| row as usize);
        }
        radius *= 2.0;
    }
}
