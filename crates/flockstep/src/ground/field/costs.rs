//! A grid of costs: what a way costs per unit of length in each cell, and where there is none.

use crate::error::Error;
use crate::ground::Obstacle;

/// The most cells of a grid.
pub const MOST_CELLS: usize = 1 << 24;

/// What a way costs per unit of length, cell by cell, in a plane.
#[derive(Clone, Debug, PartialEq)]
pub struct Costs {
    min: [f32; 2],
    cell: f32,
    size: [usize; 2],
    /// Row by row from the least corner; infinite in a wall.
    costs: Vec<f32>,
}

impl Costs {
    /// A grid whose least corner is `min`, of `size` square cells along x and y, each `cell` wide. `costs` go row by
    /// row, along x first; each is a number not less than 1e-3, or infinite for a wall.
    pub fn new(min: [f32; 2], cell: f32, size: [usize; 2], costs: Vec<f32>) -> Result<Costs, Error> {
        let wrong = |problem: String| Err(Error::misfit("field", problem));
        if !(min.iter().all(|c| c.abs() <= 1e15) && (1e-6..=1e12).contains(&cell)) {
            return wrong(format!("found a grid at {min:?} with cells {cell} wide, allowed are 1e-6 to 1e12"));
        }
        let cells = size[0].saturating_mul(size[1]);
        if size.contains(&0) || cells > MOST_CELLS {
            return wrong(format!("found {} by {} cells, allowed are 1 to {MOST_CELLS} in all", size[0], size[1]));
        }
        if costs.len() != cells {
            return wrong(format!("found {} costs for {cells} cells", costs.len()));
        }
        if let Some(cost) = costs.iter().find(|cost| !fits(**cost)) {
            return wrong(format!("found a cost of {cost}, allowed is 1e-3 to 1e6, or infinite for a wall"));
        }
        Ok(Costs { min, cell, size, costs })
    }

    /// A grid with the same cost everywhere that covers a box.
    pub fn open(min: [f32; 2], max: [f32; 2], cell: f32) -> Result<Costs, Error> {
        // An absurd size is refused before memory is.
        let cells = |axis: usize| (((max[axis] - min[axis]) / cell).ceil().max(0.0) as usize).min(1 << 30);
        let size = [cells(0), cells(1)];
        let count = if size[0].saturating_mul(size[1]) <= MOST_CELLS { size[0] * size[1] } else { 0 };
        Costs::new(min, cell, size, vec![1.0; count])
    }

    /// The least corner.
    pub fn min(&self) -> [f32; 2] {
        self.min
    }
    /// How wide a cell is.
    pub fn cell(&self) -> f32 {
        self.cell
    }
    /// How many cells there are along x and y.
    pub fn size(&self) -> [usize; 2] {
        self.size
    }
    /// The costs, row by row from the least corner.
    pub fn costs(&self) -> &[f32] {
        &self.costs
    }
    /// Changes the cost of a cell; infinite for a wall.
    pub fn set(&mut self, at: [usize; 2], cost: f32) -> Result<(), Error> {
        self.check(at, cost)?;
        self.costs[at[1] * self.size[0] + at[0]] = cost;
        Ok(())
    }
    /// Refuses a cell that is not there and a cost that is none.
    pub(crate) fn check(&self, at: [usize; 2], cost: f32) -> Result<(), Error> {
        if at[0] < self.size[0] && at[1] < self.size[1] && fits(cost) {
            return Ok(());
        }
        let allowed = format!("allowed is 1e-3 to 1e6 or infinite, in one of {:?} cells", self.size);
        Err(Error::misfit("field", format!("found a cost of {cost} at cell {at:?}, {allowed}")))
    }

