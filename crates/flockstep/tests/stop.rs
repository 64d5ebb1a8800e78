//! A step can be abandoned anywhere, soon, and then it has not been.

#![allow(clippy::unwrap_used)]

mod common;

use common::scenes::{Any, SCENES};
use common::{Draws, cube};
use flockstep::Stopped;
use flockstep::prelude::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicIsize, Ordering};
use std::time::Duration;

/// A behavior that asks to stop when it is called so many times more.
fn add_bell<const D: usize>(world: &mut World<D>) -> (Arc<AtomicBool>, Arc<AtomicIsize>) {
    let (stop, calls_left) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicIsize::new(-1)));
    let (rung, left) = (stop.clone(), calls_left.clone());
    let bell = move |_: &View<'_, D>| {
        if left.fetch_sub(1, Ordering::Relaxed) == 0 {
            rung.store(true, Ordering::Relaxed);
        }
        [0.0; D]
    };
    world.register("bell", bell).unwrap();
    world.edit_group(GroupId(0), |group| group.settings.behaviors.push(Custom::new("bell").into())).unwrap();
    (stop, calls_left)
}

/// What a user can see of a world's state, in the order of ids.
fn state<const D: usize>(world: &World<D>) -> (u64, u64, Vec<Capture>, Vec<Agent<D>>) {
    let mut agents: Vec<Agent<D>> = world.ids().iter().map(|id| world.agent(*id).unwrap()).collect();
    agents.sort_unstable_by_key(|agent| agent.id);
    // Not state: what was last worked out.
    agents.iter_mut().for_each(|agent| agent.steering = [0.0; D]);
    (world.hash(), world.steps(), world.captures().to_vec(), agents)
}

fn stops<const D: usize>(name: &str, mut world: World<D>) {
    world.set_threads(2).unwrap();
    let (stop, calls_left) = add_bell(&mut world);
    (0..5).for_each(|_| world.step());
    let mut undisturbed = world.clone();
    calls_left.store(-1, Ordering::Relaxed);
    undisturbed.step();
    let all = -1 - calls_left.load(Ordering::Relaxed);
    for calls in [0, 1, 7, all / 2, all - 1] {
        let before = state(&world);
        calls_left.store(calls, Ordering::Relaxed);
        stop.store(false, Ordering::Relaxed);
        assert_eq!(world.try_step(&stop), Err(Stopped), "{name}, call {calls}");
        assert!(state(&world) == before, "{name}, call {calls}");
    }
    world.step();
    assert_eq!(world.hash(), undisturbed.hash(), "{name}");
}

/// The request comes at any moment of the step, so in any stage.
fn stops_any_time<const D: usize>(name: &str, mut world: World<D>) {
    let mut draws = Draws::new(5);
    let mut undisturbed = world.clone();
    for _ in 0..40 {
        let stop = Arc::new(AtomicBool::new(false));
        let (bell, delay) = (stop.clone(), Duration::from_nanos(draws.word() % 3_000_000));
        let ringer = std::thread::spawn(move || {
            std::thread::sleep(delay);
            bell.store(true, Ordering::Relaxed);
        });
        let steps = world.steps();
        while world.try_step(&stop).is_ok() {}
        (steps..world.steps()).for_each(|_| undisturbed.step());
        assert_eq!(world.hash(), undisturbed.hash(), "{name}, step {}", world.steps());
        ringer.join().unwrap();
    }
}

#[test]
fn a_step_that_is_stopped_has_not_been() {
    for (name, scene) in SCENES {
        match scene() {
            Any::Plane(world) => stops(name, world),
            Any::Space(world) => stops(name, world),
        }
    }
}

#[test]
fn a_step_can_be_stopped_in_any_stage() {
    for (name, scene) in SCENES {
        match scene() {
            Any::Plane(world) => stops_any_time(name, world),
            Any::Space(world) => stops_any_time(name, world),
        }
    }
}

#[test]
fn after_the_request_nobody_goes_on_steering() {
    for threads in [1, 3] {
        let mut world = cube::<2>(Edge::Wrap, 40.0, 0.1, 4);
        world.add_group(Group::new("birds")).unwrap();
        let (stop, calls_left) = add_bell(&mut world);
        world.populate(GroupId(0), 5000).unwrap();
        world.set_threads(threads).unwrap();
        calls_left.store(100, Ordering::Relaxed);
        assert_eq!(world.try_step(&stop), Err(Stopped));
        let after = -1 - calls_left.load(Ordering::Relaxed);
        assert!(after <= threads as isize, "{after} agents more");
        assert_eq!(world.try_step(&stop), Err(Stopped), "it is still asked for");
        world.step();
        assert_eq!(world.steps(), 1, "a step that nobody may stop is made");
    }
}

#[test]
fn solid_bodies_in_a_heap_do_not_keep_anyone_waiting() {
    let mut world = World::<2>::new(Space::open(), 0.1, 3).unwrap();
    let body = PointBody { radius: 0.5, solid: true, ..PointBody::default() };
    let place = Place::Ball { center: Point::from([0.0, 0.0]), radius: 3.0 };
    let heap = world.add_group(Group::new("heap").body(body).place(place)).unwrap();
    world.populate(heap, 3000).unwrap();
    let before = state(&world);
    // To set these apart takes many times as long as all that comes before it.
    let stop = Arc::new(AtomicBool::new(false));
    let bell = stop.clone();
    let ringer = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(60));
        bell.store(true, Ordering::Relaxed);
    });
    let began = std::time::Instant::now();
    assert_eq!(world.try_step(&stop), Err(Stopped));
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
    ringer.join().unwrap();
    assert!(state(&world) == before);
}
