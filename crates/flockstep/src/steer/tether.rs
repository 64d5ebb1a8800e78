//! `tether`: stay within reach of something.

use super::{About, LookDefaults, Note, Steers, View};
use crate::math::vector::{Vector, scale, unit_and_length};
use crate::perceive::Look;
use crate::settings::Target;
use crate::settings::parameters::{LENGTH, parameters};

pub(crate) const ABOUT: About = About {
    what: "Stays within a distance of its target, as if on a line that gives a little.",
    formula: "unit(target − x)·min(1, (d − distance)/give) beyond the distance; within it nothing",
    source: "the tether of UnitySteer (R. J. Méndez), with a line that gives",
    fails: "The line is not hard: a push stronger than its weight drags the agent farther out. Another behavior that \
            pulls outward \
            holds it beyond the distance, where the two are equal.",
};

parameters! {
    /// Stays within a distance of its target.
    pub struct Tether {
        /// What it is tied to.
        target("target", required): Target = Target::point([0.0, 0.0]);
        /// How far it may go.
        distance("distance"): f32 = 10.0, unit "units", range LENGTH, slider [0.0, 100.0];
        /// How much farther the line stretches until it pulls with all its strength.
        give("give"): f32 = 5.0, unit "units", range LENGTH, slider [0.0, 50.0];
    }
}

impl Tether {
    /// To this target, by a line of this length.
    pub fn new(target: Target, distance: f32) -> Tether {
        Tether { target, distance, ..Tether::default() }
    }
}

impl Steers for Tether {
    fn looks(&self, _: &LookDefaults) -> Option<Look> {
        None
    }
    fn targets(&self) -> &[Target] {
        std::slice::from_ref(&self.target)
    }
    fn note<const D: usize>(&self, view: &View<'_, D>, notes: &mut Vec<Note<D>>) {
        let radius = self.distance;
        notes.extend(view.target().map(|target| Note::Range { center: view.place(target.offset), radius }));
    }
    fn steer<const D: usize>(&self, view: &mut View<'_, D>) -> Vector<D> {
        let Some(target) = view.target() else { return [0.0; D] };
        let (toward, distance) = unit_and_length(target.offset);
        let beyond = distance - self.distance;
        if beyond <= 0.0 {
            return [0.0; D];
        }
        view.respond(scale(toward, if self.give > 0.0 { (beyond / self.give).min(1.0) } else { 1.0 }))
    }
}

#[cfg(test)]
mod tests {
    use crate::prelude::*;
    use crate::steer::trial::{Trial, assert_near};

    #[test]
    fn pulls_back_beyond_the_distance_only() {
        let rule = Tether { give: 4.0, ..Tether::new(Target::marker("mark"), 10.0) };
        let at = |x: f32| Trial::moving([x, 0.0], [1.0, 0.0]).mark([0.0, 0.0]).aim(rule.clone());
        assert_eq!(at(9.9), [0.0; 2]);
        assert_near(at(11.0), [-0.25, 0.0]);
        assert_near(at(-13.0), [0.75, 0.0]);
        assert_near(at(100.0), [-1.0, 0.0]);
        let hard = Tether { give: 0.0, ..rule };
        assert_near(Trial::moving([10.1, 0.0], [0.0; 2]).aim(hard), [-1.0, 0.0]);
    }
}
