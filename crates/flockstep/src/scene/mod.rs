//! The world as everyone sees it during one step: read-only, shared by all threads.

mod census;
mod target;

pub(crate) use census::{Census, count, plant};
pub(crate) use target::TargetPlan;

use crate::agents::{Columns, Control, at};
use crate::ground::{Fields, Line, Solids};
use crate::ids::AgentId;
use crate::index::nearest_where;
use crate::math::vector::{Vector, dot};
use crate::perceive::Surroundings;
use crate::space::Space;
use census::FEW;

/// The world as everyone sees it during one step. Built in one place: `Pipeline::scene`.
pub(crate) struct Scene<'a, const D: usize> {
    /// Everyone, as sorted by the index stage.
    pub before: &'a Columns<D>,
    pub space: &'a Space<D>,
    /// Everyone again, with the cells they are in and what they see with.
    pub around: Surroundings<'a, D>,
    /// By kind: the filter of the groups that its agents keep clear of, if they do their share in avoiding collisions.
    pub yields: &'a [Option<u32>],
    pub markers: &'a [(String, Vector<D>)],
    pub solids: &'a Solids<D>,
    pub fields: &'a Fields<D>,
    pub paths: &'a [Line<D>],
    /// The agents that players drive, by id.
    pub controls: &'a [(AgentId, Control<D>)],
    /// By row: the place in a formation and how it moves; empty while nobody keeps one.
    pub places: &'a [Option<(Vector<D>, Vector<D>)>],
    /// One per group; stale unless a plan asks for it.
    pub census: &'a [Census<D>],
    /// The rows of the agents that are targets, if they live.
    pub target_rows: &'a [Option<usize>],
    pub seed: u64,
    pub step: u64,
    pub time_step: f32,
}

impl<const D: usize> Scene<'_, D> {
    /// The group of a row.
    #[inline(always)]
    pub fn group_of(&self, row: usize) -> usize {
        self.around.eyes_of(row).group
    }
    /// The radius of the body of a row.
    #[inline(always)]
    pub fn radius_of(&self, row: usize) -> f32 {
        self.around.eyes_of(row).body_radius
    }
    /// Whether the agent of a row does its share in keeping clear of those of a group.
    pub fn yields(&self, row: usize, group: usize) -> bool {
        let kind = usize::from(self.before.kind[row]);
        self.yields[kind].is_some_and(|filter| self.around.eyes[kind].admits(filter, group))
    }
    /// A player's hand on the agent of a row.
    #[inline(always)]
    pub fn control_of(&self, row: usize) -> Option<&Control<D>> {
        if self.controls.is_empty() {
            return None;
        }
        let id = self.before.id[row];
        self.controls.binary_search_by_key(&id, |(id, _)| *id).ok().map(|at| &self.controls[at].1)
    }

    /// The row of the group's member nearest to a point, other than `own`, however far it is.
    pub fn nearest_of_group(&self, own: usize, point: Vector<D>, group: usize) -> Option<usize> {
        let census = &self.census[group];
        if !census.tree.is_empty() {
            return census.tree.nearest(self.space, self.before, own, point);
        }
        if census.count as usize > FEW {
            let member = |row: usize| self.group_of(row) == group;
            return nearest_where(&self.around.search, own, point, member);
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
