//! The world.

use crate::bird::Bird;
use bench_workload::{Flock, RADIUS, unit};
use krabmaga::engine::fields::field::Field;
use krabmaga::engine::fields::field_2d::Field2D;
use krabmaga::engine::location::Real2D;
use krabmaga::engine::schedule::Schedule;
use krabmaga::engine::state::State;
use std::any::Any;

/// Cells along the sight radius. 1, 2 and 3 are alike within the noise.
const FINENESS: f32 = 2.0;

/// The state of the simulation.
pub struct Flocker {
    pub field: Field2D<Bird>,
    pub side: f32,
    /// How far to ask for so that no mate is missed: a whole number of cells.
    pub reach: f32,
    /// How many mates the birds have seen in this step.
    pub seen: u64,
    agents: usize,
}

impl Flocker {
    pub fn new(agents: usize) -> Self {
        let side = bench_workload::side::<2>(agents);
        // A whole number of cells, so that they meet at the seam; a little larger if rounding would make one more of it.
        let cells = (side * FINENESS / RADIUS).floor();
        let mut cell = side / cells;
        while (side / cell).ceil() > cells {
            cell = cell.next_up();
        }
        // Not "toroidal": with that, Field2D 0.6.2 cuts the cells off at the seam; without it, it wraps them around.
        Self { field: Field2D::new(side, side, cell, false), side, reach: cell * FINENESS, seen: 0, agents }
    }
}

impl State for Flocker {
    fn init(&mut self, schedule: &mut Schedule) {
        let flock = Flock::<2>::new(self.agents);
        for ((id, position), velocity) in (0..).zip(flock.positions).zip(flock.velocities) {
            let bird = Bird { id, position, velocity, heading: unit(velocity) };
            self.field.set_object_location(bird, Real2D { x: position[0], y: position[1] });
            schedule.schedule_repeating(Box::new(bird), 0.0, 0);
        }
    }

    fn reset(&mut self) {
        *self = Self::new(self.agents);
    }

    fn update(&mut self, _step: u64) {
        self.field.lazy_update();
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }

    fn as_state(&self) -> &dyn State {
        self
    }

    fn as_state_mut(&mut self) -> &mut dyn State {
        self
    }
}
