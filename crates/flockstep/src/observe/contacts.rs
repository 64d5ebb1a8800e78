//! Bodies that overlap, and contacts that are new.

use super::memory::{put, take};
use crate::World;
use crate::agents::{Columns, at};
use crate::ids::AgentId;
use crate::index::{Extra, Grid, Reaches, Search};
use crate::math::vector::{Vector, dot};
use std::collections::BTreeSet;

/// Rows a task takes.
const GRAIN: usize = 512;

/// Who overlapped whom when it was last looked, and how many new contacts there have been.
#[derive(Debug, Default)]
pub(super) struct Contacts<const D: usize> {
    grid: Grid<D>,
    sorted: Columns<D>,
    /// Pairs of ids, the lower first; `None` before the first look.
    last: Option<BTreeSet<(AgentId, AgentId)>>,
    /// Pairs that overlap now, by group and for all.
    pub overlaps: Vec<u64>,
    /// New contacts so far, by group and for all.
    pub collisions: Vec<u64>,
}

impl<const D: usize> Contacts<D> {
    /// Looks at everyone. A pair counts for a group if both are of it.
    pub fn look(&mut self, world: &World<D>) {
        let groups = world.state.groups.len();
        self.collisions.resize(groups + 1, 0);
        self.overlaps.clear();
        self.overlaps.resize(groups + 1, 0);
        let mut pairs = BTreeSet::new();
        let fresh = self.last.take();
        for (one, two, group) in self.touching(world) {
            let pair = (one.min(two), one.max(two));
            let is_new = fresh.as_ref().is_some_and(|last| !last.contains(&pair));
            for set in group.into_iter().chain([groups]) {
                self.overlaps[set] += 1;
                self.collisions[set] += u64::from(is_new);
            }
            pairs.insert(pair);
        }
        self.last = Some(pairs);
    }

    /// What it remembers, in words: lists with their lengths. What overlaps now is found anew.
    pub fn memory(&self, words: &mut Vec<u64>) {
        put(words, self.collisions.iter().copied());
        words.push(u64::from(self.last.is_some()));
        let pairs = self.last.iter().flatten();
        put(words, pairs.map(|(one, two)| u64::from(one.0) << 32 | u64::from(two.0)));
    }

    /// What was remembered of a world with so many sets.
    pub fn recall(words: &mut &[u64], sets: usize) -> Option<Contacts<D>> {
        let collisions = take(words)?.to_vec();
        let looked = words.split_off_first()? == &1;
        let pairs = take(words)?.iter().map(|pair| (AgentId((pair >> 32) as u32), AgentId(*pair as u32))).collect();
        let whole = collisions.is_empty() || collisions.len() == sets;
        whole.then(|| Contacts { collisions, last: looked.then_some(pairs), ..Contacts::default() })
    }

    /// Every pair that overlaps: both ids, and the group if it is the same.
    fn touching(&mut self, world: &World<D>) -> Vec<(AgentId, AgentId, Option<usize>)> {
        let reach = 2.0 * world.plans.largest_radius;
        let radii = [(reach, world.len())];
        let reaches = Reaches { radii: &radii, nearest_only: None };
        self.grid.index(
            &world.state.space,
            &reaches,
            &world.state.agents,
            &mut self.sorted,
            &Extra::default(),
            &world.pipeline.threads,
        );
        let search = Search { grid: &self.grid, agents: &self.sorted, space: &world.state.space };
        let mut found: Vec<Vec<(AgentId, AgentId, Option<usize>)>> = vec![Vec::new(); world.len().div_ceil(GRAIN)];
        world.pipeline.threads.split(found.len(), 1, &mut found[..], <[_]>::split_at_mut, &|pieces, found| {
            for (nth, found) in pieces.zip(found) {
                for row in nth * GRAIN..((nth + 1) * GRAIN).min(world.len()) {
                    self.touched_by(row, &search, world, found);
                }
            }
        });
        found.into_iter().flatten().collect()
    }

    /// Those that overlap one agent and have a higher id.
    fn touched_by(
        &self,
        row: usize,
        search: &Search<D>,
        world: &World<D>,
        found: &mut Vec<(AgentId, AgentId, Option<usize>)>,
    ) {
        let kind = usize::from(self.sorted.kind[row]);
        let radius = world.plans.list[kind].body.radius;
        if radius + world.plans.largest_radius <= 0.0 {
            return;
        }
        let id = self.sorted.id[row];
        let point: Vector<D> = at(&self.sorted.position, row);
        search.within(point, radius + world.plans.largest_radius, |other, offset| {
            let other_kind = usize::from(self.sorted.kind[other]);
            let touch = radius + world.plans.list[other_kind].body.radius;
            if self.sorted.id[other] > id && dot(offset, offset) < touch * touch {
                let group = world.plans.group_of[kind];
                found.push((id, self.sorted.id[other], (group == world.plans.group_of[other_kind]).then_some(group)));
            }
        });
    }
}
