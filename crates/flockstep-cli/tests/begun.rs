//! What is resumed is what was begun: a checkpoint, an output and a journal know of which scenario they are, and
//! another one is refused by name.

mod common;

use common::Folder;
use std::process::Stdio;
use std::time::{Duration, Instant};

/// A world in which everything that a scenario has takes part.
const WORLD: &str = r#"
name = "Everything"
dimensions = 2
seed = 5
time_step = 0.05
[space]
edge = "bounce"
min = [0, 0]
max = [20, 20]
[markers]
home = [3, 3]
[[groups]]
name = "walkers"
count = 12
place = { shape = "box", min = [1, 1], max = [9, 9] }
speed = [1, 2]
[[groups.behaviors]]
type = "seek"
target = { marker = "home" }
[[groups.behaviors]]
type = "follow_field"
field = "way"
[[groups.behaviors]]
type = "follow_path"
path = "round"
[[groups]]
name = "guests"
agents = [{ position = [15, 15], velocity = [1, 0] }]
[[obstacles]]
shape = "ball"
center = [10, 10]
radius = 1
[[fields]]
name = "way"
type = "flow"
min = [0, 0]
cell = 5
image = "map.png"
goals = [{ point = [18, 18] }]
[[paths]]
name = "round"
points = [[2, 2], [8, 2], [8, 8]]
"#;

/// An image of four by four pixels of this gray.
fn image(gray: u8) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 4, 4);
    encoder.set_color(png::ColorType::Grayscale);
    let mut writer = encoder.write_header().expect("a head");
    writer.write_image_data(&[gray; 16]).expect("pixels");
    drop(writer);
    bytes
}

fn folder() -> Folder {
    let folder = Folder::with_scenarios();
    folder.write("world.toml", WORLD);
    std::fs::write(folder.path("map.png"), image(255)).expect("an image");
    folder
}

#[test]
fn a_scenario_that_has_changed_is_refused_by_name() {
    let folder = folder();
    let begun = folder.ok(&["run", "world.toml", "--steps", "10", "--checkpoint", "c.bin"]).hash();
    let resume = ["--steps", "10", "--resume", "c.bin"];
    for (from, to, name) in [
        ("home = [3, 3]", "home = [3, 4]", "markers.home"),
        ("home = [3, 3]", "home = [3, 3]\naway = [1, 1]", "markers.away"),
        ("radius = 1\n", "radius = 2\n", "obstacles"),
        ("radius = 1\n", "radius = 1\nvelocity = [1, 0]\n", "obstacles"),
        ("goals = [{ point = [18, 18] }]", "goals = [{ point = [18, 17] }]", "fields.way"),
        ("[8, 8]]", "[8, 9]]", "paths.round"),
        ("count = 12", "count = 13", "groups.walkers.count"),
        ("[15, 15]", "[15, 16]", "groups.guests.agents"),
        ("seed = 5", "seed = 6", "seed"),
        ("speed = [1, 2]", "speed = [1, 3]", "walkers"),
        ("max = [9, 9]", "max = [9, 8]", "walkers"),
    ] {
        folder.write("other.toml", &WORLD.replacen(from, to, 1));
        assert!(folder.read("other.toml") != WORLD, "{from}");
        let ran = folder.fails(2, &[&["run", "other.toml"], &resume[..]].concat());
        ran.says(name).says("c.bin").says("another scenario");
    }
    for (set, name) in [
        ("markers.home=[4, 4]", "markers.home"),
        ("groups.walkers.count=99", "groups.walkers.count"),
        ("paths.round.closed=true", "paths.round"),
        ("obstacles.1.radius=3", "obstacles"),
    ] {
        folder.fails(2, &[&["run", "world.toml", "--set", set], &resume[..]].concat()).says(name);
    }
    // The picture has changed, and not a letter of the file.
    std::fs::write(folder.path("map.png"), image(128)).expect("another image");
    folder.fails(2, &[&["run", "world.toml"], &resume[..]].concat()).says("fields.way");
    std::fs::write(folder.path("map.png"), image(255)).expect("the image");
    // What is for people may change, and without a scenario nothing can.
    folder.write("other.toml", &WORLD.replacen("Everything", "Another name", 1));
    for run in [&["run", "world.toml"][..], &["run", "other.toml"], &["run"]] {
        assert_eq!(folder.ok(&[run, &resume[..]].concat()).hash(), begun);
    }
}

#[test]
fn the_digest_goes_on_through_runs_without_a_scenario() {
    let folder = folder();
    folder.ok(&["run", "world.toml", "--steps", "10", "--checkpoint", "c.bin"]);
    folder.ok(&["run", "--resume", "c.bin", "--steps", "20", "--checkpoint", "c.bin"]);
    folder.ok(&["run", "world.toml", "--resume", "c.bin", "--steps", "20"]);
    let set = ["run", "world.toml", "--set", "markers.home=[4, 4]", "--resume", "c.bin", "--steps", "20"];
    folder.fails(2, &set).says("markers.home");
}

