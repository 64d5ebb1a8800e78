//! Checkpoints: a run that is cut in two ends like one that is not.

mod common;

use common::Folder;

#[test]
fn a_resumed_run_ends_with_the_same_hash() {
    let folder = Folder::with_scenarios();
    for file in ["plane.toml", "space.toml"] {
        let whole = folder.ok(&["run", file, "--steps", "120"]).hash();
        let first = ["run", file, "--steps", "70", "--checkpoint", "c.bin", "--checkpoint-every", "25", "--force"];
        assert_eq!(folder.ok(&first).hash().steps, 70);
        let with = folder.ok(&["run", file, "--resume", "c.bin", "--steps", "120", "--threads", "1"]).hash();
        let without = folder.ok(&["run", "--resume", "c.bin", "--steps", "120", "--threads", "3"]).hash();
        assert_eq!((&with, &without), (&whole, &whole));
    }
    assert!(!folder.names().iter().any(|name| name.contains("partial")), "{:?}", folder.names());
}

#[test]
fn outputs_of_a_resumed_run_are_those_of_the_whole_run_from_there_on() {
    let folder = Folder::with_scenarios();
    let run = |more: &[&str]| folder.ok(&[&["run", "space.toml", "--every", "5"], more].concat());
    run(&["--steps", "40", "--out", "whole.csv", "--metrics", "whole_m.csv"]);
    run(&["--steps", "20", "--checkpoint", "c.bin", "--checkpoint-every", "10"]);
    run(&["--steps", "40", "--resume", "c.bin", "--out", "rest.csv", "--metrics", "rest_m.csv"]);
    let from = |text: &str, first: u64| {
        let late =
            |line: &&str| line.split(',').next().and_then(|step| step.parse().ok()).is_some_and(|s: u64| s >= first);
        text.lines().filter(late).map(String::from).collect::<Vec<_>>()
    };
    let (whole, rest) = (folder.read("whole.csv"), folder.read("rest.csv"));
    assert!(rest.lines().nth(1).is_some_and(|line| line.starts_with("20,1.0,")), "it starts at the resumed step");
    assert_eq!(from(&rest, 21), from(&whole, 21));
    assert_eq!(from(&folder.read("rest_m.csv"), 0), from(&folder.read("whole_m.csv"), 20), "captures are carried on");
}

#[test]
fn without_a_rhythm_the_checkpoint_holds_the_end() {
    let folder = Folder::with_scenarios();
    let end = folder.ok(&["run", "plane.toml", "--steps", "30", "--checkpoint", "c.bin"]).hash();
    assert_eq!(folder.ok(&["run", "--resume", "c.bin", "--steps", "30"]).hash(), end);
    // A run goes on in its own checkpoint without --force.
    folder.ok(&["run", "plane.toml", "--resume", "c.bin", "--checkpoint", "c.bin", "--steps", "50"]);
    let whole = folder.ok(&["run", "plane.toml", "--steps", "60"]).hash();
    assert_eq!(folder.ok(&["run", "--resume", "c.bin", "--steps", "60"]).hash(), whole);
}

#[test]
fn what_cannot_be_resumed_is_refused() {
    let folder = Folder::with_scenarios();
    folder.ok(&["run", "plane.toml", "--steps", "30", "--checkpoint", "c.bin"]);
    folder.fails(2, &["run", "space.toml", "--resume", "c.bin"]).says("another scenario").says("2 dimensions");
    folder.fails(2, &["run", "plane.toml", "--seed", "8", "--resume", "c.bin"]).says("seed");
    let set = "groups.red.body.max_speed=9";
    folder.fails(2, &["run", "plane.toml", "--set", set, "--resume", "c.bin"]).says("\"red\" differs");
    folder.fails(2, &["run", "--seed", "8", "--resume", "c.bin"]).says("--seed");
    folder.fails(2, &["run", "--resume", "c.bin", "--steps", "29"]).says("step 30");
    folder.fails(2, &["run", "--resume", "missing.bin"]).says("missing.bin");
    folder.fails(2, &["run", "--resume", "plane.toml"]).says("plane.toml");
    folder.fails(2, &["run", "plane.toml", "--checkpoint", "c.bin"]).says("exists");
    let bytes = std::fs::read(folder.path("c.bin")).expect("the checkpoint");
    for cut in [0, 1, 20, bytes.len() / 2, bytes.len() - 1] {
        std::fs::write(folder.path("cut.bin"), &bytes[..cut]).expect("a cut checkpoint");
        folder.fails(2, &["run", "--resume", "cut.bin"]).says("cut.bin");
    }
}
