//! The point body: a mass that steering pushes.

use crate::settings::PointBody;
use crate::vector::{Vector, clamp_length, dot, scale, unit};
use crate::world::agents::Row;

/// `a = clamp(F, max_force)/mass; v ← clamp((v + a·dt)·axis_scale, max_speed); x ← x + v·dt`.
///
/// Speed beyond the limit can only come from outside (a blast, a cannon) and is not lost at once: the body sheds it no
/// faster than its max force can brake. So the limit of a step is the greater of max_speed and what braking leaves.
#[inline(always)]
pub(super) fn locomote<const D: usize>(
    body: &PointBody,
    axis_scale: Option<Vector<D>>,
    agent: &mut Row<D>,
    steering: Vector<D>,
    time_step: f32,
) {
    let force = clamp_length(steering, body.max_force);
    let share = if body.impulse { 1.0 } else { time_step / body.mass };
    let mut velocity: Vector<D> = std::array::from_fn(|axis| agent.velocity[axis] + force[axis] * share);
    if let Some(axis_scale) = axis_scale {
        velocity = std::array::from_fn(|axis| velocity[axis] * axis_scale[axis]);
    }
    let square = dot(velocity, velocity);
    if square > body.max_speed * body.max_speed {
        let braked = dot(agent.velocity, agent.velocity).sqrt() - body.max_force * share;
        velocity = clamp_length(velocity, body.max_speed.max(braked));
    }
    if square < body.min_speed * body.min_speed {
        let direction = unit(velocity);
        let direction = if direction == [0.0; D] { agent.heading } else { direction };
        velocity = scale(direction, body.min_speed);
    }
    let heading = unit(velocity);
    if heading != [0.0; D] {
        agent.heading = heading;
    }
    agent.velocity = velocity;
    agent.position = std::array::from_fn(|axis| agent.position[axis] + velocity[axis] * time_step);
}
