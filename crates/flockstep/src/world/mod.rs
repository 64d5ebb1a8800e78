//! The world: space, groups, obstacles, markers, clock and seed. It owns every agent.

pub(crate) mod agents;
mod birth;
pub(crate) mod control;
mod edit;
mod games;
mod ground;
mod hash;
mod obstacles;
pub(crate) mod rows;
mod snapshot;
pub(crate) mod space;

pub use agents::Agent;
pub use birth::FASTEST;
pub use control::Control;
pub use games::Advance;
pub use space::{Edge, Space};

use crate::apart::Apart;
use crate::batch::Scratch;
use crate::error::Error;
use crate::ground::{Fields, Line, Solids};
use crate::perceive::{Grid, Holds, Kept, RareGroups, skin};
use crate::plan::{Plan, TargetPlan};
use crate::profile::Profile;
use crate::scene::Census;
use crate::settings::{Group, Settings};
use crate::squads::Squads;
use crate::steer::{AlignmentPick, CohesionPick, CustomBehavior, Rule};
use crate::step::{Moves, lock};
use crate::threads::Threads;
use crate::vector::Vector;
use agents::{Columns, at};
use std::sync::{Arc, Mutex, OnceLock};

/// A predator touched prey and ate it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capture {
    /// The id of the one who ate.
    pub predator: u32,
    /// The id of the eaten.
    pub prey: u32,
    /// Whether the eaten was born again (and keeps its id) instead of being removed.
    pub respawned: bool,
}

/// A world of `D` dimensions, 2 or 3.
pub struct World<const D: usize> {
    pub(crate) space: Space<D>,
    pub(crate) groups: Vec<Group>,
    /// Settings of single agents, each with the group they belong to.
    pub(crate) personalities: Vec<Option<(usize, Settings)>>,
    pub(crate) markers: Vec<(String, Vector<D>)>,
    pub(crate) solids: Solids<D>,
    pub(crate) fields: Fields<D>,
    pub(crate) paths: Vec<Line<D>>,
    pub(crate) customs: Vec<(String, Arc<dyn CustomBehavior<D>>)>,
    pub(crate) controls: Vec<(u32, Control<D>)>,
    pub(crate) seed: u64,
    pub(crate) step: u64,
    pub(crate) time_step: f32,
    pub(crate) next_id: u32,
    pub(crate) captured: u64,
    /// Seconds that `advance` has not yet turned into a step.
    pub(crate) remainder: f64,
    pub(crate) now: Columns<D>,
    pub(crate) before: Columns<D>,
    pub(crate) steering: [Vec<f32>; D],

    // From here on: derived from the above, or scratch.
    pub(crate) plans: Vec<Plan<D>>,
    pub(crate) group_of: Vec<usize>,
    pub(crate) needs_census: bool,
    /// Whether anyone keeps a formation, and whether any body is solid.
    pub(crate) needs_squads: bool,
    pub(crate) needs_apart: bool,
    pub(crate) holds: Holds,
    pub(crate) rare: RareGroups,
    pub(crate) census: Vec<Census<D>>,
    /// The radius of the largest body of any plan.
    pub(crate) largest_radius: f32,
    pub(crate) target_agents: Vec<u32>,
    pub(crate) target_rows: Vec<Option<usize>>,
    /// How many agents search how far, to choose the size of the cells.
    pub(crate) radius_counts: Vec<(f32, usize)>,
    /// How much nearer two agents may come before the cells are made anew.
    pub(crate) skin: f32,
    /// If everyone minds only the nearest few: how many.
    pub(crate) nearest_only: Option<u32>,
    pub(crate) grid: Grid<D>,
    pub(crate) apart: Apart<D>,
    pub(crate) squads: Squads<D>,
    /// Everyone looks anew every so many steps.
    pub(crate) refresh: u32,
    pub(crate) kept: Kept<D>,
    /// Whether everyone who moves points along the velocity, to the last bit.
    pub(crate) pointed: bool,
    pub(crate) row_of: OnceLock<rows::RowOf>,
    pub(crate) threads: Threads,
    pub(crate) scratch: Vec<Mutex<Scratch<D>>>,
    pub(crate) events: Vec<Capture>,
    pub(crate) profile: Profile,
}

/// The most agents a world holds.
pub const MOST_AGENTS: usize = 1 << 28;
/// The most groups a world holds, personalities included.
pub const MOST_KINDS: usize = 1 << 15;
/// The range of a time step in seconds.
pub const TIME_STEPS: [f32; 2] = [1e-6, 1e4];

