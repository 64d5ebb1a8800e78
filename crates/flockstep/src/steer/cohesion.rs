//! `cohesion`: stay with the neighbours.

use super::{About, Eight, LookDefaults, Steers, View};
use crate::math::lane::Lane;
use crate::math::vector::{Vector, clamp_length, length, scale, sub, unit};
use crate::perceive::Look;
use crate::settings::parameters::{LENGTH, parameters, words};
use fearless_simd::{Simd, f32x8};

pub(crate) const ABOUT: About = About {
    what: "Goes for the middle of the neighbours.",
    formula: "unit(mean − x); with inner_radius R: clamp1(mean − x)·min(1, d/R); average = \"direction\": mean of the \
              unit \
              vectors to the neighbours, lengthened to 1 with normalize; pick = \"flock\": over the whole group",
    source: "C. Reynolds (1987); inner radius and whole flock from the fleet text; mean of directions from \
             I. Couzin et al. (2002)",
    fails: "Where max_speed is more than 1, stronger than a separation of the same weight that pushes: give that the \
            response steer, and they \
            balance with the nearest mates 0.31 of the separation's distance apart in the plane and 0.4 in space. \
            Pulls back those in front of a moving group. On a torus the middle of a whole group is that of the plain \
            coordinates, which is wrong for a group across the seam.",
};

words! {
    /// What cohesion averages.
    #[non_exhaustive]
    pub enum CohesionAverage {
        /// Positions: toward their mean.
        Position = "position",
        /// Directions: the mean of the unit vectors to the neighbours.
        Direction = "direction",
    }
}

words! {
    /// Over whom cohesion averages.
    #[non_exhaustive]
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
        /// Whether to lengthen a mean of directions to 1.
        normalize("normalize"): bool = false;
    }
}

impl Steers for Cohesion {
    const SIDE_BY_SIDE: bool = true;
    fn looks(&self, defaults: &LookDefaults) -> Option<Look> {
        match (self.pick, self.average) {
            (CohesionPick::Flock, _) => None,
            (_, CohesionAverage::Position) => Some(defaults.at_mates().offsets()),
            (_, CohesionAverage::Direction) => Some(defaults.at_mates().directions()),
        }
    }
    fn steer<const D: usize>(&self, view: &mut View<'_, D>) -> Vector<D> {
        let percept = view.percept;
        view.respond(match (self.pick, self.average) {
            (CohesionPick::Flock, _) if view.flock().count < 2 => [0.0; D],
            (CohesionPick::Flock, _) => self.toward(sub(view.flock().position, view.me.position)),
            (_, CohesionAverage::Position) => self.toward(self.mean(percept.offset, percept.count as f32)),
            (_, CohesionAverage::Direction) => self.along(percept.direction, percept.count as f32),
        })
    }
    #[inline(always)]
    fn steer_eight<S: Simd, const D: usize>(&self, eight: &Eight<S, D>) -> Option<[f32x8<S>; D]> {
        if self.pick != CohesionPick::All || !eight.is_straight() {
            return None;
        }
        let count = eight.number(|block| &block.count);
        Some(eight.respond(match self.average {
            CohesionAverage::Position => self.toward(self.mean(eight.vector(|block| &block.offset), count)),
            CohesionAverage::Direction => self.along(eight.vector(|block| &block.direction), count),
        }))
    }
}

impl Cohesion {
    /// The mean of so many; of nobody it is zero, as their sum is.
    #[inline(always)]
    fn mean<N: Lane, const D: usize>(&self, sum: [N; D], count: N) -> [N; D] {
        let one = count.like(1.0);
        scale(sum, one / if self.include_self { count + one } else { count.max(one) })
    }
    /// The aim from the sum of the directions to so many.
    #[inline(always)]
    fn along<N: Lane, const D: usize>(&self, sum: [N; D], count: N) -> [N; D] {
        let mean = self.mean(sum, count);
        if self.normalize { unit(mean) } else { mean }
    }
    /// The aim from the way to the middle.
    #[inline(always)]
    fn toward<N: Lane, const D: usize>(&self, to_middle: [N; D]) -> [N; D] {
        let one = to_middle[0].like(1.0);
        match self.inner_radius {
            None => unit(to_middle),
            Some(radius) if radius > 0.0 => {
                let share = length(to_middle) * (1.0 / radius);
                scale(clamp_length(to_middle, one), N::choose(share.less(one), share, one))
            }
            Some(_) => clamp_length(to_middle, one),
        }
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
        let toward = crate::math::vector::unit([1.5, 3.0]);
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
        let distance = crate::math::vector::length(middle);
        assert_near(flock().aim(within(1.0, false)), middle.map(|c| c / distance));
        assert_near(flock().aim(within(10.0, false)), middle.map(|c| c / 10.0));
        // Itself counted, the middle is (1, 2), still more than 1 away.
        let nearer = crate::math::vector::unit([1.0f32, 2.0]);
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
        assert_near(flock().aim(Cohesion { include_self: true, ..directions.clone() }), [1.0 / 3.0, 1.0 / 3.0]);
        let normalized = Cohesion { normalize: true, ..directions };
        assert_near(flock().aim(normalized.clone()), crate::math::vector::unit([1.0, 1.0]));
        assert_eq!(Trial::<2>::at_rest().aim(normalized), [0.0; 2], "alone");
    }

    #[test]
    fn the_whole_flock_includes_the_agent_itself() {
        let whole = Cohesion { pick: CohesionPick::Flock, inner_radius: Some(100.0), ..Cohesion::default() };
        // The middle of four is (0.75, −6): shortened to 1, then by its distance over 100.
        let toward = crate::math::vector::unit([0.75f32, -6.0]);
        let distance = crate::math::vector::length([0.75f32, -6.0]);
        assert_near(flock().aim(whole.clone()), toward.map(|c| c * distance / 100.0));
        assert_eq!(Trial::<2>::at_rest().aim(whole), [0.0; 2], "alone");
    }
}
