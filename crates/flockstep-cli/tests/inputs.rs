//! What is read is a file: a pipe that nobody writes into and a device without an end are refused at once, wherever a
//! file is named.
#![cfg(unix)]

mod common;

use common::nodes::{Device, device, pipe, refused_soon};
use common::{Folder, Ran};
use std::process::Command;

/// Every command that reads a file, with this one. The name says what it should be.
fn reading() -> Vec<Vec<&'static str>> {
    vec![
        vec!["check", "in.toml"],
        vec!["run", "in.toml", "--steps", "1"],
        vec!["render", "in.toml", "--out", "x.png", "--software"],
        vec!["sweep", "in.toml", "--vary", "seed=1..2", "--metric", "speed", "--out", "t.csv"],
        vec!["run", "--resume", "in.toml"],
        vec!["run", "plane.toml", "--resume", "in.toml"],
        vec!["plot", "in.toml", "--out", "x.svg"],
        vec!["replay", "in.toml"],
        vec!["render", "in.flock", "--out", "x.png", "--software"],
        // A run goes on only in a file.
        vec!["run", "plane.toml", "--resume", "c.bin", "--steps", "9", "--out", "in.npy"],
    ]
}

#[test]
fn a_pipe_or_a_device_in_place_of_a_file_is_refused_at_once() {
    for kind in ["a pipe", "a device"] {
        let folder = Folder::with_scenarios();
        folder.ok(&["run", "plane.toml", "--steps", "3", "--checkpoint", "c.bin"]);
        for name in ["in.toml", "in.flock", "in.npy"] {
            if kind == "a pipe" {
                pipe(&folder, name);
            } else if !device(&folder, name, Device::Zero) {
                return;
            }
        }
        for command in reading() {
            let ran = refused_soon(&folder, &command);
            assert!(ran.stderr.contains(kind) || command.contains(&"in.npy"), "{}: {}", ran.what, ran.stderr);
        }
        assert!(!folder.exists("x.png") && !folder.exists("x.svg") && !folder.exists("t.csv"));
    }
}

#[test]
fn a_sweep_does_not_wait_for_its_journal() {
    let folder = Folder::with_scenarios();
    let sweep = ["sweep", "plane.toml", "--vary", "seed=1..2", "--metric", "speed", "--steps", "2", "--out", "t.csv"];
    pipe(&folder, "t.csv.journal");
    refused_soon(&folder, &sweep).says("t.csv.journal");
    refused_soon(&folder, &[&sweep[..], &["--force"]].concat()).says("t.csv.journal");
    std::fs::remove_file(folder.path("t.csv.journal")).expect("it goes");
    folder.write("victim", "precious");
    std::os::unix::fs::symlink("victim", folder.path("t.csv.journal")).expect("a link");
    refused_soon(&folder, &sweep).says("t.csv.journal");
    refused_soon(&folder, &[&sweep[..], &["--force"]].concat()).says("t.csv.journal");
    assert_eq!(folder.read("victim"), "precious");
}

#[test]
fn a_huge_file_with_nothing_in_it_is_not_read_into_memory() {
    let folder = Folder::with_scenarios();
    let huge = std::fs::File::create(folder.path("huge")).expect("a file");
    huge.set_len(1 << 40).expect("a file full of nothing");
    for command in [
        &["check", "huge"][..],
        &["run", "--resume", "huge"],
        &["plot", "huge", "--out", "x.svg"],
        &["replay", "huge"],
        &["run", "plane.toml", "--resume", "huge"],
    ] {
        refused_soon(&folder, command).says("huge");
    }
}

#[test]
fn what_a_shell_hands_over_is_read() {
    let folder = Folder::with_scenarios();
    let flockstep = folder.command(&[]);
    let script = "cat plane.toml | \"$0\" check /dev/stdin && \"$0\" check /proc/self/fd/7 7< plane.toml";
    let mut shell = Command::new("sh");
    let ran = Ran::of(shell.args(["-c", script]).arg(flockstep.get_program()).current_dir(folder.path("")));
    let ran = ran.expect("a shell");
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
}

#[test]
fn a_folder_named_like_a_scene_does_not_hide_it() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("school")).expect("a folder");
    folder.ok(&["check", "school"]);
    folder.ok(&["run", "school", "--steps", "1"]);
    folder.ok(&["sweep", "school", "--vary", "seed=1", "--metric", "speed", "--steps", "1", "--out", "t.csv"]);
    folder.ok(&["render", "school", "--steps", "1", "--software", "--size", "64x36", "--out", "s.png"]);
    // A screen is asked for only once the scene is found.
    folder.fails(1, &["studio", "school"]).says("screen");
    std::fs::create_dir(folder.path("fish")).expect("a folder");
    folder.fails(2, &["run", "fish"]).says("fish").says("a folder");
}
