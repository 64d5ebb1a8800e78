//! Where the time of a step goes: one field per stage, of the same name.

use crate::work::Work;
use std::time::Duration;

/// The time each stage of the last step took.
///
/// The stages from `perceive` to `bound` overlap on several threads; their common wall time is shared out among them
/// in proportion to the time the threads spent in each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Profile {
    /// Sorting agents into cells.
    pub index: Duration,
    /// Searching neighbours and filling senses.
    pub perceive: Duration,
    /// Every behavior's steering.
    pub steer: Duration,
    /// One vector per agent.
    pub blend: Duration,
    /// Bodies moving.
    pub locomote: Duration,
    /// The edge of the world, and what happened there.
    pub bound: Duration,
    /// How much was done, for tests that bound it.
    #[doc(hidden)]
    pub work: Work,
}

impl Profile {
    /// The stages by name, in order.
    pub fn stages(&self) -> [(&'static str, Duration); 6] {
        [
            ("index", self.index),
            ("perceive", self.perceive),
            ("steer", self.steer),
            ("blend", self.blend),
            ("locomote", self.locomote),
            ("bound", self.bound),
        ]
    }
    /// The time of the whole step.
    pub fn total(&self) -> Duration {
        self.stages().iter().map(|(_, time)| *time).sum()
    }

    /// The threads' own times, scaled so that together they make the wall time.
    pub(crate) fn shared_out(spent: impl Iterator<Item = Profile>, wall: Duration) -> Profile {
        let mut sum = Profile::default();
        for one in spent {
            sum.perceive += one.perceive;
            sum.steer += one.steer;
            sum.blend += one.blend;
            sum.locomote += one.locomote;
            sum.bound += one.bound;
            sum.work += one.work;
        }
        let all = sum.total().as_secs_f64();
        let share = if all > 0.0 { wall.as_secs_f64() / all } else { 0.0 };
        Profile {
            index: Duration::ZERO,
            perceive: sum.perceive.mul_f64(share),
            steer: sum.steer.mul_f64(share),
            blend: sum.blend.mul_f64(share),
            locomote: sum.locomote.mul_f64(share),
            bound: sum.bound.mul_f64(share),
            work: sum.work,
        }
    }
}

/// A stop-watch. On the web, where there is no clock of the standard library's, it stands still.
pub(crate) struct Clock {
    #[cfg(not(target_arch = "wasm32"))]
    last: std::time::Instant,
}

impl Clock {
    pub fn start() -> Clock {
        Clock {
            #[cfg(not(target_arch = "wasm32"))]
            last: std::time::Instant::now(),
        }
    }
    /// The time since the start or the last lap.
    pub fn lap(&mut self) -> Duration {
        #[cfg(not(target_arch = "wasm32"))]
        {
            let now = std::time::Instant::now();
            let lap = now - self.last;
            self.last = now;
            lap
        }
        #[cfg(target_arch = "wasm32")]
        Duration::ZERO
    }
}
