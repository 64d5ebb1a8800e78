//! The same scenario, seed and step count give the same bits: on any number of threads, fresh or resumed, in any build
//! and on any machine. (Every instruction set: see `levels.rs`.)

#![allow(clippy::unwrap_used)]

mod common;

use common::scenes::{Any, SCENES, many};
use flockstep::prelude::*;

/// Hashes after 25 steps, the same wherever and however this is built. A change of the engine's arithmetic changes
/// them: mint new ones only with a written reason (the failing test prints them).
const GOLDEN: &[(&str, u64)] = &[
    ("school", 0x469e_5d91_b4e5_f323),
    ("meadow", 0x181b_17c9_e59b_e801),
    ("craft", 0x4e99_0896_e315_f776),
    ("vicsek", 0x50bc_18e5_6c0c_fa52),
    ("crowd", 0xf33c_d0ac_62e9_c76f),
    ("fleet", 0x8748_2ece_279e_673c),
    ("tank", 0x7faa_5ffe_b77c_dc5c),
];

/// Steps, a game's meddling, and steps again.
fn run(mut world: Any, threads: usize) -> Any {
    world.set_threads(threads);
    world.steps(8);
    world.meddle();
    world.steps(8);
    world
}

#[test]
fn hashes_are_the_golden_ones() {
    let found: Vec<(&str, u64)> = SCENES
        .iter()
        .map(|(name, scene)| {
            let mut world = scene();
            world.set_threads(2);
            world.steps(25);
            (*name, world.hash())
        })
        .collect();
    let minted: Vec<String> = found.iter().map(|(name, hash)| format!("    (\"{name}\", 0x{hash:016x}),")).collect();
    assert_eq!(found, GOLDEN, "\nfound:\n{}\n", minted.join("\n"));
}

#[test]
fn any_number_of_threads_gives_the_same_bits() {
    for (name, scene) in SCENES {
        let one = run(scene(), 1);
        for threads in [2, 3, 8] {
            let several = run(scene(), threads);
            assert_eq!(several.hash(), one.hash(), "{name} on {threads} threads");
            assert!(several.snapshot() == one.snapshot(), "{name} on {threads} threads");
        }
    }
}

#[test]
fn captures_happen_in_the_scenes_that_have_them() {
    // Without them the tests above would compare less than they say.
    let eaten = |name: &str| {
        let (_, scene) = SCENES.iter().find(|scene| scene.0 == name).unwrap();
        let mut world = scene();
        let before = world.len();
        world.steps(16);
        (world.capture_count(), before - world.len())
    };
    let (captured, gone) = eaten("school");
    assert!(captured > 0 && gone == 0, "{captured} eaten, {gone} gone");
    let (captured, gone) = eaten("meadow");
    assert!(captured > 5 && gone as u64 == captured, "{captured} eaten, {gone} gone");
}

#[test]
fn sorting_on_threads_gives_the_same_bits() {
    let hash = |threads| {
        let mut world = many();
        world.set_threads(threads);
        world.steps(3);
        world.hash()
    };
    let one = hash(1);
    for threads in [2, 3, 8] {
        assert_eq!(hash(threads), one, "{threads} threads");
    }
}

#[test]
fn a_resumed_world_goes_on_as_if_nothing_had_happened() {
    for (name, scene) in SCENES {
        let mut world = run(scene(), 1);
        let saved = world.snapshot();
        let mut resumed = world.reborn(&saved);
        assert_eq!(resumed.hash(), world.hash(), "{name} as it wakes");
        assert!(resumed.snapshot() == saved, "{name}: a snapshot of the resumed world is the same bytes");
        resumed.set_threads(2);
        for step in 0..8 {
            world.step();
            resumed.step();
            assert_eq!(resumed.hash(), world.hash(), "{name}, step {step} after resuming");
        }
        let after = world.snapshot();
        assert!(resumed.snapshot() == after, "{name}: everything is the same, not only the motion");
        // Rolled back and played again.
        world.restore(&saved);
        world.steps(8);
        assert!(world.snapshot() == after, "{name} played again");
    }
}

#[test]
fn two_runs_are_alike_and_two_seeds_are_not() {
    for (name, scene) in SCENES {
        assert_eq!(run(scene(), 1).hash(), run(scene(), 1).hash(), "{name}");
    }
    let wandering = |seed: u64| {
        let mut world = common::cube::<3>(Edge::Wrap, 10.0, 0.1, seed);
        world.add_group(Group::new("one").behavior(Wander::default())).unwrap();
        // Put there by hand, so that only the wandering differs.
        world.spawn(GroupId(0), [0.0; 3], [1.0, 0.0, 0.0]).unwrap();
        (0..5).for_each(|_| world.step());
        world.hash()
    };
    let hashes: Vec<u64> = (0..50).map(wandering).collect();
    for (at, hash) in hashes.iter().enumerate() {
        assert!(!hashes[..at].contains(hash), "seed {at} runs like another");
    }
}

/// The hash is of the agents, not of the order they are stored in; and of all that the next step depends on.
#[test]
fn the_hash_tells_worlds_apart() {
    let world = |x: f32, velocity: f32| {
        let mut world = common::open::<2>(0.1, 1);
        world.add_groups(vec![Group::new("a"), Group::new("b")]).unwrap();
        world.spawn(GroupId(0), [x, 0.0], [velocity, 0.0]).unwrap();
        world.spawn(GroupId(0), [5.0, 0.0], [1.0, 0.0]).unwrap();
        world
    };
    let plain = world(0.0, 1.0).hash();
    assert_eq!(world(-0.0, 1.0).hash(), plain, "both zeros are the same number");
    assert_ne!(world(1e-30, 1.0).hash(), plain);
    assert_ne!(world(0.0, 1.0000001).hash(), plain);
    let mut turned = world(0.0, 1.0);
    turned.feed(AgentId(1), [5.0, 0.0], [0.0, 1.0]).unwrap();
    turned.feed(AgentId(1), [5.0, 0.0], [0.0, 0.0]).unwrap();
    let mut still = world(0.0, 1.0);
    still.feed(AgentId(1), [5.0, 0.0], [0.0, 0.0]).unwrap();
    assert_ne!(turned.hash(), still.hash(), "the heading counts");
    let mut steered = world(0.0, 1.0);
    steered.steer();
    assert_ne!(steered.hash(), plain, "the step counts");
    let mut gone = world(0.0, 1.0);
    gone.spawn(GroupId(1), [9.0, 9.0], [0.0; 2]).unwrap();
    assert_ne!(gone.hash(), plain);
    gone.despawn(AgentId(2)).unwrap();
    assert_eq!(gone.hash(), plain);
}
