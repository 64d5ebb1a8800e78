//! `flockstep plot` and the choice of metrics, as a user meets them.

mod common;

use common::Folder;

fn measured(folder: &Folder, more: &[&str]) {
    folder.ok(&[&["run", "school", "--steps", "20", "--metrics", "m.csv", "--quiet"], more].concat());
}

#[test]
fn metrics_are_chosen_by_name() {
    let folder = Folder::new();
    measured(&folder, &["--metric", "flocks,nearest_median,center_z", "--flock-distance", "4", "--every", "10"]);
    let text = folder.read("m.csv");
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("step,time,group,agents,flocks,nearest_median,center_z"));
    let rows: Vec<Vec<&str>> = lines.map(|line| line.split(',').collect()).collect();
    assert!(rows.iter().all(|row| row.len() == 7 && row[4].parse::<u32>().is_ok()), "{text}");
    assert_eq!(rows.iter().filter(|row| row[2] == "all").map(|row| row[0]).collect::<Vec<_>>(), ["0", "10", "20"]);
}

#[test]
fn the_summary_shows_what_was_asked_for() {
    let folder = Folder::new();
    let ran = folder.ok(&["run", "arrive", "--steps", "5", "--metric", "arrived,overlaps"]);
    assert!(ran.stdout.lines().any(|line| line.contains("arrived") && line.contains("overlaps")), "{}", ran.stdout);
    assert!(!ran.stdout.contains("polarization"));
}

#[test]
fn a_metric_that_is_none_is_refused_before_anything_is_written() {
    let folder = Folder::new();
    let run = |more: &[&str]| folder.fails(2, &[&["run", "--metrics", "m.csv"], more].concat());
    run(&["school", "--metric", "polarisation"]).says("did you mean \"polarization\"");
    run(&["school", "--metric", "xyzzy"]).says("allowed are polarization");
    run(&["units", "--metric", "center_z"]).says("center_z");
    run(&["school", "--flock-distance", "-1"]).says("greater than 0");
    assert!(!folder.exists("m.csv"));
}

#[test]
fn a_picture_has_axes_with_units_and_a_line_per_group() {
    let folder = Folder::new();
    measured(&folder, &[]);
    folder.ok(&["plot", "m.csv", "--out", "m.svg"]);
    let svg = folder.read("m.svg");
    for text in ["time (s)", "polarization", "spread (units)", "speed (units/s)", ">bluegill<", ">all<", ">m<"] {
        assert!(svg.contains(text), "{text} is not in the picture");
    }
    folder.ok(&["plot", "m.csv", "--out", "one.svg", "--metric", "speed", "--group", "bluegill", "--title", "a < b"]);
    let svg = folder.read("one.svg");
    assert!(svg.contains("a &lt; b") && !svg.contains("polarization") && !svg.contains(">all<"));
    folder.ok(&["plot", "m.csv", "--out", "m.png"]);
    let png = std::fs::read(folder.path("m.png")).expect("a picture");
    assert_eq!(png[..8], *b"\x89PNG\r\n\x1a\n");
}

#[test]
fn what_cannot_be_drawn_is_said_clearly() {
    let folder = Folder::new();
    measured(&folder, &["--out", "fish.csv"]);
    folder.write("taken.svg", "mine");
    for (arguments, part) in [
        (&["plot", "m.csv", "--out", "m.jpg"][..], "allowed is a name ending in .svg or .png"),
        (&["plot", "m.csv", "--out", "taken.svg"], "--force overwrites it"),
        (&["plot", "fish.csv", "--out", "m.svg"], "this is no file of metrics: line 1 should begin with"),
        (&["plot", "missing.csv", "--out", "m.svg"], "missing.csv"),
        (&["plot", "m.csv", "--out", "m.svg", "--metric", "sped"], "did you mean \"speed\""),
        (&["plot", "m.csv", "--out", "m.svg", "--group", "bluegil"], "did you mean \"bluegill\""),
    ] {
        folder.fails(2, arguments).says(part);
        assert!(!folder.exists("m.svg"));
    }
    assert_eq!(folder.read("taken.svg"), "mine");
    folder.ok(&["plot", "m.csv", "--out", "taken.svg", "--force"]);
    assert!(folder.read("taken.svg").starts_with("<svg"));
}