    /// The number of the cell that a point is in; beyond the grid the nearest one.
    pub(crate) fn cell_at(&self, point: [f32; 2]) -> usize {
        let along = |axis: usize| {
            let cells = ((point[axis] - self.min[axis]) / self.cell).floor();
            // What is not a number counts as zero.
            (cells.max(0.0) as usize).min(self.size[axis] - 1)
        };
        along(1) * self.size[0] + along(0)
    }
    /// The middle of a cell.
    pub(crate) fn middle(&self, cell: usize) -> [f32; 2] {
        let at = [cell % self.size[0], cell / self.size[0]];
        std::array::from_fn(|axis| self.min[axis] + (at[axis] as f32 + 0.5) * self.cell)
    }

    /// The walls as boxes: each run of wall cells along a row, and equal runs of rows that follow one another as one.
    pub(crate) fn walls<const D: usize>(&self) -> Vec<Obstacle<D>> {
        let [wide, high] = self.size;
        let mut open: Vec<(usize, usize, usize)> = Vec::new();
        let mut boxes: Vec<[usize; 4]> = Vec::new();
        for y in 0..=high {
            let mut runs = Vec::new();
            let mut x = 0;
            while y < high && x < wide {
                let first = x;
                while x < wide && self.costs[y * wide + x].is_infinite() {
                    x += 1;
                }
                if x > first {
                    runs.push((first, x));
                }
                x += 1;
            }
            let (kept, ended): (Vec<_>, Vec<_>) =
                open.iter().partition(|(first, end, _)| runs.contains(&(*first, *end)));
            boxes.extend(ended.iter().map(|(first, end, from)| [*first, *from, *end, y]));
            let begun =
                |run: &(usize, usize)| kept.iter().find(|(first, end, _)| (*first, *end) == *run).map_or(y, |k| k.2);
            open = runs.iter().map(|run| (run.0, run.1, begun(run))).collect();
        }
        let corner = |x: usize, y: usize| {
            let mut point = [0.0; D];
            (point[0], point[1]) = (self.min[0] + x as f32 * self.cell, self.min[1] + y as f32 * self.cell);
            point
        };
        boxes
            .iter()
            .map(|[x, y, to_x, to_y]| Obstacle::Box { min: corner(*x, *y), max: corner(*to_x, *to_y) })
            .collect()
    }
}

fn fits(cost: f32) -> bool {
    (1e-3..=1e6).contains(&cost) || cost == f32::INFINITY
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn walls_become_few_boxes() {
        // Three rows: a wall of two by two cells, and one cell beside it in the last row.
        let inf = f32::INFINITY;
        let costs = vec![inf, inf, 1.0, 1.0, inf, inf, 1.0, 1.0, 1.0, 1.0, 1.0, inf];
        let grid = Costs::new([10.0, 20.0], 2.0, [4, 3], costs).unwrap();
        let walls: Vec<Obstacle<2>> = grid.walls();
        let want = [
            Obstacle::Box { min: [10.0, 20.0], max: [14.0, 24.0] },
            Obstacle::Box { min: [16.0, 24.0], max: [18.0, 26.0] },
        ];
        assert_eq!(walls, want);
    }

    #[test]
    fn absurd_grids_are_refused() {
        assert!(Costs::new([0.0; 2], 1.0, [2, 2], vec![1.0; 3]).is_err());
        assert!(Costs::new([0.0; 2], 1.0, [1, 1], vec![-1.0]).is_err());
        assert!(Costs::new([0.0; 2], 1.0, [1, 1], vec![f32::NAN]).is_err());
        assert!(Costs::new([0.0; 2], 0.0, [1, 1], vec![1.0]).is_err());
        assert!(Costs::open([0.0; 2], [1e9, 1e9], 1.0).is_err());
        assert!(Costs::open([0.0; 2], [0.0, 1.0], 1.0).is_err());
        let mut grid = Costs::open([0.0; 2], [3.0, 2.0], 1.0).unwrap();
        assert_eq!(grid.size(), [3, 2]);
        assert!(grid.set([3, 0], 2.0).is_err() && grid.set([0, 0], 0.0).is_err());
        assert_eq!([grid.cell_at([-5.0, 9.0]), grid.cell_at([2.5, 0.5])], [3, 2]);
    }
}
