//! Every scene of the gallery runs to the same bits: in debug and release, on any number of threads, on any machine.

mod common;

use common::Folder;

/// The hash of every scene after 300 steps, one a line. Minted anew only with a written reason: see CONTRIBUTING.md.
const GOLDEN: &str = include_str!("golden.txt");

fn hash(folder: &Folder, scene: &str, threads: &str) -> String {
    let ran = folder.run(&["run", scene, "--steps", "300", "--threads", threads, "--quiet"]);
    ran.stdout.split_whitespace().nth(1).unwrap_or_default().to_string()
}

#[test]
fn every_scene_has_its_golden_hash_on_any_number_of_threads() {
    let folder = Folder::new();
    let names = folder.run(&["list", "--names"]).stdout;
    let golden: Vec<(&str, &str)> = GOLDEN.lines().filter_map(|line| line.split_once(' ')).collect();
    let known: Vec<&str> = golden.iter().map(|(name, _)| *name).collect();
    assert_eq!(names.lines().collect::<Vec<_>>(), known, "scenes with a golden hash");
    for (scene, golden) in golden {
        for threads in ["1", "2", "3", "8"] {
            assert_eq!(hash(&folder, scene, threads), golden, "{scene} on {threads} threads");
        }
    }
}
