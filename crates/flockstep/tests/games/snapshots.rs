//! Saved worlds: what comes back, and what is refused.

use crate::common::scenes::{Any, SCENES};
use crate::common::*;
use flockstep::prelude::*;

/// A small world with something of everything that a snapshot holds.
fn small() -> World<2> {
    let mut world = cube::<2>(Edge::Wrap, 10.0, 0.05, 99);
    world.set_marker("mark", [1.0, 2.0]).unwrap();
    world.add_obstacle(Obstacle::Ball { center: [1.0, 1.0], radius: 0.5 }).unwrap();
    world.add_obstacle(Obstacle::Box { min: [3.0, 3.0], max: [4.0, 5.0] }).unwrap();
    let hunters = Group::new("hunters")
        .layers(["fast"])
        .body(RigidBody::default())
        .behavior(Behavior::new(Pursue::new(Target::nearest("prey"))).response(Response::Turn).when(When::Leading))
        .captures(Captures { of: Of::groups(["prey"]), distance: Some(0.1), respawn: true });
    let prey = Group::new("prey")
        .place(Place::Points(vec![[1.0, 1.0].into(), [2.0, 0.0].into()]))
        .speed([1.0, 2.0])
        .behavior(
            Behavior::new(Evade { target: vec![Target::Agent(AgentId(0))], distance: 3.0 }).of(Of::layers(["fast"])),
        )
        .behavior(Wander::default())
        .behavior(Seek::new(Target::marker("mark")));
    world.add_groups(vec![hunters, prey]).unwrap();
    world.populate(GroupId(0), 2).unwrap();
    world.populate(GroupId(1), 4).unwrap();
    world.edit_agent(AgentId(3), |own| own.sight.radius = 7.0).unwrap();
    world.edit_agent(AgentId(4), |own| own.sight.radius = 8.0).unwrap();
    world.forget_personality(AgentId(3)).unwrap();
    world.control(AgentId(1), Some(Control::Helm { helm: 0.1, pitch: 0.0, thrust: 0.5 })).unwrap();
    world.control(AgentId(2), Some(Control::Direction([0.0, 1.0]))).unwrap();
    world.advance(0.12, 9).unwrap();
    world
}

#[test]
fn everything_comes_back() {
    let mut world = small();
    let bytes = world.snapshot();
    let mut back = World::<2>::from_snapshot(&bytes).unwrap();
    assert_eq!((back.groups(), back.markers()), (world.groups(), world.markers()));
    assert_eq!((back.obstacles(), back.space()), (world.obstacles(), world.space()));
    assert_eq!((back.seed(), back.steps(), back.time_step()), (99, 2, 0.05));
    assert_eq!((back.time(), back.capture_count()), (world.time(), world.capture_count()));
    assert_eq!((back.has_personality(AgentId(3)), back.has_personality(AgentId(4))), (Ok(false), Ok(true)));
    assert_eq!(back.settings(AgentId(4)).unwrap(), world.settings(AgentId(4)).unwrap());
    // But for the steering of the last step, which nobody holds here.
    let still = |agent: Agent<2>| Agent { steering: [0.0; 2], ..agent };
    assert!(back.agents().map(still).eq(world.agents().map(still)));
    assert_eq!(back.previous_positions(), back.positions(), "nobody has moved yet");
    // The time left over too: the next step comes as soon.
    assert_eq!(back.advance(0.031, 9).unwrap().steps, 1);
    assert_eq!(world.advance(0.031, 9).unwrap().steps, 1);
    assert_eq!(back.hash(), world.hash());
    assert!(back.snapshot() == world.snapshot());
    assert_eq!(World::<2>::snapshot_dimensions(&bytes), Ok(2));
}

#[test]
fn every_byte_that_is_wrong_is_noticed() {
    let bytes = small().snapshot();
    assert!(bytes.len() < 10_000);
    for at in 0..bytes.len() {
        for change in [1u8, 0x80, 0xff] {
            let mut copy = bytes.clone();
            copy[at] ^= change;
            assert!(World::<2>::from_snapshot(&copy).is_err(), "byte {at} changed by {change:#x} is not noticed");
        }
    }
}

#[test]
fn every_snapshot_cut_short_or_too_long_is_refused() {
    let bytes = small().snapshot();
    for length in 0..bytes.len() {
        assert!(World::<2>::from_snapshot(&bytes[..length]).is_err(), "{length} of {} bytes", bytes.len());
    }
    let mut longer = bytes.clone();
    longer.push(0);
    assert!(World::<2>::from_snapshot(&longer).is_err());
    assert!(World::<2>::from_snapshot(&bytes.repeat(2)).is_err());
}

#[test]
fn a_refused_restore_leaves_the_world_as_it_is() {
    let mut world = small();
    let other = cube::<3>(Edge::Open, 1.0, 0.1, 1).snapshot();
    let bytes = world.snapshot();
    let refused = world.restore(&other).unwrap_err();
    assert!(refused.to_string().contains("3 dimensions"), "{refused}");
    assert!(world.restore(&bytes[1..]).is_err());
    assert!(world.snapshot() == bytes);
    assert!(World::<3>::from_snapshot(&bytes).is_err());
    assert_eq!(World::<2>::snapshot_dimensions(&other), Ok(3));
}

/// The checksum as the format defines it: FNV-1a over words of eight bytes, each time finished by a shift.
fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let end = bytes.len() - 8;
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    let words = bytes[..end].chunks_exact(8);
    let rest = words.remainder();
    for word in words {
        hash = (hash ^ u64::from_le_bytes(word.try_into().unwrap())).wrapping_mul(0x0000_0100_0000_01B3);
        hash ^= hash >> 29;
    }
    for byte in rest {
        hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01B3);
    }
    hash ^= hash >> 32;
    bytes[end..].copy_from_slice(&hash.to_le_bytes());
    bytes
}

#[test]
fn another_version_is_refused_by_name() {
    let bytes = small().snapshot();
    assert!(sealed(bytes.clone()) == bytes, "the test knows the checksum");
    let mut newer = bytes.clone();
    newer[8] += 1;
    let version = format!("version {}", newer[8]);
    let refused = World::<2>::from_snapshot(&sealed(newer)).err().unwrap();
    assert!(refused.to_string().contains(&version), "{refused}");
    let mut other = bytes;
    other[0] = b'X';
    assert!(World::<2>::from_snapshot(&sealed(other)).is_err());
}

/// Whoever forges a snapshot gets a refusal or a world that runs, never a panic.
#[test]
fn a_forged_snapshot_never_panics() {
    let bytes = small().snapshot();
    let mut accepted = 0;
    for at in 24..bytes.len() - 8 {
        for change in [1u8, 0x10, 0x7f, 0x80, 0xff] {
            let mut copy = bytes.clone();
            copy[at] ^= change;
            if let Ok(mut world) = World::<2>::from_snapshot(&sealed(copy)) {
                accepted += 1;
                (0..2).for_each(|_| world.step());
                for agent in world.agents() {
                    let numbers = agent.position.iter().chain(&agent.velocity).chain(&agent.heading);
                    assert!(numbers.into_iter().all(|number| number.is_finite()), "byte {at} by {change:#x}");
                }
            }
        }
    }
    assert!(accepted > 100, "most numbers may well be others: {accepted}");
}

/// A world as bytes costs about what its numbers cost.
#[test]
fn a_snapshot_is_compact() {
    let Any::Plane(world) = SCENES[3].1() else { panic!("a world in the plane") };
    let bytes = world.snapshot().len();
    assert!(bytes < world.len() * 31 + 4000, "{bytes} bytes for {} agents", world.len());
}
