//! What the studio is given, and what it does with files: nothing is fatal, nothing is destroyed, nothing hangs.
#![cfg(unix)]
#![allow(clippy::print_stderr)] // a test that cannot be made says so

use flockstep_scenario::Scenario;
use flockstep_studio::files::{Files, NoFiles};
use flockstep_studio::native::Disk;
use flockstep_studio::{Document, Origin, Preferences, Simulation, Studio};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A folder of its own for one test, gone after it.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }
    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn studio(text: &str, preferences: Preferences) -> Studio {
    let scenario = Scenario::parse(text, "a.toml").expect("a scenario");
    let document = Document::new(scenario, Origin::Nowhere);
    let start = |document: &Document| Simulation::here(document.content().clone());
    Studio::new(document, Box::new(NoFiles), preferences, start).expect("a studio")
}

const WORLD: &str = "dimensions = 2\n[[groups]]\nname = 'a'\ncount = 3\n";

#[test]
fn nonsense_in_the_preferences_is_ignored() {
    for scale in [f32::NAN, f32::INFINITY, -2.0, 0.0] {
        let preferences = Preferences { scale, last: Some("/dev/nowhere\u{0}".into()), ..Preferences::default() };
        assert_eq!(studio(WORLD, preferences).preferences.scale.to_bits(), 1.0f32.to_bits());
    }
}

#[test]
fn what_has_no_effect_is_said() {
    let rest = "[[groups.behaviors]]\ntype = 'cohesion'\npriority = 3\n".repeat(5);
    let mut studio = studio(&format!("{WORLD}{rest}"), Preferences::default());
    let said: Vec<String> = studio.notices.current().iter().map(|notice| notice.text.clone()).collect();
    assert!(said.iter().any(|text| text.contains("cohesion.1.priority has no effect")), "{said:?}");
    assert!(said.iter().any(|text| text.starts_with("and 3 more")), "{said:?}");
}

#[test]
fn a_pipe_or_a_device_is_neither_read_nor_replaced() {
    let folder = Folder::new("nodes");
    let made = Command::new("mkfifo").arg(folder.path("pipe.toml")).status();
    assert!(made.is_ok_and(|made| made.success()), "mkfifo works");
    std::fs::rename(folder.path("pipe.toml"), folder.path("pipe.flock")).expect("another name");
    let made = Command::new("mkfifo").arg(folder.path("pipe.toml")).status();
    assert!(made.is_ok_and(|made| made.success()), "mkfifo works");
    let made = Command::new("mknod").arg(folder.path("zero.toml")).args(["c", "1", "5"]).status();
    let mut names = vec!["pipe.toml"];
    match made {
        Ok(made) if made.success() => names.push("zero.toml"),
        _ => eprintln!("skipped: no devices can be made here"),
    }
    for name in names {
        let path = folder.path(name);
        assert!(Disk.read(&path).is_err_and(|problem| problem.contains("it is a ")), "{name}");
        assert!(Disk.write(&path, "text").is_err_and(|problem| problem.contains("it is a ")), "{name}");
        assert!(path.symlink_metadata().is_ok_and(|about| !about.is_file()), "{name}");
    }
    assert!(Disk.recording(&folder.path("pipe.flock")).is_some_and(|read| read.is_err()));
}

#[test]
fn saving_follows_links_and_leaves_what_others_have_put_there() {
    let folder = Folder::new("links");
    std::fs::write(folder.path("real.toml"), "old").expect("a file");
    std::fs::write(folder.path("victim"), "precious").expect("a file");
    symlink("real.toml", folder.path("mine.toml")).expect("a link");
    symlink("victim", folder.path("mine.toml.new")).expect("a link");
    symlink("victim", folder.path("real.toml.new")).expect("a link");
    Disk.write(&folder.path("mine.toml"), "new").expect("it is saved");
    let text = |name: &str| std::fs::read_to_string(folder.path(name)).expect("a file");
    assert_eq!((text("real.toml"), text("victim")), ("new".into(), "precious".into()));
    for (link, to) in [("mine.toml", "real.toml"), ("mine.toml.new", "victim"), ("real.toml.new", "victim")] {
        assert_eq!(std::fs::read_link(folder.path(link)).expect("a link"), Path::new(to));
    }
    assert_eq!(std::fs::read_dir(&folder.0).expect("a folder").count(), 5);
}
