//! Golden hashes: what every scene of the gallery comes to, on any machine, with any build and any number of threads.

use crate::Scenario;
use crate::gallery::Scene;
use std::error::Error;

/// The steps that a scene makes before its hash is compared.
pub const STEPS: u64 = 300;

/// A case and its hash a line, in the order of scenes. Minted anew only with a written reason: see CONTRIBUTING.md.
const TABLE: &str = include_str!("golden.txt");

/// Scenes that are run once more with everyone deciding only in every fourth step: no scene does so by itself.
const HELD: [&str; 3] = ["ballerini", "school", "units"];
/// The `sight.refresh` they are run with.
const REFRESH: u32 = 4;

/// A world whose hash is known: a scene of the gallery, as it is or with decisions held.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    scene: &'static Scene,
    held: bool,
}

/// What is run of a scene.
pub fn cases(scene: &'static Scene) -> impl Iterator<Item = Case> {
    let held = HELD.contains(&scene.name).then_some(Case { scene, held: true });
    std::iter::once(Case { scene, held: false }).chain(held)
}

impl Case {
    /// Its name: that of the scene, and how it differs from that.
    pub fn name(&self) -> String {
        if self.held { format!("{}/refresh={REFRESH}", self.scene.name) } else { self.scene.name.into() }
    }
    /// The hash that it must come to after [`STEPS`] steps, if one is known.
    pub fn hash(&self) -> Option<u64> {
        hash_of(&self.name())
    }
    /// The hash that it comes to here, after [`STEPS`] steps on so many threads.
    pub fn run(&self, threads: usize) -> Result<u64, Box<dyn Error>> {
        let mut scenario = Scenario::parse(self.scene.text, self.scene.name)?;
        if self.held {
            scenario.groups.iter_mut().for_each(|group| group.group.settings.sight.refresh = REFRESH);
        }
        let mut world = scenario.build()?;
        world.set_threads(threads)?;
        (0..STEPS).for_each(|_| world.step());
        Ok(world.hash())
    }
}

/// The hash that a scene or case of this name must come to after [`STEPS`] steps, if one is known.
pub fn hash_of(name: &str) -> Option<u64> {
    let line = TABLE.lines().filter_map(|line| line.split_once(' ')).find(|(scene, _)| *scene == name);
    line.and_then(|(_, hash)| u64::from_str_radix(hash, 16).ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gallery;

    #[test]
    fn every_scene_has_a_golden_hash_and_every_hash_a_scene() {
        let cases: Vec<String> = gallery::scenes().iter().flat_map(cases).map(|case| case.name()).collect();
        let lines: Vec<&str> = TABLE.lines().filter_map(|line| line.split(' ').next()).collect();
        assert_eq!(lines, cases);
        assert!(cases.iter().all(|name| hash_of(name).is_some()));
    }

    #[test]
    fn scenes_whose_agents_hold_decisions_come_to_other_hashes_of_their_own() {
        for case in gallery::scenes().iter().flat_map(cases).filter(|case| case.held) {
            assert_eq!(case.run(2).ok(), case.hash(), "{}", case.name());
            assert_ne!(case.hash(), hash_of(case.scene.name), "{}", case.name());
        }
    }
}
