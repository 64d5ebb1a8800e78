//! Cells along one axis of the world: which one a coordinate is in.

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
