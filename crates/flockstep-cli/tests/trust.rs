//! Small things that undermine trust: what reaches the terminal, what is asked for twice, and limits of the system.
#![cfg(unix)]

mod common;

use common::{Folder, Ran};
use std::process::Command;

#[test]
fn control_characters_of_names_do_not_reach_the_terminal() {
    let folder = Folder::new();
    let evil = r"\u001B[2J\u001B]0;gone\u0007\u009B31m\u202E";
    folder.write(
        "evil.toml",
        &format!(
            "name = \"{evil}\"\nabout = \"{evil}\"\ndimensions = 2\n[[groups]]\nname = \"{evil}\"\ncount = 3\n\
             [[groups.behaviors]]\ntype = \"wander\"\n[[groups]]\nname = \"b\"\ncount = 2\n"
        ),
    );
    let harmless = |ran: Ran| {
        let said = format!("{}{}", ran.stdout, ran.stderr);
        let bad = |c: &char| c.is_control() && *c != '\n' || ('\u{202A}'..='\u{202E}').contains(c);
        assert_eq!(said.chars().find(bad), None, "{}: {said:?}", ran.what);
        ran
    };
    let ran = harmless(folder.run(&["run", "evil.toml", "--steps", "3", "--metrics", "m.csv", "--out", "o.flock"]));
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert!(ran.stdout.contains("\\u{1b}"), "{}", ran.stdout);
    // Data is as it is.
    assert!(folder.read("m.csv").contains('\u{1b}'));
    let name = "\u{1b}[2J.toml";
    harmless(folder.run(&["run", name]));
    harmless(folder.run(&["run", "evil.toml", "--groups", "nobody", "--out", "x.csv"]));
    harmless(folder.run(&["run", "evil.toml", "--set", "groups.zzz.count=1"]));
    harmless(folder.run(&["run", "evil.toml", "--set", "groups.zzz\u{1b}[1m.count=1"]));
    harmless(folder.run(&["plot", "m.csv", "--out", "p.svg", "--group", "nobody"]));
    harmless(folder.run(&["check", "evil.toml"]));
    harmless(folder.run(&["replay", "o.flock"]));
    std::fs::copy(folder.path("evil.toml"), folder.path(name)).expect("a copy");
    harmless(folder.run(&["check", name]));
    harmless(folder.run(&["sweep", name, "--vary", "seed=1", "--metric", "speed", "--steps", "1", "--out", "t.csv"]));
}

#[test]
fn a_metric_that_stands_there_twice_is_refused() {
    let folder = Folder::with_scenarios();
    folder.fails(2, &["run", "plane.toml", "--steps", "1", "--metric", "speed,speed"]).says("speed").says("twice");
    folder.ok(&["run", "plane.toml", "--steps", "2", "--metrics", "m.csv"]);
    for (option, value) in [("--metric", "speed,speed"), ("--group", "red,red")] {
        folder.fails(2, &["plot", "m.csv", "--out", "p.svg", option, value]).says(option).says("twice");
    }
}

#[test]
fn a_limit_on_the_size_of_files_ends_as_a_full_disk_does() {
    for name in ["o.csv", "o.parquet", "o.npy", "o.flock"] {
        let folder = Folder::with_scenarios();
        let run = ["run", "plane.toml", "--steps", "100000", "--out", name, "--snapshot-every", "20"];
        let kept = ["--checkpoint", "c.bin", "--checkpoint-every", "20"];
        let flockstep = folder.command(&[&run[..], &kept].concat());
        let mut shell = Command::new("sh");
        shell.args(["-c", "ulimit -f 200; exec \"$@\"", "sh"]).arg(flockstep.get_program());
        let ran = Ran::of(shell.args(flockstep.get_args()).current_dir(folder.path(""))).expect("a shell");
        assert_eq!(ran.code, Some(1), "{name}: {}{}", ran.stdout, ran.stderr);
        ran.says("cannot write").says(name).says("File too large").says("to go on from step");
        if name == "o.csv" {
            assert!(folder.read(name).ends_with('\n'), "half a row");
        }
    }
}

