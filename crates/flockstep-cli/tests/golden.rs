//! Every scene of the gallery runs to the same bits: in debug and release, on any number of threads, on any machine.

mod common;

use common::{flockstep, text};

/// The hash of every scene after 300 steps, one a line. Minted anew only with a written reason: see CONTRIBUTING.md.
const GOLDEN: &str = include_str!("golden.txt");

fn hash(scene: &str, threads: &str) -> String {
    let output = flockstep(&["run", scene, "--steps", "300", "--threads", threads, "--quiet"]);
    let line = text(&output.stdout);
    line.split_whitespace().nth(1).unwrap_or_default().to_string()
}

#[test]
fn every_scene_has_its_golden_hash_on_any_number_of_threads() {
    let names = text(&flockstep(&["list", "--names"]).stdout);
    let golden: Vec<(&str, &str)> = GOLDEN.lines().filter_map(|line| line.split_once(' ')).collect();
    let known: Vec<&str> = golden.iter().map(|(name, _)| *name).collect();
    assert_eq!(names.lines().collect::<Vec<_>>(), known, "scenes with a golden hash");
    for (scene, golden) in golden {
        for threads in ["1", "2", "3", "8"] {
            assert_eq!(hash(scene, threads), golden, "{scene} on {threads} threads");
        }
    }
}
