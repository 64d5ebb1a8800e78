//! Time that passes unevenly, and steps that do not.

use crate::common::*;
use flockstep::prelude::*;

fn drifting(time_step: f32) -> World<2> {
    let mut world = open::<2>(time_step, 1);
    world.add_group(Group::new("drift")).unwrap();
    world.spawn(GroupId(0), [0.0; 2], [1.0, 0.0]).unwrap();
    world
}

#[test]
fn as_many_steps_as_fit_and_the_rest_is_kept() {
    let mut world = drifting(0.02);
    let done = world.advance(0.05, 10).unwrap();
    assert_eq!((done.steps, done.skipped), (2, 0.0));
    assert_close(f64::from(done.fraction), 0.5, 1e-6, "half a step is left");
    let done = world.advance(0.005, 10).unwrap();
    assert_eq!(done.steps, 0);
    assert_close(f64::from(done.fraction), 0.75, 1e-6, "three quarters are left");
    assert_eq!(world.advance(0.005, 10).unwrap().steps, 1);
    assert_eq!(world.advance(0.0, 10).unwrap().steps, 0);
    assert_eq!(world.steps(), 3);
    assert_eq!(world.time(), 0.06, "the step count times the decimal number, not a sum of floats");
}

/// Frames of odd lengths that add up to whole seconds make exactly the right number of steps.
#[test]
fn odd_frames_add_up() {
    for (step, frame, frames, steps) in [
        (0.02, 1.0 / 60.0, 60 * 50, 2500),
        (0.02, 1.0 / 144.0, 144 * 20, 1000),
        (0.1, 0.3, 1000, 3000),
        (0.1, 0.7, 1000, 7000),
        (0.01, 1e-4, 100_000, 1000),
        (0.016, 0.016, 5000, 5000),
        (0.3, 0.1, 3000, 1000),
    ] {
        let mut world = drifting(step);
        let made: u32 = (0..frames).map(|_| world.advance(frame, 1000).unwrap().steps).sum();
        assert_eq!(made, steps, "{frames} frames of {frame} in steps of {step}");
        assert_eq!(world.steps(), u64::from(steps));
    }
}

#[test]
fn a_world_that_cannot_keep_pace_gives_time_up() {
    let mut world = drifting(0.1);
    let done = world.advance(1.05, 4).unwrap();
    assert_eq!((done.steps, world.steps()), (4, 4));
    assert_close(done.skipped, 0.6, 1e-9, "six steps are given up");
    assert_close(f64::from(done.fraction), 0.5, 1e-5, "the fraction stays");
    // What was given up does not come back.
    assert_eq!(world.advance(0.06, 4).unwrap().steps, 1);
    let done = world.advance(0.5, 0).unwrap();
    assert_eq!((done.steps, world.steps()), (0, 5));
    for elapsed in [1e30, 1e300, f64::MAX] {
        let done = world.advance(elapsed, 3).unwrap();
        assert_eq!(done.steps, 3);
        assert!((0.0..=1.0).contains(&done.fraction), "{done:?}");
    }
    assert_eq!(world.advance(0.1, 3).unwrap().steps, 1, "and it is none the worse for it");
}

#[test]
fn advancing_is_the_same_as_stepping() {
    let mut one = crate::common::scenes::SCENES[1].1();
    let mut two = crate::common::scenes::SCENES[1].1();
    let crate::common::scenes::Any::Plane(world) = &mut one else { panic!("a world in the plane") };
    let steps = world.advance(0.21, 100).unwrap().steps;
    two.steps(steps as usize);
    assert_eq!((steps, one.hash()), (4, two.hash()));
}

/// Between the previous position and this one by the fraction: a smooth picture.
#[test]
fn positions_in_between_are_smooth() {
    let mut world = drifting(0.1);
    let mut last = None;
    for _ in 0..200 {
        let fraction = world.advance(0.013, 5).unwrap().fraction;
        if world.steps() == 0 {
            continue;
        }
        let (now, before) = (world.positions()[0][0], world.previous_positions()[0][0]);
        let drawn = before + (now - before) * fraction;
        if let Some(last) = last {
            assert_close(f64::from(drawn - last), 0.013, 1e-4, "it moves by one frame's worth");
        }
        last = Some(drawn);
    }
}

#[test]
fn the_time_step_can_change() {
    let mut world = drifting(0.1);
    world.step();
    world.set_time_step(0.5).unwrap();
    world.step();
    assert_near(wide(world.agent(AgentId(0)).unwrap().position), [0.6, 0.0], 1e-6, "one step of each length");
    assert_eq!(world.time_step(), 0.5);
}

#[test]
fn events_are_those_of_the_last_call() {
    let mut world = open::<2>(0.1, 1);
    let eater = Group::new("eater").captures(Captures { of: Of::Others, ..Captures::default() });
    let food = Group::new("food").body(PointBody { max_speed: 10.0, ..PointBody::default() });
    world.add_groups(vec![eater, food]).unwrap();
    world.spawn(GroupId(0), [0.0; 2], [0.0; 2]).unwrap();
    // One is there now, one arrives after two steps.
    world.spawn(GroupId(1), [0.5, 0.0], [0.0; 2]).unwrap();
    world.spawn(GroupId(1), [3.0, 0.0], [-10.0, 0.0]).unwrap();
    world.advance(0.45, 10).unwrap();
    assert_eq!(world.captures().iter().map(|capture| capture.prey).collect::<Vec<_>>(), [1, 2].map(AgentId));
    assert_eq!(world.capture_count(), 2);
    world.advance(0.01, 10).unwrap();
    assert!(world.captures().is_empty());
    world.step();
    assert!(world.captures().is_empty());
    assert_eq!(world.capture_count(), 2);
}
