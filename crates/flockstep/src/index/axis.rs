//! Cells along one axis of the world: which one a coordinate is in, and where that one is in the table.

/// Cells along one axis.
///
/// Two kinds of numbers: a *cell* counts from the origin and may be negative or beyond the table (around a torus, or
/// folded); a *place* is where a cell is in the table.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
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
    /// Whether cells are folded into the table: taken modulo its size, a power of two.
    pub folded: bool,
}

/// Cells beyond this are taken as this: sums of a few of them still fit.
pub(super) const FARTHEST_CELL: f32 = 5e8;

impl Axis {
    /// The cell of any coordinate.
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
    /// The cell of an agent's coordinate.
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
    /// The place of an agent's coordinate.
    #[inline(always)]
    pub fn place_of_agent(&self, x: f32) -> i32 {
        self.place(self.cell_of_agent(x)).0
    }
    /// The place of a cell, and what is subtracted from a coordinate there to see it from this side of the seam.
    #[inline(always)]
    pub fn place(&self, cell: i32) -> (i32, f32) {
        let (mut place, mut shift) = (cell, 0.0);
        if self.around > 0 {
            if cell < 0 {
                (place, shift) = (cell + self.around, self.side);
            } else if cell >= self.around {
                (place, shift) = (cell - self.around, -self.side);
            }
        }
        (if self.folded { place & (self.table - 1) } else { place }, shift)
    }
    /// The cells from one to another, those beyond the end of a table left out where nothing comes after it.
    #[inline(always)]
    pub fn clip(&self, first: i32, last: i32) -> (i32, i32) {
        if self.folded || self.around > 0 { (first, last) } else { (first.max(0), last.min(self.table - 1)) }
    }
}
