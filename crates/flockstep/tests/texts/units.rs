//! The units text: soldiers in the plane, forces for all first, then everyone moves.

use crate::TOLERANCE;
use crate::common::*;
use flockstep::prelude::*;
use flockstep::steer::{Distance, Falloff};

const MAX_FORCE: f64 = 12.0;
const MAX_SPEED: f64 = 4.0;
const RADIUS: f64 = 0.8;
const MIN_SEPARATION: f64 = 2.2;
const MAX_COHESION: f64 = 5.0;
const TIME_STEP: f64 = 0.15;

fn soldiers() -> Group {
    let share = (MAX_FORCE / MAX_SPEED) as f32;
    let separation = Separation {
        distance: Distance::Length(MIN_SEPARATION as f32),
        falloff: Falloff::Offset,
        scale: RADIUS as f32,
        mean: true,
        clamp: false,
        each: false,
    };
    let cohesion = Cohesion { include_self: true, ..Cohesion::default() };
    let alignment = Alignment { include_self: true, ..Alignment::default() };
    let range = MAX_COHESION as f32;
    Group::new("soldiers")
        .body(PointBody { radius: RADIUS as f32, ..free_body(MAX_SPEED as f32) })
        .behavior(Behavior::new(Seek::new(Target::marker("destination"))).weight(share))
        .behavior(Behavior::new(separation).weight(MAX_FORCE as f32))
        .behavior(Behavior::new(cohesion).radius(range).weight(0.1 * share))
        .behavior(Behavior::new(alignment).radius(range).weight(share))
}

fn seek(me: &Seen<2>, point: V<2>) -> V<2> {
    let desired = mul(unit(sub(point, me.x)), MAX_SPEED);
    mul(sub(desired, me.v), MAX_FORCE / MAX_SPEED)
}

fn separation(me: &Seen<2>, agents: &[Seen<2>]) -> V<2> {
    let (mut total, mut count) = ([0.0; 2], 0.0);
    for other in agents.iter().filter(|other| other.id != me.id) {
        let distance = len(sub(me.x, other.x));
        if distance < MIN_SEPARATION && distance > 0.0 {
            total = add(total, mul(sub(me.x, other.x), 1.0 / RADIUS));
            count += 1.0;
        }
    }
    if count == 0.0 { total } else { mul(total, MAX_FORCE / count) }
}

fn cohesion(me: &Seen<2>, agents: &[Seen<2>]) -> V<2> {
    let (mut center, mut count) = (me.x, 1.0);
    for other in agents.iter().filter(|other| other.id != me.id) {
        if len(sub(me.x, other.x)) < MAX_COHESION {
            center = add(center, other.x);
            count += 1.0;
        }
    }
    if count == 1.0 { [0.0; 2] } else { seek(me, mul(center, 1.0 / count)) }
}

fn alignment(me: &Seen<2>, agents: &[Seen<2>]) -> V<2> {
    let near = |other: &&Seen<2>| len(sub(me.x, other.x)) < MAX_COHESION && len(other.v) > 0.0;
    let headings: Vec<V<2>> = agents.iter().filter(near).map(|other| unit(other.v)).collect();
    if headings.is_empty() {
        return [0.0; 2];
    }
    let sum = headings.iter().fold([0.0; 2], |sum, heading| add(sum, *heading));
    let desired = mul(sum, MAX_SPEED / headings.len() as f64);
    mul(sub(desired, me.v), MAX_FORCE / MAX_SPEED)
}

#[test]
fn a_step_of_the_units_is_the_texts_own() {
    let (mut limited, mut lone, mut still) = (0, 0, 0);
    for seed in 0..8 {
        let mut rng = Draws::new(100 + seed);
        let mut world = open::<2>(TIME_STEP as f32, seed);
        let destination: [f32; 2] = rng.vector(30.0);
        world.set_marker("destination", destination).unwrap();
        let group = world.add_group(soldiers()).unwrap();
        for nth in 0..40 {
            let velocity = if nth % 5 == 0 { [0.0; 2] } else { rng.velocity(MAX_SPEED) };
            world.spawn(group, rng.vector(9.0), velocity).unwrap();
        }
        world.spawn(group, [60.0, -40.0], [1.0, 0.5]).unwrap();
        let before = everyone(&world);
        world.step();
        for (was, is) in before.iter().zip(everyone(&world)) {
            let apart = separation(was, &before);
            let force =
                [seek(was, wide(destination)), apart, mul(cohesion(was, &before), 0.1), alignment(was, &before)]
                    .into_iter()
                    .fold([0.0; 2], add);
            let velocity = truncate(add(was.v, mul(force, TIME_STEP)), MAX_SPEED);
            limited += usize::from(len(add(was.v, mul(force, TIME_STEP))) > MAX_SPEED);
            lone += usize::from(apart == [0.0; 2]);
            still += usize::from(was.v == [0.0; 2]);
            assert_near(is.v, velocity, TOLERANCE, "velocity");
            assert_near(is.x, add(was.x, mul(velocity, TIME_STEP)), TOLERANCE, "position");
        }
    }
    assert!(limited > 5 && lone > 5 && still > 5, "{limited} {lone} {still}");
}
