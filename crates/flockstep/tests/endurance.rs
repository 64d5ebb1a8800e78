//! Long runs: time does not drift, memory does not grow, what comes to rest costs no more than what moves, and far off things go on.
//! (`.ci/endure` runs millions of steps.)

#![allow(clippy::unwrap_used)]

mod common;

use common::*;
use flockstep::prelude::*;

/// Numbers of the state that are too small to be normal: those that processors are slow with.
fn subnormals<const D: usize>(world: &World<D>) -> usize {
    let columns = world.positions().into_iter().chain(world.velocities()).chain(world.headings());
    columns.flatten().filter(|number| number.is_subnormal()).count()
}

/// Runs until nobody moves, and asserts that on the way there nobody was left with a number between something and nothing.
fn comes_to_rest<const D: usize>(mut world: World<D>, what: &str) {
    for step in 0..4000 {
        world.step();
        assert_eq!(subnormals(&world), 0, "{what}: subnormal numbers after step {step}");
    }
    let moving = world.velocities().into_iter().flatten().filter(|c| **c != 0.0).count();
    assert_eq!(moving, 0, "{what}: {moving} coordinates of velocities are still not zero");
}

/// Everyone at some speed, around a point.
fn scattered<const D: usize>(group: Group, around: f32) -> World<D> {
    let mut world = open::<D>(0.1, 3);
    world.add_group(group).unwrap();
    let mut draws = Draws::new(4);
    for _ in 0..20 {
        let place: [f32; D] = draws.vector(5.0);
        world.spawn(GroupId(0), place.map(|c| c + around), draws.velocity(5.0)).unwrap();
    }
    world
}

#[test]
fn what_decays_ends_at_zero_and_never_at_a_subnormal_number() {
    let reluctant = |share: f32| PointBody { axis_scale: Some([share; 3].into()), ..PointBody::default() };
    comes_to_rest(scattered::<3>(Group::new("reluctant").body(reluctant(0.6)), 0.0), "axis_scale 0.6");
    comes_to_rest(scattered::<3>(Group::new("slow").body(reluctant(0.97)), 0.0), "axis_scale 0.97");
    let coasting = RigidBody { thrust: 0.0, drag: 0.9, keel: 0.4, angular_drag: 0.7, ..RigidBody::default() };
    comes_to_rest(scattered::<2>(Group::new("coasting").body(coasting), 0.0), "a craft without its engine");
    // At the origin distances go to zero, too.
    let arrive = Arrive { stop_distance: 0.5, ..Arrive::new(Target::point([0.0; 2])) };
    comes_to_rest(scattered::<2>(Group::new("arriving").behavior(arrive), 0.0), "arrive at the origin");
}

/// Far out, who is pushed aside is pushed a long way, and of what it had along another axis next to nothing is left.
#[test]
fn solid_bodies_far_out_have_no_subnormal_numbers_either() {
    for far in [1e3f32, 1e9, 1e15, 1e17] {
        let body = PointBody { radius: 1e-3 * far, solid: true, max_speed: 1e6, ..PointBody::default() };
        let mut world = open::<3>(0.01, 3);
        world.add_group(Group::new("solid").body(body)).unwrap();
        // Pairs side by side along x, each with less along y and z.
        for nth in 0..38 {
            for x in [far * (1.0 + 0.01 * nth as f32), far * (1.0005 + 0.01 * nth as f32)] {
                let tiny = 10f32.powi(-nth);
                world.spawn(GroupId(0), [x, 0.0, 0.0], [1.0, tiny, -tiny]).unwrap();
            }
        }
        for step in 0..20 {
            world.step();
            assert_eq!(subnormals(&world), 0, "{far}, step {step}");
        }
    }
}

/// The clock is a count of steps: after any number of them it is off by the rounding of one product.
#[test]
fn time_does_not_drift() {
    for (time_step, parts) in [(0.02f32, 50.0), (0.1, 10.0), (0.001, 1000.0), (1e-6, 1e6)] {
        let mut world = World::<2>::new(Space::open(), time_step, 1).unwrap();
        let mut sum = 0.0f32;
        for step in 1..=100_000u32 {
            world.step();
            sum += time_step;
            let exact = f64::from(step) / parts;
            assert!((world.time() - exact).abs() <= exact * 2.0 * f64::EPSILON, "{} after {step} steps", world.time());
        }
        // What a sum of floats would have made of it.
        assert!((f64::from(sum) - world.time()).abs() > 1e-6 * world.time(), "{sum}");
    }
}

/// After the first steps a world holds as many bytes as ever after.
#[test]
fn memory_stays_what_it_is() {
    let mut world = cube::<2>(Edge::Wrap, 20.0, 0.1, 1);
    let flock = Group::new("flock").sight(sight(3.0)).behavior(Separation::new(1.0)).behavior(Alignment::default());
    world.add_group(flock.behavior(Cohesion::default()).behavior(Wander::default())).unwrap();
    world.populate(GroupId(0), 60).unwrap();
    // Crowds come and go, and rows of cells with them: what they may take at most is soon known.
    (0..500).for_each(|_| world.step());
    let before = world.bytes();
    (0..5000).for_each(|_| world.step());
    assert!(world.bytes() <= before + before / 10, "{before} bytes became {}", world.bytes());
}

/// Ten million units off, numbers are a unit apart: agents go on, no faster than they may, keep their ids and see one another; a step
/// shorter than half of that spacing leaves them where they are. So it is documented in RELIABILITY.md.
#[test]
fn ten_million_units_off_agents_move_as_far_as_numbers_can_tell() {
    let run = |far: f32, speed: f32| {
        let mut world = open::<2>(0.1, 1);
        let body = PointBody { max_speed: speed, ..PointBody::default() };
        world.add_group(Group::new("drifters").body(body).sight(sight(50.0)).behavior(Separation::new(20.0))).unwrap();
        for nth in 0..10 {
            world.spawn(GroupId(0), [far + nth as f32 * 4.0, far], [speed, 0.0]).unwrap();
        }
        (0..50).for_each(|_| world.step());
        world
    };
    let (near, far) = (run(0.0, 100.0), run(1e7, 100.0));
    for (one, other) in near.agents_by_id().zip(far.agents_by_id()) {
        assert_eq!(one.id, other.id);
        let off = [0, 1].map(|axis| (f64::from(other.position[axis]) - 1e7 - f64::from(one.position[axis])).abs());
        assert!(off.iter().all(|off| *off < 60.0), "{one:?} near the origin, {other:?} far from it");
    }
    // 0.4 units a step where numbers are one apart: nobody gets anywhere, and nobody is harmed.
    let slow = run(1e7, 4.0);
    assert!(slow.agents().all(|agent| agent.position[0] >= 1e7 && agent.velocity.iter().all(|c| c.is_finite())));
}
