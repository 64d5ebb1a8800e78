//! The school text: fish in 3D with a pike among them, after each other in the text, all at once here.

use crate::TOLERANCE;
use crate::common::*;
use flockstep::prelude::*;
use flockstep::steer::AlignmentPick;

const SENSE_RANGE: f64 = 9.0;
const MAX_CHANGE: f64 = 0.9;
const MAX_SPEED: f64 = 4.0;
const MOVE_SCALARS: [f64; 3] = [1.0, 0.6, 0.95];
const TIME_STEP: f64 = 0.05;
/// Distance, least and greatest push, gain of the text's separation (here: spacing).
const SPACING: [f64; 4] = [3.0, 0.2, 1.6, 0.7];
/// Distance, speed, gain.
const AVOIDANCE: [f64; 3] = [6.0, 1.3, 0.8];
/// Turn rate, gain.
const COHESION: [f64; 2] = [0.25, 0.9];
const ALIGNMENT: [f64; 2] = [0.35, 0.6];
/// Radius, gain; the centre is the origin shifted.
const SPHERE: [f64; 2] = [10.0, 0.2];
const CENTER: [f64; 3] = [1.0, -0.5, 0.25];

fn fish(name: &str) -> Group {
    let body = PointBody {
        max_force: MAX_CHANGE as f32,
        max_speed: MAX_SPEED as f32,
        axis_scale: Some(MOVE_SCALARS.map(|c| c as f32).into()),
        impulse: true,
        ..PointBody::default()
    };
    let [distance, min, max, gain] = SPACING.map(|c| c as f32);
    let nearest = Alignment { pick: AlignmentPick::Nearest, ..Alignment::default() };
    let weight = |[rate, gain]: [f64; 2]| (rate * gain) as f32;
    Group::new(name)
        .layers(["prey"])
        .sight(sight(SENSE_RANGE as f32))
        .body(body)
        .behavior(Behavior::new(Spacing { distance, min, max }).weight(gain))
        .behavior(
            Behavior::new(Avoid { distance: AVOIDANCE[0] as f32 })
                .of(Of::layers(["predator"]))
                .weight((AVOIDANCE[1] * AVOIDANCE[2]) as f32),
        )
        .behavior(Behavior::new(Cohesion::default()).response(Response::Push).weight(weight(COHESION)))
        .behavior(Behavior::new(nearest).response(Response::Push).weight(weight(ALIGNMENT)))
        .behavior(
            Behavior::new(StayInside::ball(CENTER.map(|c| c as f32), SPHERE[0] as f32))
                .weight((MAX_SPEED * SPHERE[1]) as f32),
        )
}

/// The text's `Iterate` for one fish, without cruising: the new velocity, and which branches were taken.
fn iterate(me: &Seen<3>, mates: &[Seen<3>], enemies: &[Seen<3>], taken: &mut [u32; 6]) -> V<3> {
    let visible = |all: &[Seen<3>]| {
        let mut seen: Vec<(f64, Seen<3>)> = all
            .iter()
            .filter(|other| other.id != me.id)
            .map(|other| (len(sub(other.x, me.x)), *other))
            .filter(|(distance, _)| *distance < SENSE_RANGE)
            .collect();
        seen.sort_by(|one, two| one.0.total_cmp(&two.0));
        seen
    };
    let (mates, enemies) = (visible(mates), visible(enemies));
    let mut desired = [0.0; 3];
    if let Some((distance, nearest)) = mates.first() {
        let share = (distance / SPACING[0]).clamp(SPACING[1], SPACING[2]);
        let sign = if *distance < SPACING[0] { -1.0 } else { 1.0 };
        taken[if sign < 0.0 { 0 } else { 1 }] += 1;
        desired = add(desired, mul(unit(sub(nearest.x, me.x)), sign * share * SPACING[3]));

        let sum = mates.iter().fold([0.0; 3], |sum, (_, mate)| add(sum, mate.x));
        let to_center = sub(mul(sum, 1.0 / mates.len() as f64), me.x);
        desired = add(desired, mul(unit(to_center), COHESION[0] * COHESION[1]));
        desired = add(desired, mul(unit(nearest.v), ALIGNMENT[0] * ALIGNMENT[1]));
    }
    if let Some((distance, enemy)) = enemies.first()
        && *distance < AVOIDANCE[0]
    {
        taken[2] += 1;
        desired = add(desired, mul(unit(sub(me.x, enemy.x)), AVOIDANCE[1] * AVOIDANCE[2]));
    }
    let to_center = sub(CENTER, me.x);
    if len(to_center) > SPHERE[0] {
        taken[3] += 1;
        desired = add(desired, mul(unit(to_center), MAX_SPEED * SPHERE[1]));
    }
    taken[4] += u32::from(len(desired) > MAX_CHANGE);
    let moved = add(me.v, truncate(desired, MAX_CHANGE));
    let scaled: V<3> = std::array::from_fn(|axis| moved[axis] * MOVE_SCALARS[axis]);
    taken[5] += u32::from(len(scaled) > MAX_SPEED);
    truncate(scaled, MAX_SPEED)
}

