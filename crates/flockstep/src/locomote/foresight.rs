//! What steering will do to a velocity, and which steering it takes to have one: for those who choose velocities, not
//! forces.

use super::{BodyPlan, Mover, locomote_points};
use crate::math::vector::{Vector, add, clamp_length, scale, sub, unit};
use crate::settings::Body;

/// The velocity that a steering gives within one step.
pub(crate) fn velocity_after<const D: usize>(
    plan: &BodyPlan<D>,
    agent: &Mover<f32, D>,
    steering: Vector<D>,
    time_step: f32,
) -> Vector<D> {
    match &plan.body {
        Body::Point(body) => {
            let mut mover = *agent;
            locomote_points(body, plan.axis_scale, &mut mover, steering, time_step);
            mover.velocity
        }
        Body::Rigid(body) => {
            let force = clamp_length(steering, body.max_force);
            clamp_length(add(agent.velocity, scale(force, time_step / body.mass)), plan.max_speed)
        }
        Body::Heading(body) => {
            let wanted = unit(steering);
            scale(if wanted == [0.0; D] { agent.heading } else { wanted }, body.speed)
        }
    }
}

/// The steering that gives a velocity within one step, if the body's limits allow it.
pub(crate) fn steering_to<const D: usize>(
    plan: &BodyPlan<D>,
    agent: &Mover<f32, D>,
    velocity: Vector<D>,
    time_step: f32,
) -> Vector<D> {
    match &plan.body {
        Body::Point(body) => {
            let axis_scale = plan.axis_scale.unwrap_or([1.0; D]);
            let before_scaling =
                std::array::from_fn(
                    |axis| if axis_scale[axis] != 0.0 { velocity[axis] / axis_scale[axis] } else { 0.0 },
                );
            let change = sub(before_scaling, agent.velocity);
            if body.impulse { change } else { scale(change, body.mass / time_step) }
        }
        Body::Rigid(body) => scale(sub(velocity, agent.velocity), body.mass / time_step),
        Body::Heading(_) => velocity,
    }
}
