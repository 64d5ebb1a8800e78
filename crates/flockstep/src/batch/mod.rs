//! The stages from perceive to bound, for a batch of agents.
//!
//! A batch perceives as a whole. Then its agents go on in eights: up to eight that follow one another in memory and have
//! one plan steer, blend and move side by side, one to a lane. What cannot be done side by side (a behavior that asks for
//! single neighbours, a body with a bow) is done lane by lane.

mod answer;
mod by_kind;
mod few;
mod motion;
mod steer;

pub(crate) use by_kind::ByKind;
pub(crate) use steer::is_on;

use crate::perceive::{self, LANES, Perceived};
use crate::plan::Plan;
use crate::profile::{Clock, Profile};
use crate::scene::Scene;
use crate::steer::Drawn;
use crate::step::Moves;
use crate::vector::Vector;
use crate::world::Capture;
use crate::world::agents::{Columns, ColumnsMut, split_axes};
use crate::world::control::Control;
use answer::Answers;
use few::{Few, Lanes, Own};
use std::ops::Range;

/// Rows that go through the stages together: what they see and how they steer stays in the nearest cache.
const BATCH: usize = 256;

/// Room for one thread's work, used again for every batch.
pub(crate) struct Scratch<const D: usize> {
    seen: Perceived<D>,
    eights: Vec<Few>,
    own: Vec<Own<D>>,
    /// Each behavior's weighted steering, of each few agents.
    parts: Vec<Lanes<D>>,
    /// What was drawn for each few agents.
    drawn: Vec<Drawn>,
    answers: Answers<D>,
    /// The steering that moves each few agents.
    blended: Vec<Lanes<D>>,
    /// One agent's parts.
    own_parts: Vec<Vector<D>>,
    pub captures: Vec<Capture>,
    /// Whether the motion of a point body had to be mended in this step.
    pub mended: bool,
    pub profile: Profile,
}

impl<const D: usize> Default for Scratch<D> {
    fn default() -> Self {
        Scratch {
            seen: Perceived::default(),
            eights: Vec::new(),
            own: Vec::new(),
            parts: Vec::new(),
            drawn: Vec::new(),
            answers: Answers::default(),
            blended: Vec::new(),
            own_parts: Vec::new(),
            captures: Vec::new(),
            mended: false,
            profile: Profile::default(),
        }
    }
}

impl<const D: usize> Scratch<D> {
    /// Forgets what belongs to an earlier grid.
    pub fn begin(&mut self) {
        self.seen.forget();
    }
}

/// A run of rows to write: the agents and the steering that moved them.
pub(crate) struct Output<'a, const D: usize> {
    pub now: ColumnsMut<'a, D>,
    pub steering: [&'a mut [f32]; D],
}

impl<'a, const D: usize> Output<'a, D> {
    pub fn split_at(self, at: usize) -> (Output<'a, D>, Output<'a, D>) {
        let (now, now_) = self.now.split_at(at);
        let (steering, steering_) = split_axes(self.steering, at);
        (Output { now, steering }, Output { now: now_, steering: steering_ })
    }
}

/// A batch in hand: what it is about, how many rows it has, and where its first row is written.
struct Batch<'a, const D: usize> {
    scene: &'a Scene<'a, D>,
    first: usize,
    rows: usize,
    at: usize,
}

/// How many rows make the next batch. Who stands in one row of cells looks through one window: it is shared out evenly.
fn length<const D: usize>(scene: &Scene<D>, rows: &Range<usize>) -> usize {
    let first = std::array::from_fn(|axis| scene.placed[axis][rows.start]);
    let alike = scene.grid.end_of_cell_row(first).min(rows.end) - rows.start;
    if alike < BATCH / 2 {
        return rows.len().min(BATCH);
    }
    alike.div_ceil((alike + BATCH / 2) / BATCH).next_multiple_of(LANES).min(alike)
}

/// Takes a batch of rows through the stages; returns how many it took.
pub(crate) fn batch<const D: usize>(
    scene: &Scene<D>,
    moves: Moves,
    rows: Range<usize>,
    at: usize,
    scratch: &mut Scratch<D>,
    output: &mut Output<D>,
) -> usize {
    let mut clock = Clock::start();
    let rows = rows.start..rows.start + length(scene, &rows);
    let taken = perceive::perceive(scene, rows.clone(), &mut scratch.seen);
    scratch.profile.perceive += clock.lap();

    let rows = rows.start..rows.start + taken;
    let batch = Batch { scene, first: rows.start, rows: taken, at };
    copy_what_stays(scene.before, rows.clone(), at, moves, &mut output.now);
    scratch.note_eights(scene, rows.clone());
    let level = crate::simd::level();
    fearless_simd::dispatch!(level, simd => batch.steer(simd, scratch, output));
    scratch.profile.steer += clock.lap();

    fearless_simd::dispatch!(level, simd => batch.blend(simd, scratch, output));
    scratch.profile.blend += clock.lap();

    if moves == Moves::Yes {
        fearless_simd::dispatch!(level, simd => batch.locomote(simd, scratch, output));
    }
    scratch.profile.locomote += clock.lap();

    if moves == Moves::Yes {
        batch.bound(rows, scratch, output);
    }
    scratch.profile.bound += clock.lap();
    taken
}

/// Copies what no stage writes for everyone.
fn copy_what_stays<const D: usize>(
    before: &Columns<D>,
    rows: Range<usize>,
    at: usize,
    moves: Moves,
    now: &mut ColumnsMut<D>,
) {
    let to = at..at + rows.len();
    now.id[to.clone()].copy_from_slice(&before.id[rows.clone()]);
    now.kind[to.clone()].copy_from_slice(&before.kind[rows.clone()]);
    if !now.spin.is_empty() {
        now.spin[to.clone()].copy_from_slice(&before.spin[rows.clone()]);
    }
    for axis in 0..D {
        if !now.memory[axis].is_empty() {
            now.memory[axis][to.clone()].copy_from_slice(&before.memory[axis][rows.clone()]);
        }
        if moves == Moves::No {
            now.position[axis][to.clone()].copy_from_slice(&before.position[axis][rows.clone()]);
            now.velocity[axis][to.clone()].copy_from_slice(&before.velocity[axis][rows.clone()]);
            now.heading[axis][to.clone()].copy_from_slice(&before.heading[axis][rows.clone()]);
        }
    }
}

impl<const D: usize> Batch<'_, D> {
    fn plan(&self, few: &Few) -> &Plan<D> {
        &self.scene.plans[usize::from(few.kind)]
    }
    /// Where a row is written.
    fn place(&self, row: usize) -> usize {
        row - self.first + self.at
    }
    #[inline(always)]
    fn control_of(&self, row: usize) -> Option<&Control<D>> {
        let controls = self.scene.controls;
        if controls.is_empty() {
            return None;
        }
        let id = self.scene.before.id[row];
        controls.binary_search_by_key(&id, |(id, _)| *id).ok().map(|at| &controls[at].1)
    }

    /// Writes the vectors of a few agents.
    #[inline(always)]
    fn store(&self, lanes: &Lanes<D>, columns: &mut [&mut [f32]; D], few: &Few) {
        let to = self.place(few.rows[0] as usize);
        for axis in 0..D {
            if few.in_line && few.count == LANES {
                columns[axis][to..to + LANES].copy_from_slice(&lanes[axis]);
                continue;
            }
            for (lane, row) in few.rows().enumerate() {
                columns[axis][self.place(row)] = lanes[axis][lane];
            }
        }
    }
}
