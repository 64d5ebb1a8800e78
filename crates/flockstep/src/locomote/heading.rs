//! The heading body: constant speed, limited turn, noise. The models of Vicsek et al. (1995) and Couzin et al. (2002).

use super::Moment;
use crate::agents::Row;
use crate::math::random::{self, Purpose};
use crate::math::vector::{Vector, aside, dot, radians, scale, sub, unit, unit_and_length};
use crate::settings::{HeadingBody, NoiseKind, NoiseOn, StepWith};

/// Turns toward the steering's direction by at most `max_turn·dt`, adds the noise, moves at constant speed.
#[inline(always)]
pub(super) fn locomote<const D: usize>(body: &HeadingBody, agent: &mut Row<D>, steering: Vector<D>, moment: &Moment) {
    let old = agent.velocity;
    let mut wanted = unit(steering);
    if body.noise > 0.0 && body.noise_on == NoiseOn::Wanted {
        // Who wants nothing goes straight on, and not quite.
        wanted = strayed(body, if wanted == [0.0; D] { agent.heading } else { wanted }, agent.id.0, moment);
    }
    if wanted != [0.0; D] {
        agent.heading = turn_toward(agent.heading, wanted, radians(body.max_turn) * moment.time_step, agent.id.0);
    }
    if body.noise > 0.0 && body.noise_on == NoiseOn::Heading {
        agent.heading = strayed(body, agent.heading, agent.id.0, moment);
    }
    agent.velocity = scale(agent.heading, body.speed);
    let moved = if body.step_with == StepWith::Old { old } else { agent.velocity };
    agent.position = std::array::from_fn(|axis| agent.position[axis] + moved[axis] * moment.time_step);
}

/// A direction and the noise of this step.
fn strayed<const D: usize>(body: &HeadingBody, direction: Vector<D>, id: u32, moment: &Moment) -> Vector<D> {
    let words = random::words(moment.seed, id, moment.step, Purpose::Noise, 0);
    let width = radians(body.noise);
    let angle = match body.noise_kind {
        NoiseKind::Uniform => width * (random::fraction(words[0]) - 0.5),
        NoiseKind::Gaussian => width * random::normal(words[0], words[1]),
    };
    turned_by(direction, square_to(direction, words[2], words[3]), angle)
}

/// A heading turned by an angle toward a unit vector square to it.
fn turned_by<const D: usize>(heading: Vector<D>, side: Vector<D>, angle: f32) -> Vector<D> {
    let (sin, cos) = (libm::sinf(angle), libm::cosf(angle));
    unit(std::array::from_fn(|axis| heading[axis] * cos + side[axis] * sin))
}

