//! Obstacles on the cells of a field: which cells they may touch, and what these cost then.

use super::flow::Flow;
use crate::ground::{Obstacle, Solids};
use crate::math::vector::Vector;
use crate::space::{Edge, Space};

/// How near to the middle of a cell an obstacle is in the way.
fn reach(flow: &Flow) -> f32 {
    flow.clearance.max(0.5 * flow.costs.cell())
}

/// The cost of a cell with all obstacles. Where several are, it is as where one is.
pub(super) fn stamped_cost<const D: usize>(flow: &Flow, cell: usize, solids: &Solids<D>, space: &Space<D>) -> f32 {
    let cost = flow.costs.costs()[cell];
    if !flow.obstacles || cost.is_infinite() {
        return cost;
    }
    let mut point: Vector<D> = [0.0; D];
    point[..2].copy_from_slice(&flow.costs.middle(cell));
    if solids.is_near(space, point, reach(flow), false) {
        f32::INFINITY
    } else if solids.is_near(space, point, reach(flow), true) {
        cost.max(cost + flow.moving_cost)
    } else {
        cost
    }
}

/// Cells to look at again, one bit each: obstacles lie on one another, and each covers many.
#[derive(Default)]
pub(super) struct Marked {
    bits: Vec<u64>,
}

impl Marked {
    /// Marks the cells that an obstacle may touch; on a torus it may be there from the other side.
    pub fn touch<const D: usize>(&mut self, flow: &Flow, obstacle: &Obstacle<D>, space: &Space<D>) {
        let (costs, reach) = (&flow.costs, reach(flow));
        self.bits.resize(costs.costs().len().div_ceil(WORD), 0);
        let ((min, max), wide, sides) = (obstacle.bounds(), costs.size()[0], space.sides());
        let turns: &[f32] = if space.edge() == Edge::Wrap { &[0.0, -1.0, 1.0] } else { &[0.0] };
        for (turn_x, turn_y) in turns.iter().flat_map(|x| turns.iter().map(move |y| (x, y))) {
            let low = costs.cell_at([min[0] + turn_x * sides[0] - reach, min[1] + turn_y * sides[1] - reach]);
            let high = costs.cell_at([max[0] + turn_x * sides[0] + reach, max[1] + turn_y * sides[1] + reach]);
            for y in low / wide..=high / wide {
                self.mark(y * wide + low % wide, y * wide + high % wide);
            }
        }
    }

    /// Marks the cells from one to another, both included.
    fn mark(&mut self, first: usize, last: usize) {
        for word in first / WORD..=last / WORD {
            let (from, to) = (first.max(word * WORD) % WORD, last.min(word * WORD + WORD - 1) % WORD);
            self.bits[word] |= (u64::MAX << from) & (u64::MAX >> (WORD - 1 - to));
        }
    }

    /// The cells that are marked, in order.
    pub fn cells(&self) -> Vec<u32> {
        let mut cells = Vec::new();
        for (word, bits) in self.bits.iter().enumerate() {
            let mut bits = *bits;
            while bits != 0 {
                cells.push((word * WORD) as u32 + bits.trailing_zeros());
                bits &= bits - 1;
            }
        }
        cells
    }
}

/// Bits of a word.
const WORD: usize = 64;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_marked_comes_out_once_and_in_order() {
        for (first, last) in [(0, 0), (3, 70), (63, 64), (64, 127), (100, 299), (0, 299)] {
            let mut marked = Marked { bits: vec![0; 5] };
            marked.mark(first, last);
            marked.mark(last, last);
            assert_eq!(marked.cells(), (first as u32..=last as u32).collect::<Vec<_>>());
        }
    }
}
