//! The pipeline holds no state: dropped between any two steps, the future is the same; and so is that of a clone.

#![allow(clippy::unwrap_used)]

mod common;

use common::scenes::{Any, SCENES};
use flockstep::prelude::*;

fn drops<const D: usize>(name: &str, mut world: World<D>) {
    world.set_threads(2).unwrap();
    let mut dropped = world.clone();
    for step in 0..24 {
        world.step();
        dropped.step();
        dropped.drop_pipeline();
        assert_eq!(dropped.hash(), world.hash(), "{name}, step {step}");
        assert!(dropped.snapshot() == world.snapshot(), "{name}, step {step}: the whole state");
        if step % 5 == 4 {
            world.edit_group(GroupId(0), |group| group.settings.sight.radius *= 1.1).unwrap();
            dropped.edit_group(GroupId(0), |group| group.settings.sight.radius *= 1.1).unwrap();
        }
    }
}

#[test]
fn it_can_be_dropped_between_any_two_steps() {
    for (name, scene) in SCENES {
        match scene() {
            Any::Plane(world) => drops(name, world),
            Any::Space(world) => drops(name, world),
        }
    }
}

fn goes_its_own_way<const D: usize>(name: &str, mut world: World<D>) {
    (0..5).for_each(|_| world.step());
    let mut twin = world.clone();
    let before = world.snapshot();
    twin.step();
    assert!(world.snapshot() == before, "{name}: the clone moved, the world did not");
    world.step();
    assert_eq!(twin.hash(), world.hash(), "{name}");
    let id = world.ids()[0];
    twin.despawn(id).unwrap();
    assert!(world.contains(id) && !twin.contains(id), "{name}");
}

#[test]
fn a_clone_goes_its_own_way() {
    for (name, scene) in SCENES {
        match scene() {
            Any::Plane(world) => goes_its_own_way(name, world),
            Any::Space(world) => goes_its_own_way(name, world),
        }
    }
}
