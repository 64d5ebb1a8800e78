//! `flockstep run`: what it prints, what it writes, and that it gives the same motion however it is run.

mod common;

use common::{Folder, HashLine};

#[test]
fn the_last_line_is_the_hash_after_a_summary() {
    let folder = Folder::with_scenarios();
    let ran = folder.ok(&["run", "plane.toml"]);
    let line = ran.hash();
    assert_eq!((line.steps, line.agents), (300, 50));
    for word in ["Two flocks", "red", "polarization", "agent-steps/s", "perceive"] {
        assert!(ran.stdout.contains(word), "no {word} in {}", ran.stdout);
    }
    assert_eq!(ran.stderr, "", "no progress in a pipe");
}

#[test]
fn quiet_prints_the_hash_line_alone() {
    let folder = Folder::with_scenarios();
    let ran = folder.ok(&["run", "plane.toml", "--steps", "3", "--quiet"]);
    assert_eq!(ran.stdout.lines().count(), 1);
    assert_eq!(ran.hash().steps, 3);
}

#[test]
fn threads_and_outputs_do_not_change_the_motion() {
    let folder = Folder::with_scenarios();
    for file in ["plane.toml", "space.toml"] {
        let one = folder.ok(&["run", file, "--threads", "1"]).hash();
        assert_eq!(folder.ok(&["run", file, "--threads", "3"]).hash(), one);
        assert_eq!(folder.ok(&["run", file, "--metrics", "m.csv", "--out", "o.csv", "--force"]).hash(), one);
    }
}

#[test]
fn seed_and_set_take_the_place_of_what_the_file_says() {
    let folder = Folder::with_scenarios();
    let run = |more: &[&str]| folder.ok(&[&["run", "plane.toml", "--steps", "9"], more].concat()).hash();
    let plain = run(&[]);
    assert_eq!(run(&["--seed", "7"]), plain, "7 is the file's own seed");
    assert_ne!(run(&["--seed", "8"]), plain);
    assert_eq!(run(&["--seed", "18446744073709551615"]).steps, 9);
    assert_ne!(run(&["--set", "groups.red.body.max_speed=1"]), plain);
    assert_eq!(run(&["--set", "groups.red.count=5", "--set", "seed=7"]).agents, 15);
}

#[test]
fn seconds_are_counted_in_the_worlds_own_time() {
    let folder = Folder::with_scenarios();
    assert_eq!(folder.ok(&["run", "plane.toml", "--seconds", "0.5"]).hash().steps, 25);
    assert_eq!(folder.ok(&["run", "plane.toml", "--seconds", "0"]).hash().steps, 0);
    assert_eq!(folder.ok(&["run", "plane.toml", "--steps", "0"]).hash().steps, 0);
}

#[test]
fn a_trajectory_has_a_row_per_step_and_agent_in_order() {
    let folder = Folder::with_scenarios();
    folder.ok(&["run", "plane.toml", "--steps", "20", "--out", "o.csv"]);
    let text = folder.read("o.csv");
    assert!(text.ends_with('\n'));
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("step,time,id,group,x,y,vx,vy,sx,sy"));
    let (mut next, mut steered) = ((0, 0), false);
    for line in lines {
        let cells = cells(line);
        assert_eq!(cells.len(), 10, "{line}");
        let (step, id): (u64, u64) = (cells[0].parse().expect("a step"), cells[2].parse().expect("an id"));
        assert_eq!((step, id), next, "rows go by step, then by id");
        next = if id == 49 { (step + 1, 0) } else { (step, id + 1) };
        assert_eq!(cells[1].parse::<f64>().expect("a time"), step as f64 * 0.02);
        assert_eq!(cells[3], if id < 40 { "red" } else { "blue, \"quick\"" });
        for cell in &cells[4..] {
            shortest(cell);
        }
        let steering = [shortest(&cells[8]), shortest(&cells[9])];
        assert!(step > 0 || steering == [0.0, 0.0], "the start is not steered: {line}");
        steered |= steering != [0.0, 0.0];
    }
    assert_eq!(next, (21, 0), "every step is there");
    assert!(steered);
}

#[test]
fn a_trajectory_in_space_has_three_axes_and_the_dead_have_no_rows() {
    let folder = Folder::with_scenarios();
    let ran = folder.ok(&["run", "space.toml", "--steps", "100", "--every", "50", "--out", "o.csv"]);
    let text = folder.read("o.csv");
    assert_eq!(text.lines().next(), Some("step,time,id,group,x,y,z,vx,vy,vz,sx,sy,sz"));
    let steps: Vec<&str> = text.lines().skip(1).filter_map(|line| line.split(',').next()).collect();
    let count = |step: &str| steps.iter().filter(|other| **other == step).count() as u64;
    assert_eq!(count("0"), 61);
    assert_eq!(count("100"), ran.hash().agents);
    assert!(ran.hash().agents < 61, "the hunter has eaten");
    assert_eq!(count("0") + count("50") + count("100"), steps.len() as u64, "every 50 steps and no other");
}

