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
    for (nth, place) in (0..).zip(places) {
        world.spawn(GroupId(nth), *place, [0.0; D]).unwrap();
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
pub fn least_distance<const D: usize>(world: &World<D>) -> f64 {
    let mut all: Vec<V<D>> = world.agents().map(|agent| wide(agent.position)).collect();
    all.sort_by(|one, two| one[0].total_cmp(&two[0]));
    let mut least = f64::INFINITY;
    for (nth, one) in all.iter().enumerate() {
        for two in &all[nth + 1..] {
            if two[0] - one[0] >= least {
                break;
            }
            least = least.min(len(sub(*one, *two)));
        }
    }
    least
}

/// How many have arrived.
fn arrived<const D: usize>(world: &World<D>, places: &[[f32; D]]) -> usize {
    let there = |agent: &Agent<D>| len(add(wide(agent.position), wide(places[agent.id.index()]))) < 0.2;
    world.agents().filter(there).count()
}

/// Seconds until all have arrived; asserts that no two touch on the way.
fn seconds_to_swap<const D: usize>(places: &[[f32; D]], time_step: f32, most: f32) -> f32 {
    let mut world = swap(places, time_step);
    for step in 0..(most / time_step) as usize {
        world.step();
        let least = least_distance(&world);
        assert!(least >= 1.0, "{} walkers, step {step}: two of radius 0.5 are {least} apart", places.len());
        if arrived(&world, places) == places.len() {
            return step as f32 * time_step;
        }
    }
    panic!("{} of {} arrived within {most} seconds", arrived(&world, places), places.len());
}

#[test]
fn two_hundred_on_a_circle_pass_through_one_another() {
    // The straight way takes a minute.
    let seconds = seconds_to_swap(&circle(200, 60.0), 0.1, 180.0);
    eprintln!("200 walkers swap in {seconds} seconds");
}

#[test]
fn head_on_pairs_pass_and_crossroads_do_not_lock() {
    let pair = seconds_to_swap(&[[-6.0, 0.0], [6.0, 0.0]], 0.1, 10.0);
    let in_space = seconds_to_swap(&[[0.0, -6.0, 0.0], [0.0, 6.0, 0.0]], 0.1, 10.0);
    eprintln!("head-on: {pair} s, in space {in_space} s, the straight way takes 6");
    for count in [3, 4, 6] {
        let seconds = seconds_to_swap(&circle(count, 6.0), 0.1, 60.0);
        eprintln!("{count} at a crossroads: {seconds} s");
    }
}

#[test]
fn in_space_a_ball_of_walkers_swaps_too() {
    // A spiral over the sphere.
    let place = |nth: usize| {
        let (height, turn) = (1.0 - (2 * nth + 1) as f64 / 60.0, 2.399963 * nth as f64);
        let level = (1.0 - height * height).sqrt();
        [15.0 * level * turn.cos(), 15.0 * height, 15.0 * level * turn.sin()].map(|c| c as f32)
    };
    let seconds = seconds_to_swap(&(0..60).map(place).collect::<Vec<_>>(), 0.1, 60.0);
    eprintln!("60 walkers on a sphere swap in {seconds} seconds");
}

#[test]
fn the_same_seed_gives_the_same_hash_on_any_number_of_threads() {
    let hash = |threads: usize| {
        let mut world = swap(&circle(40, 15.0), 0.1);
        world.set_threads(threads).unwrap();
        (0..150).for_each(|_| world.step());
        world.hash()
    };
    assert_eq!(hash(1), hash(1));
    assert_eq!(hash(1), hash(3));
}
