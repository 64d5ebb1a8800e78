//! Wide cells beside the narrow ones of a crowd.
//!
//! Where everyone minds the nearest few alone and most stand in a crowd, cells are as narrow as the crowd is dense, and
//! folded. An agent far from the crowd would have to look through very many of them. For such agents everyone is sorted
//! into cells as wide as sight once more, by row.

use super::{Grid, Search};
use crate::agents::{Columns, at};
use crate::math::vector::{Vector, dot};
use crate::space::Space;
use std::array::from_fn;
use std::ops::Range;

/// Wide cells and who is in them.
#[derive(Debug, Default)]
pub(crate) struct Far<const D: usize> {
    /// How far they can be used for.
    radius: f32,
    grid: Grid<D>,
    /// The rows, cell by cell; none: the cells are of no use.
    rows: Vec<u32>,
}

/// With more than this many in the cells around an agent, it had better look through the narrow ones.
const MOST: usize = 256;

impl<const D: usize> Far<D> {
    pub fn bytes(&self) -> usize {
        self.grid.bytes() + 4 * self.rows.capacity()
    }
    /// Sorts everyone into cells as wide as this radius.
    pub fn index(&mut self, space: &Space<D>, before: &Columns<D>, radius: f32, slack: f32) {
        // Just wider than the reach of a search, as narrow cells are.
        let width = radius * 1.0001 + 4.0 * slack;
        self.radius = radius;
        self.grid.sort_rows(space, before, width, before.len() / 2, &mut self.rows);
    }
    /// The cells are of no use until they are indexed again.
    pub fn forget(&mut self) {
        self.rows.clear();
    }

    /// Tells of everyone within the radius of a point where an agent is, cell by cell. Returns false, and tells of
    /// nobody, where there are too many.
    pub fn within(
        &self,
        search: &Search<D>,
        point: Vector<D>,
        radius: f32,
        mut tell: impl FnMut(usize, Vector<D>),
    ) -> bool {
        let reach = radius + search.grid.layout.slack;
        if radius > self.radius || self.rows.is_empty() {
            return false;
        }
        let axes = self.grid.axes();
        let own: [i32; D] = from_fn(|axis| axes[axis].cell_of_agent(point[axis]));
        // Cells are no narrower than the reach: along each axis the one before, the own and the one after. Where they
        // are in the table and from where those in them are seen; nothing where nobody is within reach.
        let mut slices = [[None; 3]; D];
        for axis in 0..D {
            let cells = &axes[axis];
            for (slice, found) in (own[axis] - 1..).zip(&mut slices[axis]) {
                let low = cells.origin + slice as f32 * cells.size;
                let near = low - point[axis] <= reach && point[axis] - (low + cells.size) <= reach;
                if near && (cells.around > 0 || (0..cells.table).contains(&slice)) {
                    let (at, shift) = cells.place(slice);
                    *found = Some((at, point[axis] + shift));
                }
            }
        }
        let mut around: [(Range<usize>, Vector<D>); 27] = from_fn(|_| (0..0, point));
        let (mut cells, mut many) = (0, 0);
        'cells: for nth in 0..3usize.pow(D as u32) {
            let (mut cell, mut seen_from) = (0, point);
            for axis in (0..D).rev() {
                let Some((at, from)) = slices[axis][nth / 3usize.pow(axis as u32) % 3] else { continue 'cells };
                (cell, seen_from[axis]) = (cell * axes[axis].table + at, from);
            }
            let [start, end] = [cell, cell + 1].map(|cell| self.grid.starts[cell as usize] as usize);
            around[cells] = (start..end, seen_from);
            (cells, many) = (cells + 1, many + end - start);
        }
        if many > MOST {
            return false;
        }
        for (range, seen_from) in &around[..cells] {
            for row in self.rows[range.clone()].iter().map(|row| *row as usize) {
                let here: Vector<D> = at(&search.agents.position, row);
                let offset = from_fn(|axis| here[axis] - seen_from[axis]);
                if dot(offset, offset) <= radius * radius {
                    tell(row, offset);
                }
            }
        }
        true
    }
}
