//! `interpose`: get between two others.

use super::{About, LookDefaults, Note, Steers, View};
use crate::math::vector::{Vector, add, length, scale};
use crate::perceive::Look;
use crate::settings::Target;
use crate::settings::parameters::{LENGTH, parameters};

pub(crate) const ABOUT: About = About {
    what: "Gets between two others: a bodyguard, a defender.",
    formula: "arrives at the middle of where both will be in t = ‖middle − x‖/s_max seconds",
    source: "M. Buckland, \"Programming Game AI by Example\" (2005)",
    fails: "The time is the one to where the middle is now; if both run away faster than the agent is, it never gets \
            there. With one of \
            the two gone it stays with the other.",
};

parameters! {
    /// Gets between two others.
    pub struct Interpose {
        /// The two to get between.
        between("between", required): Vec<Target> = vec![Target::point([0.0, 0.0]), Target::point([0.0, 0.0])];
        /// Where slowing down begins.
        slowing_distance("slowing_distance"): f32 = 5.0, unit "units", range LENGTH, slider [0.0, 100.0];
    }
}

impl Interpose {
    /// Between these two.
    pub fn new(one: Target, two: Target) -> Interpose {
        Interpose { between: vec![one, two], ..Interpose::default() }
    }

    /// The way to the point in the middle, and how that point moves.
    fn middle<const D: usize>(&self, view: &View<'_, D>) -> Option<(Vector<D>, Vector<D>)> {
        let (mut offset, mut velocity, mut count) = ([0.0; D], [0.0; D], 0.0);
        for target in view.targets() {
            offset = add(offset, target.offset);
            velocity = add(velocity, target.velocity);
            count += 1.0;
        }
        if count == 0.0 {
            return None;
        }
        let (offset, velocity) = (scale(offset, 1.0 / count), scale(velocity, 1.0 / count));
        let time = if view.me.max_speed > 0.0 { (length(offset) / view.me.max_speed).min(1e6) } else { 0.0 };
        Some((add(offset, scale(velocity, time)), velocity))
    }
}

impl Steers for Interpose {
    fn looks(&self, _: &LookDefaults) -> Option<Look> {
        None
    }
    fn targets(&self) -> &[Target] {
        &self.between
    }
    fn misfit(&self) -> Option<&'static str> {
        (self.between.len() != 2).then_some("`between` takes two targets")
    }
    fn note<const D: usize>(&self, view: &View<'_, D>, notes: &mut Vec<Note<D>>) {
        notes.extend(self.middle(view).map(|(offset, _)| Note::Predicted(view.place(offset))));
    }
    fn steer<const D: usize>(&self, view: &mut View<'_, D>) -> Vector<D> {
        let Some((offset, velocity)) = self.middle(view) else { return [0.0; D] };
        view.keep_to(offset, velocity, self.slowing_distance)
    }
}

#[cfg(test)]
mod tests {
    use crate::prelude::*;
    use crate::steer::trial::{Trial, assert_near};

    fn between() -> Interpose {
        let rule = Interpose::new(Target::marker("mark"), Target::first("others"));
        Interpose { slowing_distance: 8.0, ..rule }
    }

    #[test]
    fn goes_for_the_middle_and_slows_down_there() {
        // The middle of (0, 6) and (0, 2) is 4 away: half of the slowing distance.
        let trial = Trial::moving([0.0; 2], [1.0, 0.0]).mark([0.0, 6.0]).other([0.0, 2.0], [0.0; 2]);
        assert_near(trial.aim(between()), [0.0, 0.5]);
        assert_near(trial.steering(between()), [-1.0, 2.0]);
    }

    #[test]
    fn leads_a_pair_that_moves() {
        // The middle is 4 away, a second at full speed; by then it has moved by half of the other's velocity.
        let trial = Trial::at_rest().mark([0.0, 6.0]).other([0.0, 2.0], [2.0, 0.0]);
        let toward = crate::math::vector::unit([1.0f32, 4.0]);
        let share = 17.0f32.sqrt() / 8.0;
        assert_near(trial.aim(between()), [toward[0] * share + 0.25, toward[1] * share]);
    }

    #[test]
    fn takes_two_targets() {
        let mut world = World::<2>::new(Space::open(), 0.1, 1).unwrap();
        let one = Interpose { between: vec![Target::point([0.0, 0.0])], ..Interpose::default() };
        let error = world.add_group(Group::new("guard").behavior(one)).unwrap_err().to_string();
        assert!(error.contains("interpose") && error.contains("takes two targets"), "{error}");
    }
}
