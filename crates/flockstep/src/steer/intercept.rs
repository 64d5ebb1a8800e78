//! `intercept`: toward the point of closest approach, for bodies that turn.

use super::{About, LookDefaults, Note, Steers, View};
use crate::math::vector::{Vector, length, sub, unit};
use crate::perceive::Look;
use crate::settings::Target;
use crate::settings::parameters::parameters;

pub(crate) const ABOUT: About = About {
    what: "Heads off a moving target by the time at which the two would close in.",
    formula: "unit(p + v·‖Δp‖/‖Δv‖ − x), Δ = target's minus own",
    source: "D. Bourg and G. Seemann, \"AI for Game Developers\" (2004)",
    fails: "At equal velocities the time to close is infinite; it then heads for where the target is.",
};

parameters! {
    /// Heads off a moving target by the time at which the two would close in.
    pub struct Intercept {
        /// Whom to intercept.
        target("target", required): Target = Target::first("");
    }
}

impl Intercept {
    /// This target.
    pub fn new(target: Target) -> Intercept {
        Intercept { target }
    }
}

impl Intercept {
    /// The way to the point it heads for.
    fn point<const D: usize>(&self, view: &View<'_, D>) -> Option<Vector<D>> {
        let target = view.target()?;
        let closing = length(sub(target.velocity, view.me.velocity));
        let time = if closing > 0.0 { (length(target.offset) / closing).min(1e6) } else { 0.0 };
        Some(std::array::from_fn(|axis| target.offset[axis] + target.velocity[axis] * time))
    }
}

impl Steers for Intercept {
    fn looks(&self, _: &LookDefaults) -> Option<Look> {
        None
    }
    fn targets(&self) -> &[Target] {
        std::slice::from_ref(&self.target)
    }
    fn note<const D: usize>(&self, view: &View<'_, D>, notes: &mut Vec<Note<D>>) {
        notes.extend(self.point(view).map(|point| Note::Predicted(view.place(point))));
    }
    fn steer<const D: usize>(&self, view: &mut View<'_, D>) -> Vector<D> {
        self.point(view).map_or([0.0; D], |point| view.respond(unit(point)))
    }
}

#[cfg(test)]
mod tests {
    use crate::prelude::*;
    use crate::steer::trial::{Trial, assert_near};

    fn the_other() -> Intercept {
        Intercept::new(Target::first("others"))
    }

    #[test]
    fn heads_off_by_the_time_to_close_in() {
        // Δp = (10, 0), Δv = (−3, 4): two seconds, in which the target goes 8 up.
        let trial = Trial::moving([0.0; 2], [3.0, 0.0]).other([10.0, 0.0], [0.0, 4.0]);
        assert_near(trial.aim(the_other()), crate::math::vector::unit([10.0, 8.0]));
        // By default it only swerves: to port by the length of the aim.
        assert_near(trial.steering(the_other()), [0.0, 1.0]);
    }

    #[test]
    fn at_equal_velocities_it_heads_for_the_target() {
        let trial = Trial::moving([0.0; 3], [1.0, 0.0, 0.0]).other([0.0, 0.0, 5.0], [1.0, 0.0, 0.0]);
        assert_near(trial.aim(the_other()), [0.0, 0.0, 1.0]);
        assert_eq!(Trial::<3>::at_rest().aim(the_other()), [0.0; 3], "nobody to intercept");
    }
}
