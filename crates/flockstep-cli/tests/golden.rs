//! Every scene of the gallery runs to the same bits: in debug and release, on any number of threads, on any machine.

mod common;

use common::Folder;
use flockstep_scenario::{gallery, golden};

#[track_caller]
fn assert_golden(folder: &Folder, scene: &str, threads: usize) {
    let (steps, threads) = (golden::STEPS.to_string(), threads.to_string());
    let ran = folder.run(&["run", scene, "--steps", &steps, "--threads", &threads, "--quiet"]);
    let golden = golden::hash_of(scene).map(|hash| format!("{hash:016x}"));
    assert_eq!(ran.stdout.split_whitespace().nth(1), golden.as_deref(), "{scene} on {threads} threads");
}

#[test]
fn every_scene_has_its_golden_hash_on_any_number_of_threads() {
    let folder = Folder::new();
    for scene in gallery::scenes() {
        for threads in [1, 2, 3, 8, 32] {
            assert_golden(&folder, scene.name, threads);
        }
    }
}

/// The scene with the most agents, so that there is something to share out.
#[test]
fn a_scene_has_its_golden_hash_on_each_number_of_threads() {
    let folder = Folder::new();
    for threads in 1..=32 {
        assert_golden(&folder, "maze", threads);
    }
}
