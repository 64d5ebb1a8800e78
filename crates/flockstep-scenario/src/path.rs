//! The path of a key, built only when a message needs it.

use crate::source::shortened;
use std::fmt;

/// The path of a key: its own name after that of the table it is in.
#[derive(Clone, Copy)]
pub(crate) struct Path<'a> {
    parent: Option<&'a Path<'a>>,
    step: Step<'a>,
}

#[derive(Clone, Copy)]
enum Step<'a> {
    Root,
    Key(&'a str),
    /// A place in a list, counted from 0.
    Place(usize),
    /// The nth of those of a name in a list, counted from 0.
    Nth(&'a str, usize),
}

impl<'a> Path<'a> {
    pub const ROOT: Path<'static> = Path { parent: None, step: Step::Root };

    pub fn key(&'a self, key: &'a str) -> Path<'a> {
        Path { parent: Some(self), step: Step::Key(key) }
    }
    pub fn place(&'a self, place: usize) -> Path<'a> {
        Path { parent: Some(self), step: Step::Place(place) }
    }
    pub fn nth(&'a self, name: &'a str, nth: usize) -> Path<'a> {
        Path { parent: Some(self), step: Step::Nth(name, nth) }
    }
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(parent) = self.parent {
            parent.fmt(f)?;
            if !matches!(parent.step, Step::Root) {
                f.write_str(".")?;
            }
        }
        match self.step {
            Step::Root => Ok(()),
            Step::Key(key) => f.write_str(&key_text(&shortened(key))),
            // People count from 1, and an override does too.
            Step::Place(place) => write!(f, "{}", place + 1),
            Step::Nth(name, nth) => write!(f, "{}.{}", key_text(&shortened(name)), nth + 1),
        }
    }
}

/// A key as TOML writes it: in quotes if it must be.
pub(crate) fn key_text(key: &str) -> String {
    let bare = !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-');
    if bare { key.into() } else { text_literal(key) }
}

/// A text as a TOML string.
pub(crate) fn text_literal(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            c if c.is_control() => out.push_str(&format!("\\u{:04X}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_reads_like_the_file_and_counts_from_one() {
        let groups = Path::ROOT.key("groups");
        let group = groups.key("my fish");
        let behaviors = group.key("behaviors");
        assert_eq!(behaviors.place(2).to_string(), "groups.\"my fish\".behaviors.3");
        assert_eq!(behaviors.nth("seek", 1).key("weight").to_string(), "groups.\"my fish\".behaviors.seek.2.weight");
    }
}
