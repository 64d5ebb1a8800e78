//! Texts that values come from, and places in them.

/// A text with a name: the file, or one override.
pub(crate) struct Source {
    pub name: String,
    pub text: String,
}

/// A place in a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct At {
    /// The number of the source.
    pub source: usize,
    /// Its first byte.
    pub start: usize,
    /// The byte after its last.
    pub end: usize,
}

/// The longest piece of a source that a message repeats.
const LONGEST: usize = 40;

/// The text at a place, shortened if it is long, on one line.
pub(crate) fn excerpt(sources: &[Source], at: At) -> String {
    let text = sources.get(at.source).and_then(|source| source.text.get(at.start..at.end)).unwrap_or_default();
    shortened(text)
}

/// A text for a message: on one line, without control characters, and not long.
pub(crate) fn shortened(text: &str) -> String {
    let mut out: String = text.chars().take(LONGEST).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().nth(LONGEST).is_some() {
        out.push('…');
    }
    out
}

/// A text in quotes, for a message.
pub(crate) fn quoted(text: &str) -> String {
    format!("\"{}\"", shortened(text))
}
