//! Where agents are born, and what may be given from outside.

use super::State;
use crate::error::Error;
use crate::ids::AgentId;
use crate::math::random::{self, Purpose};
use crate::math::vector::{Vector, is_finite, length, scale};
use crate::settings::Place;
use crate::space::FARTHEST;

/// The greatest speed that can be given from outside: far beyond any body's, small enough to stay finite.
pub const FASTEST: f32 = 1e12;

/// Where an agent is, how it moves and where it points.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Motion<const D: usize> {
    pub position: Vector<D>,
    pub velocity: Vector<D>,
    pub heading: Vector<D>,
}

impl<const D: usize> State<D> {
    /// Where and how an agent is born: a pure function of the seed, its id and the step.
    pub fn birth(&self, group: usize, id: AgentId, nth: usize) -> Motion<D> {
        let group = &self.groups[group];
        let words = random::words(self.seed, id.0, self.step, Purpose::Birth, 0);
        let more = random::words(self.seed, id.0, self.step, Purpose::Birth, 1);
        let position = match &group.place {
            None => in_box(self.space.min(), self.space.max(), words),
            Some(Place::Box { min, max }) => {
                in_box(min.get().unwrap_or(self.space.min()), max.get().unwrap_or(self.space.max()), words)
            }
            Some(Place::Ball { center, radius }) => {
                let center = center.get().unwrap_or([0.0; D]);
                let share = random::fraction(words[2]);
                let radius = radius * if D == 2 { share.sqrt() } else { libm::cbrtf(share) };
                let direction: Vector<D> = random::direction(words[0], words[1]);
                std::array::from_fn(|axis| center[axis] + direction[axis] * radius)
            }
            Some(Place::Points(points)) => {
                let point = if points.is_empty() { None } else { points[nth % points.len()].get() };
                point.unwrap_or([0.0; D])
            }
        };
        let heading: Vector<D> = random::direction(more[0], more[1]);
        let [least, most] = group.speed.unwrap_or([0.5 * group.settings.body.max_speed(); 2]);
        let speed = least + (most - least) * random::fraction(more[2]);
        Motion { position, velocity: scale(heading, speed), heading }
    }
}

fn in_box<const D: usize>(min: Vector<D>, max: Vector<D>, words: [u32; 4]) -> Vector<D> {
    std::array::from_fn(|axis| min[axis] + (max[axis] - min[axis]) * random::fraction(words[axis]))
}

/// Refuses positions and velocities that are not finite or absurdly large.
pub(crate) fn check_motion<const D: usize>(position: Vector<D>, velocity: Vector<D>) -> Result<(), Error> {
    if !is_finite(position) || position.iter().any(|c| c.abs() > FARTHEST) {
        return Err(Error::number("position", position, "finite numbers up to 1e18"));
    }
    if !is_finite(velocity) || length(velocity) > FASTEST {
        return Err(Error::number("velocity", velocity, "finite numbers, a speed up to 1e12"));
    }
    Ok(())
}

/// The same for many bodies. Nearly always every number is far from its limit, which is soon seen.
pub(crate) fn check_motions<const D: usize>(positions: &[Vector<D>], velocities: &[Vector<D>]) -> Result<(), Error> {
    let within = |all: &[Vector<D>], limit: f32| all.as_flattened().iter().fold(true, |fit, c| fit & (c.abs() < limit));
    if within(positions, FARTHEST) && within(velocities, 0.5 * FASTEST) {
        return Ok(());
    }
    positions.iter().zip(velocities).try_for_each(|(position, velocity)| check_motion(*position, *velocity))
}
