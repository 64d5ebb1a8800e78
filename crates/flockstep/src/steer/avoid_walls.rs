//! `avoid_walls`: keep off everything solid.

use super::{About, LookDefaults, Note, Steers, View};
use crate::math::vector::{Vector, add, clamp_length, scale};
use crate::perceive::Look;
use crate::settings::parameters::{LENGTH, parameters};
use crate::space::Edge;

pub(crate) const ABOUT: About = About {
    what: "Keeps off obstacles, walls and the edge of a world that ends there, however it is heading.",
    formula: "Σ normal·(1 − gap/distance) over all surfaces with a gap less than distance, at most 1 long; the gap is \
              from the \
              body's surface to theirs",
    source: "C. Reynolds (1999), containment; the falloff is that of separation",
    fails: "A push, not a wall: who is fast or pushed hard still gets in. Between two walls the pushes cancel in the \
            middle. It \
            does not look ahead: avoid_obstacles does.",
};

parameters! {
    /// Keeps off everything solid.
    pub struct AvoidWalls {
        /// The gap below which it pushes away.
        distance("distance"): f32 = 2.0, unit "units", range LENGTH, slider [0.0, 20.0];
        /// Whether the edge of a world that ends there (bounce, clamp) counts as a wall.
        edges("edges"): bool = true;
    }
}

impl Steers for AvoidWalls {
    fn looks(&self, _: &LookDefaults) -> Option<Look> {
        None
    }
    fn avoids(&self) -> bool {
        true
    }
    fn note<const D: usize>(&self, view: &View<'_, D>, notes: &mut Vec<Note<D>>) {
        notes.push(Note::Range { center: view.me.position, radius: view.me.radius + self.distance });
    }
    fn steer<const D: usize>(&self, view: &mut View<'_, D>) -> Vector<D> {
        let me = &view.me;
        let reach = me.radius + self.distance;
        let share = |distance: f32| {
            let gap = (distance - me.radius).max(0.0);
            if gap < self.distance || distance < me.radius { 1.0 - gap / self.distance.max(1e-9) } else { 0.0 }
        };
        let mut sum = [0.0; D];
        for near in view.obstacles_near(reach) {
            let nearest = near.nearest_point();
            sum = add(sum, scale(nearest.normal, share(nearest.distance)));
        }
        let space = view.space();
        if self.edges && matches!(space.edge(), Edge::Bounce | Edge::Clamp) {
            for axis in 0..D {
                sum[axis] += share(me.position[axis] - space.min()[axis]);
                sum[axis] -= share(space.max()[axis] - me.position[axis]);
            }
        }
        view.respond(clamp_length(sum, 1.0))
    }
}

#[cfg(test)]
mod tests {
    use crate::prelude::*;
    use crate::steer::trial::{Trial, assert_near};

    #[test]
    fn pushes_the_more_the_nearer_the_surface() {
        // A body of radius 0.5 at the origin, a wall at x = 1.5: a gap of 1 of 2.
        let wall = Obstacle::Segment { from: [1.5, -9.0], to: [1.5, 9.0] };
        let trial = Trial::at_rest().obstacle(wall);
        assert_near(trial.aim(AvoidWalls::default()), [-0.5, 0.0]);
        let far = AvoidWalls { distance: 0.9, ..AvoidWalls::default() };
        assert_eq!(trial.aim(far), [0.0; 2]);
        // In the middle between two walls nothing pushes; inside one, fully out.
        let both = trial.clone().obstacle(Obstacle::Segment { from: [-1.5, -9.0], to: [-1.5, 9.0] });
        assert_near(both.aim(AvoidWalls::default()), [0.0, 0.0]);
        let inside =
            Trial::moving([0.1, 0.0, 0.0], [0.0; 3]).obstacle(Obstacle::Ball { center: [0.0; 3], radius: 2.0 });
        assert_near(inside.aim(AvoidWalls::default()), [1.0, 0.0, 0.0]);
    }

    #[test]
    fn the_edge_of_a_world_that_ends_is_a_wall() {
        let at = |edge| Trial::moving([9.0, 0.0], [1.0, 0.0]).space(edge, 10.0).aim(AvoidWalls::default());
        assert_near(at(Edge::Clamp), [-0.75, 0.0]);
        assert_near(at(Edge::Bounce), [-0.75, 0.0]);
        assert_eq!((at(Edge::Open), at(Edge::Wrap)), ([0.0; 2], [0.0; 2]));
        let not = AvoidWalls { edges: false, ..AvoidWalls::default() };
        assert_eq!(Trial::moving([9.0, 0.0], [1.0, 0.0]).space(Edge::Clamp, 10.0).aim(not), [0.0; 2]);
    }
}
