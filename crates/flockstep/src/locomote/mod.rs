//! The `locomote` stage: each body turns its steering into motion.

mod heading;
mod point;
mod rigid;

use crate::plan::Plan;
use crate::settings::Body;
use crate::vector::{Vector, is_finite};
use crate::world::agents::Row;

/// What a body needs to know besides itself and its steering.
#[derive(Clone, Copy)]
pub(crate) struct Moment {
    pub seed: u64,
    pub step: u64,
    pub time_step: f32,
    /// The share of a rigid body's thrust that is on.
    pub throttle: f32,
}

/// Moves one agent. A motion that is not finite is not made.
#[inline(always)]
pub(crate) fn locomote<const D: usize>(plan: &Plan<D>, agent: &mut Row<D>, steering: Vector<D>, moment: &Moment) {
    let was = *agent;
    match &plan.body {
        Body::Point(body) => point::locomote(body, plan.axis_scale, agent, steering, moment.time_step),
        Body::Rigid(body) => rigid::locomote(body, agent, steering, moment),
        Body::Heading(body) => heading::locomote(body, agent, steering, moment),
    }
    if !(is_finite(agent.velocity) && is_finite(agent.heading) && is_finite(agent.position) && agent.spin.is_finite()) {
        let memory = agent.memory;
        *agent = was;
        agent.memory = memory;
    }
}
