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

#[cfg(test)]
mod tests {
    use super::{CohesionAverage, CohesionPick};
    use crate::prelude::*;
    use crate::steer::trial::{Trial, assert_near};

    /// Mates at (3, 0) and (0, 6), one out of sight at (0, −30), and a stranger.
    fn flock() -> Trial<2> {
        Trial::moving([0.0; 2], [1.0, 0.0])
            .mate([3.0, 0.0], [0.0; 2])
            .mate([0.0, 6.0], [0.0; 2])
            .mate([0.0, -30.0], [0.0; 2])
            .other([-1.0, 0.0], [0.0; 2])
    }

    #[test]
    fn toward_the_middle_of_those_in_sight() {
        let toward = crate::vector::unit([1.5, 3.0]);
        assert_near(flock().aim(Cohesion::default()), toward);
        assert_near(flock().steering(Cohesion::default()), [4.0 * toward[0] - 1.0, 4.0 * toward[1]]);
        // Counting itself moves the middle nearer, not to another side.
        assert_near(flock().aim(Cohesion { include_self: true, ..Cohesion::default() }), toward);
        assert_eq!(Trial::<2>::at_rest().aim(Cohesion::default()), [0.0; 2], "alone");
        let between = Trial::at_rest().mate([1.0, 0.0], [0.0; 2]).mate([-1.0, 0.0], [0.0; 2]);
        assert_eq!(between.aim(Cohesion::default()), [0.0; 2], "in the middle already");
    }

    #[test]
    fn an_inner_radius_lets_the_pull_fade() {
        let within =
            |radius: f32, include_self| Cohesion { inner_radius: Some(radius), include_self, ..Cohesion::default() };
        let middle = [1.5f32, 3.0];
        let distance = crate::vector::length(middle);
        assert_near(flock().aim(within(1.0, false)), middle.map(|c| c / distance));
        assert_near(flock().aim(within(10.0, false)), middle.map(|c| c / 10.0));
        // Itself counted, the middle is (1, 2), still more than 1 away.
        let nearer = crate::vector::unit([1.0f32, 2.0]);
        assert_near(flock().aim(within(10.0, true)), nearer.map(|c| c * 5.0f32.sqrt() / 10.0));
        // Nearer than 1, the offset itself is scaled down.
        let near = Trial::at_rest().mate([0.5, 0.0], [0.0; 2]);
        assert_near(near.aim(within(2.0, false)), [0.125, 0.0]);
        assert_near(near.aim(within(0.0, false)), [0.5, 0.0]);
    }

    #[test]
    fn the_mean_of_directions_counts_everyone_alike() {
        let directions = Cohesion { average: CohesionAverage::Direction, ..Cohesion::default() };
        assert_near(flock().aim(directions.clone()), [0.5, 0.5]);
        assert_near(flock().aim(Cohesion { include_self: true, ..directions }), [1.0 / 3.0, 1.0 / 3.0]);
    }

    #[test]
    fn the_whole_flock_includes_the_agent_itself() {
        let whole = Cohesion { pick: CohesionPick::Flock, inner_radius: Some(100.0), ..Cohesion::default() };
        // The middle of four is (0.75, −6): shortened to 1, then by its distance over 100.
        let toward = crate::vector::unit([0.75f32, -6.0]);
        let distance = crate::vector::length([0.75f32, -6.0]);
        assert_near(flock().aim(whole.clone()), toward.map(|c| c * distance / 100.0));
        assert_eq!(Trial::<2>::at_rest().aim(whole), [0.0; 2], "alone");
    }
}