#[test]
fn a_change_anywhere_in_a_file_of_rows_is_noticed() {
    let folder = folder();
    for ending in ["csv", "parquet", "npy", "flock"] {
        let out = format!("long.{ending}");
        let run = ["run", "world.toml", "--steps", "1600", "--snapshot-every", "5", "--out", &out];
        folder.ok(&[&run[..], &["--checkpoint", "c.bin", "--force"]].concat());
        let whole = std::fs::read(folder.path(&out)).expect("rows");
        assert!(whole.len() > 3 << 16, "{ending}: {} bytes, it should be long", whole.len());
        let resume =
            ["run", "world.toml", "--steps", "1610", "--snapshot-every", "5", "--resume", "c.bin", "--out", &out];
        for at in [whole.len() / 3, whole.len() / 2] {
            let mut other = whole.clone();
            other[at] ^= 1;
            std::fs::write(folder.path(&out), &other).expect("other rows");
            folder.fails(2, &resume).says(&out).says("was changed");
            assert!(std::fs::read(folder.path(&out)).expect("rows") == other, "{ending}: it was touched");
        }
        std::fs::write(folder.path(&out), &whole).expect("the rows");
        folder.ok(&resume);
    }
}

#[test]
fn a_run_goes_on_in_its_own_files_only() {
    let folder = folder();
    let files = ["--out", "o.csv", "--metrics", "m.csv", "--checkpoint", "c.bin", "--force"];
    for ending in ["csv", "parquet", "npy", "flock"] {
        let own = format!("own.{ending}");
        let other = format!("other.{ending}");
        let run = |steps: &str, seed: &str, out: &str, more: &[&str]| {
            let run = ["run", "world.toml", "--steps", steps, "--seed", seed, "--out", out];
            folder.ok(&[&run[..], more].concat());
        };
        run("20", "5", &own, &["--checkpoint", "c.bin", "--force"]);
        // Of another run, which has the same columns and reaches as far.
        run("40", "9", &other, &["--force"]);
        let before = std::fs::read(folder.path(&other)).expect("rows");
        let resume = ["run", "world.toml", "--steps", "30", "--resume", "c.bin", "--out"];
        folder.fails(2, &[&resume[..], &[&other]].concat()).says(&other).says("another run");
        assert_eq!(std::fs::read(folder.path(&other)).expect("rows"), before, "{ending}");
        folder.ok(&[&resume[..], &[&own]].concat());
        let whole = format!("whole.{ending}");
        run("30", "5", &whole, &["--force"]);
        if ending == "csv" || ending == "npy" {
            // As many rows, each of them once.
            let rows = |name: &str| std::fs::read(folder.path(name)).expect("rows").len();
            assert_eq!(rows(&own), rows(&whole), "{ending}");
        }
    }
    // Metrics are rows, too.
    folder.ok(&[&["run", "world.toml", "--steps", "20"], &files[..]].concat());
    folder.ok(&["run", "world.toml", "--steps", "40", "--seed", "9", "--metrics", "theirs.csv"]);
    let before = folder.read("theirs.csv");
    let resume = ["run", "world.toml", "--steps", "30", "--resume", "c.bin", "--metrics"];
    folder.fails(2, &[&resume[..], &["theirs.csv"]].concat()).says("theirs.csv").says("another run");
    assert_eq!(folder.read("theirs.csv"), before);
    // A file that the run of the checkpoint never wrote, whatever is in it.
    folder.ok(&["run", "world.toml", "--steps", "20", "--checkpoint", "bare.bin"]);
    let bare = ["run", "world.toml", "--steps", "30", "--resume", "bare.bin", "--out", "o.csv"];
    folder.fails(2, &bare).says("o.csv").says("--force");
}

#[test]
fn options_that_have_changed_are_refused_by_name() {
    let folder = Folder::with_scenarios();
    let base = ["run", "plane.toml", "--out", "o.csv", "--metrics", "m.csv", "--metric", "flocks,speed"];
    let begin =
        ["--steps", "20", "--checkpoint", "c.bin", "--every", "2", "--columns", "step,id,x,y", "--groups", "red"];
    folder.ok(&[&base[..], &begin].concat());
    let (rows, metrics) = (folder.read("o.csv"), folder.read("m.csv"));
    let go_on = |columns: &str, groups: &str, every: &str, more: &[&str]| {
        let run = ["--steps", "30", "--resume", "c.bin", "--every", every, "--columns", columns, "--groups", groups];
        folder.run(&[&base[..], &run, more].concat())
    };
    let (columns, red) = ("step,id,x,y", "red");
    for (ran, name) in [
        (go_on("step,id,y,x", red, "2", &[]), "--columns"),
        (go_on(columns, "blue, \"quick\"", "2", &[]), "--groups"),
        (go_on(columns, red, "1", &[]), "--every"),
        (go_on(columns, red, "2", &["--flock-distance", "3"]), "--flock-distance"),
    ] {
        assert_eq!(ran.code, Some(2), "{}: {}", ran.what, ran.stderr);
        ran.says(name);
        assert_eq!((folder.read("o.csv"), folder.read("m.csv")), (rows.clone(), metrics.clone()), "{name}");
    }
    let other = ["run", "plane.toml", "--steps", "30", "--resume", "c.bin", "--every", "2", "--metrics", "m.csv"];
    folder.fails(2, &[&other[..], &["--metric", "speed,flocks"]].concat()).says("--metric");
    assert_eq!(go_on(columns, red, "2", &[]).code, Some(0));
}

