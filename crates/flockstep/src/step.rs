//! One step, on one page.
//!
//! `index` sorts all agents into cells. Then, batch by batch and on all threads, agents perceive, steer, blend,
//! locomote and are bound. Every stage up to blend reads the columns `before`, which nobody writes any more; locomote
//! and bound write the columns `now`, which nobody reads yet. So the stages of different batches overlap freely and
//! everyone still sees the same instant. Last, what the bound stage noted (captures) is carried out.

use crate::blend::{blend, dither_draw};
use crate::bound::bound;
use crate::locomote::{Moment, locomote};
use crate::perceive::{self, Extra, Hits, Percept, Runs, Window};
use crate::plan::{Plan, Slot};
use crate::profile::{Clock, Profile};
use crate::scene::{Scene, count};
use crate::settings::When;
use crate::steer::{Me, View};
use crate::vector::{Vector, length, scale};
use crate::world::agents::{ColumnsMut, Row, split_axes};
use crate::world::control::{Control, steering_of};
use crate::world::{Capture, World};
use std::cell::RefCell;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Mutex, PoisonError};

/// Rows a task takes: enough to be worth a thread's while, few enough to share out evenly.
const GRAIN: usize = 512;
/// Rows that go through the stages together: their percepts and hits stay in the nearest cache.
const BATCH: usize = 64;

/// Room for one thread's work, used again for every batch.
pub(crate) struct Scratch<const D: usize> {
    window: Window<D>,
    hits: Hits<D>,
    spare: RefCell<Runs<D>>,
    begins: Vec<u32>,
    percepts: Vec<Percept<D>>,
    /// Each behavior's weighted steering, agent by agent.
    steering: Vec<Vector<D>>,
    blended: Vec<Vector<D>>,
    agents: Vec<Row<D>>,
    pub captures: Vec<Capture>,
    profile: Profile,
}

impl<const D: usize> Default for Scratch<D> {
    fn default() -> Self {
        Scratch {
            window: Window::default(),
            hits: Hits::default(),
            spare: RefCell::default(),
            begins: Vec::new(),
            percepts: Vec::new(),
            steering: Vec::new(),
            blended: Vec::new(),
            agents: Vec::new(),
            captures: Vec::new(),
            profile: Profile::default(),
        }
    }
}

/// A run of rows to write: the agents and the steering that moved them.
struct Output<'a, const D: usize> {
    now: ColumnsMut<'a, D>,
    steering: [&'a mut [f32]; D],
}

impl<'a, const D: usize> Output<'a, D> {
    fn split_at(self, at: usize) -> (Output<'a, D>, Output<'a, D>) {
        let (now, now_) = self.now.split_at(at);
        let (steering, steering_) = split_axes(self.steering, at);
        (Output { now, steering }, Output { now: now_, steering: steering_ })
    }
}

/// Whether agents move or only say how they would.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Moves {
    Yes,
    No,
}

