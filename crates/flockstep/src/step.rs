//! One step, on one page.
//!
//! `index` sorts all agents into cells. Then, batch by batch and on all threads, agents perceive, steer, blend,
//! locomote and are bound. Every stage up to blend reads the columns `before`, which nobody writes any more; locomote
//! and bound write the columns `now`, which nobody reads yet. So the stages of different batches overlap freely and
//! everyone still sees the same instant. Last, what the bound stage noted (captures) is carried out.

use crate::batch::{Output, batch};
use crate::perceive::{Extra, Reaches};
use crate::profile::{Clock, Profile};
use crate::scene::{Scene, count};
use crate::world::World;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Mutex, PoisonError};

/// Rows a task takes: enough to be worth a thread's while, few enough to share out evenly.
const GRAIN: usize = 512;

/// Whether agents move or only say how they would.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Moves {
    Yes,
    No,
}

impl<const D: usize> World<D> {
    /// The stages of one step over all agents.
    pub(crate) fn run_stages(&mut self, moves: Moves) {
        self.threads.clone().inside(self.len(), GRAIN, || self.run_stages_inside(moves));
    }

    fn run_stages_inside(&mut self, moves: Moves) {
        let mut clock = Clock::start();
        self.count_radii();
        let reaches = Reaches { radii: &self.radius_counts, nearest_only: self.nearest_only };
        let group_of = if self.groups.len() > 1 { &self.group_of[..] } else { &[] };
        let extra = Extra { course: self.holds.course, group_of };
        let some_rest = self.grid.index(&self.space, &reaches, &self.now, &mut self.before, &extra, &self.threads);
        self.row_of.take();
        if self.needs_census {
            count(&self.before, &self.group_of, &mut self.census);
        }
        self.find_target_rows();
        let index = clock.lap();
        let rows = self.before.len();
        self.now.resize(rows, !self.before.memory[0].is_empty(), !self.before.spin.is_empty());
        self.steering.iter_mut().for_each(|column| column.resize(rows, 0.0));
        let scene = Scene {
            before: &self.before,
            grid: &self.grid,
            space: &self.space,
            plans: &self.plans,
            group_of: &self.group_of,
            markers: &self.markers,
            obstacles: &self.obstacles,
            census: &self.census,
            target_rows: &self.target_rows,
            some_rest,
            holds: self.holds,
            seed: self.seed,
            step: self.step,
            time_step: self.time_step,
        };
        let output = Output { now: self.now.as_mut(), steering: self.steering.each_mut().map(Vec::as_mut_slice) };
        let (threads, scratch, controls) = (&self.threads, &self.scratch, &self.controls);
        let run = |rows: Range<usize>, mut output: Output<D>| {
            let mut scratch = lock(&scratch[threads.current()]);
            scratch.begin();
            let (mut first, mut done) = (rows.start, 0);
            while first < rows.end {
                let taken = batch(&scene, controls, moves, first..rows.end, done, &mut scratch, &mut output);
                (first, done) = (first + taken, done + taken);
            }
        };
        let split = || threads.split(rows, GRAIN, output, Output::split_at, &run);
        if let Err(panic) = catch_unwind(AssertUnwindSafe(split)) {
            // A behavior of the program's own panicked. The world survives: nobody has moved.
            self.take_back_step();
            resume_unwind(panic);
        }
        let parallel = clock.lap();
        let spent = self.scratch.iter().map(|scratch| std::mem::take(&mut lock(scratch).profile));
        self.profile = Profile::shared_out(spent, parallel);
        self.profile.index = index;
    }

    /// Puts everyone back to where they were before a step that did not come to its end.
    #[cold]
    fn take_back_step(&mut self) {
        self.now = self.before.clone();
        self.now.resize(self.before.len(), !self.before.memory[0].is_empty(), !self.before.spin.is_empty());
        for scratch in &self.scratch {
            lock(scratch).captures.clear();
        }
    }
}

/// A lock that a panic on another thread does not take away: the scratch is cleared before each use.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
