//! The only place that talks to the terminal: results on stdout, notes on stderr.

use crate::failure::Failure;
use std::io::{self, IsTerminal, Write};

/// Which stream a text goes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    /// Results.
    Stdout,
    /// Results whose place on stdout is taken by data.
    Stderr,
}

impl Stream {
    /// Writes a text and ends its line.
    pub fn say(self, text: &str) -> Result<(), Failure> {
        let written = match self {
            Stream::Stdout => write_line(&mut io::stdout().lock(), text),
            Stream::Stderr => write_line(&mut io::stderr().lock(), text),
        };
        written.map_err(|error| Failure::io("write to the standard output", &error))
    }
}

/// Writes a result to stdout and ends its line.
pub fn say(text: &str) -> Result<(), Failure> {
    Stream::Stdout.say(text)
}

/// Writes a note to stderr. If even that is closed, there is nobody left to tell.
pub fn note(text: &str) {
    let _ = write_line(&mut io::stderr().lock(), text);
}

/// Whether errors are shown in color: on a terminal, unless the user's `NO_COLOR` (<https://no-color.org>) forbids it.
pub fn color() -> bool {
    let forbidden = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    io::stderr().is_terminal() && !forbidden
}

fn write_line(out: &mut dyn Write, text: &str) -> io::Result<()> {
    out.write_all(text.as_bytes())?;
    if !text.ends_with('\n') {
        out.write_all(b"\n")?;
    }
    out.flush()
}
