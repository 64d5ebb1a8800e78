//! Real faults: a full disk, a folder that cannot be written or that vanishes, a clock that jumps. Each time a clear word, the
//! right code, whole rows so far, and a line that says how to go on, which works.
#![cfg(target_os = "linux")]
#![allow(clippy::print_stderr)] // a test that cannot be made says so

mod common;

use common::{Folder, Ran, parquet_rows};
use flockstep_record::Recording;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Does something with a disk of its own, of so many kB, mounted at `disk`: `script` begins there, and the command is its
/// arguments. What is left on the disk is in `left` afterwards. Nothing where such a disk cannot be had.
fn on_small_disk(folder: &Folder, size_kb: usize, script: &str, arguments: &[&str]) -> Option<Ran> {
    for name in ["disk", "left"] {
        let _ = std::fs::remove_dir_all(folder.path(name));
        std::fs::create_dir(folder.path(name)).expect("a folder");
    }
    let mount = format!("mount -t tmpfs -o size={size_kb}k tmpfs disk || exit 99; cp *.toml disk; cd disk; ");
    let save = "; code=$?; cp -a . ../left/; exit $code";
    in_own_mounts(folder, &format!("{mount}{script}{save}"), arguments)
}

/// Runs a shell script with mounts of its own, which go with it. Nothing where that is not allowed.
fn in_own_mounts(folder: &Folder, script: &str, arguments: &[&str]) -> Option<Ran> {
    let flockstep = folder.command(arguments);
    let mut command = Command::new("unshare");
    // Whoever is not root is root in a world of its own, where that is allowed.
    command.args(["--mount", "--map-root-user", "sh", "-c", script, "sh"]);
    command.arg(flockstep.get_program()).args(flockstep.get_args()).current_dir(folder.path(""));
    let ran = Ran::of(&mut command)?;
    if ran.code == Some(99) || ran.stderr.contains("unshare failed") {
        eprintln!("skipped: no mounts of its own here: {}", ran.stderr.trim());
        return None;
    }
    Some(ran)
}

/// The command of the line that says how to go on.
fn advised(stderr: &str) -> String {
    let line = stderr.lines().last().unwrap_or_default();
    let (head, command) = line.split_once(": ").unwrap_or_else(|| panic!("no line to go on: {stderr}"));
    assert!(head.starts_with("to go on from step "), "{stderr}");
    command.into()
}

/// Does what the line says, in another folder, which must succeed.
fn go_on(folder: &Folder, place: &str, command: &str) {
    let mut shell = Command::new("sh");
    let ran = Ran::of(shell.args(["-c", command]).current_dir(folder.path(place))).expect("a shell");
    assert_eq!(ran.code, Some(0), "{command}: {}", ran.stderr);
}

/// Looks whether a file holds whole rows only, and gives how many.
fn whole_rows(folder: &Folder, name: &str) -> usize {
    match name.rsplit('.').next() {
        Some("csv") => {
            let text = folder.read(name);
            assert!(text.ends_with('\n'), "{name} ends in the middle of a row");
            // Quoted names of groups have one comma each.
            let commas = |line: &str| line.matches(',').count() - usize::from(line.contains('"'));
            let heads = text.lines().next().map_or(0, commas);
            assert!(text.lines().all(|line| commas(line) == heads), "{name}: cells are missing");
            text.lines().count() - 1
        }
        Some("parquet") => parquet_rows(folder, name).len(),
        Some("npy") => {
            let (records, bytes) = common::npy_shape(folder, name);
            assert_eq!(records * 46, bytes, "{name}: half a record");
            records
        }
        _ => {
            let recording = Recording::open(&folder.path(name)).expect("a recording");
            let step = recording.last_step();
            assert!(recording.world_at(step).is_ok());
            step as usize
        }
    }
}

/// Files in `left` that were never finished, or locks that nobody holds.
fn half_made(folder: &Folder) -> Vec<String> {
    let entries = std::fs::read_dir(folder.path("left")).expect("the folder");
    let names = entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned());
    names.filter(|name| name.ends_with(".partial") || name.ends_with(".lock")).collect()
}

