//! `kill -9` at any moment: the checkpoint is the previous one or the new one, never a torn one, and the run that goes on from
//! it ends with the same hash and the same rows, each exactly once.
//!
//! The ordinary tests kill some dozen times. `FLOCKSTEP_KILLS=200` (`.ci/kills`) says how often else. `FLOCKSTEP_KILL_SEED` says
//! which moments are drawn.
#![cfg(unix)]
#![allow(clippy::print_stdout)] // the counts go into a report

mod common;

use common::{Dice, Folder, parquet_rows};
use flockstep_record::{Recording, checksum};
use flockstep_scenario::AnyWorld;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

/// The dice of the seed that was asked for.
fn dice(salt: u64) -> Dice {
    Dice::new(number_from("FLOCKSTEP_KILL_SEED", 1).wrapping_mul(0x2545_F491_4F6C_DD1D) ^ salt)
}

fn number_from(variable: &str, usual: u64) -> u64 {
    std::env::var(variable).map_or(usual, |text| text.parse().unwrap_or_else(|_| panic!("{variable}={text}: no count")))
}

/// When a process is killed.
enum Moment {
    /// After so long.
    After(Duration),
    /// As soon as this file is seen, and then so long: it is there only while something is being replaced.
    Seen(&'static str, Duration),
}

impl Moment {
    /// Any time up to the end of a run that takes so long; every third while a file is being replaced.
    fn draw(dice: &mut Dice, whole: Duration, passing: &[&'static str]) -> Moment {
        let nth = dice.word() as usize;
        if passing.is_empty() || !nth.is_multiple_of(3) {
            return Moment::After(whole.mul_f64(0.7 * dice.share()));
        }
        Moment::Seen(passing[nth / 3 % passing.len()], Duration::from_micros((300.0 * dice.share()) as u64))
    }

    /// Waits for it, or for the end of the process.
    fn wait(&self, folder: &Folder, child: &mut Child) {
        let (began, mut patience) = (Instant::now(), Duration::from_secs(600));
        let mut ended = || child.try_wait().expect("its state").is_some();
        match self {
            Moment::After(time) => std::thread::sleep(*time),
            Moment::Seen(name, time) => {
                // What an earlier kill has left is not what is waited for.
                let old = if name.ends_with(".partial") { passing_by(folder, name) } else { Vec::new() };
                let seen = || passing_by(folder, name).iter().any(|file| !old.contains(file));
                while !seen() && !ended() && began.elapsed() < patience {
                    std::thread::sleep(Duration::from_micros(20));
                }
                patience = began.elapsed() + *time;
                while began.elapsed() < patience {
                    std::hint::spin_loop();
                }
            }
        }
    }
}

/// The files that there are of a name: that one, or with `.partial` the one under a random name that is to become it.
fn passing_by(folder: &Folder, name: &str) -> Vec<String> {
    let Some(target) = name.strip_suffix(".partial") else {
        return if folder.exists(name) { vec![name.into()] } else { Vec::new() };
    };
    let begins = format!(".{target}.");
    folder.names().into_iter().filter(|file| file.starts_with(&begins) && file.ends_with(".partial")).collect()
}

/// Starts the `next` command again and again, killing it each time, until it comes to its end or there is none. Gives how often
/// it was killed.
fn until_done(
    folder: &Folder,
    moments: &mut dyn FnMut() -> Option<Moment>,
    next: &dyn Fn() -> Option<Vec<String>>,
) -> u64 {
    let mut kills = 0;
    loop {
        let Some(arguments) = next() else { return kills };
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let Some(moment) = moments() else {
            folder.ok(&arguments);
            return kills;
        };
        let mut command = folder.command(&arguments);
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("it runs");
        moment.wait(folder, &mut child);
        // SIGKILL: nothing can be tidied up. Where it has ended by itself, nothing is left to kill.
        let _ = child.kill();
        let ended = child.wait_with_output().expect("its end");
        match ended.status.code() {
            None => kills += 1,
            Some(0) => return kills,
            Some(code) => panic!("{arguments:?} ended with {code}: {}", String::from_utf8_lossy(&ended.stderr)),
        }
    }
}

const EVERY: [&str; 6] = ["--steps", "600", "--every", "5", "--checkpoint-every", "10"];
/// Some of them go by what was seen before.
const METRICS: [&str; 2] = ["--metric", "polarization,nearest_mean,captures,overlaps,collisions,arrived,arrival_time"];

/// Who bump into each other, arrive and eat each other, all of which has to be remembered.
const CROWD: &str = r#"
dimensions = 2
seed = 5
time_step = 0.02

[space]
edge = "bounce"
min = [-20, -20]
max = [20, 20]

[[groups]]
name = "walkers"
layers = ["prey"]
count = 40
place = { shape = "box", min = [-20, -20], max = [20, 20] }
body = { model = "point", max_speed = 3, radius = 0.5 }

[[groups.behaviors]]
type = "arrive"
target = { point = [0, 0] }
stop_distance = 4

[[groups.behaviors]]
type = "wander"

[[groups]]
name = "foxes"
count = 2
captures = { of = { layers = ["prey"] }, distance = 1 }

[[groups.behaviors]]
type = "wander"

[[groups]]
name = "owls"
count = 2
captures = { of = { layers = ["prey"] }, distance = 1 }

[[groups.behaviors]]
type = "pursue"
target = { group = "walkers", pick = "nearest" }
"#;

/// Whatever was interrupted, the checkpoint is whole.
fn checkpoint_is_whole(path: &Path) {
    let Ok(bytes) = std::fs::read(path) else { return };
    // The world says how long it is; behind it stands what the metrics remember.
    let length = bytes.get(16..24).and_then(|word| word.try_into().ok()).map(u64::from_le_bytes).expect("a length");
    let world = bytes.get(..length as usize + 8).expect("all of it");
    assert!(AnyWorld::from_snapshot(world).is_ok_and(|world| world.steps() > 0), "a torn checkpoint");
}

/// Kills runs that write one format.
fn kill_runs(scenario: &str, name: &str, wanted: u64) -> (u64, u64) {
    let folder = Folder::with_scenarios();
    folder.write("crowd.toml", CROWD);
    let whole = format!("whole.{name}");
    let began = Instant::now();
    let common = |out: &str, metrics: &str, kept: &str| {
        let words = ["run", scenario, "--out", out, "--metrics", metrics, "--checkpoint", kept];
        words.iter().chain(&EVERY).chain(&METRICS).map(ToString::to_string).collect::<Vec<String>>()
    };
    let arguments = common(&whole, "whole.m.csv", "whole.bin");
    let end = folder.ok(&arguments.iter().map(String::as_str).collect::<Vec<_>>()).hash();
    let duration = began.elapsed();

    let next = || {
        checkpoint_is_whole(&folder.path("kept.bin"));
        let mut arguments = common(name, "m.csv", "kept.bin");
        let more: &[&str] = if folder.exists("kept.bin") { &["--resume", "kept.bin"] } else { &["--force"] };
        arguments.extend(more.iter().map(ToString::to_string));
        arguments
    };
    let passing = ["kept.bin.partial", "o.parquet.resume.partial", "kept.bin", "m.csv"];
    let passing = if name == "o.parquet" { &passing[..] } else { &["kept.bin.partial", "kept.bin", "m.csv"] };
    let mut dice = dice(checksum(name.as_bytes()));
    let (mut kills, mut runs) = (0, 0);
    while kills < wanted {
        let mut left = wanted - kills;
        let mut moments = || {
            left = left.checked_sub(1)?;
            Some(Moment::draw(&mut dice, duration, passing))
        };
        kills += until_done(&folder, &mut moments, &|| Some(next()));
        runs += 1;
        // Once more from the checkpoint before the end, for the hash line.
        let again = next();
        assert_eq!(folder.ok(&again.iter().map(String::as_str).collect::<Vec<_>>()).hash(), end, "{name}");
        compare(&folder, name, &whole);
        for file in [name, "m.csv", "kept.bin"] {
            std::fs::remove_file(folder.path(file)).expect("it was written");
        }
        let mine = |file: &String| !file.starts_with("whole.") && !file.ends_with(".toml");
        let left: Vec<String> = folder.names().into_iter().filter(mine).collect();
        assert!(left.is_empty(), "left behind: {left:?}");
    }
    (kills, runs)
}

/// The same rows, each exactly once.
fn compare(folder: &Folder, name: &str, whole: &str) {
    let bytes = |name: &str| std::fs::read(folder.path(name)).expect("a file");
    assert!(bytes("m.csv") == bytes("whole.m.csv"), "{name}: other metrics");
    match name {
        // Row groups may be cut elsewhere, rows are the same.
        "o.parquet" => assert!(parquet_rows(folder, name) == parquet_rows(folder, whole), "other rows"),
        "o.flock" => {
            let open = |name: &str| Recording::open(&folder.path(name)).expect("a recording");
            let (one, two) = (open(name), open(whole));
            assert_eq!((one.last_step(), one.lost()), (two.last_step(), None));
            assert!(one.hashes() == two.hashes() && one.snapshots().eq(two.snapshots()));
            folder.ok(&["replay", name]);
        }
        _ => assert!(bytes(name) == bytes(whole), "{name}: other bytes"),
    }
}

#[test]
fn killed_runs_go_on_as_if_nothing_had_happened() {
    let each = number_from("FLOCKSTEP_KILLS", 12).div_ceil(4);
    for (scenario, name) in
        [("crowd.toml", "o.csv"), ("space.toml", "o.parquet"), ("plane.toml", "o.npy"), ("crowd.toml", "o.flock")]
    {
        let (kills, runs) = kill_runs(scenario, name, each);
        println!("{name}: {kills} kills in {runs} runs; every hash and every row as without");
    }
}

#[test]
fn a_killed_sweep_goes_on_with_the_same_command() {
    let folder = Folder::with_scenarios();
    let arguments = |out: &str| {
        let words = ["sweep", "plane.toml", "--metric", "polarization,red.speed", "--steps", "60", "--workers", "2"];
        let vary = ["--vary", "groups.red.behaviors.alignment.weight=0..5/6", "--vary", "seed=1..4", "--out", out];
        words.iter().chain(&vary).map(ToString::to_string).collect::<Vec<String>>()
    };
    let began = Instant::now();
    folder.ok(&arguments("whole.csv").iter().map(String::as_str).collect::<Vec<_>>());
    let duration = began.elapsed();
    let (wanted, mut dice, mut kills, mut sweeps) = (number_from("FLOCKSTEP_KILLS", 12).div_ceil(4), dice(7), 0, 0);
    while kills < wanted {
        let mut left = wanted - kills;
        let mut moments = || {
            left = left.checked_sub(1)?;
            Some(Moment::draw(&mut dice, duration, &["t.csv.partial", "t.csv.journal", "t.csv"]))
        };
        // Killed after its last deed, it has a table and no journal.
        let next = || {
            let done = folder.exists("t.csv") && !folder.exists("t.csv.journal");
            (!done).then(|| arguments("t.csv"))
        };
        kills += until_done(&folder, &mut moments, &next);
        sweeps += 1;
        assert_eq!(folder.read("t.csv"), folder.read("whole.csv"));
        let left = |name: &String| name.contains("t.csv") && name != "t.csv";
        assert!(!folder.names().iter().any(left), "left behind: {:?}", folder.names());
        std::fs::remove_file(folder.path("t.csv")).expect("the table");
    }
    println!("sweep: {kills} kills in {sweeps} sweeps; every table as without");
}
