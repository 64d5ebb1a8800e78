//! Everyone on a circle crosses to the far side, through one another, by reciprocal collision avoidance.

use super::common::*;
use flockstep::prelude::*;
use flockstep::steer::Method;

const SPEED: f32 = 2.0;

fn walker(name: String, target: Point, horizon: f32) -> Group {
    let arrive = Arrive { slowing_distance: 1.0, stop_distance: 0.1, ..Arrive::new(Target::Point(target)) };
    Group::new(name)
        .sight(Sight { radius: 10.0, nearest: 24, ..Sight::default() })
        .body(PointBody { radius: 0.5, ..free_body(SPEED) })
        .behavior(Behavior::new(arrive).weight(10.0))
        .behavior(AvoidCollisions { method: Method::Reciprocal, horizon, margin: 0.02, ..AvoidCollisions::default() })
}

/// Each on its place, to be on the opposite one: a group each, as each has its own order.
fn swap<const D: usize>(places: &[[f32; D]], time_step: f32) -> World<D> {
    let mut world = open::<D>(time_step, 7);
    let groups = places
        .iter()
        .enumerate()
        .map(|(nth, place)| walker(format!("walker {nth}"), Point::from(place.map(|c| -c)), 4.0));
    world.add_groups(groups.collect()).unwrap();
    for (nth, place) in places.iter().enumerate() {
        world.spawn(nth, *place, [0.0; D]).unwrap();
    }
    world
}

fn circle(count: usize, radius: f64) -> Vec<[f32; 2]> {
    let place = |nth: usize| {
        let angle = std::f64::consts::TAU * nth as f64 / count as f64;
        [(radius * angle.cos()) as f32, (radius * angle.sin()) as f32]
    };
    (0..count).map(place).collect()
}

/// The least distance between any two.
fn least_distance<const D: usize>(world: &World<D>) -> f64 {
    let mut all: Vec<V<D>> = world.agents().map(|agent| wide(agent.position)).collect();
    all.sort_by(|one, two| one[0].total_cmp(&two[0]));
    let mut least = f64::INFINITY;
    for (nth, one) in all.iter().enumerate() {
        for two in all[nth + 1..].iter().take_while(|two| two[0] - one[0] < least) {
            least = least.min(len(sub(*one, *two)));
        }
    }
    least
}

/// How many have arrived.
fn arrived<const D: usize>(world: &World<D>, places: &[[f32; D]]) -> usize {
    let there = |agent: &Agent<D>| len(add(wide(agent.position), wide(places[agent.id as usize]))) < 0.2;
    world.agents().filter(there).count()
}

/// Steps until all have arrived; asserts that no two touch on the way.
fn steps_to_swap<const D: usize>(places: &[[f32; D]], time_step: f32, most: usize) -> usize {
    let mut world = swap(places, time_step);
    let mut least = f64::INFINITY;
    for step in 0..most {
        world.step();
        least = least.min(least_distance(&world));
        if step % 100 == 0 {
            eprintln!("{step}: least {least}, arrived {}", arrived(&world, places));
        }
        if arrived(&world, places) == places.len() {
            eprintln!("all {} in {step} steps of {time_step}: least distance {least}", places.len());
            return step;
        }
    }
    panic!("{} of {} arrived within {most} steps", arrived(&world, places), places.len());
}

#[test]
fn two_hundred_on_a_circle_pass_through_one_another() {
    steps_to_swap(&circle(200, 60.0), 0.1, 3000);
}

#[test]
fn head_on_pairs_pass() {
    steps_to_swap(&[[-6.0, 0.0], [6.0, 0.0]], 0.1, 400);
    steps_to_swap(&[[0.0, -6.0, 0.0], [0.0, 6.0, 0.0]], 0.1, 400);
    steps_to_swap(&circle(4, 6.0), 0.1, 600);
}