impl<const D: usize> World<D> {
    /// An empty world. `time_step` is in seconds and fixed for as long as it is not set anew.
    pub fn new(space: Space<D>, time_step: f32, seed: u64) -> Result<World<D>, Error> {
        const { assert!(D == 2 || D == 3, "worlds have two or three dimensions") };
        let mut world = World {
            space,
            groups: Vec::new(),
            personalities: Vec::new(),
            markers: Vec::new(),
            solids: Solids::default(),
            fields: Fields::default(),
            paths: Vec::new(),
            customs: Vec::new(),
            controls: Vec::new(),
            seed,
            step: 0,
            time_step: 0.0,
            next_id: 0,
            captured: 0,
            remainder: 0.0,
            now: Columns::default(),
            before: Columns::default(),
            steering: std::array::from_fn(|_| Vec::new()),
            plans: Vec::new(),
            group_of: Vec::new(),
            needs_census: false,
            needs_squads: false,
            needs_apart: false,
            holds: Holds::default(),
            rare: RareGroups::default(),
            census: Vec::new(),
            largest_radius: 0.0,
            target_agents: Vec::new(),
            target_rows: Vec::new(),
            radius_counts: Vec::new(),
            skin: 0.0,
            nearest_only: None,
            grid: Grid::default(),
            apart: Apart::default(),
            squads: Squads::default(),
            refresh: 1,
            kept: Kept::default(),
            pointed: false,
            row_of: OnceLock::new(),
            threads: Threads::default(),
            scratch: vec![Mutex::default()],
            events: Vec::new(),
            profile: Profile::default(),
        };
        world.set_time_step(time_step)?;
        Ok(world)
    }

    /// Moves everyone by one time step.
    pub fn step(&mut self) {
        self.events.clear();
        self.step_once();
    }

    pub(crate) fn step_once(&mut self) {
        self.run_stages(Moves::Yes);
        self.solids.advance(&self.space, self.time_step);
        self.carry_out_captures();
        self.step += 1;
    }

    /// Works out everyone's steering and moves nobody: for agents whose bodies belong to a physics engine.
    ///
    /// Feed positions and velocities in with [`World::feed`], call this, take the steering out with
    /// [`World::steering`]. Wander points move on and the step counter too, so that randomness does not repeat.
    pub fn steer(&mut self) {
        self.events.clear();
        self.run_stages(Moves::No);
        self.step += 1;
    }

