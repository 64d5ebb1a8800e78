//! Plain `flockstep` where there is no screen: in a real terminal, by real keys; and without one.
#![cfg(target_os = "linux")] // elsewhere there is always a screen

mod common;
#[path = "common/terminal.rs"]
mod terminal;

use common::Folder;
use std::time::Duration;
use terminal::Terminal;

/// A terminal in a folder; none, and said so, where tmux is not installed.
fn open(name: &str, folder: &Folder) -> Option<Terminal> {
    Terminal::open(name, &folder.path("").display().to_string())
}

/// Starts the command in a terminal.
fn start(terminal: &Terminal, environment: &str, arguments: &str) {
    terminal.start(&format!("{environment} '{}' {arguments}", env!("CARGO_BIN_EXE_flockstep")));
}

fn has_braille(screen: &str) -> bool {
    screen.chars().filter(|character| ('\u{2801}'..='\u{28ff}').contains(character)).count() > 20
}

#[test]
fn the_showpiece_lives_in_the_terminal_and_answers_keys() {
    let folder = Folder::new();
    let Some(terminal) = open("keys", &folder) else { return };
    start(&terminal, "", "");
    let first = terminal.wait_until("a flock", |screen| has_braille(screen) && screen.contains("School"));
    terminal.wait_until("the next steps", |screen| has_braille(screen) && screen != first);

    terminal.key("Space");
    terminal.wait_for("paused");
    // A screen may be looked at while it is still being drawn.
    std::thread::sleep(Duration::from_millis(300));
    let paused = terminal.screen();
    std::thread::sleep(Duration::from_millis(300));
    assert_eq!(terminal.screen(), paused, "nothing moves");
    terminal.key(".");
    terminal.wait_until("one step", |screen| screen.contains("paused") && screen != paused);
    terminal.key("Space");
    terminal.wait_until("the flock again", |screen| !screen.contains("paused"));

    terminal.key("n");
    let next = terminal.wait_until("the next scene", |screen| screen.starts_with("Seek") && has_braille(screen));
    assert!(!next.contains("School"), "{next}");
    terminal.key("p");
    terminal.wait_until("the scene before", |screen| screen.starts_with("School"));
    terminal.key("+");
    terminal.wait_for("speed 2x");
    terminal.key("?");
    terminal.wait_for("the same scene from the start");
    terminal.key("?");
    terminal.wait_until("no help", |screen| !screen.contains("the same scene from the start"));

    terminal.tmux(&["resize-window", "-x", "60", "-y", "14"]);
    let fits = |screen: &str| screen.lines().count() <= 14 && has_braille(screen) && screen.contains("q quit");
    terminal.wait_until("a smaller flock", fits);
    terminal.tmux(&["resize-window", "-x", "3", "-y", "2"]);
    std::thread::sleep(Duration::from_millis(200));
    terminal.tmux(&["resize-window", "-x", "100", "-y", "30"]);
    terminal.wait_until("a flock again", |screen| has_braille(screen) && screen.contains("School"));

    terminal.key("q");
    let shell = terminal.wait_for("ended with 0");
    assert!(!has_braille(&shell) && shell.contains("ready>"), "the shell is back:\n{shell}");
    terminal.type_line("echo $((6 * 7))th");
    terminal.wait_for("42th");
}

#[test]
fn every_way_out_gives_the_terminal_back() {
    let folder = Folder::new();
    let Some(terminal) = open("ways-out", &folder) else { return };
    for (way, code) in [("C-c", 0), ("Escape", 0), ("TERM", 143)] {
        start(&terminal, "NO_COLOR=1", "");
        terminal.wait_until("a flock", has_braille);
        match way {
            "TERM" => terminal.terminate_program(),
            key => terminal.key(key),
        }
        let shell = terminal.wait_for(&format!("ended with {code}"));
        assert!(!has_braille(&shell), "{way}:\n{shell}");
        terminal.type_line(&format!("echo after {way}, $((6 * 7))th"));
        terminal.wait_for(&format!("after {way}, 42th"));
    }
}

#[test]
fn a_terminal_that_cannot_place_text_gets_the_summary() {
    let folder = Folder::new();
    let Some(terminal) = open("dumb", &folder) else { return };
    start(&terminal, "TERM=dumb", "");
    let screen = terminal.wait_for("ended with 0");
    assert!(screen.contains("steps 300") && !has_braille(&screen), "{screen}");
}

#[test]
fn a_screen_that_is_not_there_is_told_and_the_flock_is_shown_all_the_same() {
    let folder = Folder::new();
    let ran = folder.command(&[]).env("DISPLAY", ":4711").output().expect("the binary runs");
    let told = String::from_utf8_lossy(&ran.stderr);
    assert!(told.contains("there is no screen") && !told.contains("panicked"), "{told}");
    assert!(String::from_utf8_lossy(&ran.stdout).contains("steps 300"), "{told}");
    assert_eq!(ran.status.code(), Some(0));
}

#[test]
fn the_studio_without_a_screen_says_what_to_do_and_shows_nothing_else() {
    let folder = Folder::with_scenarios();
    for scenario in [&["studio"][..], &["studio", "craft"], &["studio", "plane.toml"]] {
        let ran = folder.fails(1, scenario);
        ran.says("there is no screen").says("plain `flockstep`");
        assert_eq!((ran.stdout.as_str(), ran.stderr.lines().count()), ("", 1), "{}", ran.stderr);
    }
    folder.fails(2, &["studio", "no such scene"]).says("no such scene");
    let ran = folder.command(&["studio"]).env("DISPLAY", ":4711").output().expect("the binary runs");
    let told = String::from_utf8_lossy(&ran.stderr);
    assert!(told.starts_with("error: there is no screen") && told.lines().count() == 1, "{told}");
    assert_eq!(ran.status.code(), Some(1));
}
