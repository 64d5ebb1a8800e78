//! `queue`: do not push those in front.

use super::{About, LookDefaults, Steers, View};
use crate::math::vector::{Vector, dot, scale, sub};
use crate::perceive::Look;
use crate::settings::Of;
use crate::settings::parameters::{LENGTH, parameters};

pub(crate) const ABOUT: About = About {
    what: "Slows down behind whoever is in its way ahead, and waits instead of pushing.",
    formula: "−heading·(1 − gap/distance) for the least gap: to whoever is ahead, overlaps the lane that the own body \
              sweeps, and \
              does not move ahead faster than the agent",
    source: "after C. Reynolds (1999), queuing at a doorway",
    fails: "Two that face each other both wait: add `avoid_collisions` or a path. Brakes only; with the default \
            response a weight \
            of 1 holds a `seek` of weight 1 when the gap is closed.",
};

parameters! {
    /// Slows down behind whoever is in its way ahead.
    pub struct Queue {
        /// The gap at which it begins to slow down.
        distance("distance"): f32 = 2.0, unit "units", range LENGTH, slider [0.0, 20.0];
    }
}

impl Queue {
    /// Slowing down at this gap.
    pub fn new(distance: f32) -> Queue {
        Queue { distance }
    }
}

impl Steers for Queue {
    fn looks(&self, defaults: &LookDefaults) -> Option<Look> {
        Some(defaults.look(Of::All, self.distance + defaults.radii).listing())
    }
    #[inline(always)]
    fn rests(&self, count: u32) -> bool {
        count == 0
    }
    fn steer<const D: usize>(&self, view: &mut View<'_, D>) -> Vector<D> {
        let me = &view.me;
        let mut gap = self.distance;
        for other in view.neighbors() {
            let along = dot(other.offset, me.heading);
            let across = sub(other.offset, scale(me.heading, along));
            let touch = me.radius + other.radius;
            let pulls_away = dot(other.velocity, me.heading) > me.speed;
            if along > 0.0 && dot(across, across) < touch * touch && !pulls_away {
                gap = gap.min((other.distance - touch).max(0.0));
            }
        }
        if gap >= self.distance {
            return [0.0; D];
        }
        view.respond(scale(me.heading, gap / self.distance - 1.0))
    }
}

#[cfg(test)]
mod tests {
    use crate::prelude::*;
    use crate::steer::trial::{Trial, assert_near};

    /// Goes along x; someone of radius 0.5 here, moving so.
    fn ahead(position: [f32; 2], velocity: [f32; 2]) -> [f32; 2] {
        Trial::moving([0.0; 2], [2.0, 0.0]).other(position, velocity).aim(Queue::new(4.0))
    }

    #[test]
    fn slows_down_by_the_gap_to_whoever_is_in_the_way() {
        assert_near(ahead([3.0, 0.0], [0.0; 2]), [-0.5, 0.0]);
        assert_near(ahead([1.0, 0.0], [0.0; 2]), [-1.0, 0.0]);
        assert_near(ahead([0.4, 0.0], [0.0; 2]), [-1.0, 0.0]);
        assert_eq!(ahead([3.0, 1.1], [0.0; 2]), [0.0; 2], "beside the lane");
        assert_eq!(ahead([-3.0, 0.0], [0.0; 2]), [0.0; 2], "behind");
        assert_eq!(ahead([5.5, 0.0], [0.0; 2]), [0.0; 2], "far");
        assert_eq!(ahead([3.0, 0.0], [2.5, 0.0]), [0.0; 2], "pulls away");
    }

    #[test]
    fn with_equal_weights_it_holds_a_seeker_at_the_gap() {
        let mut world = World::<2>::new(Space::open(), 0.02, 1).unwrap();
        let seeker = Group::new("line").behavior(Seek::new(Target::point([20.0, 0.0]))).behavior(Queue::new(8.0));
        let seeker = seeker.body(PointBody { max_speed: 10.0, ..PointBody::default() });
        world.add_groups(vec![seeker, Group::new("post")]).unwrap();
        world.spawn(GroupId(0), [0.0; 2], [1.0, 0.0]).unwrap();
        world.spawn(GroupId(1), [12.0, 0.0], [0.0; 2]).unwrap();
        (0..1500).for_each(|_| world.step());
        let x = world.agent(AgentId(0)).unwrap().position[0];
        assert!((10.8..11.1).contains(&x), "waits behind the post, touching it: {x}");
    }
}
