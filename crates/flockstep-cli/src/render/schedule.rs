//! Which moments are drawn, and between which steps they fall.

use crate::failure::Failure;
use flockstep_scenario::AnyWorld;

/// Beyond this, an f64 no longer counts steps one by one.
const MOST_STEPS: f64 = (1u64 << 53) as f64;
/// A moment this near a step, as a part of one, is that step: fractions of seconds are seldom whole in binary.
const NEAR: f64 = 1e-6;
/// And so much more for every step: what is lost when long times are divided.
const DUST: f64 = 1e-14;

/// Moments at equal distances.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Schedule {
    /// The first, in seconds of the world's time.
    pub start: f64,
    /// From one to the next, in seconds of the world's time.
    pub spacing: f64,
    /// How many.
    pub count: u64,
    /// The length of a step.
    pub step: f64,
    /// How many seconds of the world pass in a second of film.
    pub speed: f64,
}

/// A moment between two steps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moment {
    /// In seconds of the world's time.
    pub time: f64,
    /// Seconds of film since the first.
    pub film: f64,
    /// The first step that is not before it.
    pub step: u64,
    /// How far it is from the step before (0) to that step (1).
    pub alpha: f32,
}

impl Schedule {
    /// The length of a world's step: the decimal number it was written as, not the nearest f32, as in `World::time`.
    pub fn step_of(world: &AnyWorld) -> f64 {
        let step = world.time_step();
        step.to_string().parse().unwrap_or(f64::from(step))
    }

    /// One of the moments.
    pub fn moment(&self, number: u64) -> Moment {
        let since = number as f64 * self.spacing;
        let (time, film) = (self.start + since, since / self.speed);
        let steps = time / self.step;
        let whole = steps.round();
        if (steps - whole).abs() <= NEAR + DUST * whole {
            return Moment { time, film, step: whole as u64, alpha: 1.0 };
        }
        Moment { time, film, step: steps.ceil() as u64, alpha: (steps - steps.floor()) as f32 }
    }

    /// The step of the last moment.
    pub fn last_step(&self) -> u64 {
        self.moment(self.count - 1).step
    }

    /// Refuses moments so far away that steps can no longer be counted.
    pub fn check(&self) -> Result<(), Failure> {
        let end = self.start + self.spacing * self.count as f64;
        if end / self.step <= MOST_STEPS {
            return Ok(());
        }
        Err(Failure::Input(format!("up to {end} s at {} s a step: these are too many steps", self.step)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_fall_on_their_time_exactly() {
        let schedule = Schedule { start: 0.0, spacing: 1.0 / 30.0, count: 301, step: 0.02, speed: 1.0 };
        assert_eq!(schedule.moment(0), Moment { time: 0.0, film: 0.0, step: 0, alpha: 1.0 });
        // A thirtieth of a second is a step and two thirds.
        let first = schedule.moment(1);
        assert_eq!(first.step, 2);
        assert!((first.alpha - 2.0 / 3.0).abs() < 1e-6);
        for number in 0..301 {
            let moment = schedule.moment(number);
            let shown = (moment.step as f64 - 1.0 + f64::from(moment.alpha)) * 0.02;
            assert!((shown - number as f64 / 30.0).abs() < 1e-7 * (1.0 + shown), "frame {number} shows {shown}");
        }
        // Three frames are five steps, and nothing is lost however many there are.
        assert_eq!((schedule.moment(300).step, schedule.moment(300).alpha), (500, 1.0));
        assert_eq!(schedule.last_step(), 500);
    }

    #[test]
    fn too_many_steps_are_refused() {
        let schedule = Schedule { start: 1e300, spacing: 0.0, count: 1, step: 0.02, speed: 1.0 };
        assert!(schedule.check().is_err());
    }
}
