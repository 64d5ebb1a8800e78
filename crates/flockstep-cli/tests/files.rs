//! Files are not ours to destroy: devices and pipes are never replaced, links stay links, nothing is written through
//! what someone else has put in the way, and nothing at all before everything that was asked for is accepted.
#![cfg(unix)]

mod common;

use common::nodes::{Device, device, is_device, is_pipe, pipe, refused_soon};
use common::{Folder, Ran};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;

/// A file of metrics for `plot`, and a scenario.
fn prepared() -> Folder {
    let folder = Folder::with_scenarios();
    folder.ok(&["run", "plane.toml", "--steps", "3", "--metrics", "m.csv", "--quiet"]);
    folder
}

const SWEEP: [&str; 8] = ["sweep", "plane.toml", "--vary", "seed=1..2", "--metric", "speed", "--steps", "2"];

/// Every command that replaces a file, with this one as what it replaces. `ending` is what the name must end in.
fn replacing(ending: &str) -> Vec<Vec<&'static str>> {
    let all = |command: &[&'static str]| [command, &["--force"]].concat();
    match ending {
        "csv" => vec![all(&[&SWEEP[..], &["--out", "node.csv"]].concat())],
        "svg" => vec![
            all(&[&SWEEP[..], &["--out", "t.csv", "--plot", "node.svg"]].concat()),
            all(&["plot", "m.csv", "--out", "node.svg"]),
        ],
        "png" => vec![all(&["render", "plane.toml", "--out", "node.png", "--steps", "1", "--software"])],
        _ => vec![
            all(&["run", "plane.toml", "--steps", "2", "--checkpoint", "node.bin"]),
            all(&["new", "node.bin"]),
            all(&["new", "node.bin", "--from", "school"]),
        ],
    }
}

#[test]
fn a_device_or_a_pipe_is_never_replaced() {
    for ending in ["csv", "svg", "png", "bin"] {
        let name = format!("node.{ending}");
        for command in replacing(ending) {
            let folder = prepared();
            pipe(&folder, &name);
            refused_soon(&folder, &command).says("it is a pipe").says(&name);
            assert!(is_pipe(&folder, &name), "{command:?}");
            let folder = prepared();
            if !device(&folder, &name, Device::Null) {
                return;
            }
            refused_soon(&folder, &command).says("it is a device").says(&name);
            assert!(is_device(&folder, &name), "{command:?}");
            // By a link, too.
            std::fs::rename(folder.path(&name), folder.path("far")).expect("another name");
            symlink("far", folder.path(&name)).expect("a link");
            refused_soon(&folder, &command).says("it is a device");
            assert!(is_device(&folder, "far"), "{command:?}");
        }
    }
}

#[test]
fn rows_can_be_written_to_a_device_and_to_the_standard_output() {
    let folder = Folder::with_scenarios();
    let whole = folder.ok(&["run", "plane.toml", "--steps", "3", "--out", "-"]);
    let named = folder.ok(&["run", "plane.toml", "--steps", "3", "--out", "/dev/stdout", "--format", "csv"]);
    assert_eq!(whole.stdout, named.stdout);
    assert!(named.stderr.contains("hash "), "{}", named.stderr);
    if device(&folder, "null.csv", Device::Null) {
        folder.ok(&["run", "plane.toml", "--steps", "3", "--out", "null.csv", "--metrics", "m.csv"]);
        folder.ok(&["run", "plane.toml", "--steps", "3", "--metrics", "null.csv", "--checkpoint", "c.bin"]);
        for format in ["parquet", "flock"] {
            let run = ["run", "plane.toml", "--steps", "30", "--out", "null.csv", "--format", format, "--force"];
            folder.ok(&[&run[..], &["--checkpoint", "d.bin", "--checkpoint-every", "10"]].concat());
        }
        let npy = ["run", "plane.toml", "--steps", "3", "--out", "null.csv", "--format", "npy"];
        refused_soon(&folder, &npy).says("front");
        assert!(is_device(&folder, "null.csv"));
        assert!(!folder.names().iter().any(|name| name.contains("null.csv.")), "{:?}", folder.names());
    }
}

