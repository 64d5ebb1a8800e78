//! The small commands: check, list, show, new, describe, schema, completions, help, and none at all.

mod common;

use common::{Folder, PLANE};

#[test]
fn check_looks_at_every_file_and_shows_all_mistakes() {
    let folder = Folder::with_scenarios();
    let ran = folder.ok(&["check", "plane.toml", "space.toml"]);
    assert_eq!(ran.stdout, "ok plane.toml\nok space.toml\n");
    let bad = PLANE.replace("count = 40", "cuont = 40").replace("distance = 2", "distance = -2");
    folder.write("bad.toml", &bad);
    let ran = folder.fails(2, &["check", "bad.toml", "missing.toml", "plane.toml"]);
    assert_eq!(ran.stdout, "ok plane.toml\n", "the good one is still checked");
    ran.says("cuont").says("count").says("distance").says("missing.toml").says("2 of 3");
    assert!(!ran.stderr.contains('\u{1b}'), "no color in a pipe");
}

#[test]
fn list_shows_the_gallery_and_every_scene_of_it_runs() {
    let folder = Folder::new();
    let table = folder.ok(&["list"]).stdout;
    assert!(table.starts_with("name"));
    let names = folder.ok(&["list", "--names"]).stdout;
    assert_eq!(names.lines().count(), table.lines().count() - 1);
    for name in names.lines() {
        assert!(table.contains(name), "{name}");
        assert_eq!(folder.ok(&["run", name, "--steps", "2", "--quiet"]).hash().steps, 2);
        assert_eq!(folder.ok(&["check", name]).stdout, format!("ok {name}\n"));
        let text = folder.ok(&["show", name]).stdout;
        folder.ok(&["new", "copy.toml", "--from", name, "--force"]);
        assert_eq!(folder.read("copy.toml").trim_end(), text.trim_end());
    }
}

#[test]
fn new_writes_a_file_that_checks_and_runs_and_is_not_overwritten() {
    let folder = Folder::new();
    folder.ok(&["new", "mine.toml"]);
    assert!(folder.read("mine.toml").contains('#'), "it has comments");
    folder.ok(&["check", "mine.toml"]);
    folder.ok(&["run", "mine.toml", "--steps", "2"]);
    folder.write("mine.toml", "mine");
    folder.fails(2, &["new", "mine.toml"]).says("exists").says("--force");
    assert_eq!(folder.read("mine.toml"), "mine");
    folder.ok(&["new", "mine.toml", "--force"]);
    assert_ne!(folder.read("mine.toml"), "mine");
    folder.fails(1, &["new", "no/such/folder.toml"]).says("no/such");
}

#[test]
fn describe_tells_of_every_behavior_and_topic() {
    let folder = Folder::new();
    let overview = folder.ok(&["describe"]).stdout;
    let behaviors: Vec<&str> = overview
        .lines()
        .skip(1)
        .take_while(|line| !line.is_empty())
        .filter_map(|line| line.split(' ').next())
        .collect();
    assert!(behaviors.contains(&"separation") && behaviors.len() >= 15, "{behaviors:?}");
    for name in behaviors {
        let page = folder.ok(&["describe", name]).stdout;
        for label in ["aim", "source", "fails", "response", "weight", "example"] {
            assert!(page.contains(label), "{name} has no {label}");
        }
    }
    let page = folder.ok(&["describe", "separation"]).stdout;
    assert!(page.contains("distance = 2 units") && page.contains("\"radii\"") && page.contains("falloff = \"linear\""));
    for (topic, word) in [
        ("bodies", "max_turn"),
        ("blends", "dither"),
        ("sight", "nearest = 0"),
        ("common", "weight = 1"),
        ("captures", "respawn = false"),
    ] {
        assert!(folder.ok(&["describe", topic]).stdout.contains(word), "{topic}");
    }
    folder.fails(2, &["describe", "seperation"]).says("did you mean \"separation\"?");
    let markdown = folder.ok(&["describe", "--markdown"]).stdout;
    assert!(markdown.starts_with("# ") && markdown.contains("### separation\n") && markdown.contains("## Captures"));
}

#[test]
fn the_schema_is_json() {
    let folder = Folder::new();
    let schema: serde_json::Value = serde_json::from_str(&folder.ok(&["schema"]).stdout).expect("JSON");
    assert!(schema.is_object());
}

#[test]
fn every_shell_has_its_completions() {
    let folder = Folder::new();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = folder.ok(&["completions", shell]).stdout;
        assert!(script.contains("checkpoint-every"), "{shell}");
    }
}

#[test]
fn help_has_examples_for_every_command() {
    let folder = Folder::new();
    let help = folder.ok(&["--help"]).stdout;
    assert!(help.contains("Examples:") && help.contains("Exit codes:"));
    for command in ["run", "check", "list", "show", "new", "describe", "schema", "bench", "completions"] {
        assert!(help.contains(command));
        let help = folder.ok(&[command, "--help"]).stdout;
        assert!(help.contains("Examples:"), "{command}");
        assert!(help.lines().all(|line| line.chars().count() <= 100), "{command} has lines too long");
    }
    assert!(folder.ok(&["--version"]).stdout.starts_with("flockstep "));
}

#[test]
fn no_command_at_all_runs_the_showpiece() {
    let folder = Folder::new();
    if !folder.ok(&["list", "--names"]).stdout.lines().any(|name| name == "school") {
        return;
    }
    let ran = folder.ok(&[]);
    assert_eq!(ran.hash().steps, 300);
    assert!(ran.stdout.contains("flockstep list"), "it says how to go on");
    assert_eq!(folder.names(), Vec::<String>::new(), "it writes nothing");
}
