//! Bad input anywhere: a clear word on stderr, code 2, never a panic.

mod common;

use common::Folder;

#[test]
fn bad_usage_is_refused_and_says_what_is_allowed() {
    let folder = Folder::with_scenarios();
    let cases: &[(&[&str], &str)] = &[
        (&["fly"], "fly"),
        (&["run"], "SCENARIO"),
        (&["run", "plane.toml", "--step", "3"], "--steps"),
        (&["run", "plane.toml", "--steps", "many"], "--steps"),
        (&["run", "plane.toml", "--steps", "-1"], "-1"),
        (&["run", "plane.toml", "--steps", "1", "--seconds", "1"], "--seconds"),
        (&["run", "plane.toml", "--seconds", "-1"], "not negative"),
        (&["run", "plane.toml", "--seconds", "nan"], "not negative"),
        (&["run", "plane.toml", "--seconds", "inf"], "not negative"),
        (&["run", "plane.toml", "--seconds", "1e300"], "too many steps"),
        (&["run", "plane.toml", "--threads", "1025"], "1024"),
        (&["run", "plane.toml", "--every", "0"], "--every"),
        (&["run", "plane.toml", "--checkpoint-every", "5"], "--checkpoint"),
        (&["run", "plane.toml", "--checkpoint", "c.bin", "--checkpoint-every", "0"], "--checkpoint-every"),
        (&["run", "plane.toml", "--seed", "-3"], "-3"),
        (&["run", "plane.toml", "--set", "nonsense"], "PATH=VALUE"),
        (&["run", "plane.toml", "--set", "groups.red.body.max_sped=9"], "max_speed"),
        (&["run", "plane.toml", "--set", "groups.red.body.max_speed=fast"], "max_speed"),
        (&["run", "plane.toml", "--out", "o.txt"], ".csv"),
        (&["run", "plane.toml", "--out", "o"], ".csv"),
        (&["run", "plane.toml", "--out", ""], "--out"),
        (&["run", "plane.toml", "--metrics", "m.txt"], ".csv"),
        (&["run", "plane.toml", "--metrics", "x.csv", "--out", "./x.csv"], "--out"),
        (&["run", "plane.toml", "--checkpoint", "plane.toml", "--force"], "the scenario"),
        (&["run", "missing.toml"], "missing.toml"),
        (&["run", "."], "."),
        (&["run", ""], "no file"),
        (&["check"], "FILE"),
        (&["describe", "nothing at all"], "behaviors:"),
        (&["show", "nothing at all"], "gallery"),
        (&["new", "x.toml", "--from", "nothing at all"], "gallery"),
        (&["new"], "FILE"),
        (&["completions", "tcsh"], "bash"),
        (&["bench", "--dimensions", "4"], "2..=3"),
        (&["bench", "--agents", "0"], "from 1"),
        (&["bench", "--agents", "99999999999999999999"], "from 1"),
        (&["bench", "--neighbors", "0"], "0.001"),
        (&["bench", "--neighbors", "-4"], "0.001"),
        (&["bench", "--neighbors", "nan"], "0.001"),
        (&["bench", "--agents", "10", "--neighbors", "20"], "at most"),
        (&["bench", "--steps", "0"], "--steps"),
        (&["bench", "--layout", "round"], "clumped"),
    ];
    let before = folder.names();
    for (arguments, word) in cases {
        let ran = folder.fails(2, arguments);
        ran.says(word);
        assert_eq!(ran.stdout, "", "{arguments:?} prints to stdout");
    }
    assert_eq!(folder.names(), before, "nothing is left behind");
}

#[test]
fn an_unknown_scene_is_answered_with_one_that_is_meant() {
    let folder = Folder::new();
    let names = folder.ok(&["list", "--names"]).stdout;
    let Some(name) = names.lines().find(|name| name.len() > 3) else { return };
    let typo = format!("{}{}", &name[1..2], name.replacen(&name[1..2], "", 1));
    folder.fails(2, &["run", &typo]).says(&format!("did you mean \"{name}\"?"));
}

#[test]
fn a_file_wins_over_a_scene_of_the_same_name() {
    let folder = Folder::with_scenarios();
    let names = folder.ok(&["list", "--names"]).stdout;
    let Some(name) = names.lines().next() else { return };
    folder.write(name, common::PLANE);
    assert!(folder.ok(&["run", name, "--steps", "1"]).stdout.contains("Two flocks"));
}

#[test]
fn no_bytes_make_it_panic() {
    let folder = Folder::new();
    let (deep, wide) = ("[".repeat(20_000), format!("a = {}1", "-".repeat(5_000)));
    let texts: [&[u8]; 6] =
        [b"", b"\xff\xfe\x00", b"dimensions = 2\n[[groups]]\nname=", deep.as_bytes(), wide.as_bytes(), b"seed = 1e400"];
    for text in texts {
        std::fs::write(folder.path("bad.toml"), text).expect("a file");
        for command in ["run", "check"] {
            folder.fails(2, &[command, "bad.toml"]).says("bad.toml");
        }
    }
}
