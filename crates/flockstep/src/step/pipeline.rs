//! The pipeline: the index, the scene, scratch, threads and times. It holds no state: it can be dropped between any two
//! steps without changing the future (`tests/pipeline.rs`).

use super::State;
use super::apart::{Apart, Arena};
use super::batch::{Batch, Scratch, random_length};
use super::formations::Formations;
use crate::agents::{Columns, ColumnsMut, Rows};
use crate::index::{Extra, Grid, Reaches, Search};
use crate::math::simd;
use crate::perceive::{Stencils, Surroundings};
use crate::plan::Plans;
use crate::profile::Profile;
use crate::scene::{Census, Scene, count, plant};
use crate::state::{Capture, Scenery};
use crate::stop::Stop;
use crate::threads::Threads;
use crate::work;
use std::any::Any;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Rows a task takes: enough to be worth a thread's while, few enough to share out evenly.
const GRAIN: usize = 256;

/// Where the rows are cut into batches: a test's own cuts, drawn from a seed, instead of the usual ones.
pub(crate) type Cuts = Option<u64>;

/// Temporary working memory of the stages.
pub(crate) struct Pipeline<const D: usize> {
    /// Everyone before the last step, in the rows that they have now.
    pub before: Columns<D>,
    pub grid: Grid<D>,
    pub rows: Rows,
    /// Room for which body each row is fed from.
    pub fed_bodies: Vec<u32>,
    pub threads: Threads,
    pub scratch: Vec<Mutex<Scratch<D>>>,
    pub formations: Formations<D>,
    /// What happened in the last step, or in all steps of the last `advance`.
    pub captures: Vec<Capture>,
    pub profile: Profile,
    pub cuts: Cuts,
    /// Who may ask this step to stop.
    pub stop: Stop,
    stencils: Stencils<D>,
    census: Vec<Census<D>>,
    /// By group: how many look for the nearest of it.
    seekers: Vec<usize>,
    /// By kind: how many are of it, to count them.
    of_kind: Vec<usize>,
    target_rows: Vec<Option<usize>>,
    /// How many agents search how far, to choose the size of the cells.
    radius_counts: Vec<(f32, usize)>,
    /// The bit of the group that most agents belong to.
    usual_group: u32,
    some_rest: bool,
    apart: Apart<D>,
}

impl<const D: usize> Pipeline<D> {
    pub fn new(threads: Threads) -> Self {
        Pipeline {
            before: Columns::default(),
            grid: Grid::default(),
            rows: Rows::default(),
            fed_bodies: Vec::new(),
            scratch: (0..threads.count()).map(|_| Mutex::default()).collect(),
            threads,
            formations: Formations::default(),
            captures: Vec::new(),
            profile: Profile::default(),
            cuts: None,
            stop: Stop::default(),
            stencils: Stencils::default(),
            census: Vec::new(),
            seekers: Vec::new(),
            of_kind: Vec::new(),
            target_rows: Vec::new(),
            radius_counts: Vec::new(),
            usual_group: 0,
            some_rest: false,
            apart: Apart::default(),
        }
    }

    /// The `index` stage: sorts everyone into cells, and works out what concerns all of a group.
    pub fn index(&mut self, state: &State<D>, scenery: &mut Scenery<D>, plans: &Plans<D>) {
        let now = &state.agents;
        self.count_radii(&now.kind, plans);
        let nearest_only =
            plans.eyes.iter().map(|eyes| eyes.nearest_only).try_fold(0, |most, few| Some(most.max(few?)));
        let reaches = Reaches { radii: &self.radius_counts, nearest_only: nearest_only.filter(|most| *most > 0) };
        let holds = plans.needs.holds;
        let group_bits = if holds.groups { &plans.group_bits[..] } else { &[] };
        let extra = Extra { course: holds.course, group_bits, usual_group: self.usual_group };
        let threads = self.threads.enough_for(now.len());
        self.some_rest = self.grid.index(&state.space, &reaches, now, &mut self.before, &extra, &threads);
        self.rows.forget();
        let search = Search { grid: &self.grid, agents: &self.before, space: &state.space };
        self.stencils.lay(&search, &plans.eyes, holds);
        self.census.resize_with(state.groups.len(), Census::default);
        if plans.needs.census {
            count(&self.before, &plans.group_of, &mut self.census);
        }
        if plans.needs.nearest {
            self.count_seekers(plans);
            plant(&self.before, &plans.group_of, &self.seekers, &mut self.census);
        }
        let row_of = |id| self.before.id.iter().position(|other| other == id);
        self.target_rows.clear();
        self.target_rows.extend(plans.target_agents.iter().map(row_of));
        scenery.update(&state.space, &self.stop);
        self.form(state, scenery, plans);
    }

