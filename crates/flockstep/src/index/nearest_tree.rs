//! Some agents in a tree of boxes: the nearest of them is found however far it is, and however many share a place.

use crate::agents::{Columns, at};
use crate::math::vector::{Vector, dot};
use crate::space::{Edge, Space};
use crate::work;

/// A box around agents, halved again and again along its longest side.
#[derive(Clone, Copy, Debug)]
struct Node<const D: usize> {
    min: Vector<D>,
    max: Vector<D>,
    /// The lowest id inside.
    lowest: u32,
    /// The first of two nodes below, or of some rows.
    first: u32,
    /// How many rows; none if there are nodes below.
    count: u32,
}

/// Some agents in a tree.
#[derive(Clone, Debug, Default)]
pub(crate) struct NearestTree<const D: usize> {
    nodes: Vec<Node<D>>,
    rows: Vec<u32>,
}

/// Rows that are asked one by one.
const LEAF: usize = 8;
/// Halving 2³² rows down to a leaf goes no deeper, and waiting are one on each level.
const DEEPEST: usize = 40;

impl<const D: usize> NearestTree<D> {
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.rows.clear();
    }
    pub fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node<D>>() + self.rows.capacity() * 4
    }

    /// Adds a row to those that the next tree is made of.
    pub fn push(&mut self, row: u32) {
        self.rows.push(row);
    }
    /// Makes the tree of the rows pushed since it was cleared.
    pub fn build(&mut self, agents: &Columns<D>) {
        if !self.rows.is_empty() {
            self.nodes.push(Node { min: [0.0; D], max: [0.0; D], lowest: 0, first: 0, count: 0 });
            self.fill(agents, 0, 0, self.rows.len());
        }
    }

    fn fill(&mut self, agents: &Columns<D>, node: usize, first: usize, end: usize) {
        let rows = &mut self.rows[first..end];
        let (mut min, mut max, mut lowest) = ([f32::INFINITY; D], [f32::NEG_INFINITY; D], u32::MAX);
        for row in rows.iter() {
            let point: Vector<D> = at(&agents.position, *row as usize);
            for axis in 0..D {
                (min[axis], max[axis]) = (min[axis].min(point[axis]), max[axis].max(point[axis]));
            }
            lowest = lowest.min(agents.id[*row as usize].0);
        }
        if rows.len() <= LEAF || min == max {
            let mut count = rows.len();
            if min == max && count > 2 {
                // All in one place are equally far: the one of the lowest id is the nearest, or for itself the next.
                rows.select_nth_unstable_by_key(1, |row| agents.id[*row as usize]);
                count = 2;
            }
            self.nodes[node] = Node { min, max, lowest, first: first as u32, count: count as u32 };
            return;
        }
        let axis = (0..D).max_by(|one, two| (max[*one] - min[*one]).total_cmp(&(max[*two] - min[*two]))).unwrap_or(0);
        let column = &agents.position[axis];
        let half = rows.len() / 2;
        rows.select_nth_unstable_by(half, |one, two| column[*one as usize].total_cmp(&column[*two as usize]));
        let below = self.nodes.len();
        let node_here = Node { min, max, lowest, first: below as u32, count: 0 };
        self.nodes.resize(below + 2, node_here);
        self.nodes[node] = node_here;
        self.fill(agents, below, first, first + half);
        self.fill(agents, below + 1, first + half, end);
    }

    /// The row nearest to a point, other than `own`; of those equally far the one of the lowest id.
    pub fn nearest(&self, space: &Space<D>, agents: &Columns<D>, own: usize, point: Vector<D>) -> Option<usize> {
        if self.nodes.is_empty() {
            return None;
        }
        let (mut best, mut found) = ((f32::INFINITY, u32::MAX), None);
        let mut waiting = [(0u32, 0.0f32); DEEPEST];
        let (mut count, mut asked) = (1, 0);
        while count > 0 {
            count -= 1;
            let (node, least) = (&self.nodes[waiting[count].0 as usize], waiting[count].1);
            asked += 1;
            if (least, node.lowest) > best {
                continue;
            }
            if node.count == 0 {
                let mut below = [node.first, node.first + 1].map(|node| (node, self.gap(space, point, node)));
                // The nearer one comes first, so it goes on top.
                if below[0].1 < below[1].1 {
                    below.swap(0, 1);
                }
                waiting[count..count + 2].copy_from_slice(&below);
                count += 2;
                continue;
            }
            for row in &self.rows[node.first as usize..(node.first + node.count) as usize] {
                let row = *row as usize;
                let offset = space.offset(point, at(&agents.position, row));
                let distance = (dot(offset, offset), agents.id[row].0);
                asked += 1;
                if row != own && (found.is_none() || distance < best) {
                    (best, found) = (distance, Some(row));
                }
            }
        }
        work::count(|done| done.targets += asked);
        found
    }

    /// How far a box is from a point, at the least, squared. Rounded as the distances of agents are, and rounding keeps
    /// the order: none in the box is nearer.
    fn gap(&self, space: &Space<D>, point: Vector<D>, node: u32) -> f32 {
        let Node { min, max, .. } = &self.nodes[node as usize];
        let sides = space.sides();
        let gaps: Vector<D> = std::array::from_fn(|axis| {
            let from = |point: f32| (min[axis] - point).max(point - max[axis]).max(0.0);
            match space.edge() {
                Edge::Wrap => {
                    let (low, high) = (point[axis] - sides[axis], point[axis] + sides[axis]);
                    from(point[axis]).min(from(low)).min(from(high))
                }
                _ => from(point[axis]),
            }
        });
        dot(gaps, gaps)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::AgentId;
    use crate::math::random::{Purpose, fraction, words};

    /// Among agents on a lattice many are equally far or in one place.
    #[test]
    fn the_nearest_is_the_one_that_asking_everyone_finds() {
        let spaces = [Space::open(), Space::new(Edge::Wrap, [-3.0; 2], [4.0; 2]).unwrap()];
        let mut tree = NearestTree::default();
        for case in 0..400u32 {
            let (space, count) = (&spaces[case as usize % 2], 1 + case as usize * 3 % 200);
            let fine = [0.25, 1.0, 1e-3][case as usize % 3];
            let draw =
                |nth: usize, axis: u32| fraction(words(5, case, nth as u64, Purpose::Birth, axis)[0]) * 7.0 - 3.0;
            let mut agents = Columns::<2>::default();
            for axis in 0..2 {
                agents.position[axis] = (0..count).map(|nth| (draw(nth, axis as u32) / fine).floor() * fine).collect();
            }
            // Ids in another order than rows.
            agents.id = (0..count as u32).map(|nth| AgentId(nth * 77 % 211)).collect();
            tree.clear();
            (0..count as u32).filter(|row| row % 3 != 1).for_each(|row| tree.push(row));
            tree.build(&agents);
            for own in 0..count {
                let point = at(&agents.position, own);
                let distance = |row: &usize| {
                    let offset = space.offset(point, at(&agents.position, *row));
                    (dot(offset, offset), agents.id[*row])
                };
                let others = (0..count).filter(|row| row % 3 != 1 && *row != own);
                let want = others.min_by(|one, two| distance(one).partial_cmp(&distance(two)).unwrap());
                assert_eq!(tree.nearest(space, &agents, own, point), want, "case {case}, {own} of {count}");
            }
        }
    }
}
