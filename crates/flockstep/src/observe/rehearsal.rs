//! The next step as everyone would see it, worked out beside the world: for looking inside agents without touching them.

use crate::World;
use crate::ground::{Fields, Solids};
use crate::perceive::{self, Extra, Grid, Holds, Perceived, RareGroups, Reaches, are_alike, most_senses, reach_alike};
use crate::plan::Plan;
use crate::scene::{Census, Scene, count};
use crate::squads::Squads;
use crate::world::agents::Columns;
use crate::world::count_kinds;
use std::ops::Range;

/// The world at this instant, indexed anew: the world's own cells belong to the last step.
pub(super) struct Rehearsal<'a, const D: usize> {
    world: &'a World<D>,
    pub before: Columns<D>,
    grid: Grid<D>,
    census: Vec<Census<D>>,
    solids: Solids<D>,
    fields: Fields<D>,
    target_rows: Vec<Option<usize>>,
    some_rest: bool,
    holds: Holds,
    rare: RareGroups,
    squads: Squads<D>,
}

impl<'a, const D: usize> Rehearsal<'a, D> {
    /// Indexes the world as it is now.
    pub fn new(world: &'a World<D>) -> Rehearsal<'a, D> {
        let mut radii: Vec<(f32, usize)> = world.plans.iter().map(|plan| (plan.search_radius, 0)).collect();
        count_kinds(&world.now.kind, &mut radii);
        let mut rare = RareGroups::default();
        rare.choose(&world.plans, &radii);
        let holds = Holds::new(&world.plans, &rare);
        radii.retain(|(radius, count)| *radius > 0.0 && *count > 0);
        let group_of = if holds.groups { &world.group_of[..] } else { &[] };
        let extra = Extra { course: holds.course, pointed: world.pointed, group_of };
        let (mut grid, mut before) = (Grid::default(), Columns::default());
        let reaches = Reaches { radii: &radii, nearest_only: None, skin: 0.0 };
        let some_rest = grid.index(&world.space, &reaches, &world.now, &mut before, &extra, &world.threads);
        rare.find(&before.kind, &world.group_of, &grid.axes[0], &before.position[0]);
        let mut census: Vec<Census<D>> = Vec::new();
        census.resize_with(world.groups.len(), Census::default);
        if world.needs_census {
            count(&before, &world.group_of, &mut census);
        }
        let row_of = |id: &u32| before.id.iter().position(|other| other == id);
        let target_rows = world.target_agents.iter().map(row_of).collect();
        let mut solids = world.solids.clone();
        solids.index(&world.space);
        let mut fields = world.fields.clone();
        fields.update(&world.markers, &solids, &world.space);
        let squads = Squads::default();
        let mut rehearsal =
            Rehearsal { world, before, grid, census, solids, fields, target_rows, some_rest, holds, rare, squads };
        let mut squads = world.squads.clone();
        if world.needs_squads {
            squads.form(&rehearsal.scene());
        }
        rehearsal.squads = squads;
        rehearsal
    }

    /// The scene of the step that comes next.
    pub fn scene(&self) -> Scene<'_, D> {
        let world = self.world;
        Scene {
            before: &self.before,
            grid: &self.grid,
            space: &world.space,
            plans: &world.plans,
            alike: are_alike(&world.plans, &self.grid),
            same_reach: reach_alike(&world.plans),
            senses: most_senses(&world.plans),
            abreast: crate::simd::abreast(),
            group_of: &world.group_of,
            markers: &world.markers,
            controls: &world.controls,
            squads: &self.squads,
            solids: &self.solids,
            fields: &self.fields,
            paths: &world.paths,
            census: &self.census,
            target_rows: &self.target_rows,
            some_rest: self.some_rest,
            // Who looks inside an agent sees whom it would see if it looked anew.
            placed: &self.before.position,
            seen: &self.before.position,
            holds: self.holds,
            rare: &self.rare,
            seed: world.seed,
            step: world.step,
            time_step: world.time_step,
        }
    }

    /// What the agents of these rows perceive, and how many rows were taken: of many only the first ones are.
    pub fn perceive(&self, rows: Range<usize>) -> (Perceived<D>, usize) {
        let mut seen = Perceived::default();
        let taken = perceive::perceive(&self.scene(), rows, &mut seen);
        (seen, taken)
    }

    /// The plan of a row.
    pub fn plan(&self, row: usize) -> &'a Plan<D> {
        &self.world.plans[usize::from(self.before.kind[row])]
    }
}
