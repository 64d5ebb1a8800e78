//! The stages from perceive to bound, for a batch of agents.
//!
//! A batch perceives as a whole. Then its agents go on in eights: up to eight that follow one another in memory and have
//! one plan steer, blend and move side by side, one to a lane. What cannot be done side by side (a behavior that asks for
//! single neighbours, a body with a bow) is done lane by lane.

use crate::blend::{blend, dither_draw};
use crate::bound::bound;
use crate::locomote::{Moment, Mover, locomote, locomote_points};
use crate::number::Number;
use crate::perceive::{self, Hits, LANES, Percept, Runs, Window};
use crate::plan::{Plan, Slot};
use crate::profile::{Clock, Profile};
use crate::scene::Scene;
use crate::settings::{BlendKind, Body, When};
use crate::steer::{Eight, Me, View};
use crate::step::Moves;
use crate::vector::{Vector, add, choose, length, scale};
use crate::world::agents::{Columns, ColumnsMut, split_axes};
use crate::world::control::{Control, steering_of};
use crate::world::{Capture, Edge};
use fearless_simd::{Simd, SimdBase, f32x8};
use std::cell::{Cell, RefCell};
use std::ops::Range;

/// Rows that go through the stages together: what they see and how they steer stays in the nearest cache.
const BATCH: usize = 128;

/// Room for one thread's work, used again for every batch.
pub(crate) struct Scratch<const D: usize> {
    window: Window<D>,
    hits: Hits<D>,
    spare: RefCell<Runs<D>>,
    /// Where the percepts of each agent of the batch begin.
    begins: Vec<u32>,
    percepts: Vec<Percept<D>>,
    by_kind: Vec<u32>,
    eights: Vec<Few>,
    /// Each behavior's weighted steering, of each few agents.
    parts: Vec<Lanes<D>>,
    /// The steering that moves each few agents.
    blended: Vec<Lanes<D>>,
    /// The behaviors that steer one agent at a time, and one agent's parts.
    single: Vec<usize>,
    own_parts: Vec<Vector<D>>,
    pub captures: Vec<Capture>,
    pub profile: Profile,
}

/// A vector of each of eight agents.
type Lanes<const D: usize> = [[f32; LANES]; D];

/// Up to eight agents of one plan.
#[derive(Clone, Copy)]
struct Few {
    rows: [u32; LANES],
    count: usize,
    /// Whether they follow one another.
    in_line: bool,
    kind: u16,
    /// Where their parts begin.
    parts: usize,
}

impl Few {
    fn rows(&self) -> impl Iterator<Item = usize> {
        self.rows.into_iter().take(self.count).map(|row| row as usize)
    }
}

impl<const D: usize> Default for Scratch<D> {
    fn default() -> Self {
        Scratch {
            window: Window::default(),
            hits: Hits::default(),
            spare: RefCell::default(),
            begins: Vec::new(),
            percepts: Vec::new(),
            by_kind: Vec::new(),
            eights: Vec::new(),
            parts: Vec::new(),
            blended: Vec::new(),
            single: Vec::new(),
            own_parts: Vec::new(),
            captures: Vec::new(),
            profile: Profile::default(),
        }
    }
}

impl<const D: usize> Scratch<D> {
    pub fn window(&mut self) -> &mut Window<D> {
        &mut self.window
    }
    /// Forgets what belongs to an earlier grid.
    pub fn begin(&mut self) {
        self.spare.get_mut().begin();
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

/// What the agents of a batch see.
struct Seen<'a, const D: usize> {
    begins: &'a [u32],
    percepts: &'a [Percept<D>],
    first: usize,
}

impl<'a, const D: usize> Seen<'a, D> {
    /// The percepts of an agent, one per sense of its plan.
    #[inline(always)]
    fn of(&self, row: usize, plan: &Plan<D>) -> &'a [Percept<D>] {
        let begin = self.begins[row - self.first] as usize;
        &self.percepts[begin..begin + plan.senses.len()]
    }
}

