//! Two runs do not write one file: the second is told who holds it.
#![cfg(unix)]

mod common;

use common::Folder;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

/// A run that goes on until it is ended, once it has begun.
struct Running(Child);

impl Running {
    fn begin(folder: &Folder, arguments: &[&str], until: &str) -> Running {
        let mut command = folder.command(arguments);
        let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the binary runs");
        let began = Instant::now();
        let there = || folder.path(until).metadata().is_ok_and(|about| about.len() > 0);
        while !there() {
            assert!(began.elapsed() < Duration::from_secs(60), "{arguments:?} does not begin");
            std::thread::sleep(Duration::from_millis(10));
        }
        Running(child)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn two_runs_do_not_write_one_file() {
    let long = ["--steps", "100000000"];
    let kept = ["--checkpoint", "c.bin", "--checkpoint-every", "1"];
    for (files, until) in [(&kept[..], "c.bin"), (&["--out", "o.csv"], "o.csv"), (&["--metrics", "m.csv"], "m.csv")] {
        let folder = Folder::with_scenarios();
        let first = [&["run", "plane.toml"], &long[..], files].concat();
        let running = Running::begin(&folder, &first, until);
        let number = running.0.id();
        let second = [&["run", "plane.toml", "--steps", "5", "--force"], files].concat();
        let ran = folder.fails(2, &second);
        ran.says(&format!("process {number}")).says(until).says("run plane.toml");
        // By another name, too.
        std::os::unix::fs::symlink(until, folder.path(&format!("link-{until}"))).expect("a link");
        let link = format!("link-{until}");
        let linked: Vec<&str> = second.iter().map(|word| if *word == until { &link } else { *word }).collect();
        folder.fails(2, &linked).says(&format!("process {number}"));
        // A run that was killed holds nothing any more.
        drop(running);
        folder.ok(&second);
        assert!(!folder.names().iter().any(|name| name.ends_with(".lock")), "{:?}", folder.names());
    }
}

#[test]
fn two_sweeps_do_not_write_one_table() {
    let folder = Folder::with_scenarios();
    let sweep = ["sweep", "plane.toml", "--vary", "seed=1..50", "--metric", "speed", "--out", "t.csv"];
    let running = Running::begin(&folder, &[&sweep[..], &["--steps", "100000"]].concat(), "t.csv.journal");
    let number = running.0.id();
    folder.fails(2, &[&sweep[..], &["--steps", "2", "--force"]].concat()).says(&format!("process {number}"));
    drop(running);
    folder.ok(&[&sweep[..], &["--steps", "2", "--force"]].concat());
}
