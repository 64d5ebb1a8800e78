//! Responses: how an aim becomes steering.

use super::Me;
use crate::math::lane::Lane;
use crate::math::vector::{Vector, aside, choose, dot, is_zero, length, mix, scale, sub, unit, unit_and_length};
use crate::settings::Response;

/// Steering from an aim. A zero aim gives zero steering; a sign of zero breaks the tie by the id's parity.
#[inline(always)]
pub(crate) fn respond<const D: usize>(response: Response, aim: Vector<D>, me: &Me<D>) -> Vector<D> {
    if aim == [0.0; D] {
        return aim;
    }
    match response {
        Response::Turn => {
            let (starboard, across) = side(aim, me);
            let angle = libm::atan2f(across, dot(aim, me.heading));
            scale(starboard, angle / std::f32::consts::PI)
        }
        Response::Swerve => scale(side(aim, me).0, length(aim)),
        straight => respond_straight(straight, aim, me.max_speed, me.velocity, me.heading),
    }
}

/// Whether a response is one of those that do not mind sides.
pub(crate) fn is_straight(response: Response) -> bool {
    !matches!(response, Response::Turn | Response::Swerve)
}

/// Steering from an aim by a response that does not mind sides, for one agent or for eight.
#[inline(always)]
pub(super) fn respond_straight<N: Lane, const D: usize>(
    response: Response,
    aim: [N; D],
    max_speed: f32,
    velocity: [N; D],
    heading: [N; D],
) -> [N; D] {
    let steering = match response {
        Response::Steer => mix(aim, max_speed, velocity, -1.0),
        Response::Face => sub(unit(aim), heading),
        _ => return aim,
    };
    choose(is_zero(aim), aim, steering)
}

/// The unit vector square to the heading on the aim's side, and how far the aim leans to it.
fn side<const D: usize>(aim: Vector<D>, me: &Me<D>) -> (Vector<D>, f32) {
    let (side, leans) = if D == 2 {
        // In the plane there are only two sides, and both are known exactly.
        let mut starboard = [0.0; D];
        (starboard[0], starboard[1]) = (me.heading[1], -me.heading[0]);
        let leans = dot(aim, starboard);
        (if leans < 0.0 { starboard.map(|c| -c) } else { starboard }, leans.abs())
    } else {
        let along = dot(aim, me.heading);
        unit_and_length(std::array::from_fn(|axis| aim[axis] - me.heading[axis] * along))
    };
    // What rounding leaves of a parallel aim is no side.
    if leans <= 1e-6 * length(aim) { (aside(me.heading, me.id.0), 0.0) } else { (side, leans) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::AgentId;

    fn me(id: u32) -> Me<2> {
        Me {
            id: AgentId(id),
            position: [0.0; 2],
            velocity: [2.0, 0.0],
            speed: 2.0,
            heading: [1.0, 0.0],
            max_speed: 4.0,
            radius: 0.5,
            length: 1.0,
            row: 0,
            group: 0,
        }
    }

    #[test]
    fn each_response_by_hand() {
        let aim = [0.0, 0.5];
        assert_eq!(respond(Response::Steer, aim, &me(0)), [-2.0, 2.0]);
        assert_eq!(respond(Response::Push, aim, &me(0)), aim);
        assert_eq!(respond(Response::Face, aim, &me(0)), [-1.0, 1.0]);
        // The aim is 90 degrees to port: half of π, to port.
        let turn = respond(Response::Turn, aim, &me(0));
        assert!((turn[0]).abs() < 1e-6 && (turn[1] - 0.5).abs() < 1e-6, "{turn:?}");
        assert_eq!(respond(Response::Swerve, [3.0, -4.0], &me(0)), [0.0, -5.0]);
    }

    #[test]
    fn a_zero_aim_gives_zero_and_ties_go_by_parity() {
        for response in [Response::Steer, Response::Push, Response::Face, Response::Turn, Response::Swerve] {
            assert_eq!(respond(response, [0.0; 2], &me(0)), [0.0; 2]);
        }
        // Dead astern: full helm, to starboard for even ids, to port for odd ones.
        assert_eq!(respond(Response::Turn, [-1.0, 0.0], &me(0)), [0.0, -1.0]);
        assert_eq!(respond(Response::Turn, [-1.0, 0.0], &me(1)), [0.0, 1.0]);
    }
}