    /// Works out everyone's place in a formation.
    fn form(&mut self, state: &State<D>, scenery: &Scenery<D>, plans: &Plans<D>) {
        let mut formations = std::mem::take(&mut self.formations);
        if plans.needs.formations {
            formations.form(&self.scene(state, scenery, plans), plans, &state.facings);
        } else {
            formations.forget();
            formations.facings.clone_from(&state.facings);
        }
        self.formations = formations;
    }

    /// Counts how many look for the nearest of each group.
    fn count_seekers(&mut self, plans: &Plans<D>) {
        let Pipeline { before, census, seekers, of_kind, .. } = self;
        of_kind.clear();
        of_kind.resize(plans.list.len(), 0);
        before.kind.iter().for_each(|kind| of_kind[usize::from(*kind)] += 1);
        seekers.clear();
        seekers.resize(census.len(), 0);
        for (plan, count) in plans.list.iter().zip(of_kind) {
            plan.sought().for_each(|group| seekers[group] += *count);
        }
    }

    /// Counts how many agents search how far, nearest first.
    fn count_radii(&mut self, kinds: &[u16], plans: &Plans<D>) {
        let counts = &mut self.radius_counts;
        counts.clear();
        counts.extend(plans.eyes.iter().map(|eyes| (eyes.reach, 0)));
        count_kinds(kinds, counts);
        let mut agents = [0; u32::BITS as usize];
        for (bit, (_, count)) in plans.group_bits.iter().zip(&*counts) {
            agents[bit.trailing_zeros() as usize] += count;
        }
        self.usual_group = (0..u32::BITS).max_by_key(|bit| agents[*bit as usize]).map_or(0, |bit| 1 << bit);
        counts.retain(|(radius, count)| *radius > 0.0 && *count > 0);
        // Who got settings of its own first must not matter: equal radii become one entry, in order.
        counts.sort_unstable_by(|one, two| one.0.total_cmp(&two.0));
        counts.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            kept.1 += if same { next.1 } else { 0 };
            same
        });
    }

    /// The world as everyone sees it, after `index`: for the step, for `inspect` and for whoever else looks.
    pub fn scene<'a>(&'a self, state: &'a State<D>, scenery: &'a Scenery<D>, plans: &'a Plans<D>) -> Scene<'a, D> {
        Scene {
            before: &self.before,
            space: &state.space,
            around: Surroundings {
                search: Search { grid: &self.grid, agents: &self.before, space: &state.space },
                eyes: &plans.eyes,
                stencils: &self.stencils,
                groups: state.groups.len(),
                group_bits: &plans.group_bits,
                some_rest: self.some_rest,
                stop: &self.stop,
                in_pairs: simd::in_pairs(),
            },
            yields: &plans.yields,
            markers: &scenery.markers,
            solids: &scenery.solids,
            fields: &scenery.fields,
            paths: &scenery.paths,
            controls: &state.controls,
            places: &self.formations.places,
            census: &self.census,
            target_rows: &self.target_rows,
            seed: state.seed,
            step: state.step,
            time_step: state.time_step,
        }
    }

    /// Takes all rows through the stages, batch by batch and on all threads, unless asked to stop. An error is what a
    /// behavior panicked with.
    pub(super) fn for_each_batch(
        &self,
        state: &State<D>,
        plans: &Plans<D>,
        now: &mut Columns<D>,
        stages: impl Fn(&mut Batch<D>) + Sync,
    ) -> Result<(), Box<dyn Any + Send>> {
        let scene = &self.scene(state, &state.scenery, plans);
        let (rows, threads) = (self.before.len(), self.threads.enough_for(self.before.len()));
        let run = |rows: Range<usize>, mut now: ColumnsMut<D>| {
            let mut scratch = lock(&self.scratch[threads.current()]);
            let mut first = rows.start;
            while first < rows.end && !self.stop.asked() {
                let length = match self.cuts {
                    Some(seed) => random_length(seed, scene.step, &(first..rows.end)),
                    None => scratch.length(scene, first..rows.end),
                };
                let mut batch =
                    Batch::begin(scene, plans, first..first + length, first - rows.start, &mut scratch, &mut now);
                stages(&mut batch);
                scratch.profile.work += work::take();
                first += length;
            }
        };
        let grain = if self.cuts.is_some() { rows.max(1) } else { GRAIN };
        let all = || threads.split(rows, grain, now.as_mut(), ColumnsMut::split_at, &run);
        catch_unwind(AssertUnwindSafe(all))
    }

    /// Puts everyone back to where they were before a step that did not come to its end.
    #[cold]
    pub(super) fn take_back(&mut self, state: &mut State<D>) {
        let len = self.before.len();
        state.agents = self.before.clone();
        state.agents.resize(len, self.before.optional());
        // Steering that nobody holds is no state: some of it has been written over.
        state.agents.resize_steering(0);
        state.agents.resize_steering(len);
        if !self.before.wait.is_empty() {
            state.agents.steering.clone_from(&self.before.steering);
        }
        state.scenery.forget();
        for scratch in &self.scratch {
            lock(scratch).captures.clear();
        }
    }

    /// Sets solid bodies apart that the step would leave in one another: the last of the `bound` stage.
    pub(super) fn set_apart(&mut self, state: &mut State<D>, plans: &Plans<D>) {
        let (space, solids, threads) = (&state.space, &state.scenery.solids, &self.threads);
        let arena = Arena { plans, space, solids, threads, time_step: state.time_step, stop: &self.stop };
        self.apart.set_apart(&arena, &self.before, &mut state.agents);
    }

    /// The stages overlap on several threads: their common wall time is shared out.
    pub(super) fn share_out_times(&mut self, index: Duration, wall: Duration) {
        let spent = self.scratch.iter().map(|scratch| std::mem::take(&mut lock(scratch).profile));
        self.profile = Profile { index, ..Profile::shared_out(spent, wall) };
    }

    /// The captures that the bound stage noted: an agent is eaten once, by the lowest id of those who touch it at the
    /// same instant.
    pub fn take_captures(&mut self) -> Vec<Capture> {
        let mut captures = Vec::new();
        for scratch in &self.scratch {
            captures.append(&mut lock(scratch).captures);
        }
        captures.sort_unstable_by_key(|capture| (capture.prey, capture.predator));
        captures.dedup_by_key(|capture| capture.prey);
        captures
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        let census: usize = self.census.iter().map(Census::bytes).sum();
        let buffers = self.rows.bytes() + 4 * self.fed_bodies.capacity() + self.apart.bytes() + self.stencils.bytes();
        self.before.bytes() + self.grid.bytes() + buffers + census
    }
}

/// Counts how many are of each kind.
fn count_kinds(kinds: &[u16], counts: &mut [(f32, usize)]) {
    if let [(_, count)] = counts {
        *count = kinds.len();
        return;
    }
    if counts.len() > 8 {
        return kinds.iter().for_each(|kind| counts[usize::from(*kind)].1 += 1);
    }
    // Of few kinds each is counted by itself, many rows at once: a counter that goes up by one waits for itself.
    for (kind, (_, count)) in (0u16..).zip(counts) {
        let among = |some: &[u16]| some.iter().map(|other| u16::from(*other == kind)).sum::<u16>();
        *count = kinds.chunks(usize::from(u16::MAX)).map(|some| usize::from(among(some))).sum();
    }
}

/// A lock that a panic on another thread does not take away: the scratch is cleared before each use.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