#[test]
fn a_checkpoint_without_a_digest_is_read_and_says_what_it_cannot_know() {
    let folder = folder();
    let begun = folder.ok(&["run", "world.toml", "--steps", "10", "--checkpoint", "c.bin", "--out", "o.csv"]).hash();
    // As earlier versions wrote it: the snapshot alone.
    let bytes = std::fs::read(folder.path("c.bin")).expect("the checkpoint");
    let length = u64::from_le_bytes(bytes[16..24].try_into().expect("eight bytes")) as usize + 8;
    assert!(bytes.len() > length, "something stands behind the world");
    std::fs::write(folder.path("old.bin"), &bytes[..length]).expect("an old checkpoint");
    let ran = folder.ok(&["run", "world.toml", "--steps", "10", "--resume", "old.bin"]);
    assert_eq!(ran.hash(), begun);
    ran.says("note:").says("earlier version");
    folder.fails(2, &["run", "world.toml", "--steps", "20", "--resume", "old.bin", "--out", "o.csv"]).says("o.csv");
    // Damage behind the world is noticed.
    for at in length..bytes.len() {
        if at % 7 == 0 || at + 20 > bytes.len() {
            let mut torn = bytes.clone();
            torn[at] ^= 1;
            std::fs::write(folder.path("torn.bin"), torn).expect("a torn checkpoint");
            folder.fails(2, &["run", "--resume", "torn.bin", "--steps", "10"]).says("torn.bin");
        }
    }
}

#[test]
fn a_sweep_that_has_changed_is_refused_by_name() {
    let folder = folder();
    // Long enough that it is killed before its end.
    let base = ["sweep", "world.toml", "--out", "t.csv", "--steps", "1000"];
    let begin = [&base[..], &["--vary", "seed=1..6", "--metric", "speed"]].concat();
    folder.ok(&begin);
    let table = folder.read("t.csv");
    std::fs::remove_file(folder.path("t.csv")).expect("the table goes");
    let journal = journal_of(&folder, &begin);
    std::fs::write(folder.path("map.png"), image(64)).expect("another image");
    std::fs::write(folder.path("t.csv.journal"), &journal).expect("a journal");
    folder.fails(2, &begin).says("t.csv.journal").says("scenario");
    std::fs::write(folder.path("map.png"), image(255)).expect("the image");
    for (more, name) in [
        (&["--vary", "seed=1..7", "--metric", "speed"][..], "--vary"),
        (&["--vary", "seed=1..6", "--metric", "milling"], "--metric"),
        (&["--vary", "seed=1..6", "--metric", "speed", "--warmup", "1"], "--warmup"),
    ] {
        std::fs::write(folder.path("t.csv.journal"), &journal).expect("a journal");
        folder.fails(2, &[&base[..], more].concat()).says(name);
    }
    std::fs::write(folder.path("t.csv.journal"), &journal).expect("a journal");
    let ran = folder.ok(&begin);
    assert!(ran.stdout.contains("from before"), "{}", ran.stdout);
    assert_eq!(folder.read("t.csv"), table);
    // Of an earlier version.
    folder.write("t.csv.journal", "flockstep sweep 0123456789abcdef 0123456789abcdef\n");
    folder.fails(2, &begin).says("t.csv.journal");
}

/// The journal of a sweep that was killed after one of its runs or more.
fn journal_of(folder: &Folder, sweep: &[&str]) -> Vec<u8> {
    let mut command = folder.command(sweep);
    let mut child = command.args(["--workers", "1"]).stdout(Stdio::null()).spawn().expect("the binary runs");
    let began = Instant::now();
    let mut journal = Vec::new();
    while journal.iter().filter(|byte| **byte == b'\n').count() < 2 {
        assert!(began.elapsed() < Duration::from_secs(60), "no run comes to its end");
        journal = std::fs::read(folder.path("t.csv.journal")).unwrap_or_default();
    }
    let _ = child.kill();
    let _ = child.wait();
    let _ = std::fs::remove_file(folder.path("t.csv"));
    journal
}
