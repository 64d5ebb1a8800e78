//! Every instruction set gives the same bits. Which one is in force is a setting of the whole process, so this test has
//! a process of its own.

#![allow(clippy::unwrap_used)]

mod common;

use common::scenes::SCENES;

#[test]
fn every_instruction_set_gives_the_same_bits() {
    let levels = flockstep::simd::levels();
    assert!(!levels.is_empty());
    assert!(!flockstep::simd::force(Some("no such thing")));
    for (name, scene) in SCENES {
        let hashes: Vec<(&str, u64)> = levels
            .iter()
            .map(|level| {
                assert!(flockstep::simd::force(Some(level)));
                assert_eq!(flockstep::simd::in_use(), *level);
                let mut world = scene();
                world.steps(12);
                (*level, world.hash())
            })
            .collect();
        assert!(hashes.iter().all(|(_, hash)| *hash == hashes[0].1), "{name}: {hashes:x?}");
    }
    assert!(flockstep::simd::force(None));
    assert!(levels.contains(&flockstep::simd::in_use()));
}
