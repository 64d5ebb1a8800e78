//! `flockstep sweep`: every combination once, whatever the number of workers and however often it is killed.

mod common;

use common::{Folder, parquet_rows};

const VARY: [&str; 6] = [
    "--vary",
    "groups.red.behaviors.alignment.weight=0..5/3",
    "--vary",
    "groups.red.blend=sum,priority",
    "--vary",
    "seed=1..3",
];

fn sweep<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&["sweep", "plane.toml", "--metric", "polarization,red.speed"], &VARY[..], more].concat()
}

#[test]
fn rows_are_those_of_single_runs_in_order() {
    let folder = Folder::with_scenarios();
    folder.ok(&sweep(&["--steps", "40", "--warmup", "20", "--out", "t.csv"]));
    let text = folder.read("t.csv");
    let mut lines = text.lines();
    let heads = "groups.red.behaviors.alignment.weight,groups.red.blend,seed,polarization,polarization_last,red.speed,\
                 red.speed_last,agents,hash";
    assert_eq!(lines.next(), Some(heads));
    let rows: Vec<Vec<&str>> = lines.map(|line| line.split(',').collect()).collect();
    assert_eq!(rows.len(), 3 * 2 * 3);
    for (at, row) in rows.iter().enumerate() {
        let values = [["0.0", "2.5", "5.0"][at / 6], ["sum", "priority"][at / 3 % 2], ["1", "2", "3"][at % 3]];
        assert_eq!(row[..3], values);
    }
    // One of them by hand: the hash, and the mean and the last of what run --metrics writes.
    let row = &rows[6 + 2];
    let set = ["--set", "groups.red.behaviors.alignment.weight=2.5", "--set", "groups.red.blend=sum", "--seed", "3"];
    let run = [&["run", "plane.toml", "--steps", "40", "--metrics", "m.csv"], &set[..]].concat();
    assert_eq!(folder.ok(&run).hash().hash, row[8]);
    let metrics = folder.read("m.csv");
    let all: Vec<f64> = metrics
        .lines()
        .map(|line| line.split(',').collect::<Vec<_>>())
        .filter(|cells| cells[2] == "all" && cells[0].parse::<u64>().is_ok_and(|step| step > 20))
        .map(|cells| cells[4].parse().expect("a number"))
        .collect();
    assert_eq!(all.len(), 20);
    let number = |text: &str| text.parse::<f64>().expect("a number");
    assert!((number(row[3]) - all.iter().sum::<f64>() / 20.0).abs() < 1e-12);
    assert_eq!(number(row[4]), all[19]);
}

#[test]
fn the_number_of_workers_does_not_matter() {
    let folder = Folder::with_scenarios();
    for (workers, out) in [("1", "one.csv"), ("5", "five.csv")] {
        folder.ok(&sweep(&["--steps", "15", "--workers", workers, "--out", out]));
    }
    assert_eq!(folder.read("one.csv"), folder.read("five.csv"));
    folder.ok(&sweep(&["--steps", "15", "--out", "t.parquet"]));
    let rows = parquet_rows(&folder, "t.parquet");
    assert_eq!(rows.len(), 18);
    for (row, line) in rows.iter().zip(folder.read("one.csv").lines().skip(1)) {
        let hash = line.rsplit(',').next().expect("a hash");
        assert!(row.contains(&format!("hash: \"{hash}\"")), "{row} {line}");
    }
}

