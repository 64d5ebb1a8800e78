//! What the tests share: worlds that change in every way, and files of their own.

#![allow(dead_code, reason = "every test file uses its own part")]

use flockstep::prelude::*;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

/// A file of its own for one test.
pub fn file(name: &str) -> PathBuf {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{}-{number}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    folder.join(name)
}

/// Prey that wanders and a hunter that eats: ids get gaps. The name of a group needs quotes in CSV.
pub fn hunt<const D: usize>(prey: usize) -> World<D> {
    let space = Space::new(Edge::Bounce, [-10.0; D], [10.0; D]).expect("a space");
    let mut world = World::new(space, 0.05, 3).expect("a world");
    let quick = PointBody { max_speed: 10.0, ..PointBody::default() };
    let flock = Group::new("prey, \"small\"").layers(["prey"]).body(quick.clone());
    let flock = flock.behavior(Cohesion::default()).behavior(Wander::default());
    let flock = world.add_group(flock).expect("a group");
    let captures = Captures { of: Of::layers(["prey"]), distance: Some(3.0), respawn: false };
    let pursue = Pursue::new(Target::nearest("prey, \"small\""));
    let hunter = Group::new("hunter").body(quick).behavior(pursue).captures(captures);
    let hunter = world.add_group(hunter).expect("a group");
    world.populate(flock, prey).expect("prey");
    world.populate(hunter, 2).expect("hunters");
    world
}
