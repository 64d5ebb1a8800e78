//! `alignment`: go where the neighbours go.

use super::{About, LookDefaults, Steers, View};
use crate::parameters::{parameters, words};
use crate::perceive::Look;
use crate::vector::{Vector, add, clamp_length, scale, unit};

pub(crate) const ABOUT: About = About {
    what: "Takes the mean direction (or velocity) of the neighbours.",
    formula: "heading: mean of unit(v_j) over the moving ones; velocity: clamp1(mean(v_j)/s_max); pick = \"nearest\": of \
              the nearest alone; pick = \"flock\": over the whole group",
    source: "C. Reynolds (1987); average velocity from the craft and fleet texts, nearest from the school text",
    fails: "Neighbours going opposite ways cancel. Directions are those of the motion, not of the bows: for an agent at \
            rest there is none, and it is left out (another library counts its bow).",
};

words! {
    /// What alignment averages.
    pub enum Average {
        /// Directions of motion.
        Heading = "heading",
        /// Velocities.
        Velocity = "velocity",
    }
}

words! {
    /// Over whom alignment averages.
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
                let velocity = view.nearest().map_or([0.0; D], |mate| mate.velocity);
                let moving = u32::from(velocity != [0.0; D]);
                own(if average == Average::Heading { unit(velocity) } else { velocity }, moving)
            }
            (AlignmentPick::All, Average::Heading) => own(percept.course, percept.moving),
            (AlignmentPick::All, Average::Velocity) => own(percept.velocity, percept.count),
        };
        if count == 0 {
            return [0.0; D];
        }
        let mut mean = scale(sum, 1.0 / count as f32);
        if self.average == Average::Velocity {
            mean = if me.max_speed > 0.0 { clamp_length(scale(mean, 1.0 / me.max_speed), 1.0) } else { [0.0; D] };
        }
        view.respond(if self.normalize { unit(mean) } else { mean })
    }
}
