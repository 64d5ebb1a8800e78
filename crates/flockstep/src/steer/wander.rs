//! `wander`: an aimless but smooth path.

use super::{About, LookDefaults, Steers, View};
use crate::parameters::{LENGTH, parameters};
use crate::perceive::Look;
use crate::random::{self, Purpose};
use crate::vector::{Vector, unit};

pub(crate) const ABOUT: About = About {
    what: "Meanders: goes for a point that drifts along a circle (in 3D a sphere) ahead.",
    formula: "unit(h·distance + w·strength), w ← unit(w·strength + rate·(random direction)) each step",
    source: "C. Reynolds (1999); the two circles from the vehicles text",
    fails: "The drift is a step, not a rate: with another time step the path bends differently. The wander point is one \
            per agent; two wander behaviors of one agent share it.",
};

parameters! {
    /// Meanders: goes for a point that drifts along a circle ahead.
    pub struct Wander {
        /// The radius of the circle ahead: the greater, the sharper the turns.
        strength("strength"): f32 = 4.0, unit "units", range LENGTH, slider [0.0, 20.0];
        /// The radius of the jitter: the greater, the more restless.
        rate("rate"): f32 = 1.0, unit "units", range LENGTH, slider [0.0, 10.0];
        /// How far ahead the circle is; unset: the body's max speed.
        distance("distance"): Option<f32> = None, unit "units", range LENGTH, slider [0.0, 50.0];
    }
}

impl Steers for Wander {
    fn looks(&self, _: &LookDefaults) -> Option<Look> {
        None
    }
    fn steer<const D: usize>(&self, view: &mut View<'_, D>) -> Vector<D> {
        let words = view.random(Purpose::Wander);
        let jitter = random::direction::<D>(words[0], words[1]);
        let point = view.memory;
        // The first time there is no point yet: the jitter alone makes one.
        let drifted = unit(std::array::from_fn(|axis| point[axis] * self.strength + jitter[axis] * self.rate));
        view.memory = if drifted == [0.0; D] { point } else { drifted };
        let distance = self.distance.unwrap_or(view.me.max_speed);
        let ahead = std::array::from_fn(|axis| view.me.heading[axis] * distance + view.memory[axis] * self.strength);
        view.respond(unit(ahead))
    }
}
