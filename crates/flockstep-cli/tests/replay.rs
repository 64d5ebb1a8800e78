//! `flockstep replay`: the same again, from any step.

mod common;

use common::Folder;

#[test]
fn a_replay_ends_like_the_run_and_any_step_is_found() {
    let folder = Folder::with_scenarios();
    for file in ["plane.toml", "space.toml"] {
        let record = ["run", file, "--steps", "90", "--out", "x.flock", "--snapshot-every", "20", "--force"];
        let end = folder.ok(&[&record[..], &["--seed", "11"]].concat()).hash();
        let ran = folder.ok(&["replay", "x.flock"]);
        assert_eq!(ran.hash(), end);
        assert!(ran.stdout.contains("91 hashes compared"), "{}", ran.stdout);
        for step in ["0", "1", "20", "59"] {
            let there = folder.ok(&["run", file, "--seed", "11", "--steps", step]).hash();
            assert_eq!(folder.ok(&["replay", "x.flock", "--at", step, "--threads", "1"]).hash(), there);
        }
        assert_eq!(
            folder.ok(&["replay", "x.flock", "--from", "33", "--to", "90", "--quiet"]).stdout.lines().count(),
            1
        );
    }
}

#[test]
fn a_replay_writes_the_rows_that_the_run_would_have_written() {
    let folder = Folder::with_scenarios();
    folder.ok(&["run", "space.toml", "--steps", "60", "--out", "run.csv"]);
    folder.ok(&["run", "space.toml", "--steps", "60", "--out", "x.flock", "--every", "7", "--snapshot-every", "25"]);
    folder.ok(&["replay", "x.flock", "--out", "again.csv"]);
    assert!(folder.read("again.csv") == folder.read("run.csv"), "other rows");
    // From the step of a snapshot on, steering included.
    folder.ok(&["replay", "x.flock", "--from", "50", "--to", "52", "--out", "some.csv"]);
    let wanted: Vec<String> = folder
        .read("run.csv")
        .lines()
        .filter(|line| ["step,", "50,", "51,", "52,"].iter().any(|start| line.starts_with(start)))
        .map(String::from)
        .collect();
    assert_eq!(folder.read("some.csv").lines().collect::<Vec<_>>(), wanted);
}

#[test]
fn a_motion_that_differs_is_told_with_its_step() {
    let folder = Folder::with_scenarios();
    folder.ok(&["run", "plane.toml", "--steps", "40", "--every", "4", "--out", "x.flock", "--snapshot-every", "1000"]);
    // A hash of step 12 that no world had, with a checksum to match: as another machine would have written it.
    let recording = flockstep_record::Recording::open(&folder.path("x.flock")).expect("a recording");
    let hash = recording.hash_at(12).expect("a hash").to_le_bytes();
    let mut bytes = std::fs::read(folder.path("x.flock")).expect("the file");
    let letters = b"HASH";
    let part = bytes.windows(4).position(|window| window == letters).expect("the hashes");
    let at = bytes.windows(8).position(|window| window == hash).expect("the hash");
    bytes[at] ^= 1;
    let length = u64::from_le_bytes(std::array::from_fn(|nth| bytes[part + 16 + nth])) as usize;
    let sum = flockstep_record::checksum(&bytes[part + 48..part + 48 + length]).to_le_bytes();
    bytes[part + 32..part + 40].copy_from_slice(&sum);
    let sum = flockstep_record::checksum(&bytes[part..part + 40]).to_le_bytes();
    bytes[part + 40..part + 48].copy_from_slice(&sum);
    std::fs::write(folder.path("x.flock"), bytes).expect("written");
    folder.fails(1, &["replay", "x.flock"]).says("step 12");
    folder.ok(&["replay", "x.flock", "--from", "13"]);
}

#[test]
fn bad_files_and_steps_are_refused() {
    let folder = Folder::with_scenarios();
    folder.ok(&["run", "plane.toml", "--steps", "40", "--out", "x.flock"]);
    let whole = std::fs::read(folder.path("x.flock")).expect("the file");
    folder.write("o.csv", "mine");
    let cases: &[(&[&str], &str)] = &[
        (&["missing.flock"], "missing.flock"),
        (&["plane.toml"], "no recording"),
        (&["."], "cannot read"),
        (&["x.flock", "--at", "41"], "from 0 to 40"),
        (&["x.flock", "--from", "30", "--to", "20"], "ends before"),
        (&["x.flock", "--at", "3", "--to", "20"], "--to"),
        (&["x.flock", "--out", "o.csv"], "exists"),
        (&["x.flock", "--out", "y.flock"], "rows"),
        (&["x.flock", "--out", "y.csv", "--columns", "q"], "unknown column"),
    ];
    for (arguments, word) in cases {
        folder.fails(2, &[&["replay"], *arguments].concat()).says(word);
    }
    // Cut short: what is whole is replayed, and it is said.
    std::fs::write(folder.path("cut.flock"), &whole[..whole.len() - 20]).expect("a cut file");
    assert!(folder.ok(&["replay", "cut.flock"]).says("cut short").hash().steps <= 40);
    let mut wrong = whole.clone();
    let middle = wrong.len() / 2;
    wrong[middle] ^= 0x10;
    std::fs::write(folder.path("wrong.flock"), wrong).expect("a wrong file");
    folder.fails(2, &["replay", "wrong.flock"]).says("damaged");
}

#[test]
fn one_flipped_bit_anywhere_is_noticed() {
    let folder = Folder::with_scenarios();
    let run = ["run", "plane.toml", "--steps", "40", "--snapshot-every", "5", "--every", "3", "--out", "o.flock"];
    folder.ok(&run);
    let whole = std::fs::read(folder.path("o.flock")).expect("the recording");
    let mut dice = common::Dice::new(22);
    for _ in 0..300 {
        let (at, bit) = (dice.below(whole.len()), dice.below(8));
        let mut torn = whole.clone();
        torn[at] ^= 1 << bit;
        std::fs::write(folder.path("torn.flock"), &torn).expect("a torn recording");
        let ran = folder.run(&["replay", "torn.flock", "--threads", "1"]);
        assert_eq!(ran.code, Some(2), "bit {bit} of byte {at} of {}: {}{}", whole.len(), ran.stdout, ran.stderr);
    }
    // Also where only one step is asked for, unless it is to be quick, which says so.
    let mut torn = whole.clone();
    let last = torn.windows(4).rposition(|letters| letters == b"SNAP").expect("a world");
    torn[last + 60] ^= 1;
    std::fs::write(folder.path("torn.flock"), &torn).expect("a torn recording");
    folder.fails(2, &["replay", "torn.flock", "--at", "3"]).says("torn.flock").says("damaged");
    let quick = folder.ok(&["replay", "torn.flock", "--at", "3", "--fast", "--quiet"]);
    quick.says("--fast");
}
