//! The rigid body: a craft in the plane that turns by a lateral force at its bow.

use super::Moment;
use crate::agents::Row;
use crate::math::vector::{Vector, clamp_length, dot, unit};
use crate::settings::RigidBody;

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

#[cfg(test)]
mod tests {
    use crate::locomote::trial::{moved, steered};
    use crate::prelude::*;
    use crate::steer::trial::assert_near;

    /// No drag at all, so that each force shows alone.
    fn body() -> RigidBody {
        RigidBody {
            mass: 2.0,
            inertia: 4.0,
            max_force: 8.0,
            max_speed: 100.0,
            thrust: 0.0,
            drag: 0.0,
            keel: 0.0,
            angular_drag: 0.0,
            radius: 0.5,
            length: 3.0,
            solid: false,
        }
    }

    #[test]
    fn thrust_goes_along_the_bow() {
        let agent = moved(RigidBody { thrust: 6.0, ..body() }, [0.0, 1.0], [0.0, 0.0], 0.5);
        assert_near(agent.velocity, [0.0, 2.5]);
        assert_near(agent.position, [0.0, 1.25]);
        assert_near(agent.heading, [0.0, 1.0]);
    }

    #[test]
    fn steering_pushes_the_bow_aside_and_turns_the_craft() {
        // Heading along x, starboard is −y. A push of 4 to port moves it up, and turns it counterclockwise by a torque
        // of 4·3/2 = 6: ω = 6/4·0.5 = 0.75, θ = 0.375.
        let agent = moved(body(), [1.0, 0.0], [0.0, 4.0], 0.5);
        assert_near(agent.velocity, [1.0, 1.0]);
        assert_near(agent.heading, [0.375f32.cos(), 0.375f32.sin()]);
        // What points along the bow is not steering, and there is a strongest push.
        assert_near(moved(body(), [1.0, 0.0], [50.0, 0.0], 0.5).velocity, [1.0, 0.0]);
        assert_near(moved(body(), [1.0, 0.0], [0.0, -50.0], 0.5).velocity, [1.0, -2.0]);
    }

    #[test]
    fn drag_keel_and_angular_drag_slow_it() {
        assert_near(moved(RigidBody { drag: 2.0, ..body() }, [1.0, 0.0], [0.0; 2], 0.1).velocity, [0.9, 0.0]);
        // The keel acts on what is sideways only: a push makes it drift.
        let mut world = steered(RigidBody { keel: 4.0, ..body() }, [1.0, 0.0], [0.0; 2], 0.1);
        world.push(AgentId(0), [0.0, 1.0]).unwrap();
        world.step();
        assert_near(world.agent(AgentId(0)).unwrap().velocity, [1.0, 0.8]);
        // ω: 0.75, then less 2·0.75/4·0.5.
        let mut world = steered(RigidBody { angular_drag: 2.0, ..body() }, [1.0, 0.0], [0.0; 2], 0.5);
        world.control(AgentId(0), Some(Control::Helm { helm: -0.5, pitch: 0.0, thrust: 0.0 })).unwrap();
        world.step();
        world.control(AgentId(0), None).unwrap();
        world.step();
        let turned: f32 = 0.75 * 0.5 + (0.75 - 2.0 * 0.75 / 4.0 * 0.5) * 0.5;
        assert_near(world.agent(AgentId(0)).unwrap().heading, [turned.cos(), turned.sin()]);
    }

    #[test]
    fn the_speed_has_a_limit() {
        let slow = RigidBody { thrust: 100.0, max_speed: 5.0, ..body() };
        assert_near(moved(slow, [3.0, 4.0], [0.0; 2], 1.0).velocity, [3.0, 4.0]);
    }

    #[test]
    fn stiff_drag_stays_finite_and_the_heading_of_length_one() {
        let stiff = RigidBody { angular_drag: 1e9, drag: 1e9, keel: 1e9, thrust: 1e6, ..body() };
        let mut world = steered(stiff, [1.0, 2.0], [5.0, -5.0], 1.0);
        for _ in 0..1000 {
            world.step();
            let agent = world.agent(AgentId(0)).unwrap();
            assert!((crate::math::vector::length(agent.heading) - 1.0).abs() < 1e-5, "{agent:?}");
            assert!(crate::math::vector::length(agent.velocity) <= 100.01, "{agent:?}");
        }
    }

    #[test]
    fn it_lives_in_the_plane() {
        let mut world = World::<3>::new(Space::open(), 0.1, 1).unwrap();
        assert!(world.add_group(Group::new("craft").body(RigidBody::default())).is_err());
    }
}