fn same_rows(folder: &Folder, one: &str, two: &str) -> bool {
    match one.rsplit('.').next() {
        Some("parquet") => parquet_rows(folder, one) == parquet_rows(folder, two),
        Some("flock") => {
            let open = |name: &str| Recording::open(&folder.path(name)).expect("a recording");
            open(one).hashes() == open(two).hashes()
        }
        _ => std::fs::read(folder.path(one)).expect("rows") == std::fs::read(folder.path(two)).expect("rows"),
    }
}

#[test]
fn a_full_disk_leaves_whole_rows_and_the_run_goes_on_elsewhere() {
    let folder = Folder::with_scenarios();
    // Rows fill the disk; a recording has few bytes a step, so its disk is small.
    let formats = [("o.csv", 700, "1500"), ("o.parquet", 400, "1500"), ("o.npy", 700, "1500"), ("o.flock", 60, "3000")];
    for (name, size_kb, steps) in formats {
        let run =
            ["run", "plane.toml", "--steps", steps, "--out", name, "--metrics", "m.csv", "--snapshot-every", "100"];
        let kept = ["--checkpoint", "c.bin", "--checkpoint-every", "20"];
        let Some(ran) = on_small_disk(&folder, size_kb, "\"$@\"", &[&run[..], &kept].concat()) else { return };
        assert_eq!(ran.code, Some(1), "{name}: {}{}", ran.stdout, ran.stderr);
        ran.says("No space left on device").says("cannot write");
        // A Parquet file that a checkpoint counts on may have no room for its end; then going on makes it whole.
        if name != "o.parquet" || !folder.exists("left/o.parquet.resume") {
            assert!(whole_rows(&folder, &format!("left/{name}")) > 0, "{name}: nothing is left");
        }
        whole_rows(&folder, "left/m.csv");
        go_on(&folder, "left", &advised(&ran.stderr));

        folder.ok(&[&run[..], &["--force"]].concat());
        assert!(same_rows(&folder, name, &format!("left/{name}")), "{name}: other rows");
        assert_eq!(folder.read("m.csv"), folder.read("left/m.csv"), "{name}");
        assert!(!folder.exists("left/o.parquet.resume") && half_made(&folder).is_empty());
    }
}

#[test]
fn a_full_disk_without_a_checkpoint_leaves_files_that_open() {
    let folder = Folder::with_scenarios();
    for (name, size_kb, agents) in [("o.csv", 1500, "40"), ("o.npy", 1500, "40"), ("o.parquet", 8000, "3000")] {
        let count = format!("groups.red.count={agents}");
        // Nobody looks around: rows are what this is about.
        let idle = ["--set", "groups.red.behaviors=[]", "--set", &count];
        let run = [&["run", "plane.toml", "--steps", "1000000000", "--out", name], &idle[..]].concat();
        let Some(ran) = on_small_disk(&folder, size_kb, "\"$@\"", &run) else { return };
        assert_eq!(ran.code, Some(1), "{name}: {}{}", ran.stdout, ran.stderr);
        ran.says("No space left on device").says("nothing to go on from: --checkpoint FILE");
        assert!(whole_rows(&folder, &format!("left/{name}")) > 1000, "{name}: nothing is left");
    }
}

#[test]
fn a_disk_too_full_for_a_checkpoint_keeps_the_previous_one() {
    // Long enough that the disk is full well before the end.
    const STEPS: &str = "30000";
    let folder = Folder::with_scenarios();
    let run = ["run", "plane.toml", "--steps", STEPS, "--checkpoint", "c.bin", "--checkpoint-every", "10"];
    // The checkpoint of a world that grows no more: there is room for one, and from the middle on for no second one.
    // What fills the disk comes back some times: once, it may come while a second checkpoint is there that is gone the next moment.
    let script = "(while ! test -s c.bin; do sleep 0.01; done; \
                  for again in 1 2 3 4 5 6 7 8 9 10; do head -c 200k /dev/zero >> filler; sleep 0.02; done) 2> ../filled & \"$@\"";
    let Some(ran) = on_small_disk(&folder, 100, script, &run) else { return };
    assert_eq!(ran.code, Some(1), "{}{}", ran.stdout, ran.stderr);
    ran.says("cannot write c.bin: No space left on device");
    assert!(half_made(&folder).is_empty(), "nothing half made is left");
    std::fs::remove_file(folder.path("left/filler")).expect("what filled the disk");
    go_on(&folder, "left", &advised(&ran.stderr));
    let end = folder.ok(&["run", "plane.toml", "--steps", STEPS]).hash();
    assert_eq!(folder.ok(&["run", "--resume", "left/c.bin", "--steps", STEPS]).hash(), end);
}

