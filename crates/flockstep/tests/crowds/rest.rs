//! Solid bodies never overlap, and a crowd sent to one point comes to rest.

use super::common::*;
use super::swap::least_distance;
use flockstep::prelude::*;

fn solid(radius: f32, max_speed: f32) -> PointBody {
    PointBody { radius, max_speed, max_force: 40.0, solid: true, ..PointBody::default() }
}
/// Half the mean square of the speed, as a share of that at full speed.
fn energy<const D: usize>(world: &World<D>, full: f64) -> f64 {
    world.agents().map(|agent| len(wide(agent.velocity)).powi(2)).sum::<f64>() / (world.len() as f64 * full * full)
}

/// Units all around, sent to the middle.
fn sent_to_one_point(count: usize, time_step: f32) -> World<2> {
    let mut world = open::<2>(time_step, 5);
    let mut units = Group::new("units").sight(sight(3.0)).body(solid(0.25, 4.0));
    let arrive = Arrive { slowing_distance: 4.0, stop_distance: 0.2, ..Arrive::new(Target::point([0.0, 0.0])) };
    units.settings.behaviors.push(Behavior::new(arrive).weight(4.0));
    units.place = Some(Place::Ball { center: [0.0, 0.0].into(), radius: 25.0 });
    let group = world.add_group(units).unwrap();
    world.populate(group, count).unwrap();
    world
}

#[test]
fn three_hundred_units_sent_to_one_point_settle() {
    let mut world = sent_to_one_point(300, 0.05);
    for step in 0..600 {
        world.step();
        // Some are born in one another; two seconds later nobody is.
        if step > 40 {
            let least = least_distance(&world);
            assert!(least >= 0.5 - 1e-6, "step {step}: two of radius 0.25 are {least} apart");
        }
        // Half a minute is enough to come to rest, and they stay there.
        if step >= 500 {
            let energy = energy(&world, 4.0);
            assert!(energy < 1e-6, "step {step}: {energy:e} of full speed");
        }
    }
    let farthest = world.agents().map(|agent| len(wide(agent.position))).fold(0.0, f64::max);
    // 300 such discs fill nine tenths of a disc of radius 4.55 at best.
    assert!((4.55..9.1).contains(&farthest), "packed around the point, the farthest at {farthest}");
}

#[test]
fn a_heap_pressed_together_never_overlaps() {
    // Each with all its force toward the middle, also at a coarse step.
    for time_step in [0.02, 0.1] {
        let mut world = open::<3>(time_step, 5);
        let press = Behavior::new(Seek::new(Target::point([0.0; 3]))).weight(10.0);
        let group = world.add_group(Group::new("heap").body(solid(0.5, 10.0)).behavior(press)).unwrap();
        for nth in 0..216 {
            let place = [nth % 6, nth / 6 % 6, nth / 36].map(|c| 1.3 * (c as f32 - 2.5));
            world.spawn(group, place, [0.0; 3]).unwrap();
        }
        let mut least = f64::INFINITY;
        for _ in 0..100 {
            world.step();
            least = least.min(least_distance(&world));
        }
        assert!(least >= 1.0 - 1e-6, "{least}");
    }
}

/// The mean distance to the nearest mate of a flock that separates and coheres, with defaults for everything.
fn spacing<const D: usize>(rate: f32, count: usize) -> f64 {
    let mut world = open::<D>(1.0 / rate, 5);
    let flock = Group::new("flock").behavior(Separation::default()).behavior(Cohesion::default());
    let group = world.add_group(flock.place(Place::Ball { center: [0.0; D].into(), radius: 4.0 })).unwrap();
    world.populate(group, count).unwrap();
    (0..(20.0 * rate) as usize).for_each(|_| world.step());
    let all: Vec<V<D>> = world.agents().map(|agent| wide(agent.position)).collect();
    let nearest = |one: &V<D>| {
        let others = all.iter().map(|two| len(sub(*one, *two))).filter(|distance| *distance > 0.0);
        others.fold(f64::INFINITY, f64::min)
    };
    all.iter().map(nearest).sum::<f64>() / all.len() as f64
}

#[test]
fn equal_weights_balance_to_the_stated_spacing() {
    // As stated in the docs of both behaviors: 0.31 of the distance, 2, in the plane and 0.4 in space.
    for rate in [30.0, 60.0, 120.0] {
        for count in [20, 50] {
            let (plane, space) = (spacing::<2>(rate, count), spacing::<3>(rate, count));
            eprintln!("{count} at {rate} steps a second: {plane:.3} in the plane, {space:.3} in space");
            assert!((plane / 0.62 - 1.0).abs() < 0.2, "{count} at {rate}: {plane}");
            assert!((space / 0.8 - 1.0).abs() < 0.2, "{count} at {rate}: {space}");
        }
    }
}

#[test]
fn arrive_settles_at_any_step_without_turning_back() {
    // The rule of its docs: slowing_distance ≥ 4·max_speed·mass/weight. Max speed is 10, mass 1.
    for rate in [120.0, 60.0, 30.0, 10.0f32] {
        for (weight, slowing_distance) in [(1.0, 40.0), (4.0, 10.0), (rate, 10.0)] {
            let mut world = open::<2>(1.0 / rate, 5);
            let goal = [30.0, 10.0];
            let arrive = Arrive { slowing_distance, stop_distance: 0.05, ..Arrive::new(Target::point([30.0, 10.0])) };
            let quick = PointBody { max_speed: 10.0, ..PointBody::default() };
            world.add_group(Group::new("one").body(quick).behavior(Behavior::new(arrive).weight(weight))).unwrap();
            world.spawn(GroupId(0), [0.0; 2], [0.0, 3.0]).unwrap();
            for step in 0..(30.0 * rate) as usize {
                world.step();
                let agent = world.agent(AgentId(0)).unwrap();
                let (way, speed) = (sub(goal, wide(agent.position)), len(wide(agent.velocity)));
                let what = format!("at {rate} steps a second, weight {weight}, step {step}");
                assert!(speed < 0.1 || dot(way, wide(agent.velocity)) > 0.0, "{what}: it goes away at {speed}");
                if step as f32 >= 20.0 * rate {
                    assert!(len(way) <= 0.05 && speed < 0.1, "{what}: {} away, {speed} fast", len(way));
                }
            }
        }
    }
}