    /// How many agents there are.
    pub fn len(&self) -> usize {
        self.now.len()
    }
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.now.len() == 0
    }
    /// Steps made so far.
    pub fn steps(&self) -> u64 {
        self.step
    }
    /// Seconds of the world's own time: the step count times the time step, not a sum of floats.
    pub fn time(&self) -> f64 {
        // A time step such as 0.02 means the decimal number, not the nearest f32: its shortest form is what was meant.
        self.step as f64 * shortest(self.time_step)
    }
    /// The length of a step in seconds.
    pub fn time_step(&self) -> f32 {
        self.time_step
    }
    /// Changes the length of a step.
    pub fn set_time_step(&mut self, time_step: f32) -> Result<(), Error> {
        if !(TIME_STEPS[0]..=TIME_STEPS[1]).contains(&time_step) {
            return Err(Error::number("time_step", time_step, "a number of seconds from 1e-6 to 1e4"));
        }
        self.time_step = time_step;
        // How far lists must reach depends on it.
        self.kept.forget();
        Ok(())
    }
    /// The seed of all randomness.
    pub fn seed(&self) -> u64 {
        self.seed
    }
    /// The space.
    pub fn space(&self) -> &Space<D> {
        &self.space
    }
    /// The groups.
    pub fn groups(&self) -> &[Group] {
        &self.groups
    }
    /// The number of a group by name.
    pub fn group(&self, name: &str) -> Result<usize, Error> {
        crate::plan::find_group(&self.groups, name)
    }
    /// How many agents of a group there are.
    pub fn group_len(&self, group: usize) -> usize {
        self.now.kind.iter().filter(|kind| self.group_of[usize::from(**kind)] == group).count()
    }
    /// What happened in the last step, or in all steps of the last [`World::advance`].
    pub fn captures(&self) -> &[Capture] {
        &self.events
    }
    /// How many agents have been eaten since the beginning.
    pub fn captured(&self) -> u64 {
        self.captured
    }
    /// Where the time of the last step went.
    pub fn profile(&self) -> &Profile {
        &self.profile
    }
    /// Bytes that the agents, the cells and all buffers hold.
    pub fn bytes(&self) -> usize {
        let steering: usize = self.steering.iter().map(|column| column.capacity() * 4).sum();
        let rows = self.row_of.get().map_or(0, rows::RowOf::bytes);
        self.now.bytes()
            + self.before.bytes()
            + self.grid.bytes()
            + self.apart.bytes()
            + self.kept.bytes()
            + self.rare.bytes()
            + self.solids.bytes()
            + self.fields.bytes()
            + steering
            + rows
    }
    /// Uses this many threads; 1 uses none but the caller's, 0 one per core. The motion does not depend on it.
    pub fn set_threads(&mut self, count: usize) -> Result<(), Error> {
        self.threads = Threads::new(count)?;
        self.scratch = (0..self.threads.count()).map(|_| Mutex::default()).collect();
        Ok(())
    }
    /// The number of threads in use.
    pub fn threads(&self) -> usize {
        self.threads.count()
    }
    /// The threads themselves, for whoever has work of its own between two steps.
    pub fn pool(&self) -> &Threads {
        &self.threads
    }

    /// Every agent, in the order of the columns (not of ids).
    pub fn agents(&self) -> impl Iterator<Item = Agent<D>> + '_ {
        (0..self.len()).map(|row| self.agent_at(row))
    }
    /// Every agent in the order of ids, with the steering of the last step.
    pub fn agents_by_id(&self) -> impl Iterator<Item = (Agent<D>, Vector<D>)> + '_ {
        let rows = self.row_of.get_or_init(|| rows::RowOf::new(&self.now.id));
        rows.in_order().map(|row| {
            let steering = if self.steering[0].len() > row { at(&self.steering, row) } else { [0.0; D] };
            (self.agent_at(row), steering)
        })
    }
    /// One agent.
    pub fn agent(&self, id: u32) -> Result<Agent<D>, Error> {
        self.row(id).map(|row| self.agent_at(row))
    }
    /// Whether an agent lives.
    pub fn contains(&self, id: u32) -> bool {
        self.row(id).is_ok()
    }
    pub(crate) fn agent_at(&self, row: usize) -> Agent<D> {
        Agent {
            id: self.now.id[row],
            group: self.group_of[usize::from(self.now.kind[row])],
            position: at(&self.now.position, row),
            velocity: at(&self.now.velocity, row),
            heading: at(&self.now.heading, row),
        }
    }
    /// Columns of positions, one per axis, in row order. The row order changes with every step; see [`World::ids`].
    pub fn positions(&self) -> [&[f32]; D] {
        self.now.position.each_ref().map(Vec::as_slice)
    }
    /// Columns of velocities, one per axis, in row order.
    pub fn velocities(&self) -> [&[f32]; D] {
        self.now.velocity.each_ref().map(Vec::as_slice)
    }
    /// Columns of headings, one per axis, in row order.
    pub fn headings(&self) -> [&[f32]; D] {
        self.now.heading.each_ref().map(Vec::as_slice)
    }
    /// Columns of the blended steering of the last step, before the bodies' limits, in row order. They end early, or hold
    /// nothing, where no step has been made since an agent was born.
    pub fn steerings(&self) -> [&[f32]; D] {
        self.steering.each_ref().map(|column| &column[..column.len().min(self.len())])
    }
    /// Columns of positions before the last step, in row order, to interpolate from.
    pub fn previous_positions(&self) -> [&[f32]; D] {
        self.before.position.each_ref().map(|column| &column[..self.before.len()])
    }
    /// Columns of headings before the last step, in row order, to interpolate from.
    pub fn previous_headings(&self) -> [&[f32]; D] {
        self.before.heading.each_ref().map(|column| &column[..self.before.len()])
    }
    /// The number of each agent's group, in row order.
    pub fn group_numbers(&self) -> impl Iterator<Item = usize> + '_ {
        self.now.kind.iter().map(|kind| self.group_of[usize::from(*kind)])
    }
    /// The ids, in row order.
    pub fn ids(&self) -> &[u32] {
        &self.now.id
    }
    /// The blended steering of an agent in the last step, before the body's limits.
    pub fn steering(&self, id: u32) -> Result<Vector<D>, Error> {
        let row = self.row(id)?;
        Ok(if self.steering[0].len() > row { at(&self.steering, row) } else { [0.0; D] })
    }

    /// Counts how many agents search how far.
    pub(crate) fn count_radii(&mut self) {
        let counts = &mut self.radius_counts;
        counts.clear();
        let fastest = self.plans.iter().fold(0.0f32, |most, plan| most.max(plan.max_speed));
        self.skin =
            self.plans.iter().fold(0.0, |most, plan| most.max(skin(plan, self.refresh, self.time_step, fastest)));
        let reach = |plan: &Plan<D>| if plan.search_radius > 0.0 { plan.search_radius + self.skin } else { 0.0 };
        counts.extend(self.plans.iter().map(|plan| (reach(plan), 0)));
        if let [(_, count)] = &mut counts[..] {
            *count = self.now.len();
        } else {
            count_kinds(&self.now.kind, counts);
        }
        self.rare.choose(&self.plans, counts);
        self.holds = Holds::new(&self.plans, &self.rare);
        counts.retain(|(radius, count)| *radius > 0.0 && *count > 0);
        // Who got settings of its own first must not matter: equal radii become one entry, in order.
        counts.sort_unstable_by(|one, two| one.0.total_cmp(&two.0));
        counts.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            kept.1 += if same { next.1 } else { 0 };
            same
        });
        let most =
            self.plans.iter().map(|plan| plan.nearest_only).try_fold(0, |most, few| few.map(|few| few.max(most)));
        self.nearest_only = most.filter(|most| *most > 0);
    }

    pub(crate) fn find_target_rows(&mut self) {
        self.target_rows.clear();
        for id in &self.target_agents {
            self.target_rows.push(self.before.id.iter().position(|other| other == id));
        }
    }

    fn carry_out_captures(&mut self) {
        let from = self.events.len();
        for scratch in &self.scratch {
            self.events.append(&mut lock(scratch).captures);
        }
        // Whoever touches at the same instant, the lowest id eats; and an agent is eaten once.
        self.events[from..].sort_unstable_by_key(|capture| (capture.prey, capture.predator));
        let mut last = None;
        let mut keep = from;
        for at in from..self.events.len() {
            let capture = self.events[at];
            if last != Some(capture.prey) {
                self.events[keep] = capture;
                keep += 1;
            }
            last = Some(capture.prey);
        }
        self.events.truncate(keep);
        if keep == from {
            return;
        }
        self.captured += (keep - from) as u64;
        // From the last row down: whoever takes an empty row comes from behind it and stays.
        let rows = rows::RowOf::new(&self.now.id);
        let mut eaten: Vec<(usize, bool)> = self.events[from..]
            .iter()
            .filter_map(|capture| rows.row(&self.now.id, capture.prey).map(|row| (row, capture.respawned)))
            .collect();
        eaten.sort_unstable_by_key(|(row, _)| std::cmp::Reverse(*row));
        for (row, respawned) in eaten {
            if respawned {
                self.respawn(row);
            } else {
                self.remove(row);
            }
        }
    }

    /// Whether any behavior minds a whole group.
    pub(crate) fn asks_for_census(plans: &[Plan<D>]) -> bool {
        plans.iter().flat_map(|plan| &plan.slots).any(|slot| {
            let flock = match &slot.rule {
                Rule::Alignment(rule) => rule.pick == AlignmentPick::Flock,
                Rule::Cohesion(rule) => rule.pick == CohesionPick::Flock,
                _ => false,
            };
            flock || slot.targets.iter().any(|target| matches!(target, TargetPlan::Group { .. }))
        })
    }
}

/// Counts how many are of each kind.
pub(crate) fn count_kinds(kinds: &[u16], counts: &mut [(f32, usize)]) {
    if counts.len() > 8 {
        return kinds.iter().for_each(|kind| counts[usize::from(*kind)].1 += 1);
    }
    // Of few kinds each is counted by itself, many rows at once: a counter that goes up by one waits for itself.
    for (kind, (_, count)) in (0u16..).zip(counts) {
        let among = |some: &[u16]| some.iter().map(|other| u16::from(*other == kind)).sum::<u16>();
        *count = kinds.chunks(usize::from(u16::MAX)).map(|some| usize::from(among(some))).sum();
    }
}

/// The decimal number that an `f32` was written as.
pub(crate) fn shortest(number: f32) -> f64 {
    number.to_string().parse().unwrap_or(f64::from(number))
}