#[test]
fn a_step_of_the_school_is_the_texts_own() {
    let mut taken = [0; 6];
    for seed in 0..8 {
        let mut rng = Draws::new(seed);
        let mut world = open::<3>(TIME_STEP as f32, seed);
        let groups = vec![fish("bluegill"), fish("bass"), Group::new("pike").layers(["predator"])];
        world.add_groups(groups).unwrap();
        for nth in 0..40 {
            let group = if nth < 37 { nth % 2 } else { 2 };
            world.spawn(GroupId(group), rng.vector(9.0), rng.velocity(MAX_SPEED)).unwrap();
        }
        let before = everyone(&world);
        world.step();
        let members = |group| before.iter().filter(|one| one.group == group).copied().collect::<Vec<_>>();
        let enemies = members(GroupId(2));
        for (was, is) in before.iter().zip(everyone(&world)).filter(|(was, _)| was.group < GroupId(2)) {
            let velocity = iterate(was, &members(was.group), &enemies, &mut taken);
            assert_near(is.v, velocity, TOLERANCE, "velocity");
            assert_near(is.x, add(was.x, mul(velocity, TIME_STEP)), TOLERANCE, "position");
            assert_near(is.h, unit(velocity), TOLERANCE, "heading");
        }
    }
    assert!(taken.iter().all(|times| *times > 5), "some branch was hardly taken: {taken:?}");
}

/// Alone, a fish brings its speed toward the wanted one by a share of its max speed between two rates.
#[test]
fn cruise_regulates_the_speed_by_the_clamped_error() {
    let cruise = Cruise { speed: Some(2.0), min_rate: 0.05, max_rate: 0.3, nudge: 0.5, chances: [0.0; 3] };
    let mut world = open::<3>(0.1, 3);
    let group = Group::new("lone").body(free_body(4.0)).behavior(cruise);
    let group = world.add_group(group).unwrap();
    // Speed and the rate the text's clamp makes of its error: (2 − 1.6)/4 = 0.1; 0.1/4 is raised to 0.05; 1.9/4 is
    // lowered to 0.3; and the same from above.
    let cases = [(1.6, 0.1), (1.9, 0.05), (0.1, 0.3), (2.4, -0.1), (2.1, -0.05), (3.9, -0.3), (2.0, 0.0)];
    for (nth, (speed, _)) in cases.iter().enumerate() {
        let direction = unit([1.0, 2.0, -0.5]);
        world.spawn(group, [nth as f32 * 100.0, 0.0, 0.0], mul(direction, *speed).map(|c| c as f32)).unwrap();
    }
    world.steer();
    for (id, (speed, rate)) in cases.iter().enumerate() {
        let agent = world.agent(AgentId(id as u32)).unwrap();
        let want = mul(wide(agent.heading), *rate);
        // The error itself is a difference of f32 numbers, so what is left of 2.0 is tiny, not zero.
        let tolerance = if *rate == 0.0 { 0.05 + 1e-6 } else { 1e-5 };
        assert_near(wide(agent.steering), want, tolerance, &format!("at speed {speed}"));
    }
}

/// One draw a step: below the first chance along x, below the second along y, below the third along z, either way.
#[test]
fn cruise_nudges_both_ways_as_often_as_its_chances_say() {
    let cruise = Cruise { speed: Some(0.0), nudge: 0.5, chances: [0.2, 0.5, 0.6], ..Cruise::default() };
    let mut world = open::<3>(0.1, 11);
    let group = world.add_group(Group::new("lone").body(free_body(4.0)).behavior(cruise)).unwrap();
    for nth in 0..200 {
        world.spawn(group, [nth as f32, 0.0, 0.0], [0.0; 3]).unwrap();
    }
    let mut counts = [[0u32; 2]; 3];
    let mut still = 0;
    for _ in 0..100 {
        world.steer();
        for Agent { steering, .. } in world.agents_by_id() {
            let nudged: Vec<usize> = (0..3).filter(|axis| steering[*axis] != 0.0).collect();
            match nudged[..] {
                [] => still += 1,
                [axis] => {
                    assert_eq!(steering[axis].abs(), 0.5);
                    counts[axis][usize::from(steering[axis] > 0.0)] += 1;
                }
                _ => panic!("nudged along two axes at once: {steering:?}"),
            }
        }
    }
    // Of 20,000 draws a share of p strays by about √(p(1−p)·20000) < 70; five times that is a safe limit.
    for (axis, chance) in [0.2, 0.3, 0.1].into_iter().enumerate() {
        for (side, count) in ["down", "up"].iter().zip(counts[axis]) {
            let expected = 20_000.0 * chance / 2.0;
            assert!((f64::from(count) - expected).abs() < 350.0, "axis {axis} {side}: {count}, expected {expected}");
        }
    }
    assert!((f64::from(still) - 8000.0).abs() < 350.0, "no nudge: {still}");
}
