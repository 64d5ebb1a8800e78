//! `alignment`: go where the neighbours go.

use super::{About, Eight, LookDefaults, Steers, View};
use crate::math::lane::Lane;
use crate::math::vector::{Vector, add, clamp_length, scale, unit};
use crate::perceive::Look;
use crate::settings::parameters::{parameters, words};
use fearless_simd::{Simd, f32x8};

pub(crate) const ABOUT: About = About {
    what: "Takes the mean direction (or velocity) of the neighbours.",
    formula: "heading: mean of unit(v_j) over the moving ones; velocity: clamp1(mean(v_j)/s_max); pick = \"nearest\": \
              of \
              the nearest alone; pick = \"flock\": over the whole group",
    source: "C. Reynolds (1987); average velocity from the craft and fleet texts, nearest from the school text",
    fails: "Neighbours going opposite ways cancel. Directions are those of the motion, not of the bows: for an agent \
            at \
            rest there is none, and it is left out (another library counts its bow).",
};

words! {
    /// What alignment averages.
    #[non_exhaustive]
    pub enum Average {
        /// Directions of motion.
        Heading = "heading",
        /// Velocities.
        Velocity = "velocity",
    }
}

words! {
    /// Over whom alignment averages.
    #[non_exhaustive]
    pub enum AlignmentPick {
        /// Every neighbour.
        All = "all",
        /// The nearest neighbour alone.
        Nearest = "nearest",
        /// The whole group, itself included, wherever they are.
        Flock = "flock",
    }
}

parameters! {
    /// Takes the mean direction (or velocity) of the neighbours.
    pub struct Alignment {
        /// What to average.
        average("average"): Average = Average::Heading;
        /// Over whom.
        pick("pick"): AlignmentPick = AlignmentPick::All;
        /// Whether the agent itself counts.
        include_self("include_self"): bool = false;
        /// Whether to lengthen the mean to 1.
        normalize("normalize"): bool = false;
    }
}

impl Steers for Alignment {
    const SIDE_BY_SIDE: bool = true;
    fn looks(&self, defaults: &LookDefaults) -> Option<Look> {
        match (self.pick, self.average) {
            (AlignmentPick::Flock, _) => None,
            (AlignmentPick::Nearest, _) => Some(defaults.at_mates().nearest_one()),
            (AlignmentPick::All, Average::Heading) => Some(defaults.at_mates().courses()),
            (AlignmentPick::All, Average::Velocity) => Some(defaults.at_mates().velocities()),
        }
    }
    fn steer<const D: usize>(&self, view: &mut View<'_, D>) -> Vector<D> {
        let me = &view.me;
        let percept = view.percept;
        let own = |sum: Vector<D>, count: u32| {
            if !self.include_self {
                return (sum, count);
            }
            match self.average {
                Average::Heading if me.speed > 0.0 => (add(sum, unit(me.velocity)), count + 1),
                Average::Heading => (sum, count),
                Average::Velocity => (add(sum, me.velocity), count + 1),
            }
        };
        let (sum, count) = match (self.pick, self.average) {
            (AlignmentPick::Flock, Average::Heading) => (view.flock().course, u32::from(view.flock().count > 0)),
            (AlignmentPick::Flock, Average::Velocity) => (view.flock().velocity, u32::from(view.flock().count > 0)),
            (AlignmentPick::Nearest, average) => {
                let nearest = view.nearest().map(|mate| mate.velocity);
                match average {
                    Average::Heading => {
                        let course = unit(nearest.unwrap_or([0.0; D]));
                        own(course, u32::from(course != [0.0; D]))
                    }
                    Average::Velocity => own(nearest.unwrap_or([0.0; D]), u32::from(nearest.is_some())),
                }
            }
            (AlignmentPick::All, Average::Heading) => own(percept.course, percept.moving),
            (AlignmentPick::All, Average::Velocity) => own(percept.velocity, percept.count),
        };
        view.respond(self.aim(sum, count as f32, me.max_speed))
    }
    #[inline(always)]
    fn steer_eight<S: Simd, const D: usize>(&self, eight: &Eight<S, D>) -> Option<[f32x8<S>; D]> {
        if self.pick != AlignmentPick::All || self.include_self || !eight.is_straight() {
            return None;
        }
        let (sum, count) = match self.average {
            Average::Heading => (eight.vector(|block| &block.course), eight.number(|block| &block.moving)),
            Average::Velocity => (eight.vector(|block| &block.velocity), eight.number(|block| &block.count)),
        };
        Some(eight.respond(self.aim(sum, count, eight.max_speed)))
    }
}

