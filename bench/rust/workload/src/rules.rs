//! Separation, alignment and cohesion.

/// The sight radius.
pub const RADIUS: f32 = 1.0;
/// The length of a step in seconds.
pub const TIME_STEP: f32 = 0.05;
const MAX_SPEED: f32 = 1.0;
/// So weak that the flock stays spread out, and the work the same from step to step.
const MAX_FORCE: f32 = 0.02;
/// Who is nearer than half the sight radius is too near.
const NEAR_SQUARE: f32 = 0.25 * RADIUS * RADIUS;

/// What an agent has seen.
#[derive(Clone, Copy, Debug)]
pub struct Sums<const D: usize> {
    away: [f32; D],
    heading: [f32; D],
    toward: [f32; D],
    /// How many mates it has seen.
    pub mates: u32,
}

impl<const D: usize> Default for Sums<D> {
    fn default() -> Self {
        Self { away: [0.0; D], heading: [0.0; D], toward: [0.0; D], mates: 0 }
    }
}

impl<const D: usize> Sums<D> {
    /// Adds a mate at `offset`, whose squared length is `square`, that heads for the unit vector `heading`.
    #[inline(always)]
    pub fn add(&mut self, offset: [f32; D], square: f32, heading: [f32; D]) {
        let push = if square < NEAR_SQUARE { 1.0 / square.max(1e-12) } else { 0.0 };
        for axis in 0..D {
            self.away[axis] -= offset[axis] * push;
            self.heading[axis] += heading[axis];
            self.toward[axis] += offset[axis];
        }
        self.mates += 1;
    }

    /// The velocity after a step. Each rule wants full speed along its sum.
    #[inline(always)]
    pub fn steer(&self, velocity: [f32; D]) -> [f32; D] {
        let mut force = [0.0; D];
        for aim in [self.away, self.heading, self.toward] {
            let aim = unit(aim);
            if aim != [0.0; D] {
                for axis in 0..D {
                    force[axis] += aim[axis] * MAX_SPEED - velocity[axis];
                }
            }
        }
        let force = limit(force, MAX_FORCE);
        limit(std::array::from_fn(|axis| velocity[axis] + force[axis] * TIME_STEP), MAX_SPEED)
    }
}

/// The direction of a vector; nothing for nothing.
#[inline(always)]
pub fn unit<const D: usize>(vector: [f32; D]) -> [f32; D] {
    let length = vector.iter().map(|c| c * c).sum::<f32>().sqrt();
    if length > 0.0 { vector.map(|c| c / length) } else { vector }
}

#[inline(always)]
fn limit<const D: usize>(vector: [f32; D], most: f32) -> [f32; D] {
    let length = vector.iter().map(|c| c * c).sum::<f32>().sqrt();
    if length > most { vector.map(|c| c * (most / length)) } else { vector }
}
