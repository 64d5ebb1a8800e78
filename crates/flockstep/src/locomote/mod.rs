//! The `locomote` stage: each body turns its steering into motion.

mod foresight;
mod heading;
mod point;
mod rigid;

pub(crate) use foresight::{steering_to, velocity_after};

use crate::agents::Row;
use crate::math::lane::Lane;
use crate::math::vector::{Vector, choose, is_finite, smallest, without_subnormals};
use crate::settings::{Body, PointBody};

/// What a body needs to know besides itself and its steering.
#[derive(Clone, Copy)]
pub(crate) struct Moment {
    pub seed: u64,
    pub step: u64,
    pub time_step: f32,
    /// The share of a rigid body's thrust that is on.
    pub throttle: f32,
}

/// A body, ready for stepping.
#[derive(Clone, Debug)]
pub(crate) struct BodyPlan<const D: usize> {
    pub body: Body,
    pub max_speed: f32,
    pub radius: f32,
    pub solid: bool,
    pub length: f32,
    pub axis_scale: Option<Vector<D>>,
}

/// What moves of an agent, or of eight side by side.
#[derive(Clone, Copy)]
pub(crate) struct Mover<N, const D: usize> {
    pub position: [N; D],
    pub velocity: [N; D],
    pub heading: [N; D],
}

/// Moves one agent whose body is not a point. A motion that is not finite is not made.
pub(crate) fn locomote<const D: usize>(plan: &BodyPlan<D>, agent: &mut Row<D>, steering: Vector<D>, moment: &Moment) {
    let was = *agent;
    match &plan.body {
        Body::Point(_) => {}
        Body::Rigid(body) => rigid::locomote(body, agent, steering, moment),
        Body::Heading(body) => heading::locomote(body, agent, steering, moment),
    }
    if !(is_finite(agent.velocity) && is_finite(agent.heading) && is_finite(agent.position) && agent.spin.is_finite()) {
        let memory = agent.memory;
        *agent = was;
        agent.memory = memory;
    }
    agent.velocity = without_subnormals(agent.velocity);
    agent.heading = without_subnormals(agent.heading);
    agent.position = without_subnormals(agent.position);
    [agent.spin] = without_subnormals([agent.spin]);
}

/// Moves eight agents whose bodies are points. A motion that is not finite is not made.
#[inline(always)]
pub(crate) fn locomote_points<N: Lane, const D: usize>(
    body: &PointBody,
    axis_scale: Option<Vector<D>>,
    mover: &mut Mover<N, D>,
    steering: [N; D],
    time_step: f32,
) {
    let was = *mover;
    point::locomote(body, axis_scale, mover, steering, time_step);
    // A sum is finite only if all its parts are, and times zero it is zero.
    let mut sum = mover.position[0].like(0.0);
    for axis in 0..D {
        sum = sum + mover.position[axis] * 0.0 + mover.velocity[axis] * 0.0 + mover.heading[axis] * 0.0;
    }
    let sound = sum.equals(sum.like(0.0));
    if N::any(!sound) {
        mover.position = choose(sound, mover.position, was.position);
        mover.velocity = choose(sound, mover.velocity, was.velocity);
        mover.heading = choose(sound, mover.heading, was.heading);
    }
    let least = smallest(mover.velocity).min(smallest(mover.heading)).min(smallest(mover.position));
    if N::any(least.less(least.like(f32::MIN_POSITIVE))) {
        mover.velocity = without_subnormals(mover.velocity);
        mover.heading = without_subnormals(mover.heading);
        mover.position = without_subnormals(mover.position);
    }
}

#[cfg(test)]
pub(crate) mod trial {
    //! A body under a steering that a test chooses.

    use crate::math::vector::Vector;
    use crate::prelude::*;

    /// A world with one agent of this body at the origin, moving so, steered so for ever.
    pub(crate) fn steered<const D: usize>(
        body: impl Into<Body>,
        velocity: Vector<D>,
        steering: Vector<D>,
        time_step: f32,
    ) -> World<D> {
        let mut world = World::new(Space::open(), time_step, 3).unwrap();
        world.register("steered", move |_: &View<'_, D>| steering).unwrap();
        world.add_group(Group::new("body").body(body).behavior(Custom::new("steered"))).unwrap();
        world.spawn(GroupId(0), [0.0; D], velocity).unwrap();
        world
    }

    /// The agent after one step.
    pub(crate) fn moved<const D: usize>(
        body: impl Into<Body>,
        velocity: Vector<D>,
        steering: Vector<D>,
        time_step: f32,
    ) -> Agent<D> {
        let mut world = steered(body, velocity, steering, time_step);
        world.step();
        world.agent(AgentId(0)).unwrap()
    }
}
