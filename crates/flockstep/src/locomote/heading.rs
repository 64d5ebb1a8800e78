//! The heading body: constant speed, limited turn, noise. The models of Vicsek et al. (1995) and Couzin et al. (2002).

use super::Moment;
use crate::random::{self, Purpose};
use crate::settings::{HeadingBody, NoiseKind, StepWith};
use crate::vector::{Vector, dot, radians, scale, sub, unit, unit_and_length};
use crate::world::agents::Row;

/// Turns toward the steering's direction by at most `max_turn·dt`, adds the noise, moves at constant speed.
#[inline(always)]
pub(super) fn locomote<const D: usize>(body: &HeadingBody, agent: &mut Row<D>, steering: Vector<D>, moment: &Moment) {
    let old = agent.velocity;
    let wanted = unit(steering);
    if wanted != [0.0; D] {
        agent.heading = turn_toward(agent.heading, wanted, radians(body.max_turn) * moment.time_step, agent.id);
    }
    if body.noise > 0.0 {
        let words = random::words(moment.seed, agent.id, moment.step, Purpose::Noise, 0);
        let width = radians(body.noise);
        let angle = match body.noise_kind {
            NoiseKind::Uniform => width * (random::fraction(words[0]) - 0.5),
            NoiseKind::Gaussian => width * random::normal(words[0], words[1]),
        };
        agent.heading = turned_by(agent.heading, square_to(agent.heading, words[2], words[3]), angle);
    }
    agent.velocity = scale(agent.heading, body.speed);
    let moved = if body.step_with == StepWith::Old { old } else { agent.velocity };
    agent.position = std::array::from_fn(|axis| agent.position[axis] + moved[axis] * moment.time_step);
}

/// A heading turned by an angle toward a unit vector square to it.
fn turned_by<const D: usize>(heading: Vector<D>, side: Vector<D>, angle: f32) -> Vector<D> {
    let (sin, cos) = (libm::sinf(angle), libm::cosf(angle));
    unit(std::array::from_fn(|axis| heading[axis] * cos + side[axis] * sin))
}

fn turn_toward<const D: usize>(heading: Vector<D>, wanted: Vector<D>, most: f32, id: u32) -> Vector<D> {
    let along = dot(heading, wanted);
    let (mut side, leans) = unit_and_length(sub(wanted, scale(heading, along)));
    if libm::atan2f(leans, along) <= most {
        return wanted;
    }
    if side == [0.0; D] {
        // Exactly astern either way is as good: the id's parity decides.
        side = square_to(heading, id << 31, 0);
    }
    turned_by(heading, side, most)
}

/// A unit vector square to the heading: in the plane the one to port, in space a random one.
fn square_to<const D: usize>(heading: Vector<D>, first: u32, second: u32) -> Vector<D> {
    let mut side = [0.0; D];
    if D == 2 {
        (side[0], side[1]) = (-heading[1], heading[0]);
        return side;
    }
    let direction: Vector<D> = random::direction(first, second);
    let (side, length) = unit_and_length(sub(direction, scale(heading, dot(direction, heading))));
    if length > 1e-3 {
        return side;
    }
    let least = (0..D).min_by(|a, b| heading[*a].abs().total_cmp(&heading[*b].abs())).unwrap_or(0);
    let axis: Vector<D> = std::array::from_fn(|a| if a == least { 1.0 } else { 0.0 });
    unit(sub(axis, scale(heading, dot(axis, heading))))
}
