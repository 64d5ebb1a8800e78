//! Golden hashes: what every scene of the gallery comes to, on any machine, with any build and any number of threads.

use crate::Scenario;
use crate::gallery::Scene;
use std::error::Error;

/// The steps that a scene makes before its hash is compared.
pub const STEPS: u64 = 300;

/// A scene and its hash a line, in the order of names. Minted anew only with a written reason: see CONTRIBUTING.md.
const TABLE: &str = include_str!("golden.txt");

/// The hash that a scene of this name must come to after [`STEPS`] steps, if one is known.
pub fn hash_of(name: &str) -> Option<u64> {
    let line = TABLE.lines().filter_map(|line| line.split_once(' ')).find(|(scene, _)| *scene == name);
    line.and_then(|(_, hash)| u64::from_str_radix(hash, 16).ok())
}

/// The hash that a scene comes to here, after [`STEPS`] steps on so many threads.
pub fn run(scene: &Scene, threads: usize) -> Result<u64, Box<dyn Error>> {
    let mut world = Scenario::parse(scene.text, scene.name)?.build()?;
    world.set_threads(threads)?;
    (0..STEPS).for_each(|_| world.step());
    Ok(world.hash())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gallery;

    #[test]
    fn every_scene_has_a_golden_hash_and_every_hash_a_scene() {
        let scenes: Vec<&str> = gallery::scenes().iter().map(|scene| scene.name).collect();
        let lines: Vec<&str> = TABLE.lines().filter_map(|line| line.split(' ').next()).collect();
        assert_eq!(lines, scenes);
        assert!(scenes.iter().all(|name| hash_of(name).is_some()));
    }
}