#[cfg(unix)]
#[test]
fn a_killed_sweep_goes_on_and_comes_to_the_same_table() {
    let folder = Folder::with_scenarios();
    let steps = ["--steps", "400", "--workers", "2"];
    folder.ok(&sweep(&[&steps[..], &["--out", "whole.csv"]].concat()));
    let arguments = sweep(&[&steps[..], &["--out", "t.csv"]].concat());
    let journal = || std::fs::read_to_string(folder.path("t.csv.journal")).map_or(0, |text| text.lines().count());
    let mut seen = 1;
    for _ in 0..2 {
        let mut child = folder.command(&arguments).spawn().expect("it runs");
        while journal() < seen + 3 && child.try_wait().expect("its state").is_none() {
            std::thread::sleep(std::time::Duration::from_millis(2));
        }
        child.kill().expect("killed");
        child.wait().expect("its end");
        seen = journal();
    }
    assert!(seen > 1 && !folder.exists("t.csv"), "it was killed on the way");
    // Another sweep does not take its rows for its own.
    let other = sweep(&["--steps", "399", "--out", "t.csv"]);
    folder.fails(2, &other).says("another sweep");
    let ran = folder.ok(&arguments);
    assert!(ran.stdout.contains("from before"), "{}", ran.stdout);
    assert_eq!(folder.read("t.csv"), folder.read("whole.csv"));
    assert!(!folder.exists("t.csv.journal"));
}

#[test]
fn bad_sweeps_are_refused_before_anything_runs() {
    let folder = Folder::with_scenarios();
    folder.write("there.csv", "mine");
    let before = folder.names();
    let cases: &[(&[&str], &str)] = &[
        (&["--vary", "seed=1..3", "--out", "t.csv"], "--metric"),
        (&["--metric", "speed", "--out", "t.csv"], "--vary"),
        (&["--vary", "seed=1..3", "--metric", "speed"], "--out"),
        (&["--vary", "seed=1..3", "--metric", "sped", "--out", "t.csv"], "did you mean \"speed\"?"),
        (&["--vary", "seed=1..3", "--metric", "rad.speed", "--out", "t.csv"], "did you mean \"red\"?"),
        (&["--vary", "seed=1..3", "--metric", "speed,speed", "--out", "t.csv"], "twice"),
        (&["--vary", "seed=1..3", "--metric", "speed", "--out", "t.npy"], ".parquet"),
        (&["--vary", "seed=1..3", "--metric", "speed", "--out", "no/such/t.csv"], "no/such"),
        (&["--vary", "seed=1..3", "--metric", "speed", "--out", "there.csv"], "exists"),
        (&["--vary", "seed", "--metric", "speed", "--out", "t.csv"], "A..B/N"),
        (&["--vary", "seed=3..1", "--metric", "speed", "--out", "t.csv"], "ends before"),
        (&["--vary", "seed=0..1/0", "--metric", "speed", "--out", "t.csv"], "from 2 to"),
        (&["--vary", "seed=1..3", "--vary", "seed=4..5", "--metric", "speed", "--out", "t.csv"], "varied twice"),
        (&["--vary", "seed=1..3", "--set", "seed=5", "--metric", "speed", "--out", "t.csv"], "--set"),
        (&["--vary", "groups.rot.count=1..3", "--metric", "speed", "--out", "t.csv"], "one of red"),
        (&["--vary", "groups.red.count=1,many", "--metric", "speed", "--out", "t.csv"], "groups.red.count=many"),
        (&["--vary", "groups.red.body.max_speed=-1..1/3", "--metric", "speed", "--out", "t.csv"], "max_speed"),
        (&["--vary", "seed=1..3", "--metric", "speed", "--out", "t.csv", "--warmup", "300"], "nothing is measured"),
        (
            &["--vary", "seed=1..1000000", "--vary", "time_step=0.01..1/1000", "--metric", "speed", "--out", "t.csv"],
            "1000000000 combinations",
        ),
    ];
    for (more, word) in cases {
        let ran = folder.fails(2, &[&["sweep", "plane.toml"], *more].concat());
        ran.says(word);
        assert_eq!(ran.stdout, "");
    }
    folder.fails(2, &["sweep", "missing.toml", "--vary", "seed=1..3", "--metric", "speed", "--out", "t.csv"]);
    assert_eq!(folder.names(), before, "nothing is left behind");
}
