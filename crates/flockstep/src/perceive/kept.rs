//! Cells that are kept for some steps: the `refresh` of a sight.
//!
//! At a fresh look everyone is sorted into cells. Until the next one nobody is: rows and cells stay what they are, and agents
//! look through the cells they were in, at others where they are now. So nobody is seen who is not in sight, and almost
//! everyone is who is in sight. Who comes into sight may be missed until the next fresh look, if it comes from a cell beyond
//! the next one. For that it must be near the very edge of sight, and both must be near the edges of their cells. In the same way
//! one who comes just near enough to push, or to be listed, may be late with it. A skin makes
//! the cells a little wider: as wide as two agents at full speed come nearer in the meantime, but no wider than a hundredth
//! of the sight, because wider cells cost more than sorting. Up to there nobody is missed.

use crate::plan::Plan;
use crate::threads::Threads;
use crate::world::agents::Columns;
use crate::world::{Edge, Space};

/// The skin is at most this share of the sight.
const WIDEST_SKIN: f32 = 0.01;
/// Rows a task takes.
const GRAIN: usize = 1 << 12;

/// Where everyone was when everyone was sorted, and where they are now as seen from there.
#[derive(Debug)]
pub(crate) struct Kept<const D: usize> {
    /// The step of the last fresh look; `None`: the next step looks anew.
    found_at: Option<u64>,
    /// Whether the cells are those of the last fresh look.
    sorted: bool,
    /// Where everyone was then, by row.
    pub placed: [Vec<f32>; D],
    /// Where they are now; who has gone around a torus since is beyond its edge.
    pub seen: [Vec<f32>; D],
}

impl<const D: usize> Default for Kept<D> {
    fn default() -> Self {
        let empty = || std::array::from_fn(|_| Vec::new());
        Kept { found_at: None, sorted: false, placed: empty(), seen: empty() }
    }
}

/// How much wider than the sight of an agent cells must be if they are made anew every so many steps.
pub(crate) fn skin<const D: usize>(plan: &Plan<D>, every: u32, time_step: f32, fastest: f32) -> f32 {
    let nearer = (plan.max_speed + fastest) * time_step * (every - 1) as f32;
    nearer.min(WIDEST_SKIN * plan.search_radius)
}

impl<const D: usize> Kept<D> {
    /// Whether cells made every so many steps are still good at this one.
    pub fn lasts(&self, step: u64, every: u32) -> bool {
        every > 1 && self.found_at.is_some_and(|found_at| step - found_at < u64::from(every))
    }
    /// Whether it is known where everyone was, but there are no cells for it.
    pub fn is_to_be_sorted_again(&self) -> bool {
        !self.sorted
    }
    /// Has the next step look anew.
    pub fn forget(&mut self) {
        self.found_at = None;
    }
    /// The step of the last fresh look, and where everyone was then.
    pub fn found(&self) -> Option<(u64, &[Vec<f32>; D])> {
        self.found_at.map(|found_at| (found_at, &self.placed))
    }
    /// Cells that are to be made again from where everyone was.
    pub fn lost(found_at: u64, placed: [Vec<f32>; D]) -> Kept<D> {
        Kept { found_at: Some(found_at), placed, ..Kept::default() }
    }
    /// Bytes held.
    pub fn bytes(&self) -> usize {
        4 * self.placed.iter().chain(&self.seen).map(Vec::capacity).sum::<usize>()
    }

    /// A fresh look: everyone has just been sorted.
    pub fn find(&mut self, step: u64, before: &Columns<D>) {
        (self.found_at, self.sorted) = (Some(step), true);
        for axis in 0..D {
            self.placed[axis].clear();
            self.placed[axis].extend_from_slice(&before.position[axis][..before.len()]);
        }
    }
    /// The cells have been made again.
    pub fn found_again(&mut self) {
        self.sorted = true;
    }

    /// Sees everyone from the cells they were in.
    pub fn see(&mut self, space: &Space<D>, before: &Columns<D>, threads: &Threads) {
        if space.edge() != Edge::Wrap {
            return;
        }
        let Kept { placed, seen, .. } = self;
        for axis in 0..D {
            let (column, placed, side) = (&before.position[axis], &placed[axis], space.sides()[axis]);
            seen[axis].resize(column.len(), 0.0);
            let work = &mut seen[axis][..before.len()];
            threads.split(before.len(), GRAIN, work, <[f32]>::split_at_mut, &|rows, seen| {
                for ((seen, now), then) in seen.iter_mut().zip(&column[rows.clone()]).zip(&placed[rows]) {
                    let off = now - then;
                    let rounds = f32::from(i8::from(off < -0.5 * side)) - f32::from(i8::from(off > 0.5 * side));
                    *seen = now + rounds * side;
                }
            });
        }
    }
    /// Where everyone is as seen from the cells.
    pub fn positions<'a>(&'a self, space: &Space<D>, before: &'a Columns<D>) -> &'a [Vec<f32>; D] {
        if space.edge() == Edge::Wrap { &self.seen } else { &before.position }
    }
}
