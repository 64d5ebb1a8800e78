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

/// Two groups that eat, bodies that bump, and walkers who arrive: everything that metrics remember.
const EVENTFUL: &str = r#"
dimensions = 2
seed = 4
time_step = 0.05
[space]
edge = "bounce"
min = [0, 0]
max = [30, 30]
[[groups]]
name = "prey"
count = 60
speed = [1, 3]
body = { max_speed = 3, radius = 0.6 }
[[groups.behaviors]]
type = "wander"
[[groups]]
name = "sharks"
count = 2
speed = [4, 4]
captures = { of = { groups = ["prey"] }, distance = 0.7 }
body = { max_speed = 5 }
[[groups.behaviors]]
type = "seek"
target = { group = "prey", pick = "nearest" }
[[groups]]
name = "gulls"
count = 2
speed = [4, 4]
captures = { of = { groups = ["prey"] }, distance = 0.7 }
body = { max_speed = 6 }
[[groups.behaviors]]
type = "seek"
target = { group = "prey", pick = "nearest" }
[[groups]]
name = "walkers"
count = 20
speed = [0, 2]
body = { max_speed = 4, radius = 0.4 }
[[groups.behaviors]]
type = "arrive"
target = { point = [15, 15] }
stop_distance = 3
"#;

#[test]
fn every_metric_of_a_resumed_run_is_that_of_the_whole_run() {
    let folder = Folder::new();
    folder.write("eventful.toml", EVENTFUL);
    let fits = |entry: &&flockstep::observe::MetricEntry| entry.metric.fits(2);
    let names: Vec<&str> = flockstep::observe::METRICS.iter().filter(fits).map(|entry| entry.name).collect();
    let names = names.join(",");
    let run = |more: &[&str]| folder.ok(&[&["run", "eventful.toml", "--metric", &names], more].concat());
    // Rows at other steps than checkpoints, too.
    for every in ["1", "7"] {
        let rows = ["--every", every, "--quiet", "--force"];
        run(&[&["--steps", "150", "--metrics", "whole.csv"], &rows[..]].concat());
        let part = ["--steps", "85", "--metrics", "part.csv", "--checkpoint", "c.bin", "--checkpoint-every", "40"];
        run(&[&part[..], &rows].concat());
        run(&["--steps", "150", "--metrics", "part.csv", "--every", every, "--resume", "c.bin", "--threads", "1"]);
        let (whole, part) = (folder.read("whole.csv"), folder.read("part.csv"));
        for (whole, part) in whole.lines().zip(part.lines()) {
            assert_eq!(part, whole, "{names}");
        }
        assert_eq!(part.len(), whole.len());
        // The test is worth something only if all of it happens, before the checkpoint and after it.
        let number = |step: &str, group: &str, metric: &str| -> f64 {
            let at = whole.lines().next().and_then(|head| head.split(',').position(|name| name == metric));
            let row = whole.lines().find(|line| {
                let mut cells = line.split(',');
                cells.next() == Some(step) && cells.nth(1) == Some(group)
            });
            let cell = row.and_then(|row| row.split(',').nth(at.expect("the column"))).expect("the row");
            cell.parse().expect("a number")
        };
        let (middle, end) = if every == "1" { ("80", "150") } else { ("77", "147") };
        for (group, metric) in
            [("all", "collisions"), ("sharks", "captures"), ("gulls", "captures"), ("all", "arrived")]
        {
            let (then, last) = (number(middle, group, metric), number(end, group, metric));
            assert!(then > 0.0 && last > then, "{group} {metric}: {then} {last}");
        }
    }
}

#[test]
fn what_a_checkpoint_cannot_know_is_said() {
    let folder = Folder::with_scenarios();
    folder.ok(&["run", "plane.toml", "--steps", "30", "--checkpoint", "c.bin"]);
    let resumed = ["run", "plane.toml", "--steps", "40", "--resume", "c.bin", "--metrics", "m.csv", "--force"];
    folder.ok(&[&resumed[..], &["--metric", "collisions"]].concat()).says("from step 30 on");
    let quiet = folder.ok(&[&resumed[..], &["--metric", "speed"]].concat());
    assert!(!quiet.stderr.contains("note:"), "{}", quiet.stderr);
    // What is remembered stands in the same file, and is checked as the world is.
    folder.ok(&["run", "plane.toml", "--steps", "30", "--checkpoint", "r.bin", "--metric", "collisions"]);
    let bytes = std::fs::read(folder.path("r.bin")).expect("the checkpoint");
    assert!(bytes.windows(8).any(|word| word == b"FLOCKMEM"));
    for at in [9, 17, 25, 41] {
        let mut changed = bytes.clone();
        let place = changed.len() - at;
        changed[place] ^= 1;
        std::fs::write(folder.path("changed.bin"), &changed).expect("a changed checkpoint");
        folder.fails(2, &["run", "--resume", "changed.bin", "--metric", "collisions"]).says("changed.bin");
    }
}