#[test]
fn a_sweep_on_a_full_disk_goes_on_when_there_is_room() {
    let folder = Folder::with_scenarios();
    let sweep = ["sweep", "plane.toml", "--metric", "speed,polarization", "--vary", "seed=1..120", "--steps", "3"];
    let Some(ran) = on_small_disk(&folder, 16, "\"$@\"", &[&sweep[..], &["--out", "t.csv"]].concat()) else { return };
    assert_eq!(ran.code, Some(1), "{}", ran.stderr);
    ran.says("No space left on device").says("to go on: the same command again");
    let again = [&sweep[..], &["--out", "left/t.csv"]].concat();
    let ran = folder.ok(&again);
    assert!(ran.stdout.contains("from before"), "{}", ran.stdout);
    folder.ok(&[&sweep[..], &["--out", "t.csv"]].concat());
    assert_eq!(folder.read("left/t.csv"), folder.read("t.csv"));
}

#[test]
fn a_read_only_folder_is_known_before_anything_runs() {
    let folder = Folder::with_scenarios();
    let outputs: [&[&str]; 5] = [
        &["run", "plane.toml", "--out", "o.csv"],
        &["run", "plane.toml", "--metrics", "m.csv"],
        &["run", "plane.toml", "--checkpoint", "c.bin"],
        &["sweep", "plane.toml", "--vary", "seed=1..3", "--metric", "speed", "--out", "t.csv"],
        &["render", "plane.toml", "--out", "p.png"],
    ];
    for arguments in outputs {
        let Some(ran) = on_small_disk(&folder, 100, "mount -o remount,ro tmpfs . || exit 99; \"$@\"", arguments) else {
            return;
        };
        assert_eq!(ran.code, Some(2), "{arguments:?}: {}{}", ran.stdout, ran.stderr);
        ran.says("cannot write").says("Read-only file system").says(arguments[arguments.len() - 1]);
        assert_eq!(ran.stdout, "");
    }
}

#[test]
fn a_file_or_folder_without_permission_is_bad_input() {
    let folder = Folder::with_scenarios();
    folder.write("secret.toml", common::PLANE);
    folder.write("locked.csv", "mine");
    let allow = |name: &str, mode: u32| {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::Permissions::from_mode(mode);
        std::fs::set_permissions(folder.path(name), mode).expect("permissions");
    };
    allow("secret.toml", 0o000);
    allow("locked.csv", 0o444);
    allow("", 0o555);
    let cases: [(&[&str], &str); 4] = [
        (&["run", "secret.toml"], "cannot read secret.toml"),
        (&["check", "secret.toml"], "cannot read secret.toml"),
        (&["run", "plane.toml", "--out", "o.csv"], "cannot write o.csv"),
        (&["run", "plane.toml", "--metrics", "locked.csv", "--force"], "cannot write locked.csv"),
    ];
    for (arguments, word) in cases {
        // Nothing is forbidden to root: it becomes nobody first.
        let command = folder.command(arguments);
        let nobody = ["--reuid=65534", "--regid=65534", "--clear-groups", "--"];
        let mut lowly = Command::new("setpriv");
        lowly.args(nobody).arg(command.get_program()).args(command.get_args()).current_dir(folder.path(""));
        let root = Ran::of(Command::new("id").arg("-u")).is_some_and(|ran| ran.stdout.trim() == "0");
        let ran = if root { Ran::of(&mut lowly) } else { Some(folder.run(arguments)) };
        let Some(ran) = ran.filter(|ran| ran.code != Some(127) && !ran.stderr.contains("setpriv: ")) else {
            eprintln!("skipped: cannot become nobody here");
            return;
        };
        assert_eq!(ran.code, Some(2), "{arguments:?}: {}", ran.stderr);
        ran.says(word).says("Permission denied");
    }
    assert_eq!(folder.read("locked.csv"), "mine");
    allow("", 0o755);
}

