//! The world of the benchmark.

use super::arguments::{BenchArguments, Layout, Rules};
use crate::failure::Failure;
use flockstep::prelude::*;

/// The sight radius; every other length is a multiple of it.
pub const RADIUS: f32 = 1.0;
/// The angle of view in degrees.
const ANGLE_DEG: f32 = 270.0;
/// The length of a step in seconds.
const TIME_STEP: f32 = 0.05;
/// How wide a sparse world is.
const SPARSE_SIDE: f32 = 1e6 * RADIUS;
/// Obstacles for those who avoid them.
const OBSTACLES: usize = 8;
/// The name of the group that a flock is hunted by.
const HUNTERS: &str = "hunters";

/// The world of the benchmark at its start.
pub fn world<const D: usize>(arguments: &BenchArguments) -> Result<World<D>, Failure> {
    let side = side::<D>(arguments)?;
    build(arguments, side).map_err(|error| Failure::Input(error.to_string()))
}

/// The side of the world: that of a torus in which the wanted number of mates lies within the sight radius.
fn side<const D: usize>(arguments: &BenchArguments) -> Result<f32, Failure> {
    if arguments.layout == Layout::Sparse {
        return Ok(SPARSE_SIDE);
    }
    let ball = std::f64::consts::PI * if D == 2 { 1.0 } else { 4.0 / 3.0 } * f64::from(RADIUS).powi(D as i32);
    let side = (arguments.agents as f64 * ball / arguments.neighbors).powf(1.0 / D as f64);
    // On a smaller torus an agent would see past the seam to its own other side.
    let least = f64::from(2.0 * RADIUS);
    if side < least {
        let most = arguments.agents as f64 * ball / least.powi(D as i32);
        return Err(Failure::Input(format!(
            "--neighbors {}: allowed is at most {most:.3} for {} agents in {D} dimensions, so that the world is wider \
             than their sight",
            arguments.neighbors, arguments.agents
        )));
    }
    Ok(side as f32)
}

fn build<const D: usize>(arguments: &BenchArguments, side: f32) -> Result<World<D>, flockstep::Error> {
    let edge = if arguments.layout == Layout::Sparse { Edge::Open } else { Edge::Wrap };
    let mut world = World::<D>::new(Space::new(edge, [0.0; D], [side; D])?, TIME_STEP, arguments.seed)?;
    if arguments.rules != Rules::Three {
        for nth in 0..OBSTACLES {
            // Along the diagonal, evenly.
            let along = side * (nth as f32 + 0.5) / OBSTACLES as f32;
            world.add_obstacle(Obstacle::Ball { center: [along; D], radius: 0.25 * RADIUS })?;
        }
    }
    let groups = usize::from(arguments.groups);
    let hunters = if arguments.rules == Rules::Hunted { arguments.agents / arguments.hunter_in as usize } else { 0 };
    let rest = arguments.agents - hunters;
    // The first groups take what does not divide evenly.
    let mut counts: Vec<usize> = (0..groups).map(|nth| rest / groups + usize::from(nth < rest % groups)).collect();
    let mut all: Vec<Group> = (0..groups).map(|nth| group(arguments, nth)).collect();
    if arguments.rules == Rules::Hunted {
        let plain = BenchArguments { rules: Rules::Three, ..arguments.clone() };
        all.push(Group { name: HUNTERS.into(), ..group(&plain, 0) });
        counts.push(hunters);
    }
    let ids = world.add_groups(all)?;
    for (id, count) in ids.into_iter().zip(counts) {
        let crowd = if arguments.layout == Layout::Clumped { count * 9 / 10 } else { 0 };
        if crowd > 0 {
            let half = 0.5 * side * 0.01f32.powf(1.0 / D as f32);
            let (min, max) = ([0.5 * side - half; D], [0.5 * side + half; D]);
            world.edit_group(id, |group| group.place = Some(Place::Box { min: min.into(), max: max.into() }))?;
            world.populate(id, crowd)?;
            world.edit_group(id, |group| group.place = None)?;
        }
        world.populate(id, count - crowd)?;
    }
    world.set_threads(usize::from(arguments.threads))?;
    Ok(world)
}

fn group(arguments: &BenchArguments, nth: usize) -> Group {
    // From the full radius down to nine tenths of it.
    let share = nth as f32 / f32::from(arguments.groups.max(2) - 1);
    let radius = RADIUS * (1.0 - 0.1 * share);
    let of = if arguments.groups > 1 { Of::All } else { Of::Mates };
    // Weak enough that the density stays what it was, and with it the work: 20 neighbours asked for are 15.2 seen at the
    // start and 15.6 after 400 steps. With a force of 0.1 the flock draws together and they are 100.
    let body = PointBody { max_speed: 1.0, max_force: 0.02, radius: 0.1, length: 0.2, ..PointBody::default() };
    let mut group = Group::new(format!("group {nth}"))
        .sight(Sight { radius, angle: ANGLE_DEG, nearest: arguments.nearest, refresh: arguments.refresh })
        .body(body)
        .speed([0.0, 0.5])
        .behavior(Behavior::new(Separation::new(0.5 * radius)).of(of.clone()))
        .behavior(Behavior::new(Alignment::default()).of(of.clone()))
        .behavior(Behavior::new(Cohesion::default()).of(of));
    if arguments.rules != Rules::Three {
        // Lightly, so that it stays a flock; the work is the same.
        let (near, threats) = match arguments.rules {
            Rules::Hunted => (radius, Of::groups([HUNTERS])),
            Rules::Calm => (radius, Of::Others),
            _ => (0.25 * radius, Of::All),
        };
        group = group
            .behavior(Behavior::new(Wander::default()).weight(0.1))
            .behavior(Behavior::new(StayInside::default()).weight(0.1))
            .behavior(Behavior::new(Avoid { distance: near }).of(threats.clone()).weight(0.1))
            .behavior(Behavior::new(AvoidObstacles::default()).weight(0.1))
            .behavior(Behavior::new(Evade { distance: near, ..Evade::default() }).of(threats).weight(0.1));
    }
    group
}