#[test]
fn a_trajectory_on_stdout_leaves_the_hash_to_stderr() {
    let folder = Folder::with_scenarios();
    folder.ok(&["run", "plane.toml", "--steps", "5", "--out", "o.csv"]);
    let ran = folder.ok(&["run", "plane.toml", "--steps", "5", "--out", "-"]);
    assert_eq!(ran.stdout, folder.read("o.csv"));
    let line = HashLine::read(ran.stderr.lines().last().unwrap_or_default());
    assert_eq!(line.steps, 5);
}

#[test]
fn metrics_have_a_row_per_group_and_one_for_all() {
    let folder = Folder::with_scenarios();
    let ran = folder.ok(&["run", "space.toml", "--steps", "100", "--every", "10", "--metrics", "m.csv"]);
    let text = folder.read("m.csv");
    let mut lines = text.lines();
    let heads = "step,time,group,agents,polarization,milling,spread,nearest_mean,speed,captures";
    assert_eq!(lines.next(), Some(heads));
    let rows: Vec<Vec<String>> = lines.map(cells).collect();
    assert_eq!(rows.len(), 11 * 3);
    for (at, row) in rows.iter().enumerate() {
        assert_eq!(row.len(), 10);
        assert_eq!(row[0], (at / 3 * 10).to_string());
        assert_eq!(row[2], ["prey", "hunter", "all"][at % 3]);
        let polarization: f64 = row[4].parse().expect("a number");
        assert!((0.0..=1.000_001).contains(&polarization));
    }
    let last = |place: usize, column: usize| rows[30 + place][column].parse::<u64>().expect("a count");
    assert_eq!(last(2, 3), ran.hash().agents);
    assert_eq!(last(0, 3) + last(1, 3), last(2, 3));
    let eaten = 61 - ran.hash().agents;
    assert_eq!([last(0, 9), last(1, 9), last(2, 9)], [0, eaten, eaten], "the hunter ate them all");
    assert_eq!(rows[1][7], "NaN", "one hunter has no nearest");
}

#[test]
fn a_missing_folder_is_bad_input_and_a_full_disk_a_failure_while_running() {
    let folder = Folder::with_scenarios();
    folder.fails(2, &["run", "plane.toml", "--out", "no/such/o.csv"]).says("no/such/o.csv");
    folder.fails(2, &["run", "plane.toml", "--checkpoint", "no/such/world.bin"]).says("no/such");
    if cfg!(target_os = "linux") {
        let link =
            |name: &str| std::process::Command::new("ln").args(["-s", "/dev/full"]).arg(folder.path(name)).status();
        assert!(link("full.csv").is_ok_and(|status| status.success()));
        let ran = folder.fails(1, &["run", "plane.toml", "--steps", "2000", "--out", "full.csv", "--force"]);
        ran.says("full.csv").says("No space left");
    }
}

#[test]
fn existing_files_are_refused_before_anything_is_written() {
    let folder = Folder::with_scenarios();
    folder.write("o.csv", "mine");
    let before = folder.names();
    let arguments = ["run", "plane.toml", "--steps", "3", "--metrics", "new.csv", "--out", "o.csv"];
    folder.fails(2, &arguments).says("o.csv exists").says("--force");
    assert_eq!(folder.read("o.csv"), "mine");
    assert_eq!(folder.names(), before, "nothing new");
    folder.ok(&[&arguments[..], &["--force"]].concat());
    assert!(folder.read("o.csv").starts_with("step,"));
    // A bad scenario must not cost the files of the last good run either.
    folder.write("bad.toml", "dimensions = 5");
    let kept = folder.read("o.csv");
    folder.fails(2, &["run", "bad.toml", "--out", "o.csv", "--force"]);
    assert_eq!(folder.read("o.csv"), kept);
}

/// The cells of a row, quotes taken off.
fn cells(line: &str) -> Vec<String> {
    let (mut cells, mut cell, mut inside) = (Vec::new(), String::new(), false);
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' if inside && letters.peek() == Some(&'"') => cell.extend(letters.next()),
            '"' => inside = !inside,
            ',' if !inside => cells.push(std::mem::take(&mut cell)),
            other => cell.push(other),
        }
    }
    cells.push(cell);
    cells
}

/// A number that is written with no more digits than it takes to read it back.
fn shortest(text: &str) -> f32 {
    let number: f32 = text.parse().unwrap_or_else(|_| panic!("no number: {text}"));
    let digits = |text: &str| text.split('e').next().map(|t| t.replace(['.', '-'], "").trim_matches('0').len());
    assert_eq!(digits(text), digits(&format!("{number:?}")), "{text} is not the shortest form of {number:?}");
    number
}
