//! The next step as everyone would see it, worked out beside the world: for looking inside agents without touching
//! them.

use crate::World;
use crate::perceive::{Perceived, perceive};
use crate::plan::Plan;
use crate::scene::Scene;
use crate::state::Scenery;
use crate::step::Pipeline;
use std::ops::Range;

/// The world at this instant, indexed by a pipeline of its own: the world's own cells belong to the last step.
pub(super) struct Rehearsal<'a, const D: usize> {
    world: &'a World<D>,
    scenery: Scenery<D>,
    pub pipeline: Pipeline<D>,
}

impl<'a, const D: usize> Rehearsal<'a, D> {
    /// Indexes the world as it is now.
    pub fn new(world: &'a World<D>) -> Rehearsal<'a, D> {
        let mut scenery = world.state.scenery.clone();
        let mut pipeline = Pipeline::new(world.pool().clone());
        pipeline.index(&world.state, &mut scenery, &world.plans);
        Rehearsal { world, scenery, pipeline }
    }

    /// The scene of the step that comes next.
    pub fn scene(&self) -> Scene<'_, D> {
        self.pipeline.scene(&self.world.state, &self.scenery, &self.world.plans)
    }

    /// What the agents of these rows perceive if they look now, whatever they hold.
    pub fn perceive(&self, rows: Range<usize>) -> Perceived<D> {
        let mut seen = Perceived::default();
        let all: Vec<u32> = (rows.start as u32..rows.end as u32).collect();
        perceive(&self.scene().around, rows, &all, &mut seen);
        seen
    }

    /// The plan of a row.
    pub fn plan(&self, row: usize) -> &'a Plan<D> {
        self.world.plans.of(self.pipeline.before.kind[row])
    }
}
