//! Neighbours that are kept for some steps: the `refresh` of a sight.
//!
//! At a fresh look every agent's neighbours within its sight and a skin around it are noted by row. Until the next one
//! nobody is sorted: rows stay what they are, and an agent minds whom it noted, each where it is now. So who leaves its
//! sight is gone at once; who comes into it is seen at once if it was within the skin, and otherwise at the next fresh
//! look. The skin is as wide as two agents at full speed come nearer in the meantime, but no wider than a tenth of the
//! sight: up to there nothing is missed.
//!
//! What a window takes of an agent lies side by side in memory here, because lists read rows in no order.

use super::list::within;
use super::senses::together;
use super::{Holds, Search, Window};
use crate::batch::Scratch;
use crate::plan::Plan;
use crate::step::lock;
use crate::threads::Threads;
use crate::world::agents::{Columns, at};
use std::ops::Range;
use std::sync::Mutex;

/// The skin is at most this share of the sight.
const WIDEST_SKIN: f32 = 0.1;
/// Rows whose lists are one block.
const BLOCK: usize = 512;

/// The lists of all agents, and where everyone was when they were made.
#[derive(Debug)]
pub(crate) struct Kept<const D: usize> {
    /// The step of the last fresh look; `None`: the next step looks anew.
    found_at: Option<u64>,
    /// Where everyone was then, by row: a snapshot needs no more to make the lists again.
    positions: [Vec<f32>; D],
    blocks: Vec<Block>,
    packs: Vec<Pack>,
    /// The velocities, if the packs have courses and both are minded.
    velocities: Vec<[f32; 4]>,
}

/// What a window takes of an agent: the position, the bits of the group, the course or else the velocity.
pub(super) type Pack = [f32; 8];

/// The lists of some rows that follow one another.
#[derive(Clone, Debug, Default)]
struct Block {
    /// Where the list of each ends.
    ends: Vec<u32>,
    rows: Vec<u32>,
}

impl<const D: usize> Default for Kept<D> {
    fn default() -> Self {
        Kept {
            found_at: None,
            positions: std::array::from_fn(|_| Vec::new()),
            blocks: Vec::new(),
            packs: Vec::new(),
            velocities: Vec::new(),
        }
    }
}

/// How far the list of an agent reaches that looks anew every so many steps.
pub(crate) fn reach<const D: usize>(plan: &Plan<D>, every: u32, time_step: f32, fastest: f32) -> f32 {
    if every <= 1 {
        return plan.search_radius;
    }
    let nearer = (plan.max_speed + fastest) * time_step * (every - 1) as f32;
    plan.search_radius + nearer.min(WIDEST_SKIN * plan.search_radius)
}

impl<const D: usize> Kept<D> {
    /// Whether lists made every so many steps are still good at this one.
    pub fn lasts(&self, step: u64, every: u32) -> bool {
        every > 1 && self.found_at.is_some_and(|found_at| step - found_at < u64::from(every))
    }
    /// Whether it is known where everyone was, but no longer whom they saw.
    pub fn is_to_be_found_again(&self) -> bool {
        self.blocks.is_empty()
    }
    /// Has the next step look anew.
    pub fn forget(&mut self) {
        self.found_at = None;
    }
    /// The step of the last fresh look, and where everyone was then.
    pub fn found(&self) -> Option<(u64, &[Vec<f32>; D])> {
        self.found_at.map(|found_at| (found_at, &self.positions))
    }
    /// Lists that are to be made again from where everyone was.
    pub fn lost(found_at: u64, positions: [Vec<f32>; D]) -> Kept<D> {
        Kept { found_at: Some(found_at), positions, ..Kept::default() }
    }
    pub fn positions_mut(&mut self) -> &mut [Vec<f32>; D] {
        &mut self.positions
    }
    /// Bytes held.
    pub fn bytes(&self) -> usize {
        let lists: usize = self.blocks.iter().map(|block| block.ends.capacity() + block.rows.capacity()).sum();
        let positions: usize = self.positions.iter().map(Vec::capacity).sum();
        4 * (lists + positions) + 32 * self.packs.capacity() + 16 * self.velocities.capacity()
    }

    /// Whom an agent keeps an eye on.
    #[inline(always)]
    pub fn of(&self, row: usize) -> &[u32] {
        let (block, nth) = (&self.blocks[row / BLOCK], row % BLOCK);
        let from = if nth == 0 { 0 } else { block.ends[nth - 1] };
        &block.rows[from as usize..block.ends[nth] as usize]
    }
    /// What windows take of each agent; and the velocities, if they are not among it.
    pub(super) fn packs(&self) -> (&[Pack], &[[f32; 4]]) {
        (&self.packs, &self.velocities)
    }