impl<const D: usize> World<D> {
    /// The stages of one step over all agents.
    pub(crate) fn run_stages(&mut self, moves: Moves) {
        let mut clock = Clock::start();
        let radius = self.cell_radius();
        let group_of = if self.groups.len() > 1 { &self.group_of[..] } else { &[] };
        let extra = Extra { course: self.holds.course, group_of };
        let some_rest = self.grid.index(&self.space, radius, &self.now, &mut self.before, &extra, &self.threads);
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
            most_senses: self.plans.iter().map(|plan| plan.senses.len()).max().unwrap_or(0),
            holds: self.holds,
            seed: self.seed,
            step: self.step,
            time_step: self.time_step,
        };
        let output = Output { now: self.now.as_mut(), steering: self.steering.each_mut().map(Vec::as_mut_slice) };
        let (threads, scratch, controls) = (&self.threads, &self.scratch, &self.controls);
        let run = |rows: Range<usize>, mut output: Output<D>| {
            let mut scratch = lock(&scratch[threads.current()]);
            scratch.spare.get_mut().begin();
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

/// Takes a batch of rows through the stages; returns how many it took.
fn batch<const D: usize>(
    scene: &Scene<D>,
    controls: &[(u32, Control<D>)],
    moves: Moves,
    rows: Range<usize>,
    at: usize,
    scratch: &mut Scratch<D>,
    output: &mut Output<D>,
) -> usize {
    let mut clock = Clock::start();
    let Scratch { window, hits, spare, begins, percepts, steering, blended, agents, captures, profile } = scratch;
    hits.clear();
    percepts.clear();
    let rows = rows.start..rows.end.min(rows.start + BATCH);
    let level = crate::simd::level();
    let taken = fearless_simd::dispatch!(level, simd => perceive::perceive(simd, scene, rows.clone(), window, hits, begins, percepts));
    profile.perceive += clock.lap();

    let rows = rows.start..rows.start + taken;
    agents.clear();
    agents.extend(rows.clone().map(|row| scene.before.row(row)));
    steering.clear();
    let mut seen = &percepts[..];
    for (row, agent) in rows.clone().zip(agents.iter_mut()) {
        let plan = &scene.plans[usize::from(agent.kind)];
        let own;
        (own, seen) = seen.split_at(plan.senses.len());
        steer(scene, plan, row, agent, own, hits, spare, steering);
    }
    profile.steer += clock.lap();

    blended.clear();
    let mut parts = &steering[..];
    for agent in agents.iter() {
        let plan = &scene.plans[usize::from(agent.kind)];
        let own;
        (own, parts) = parts.split_at(plan.slots.len());
        let control = control_of(controls, agent.id);
        blended.push(match control {
            Some(control) => steering_of(control, plan, agent),
            None => blend(plan, own, dither_draw(scene.seed, agent.id, scene.step)),
        });
    }
    profile.blend += clock.lap();

    if moves == Moves::Yes {
        for (agent, steering) in agents.iter_mut().zip(blended.iter()) {
            let plan = &scene.plans[usize::from(agent.kind)];
            let throttle = control_of(controls, agent.id).map_or(1.0, Control::throttle);
            let moment = Moment { seed: scene.seed, step: scene.step, time_step: scene.time_step, throttle };
            locomote(plan, agent, *steering, &moment);
        }
    }
    profile.locomote += clock.lap();

    let mut seen = &percepts[..];
    for (place, (row, agent)) in rows.zip(agents.iter_mut()).enumerate() {
        let plan = &scene.plans[usize::from(agent.kind)];
        let own;
        (own, seen) = seen.split_at(plan.senses.len());
        if moves == Moves::Yes {
            bound(scene.space, agent);
            note_captures(scene, plan, row, own, hits, captures);
        }
        output.now.set(at + place, agent);
        for axis in 0..D {
            output.steering[axis][at + place] = blended[place][axis];
        }
    }
    profile.bound += clock.lap();
    taken
}

#[inline(always)]
fn control_of<const D: usize>(controls: &[(u32, Control<D>)], id: u32) -> Option<&Control<D>> {
    if controls.is_empty() {
        return None;
    }
    controls.binary_search_by_key(&id, |(id, _)| *id).ok().map(|at| &controls[at].1)
}

/// The `steer` stage for one agent: each behavior's weighted steering.
#[inline(always)]
#[allow(clippy::too_many_arguments)]
pub(crate) fn steer<const D: usize>(
    scene: &Scene<D>,
    plan: &Plan<D>,
    row: usize,
    agent: &mut Row<D>,
    percepts: &[Percept<D>],
    hits: &Hits<D>,
    spare: &RefCell<Runs<D>>,
    steering: &mut Vec<Vector<D>>,
) {
    let me = Me {
        id: agent.id,
        position: agent.position,
        velocity: agent.velocity,
        speed: length(agent.velocity),
        heading: agent.heading,
        max_speed: plan.max_speed,
        radius: plan.radius,
        length: plan.length,
        row,
    };
    let Some(slot) = plan.slots.first() else { return };
    let (percept, memory) = (const { &Percept::EMPTY }, agent.memory);
    let mut view = View { me, percept, plan, slot, scene, hits, spare, memory, weight: 0.0 };
    for slot in &plan.slots {
        if !is_on(slot, percepts) {
            steering.push([0.0; D]);
            continue;
        }
        view.percept = slot.sense.map_or(const { &Percept::EMPTY }, |sense| &percepts[sense]);
        (view.slot, view.weight) = (slot, slot.weight);
        let part = slot.rule.steer(&mut view);
        steering.push(scale(part, view.weight));
    }
    agent.memory = view.memory;
}

#[inline(always)]
fn is_on<const D: usize>(slot: &Slot<D>, percepts: &[Percept<D>]) -> bool {
    let someone = || percepts[slot.when_sense].count > 0;
    match slot.when {
        When::Always => true,
        When::Alone | When::Leading => !someone(),
        When::Following | When::Threatened => someone(),
    }
}

/// Notes whom the agent touches and eats; carried out after the step.
fn note_captures<const D: usize>(
    scene: &Scene<D>,
    plan: &Plan<D>,
    row: usize,
    percepts: &[Percept<D>],
    hits: &Hits<D>,
    captures: &mut Vec<Capture>,
) {
    let Some(capture) = &plan.captures else { return };
    for hit in percepts[capture.sense].listed.clone() {
        let hit = hit as usize;
        let prey = hits.row[hit] as usize;
        let offset: Vector<D> = std::array::from_fn(|axis| hits.offset[axis][hit]);
        let radii = || plan.radius + scene.plans[usize::from(scene.before.kind[prey])].radius;
        if length(offset) <= capture.distance.unwrap_or_else(radii) {
            let before = scene.before;
            captures.push(Capture { predator: before.id[row], prey: before.id[prey], respawned: capture.respawn });
        }
    }
}
