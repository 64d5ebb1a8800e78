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
fn sent_to_one_point(count: usize, behaviors: Vec<Behavior>, time_step: f32) -> World<2> {
    let mut world = open::<2>(time_step, 5);
    let mut units = Group::new("units").sight(sight(3.0)).body(solid(0.25, 4.0));
    let arrive = Arrive { slowing_distance: 4.0, stop_distance: 0.2, ..Arrive::new(Target::point([0.0, 0.0])) };
    units.settings.behaviors.push(Behavior::new(arrive).weight(4.0));
    units.settings.behaviors.extend(behaviors);
    units.place = Some(Place::Ball { center: [0.0, 0.0].into(), radius: 25.0 });
    let group = world.add_group(units).unwrap();
    world.populate(group, count).unwrap();
    world
}

#[test]
fn three_hundred_units_sent_to_one_point_settle() {
    for behaviors in [vec![], vec![AvoidCollisions::reciprocal().into()]] {
        let mut world = sent_to_one_point(300, behaviors.clone(), 0.05);
        let mut least = f64::INFINITY;
        for step in 0..1200 {
            world.step();
            // Some are born in one another; a moment later nobody is.
            if step > 40 {
                least = least.min(least_distance(&world));
            }
            if step % 100 == 0 {
                eprintln!("{} {step}: energy {:e} least {least}", behaviors.len(), energy(&world, 4.0));
            }
        }
    }
}

#[test]
fn a_heap_pressed_together_never_overlaps() {
    // Twice as many as the ball could take, each with all its force toward the middle, at a coarse step.
    for time_step in [0.02, 0.1] {
        let mut world = open::<3>(time_step, 5);
        let press = Behavior::new(Seek::new(Target::point([0.0; 3]))).weight(10.0);
        let group = world.add_group(Group::new("heap").body(solid(0.5, 10.0)).behavior(press)).unwrap();
        for nth in 0..216 {
            let place = [nth % 6, nth / 6 % 6, nth / 36].map(|c| 1.3 * (c as f32 - 2.5));
            world.spawn(group, place, [0.0; 3]).unwrap();
        }
        let mut least = f64::INFINITY;
        for _ in 0..300 {
            world.step();
            least = least.min(least_distance(&world));
        }
        eprintln!("heap at {time_step}: least {least}, energy {:e}", energy(&world, 10.0));
        assert!(least >= 1.0 - 1e-6, "{least}");
    }
}

#[test]
fn separation_and_cohesion_balance_to_a_spacing() {
    fn spacing<const D: usize>(time_step: f32, count: usize, separation: Separation) -> (f64, f64, f64) {
        let mut world = open::<D>(time_step, 5);
        let separation = Behavior::new(separation).response(Response::Steer);
        let flock = Group::new("flock").behavior(separation).behavior(Cohesion::default());
        let group = world.add_group(flock.place(Place::Ball { center: [0.0; D].into(), radius: 4.0 })).unwrap();
        world.populate(group, count).unwrap();
        for _ in 0..(15.0 / time_step) as usize {
            world.step();
        }
        let mean = || -> f64 {
            let all: Vec<V<D>> = world.agents().map(|agent| wide(agent.position)).collect();
            let nearest = |one: &V<D>| {
                let others = all.iter().map(|two| len(sub(*one, *two))).filter(|distance| *distance > 0.0);
                others.fold(f64::INFINITY, f64::min)
            };
            all.iter().map(nearest).sum::<f64>() / all.len() as f64
        };
        (mean(), least_distance(&world), energy(&world, 10.0))
    }
    use flockstep::steer::Falloff;
    for (name, rule) in [
        ("linear", Separation::default()),
        ("linear free", Separation { clamp: false, ..Separation::default() }),
        ("ratio free", Separation { falloff: Falloff::Ratio, clamp: false, ..Separation::default() }),
        ("constant", Separation { falloff: Falloff::Constant, clamp: false, ..Separation::default() }),
    ] {
        for rate in [30.0, 120.0] {
            for count in [2, 20, 50] {
                eprintln!("{name} {rate} {count}: plane {:.3?}", spacing::<2>(1.0 / rate, count, rule.clone()));
            }
            eprintln!("{name} {rate} space {:.3?}", spacing::<3>(1.0 / rate, 50, rule.clone()));
        }
    }
}

#[test]
fn arrive_settles() {
    for rate in [120.0, 60.0, 30.0, 10.0f32] {
        for (weight, slowing) in [(1.0, 10.0), (1.0, 40.0), (4.0, 10.0), (rate, 10.0)] {
            let mut world = open::<2>(1.0 / rate, 5);
            let arrive = Arrive {
                slowing_distance: slowing,
                stop_distance: 0.05,
                approach_weight: None,
                ..Arrive::new(Target::point([30.0, 10.0]))
            };
            world.add_group(Group::new("one").behavior(Behavior::new(arrive).weight(weight))).unwrap();
            world.spawn(0, [0.0; 2], [0.0, 3.0]).unwrap();
            let (mut settled, mut turns, mut last) = (None, 0, 0.0);
            for step in 0..(60.0 * rate) as usize {
                world.step();
                let agent = world.agent(0).unwrap();
                let away = len(sub(wide(agent.position), [30.0, 10.0]));
                let speed = len(wide(agent.velocity));
                let toward = dot(sub([30.0, 10.0], wide(agent.position)), wide(agent.velocity));
                if toward * last < 0.0 && speed > 0.01 {
                    turns += 1;
                }
                last = toward;
                let there = away <= 0.05 && speed < 0.1;
                settled = if there { settled.or(Some(step as f32 / rate)) } else { None };
            }
            eprintln!(
                "arrive at {rate}, weight {weight}, slowing {slowing}: settled {settled:?} s, turned {turns} times, at {:?}",
                world.agent(0).unwrap().position
            );
        }
    }
}