#[test]
fn check_warns_of_what_has_no_effect() {
    let folder = Folder::new();
    let group = "dimensions = 2\n[[groups]]\nname = 'a'\ncount = 3\n[[groups.behaviors]]\ntype = 'cohesion'\n";
    folder.write("vain.toml", &format!("{group}priority = 3\n"));
    folder.write("fine.toml", group);
    let vain = folder.ok(&["check", "vain.toml"]);
    vain.says("warning: vain.toml: groups.a.behaviors.cohesion.priority has no effect");
    assert!(vain.stdout.contains("ok vain.toml"), "{}", vain.stdout);
    assert_eq!(folder.ok(&["check", "fine.toml"]).stderr, "");
}

/// Runs the command with so many kilobytes of memory.
fn with_memory(folder: &Folder, kilobytes: u32, arguments: &[&str]) -> Ran {
    let flockstep = folder.command(arguments);
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("ulimit -v {kilobytes}; exec \"$@\""), "sh"]).arg(flockstep.get_program());
    Ran::of(shell.args(flockstep.get_args()).current_dir(folder.path(""))).expect("a shell")
}

#[test]
fn groups_take_memory_and_time_as_they_are_many_and_not_as_their_square() {
    let folder = Folder::new();
    let groups = |count: usize, more: &dyn Fn(usize) -> String| {
        let group = |nth: usize| format!("[[groups]]\nname = 'group {nth}'\ncount = 1\n{}", more(nth));
        format!("dimensions = 2\n{}", (0..count).map(group).collect::<String>())
    };
    folder.write("many.toml", &groups(32_768, &|_| String::new()));
    let behavior = |of: &str| format!("[[groups.behaviors]]\ntype = 'cohesion'\nof = {{ {of} }}\n");
    folder.write("layers.toml", &groups(8_000, &|_| format!("layers = ['all']\n{}", behavior("layers = ['all']"))));
    let names =
        |nth: usize| (0..100).map(|more| format!("'group {}',", (7 * nth + 79 * more) % 8_000)).collect::<String>();
    folder.write("minded.toml", &groups(8_000, &|nth| behavior(&format!("groups = [{}]", names(nth)))));
    for file in ["many.toml", "layers.toml", "minded.toml"] {
        let began = std::time::Instant::now();
        let ran = with_memory(&folder, 1_500_000, &["run", file, "--steps", "1", "--quiet", "--threads", "1"]);
        assert_eq!(ran.code, Some(0), "{file}: {}", ran.stderr);
        assert!(began.elapsed().as_secs() < 20, "{file}: {:?}", began.elapsed());
    }
    let rules = "[[groups.behaviors]]\ntype = 'cohesion'\n".repeat(1001);
    folder.write("rules.toml", &format!("dimensions = 2\n[[groups]]\nname = 'a'\ncount = 1\n{rules}"));
    folder.fails(2, &["check", "rules.toml"]).says("at most 1000 behaviors");
}

#[test]
fn what_does_not_fit_into_the_memory_is_refused_and_nothing_is_aborted() {
    let folder = Folder::new();
    let world = |count: usize, more: &str| format!("dimensions = 3\n[[groups]]\nname = 'a'\ncount = {count}\n{more}");
    folder.write("solid.toml", &world(4_000_000, "body = { radius = 0.1, solid = true }\n"));
    let formation = "[[groups.behaviors]]\ntype = 'formation'\ntarget = { point = [0, 0, 0] }\n";
    folder.write("squad.toml", &world(6_000_000, formation));
    for (file, what) in [("solid.toml", "4000000 of them solid"), ("squad.toml", "6000000 of them in formations")] {
        for command in [&["check", file][..], &["run", file, "--steps", "1"]] {
            let ran = with_memory(&folder, 1_500_000, command);
            assert_eq!(ran.code, Some(2), "{command:?}: {}", ran.stderr);
            ran.says(what).says("GB of memory");
        }
    }
    // One of them would fit.
    folder.write("plain.toml", &world(4_000_000, ""));
    let sweep = ["sweep", "plain.toml", "--vary", "seed=1,2,3", "--metric", "speed", "--steps", "1", "--out", "t.csv"];
    let ran = with_memory(&folder, 1_500_000, &[&sweep[..], &["--workers", "3"]].concat());
    assert_eq!(ran.code, Some(2), "{}", ran.stderr);
    ran.says("--workers").says("3 worlds at a time");
    assert_eq!(folder.names(), ["plain.toml", "solid.toml", "squad.toml"], "nothing has been made");
}
