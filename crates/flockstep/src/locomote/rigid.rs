//! The rigid body: a craft in the plane that turns by a lateral force at its bow.

use super::Moment;
use crate::settings::RigidBody;
use crate::vector::{Vector, clamp_length, dot, unit};
use crate::world::agents::Row;

/// With h the heading, r = (h.y, −h.x) to starboard, S = clamp(steering·r, ±max_force):
/// `a = (thrust·h + S·r − drag·v − keel·(v·r)·r)/mass`, `torque = −S·length/2 − angular_drag·ω`;
/// `v += a·dt` (clamped to max_speed), `x += v·dt`, `ω += torque/inertia·dt`, `θ += ω·dt`.
#[inline(always)]
pub(super) fn locomote<const D: usize>(body: &RigidBody, agent: &mut Row<D>, steering: Vector<D>, moment: &Moment) {
    let dt = moment.time_step;
    let mut starboard = [0.0; D];
    (starboard[0], starboard[1]) = (agent.heading[1], -agent.heading[0]);
    let lateral = dot(steering, starboard).max(-body.max_force).min(body.max_force);
    let sideways = dot(agent.velocity, starboard);
    let thrust = body.thrust * moment.throttle;
    let velocity: Vector<D> = std::array::from_fn(|axis| {
        let force = thrust * agent.heading[axis] + lateral * starboard[axis]
            - body.drag * agent.velocity[axis]
            - body.keel * sideways * starboard[axis];
        agent.velocity[axis] + force / body.mass * dt
    });
    agent.velocity = clamp_length(velocity, body.max_speed);
    agent.position = std::array::from_fn(|axis| agent.position[axis] + agent.velocity[axis] * dt);
    let torque = -lateral * body.length * 0.5 - body.angular_drag * agent.spin;
    // Drag that is stiff for the time step would swing ever wider; a thousand turns a second is fast enough.
    agent.spin = (agent.spin + torque / body.inertia * dt).clamp(-6283.0, 6283.0);
    let (sin, cos) = (libm::sinf(agent.spin * dt), libm::cosf(agent.spin * dt));
    let (x, y) = (agent.heading[0], agent.heading[1]);
    let mut heading = agent.heading;
    (heading[0], heading[1]) = (x * cos - y * sin, x * sin + y * cos);
    agent.heading = unit(heading);
}
