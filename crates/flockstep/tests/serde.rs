//! With the feature `serde` a world, its ids and its events go through any format and come back.

#![cfg(feature = "serde")]
#![allow(clippy::unwrap_used)]

mod common;

use common::scenes::{Any, SCENES};
use flockstep::prelude::*;

fn comes_back<const D: usize>(name: &str, mut world: World<D>) {
    (0..5).for_each(|_| world.step());
    let text = serde_json::to_string(&world).unwrap();
    let mut back: World<D> = serde_json::from_str(&text).unwrap();
    for _ in 0..5 {
        world.step();
        back.step();
        assert_eq!(back.hash(), world.hash(), "{name}");
    }
}

#[test]
fn worlds_come_back_and_go_on_the_same_way() {
    for (name, scene) in SCENES {
        match scene() {
            Any::Plane(world) => comes_back(name, world),
            Any::Space(world) => comes_back(name, world),
        }
    }
}

#[test]
fn ids_are_numbers_and_damage_is_an_error() {
    assert_eq!(serde_json::to_string(&AgentId(7)).unwrap(), "7");
    assert_eq!(serde_json::from_str::<GroupId>("3").unwrap(), GroupId(3));
    let wrong = serde_json::from_str::<World<2>>("[1, 2, 3]").err().unwrap().to_string();
    assert!(wrong.contains("not a usable snapshot"), "{wrong}");
}
