//! The stages from perceive to bound, for a batch of agents.
//!
//! A batch perceives as a whole. Then its agents go on in eights: up to eight of one plan steer, blend and move side by
//! side, one to a lane. What cannot be done side by side (a behavior that asks for single neighbours, a body with a
//! bow) is done lane by lane. Where the rows are cut into batches changes nothing.

mod answer;
mod eights;
mod motion;
mod steer;

pub(crate) use steer::{is_on, percept_of, view};

use crate::agents::ColumnsMut;
use crate::index::LANES;
use crate::math::random;
use crate::math::vector::Vector;
use crate::perceive::{self, Partition, Perceived};
use crate::plan::Plans;
use crate::profile::{Clock, Profile};
use crate::scene::Scene;
use crate::state::Capture;
use crate::steer::Drawn;
use answer::Answers;
use eights::{Eights, Few, Lanes};
use std::ops::Range;

/// Rows that go through the stages together: what they see and how they steer stays in the nearest cache.
const BATCH: usize = 256;
/// The neighbours on all lists of a batch that fit there, too.
const MOST_HITS: usize = 4096;

/// Room for one thread's work, used again for every batch.
pub(crate) struct Scratch<const D: usize> {
    seen: Perceived<D>,
    /// The rows that decide in this step; and all rows by kind, if these are not all.
    deciding_rows: Vec<u32>,
    all_rows: Vec<u32>,
    moving_rows: Partition,
    deciding: Eights<D>,
    moving: Eights<D>,
    /// Each behavior's weighted steering, of each few agents.
    parts: Vec<Lanes<D>>,
    /// What was drawn for each few agents.
    drawn: Vec<Drawn>,
    answers: Answers<D>,
    /// One agent's parts.
    own_parts: Vec<Vector<D>>,
    pub captures: Vec<Capture>,
    pub profile: Profile,
    clock: Clock,
    /// Rows of a batch, at most: fewer where the lists of the last one were long.
    most_rows: usize,
}

impl<const D: usize> Default for Scratch<D> {
    fn default() -> Self {
        Scratch {
            seen: Perceived::default(),
            deciding_rows: Vec::new(),
            all_rows: Vec::new(),
            moving_rows: Partition::default(),
            deciding: Eights::default(),
            moving: Eights::default(),
            parts: Vec::new(),
            drawn: Vec::new(),
            answers: Answers::default(),
            own_parts: Vec::new(),
            captures: Vec::new(),
            profile: Profile::default(),
            clock: Clock::start(),
            most_rows: BATCH / 4,
        }
    }
}

impl<const D: usize> Scratch<D> {
    /// How many of these rows make the next batch. Those in one row of cells look through one window: it is shared out
    /// evenly. (Longer batches where agents hold decisions: windows no longer fit the nearest cache, a third slower.)
    pub fn length(&self, scene: &Scene<D>, rows: Range<usize>) -> usize {
        let most = self.most_rows;
        let first = crate::agents::at(&scene.before.position, rows.start);
        let alike = scene.around.search.grid.end_of_cell_row(first).min(rows.end) - rows.start;
        if alike < most / 2 {
            return rows.len().min(most);
        }
        alike.div_ceil(((alike + most / 2) / most).max(1)).next_multiple_of(LANES).min(alike)
    }
    /// Chooses the length of batches to come by how many neighbours the last one listed.
    fn learn(&mut self, rows: usize) {
        let fits = rows * MOST_HITS / self.seen.hits.len().max(1);
        self.most_rows = (2 * self.most_rows).min(fits).clamp(LANES, BATCH);
    }
}

/// A length for a test that cuts anywhere.
pub fn random_length(seed: u64, step: u64, rows: &Range<usize>) -> usize {
    let words = random::words(seed, rows.start as u32, step, random::Purpose::Birth, 0);
    let most = if words[0].is_multiple_of(3) { 7 } else { 2 * BATCH };
    (1 + words[1] as usize % most).min(rows.len())
}

/// A batch in hand: its rows, where the first of them is written, and room to work in.
pub(crate) struct Batch<'a, 'b, const D: usize> {
    scene: &'a Scene<'a, D>,
    plans: &'a Plans<D>,
    rows: Range<usize>,
    at: usize,
    scratch: &'a mut Scratch<D>,
    now: &'a mut ColumnsMut<'b, D>,
}

