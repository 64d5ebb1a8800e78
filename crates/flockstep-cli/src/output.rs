//! The only place that talks to the terminal: results on stdout, notes on stderr.

use crate::failure::Failure;
use std::borrow::Cow;
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
            Stream::Stdout => write_line(&mut io::stdout().lock(), &harmless(text)),
            Stream::Stderr => write_line(&mut io::stderr().lock(), &harmless(text)),
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
    note_as_it_is(&harmless(text));
}

/// Writes a note that is known to be harmless, and may have colors, to stderr.
pub fn note_as_it_is(text: &str) {
    let _ = write_line(&mut io::stderr().lock(), text);
}

/// A text in which nothing but lines and tabs does anything to a terminal. Names come from files, and files from
/// strangers: what could move the cursor, rename the window or turn the text around is shown by its number.
pub fn harmless(text: &str) -> Cow<'_, str> {
    let harms = |c: char| {
        let turns = matches!(c, '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
        turns || c.is_control() && !matches!(c, '\n' | '\t')
    };
    if !text.chars().any(harms) {
        return Cow::Borrowed(text);
    }
    let shown = |c: char| if harms(c) { c.escape_unicode().to_string() } else { c.to_string() };
    Cow::Owned(text.chars().map(shown).collect())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_could_harm_a_terminal_is_shown_by_its_number() {
        assert_eq!(harmless("a\tb\nbig, \u{e4}\u{4e2d} fish"), "a\tb\nbig, \u{e4}\u{4e2d} fish");
        assert_eq!(harmless("\u{1b}[2J\r\u{9b}\u{7f}\u{202e}"), "\\u{1b}[2J\\u{d}\\u{9b}\\u{7f}\\u{202e}");
    }
}
