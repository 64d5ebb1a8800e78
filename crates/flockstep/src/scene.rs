//! The world as everyone sees it during one step: read-only, shared by all threads.

use crate::ground::{Fields, Line, Solids};
use crate::perceive::{Grid, Holds, RareGroups, Search, nearest_where};
use crate::plan::Plan;
use crate::squads::Squads;
use crate::vector::{Vector, dot, unit};
use crate::world::Space;
use crate::world::agents::{Columns, at};
use crate::world::control::Control;

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
    few: Vec<u32>,
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
            sums: [[0.0; D]; 3],
            moving: 0,
        }
    }
}

/// Up to this many members, asking each is the quickest search for the nearest.
const FEW: usize = 64;

impl<const D: usize> Census<D> {
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
        let id = |row: Option<u32>| row.map_or(u32::MAX, |row| before.id[row as usize]);
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

/// The world as everyone sees it during one step.
pub(crate) struct Scene<'a, const D: usize> {
    pub before: &'a Columns<D>,
    pub grid: &'a Grid<D>,
    pub space: &'a Space<D>,
    pub plans: &'a [Plan<D>],
    /// Whether all plans look in the same way.
    pub alike: bool,
    /// Whether all plans make a window equally wide.
    pub same_reach: bool,
    /// How many senses a plan has, at most.
    pub senses: usize,
    /// Whether two agents look side by side where a register has room for both.
    pub abreast: bool,
    /// The group of each plan.
    pub group_of: &'a [usize],
    pub markers: &'a [(String, Vector<D>)],
    pub solids: &'a Solids<D>,
    pub fields: &'a Fields<D>,
    pub paths: &'a [Line<D>],
    /// The agents that players drive, by id.
    pub controls: &'a [(u32, Control<D>)],
    /// Everyone's place in a formation.
    pub squads: &'a Squads<D>,
    /// One per group; stale unless a plan asks for it.
    pub census: &'a [Census<D>],
    /// The rows of the agents that are targets, if they live.
    pub target_rows: &'a [Option<usize>],
    /// Whether anyone is at rest, so that the moving must be counted.
    pub some_rest: bool,
    /// Where everyone was when the cells were made, and is now as seen from there.
    pub placed: &'a [Vec<f32>; D],
    pub seen: &'a [Vec<f32>; D],
    /// What a window must hold.
    pub holds: Holds,
    pub rare: &'a RareGroups,
    pub seed: u64,
    pub step: u64,
    pub time_step: f32,
}

impl<const D: usize> Scene<'_, D> {
    pub fn search(&self) -> Search<'_, D> {
        Search { grid: self.grid, before: self.before, space: self.space, placed: self.placed, seen: self.seen }
    }

    /// The bit of the group that a row belongs to; of many groups some share one.
    pub fn group_bit(&self, row: usize) -> u32 {
        1 << (self.group_of[usize::from(self.before.kind[row])] % 32)
    }

    /// The row of the group's member nearest to a point, other than `own`, however far it is.
    pub fn nearest_of_group(&self, own: usize, point: Vector<D>, group: usize) -> Option<usize> {
        let census = &self.census[group];
        if census.count as usize > FEW {
            let member = |row: usize| self.group_of[usize::from(self.before.kind[row])] == group;
            return nearest_where(&self.search(), own, point, member);
        }
        let others = census.few.iter().map(|row| *row as usize).filter(|row| *row != own);
        let distance = |row: usize| {
            let offset = self.space.offset(point, at(&self.before.position, row));
            (dot(offset, offset), self.before.id[row])
        };
        others.min_by(|one, two| {
            let ((one, first), (two, second)) = (distance(*one), distance(*two));
            one.total_cmp(&two).then(first.cmp(&second))
        })
    }
}