impl<'a, 'b, const D: usize> Batch<'a, 'b, D> {
    /// A batch of these rows, which are written from a place on.
    pub fn begin(
        scene: &'a Scene<'a, D>,
        plans: &'a Plans<D>,
        rows: Range<usize>,
        at: usize,
        scratch: &'a mut Scratch<D>,
        now: &'a mut ColumnsMut<'b, D>,
    ) -> Self {
        scratch.clock = Clock::start();
        let mut batch = Batch { scene, plans, rows, at, scratch, now };
        batch.copy_what_stays();
        batch.find_deciding();
        batch
    }

    /// Who decides in this step: everyone whose decision is used up, and whom a player drives. The others hold what
    /// they decided.
    fn find_deciding(&mut self) {
        let Batch { scene, plans, rows, at, scratch, now } = self;
        let deciding = &mut scratch.deciding_rows;
        deciding.clear();
        if now.wait.is_empty() {
            return deciding.extend(rows.start as u32..rows.end as u32);
        }
        let (before, to) = (scene.before, *at..*at + rows.len());
        for axis in 0..D {
            now.steering[axis][to.clone()].copy_from_slice(&before.steering[axis][rows.clone()]);
        }
        // Without a branch: whose turn it is cannot be guessed.
        deciding.resize(rows.len(), 0);
        let mut count = 0;
        let waits = now.wait[to].iter_mut().zip(&before.wait[rows.clone()]);
        for (row, (wait, was)) in (rows.start..).zip(waits) {
            *wait = was.saturating_sub(1);
            deciding[count] = row as u32;
            count += usize::from(*was == 0 || scene.control_of(row).is_some());
        }
        deciding.truncate(count);
        for row in deciding.iter() {
            let refresh = u64::from(plans.of(before.kind[*row as usize]).refresh);
            // Staggered by id: of all agents about as many decide in every step.
            let turn = scene.step.wrapping_add(u64::from(before.id[*row as usize].0)) % refresh;
            now.wait[*row as usize - rows.start + *at] = (refresh - 1 - turn) as u16;
        }
    }

    /// Copies what no stage writes for everyone.
    fn copy_what_stays(&mut self) {
        let Batch { scene, rows, at, now, .. } = self;
        let (before, to) = (scene.before, *at..*at + rows.len());
        now.id[to.clone()].copy_from_slice(&before.id[rows.clone()]);
        now.kind[to.clone()].copy_from_slice(&before.kind[rows.clone()]);
        if !now.spin.is_empty() {
            now.spin[to.clone()].copy_from_slice(&before.spin[rows.clone()]);
        }
        for axis in 0..D {
            if !now.memory[axis].is_empty() {
                now.memory[axis][to.clone()].copy_from_slice(&before.memory[axis][rows.clone()]);
            }
        }
    }

    /// The `perceive` stage.
    pub fn perceive(&mut self) {
        let Scratch { seen, deciding_rows, deciding, parts, .. } = &mut *self.scratch;
        perceive::perceive(&self.scene.around, self.rows.clone(), deciding_rows, seen);
        deciding.note(self.scene.before, &seen.by_kind, |kind| self.plans.of(kind).slots.len());
        parts.resize(deciding.parts.max(parts.len()), [[0.0; LANES]; D]);
        self.scratch.learn(self.rows.len());
        self.scratch.profile.perceive += self.scratch.clock.lap();
    }

    /// In place of `locomote` and `bound`: everyone stays.
    pub fn stay(&mut self) {
        let Batch { scene, rows, at, now, .. } = self;
        let (before, to) = (scene.before, *at..*at + rows.len());
        for axis in 0..D {
            now.position[axis][to.clone()].copy_from_slice(&before.position[axis][rows.clone()]);
            now.velocity[axis][to.clone()].copy_from_slice(&before.velocity[axis][rows.clone()]);
            now.heading[axis][to.clone()].copy_from_slice(&before.heading[axis][rows.clone()]);
        }
    }

    /// Where the rows are written.
    fn places(&self) -> Places {
        Places { first: self.rows.start, at: self.at }
    }
}

/// Where rows are written.
#[derive(Clone, Copy)]
struct Places {
    first: usize,
    at: usize,
}

impl Places {
    #[inline(always)]
    fn of(self, row: usize) -> usize {
        row - self.first + self.at
    }

    /// Writes the vectors of a few agents.
    #[inline(always)]
    fn store<const D: usize>(self, lanes: &Lanes<D>, columns: &mut [&mut [f32]; D], few: &Few) {
        let to = self.of(few.rows[0] as usize);
        for axis in 0..D {
            if few.in_line && few.count == LANES {
                columns[axis][to..to + LANES].copy_from_slice(&lanes[axis]);
                continue;
            }
            for (lane, row) in few.rows().enumerate() {
                columns[axis][self.of(row)] = lanes[axis][lane];
            }
        }
    }
}
