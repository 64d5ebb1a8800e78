//! A group as a whole: how many, where, how they move.

use crate::agents::{Columns, at};
use crate::ids::AgentId;
use crate::index::NearestTree;
use crate::math::vector::{Vector, unit};

/// One group as a whole, for behaviors that mind the whole flock and for targets.
#[derive(Clone, Debug)]
pub(crate) struct Census<const D: usize> {
    pub count: u32,
    /// Mean position.
    pub position: Vector<D>,
    /// Mean velocity.
    pub velocity: Vector<D>,
    /// Mean unit velocity of those that move.
    pub course: Vector<D>,
    /// The rows of the two lowest ids: the second is the target of the first.
    first: [Option<u32>; 2],
    /// The rows of the members, if they are few.
    pub(super) few: Vec<u32>,
    /// Whether the members are many and many look for the nearest of them; then all of them.
    sought: bool,
    pub(super) tree: NearestTree<D>,
    sums: [[f64; D]; 3],
    moving: u32,
}

impl<const D: usize> Default for Census<D> {
    fn default() -> Self {
        Census {
            count: 0,
            position: [0.0; D],
            velocity: [0.0; D],
            course: [0.0; D],
            first: [None; 2],
            few: Vec::with_capacity(FEW),
            sought: false,
            tree: NearestTree::default(),
            sums: [[0.0; D]; 3],
            moving: 0,
        }
    }
}

/// Up to this many members, asking each is the quickest search for the nearest.
pub(super) const FEW: usize = 64;
/// What it costs to put a member into a tree, in agents asked. Few who look for the nearest ask the cells, or everyone.
const COST_OF_TREE: usize = 32;

impl<const D: usize> Census<D> {
    pub fn bytes(&self) -> usize {
        self.few.capacity() * 4 + self.tree.bytes()
    }
    /// Whether this row has the lowest id.
    pub fn is_first(&self, row: usize) -> bool {
        self.first[0] == Some(row as u32)
    }
    /// The member with the lowest id that is not this row.
    pub fn first_other(&self, row: usize) -> Option<usize> {
        let [first, second] = self.first;
        if first == Some(row as u32) { second } else { first }.map(|row| row as usize)
    }
}

/// Counts every group: in row order and in double precision, so that the sums are the same on any machine.
pub(crate) fn count<const D: usize>(before: &Columns<D>, group_of: &[usize], census: &mut [Census<D>]) {
    for one in census.iter_mut() {
        (one.count, one.moving, one.first, one.sums) = (0, 0, [None; 2], [[0.0; D]; 3]);
        one.few.clear();
        one.tree.clear();
    }
    for row in 0..before.len() {
        let one = &mut census[group_of[usize::from(before.kind[row])]];
        let (position, velocity): (Vector<D>, Vector<D>) = (at(&before.position, row), at(&before.velocity, row));
        let course = unit(velocity);
        for (sum, part) in one.sums.iter_mut().zip([position, velocity, course]) {
            for axis in 0..D {
                sum[axis] += f64::from(part[axis]);
            }
        }
        one.moving += u32::from(course != [0.0; D]);
        one.count += 1;
        if one.few.len() < FEW {
            one.few.push(row as u32);
        }
        let id = |row: Option<u32>| row.map_or(AgentId(u32::MAX), |row| before.id[row as usize]);
        if before.id[row] < id(one.first[0]) {
            one.first = [Some(row as u32), one.first[0]];
        } else if before.id[row] < id(one.first[1]) {
            one.first[1] = Some(row as u32);
        }
    }
    for one in census {
        let mean = |sum: [f64; D], count: u32| sum.map(|c| (c / f64::from(count.max(1))) as f32);
        one.position = mean(one.sums[0], one.count);
        one.velocity = mean(one.sums[1], one.count);
        one.course = mean(one.sums[2], one.moving);
    }
}

/// Puts the members of large groups into trees. `seekers`: by group, how many look for the nearest of its members.
pub(crate) fn plant<const D: usize>(
    before: &Columns<D>,
    group_of: &[usize],
    seekers: &[usize],
    census: &mut [Census<D>],
) {
    let mut any = false;
    for (one, seekers) in census.iter_mut().zip(seekers) {
        let members = one.count as usize;
        one.sought = members > FEW && seekers * before.len() >= COST_OF_TREE * members;
        any |= one.sought;
    }
    if !any {
        return;
    }
    for (row, kind) in (0..).zip(&before.kind) {
        let one = &mut census[group_of[usize::from(*kind)]];
        if one.sought {
            one.tree.push(row);
        }
    }
    census.iter_mut().for_each(|one| one.tree.build(before));
}