#[test]
fn nothing_is_written_through_a_planted_link_and_nobody_elses_file_is_removed() {
    let folder = prepared();
    folder.write("victim", "precious");
    let planted = ["node.csv", "node.svg", "node.png", "node.bin", "t.csv", "o.parquet.resume"];
    for name in planted {
        for ending in [".partial", ".new", ".tmp"] {
            symlink("victim", folder.path(&format!("{name}{ending}"))).expect("a link");
        }
        folder.write(&format!("{name}.bak"), "precious");
    }
    for ending in ["csv", "svg", "png", "bin"] {
        for command in replacing(ending) {
            folder.ok(&command);
        }
    }
    let run = ["run", "plane.toml", "--steps", "20", "--out", "o.parquet", "--checkpoint", "c.bin"];
    folder.ok(&[&run[..], &["--checkpoint-every", "10"]].concat());
    // And where the run is refused.
    folder.fails(2, &["run", "plane.toml", "--checkpoint", "node.bin", "--metric", "nothing"]);
    assert_eq!(folder.read("victim"), "precious");
    for name in planted {
        for ending in [".partial", ".new", ".tmp"] {
            let link = folder.path(&format!("{name}{ending}"));
            assert_eq!(std::fs::read_link(&link).expect("still a link"), Path::new("victim"), "{name}");
        }
        assert_eq!(folder.read(&format!("{name}.bak")), "precious");
    }
}

#[test]
fn a_link_stays_a_link_and_a_file_keeps_its_mode() {
    for ending in ["csv", "svg", "png", "bin"] {
        for command in replacing(ending) {
            let folder = prepared();
            let name = format!("node.{ending}");
            std::fs::create_dir(folder.path("far")).expect("a folder");
            folder.write("far/old", "old");
            std::fs::set_permissions(folder.path("far/old"), std::fs::Permissions::from_mode(0o640)).expect("a mode");
            symlink("far/old", folder.path(&name)).expect("a link");
            folder.ok(&command);
            assert_eq!(std::fs::read_link(folder.path(&name)).expect("a link"), Path::new("far/old"), "{command:?}");
            let about = folder.path("far/old").metadata().expect("the file");
            assert_eq!(about.permissions().mode() & 0o7777, 0o640, "{command:?}");
            assert!(about.len() > 3, "{command:?}");
            assert_eq!(std::fs::read_dir(folder.path("far")).expect("a folder").count(), 1, "{command:?}");
        }
    }
    // Rows, too; and a link that leads nowhere is followed to where its file would be.
    let folder = prepared();
    for (link, file) in [("o.csv", "rows"), ("n.csv", "metrics"), ("c.bin", "world")] {
        symlink(file, folder.path(link)).expect("a link");
    }
    let run = ["run", "plane.toml", "--steps", "3", "--out", "o.csv", "--metrics", "n.csv", "--checkpoint", "c.bin"];
    folder.fails(2, &run).says("exists already");
    folder.ok(&[&run[..], &["--force"]].concat());
    for (link, file) in [("o.csv", "rows"), ("n.csv", "metrics"), ("c.bin", "world")] {
        assert_eq!(std::fs::read_link(folder.path(link)).expect("a link"), Path::new(file));
        let about = folder.path(file).metadata().expect("the file");
        assert!(about.len() > 10);
        assert_eq!(about.permissions().mode() & 0o777, 0o666 & !mask(), "{file}");
    }
}

/// What the user's mask takes away from new files.
fn mask() -> u32 {
    let said = Ran::of(std::process::Command::new("sh").args(["-c", "umask"])).expect("a shell").stdout;
    u32::from_str_radix(said.trim(), 8).expect("a mask")
}

