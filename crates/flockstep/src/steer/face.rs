//! `face`: turn toward a target.

use super::{About, LookDefaults, Steers, View};
use crate::math::vector::{Vector, unit};
use crate::perceive::Look;
use crate::settings::Target;
use crate::settings::parameters::parameters;

pub(crate) const ABOUT: About = About {
    what: "Turns its bow toward a target.",
    formula: "unit(target − x), with the response `face`: it ends where the heading points there",
    source: "I. Millington, \"Artificial Intelligence for Games\" (2006)",
    fails: "A point body points where it moves: it turns by moving, at rest it sets off. Rigid bodies (response \
            `turn`) and heading \
            bodies turn without it.",
};

parameters! {
    /// Turns its bow toward a target.
    pub struct Face {
        /// Where to look.
        target("target", required): Target = Target::point([0.0, 0.0]);
    }
}

impl Face {
    /// Toward this target.
    pub fn new(target: Target) -> Face {
        Face { target }
    }
}

impl Steers for Face {
    fn looks(&self, _: &LookDefaults) -> Option<Look> {
        None
    }
    fn targets(&self) -> &[Target] {
        std::slice::from_ref(&self.target)
    }
    fn steer<const D: usize>(&self, view: &mut View<'_, D>) -> Vector<D> {
        view.target().map_or([0.0; D], |target| view.respond(unit(target.offset)))
    }
}

#[cfg(test)]
mod tests {
    use crate::prelude::*;
    use crate::steer::trial::{Trial, assert_near};

    #[test]
    fn steers_by_the_difference_of_the_headings() {
        let trial = Trial::moving([0.0; 2], [3.0, 0.0]).mark([0.0, 5.0]);
        assert_near(trial.steering(Face::new(Target::marker("mark"))), [-1.0, 1.0]);
        assert_eq!(trial.mark([7.0, 0.0]).steering(Face::new(Target::marker("mark"))), [0.0; 2], "it does already");
    }

    #[test]
    fn a_craft_turns_until_its_bow_points_there() {
        let craft = RigidBody { thrust: 0.0, angular_drag: 2.0, keel: 1.0, ..RigidBody::default() };
        let mut world = Trial::moving([0.0; 2], [1e-3, 0.0])
            .body(craft)
            .mark([0.0, 50.0])
            .world(Behavior::new(Face::new(Target::marker("mark"))).response(Response::Turn).weight(2.0));
        (0..400).for_each(|_| world.step());
        let bow = world.agent(AgentId(0)).unwrap().heading;
        assert!(bow[1] > 0.999, "{bow:?}");
    }
}
