//! A step allocates nothing: every buffer is kept and used again. Counted, so this test has a process of its own.

// A global allocator cannot be written without it.
#![allow(unsafe_code, clippy::unwrap_used)]

mod common;

use common::*;
use flockstep::prelude::*;
use flockstep::steer::Falloff;
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

struct Counting;

static COUNT: AtomicUsize = AtomicUsize::new(0);

// SAFETY: everything is passed on to the system's allocator as it is; counting touches no memory that it hands out.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.fetch_add(1, Ordering::Relaxed);
        // SAFETY: the caller keeps the promises of this function, which are the system's.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the promises of this function, which are the system's.
        unsafe { System.dealloc(memory, layout) }
    }
    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        COUNT.fetch_add(1, Ordering::Relaxed);
        // SAFETY: the caller keeps the promises of this function, which are the system's.
        unsafe { System.realloc(memory, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// A body that hardly moves, so that nobody comes to have more neighbours than before.
fn sluggish() -> PointBody {
    PointBody { max_speed: 0.01, ..PointBody::default() }
}

fn worlds() -> Vec<(&'static str, World<3>)> {
    let world = |groups: Vec<Group>, count: usize| {
        let mut world = cube::<3>(Edge::Wrap, 20.0, 0.05, 3);
        world.set_marker("mark", [1.0; 3]).unwrap();
        let groups = world.add_groups(groups).unwrap();
        for group in groups {
            world.populate(group, count).unwrap();
        }
        world
    };
    let three = |name: &str, radius: f32| {
        Group::new(name)
            .sight(sight(radius))
            .body(sluggish())
            .behavior(Separation::new(2.0))
            .behavior(Alignment::default())
            .behavior(Cohesion::default())
    };
    let each = Separation { each: true, falloff: Falloff::Ratio, ..Separation::new(2.0) };
    let many = three("many", 4.0)
        .blend(BlendKind::Priority)
        .behavior(Wander::default())
        .behavior(Cruise::default())
        .behavior(Spacing::default())
        .behavior(each)
        .behavior(Behavior::new(Avoid::default()).of(Of::All))
        .behavior(StayInside::default())
        .behavior(AvoidObstacles::default())
        .behavior(Seek::new(Target::marker("mark")))
        .behavior(Arrive::new(Target::point([1.0, 2.0, 3.0])))
        .behavior(Behavior::new(Cohesion::default()).angle(90.0).when(When::Following));
    let nearest =
        Group { ..three("nearest", 5.0).sight(Sight { radius: 5.0, angle: 270.0, nearest: 7, ..Sight::default() }) };
    let afraid = three("afraid", 4.0)
        .behavior(Behavior::new(Flee { target: vec![Target::point([0.0; 3])], distance: 5.0 }).of(Of::All))
        .behavior(
            Behavior::new(Evade { target: vec![Target::Agent(AgentId(3)), Target::Agent(AgentId(4))], distance: 5.0 })
                .of(Of::All),
        );
    let hunters = three("hunters", 4.0)
        .behavior(Pursue::new(Target::nearest("prey")))
        .behavior(Intercept::new(Target::first("prey")))
        .behavior(Seek::new(Target::nearest("hunters")));
    vec![
        ("three rules", world(vec![three("one", 4.0)], 3000)),
        ("groups of different sights", world(vec![three("one", 4.0), three("two", 2.0), three("three", 7.0)], 700)),
        ("many behaviors", world(vec![many], 1500)),
        ("the nearest", world(vec![nearest], 2000)),
        ("lists of threats", world(vec![afraid], 1500)),
        ("group targets", world(vec![hunters, three("prey", 3.0)], 800)),
    ]
}

fn allocations(world: &mut World<3>, steps: usize) -> usize {
    let before = COUNT.load(Ordering::Relaxed);
    (0..steps).for_each(|_| world.step());
    COUNT.load(Ordering::Relaxed) - before
}

/// One test, so that no other one allocates meanwhile.
#[test]
fn a_step_allocates_nothing() {
    for (name, mut world) in worlds() {
        assert!(allocations(&mut world, 5) > 0, "{name}: the first steps must allocate, or nothing is counted");
        assert_eq!(allocations(&mut world, 20), 0, "{name}, on one thread");
    }
    // Handing work to a pool costs the pool a block now and then: one for every few dozen hand-overs, none of ours. And who
    // takes which piece of the work is chance, so it may be a while until either thread has had the largest.
    for (name, mut world) in worlds() {
        world.set_threads(2).unwrap();
        allocations(&mut world, 20);
        let mut counts = Vec::new();
        while counts.last().is_none_or(|count| *count > 1) {
            counts.push(allocations(&mut world, 20));
            assert!(counts.len() < 20, "{name}, on two threads: {counts:?} in 20 steps each");
        }
    }
}
