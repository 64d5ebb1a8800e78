//! The point body: a mass that steering pushes.

use super::Mover;
use crate::math::lane::Lane;
use crate::math::vector::{Vector, choose, clamp_length, dot, is_zero, length, scale, unit};
use crate::settings::PointBody;

/// `a = clamp(F, max_force)/mass; v ← clamp((v + a·dt)·axis_scale, max_speed); x ← x + v·dt`.
///
/// Speed beyond the limit can only come from outside (a blast, a cannon) and is not lost at once: the body sheds it no
/// faster than its max force can brake. So the limit of a step is the greater of max_speed and what braking leaves.
#[inline(always)]
pub(crate) fn locomote<N: Lane, const D: usize>(
    body: &PointBody,
    axis_scale: Option<Vector<D>>,
    mover: &mut Mover<N, D>,
    steering: [N; D],
    time_step: f32,
) {
    let like = |number: f32| steering[0].like(number);
    let force = clamp_length(steering, like(body.max_force));
    let share = if body.impulse { 1.0 } else { time_step / body.mass };
    let mut velocity: [N; D] = std::array::from_fn(|axis| mover.velocity[axis] + force[axis] * share);
    if let Some(axis_scale) = axis_scale {
        velocity = std::array::from_fn(|axis| velocity[axis] * axis_scale[axis]);
    }
    let square = dot(velocity, velocity);
    let too_fast = like(body.max_speed * body.max_speed).less(square);
    if N::any(too_fast) {
        let braked = length(mover.velocity) - like(body.max_force * share);
        velocity = choose(too_fast, clamp_length(velocity, like(body.max_speed).max(braked)), velocity);
    }
    let too_slow = square.less(like(body.min_speed * body.min_speed));
    if N::any(too_slow) {
        let direction = unit(velocity);
        let direction = choose(is_zero(direction), mover.heading, direction);
        velocity = choose(too_slow, scale(direction, like(body.min_speed)), velocity);
    }
    let heading = unit(velocity);
    mover.heading = choose(is_zero(heading), mover.heading, heading);
    mover.velocity = velocity;
    mover.position = std::array::from_fn(|axis| mover.position[axis] + velocity[axis] * time_step);
}

#[cfg(test)]
mod tests {
    use crate::locomote::trial::{moved, steered};
    use crate::math::vector::length;
    use crate::prelude::*;
    use crate::steer::trial::assert_near;

    fn body() -> PointBody {
        PointBody { mass: 2.0, max_force: 10.0, max_speed: 5.0, ..PointBody::default() }
    }

    #[test]
    fn force_over_mass_over_time_then_velocity_over_time() {
        let agent = moved(body(), [1.0, 0.0], [0.0, 8.0], 0.5);
        assert_near(agent.velocity, [1.0, 2.0]);
        assert_near(agent.position, [0.5, 1.0]);
        assert_near(agent.heading, crate::math::vector::unit([1.0, 2.0]));
    }

    #[test]
    fn force_and_speed_have_limits() {
        assert_near(moved(body(), [0.0; 3], [0.0, 60.0, 80.0], 0.1).velocity, [0.0, 0.3, 0.4]);
        assert_near(moved(body(), [3.0, 4.0], [6.0, 8.0], 1.0).velocity, [3.0, 4.0]);
        let unlimited = PointBody { max_force: f32::INFINITY, ..body() };
        assert_near(moved(unlimited, [0.0; 2], [60.0, 80.0], 0.01).velocity, [0.3, 0.4]);
        let slowest = PointBody { min_speed: 2.0, ..body() };
        assert_near(moved(slowest.clone(), [0.0, 0.5], [0.0, 0.0], 0.1).velocity, [0.0, 2.0]);
        assert_near(moved(slowest, [0.0, 0.0], [0.0, 0.0], 0.1).velocity, [2.0, 0.0]);
    }

    #[test]
    fn an_impulse_is_added_as_it_is() {
        let body = PointBody { impulse: true, max_force: 0.5, ..body() };
        assert_near(moved(body.clone(), [1.0, 0.0], [0.0, 0.4], 0.1).velocity, [1.0, 0.4]);
        assert_near(moved(body, [1.0, 0.0], [0.0, 4.0], 0.1).velocity, [1.0, 0.5]);
    }

    #[test]
    fn axes_can_be_reluctant() {
        let body = PointBody { axis_scale: Some([1.0, 0.5, 1.0].into()), ..body() };
        assert_near(moved(body, [1.0, 2.0, 3.0], [0.0; 3], 0.1).velocity, [1.0, 1.0, 3.0]);
        let flat = PointBody { axis_scale: Some([1.0, 0.5].into()), ..PointBody::default() };
        let mut world = World::<3>::new(Space::open(), 0.1, 1).unwrap();
        assert!(world.add_group(Group::new("flat").body(flat)).is_err(), "two numbers for three axes");
    }

    #[test]
    fn at_rest_it_keeps_its_heading() {
        let agent = moved(body(), [0.0, -1.0], [0.0, 20.0], 0.2);
        assert_eq!((agent.velocity, agent.heading), ([0.0, 0.0], [0.0, -1.0]));
    }

    #[test]
    fn speed_from_outside_is_shed_no_faster_than_it_can_brake() {
        let mut world = steered(body(), [5.0, 0.0], [-100.0, 0.0], 0.1);
        world.push(AgentId(0), [15.0, 0.0]).unwrap();
        world.step();
        // 10/2 · 0.1 less than 20.
        assert_near(world.agent(AgentId(0)).unwrap().velocity, [19.5, 0.0]);
        // Steering the other way does not keep the excess alive.
        let mut world = steered(body(), [20.0, 0.0], [100.0, 0.0], 0.1);
        for _ in 0..40 {
            world.step();
        }
        assert!((length(world.agent(AgentId(0)).unwrap().velocity) - 5.0).abs() < 1e-4);
    }
}