/// A batch in hand: what it is about, and where its first row is written.
struct Batch<'a, const D: usize> {
    scene: &'a Scene<'a, D>,
    controls: &'a [(u32, Control<D>)],
    first: usize,
    at: usize,
}

/// Takes a batch of rows through the stages; returns how many it took.
pub(crate) fn batch<const D: usize>(
    scene: &Scene<D>,
    controls: &[(u32, Control<D>)],
    moves: Moves,
    rows: Range<usize>,
    at: usize,
    scratch: &mut Scratch<D>,
    output: &mut Output<D>,
) -> usize {
    let mut clock = Clock::start();
    let Scratch { window, hits, spare, begins, percepts, by_kind, .. } = scratch;
    hits.clear();
    let rows = rows.start..rows.end.min(rows.start + BATCH);
    let level = crate::simd::level();
    let taken = fearless_simd::dispatch!(level, simd => perceive::perceive(
        simd, scene, rows.clone(), window, hits, spare.get_mut(), begins, by_kind, percepts
    ));
    scratch.profile.perceive += clock.lap();

    let rows = rows.start..rows.start + taken;
    let batch = Batch { scene, controls, first: rows.start, at };
    copy_what_stays(scene.before, rows.clone(), at, moves, &mut output.now);
    scratch.note_eights(scene, rows.clone());
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

impl<const D: usize> Scratch<D> {
    /// Notes which rows go on side by side.
    fn note_eights(&mut self, scene: &Scene<D>, rows: Range<usize>) {
        let kinds = &scene.before.kind;
        sort_by_kind(kinds, rows, &mut self.by_kind);
        self.eights.clear();
        let (mut next, mut parts) = (0, 0);
        while let Some(first) = self.by_kind.get(next) {
            let kind = kinds[*first as usize];
            let most = (self.by_kind.len() - next).min(LANES);
            let alike = self.by_kind[next..next + most].iter().take_while(|row| kinds[**row as usize] == kind);
            let mut few = Few { rows: [0; LANES], count: 0, in_line: true, kind, parts };
            for row in alike {
                few.in_line &= *row as usize == *first as usize + few.count;
                few.rows[few.count] = *row;
                few.count += 1;
            }
            self.eights.push(few);
            (next, parts) = (next + few.count, parts + scene.plans[usize::from(kind)].slots.len());
        }
        let empty = [[0.0; LANES]; D];
        self.parts.resize(parts.max(self.parts.len()), empty);
        self.blended.resize(self.eights.len().max(self.blended.len()), empty);
    }
}

/// The rows of a range, those of one kind together.
pub(crate) fn sort_by_kind(kinds: &[u16], rows: Range<usize>, sorted: &mut Vec<u32>) {
    sorted.clear();
    sorted.extend(rows.start as u32..rows.end as u32);
    let kinds_here = &kinds[rows.clone()];
    let (least, most) =
        kinds_here.iter().fold((u16::MAX, 0), |(least, most), kind| (least.min(*kind), most.max(*kind)));
    let different = usize::from(most.saturating_sub(least)) + 1;
    if different == 1 {
        return;
    }
    let mut next = [0u32; 64];
    if different > next.len() {
        return sorted.sort_unstable_by_key(|row| (kinds[*row as usize], *row));
    }
    // Few kinds are counted.
    for kind in kinds_here {
        next[usize::from(kind - least)] += 1;
    }
    let mut sum = 0;
    for next in &mut next[..different] {
        sum += *next;
        *next = sum - *next;
    }
    for (row, kind) in rows.zip(kinds_here) {
        let next = &mut next[usize::from(kind - least)];
        sorted[*next as usize] = row as u32;
        *next += 1;
    }
}

/// The lanes of a vector of a few agents. The columns are longer than the agents are many.
#[inline(always)]
fn load<S: Simd, const D: usize>(simd: S, columns: &[Vec<f32>; D], few: &Few) -> [f32x8<S>; D] {
    let mut lanes = [f32x8::splat(simd, 0.0); D];
    let row = few.rows[0] as usize;
    for axis in 0..D {
        lanes[axis] = if few.in_line {
            f32x8::from_slice(simd, &columns[axis][row..row + LANES])
        } else {
            f32x8::from_slice(simd, &few.rows.map(|row| columns[axis][row as usize]))
        };
    }
    lanes
}

#[inline(always)]
fn unpack<S: Simd, const D: usize>(simd: S, lanes: &Lanes<D>) -> [f32x8<S>; D] {
    let mut vectors = [f32x8::splat(simd, 0.0); D];
    for axis in 0..D {
        vectors[axis] = f32x8::from_slice(simd, &lanes[axis]);
    }
    vectors
}

#[inline(always)]
fn pack<S: Simd, const D: usize>(vectors: [f32x8<S>; D]) -> Lanes<D> {
    vectors.map(|lanes| lanes.to_array())
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
        if self.controls.is_empty() {
            return None;
        }
        let id = self.scene.before.id[row];
        self.controls.binary_search_by_key(&id, |(id, _)| *id).ok().map(|at| &self.controls[at].1)
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

    /// The `steer` stage: each behavior's weighted steering.
    fn steer<S: Simd>(&self, simd: S, scratch: &mut Scratch<D>, output: &mut Output<D>) {
        let before = self.scene.before;
        let Scratch { hits, spare, begins, percepts, eights, parts, single, .. } = scratch;
        simd.vectorize(
            #[inline(always)]
            || {
                for few in &*eights {
                    let plan = self.plan(few);
                    let seen = Seen { begins, percepts, first: self.first };
                    let parts = &mut parts[few.parts..few.parts + plan.slots.len()];
                    single.clear();
                    let zero = f32x8::splat(simd, 0.0);
                    let memory = Cell::new(if plan.wanders { load(simd, &before.memory, few) } else { [zero; D] });
                    self.steer_eight(simd, few, plan, &seen, parts, single, &memory);
                    let mut memory = pack(memory.into_inner());
                    if !single.is_empty() {
                        self.steer_single(few, plan, &seen, parts, single, hits, spare, &mut memory);
                    }
                    if plan.wanders {
                        self.store(&memory, &mut output.now.memory, few);
                    }
                }
            },
        );
    }

    /// The behaviors that steer side by side; the others are noted.
    #[inline(always)]
    #[allow(clippy::too_many_arguments)]
    fn steer_eight<S: Simd>(
        &self,
        simd: S,
        few: &Few,
        plan: &Plan<D>,
        seen: &Seen<D>,
        parts: &mut [Lanes<D>],
        single: &mut Vec<usize>,
        memory: &Cell<[f32x8<S>; D]>,
    ) {
        let (scene, before) = (self.scene, self.scene.before);
        let Some(slot) = plan.slots.first() else { return };
        let mut eight = Eight {
            simd,
            scene,
            slot,
            rows: few.rows,
            percepts: [const { &Percept::EMPTY }; LANES],
            position: load(simd, &before.position, few),
            velocity: load(simd, &before.velocity, few),
            heading: load(simd, &before.heading, few),
            memory,
            max_speed: plan.max_speed,
            length: plan.length,
        };
        let mut own: [&[Percept<D>]; LANES] = [&[]; LANES];
        for (own, row) in own.iter_mut().zip(few.rows()) {
            *own = seen.of(row, plan);
        }
        for (nth, slot) in plan.slots.iter().enumerate() {
            eight.slot = slot;
            if let Some(sense) = slot.sense {
                eight.percepts = own.map(|own| own.get(sense).unwrap_or(const { &Percept::EMPTY }));
            }
            let was = memory.get();
            // Who wanders twice remembers in the order of the list.
            let waits = slot.rule.remembers() && single.iter().any(|nth| plan.slots[*nth].rule.remembers());
            let steering = if waits { None } else { slot.rule.steer_eight(&eight) };
            let Some(steering) = steering else {
                single.push(nth);
                continue;
            };
            parts[nth] = pack(scale(steering, f32x8::splat(simd, slot.weight)));
            if slot.when != When::Always {
                for (lane, row) in few.rows().enumerate() {
                    if !is_on(slot, seen.of(row, plan)) {
                        parts[nth].iter_mut().for_each(|axis| axis[lane] = 0.0);
                        // What is off remembers nothing new either.
                        let mut now = memory.get();
                        (0..D).for_each(|axis| now[axis].set_lane(lane, was[axis].lane(lane)));
                        memory.set(now);
                    }
                }
            }
        }
    }

    /// The behaviors that steer one agent at a time.
    #[allow(clippy::too_many_arguments)]
    fn steer_single(
        &self,
        few: &Few,
        plan: &Plan<D>,
        seen: &Seen<D>,
        parts: &mut [Lanes<D>],
        single: &[usize],
        hits: &Hits<D>,
        spare: &RefCell<Runs<D>>,
        memory: &mut Lanes<D>,
    ) {
        for nth in single {
            let slot = &plan.slots[*nth];
            for (lane, row) in few.rows().enumerate() {
                let own = seen.of(row, plan);
                let percept = slot.sense.map_or(const { &Percept::EMPTY }, |sense| &own[sense]);
                let mut part = [0.0; D];
                if is_on(slot, own) && !slot.rule.rests(percept) {
                    let remembered = std::array::from_fn(|axis| memory[axis][lane]);
                    let mut view = self.view(row, plan, slot, percept, hits, spare, remembered);
                    part = slot.rule.steer(&mut view);
                    part = scale(part, view.weight);
                    for axis in 0..D {
                        memory[axis][lane] = view.memory[axis];
                    }
                }
                for axis in 0..D {
                    parts[*nth][axis][lane] = part[axis];
                }
            }
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn view<'v>(
        &'v self,
        row: usize,
        plan: &'v Plan<D>,
        slot: &'v Slot<D>,
        percept: &'v Percept<D>,
        hits: &'v Hits<D>,
        spare: &'v RefCell<Runs<D>>,
        memory: Vector<D>,
    ) -> View<'v, D> {
        let me = Me::new(&self.scene.before.row(row), plan, row);
        View { me, percept, plan, slot, scene: self.scene, hits, spare, memory, weight: slot.weight }
    }

    /// The `blend` stage: one vector per agent.
    fn blend<S: Simd>(&self, simd: S, scratch: &mut Scratch<D>, output: &mut Output<D>) {
        let Scratch { eights, parts, blended, own_parts, .. } = scratch;
        simd.vectorize(
            #[inline(always)]
            || {
                for (few, blended) in eights.iter().zip(&mut *blended) {
                    let plan = self.plan(few);
                    let parts = &parts[few.parts..few.parts + plan.slots.len()];
                    if plan.blend.kind == BlendKind::Sum && self.controls.is_empty() {
                        let zero = f32x8::splat(simd, 0.0);
                        let sum = parts.iter().fold([zero; D], |sum, part| add(sum, unpack(simd, part)));
                        // What is not finite counts as none; times zero it is not zero.
                        let finite = sum.iter().fold(zero, |all, axis| all + *axis * zero).simd_eq(zero);
                        *blended = pack(choose(finite, sum, [zero; D]));
                    } else {
                        self.blend_single(few, plan, parts, own_parts, blended);
                    }
                    self.store(blended, &mut output.steering, few);
                }
            },
        );
    }

    /// Blends one agent at a time: by another rule than the sum, or because a player may have a hand on one.
    fn blend_single(
        &self,
        few: &Few,
        plan: &Plan<D>,
        parts: &[Lanes<D>],
        own_parts: &mut Vec<Vector<D>>,
        blended: &mut Lanes<D>,
    ) {
        let (scene, before) = (self.scene, self.scene.before);
        for (lane, row) in few.rows().enumerate() {
            own_parts.clear();
            own_parts.extend(parts.iter().map(|part| -> Vector<D> { std::array::from_fn(|axis| part[axis][lane]) }));
            let steering = match self.control_of(row) {
                Some(control) => steering_of(control, plan, &before.row(row)),
                None => blend(plan, own_parts, dither_draw(scene.seed, before.id[row], scene.step)),
            };
            for axis in 0..D {
                blended[axis][lane] = steering[axis];
            }
        }
    }

    /// The `locomote` stage: bodies move.
    fn locomote<S: Simd>(&self, simd: S, scratch: &mut Scratch<D>, output: &mut Output<D>) {
        let before = self.scene.before;
        simd.vectorize(
            #[inline(always)]
            || {
                for (few, blended) in scratch.eights.iter().zip(&scratch.blended) {
                    let plan = self.plan(few);
                    let Body::Point(body) = &plan.body else {
                        self.locomote_single(few, plan, blended, output);
                        continue;
                    };
                    let mut mover = Mover {
                        position: load(simd, &before.position, few),
                        velocity: load(simd, &before.velocity, few),
                        heading: load(simd, &before.heading, few),
                    };
                    let steering = unpack(simd, blended);
                    locomote_points(body, plan.axis_scale, &mut mover, steering, self.scene.time_step);
                    self.store(&pack(mover.position), &mut output.now.position, few);
                    self.store(&pack(mover.velocity), &mut output.now.velocity, few);
                    self.store(&pack(mover.heading), &mut output.now.heading, few);
                }
            },
        );
    }

    /// Moves one agent at a time.
    fn locomote_single(&self, few: &Few, plan: &Plan<D>, blended: &Lanes<D>, output: &mut Output<D>) {
        let (scene, now) = (self.scene, &mut output.now);
        for (lane, row) in few.rows().enumerate() {
            let mut agent = scene.before.row(row);
            let throttle = self.control_of(row).map_or(1.0, Control::throttle);
            let moment = Moment { seed: scene.seed, step: scene.step, time_step: scene.time_step, throttle };
            locomote(plan, &mut agent, std::array::from_fn(|axis| blended[axis][lane]), &moment);
            let to = self.place(row);
            for axis in 0..D {
                now.position[axis][to] = agent.position[axis];
                now.velocity[axis][to] = agent.velocity[axis];
                now.heading[axis][to] = agent.heading[axis];
            }
            if !now.spin.is_empty() {
                now.spin[to] = agent.spin;
            }
        }
    }

    /// The `bound` stage: the edge of the world, and what happened there.
    fn bound(&self, rows: Range<usize>, scratch: &mut Scratch<D>, output: &mut Output<D>) {
        let space = self.scene.space;
        let now = &mut output.now;
        let mut some_left = false;
        for axis in 0..D {
            let (min, max) =
                if space.edge() == Edge::Open { (-1e18, 1e18) } else { (space.min()[axis], space.max()[axis]) };
            for x in &now.position[axis][self.at..self.at + rows.len()] {
                some_left |= !(*x >= min && *x < max);
            }
        }
        if some_left {
            for to in self.at..self.at + rows.len() {
                let mut position = std::array::from_fn(|axis| now.position[axis][to]);
                let mut velocity = std::array::from_fn(|axis| now.velocity[axis][to]);
                let mut heading = std::array::from_fn(|axis| now.heading[axis][to]);
                bound(space, &mut position, &mut velocity, &mut heading);
                for axis in 0..D {
                    now.position[axis][to] = position[axis];
                    now.velocity[axis][to] = velocity[axis];
                    now.heading[axis][to] = heading[axis];
                }
            }
        }
        let Scratch { begins, percepts, hits, captures, .. } = scratch;
        let seen = Seen { begins, percepts, first: self.first };
        for row in rows {
            let plan = &self.scene.plans[usize::from(self.scene.before.kind[row])];
            note_captures(self.scene, plan, row, &seen, hits, captures);
        }
    }
}

/// Whether a behavior is switched on by what its agent perceives.
#[inline(always)]
pub(crate) fn is_on<const D: usize>(slot: &Slot<D>, percepts: &[Percept<D>]) -> bool {
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
    seen: &Seen<D>,
    hits: &Hits<D>,
    captures: &mut Vec<Capture>,
) {
    let Some(capture) = &plan.captures else { return };
    for hit in seen.of(row, plan)[capture.sense].listed.clone() {
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
