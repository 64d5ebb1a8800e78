//! What a player's control stands for: it takes the place of the blended steering.

use crate::agents::Control;
use crate::locomote::BodyPlan;
use crate::math::vector::{Vector, clamp_length, scale, unit};
use crate::settings::{Body, Response};
use crate::steer::{Me, respond};

/// The steering that a control stands for.
pub(crate) fn steering_of<const D: usize>(control: &Control<D>, body: &BodyPlan<D>, me: &Me<D>) -> Vector<D> {
    match (*control, &body.body) {
        (Control::Direction(direction), Body::Rigid(body)) => {
            let turn = respond(Response::Turn, direction, me);
            scale(turn, if body.max_force.is_finite() { body.max_force } else { body.thrust })
        }
        // Steering is where a heading body wants to go; it cannot stop.
        (Control::Direction(direction), Body::Heading(_)) => direction,
        (Control::Direction(direction), Body::Point(_)) => {
            let wanted = clamp_length(direction, 1.0);
            // Unlike a behavior's aim, a player's zero means: stop.
            std::array::from_fn(|axis| wanted[axis] * me.max_speed - me.velocity[axis])
        }
        (Control::Helm { helm, .. }, Body::Rigid(body)) => {
            let mut starboard = [0.0; D];
            (starboard[0], starboard[1]) = (me.heading[1], -me.heading[0]);
            let force = if body.max_force.is_finite() { body.max_force } else { body.thrust };
            scale(starboard, helm.clamp(-1.0, 1.0) * force)
        }
        (Control::Helm { helm, pitch, thrust }, body) => {
            let wanted = helmed(me.heading, helm.clamp(-1.0, 1.0), pitch.clamp(-1.0, 1.0));
            let speed = me.max_speed * thrust.clamp(0.0, 1.0);
            if matches!(body, Body::Heading(_)) {
                return wanted;
            }
            std::array::from_fn(|axis| wanted[axis] * speed - me.velocity[axis])
        }
    }
}

/// The heading turned to starboard by the helm and up by the pitch; full helm wants a quarter turn.
fn helmed<const D: usize>(heading: Vector<D>, helm: f32, pitch: f32) -> Vector<D> {
    let quarter = std::f32::consts::FRAC_PI_2;
    let (sin, cos) = (libm::sinf(helm * quarter), libm::cosf(helm * quarter));
    let mut wanted = heading;
    if D == 2 {
        wanted[0] = heading[0] * cos + heading[1] * sin;
        wanted[1] = heading[1] * cos - heading[0] * sin;
        return wanted;
    }
    // With y up, starboard is a turn clockwise seen from above: x toward z.
    wanted[0] = heading[0] * cos - heading[D - 1] * sin;
    wanted[D - 1] = heading[D - 1] * cos + heading[0] * sin;
    wanted[1] += pitch;
    unit(wanted)
}
