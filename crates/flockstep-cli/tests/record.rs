//! `flockstep run --out`: every format, what may be chosen, and that no row is lost or doubled however a run ends.

mod common;

use common::{Folder, npy_shape, parquet_rows};

#[test]
fn every_format_has_every_row_and_leaves_the_motion_alone() {
    let folder = Folder::with_scenarios();
    let plain = folder.ok(&["run", "plane.toml", "--steps", "30"]).hash();
    for name in ["o.csv", "o.parquet", "o.npy", "o.flock"] {
        assert_eq!(folder.ok(&["run", "plane.toml", "--steps", "30", "--out", name]).hash(), plain, "{name}");
    }
    assert_eq!(folder.read("o.csv").lines().count(), 1 + 31 * 50);
    let rows = parquet_rows(&folder, "o.parquet");
    assert_eq!(rows.len(), 31 * 50);
    assert!(rows[49].contains("blue, ") && rows[49].starts_with("{step: 0, time: 0E0, id: 49"), "{}", rows[49]);
    // step and time of 8 bytes, the id of 4, the group of 2, six floats.
    assert_eq!(npy_shape(&folder, "o.npy"), (31 * 50, 31 * 50 * 46));
}

#[test]
fn columns_groups_and_rhythm_are_chosen() {
    let folder = Folder::with_scenarios();
    let run = |more: &[&str]| folder.ok(&[&["run", "plane.toml", "--steps", "20", "--every", "10"], more].concat());
    run(&["--out", "o.csv", "--columns", "id,x,hx", "--groups", "red"]);
    let text = folder.read("o.csv");
    assert!(text.starts_with("id,x,hx\n0,"), "{text}");
    assert_eq!(text.lines().count(), 1 + 3 * 40);
    // A name with a comma in it is one name.
    run(&["--out", "b.csv", "--columns", "step,group", "--groups", "blue, \"quick\""]);
    assert_eq!(folder.read("b.csv").lines().nth(1), Some("0,\"blue, \"\"quick\"\"\""));
    run(&["--out", "c.csv", "--columns", "id", "--groups", "red", "--groups", "blue, \"quick\""]);
    assert_eq!(folder.read("c.csv").lines().count(), 1 + 3 * 50);
    run(&["--out", "o.parquet", "--columns", "step,id,vy"]);
    assert!(parquet_rows(&folder, "o.parquet")[0].starts_with("{step: 0, id: 0, vy: "));
}

#[test]
fn bad_choices_are_refused_before_anything_runs() {
    let folder = Folder::with_scenarios();
    let before = folder.names();
    let cases: &[(&[&str], &str)] = &[
        (&["--out", "o.txt"], ".parquet"),
        (&["--out", "o"], ".flock"),
        (&["--out", "o.csv", "--format", "tsv"], "csv, parquet, npy, flock"),
        (&["--out", "-", "--format", "npy"], "not to a pipe"),
        (&["--out", "o.csv", "--columns", "x,w"], "unknown column \"w\""),
        (&["--out", "o.csv", "--columns", "x,z"], "unknown column \"z\""),
        (&["--out", "o.csv", "--columns", "x,x"], "twice"),
        (&["--out", "o.csv", "--groups", "rde"], "did you mean \"red\"?"),
        (&["--out", "o.flock", "--columns", "x"], "holds everything"),
        (&["--columns", "x"], "--out"),
        (&["--out", "o.flock", "--snapshot-every", "0"], "--snapshot-every"),
        (&["--out", "no/such/o.parquet"], "no/such/o.parquet"),
        (&["--out", "."], "--out"),
    ];
    for (more, word) in cases {
        let ran = folder.fails(2, &[&["run", "plane.toml", "--steps", "1000000"], *more].concat());
        ran.says(word);
        assert_eq!(ran.stdout, "");
    }
    assert_eq!(folder.names(), before, "nothing is left behind");
    for name in ["o.parquet", "o.npy", "o.flock"] {
        folder.write(name, "mine");
        folder.fails(2, &["run", "plane.toml", "--out", name]).says("exists").says("--force");
        assert_eq!(folder.read(name), "mine");
        folder.ok(&["run", "plane.toml", "--steps", "2", "--out", name, "--force"]);
    }
}

#[test]
fn a_pipe_gets_the_same_bytes_as_a_file() {
    let folder = Folder::with_scenarios();
    for format in ["csv", "parquet", "flock"] {
        let name = format!("o.{format}");
        folder.ok(&["run", "plane.toml", "--steps", "9", "--out", &name]);
        let ran = folder.command(&["run", "plane.toml", "--steps", "9", "--out", "-", "--format", format]).output();
        let ran = ran.expect("the binary runs");
        assert_eq!(ran.stdout, std::fs::read(folder.path(&name)).expect("the file"), "{format}");
        assert!(String::from_utf8_lossy(&ran.stderr).contains("hash "), "the hash is on stderr");
    }
}

#[test]
fn a_resumed_run_goes_on_only_in_its_own_files() {
    let folder = Folder::with_scenarios();
    for name in ["o.csv", "o.parquet", "o.npy", "o.flock"] {
        let run = |more: &[&str]| folder.run(&[&["run", "plane.toml", "--out", name], more].concat());
        assert_eq!(run(&["--steps", "10"]).code, Some(0));
        folder.ok(&["run", "plane.toml", "--steps", "20", "--checkpoint", "c.bin", "--force"]);
        let before = std::fs::read(folder.path(name)).expect("the file");
        // It ends at step 10, and the checkpoint is of step 20: rows would be missing. The run of the checkpoint wrote
        // none.
        let ran = run(&["--steps", "30", "--resume", "c.bin"]);
        assert_eq!(ran.code, Some(2), "{name}: {}", ran.stderr);
        ran.says(name).says("another run");
        assert_eq!(std::fs::read(folder.path(name)).expect("the file"), before);
        folder.write(name, "something else");
        assert_eq!(run(&["--steps", "30", "--resume", "c.bin"]).code, Some(2));
        assert_eq!(folder.read(name), "something else");
        // --force begins anew, from the checkpoint on.
        assert_eq!(run(&["--steps", "30", "--resume", "c.bin", "--force"]).code, Some(0));
    }
    assert_eq!(folder.read("o.csv").lines().nth(1).map(|line| line.starts_with("20,")), Some(true));
}
