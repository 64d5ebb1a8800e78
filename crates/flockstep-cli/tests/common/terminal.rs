//! A real terminal, by tmux: what is typed goes in, what is on its screen comes out.

#![allow(dead_code)] // not every test needs all of it

use std::process::{Command, Output};
use std::time::{Duration, Instant};

/// How long anything may take to appear.
const PATIENCE: Duration = Duration::from_secs(60);

/// A terminal of its own, with a shell in it, gone after the test.
pub struct Terminal {
    socket: String,
}

impl Terminal {
    /// None, and said so, where tmux is not installed.
    #[allow(clippy::print_stderr)]
    pub fn open(name: &str, home: &str) -> Option<Terminal> {
        if Command::new("tmux").arg("-V").output().is_err() {
            eprintln!("skipped: tmux is not installed");
            return None;
        }
        let terminal = Terminal { socket: format!("flockstep-{name}-{}", std::process::id()) };
        terminal.tmux(&["-f", "/dev/null", "new-session", "-d", "-x", "100", "-y", "30", "-c", home, "sh"]);
        terminal.type_line("PS1='ready> '");
        terminal.wait_for("ready>");
        Some(terminal)
    }

    pub fn tmux(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new("tmux");
        command.args(["-u", "-L", &self.socket]).args(arguments).env("LANG", "C.UTF-8").env_remove("TMUX");
        for name in ["NO_COLOR", "DISPLAY", "WAYLAND_DISPLAY"] {
            command.env_remove(name);
        }
        command.output().expect("tmux runs")
    }

    pub fn key(&self, key: &str) {
        self.tmux(&["send-keys", key]);
    }

    pub fn type_line(&self, line: &str) {
        self.tmux(&["send-keys", "-l", line]);
        self.key("Enter");
    }

    /// Starts a command; what it ends with is written after it.
    pub fn start(&self, command: &str) {
        self.type_line(&format!("clear; {command}; echo ended with $?"));
    }

    /// Asks what the shell runs to terminate, as a system that shuts down does.
    pub fn terminate_program(&self) {
        let pane = self.tmux(&["display-message", "-p", "#{pane_pid}"]).stdout;
        let shell = String::from_utf8_lossy(&pane).trim().to_string();
        let children = std::fs::read_to_string(format!("/proc/{shell}/task/{shell}/children")).expect("its children");
        let [program] = children.split_whitespace().collect::<Vec<_>>()[..] else { panic!("runs: {children}") };
        assert!(Command::new("kill").args(["-TERM", program]).status().is_ok_and(|killed| killed.success()));
    }

    pub fn screen(&self) -> String {
        String::from_utf8_lossy(&self.tmux(&["capture-pane", "-p"]).stdout).into_owned()
    }

    pub fn wait_until(&self, what: &str, seen: impl Fn(&str) -> bool) -> String {
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

    pub fn wait_for(&self, text: &str) -> String {
        self.wait_until(text, |screen| screen.contains(text))
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        self.tmux(&["kill-server"]);
    }
}
