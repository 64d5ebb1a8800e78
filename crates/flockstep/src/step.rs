//! One step, on one page.
//!
//! `index` sorts all agents into cells. Then, batch by batch and on all threads, agents perceive, steer, blend,
//! locomote and are bound. Every stage up to blend reads the columns `before`, which nobody writes any more; locomote
//! and bound write the columns `now`, which nobody reads yet. So the stages of different batches overlap freely and
//! everyone still sees the same instant. Then solid bodies are set apart, and last
//! what the bound stage noted (captures) is carried out.

use crate::apart::Ground;
use crate::batch::{Output, batch};
use crate::perceive::{Extra, Reaches, are_alike, most_senses, reach_alike};
use crate::profile::{Clock, Profile};
use crate::scene::{Scene, count};
use crate::settings::Body;
use crate::squads::Squads;
use crate::threads::Threads;
use crate::world::{Edge, World};
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Mutex, PoisonError};

/// Rows a task takes: enough to be worth a thread's while, few enough to share out evenly.
const GRAIN: usize = 256;

/// A smaller world is moved by whoever asks for it.
const FEWEST_TO_SHARE: usize = 1000;

/// Whether agents move or only say how they would.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Moves {
    Yes,
    No,
}

impl<const D: usize> World<D> {
    /// The stages of one step over all agents.
    pub(crate) fn run_stages(&mut self, moves: Moves) {
        let threads = self.threads.if_at_least(FEWEST_TO_SHARE, self.len());
        threads.inside(self.len(), GRAIN, || self.run_stages_inside(moves, &threads));
    }

    fn run_stages_inside(&mut self, moves: Moves, threads: &Threads) {
        let mut clock = Clock::start();
        self.count_radii();
        let (some_rest, fresh) = self.index();
        let placed = if fresh { &self.before.position[0] } else { &self.kept.placed[0] };
        self.rare.find(&self.before.kind, &self.group_of, &self.grid.axes[0], placed);
        if self.needs_census {
            count(&self.before, &self.group_of, &mut self.census);
        }
        self.find_target_rows();
        self.solids.index(&self.space);
        self.update_fields();
        let index = clock.lap();
        let rows = self.before.len();
        self.now.resize(rows, !self.before.memory[0].is_empty(), !self.before.spin.is_empty());
        self.steering.iter_mut().for_each(|column| column.resize(rows, 0.0));
        let nobody = Squads::default();
        let scene = Scene {
            before: &self.before,
            grid: &self.grid,
            space: &self.space,
            plans: &self.plans,
            alike: are_alike(&self.plans, &self.grid),
            same_reach: reach_alike(&self.plans),
            senses: most_senses(&self.plans),
            abreast: crate::simd::abreast(),
            group_of: &self.group_of,
            markers: &self.markers,
            solids: &self.solids,
            fields: &self.fields,
            paths: &self.paths,
            controls: &self.controls,
            squads: &nobody,
            census: &self.census,
            target_rows: &self.target_rows,
            some_rest,
            placed: if fresh { &self.before.position } else { &self.kept.placed },
            seen: if fresh { &self.before.position } else { self.kept.positions(&self.space, &self.before) },
            holds: self.holds,
            rare: &self.rare,
            seed: self.seed,
            step: self.step,
            time_step: self.time_step,
        };
        let mut squads = std::mem::take(&mut self.squads);
        if self.needs_squads {
            squads.form(&scene);
        }
        let scene = Scene { squads: &squads, ..scene };
        let output = Output { now: self.now.as_mut(), steering: self.steering.each_mut().map(Vec::as_mut_slice) };
        let scratch = &self.scratch;
        let run = |rows: Range<usize>, mut output: Output<D>| {
            let mut scratch = lock(&scratch[threads.current()]);
            scratch.begin();
            let (mut first, mut done) = (rows.start, 0);
            while first < rows.end {
                let taken = batch(&scene, moves, first..rows.end, done, &mut scratch, &mut output);
                (first, done) = (first + taken, done + taken);
            }
        };
        let split = || threads.split(rows, GRAIN, output, Output::split_at, &run);
        if let Err(panic) = catch_unwind(AssertUnwindSafe(split)) {
            // A behavior of the program's own panicked. The world survives: nobody has moved.
            self.take_back_step();
            resume_unwind(panic);
        }
        self.squads = squads;
        let parallel = clock.lap();
        if moves == Moves::Yes && self.needs_apart {
            let (plans, space, solids, threads) = (&self.plans, &self.space, &self.solids, &self.threads);
            let ground = Ground { plans, space, solids, threads, time_step: self.time_step };
            self.apart.set_apart(&ground, &self.before, &mut self.now);
        }
        if moves == Moves::Yes {
            let points = self.plans.iter().all(|plan| matches!(plan.body, Body::Point(_)));
            let mended =
                self.scratch.iter().fold(false, |any, scratch| any | std::mem::take(&mut lock(scratch).mended));
            self.pointed = points && !mended && !self.needs_apart && self.space.edge() != Edge::Clamp;
        }
        let apart = clock.lap();
        let spent = self.scratch.iter().map(|scratch| std::mem::take(&mut lock(scratch).profile));
        self.profile = Profile::shared_out(spent, parallel);
        self.profile.index = index;
        self.profile.bound += apart;
    }

    /// The `index` stage: sorts everyone into cells, or leaves everyone in place while cells are kept. Returns whether
    /// anyone is at rest, and whether the cells are those of this very step.
    fn index(&mut self) -> (bool, bool) {
        let keeps = self.refresh > 1;
        if keeps && self.kept.lasts(self.step, self.refresh) && self.sort_again() {
            let some_rest = self.grid.leave_in_place(&mut self.now, &mut self.before, self.holds.course, &self.threads);
            self.kept.see(&self.space, &self.before, &self.threads);
            return (some_rest, false);
        }
        let some_rest = self.sort();
        self.row_of.take();
        if keeps {
            self.kept.find(self.step, &self.before);
        }
        (some_rest, true)
    }

    /// Sorts everyone of `now` into `before`.
    fn sort(&mut self) -> bool {
        let nearest_only = self.nearest_only.filter(|_| self.refresh == 1);
        let reaches = Reaches { radii: &self.radius_counts, nearest_only, skin: self.skin };
        let group_of = if self.holds.groups { &self.group_of[..] } else { &[] };
        let extra = Extra { course: self.holds.course, pointed: self.pointed, group_of };
        self.grid.index(&self.space, &reaches, &self.now, &mut self.before, &extra, &self.threads)
    }

    /// Has the cells that a snapshot left out made again, from where everyone was; returns false if that cannot be.
    fn sort_again(&mut self) -> bool {
        if !self.kept.is_to_be_sorted_again() {
            return true;
        }
        if self.kept.placed[0].len() != self.now.len() {
            return false;
        }
        std::mem::swap(&mut self.now.position, &mut self.kept.placed);
        self.sort();
        let in_place = self.before.id == self.now.id;
        std::mem::swap(&mut self.now.position, &mut self.kept.placed);
        if in_place {
            self.kept.found_again();
        }
        in_place
    }

    /// Puts everyone back to where they were before a step that did not come to its end.
    #[cold]
    fn take_back_step(&mut self) {
        self.now = self.before.clone();
        self.pointed = false;
        self.kept.forget();
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
