//! Why a command did not end well, and the exit code that says so.
//!
//! The codes are a promise to scripts: 0 done, 1 failed while running, 2 bad input or usage, 130 and 143 stopped by
//! Ctrl-C and by a request to terminate (128 and the signal's number, as shells count).

use crate::output::harmless;
use flockstep_scenario::Errors;
use std::io;

/// Why a command did not end well.
pub enum Failure {
    /// What was asked for makes no sense: where, what, and what is allowed.
    Input(String),
    /// A scenario file has mistakes.
    Scenario(Box<Errors>),
    /// Something broke while running: disk, device.
    Running(String),
    /// Nobody reads our output any more: nothing is left to do, and nothing is wrong.
    ClosedPipe,
    /// A signal stopped it; the text says how far it came.
    Interrupted {
        /// The signal's number.
        signal: u8,
        /// How far it came.
        reached: String,
    },
}

impl Failure {
    /// A failure of reading or writing; `doing` completes "cannot ...".
    pub fn io(doing: impl std::fmt::Display, error: &io::Error) -> Failure {
        if error.kind() == io::ErrorKind::BrokenPipe {
            return Failure::ClosedPipe;
        }
        Failure::Running(format!("cannot {doing}: {}", plain(error)))
    }

    /// The same with another line for what came to an end on the way.
    pub fn and(self, line: &str) -> Failure {
        match self {
            Failure::Running(text) => Failure::Running(format!("{text}\n{line}")),
            Failure::Interrupted { signal, reached } => {
                Failure::Interrupted { signal, reached: format!("{reached}\n{line}") }
            }
            other => other,
        }
    }

    /// The code the process ends with.
    pub fn exit_code(&self) -> u8 {
        match self {
            Failure::ClosedPipe => 0,
            Failure::Running(_) => 1,
            Failure::Input(_) | Failure::Scenario(_) => 2,
            Failure::Interrupted { signal, .. } => 128 + signal,
        }
    }

    /// What to tell the user, if anything: harmless for a terminal, whatever the files say, and with colors if they are
    /// wanted.
    pub fn message(&self, color: bool) -> Option<String> {
        match self {
            Failure::Input(text) | Failure::Running(text) => Some(format!("error: {}", harmless(text))),
            Failure::Scenario(errors) => Some(errors.render(color).trim_end().to_string()),
            Failure::ClosedPipe => None,
            Failure::Interrupted { reached, .. } => Some(format!("interrupted: {}", harmless(reached))),
        }
    }
}

/// An error of the system in words, without its number.
pub fn plain(error: &io::Error) -> String {
    let text = error.to_string();
    match text.find(" (os error") {
        Some(end) => text[..end].to_string(),
        None => text,
    }
}