    /// A fresh look: `reaches` says how far, by kind.
    pub fn find(
        &mut self,
        step: u64,
        search: &Search<D>,
        reaches: &[f32],
        threads: &Threads,
        scratch: &[Mutex<Scratch<D>>],
    ) {
        let rows = search.before.len();
        self.found_at = Some(step);
        for axis in 0..D {
            self.positions[axis].clear();
            self.positions[axis].extend_from_slice(&search.before.position[axis][..rows]);
        }
        self.blocks.resize_with(rows.div_ceil(BLOCK), Block::default);
        let cut = |blocks, at: usize| <[Block]>::split_at_mut(blocks, at / BLOCK);
        threads.split(rows, BLOCK, &mut self.blocks[..], cut, &|rows, blocks| {
            let mut scratch = lock(&scratch[threads.current()]);
            for block in blocks {
                block.find(search, reaches, rows.clone(), scratch.window());
            }
        });
    }

    /// Packs what windows take of each agent.
    pub fn pack(&mut self, before: &Columns<D>, holds: Holds, threads: &Threads) {
        let rows = before.len();
        self.packs.resize(rows, [0.0; 8]);
        self.velocities.resize(if holds.velocity && holds.course { rows } else { 0 }, [0.0; 4]);
        let work = (&mut self.packs[..], &mut self.velocities[..]);
        threads.split(rows, BLOCK, work, cut_packs, &|rows, (packs, velocities)| {
            let motion = if holds.course { &before.course } else { &before.velocity };
            for (pack, row) in packs.iter_mut().zip(rows.clone()) {
                for axis in 0..D {
                    pack[axis] = before.position[axis][row];
                    if holds.course || holds.velocity {
                        pack[4 + axis] = motion[axis][row];
                    }
                }
                if holds.groups {
                    pack[3] = f32::from_bits(before.groups[row]);
                }
            }
            for (velocity, row) in velocities.iter_mut().zip(rows) {
                (0..D).for_each(|axis| velocity[axis] = before.velocity[axis][row]);
            }
        });
    }
}

type Packs<'a> = (&'a mut [Pack], &'a mut [[f32; 4]]);

fn cut_packs((packs, velocities): Packs<'_>, at: usize) -> (Packs<'_>, Packs<'_>) {
    let (packs, packs_) = packs.split_at_mut(at);
    let at = at.min(velocities.len());
    let (velocities, velocities_) = velocities.split_at_mut(at);
    ((packs, velocities), (packs_, velocities_))
}

impl Block {
    /// Notes the neighbours of each row.
    fn find<const D: usize>(
        &mut self,
        search: &Search<D>,
        reaches: &[f32],
        rows: Range<usize>,
        window: &mut Window<D>,
    ) {
        let holds = Holds { rows: true, ..Holds::default() };
        let reach_of = |row: usize| reaches[usize::from(search.before.kind[row])];
        self.ends.clear();
        self.rows.clear();
        let mut next = rows.start;
        while next < rows.end {
            let (lookers, reach) = together(search, next..rows.end, reach_of, reaches.len() == 1);
            next = lookers.end;
            let level = crate::simd::level();
            let fits = reach > 0.0
                && fearless_simd::dispatch!(level, simd => window.look(simd, search, lookers.clone(), reach, holds));
            for looker in lookers {
                let reach = reach_of(looker);
                if fits {
                    fearless_simd::dispatch!(level, simd => within(simd, search, window, looker, reach, &mut self.rows));
                } else if reach > 0.0 {
                    let everyone = search.everyone(at(&search.before.position, looker), reach);
                    self.rows.extend(everyone.map(|(row, _)| row as u32).filter(|row| *row as usize != looker));
                }
                self.ends.push(self.rows.len() as u32);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::prelude::*;
    use crate::vector::dot;
    use crate::world::agents::at;

    /// The lists are those of brute force.
    #[test]
    fn lists_hold_everyone_within_reach() {
        let mut world = World::<3>::new(Space::new(Edge::Wrap, [-15.0; 3], [15.0; 3]).unwrap(), 0.1, 1).unwrap();
        let sight = Sight { radius: 4.0, refresh: 4, ..Sight::default() };
        world.add_group(Group::new("ones").sight(sight).behavior(Cohesion::default())).unwrap();
        world.populate(0, 900).unwrap();
        world.step();
        let reach = world.reaches[0];
        for row in 0..world.len() {
            let here = at(&world.before.position, row);
            let offset = |other: usize| world.space.offset(here, at(&world.before.position, other));
            let mut list: Vec<usize> = world.kept.of(row).iter().map(|row| *row as usize).collect();
            list.sort_unstable();
            let near = |other: &usize| *other != row && dot(offset(*other), offset(*other)) <= reach * reach;
            let want: Vec<usize> = (0..world.len()).filter(near).collect();
            assert_eq!(list, want, "row {row}");
        }
    }
}