impl Alignment {
    /// The aim from a sum of directions or velocities and how many they are.
    #[inline(always)]
    fn aim<N: Lane, const D: usize>(&self, sum: [N; D], count: N, max_speed: f32) -> [N; D] {
        let one = count.like(1.0);
        // Of nobody the sum is zero, and so is the mean.
        let mut mean = scale(sum, one / count.max(one));
        if self.average == Average::Velocity {
            let share = if max_speed > 0.0 { 1.0 / max_speed } else { 0.0 };
            mean = clamp_length(scale(mean, count.like(share)), one);
        }
        if self.normalize { unit(mean) } else { mean }
    }
}

#[cfg(test)]
mod tests {
    use super::{AlignmentPick, Average};
    use crate::prelude::*;
    use crate::steer::trial::{Trial, assert_near};

    /// Moves along x at 2; a mate near by goes up at 1, one farther off right at 3, one stands still.
    fn flock() -> Trial<2> {
        Trial::moving([0.0; 2], [2.0, 0.0])
            .mate([1.0, 0.0], [0.0, 1.0])
            .mate([0.0, 3.0], [3.0, 0.0])
            .mate([2.0, 2.0], [0.0; 2])
            .mate([30.0, 0.0], [-4.0, 0.0])
            .other([0.5, 0.0], [-4.0, 0.0])
    }
    fn with(change: impl FnOnce(&mut Alignment)) -> Alignment {
        let mut rule = Alignment::default();
        change(&mut rule);
        rule
    }

    #[test]
    fn the_mean_direction_of_those_who_move() {
        assert_near(flock().aim(Alignment::default()), [0.5, 0.5]);
        assert_near(flock().steering(Alignment::default()), [0.0, 2.0]);
        assert_near(flock().aim(with(|rule| rule.include_self = true)), [2.0 / 3.0, 1.0 / 3.0]);
        assert_near(flock().aim(with(|rule| rule.normalize = true)), crate::math::vector::unit([1.0, 1.0]));
    }

    #[test]
    fn the_mean_velocity_as_a_share_of_full_speed() {
        let velocity = || with(|rule| rule.average = Average::Velocity);
        assert_near(flock().aim(velocity()), [0.25, 1.0 / 12.0]);
        assert_near(flock().aim(Alignment { include_self: true, ..velocity() }), [5.0 / 16.0, 1.0 / 16.0]);
        // Mates faster than the own body can be: no more than full speed.
        let fast = Trial::moving([0.0; 2], [1.0, 0.0]).mate([1.0, 0.0], [0.0, 40.0]);
        assert_near(fast.aim(velocity()), [0.0, 1.0]);
    }

    #[test]
    fn the_nearest_alone() {
        let nearest = || with(|rule| rule.pick = AlignmentPick::Nearest);
        assert_near(flock().aim(nearest()), [0.0, 1.0]);
        let velocity = Alignment { average: Average::Velocity, ..nearest() };
        assert_near(flock().aim(velocity.clone()), [0.0, 0.25]);
        assert_near(flock().aim(Alignment { include_self: true, ..velocity.clone() }), [0.25, 0.125]);
        // At rest it has no direction, but its velocity counts as the zero it is.
        let still = Trial::moving([0.0; 2], [2.0, 0.0]).mate([1.0, 0.0], [0.0; 2]);
        assert_eq!(still.aim(nearest()), [0.0; 2]);
        assert_near(still.aim(Alignment { include_self: true, ..nearest() }), [1.0, 0.0]);
        assert_near(still.aim(Alignment { include_self: true, ..velocity }), [0.25, 0.0]);
    }

    #[test]
    fn the_whole_flock_wherever_it_is() {
        let flock_wide = || with(|rule| rule.pick = AlignmentPick::Flock);
        // Right, up, right, left, and one at rest, which has no direction.
        assert_near(flock().aim(flock_wide()), [0.25, 0.25]);
        let velocity = Alignment { average: Average::Velocity, ..flock_wide() };
        assert_near(flock().aim(velocity), [0.05, 0.05]);
    }

    #[test]
    fn nobody_to_align_with_is_no_steering() {
        let lone = Trial::moving([0.0; 2], [1.0, 0.0]).other([1.0, 0.0], [0.0, 1.0]);
        assert_eq!(lone.steering(Alignment::default()), [0.0; 2]);
        assert_eq!(lone.steering(with(|rule| rule.average = Average::Velocity)), [0.0; 2]);
        let opposite = lone.mate([1.0, 0.0], [0.0, 2.0]).mate([-1.0, 0.0], [0.0, -2.0]);
        assert_eq!(opposite.steering(Alignment::default()), [0.0; 2], "they cancel");
    }
}
