//! Plain `flockstep` where there is no screen: in a real terminal, by real keys; and without one.
#![cfg(target_os = "linux")] // elsewhere there is always a screen

mod common;

use common::Folder;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

/// How long anything may take to appear.
const PATIENCE: Duration = Duration::from_secs(20);

/// A terminal of its own, with a shell in it, gone after the test.
struct Terminal {
    socket: String,
}

impl Terminal {
    /// None, and said so, where tmux is not installed.
    #[allow(clippy::print_stderr)]
    fn open(name: &str, folder: &Folder) -> Option<Terminal> {
        if Command::new("tmux").arg("-V").output().is_err() {
            eprintln!("skipped: tmux is not installed");
            return None;
        }
        let terminal = Terminal { socket: format!("flockstep-{name}-{}", std::process::id()) };
        let home = folder.path("").display().to_string();
        terminal.tmux(&["-f", "/dev/null", "new-session", "-d", "-x", "100", "-y", "30", "-c", &home, "sh"]);
        terminal.type_line("PS1='ready> '");
        terminal.wait_for("ready>");
        Some(terminal)
    }

    fn tmux(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new("tmux");
        command.args(["-u", "-L", &self.socket]).args(arguments).env("LANG", "C.UTF-8").env_remove("TMUX");
        for name in ["NO_COLOR", "DISPLAY", "WAYLAND_DISPLAY"] {
            command.env_remove(name);
        }
        command.output().expect("tmux runs")
    }

    fn key(&self, key: &str) {
        self.tmux(&["send-keys", key]);
    }

    fn type_line(&self, line: &str) {
        self.tmux(&["send-keys", "-l", line]);
        self.key("Enter");
    }

    /// Starts the command; what it ends with is written after it.
    fn start(&self, environment: &str, arguments: &str) {
        let binary = env!("CARGO_BIN_EXE_flockstep");
        self.type_line(&format!("clear; {environment} '{binary}' {arguments}; echo ended with $?"));
    }

    /// Asks what the shell runs to terminate, as a system that shuts down does.
    fn terminate_program(&self) {
        let pane = self.tmux(&["display-message", "-p", "#{pane_pid}"]).stdout;
        let shell = String::from_utf8_lossy(&pane).trim().to_string();
        let children = std::fs::read_to_string(format!("/proc/{shell}/task/{shell}/children")).expect("its children");
        let [program] = children.split_whitespace().collect::<Vec<_>>()[..] else { panic!("runs: {children}") };
        assert!(Command::new("kill").args(["-TERM", program]).status().is_ok_and(|killed| killed.success()));
    }

    fn screen(&self) -> String {
        String::from_utf8_lossy(&self.tmux(&["capture-pane", "-p"]).stdout).into_owned()
    }

    fn wait_until(&self, what: &str, seen: impl Fn(&str) -> bool) -> String {
        let began = Instant::now();
        loop {
            let screen = self.screen();
            if seen(&screen) {
                return screen;
            }
            assert!(began.elapsed() < PATIENCE, "{what} does not come:\n{screen}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    fn wait_for(&self, text: &str) -> String {
        self.wait_until(text, |screen| screen.contains(text))
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        self.tmux(&["kill-server"]);
    }
}

fn has_braille(screen: &str) -> bool {
    screen.chars().filter(|character| ('\u{2801}'..='\u{28ff}').contains(character)).count() > 20
}

#[test]
fn the_showpiece_lives_in_the_terminal_and_answers_keys() {
    let folder = Folder::new();
    let Some(terminal) = Terminal::open("keys", &folder) else { return };
    terminal.start("", "");
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
    let Some(terminal) = Terminal::open("ways-out", &folder) else { return };
    for (way, code) in [("C-c", 0), ("Escape", 0), ("TERM", 143)] {
        terminal.start("NO_COLOR=1", "");
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
    let Some(terminal) = Terminal::open("dumb", &folder) else { return };
    terminal.start("TERM=dumb", "");
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