#[test]
fn nothing_is_made_or_changed_before_everything_is_accepted() {
    let folder = prepared();
    folder.write("theirs.csv", "step,time\n");
    folder.ok(&[
        "run",
        "plane.toml",
        "--steps",
        "10",
        "--checkpoint",
        "c.bin",
        "--out",
        "o.csv",
        "--metrics",
        "mine.csv",
    ]);
    let before = (folder.names(), folder.read("o.csv"), folder.read("mine.csv"), folder.read("theirs.csv"));
    let begin = ["run", "plane.toml", "--steps", "20"];
    let wrong: [&[&str]; 8] = [
        &["--out", "theirs.csv", "--metrics", "new.csv", "--checkpoint", "d.bin", "--resume", "c.bin"],
        &["--out", "new.csv", "--metrics", "theirs.csv", "--checkpoint", "d.bin", "--resume", "c.bin"],
        &["--out", "o.csv", "--metrics", "theirs.csv", "--checkpoint", "d.bin", "--resume", "c.bin"],
        &["--out", "theirs.csv", "--metrics", "mine.csv", "--checkpoint", "c.bin", "--resume", "c.bin"],
        &["--out", "new.csv", "--metrics", "new2.csv", "--checkpoint", "no/folder.bin"],
        &["--out", "no/folder.csv", "--metrics", "new.csv", "--checkpoint", "d.bin"],
        &["--out", "new.csv", "--metrics", "no/folder.csv", "--checkpoint", "d.bin"],
        &["--out", "new.npy", "--groups", "nobody", "--metrics", "new.csv", "--checkpoint", "d.bin"],
    ];
    for more in wrong {
        folder.fails(2, &[&begin[..], more].concat());
        let after = (folder.names(), folder.read("o.csv"), folder.read("mine.csv"), folder.read("theirs.csv"));
        assert_eq!(after, before, "{more:?}");
    }
}

#[test]
fn what_is_read_is_not_written_by_whatever_name() {
    let folder = prepared();
    folder.ok(&["run", "plane.toml", "--steps", "3", "--out", "o.flock"]);
    let (text, metrics) = (folder.read("plane.toml"), folder.read("m.csv"));
    let recording = std::fs::read(folder.path("o.flock")).expect("the recording");
    for ending in ["csv", "png", "svg"] {
        std::fs::hard_link(folder.path("plane.toml"), folder.path(&format!("hard.{ending}"))).expect("a hard link");
        symlink("plane.toml", folder.path(&format!("soft.{ending}"))).expect("a link");
        std::fs::hard_link(folder.path("o.flock"), folder.path(&format!("flock.{ending}"))).expect("a hard link");
    }
    std::fs::hard_link(folder.path("m.csv"), folder.path("metrics.svg")).expect("a hard link");
    let mut commands: Vec<Vec<&str>> = Vec::new();
    for out in ["hard.csv", "soft.csv"] {
        for option in ["--out", "--metrics", "--checkpoint"] {
            commands.push(vec!["run", "plane.toml", "--steps", "2", option, out]);
        }
        commands.push([&SWEEP[..], &["--out", out]].concat());
    }
    for out in ["hard.png", "soft.png"] {
        commands.push(vec!["render", "plane.toml", "--steps", "1", "--software", "--out", out]);
    }
    commands.push([&SWEEP[..], &["--out", "t.csv", "--plot", "hard.svg"]].concat());
    commands.push(vec!["replay", "o.flock", "--out", "flock.csv"]);
    commands.push(vec!["render", "o.flock", "--steps", "1", "--software", "--out", "flock.png"]);
    commands.push(vec!["plot", "m.csv", "--out", "metrics.svg"]);
    for command in commands {
        folder.fails(2, &[&command[..], &["--force"]].concat()).says("this is the file of");
        assert_eq!((folder.read("plane.toml"), folder.read("m.csv")), (text.clone(), metrics.clone()), "{command:?}");
        assert_eq!(std::fs::read(folder.path("o.flock")).expect("the recording"), recording, "{command:?}");
    }
}

#[test]
fn a_checkpoint_is_no_file_that_a_table_keeps_beside_it() {
    let folder = Folder::with_scenarios();
    let run = ["run", "plane.toml", "--steps", "20", "--out", "o.parquet", "--checkpoint-every", "5"];
    let beside = folder.fails(2, &[&run[..], &["--checkpoint", "o.parquet.resume"]].concat());
    beside.says("o.parquet.resume").says("--out");
    assert_eq!(folder.names(), ["plane.toml", "space.toml"]);
    // What someone else has put there stays.
    folder.write("o.parquet.resume", "my notes");
    folder.fails(2, &[&run[..], &["--checkpoint", "c.bin"]].concat()).says("o.parquet.resume");
    assert_eq!(folder.read("o.parquet.resume"), "my notes");
    assert!(!folder.exists("o.parquet"), "{:?}", folder.names());
}
