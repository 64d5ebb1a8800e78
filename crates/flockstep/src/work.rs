//! How much a step did, counted: what bounds the cost of any world is tested by these counts, not by a clock.
//!
//! Counts are kept by each thread and gathered after each batch. They are the same on any machine and on any number of
//! threads.

use std::cell::Cell;
use std::ops::AddAssign;

/// How much a step did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Vectors of eight candidates that senses looked at.
    pub candidates: u64,
    /// Pairs of coincident agents that parted, for the sums of senses.
    pub partings: u64,
    /// Agents and boxes around agents that were asked which of a group is the nearest.
    pub targets: u64,
    /// Obstacles near something that were looked at.
    pub obstacles: u64,
    /// Pairs of solid bodies that were looked at, once for each round of setting them apart.
    pub bodies: u64,
    /// Cells of fields: on straight ways to a goal, and under obstacles that move.
    pub cells: u64,
    /// Letters of drawn formations, for each place.
    pub letters: u64,
}

impl Work {
    pub(crate) const NONE: Work =
        Work { candidates: 0, partings: 0, targets: 0, obstacles: 0, bodies: 0, cells: 0, letters: 0 };
}

impl AddAssign for Work {
    fn add_assign(&mut self, other: Work) {
        self.candidates += other.candidates;
        self.partings += other.partings;
        self.targets += other.targets;
        self.obstacles += other.obstacles;
        self.bodies += other.bodies;
        self.cells += other.cells;
        self.letters += other.letters;
    }
}

thread_local! {
    static DONE: Cell<Work> = const { Cell::new(Work::NONE) };
}

/// Counts some work of this thread.
pub(crate) fn count(change: impl FnOnce(&mut Work)) {
    let mut done = DONE.get();
    change(&mut done);
    DONE.set(done);
}

/// What this thread has done since it was last asked.
pub(crate) fn take() -> Work {
    DONE.replace(Work::NONE)
}
