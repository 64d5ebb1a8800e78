//! `cohesion`: stay with the neighbours.

use super::{About, LookDefaults, Steers, View};
use crate::parameters::{LENGTH, parameters, words};
use crate::perceive::Look;
use crate::vector::{Vector, clamp_length, length, scale, sub, unit};

pub(crate) const ABOUT: About = About {
    what: "Goes for the middle of the neighbours.",
    formula: "unit(mean − x); with inner_radius R: clamp1(mean − x)·min(1, d/R); average = \"direction\": mean of the unit \
              vectors to the neighbours; pick = \"flock\": over the whole group",
    source: "C. Reynolds (1987); inner radius and whole flock from the fleet text",
    fails: "Pulls back those in front of a moving group. On a torus the middle of a whole group is that of the plain \
            coordinates, which is wrong for a group across the seam.",
};

words! {
    /// What cohesion averages.
    pub enum CohesionAverage {
        /// Positions: toward their mean.
        Position = "position",
        /// Directions: the mean of the unit vectors to the neighbours.
        Direction = "direction",
    }
}

words! {
    /// Over whom cohesion averages.
    pub enum CohesionPick {
        /// Every neighbour.
        All = "all",
        /// The whole group, itself included, wherever they are.
        Flock = "flock",
    }
}

parameters! {
    /// Goes for the middle of the neighbours.
    pub struct Cohesion {
        /// Within this distance of the middle the pull fades; unset: it never does.
        inner_radius("inner_radius"): Option<f32> = None, unit "units", range LENGTH, slider [0.0, 50.0];
        /// What to average.
        average("average"): CohesionAverage = CohesionAverage::Position;
        /// Over whom.
        pick("pick"): CohesionPick = CohesionPick::All;
        /// Whether the agent itself counts.
        include_self("include_self"): bool = false;
    }
}

impl Steers for Cohesion {
    fn looks(&self, defaults: &LookDefaults) -> Option<Look> {
        match (self.pick, self.average) {
            (CohesionPick::Flock, _) => None,
            (_, CohesionAverage::Position) => Some(defaults.at_mates().offsets()),
            (_, CohesionAverage::Direction) => Some(defaults.at_mates().directions()),
        }
    }
    fn steer<const D: usize>(&self, view: &mut View<'_, D>) -> Vector<D> {
        let percept = view.percept;
        let to_middle = match self.pick {
            CohesionPick::Flock if view.flock().count < 2 => return [0.0; D],
            CohesionPick::Flock => sub(view.flock().position, view.me.position),
            CohesionPick::All if percept.count == 0 => return [0.0; D],
            CohesionPick::All => {
                let count = percept.count + u32::from(self.include_self);
                let sum = match self.average {
                    CohesionAverage::Position => percept.offset,
                    CohesionAverage::Direction => percept.direction,
                };
                scale(sum, 1.0 / count as f32)
            }
        };
        if self.average == CohesionAverage::Direction && self.pick == CohesionPick::All {
            return view.respond(to_middle);
        }
        let aim = match self.inner_radius {
            None => unit(to_middle),
            Some(radius) => {
                let share = if radius > 0.0 { (length(to_middle) / radius).min(1.0) } else { 1.0 };
                scale(clamp_length(to_middle, 1.0), share)
            }
        };
        view.respond(aim)
    }
}