#[test]
fn a_folder_that_vanishes_is_noticed() {
    let folder = Folder::with_scenarios();
    for (name, with_checkpoint) in [("o.csv", false), ("o.csv", true), ("o.parquet", false), ("o.flock", true)] {
        let (data, out) = (folder.path("data"), format!("data/{name}"));
        std::fs::create_dir_all(&data).expect("a folder");
        let run = ["run", "plane.toml", "--steps", "1000000000", "--out", &out];
        let kept = ["--checkpoint", "c.bin", "--checkpoint-every", "50", "--force"];
        let arguments = if with_checkpoint { [&run[..], &kept].concat() } else { run.to_vec() };
        let mut child =
            folder.command(&arguments).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("it runs");
        let began = Instant::now();
        while !folder.exists(if with_checkpoint { "c.bin" } else { &out }) {
            assert!(began.elapsed() < Duration::from_secs(60), "{name}: it does not begin");
            std::thread::sleep(Duration::from_millis(5));
        }
        std::fs::remove_dir_all(&data).expect("it goes");
        // It need not be asked to stop.
        let ended = child.wait().expect("its end");
        let mut stderr = String::new();
        std::io::Read::read_to_string(&mut child.stderr.take().expect("a pipe"), &mut stderr).expect("text");
        assert_eq!(ended.code(), Some(1), "{name}: {stderr}");
        assert!(stderr.contains(&format!("cannot write {out}: ")) || stderr.contains("No such file"), "{stderr}");
        assert!(
            stderr.contains(if with_checkpoint { "to go on from step" } else { "nothing to go on from" }),
            "{stderr}"
        );
        let _ = std::fs::remove_file(folder.path("c.bin"));
    }
}

#[test]
fn a_clock_that_jumps_changes_nothing() {
    let library = "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1";
    if !std::path::Path::new(library).exists() {
        eprintln!("skipped: no libfaketime at {library}");
        return;
    }
    let folder = Folder::with_scenarios();
    let run = |out: &'static str, metrics: &'static str, kept: &'static str| {
        let rest = ["--out", out, "--metrics", metrics, "--checkpoint", kept, "--checkpoint-every", "50"];
        [&["run", "plane.toml", "--steps", "600"], &rest[..]].concat()
    };
    let end = folder.ok(&run("o.csv", "m.csv", "c.bin")).hash();
    folder.write("clock", "+0");
    let mut command = folder.command(&run("jumps.csv", "jumps_m.csv", "jumps.bin"));
    command
        .env("LD_PRELOAD", library)
        .env("FAKETIME_TIMESTAMP_FILE", folder.path("clock"))
        .env("FAKETIME_NO_CACHE", "1");
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
    // Years forth and back, the clocks that only ever go forward too.
    for jump in ["+5y", "-20y", "+30y", "-1d", "+0"] {
        std::thread::sleep(Duration::from_millis(60));
        std::fs::write(folder.path("clock.next"), jump).expect("a time");
        std::fs::rename(folder.path("clock.next"), folder.path("clock")).expect("another time");
    }
    let ended = child.wait_with_output().expect("its end");
    let (stdout, stderr) = (String::from_utf8_lossy(&ended.stdout), String::from_utf8_lossy(&ended.stderr));
    assert_eq!(ended.status.code(), Some(0), "{stderr}");
    assert_eq!(common::HashLine::read(stdout.lines().last().unwrap_or_default()), end, "{stderr}");
    assert!(folder.read("o.csv") == folder.read("jumps.csv") && folder.read("m.csv") == folder.read("jumps_m.csv"));
    let bytes = |name: &str| std::fs::read(folder.path(name)).expect("a checkpoint");
    assert!(bytes("c.bin") == bytes("jumps.bin"));
}