fn turn_toward<const D: usize>(heading: Vector<D>, wanted: Vector<D>, most: f32, id: u32) -> Vector<D> {
    let along = dot(heading, wanted);
    let (side, leans) = unit_and_length(sub(wanted, scale(heading, along)));
    if libm::atan2f(leans, along) <= most {
        return wanted;
    }
    // What rounding leaves of a wish exactly astern is no side, and either is as good: the id's parity decides.
    let side = if leans <= 1e-6 { aside(heading, id) } else { side };
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

#[cfg(test)]
mod tests {
    use super::aside;
    use crate::locomote::trial::{moved, steered};
    use crate::math::vector::{Vector, dot, length, unit};
    use crate::prelude::*;
    use crate::settings::{NoiseKind, NoiseOn, StepWith};
    use crate::steer::trial::assert_near;

    fn body(max_turn: f32) -> HeadingBody {
        HeadingBody { speed: 2.0, max_turn, ..HeadingBody::default() }
    }

    #[test]
    fn goes_where_the_steering_points_at_constant_speed() {
        let agent = moved(body(36_000.0), [1.0, 0.0], [0.0, 0.001], 0.5);
        assert_near(agent.velocity, [0.0, 2.0]);
        assert_near(agent.position, [0.0, 1.0]);
        let agent = moved(body(90.0), [1.0, 0.0], [0.0, 0.0], 0.5);
        assert_near(agent.velocity, [2.0, 0.0]);
    }

    #[test]
    fn turns_no_faster_than_it_can() {
        let (sin, cos) = (30.0f32.to_radians().sin(), 30.0f32.to_radians().cos());
        assert_near(moved(body(60.0), [1.0, 0.0], [0.0, 5.0], 0.5).heading, [cos, sin]);
        assert_near(moved(body(60.0), [1.0, 0.0], [-1.0, -0.01], 0.5).heading, [cos, -sin]);
        assert_near(moved(body(60.0), [0.0, 0.0, 3.0], [0.0, -5.0, 0.0], 0.5).heading, [0.0, -sin, cos]);
        assert_near(moved(body(60.0), [1.0, 0.0], [cos, 0.4], 0.5).heading, unit([cos, 0.4]));
        assert_near(moved(body(0.0), [1.0, 0.0], [0.0, 1.0], 0.5).heading, [1.0, 0.0]);
    }

    /// Whether a body that wants to go exactly astern turns, and to which side, for two ids.
    fn turns_about<const D: usize>(heading: Vector<D>) {
        let mut world = steered(body(60.0), heading, heading.map(|c| -c), 0.5);
        world.spawn(GroupId(0), [0.0; D], heading).unwrap();
        world.step();
        let agents: Vec<Agent<D>> = world.agents_by_id().collect();
        for agent in &agents {
            let turned = dot(agent.heading, unit(heading));
            assert!((turned - 30.0f32.to_radians().cos()).abs() < 1e-4, "{heading:?} turned to {:?}", agent.heading);
        }
        let sides: Vec<f32> = agents.iter().map(|agent| dot(agent.heading, aside(unit(heading), 0))).collect();
        assert!(sides[0] > 0.4 && sides[1] < -0.4, "even ids to starboard, odd ones to port: {sides:?}");
    }

    #[test]
    fn exactly_astern_it_turns_to_one_side_by_the_ids_parity() {
        for angle in 0..40 {
            let angle = angle as f32 * 0.37;
            turns_about([angle.cos(), angle.sin()]);
            turns_about([angle.cos() * 0.6, angle.sin(), angle.cos() * 0.8]);
        }
    }

    #[test]
    fn the_old_velocity_can_move_it() {
        let vicsek = HeadingBody { step_with: StepWith::Old, ..body(36_000.0) };
        let agent = moved(vicsek, [2.0, 0.0], [0.0, 1.0], 0.5);
        assert_near(agent.velocity, [0.0, 2.0]);
        assert_near(agent.position, [1.0, 0.0]);
    }

    /// The angles off the wanted direction of many bodies with this noise, in degrees.
    fn strays<const D: usize>(noise: f32, noise_kind: NoiseKind) -> Vec<f64> {
        let steering = std::array::from_fn(|axis| if axis == 0 { 1.0 } else { 0.0 });
        let mut world = steered(HeadingBody { noise, noise_kind, ..body(36_000.0) }, [1.0; D], steering, 0.1);
        for _ in 1..500 {
            world.spawn(GroupId(0), [0.0; D], [1.0; D]).unwrap();
        }
        let mut strays = Vec::new();
        for _ in 0..10 {
            world.step();
            for agent in world.agents() {
                assert!((length(agent.velocity) - 2.0).abs() < 1e-5);
                let side = if agent.heading[1] < 0.0 { -1.0 } else { 1.0 };
                strays.push(side * f64::from(agent.heading[0].clamp(-1.0, 1.0)).acos().to_degrees());
            }
        }
        strays
    }

    #[test]
    fn uniform_noise_fills_its_full_width() {
        let strays = strays::<2>(60.0, NoiseKind::Uniform);
        let mean = strays.iter().sum::<f64>() / strays.len() as f64;
        let square = strays.iter().map(|angle| angle * angle).sum::<f64>() / strays.len() as f64;
        let most = strays.iter().fold(0.0f64, |most, angle| most.max(angle.abs()));
        assert!(mean.abs() < 1.2 && most < 30.01 && most > 29.5, "{mean} {most}");
        // A uniform width w has the deviation w/√12.
        assert!((square.sqrt() - 60.0 / 12.0f64.sqrt()).abs() < 0.6, "{square}");
    }

    /// Noise in what is wanted turns a body no faster than it turns.
    #[test]
    fn noise_in_the_wish_is_limited_by_the_turn() {
        let wild = |noise_on| HeadingBody { noise: 180.0, noise_on, ..body(60.0) };
        let turned = |body: HeadingBody| {
            let mut world = steered(body, [1.0, 0.0], [0.0; 2], 0.1);
            for _ in 1..200 {
                world.spawn(GroupId(0), [0.0; 2], [1.0, 0.0]).unwrap();
            }
            world.step();
            world.agents().map(|agent| agent.heading[0].acos().to_degrees()).fold(0.0f32, f32::max)
        };
        let (wish, course) = (turned(wild(NoiseOn::Wanted)), turned(wild(NoiseOn::Heading)));
        assert!((wish - 6.0).abs() < 1e-3, "at most 60 degrees a second for a tenth: {wish}");
        assert!(course > 60.0, "{course}");
    }

    #[test]
    fn gaussian_noise_has_its_deviation() {
        for strays in [strays::<2>(10.0, NoiseKind::Gaussian), strays::<3>(10.0, NoiseKind::Gaussian)] {
            let square = strays.iter().map(|angle| angle * angle).sum::<f64>() / strays.len() as f64;
            assert!((square.sqrt() - 10.0).abs() < 0.4, "{square}");
        }
    }
}
