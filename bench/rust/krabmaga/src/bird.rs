//! One bird.

use crate::flocker::Flocker;
use bench_workload::{RADIUS, Sums, TIME_STEP, unit, wrap};
use krabmaga::engine::agent::Agent;
use krabmaga::engine::fields::field_2d::{Location2D, toroidal_distance};
use krabmaga::engine::location::Real2D;
use krabmaga::engine::state::State;
use std::fmt;
use std::hash::{Hash, Hasher};

/// One bird; the field holds copies.
#[derive(Clone, Copy)]
pub struct Bird {
    pub id: u32,
    pub position: [f32; 2],
    pub velocity: [f32; 2],
    pub heading: [f32; 2],
}

impl Agent for Bird {
    fn step(&mut self, state: &mut dyn State) {
        let flocker = state.as_any_mut().downcast_mut::<Flocker>().expect("a flocker");
        let here = Real2D { x: self.position[0], y: self.position[1] };
        let mut sums = Sums::default();
        // All birds of the cells in reach. get_neighbors_within_distance would filter by a distance that does not know the
        // seam of a field that is not "toroidal", so that the exact radius is tested here.
        for other in flocker.field.get_neighbors_within_relax_distance(here, flocker.reach) {
            let offset = [0, 1].map(|axis| toroidal_distance(other.position[axis], self.position[axis], flocker.side));
            let square = offset[0] * offset[0] + offset[1] * offset[1];
            if square <= RADIUS * RADIUS && other.id != self.id {
                sums.add(offset, square, other.heading);
            }
        }
        self.velocity = sums.steer(self.velocity);
        self.heading = unit(self.velocity);
        self.position = [0, 1].map(|axis| wrap(self.position[axis] + self.velocity[axis] * TIME_STEP, flocker.side));
        flocker.field.set_object_location(*self, self.get_location());
        flocker.seen += u64::from(sums.mates);
    }
}

impl Location2D<Real2D> for Bird {
    fn get_location(self) -> Real2D {
        Real2D { x: self.position[0], y: self.position[1] }
    }

    fn set_location(&mut self, place: Real2D) {
        self.position = [place.x, place.y];
    }
}

impl PartialEq for Bird {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for Bird {}

impl Hash for Bird {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.id.hash(hasher);
    }
}

impl fmt::Display for Bird {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        write!(formatter, "{}", self.id)
    }
}
