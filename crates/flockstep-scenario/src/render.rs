//! Mistakes for people: the line of the source with a marker under what is wrong.

use crate::source::At;
use crate::{Errors, Problem};
use unicode_width::UnicodeWidthChar;

/// The most columns of a source line that are shown.
const WIDEST: usize = 140;
/// How much of a long line is shown before what is wrong.
const BEFORE: usize = 60;

const RED: &str = "\x1b[1;31m";
const BLUE: &str = "\x1b[1;34m";
const GREEN: &str = "\x1b[1;32m";
const BOLD: &str = "\x1b[1m";
const PLAIN: &str = "\x1b[0m";

/// A piece of a source line, safe to print, and where in it the marker goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Excerpt {
    text: String,
    /// Columns before the marker.
    indent: usize,
    /// Columns that the marker takes.
    width: usize,
}

impl Excerpt {
    pub fn new(source: &str, line_start: usize, at: At) -> Excerpt {
        let before = source.get(line_start..at.start).unwrap_or_default();
        let skipped = before.chars().count().saturating_sub(BEFORE);
        let mut excerpt = Excerpt { text: String::new(), indent: 0, width: 0 };
        if skipped > 0 {
            excerpt.text.push('…');
            excerpt.indent = 1;
        }
        for c in before.chars().skip(skipped) {
            excerpt.indent += push_printable(&mut excerpt.text, c);
        }
        let mut total = excerpt.indent;
        for (offset, c) in source.get(at.start..).unwrap_or_default().char_indices() {
            if c == '\n' {
                break;
            }
            if total >= WIDEST {
                excerpt.text.push('…');
                break;
            }
            let width = push_printable(&mut excerpt.text, c);
            total += width;
            if at.start + offset < at.end {
                excerpt.width += width;
            }
        }
        excerpt.text.truncate(excerpt.text.trim_end().len());
        excerpt.width = excerpt.width.max(1);
        excerpt
    }
}

/// Adds a character as a terminal can show it; returns the columns it takes.
fn push_printable(text: &mut String, c: char) -> usize {
    if c == '\t' {
        text.push_str("    ");
        return 4;
    }
    if c == '\r' {
        return 0;
    }
    match c.width() {
        Some(width) if !is_bidi_control(c) => {
            text.push(c);
            width
        }
        // A control character could do anything to the terminal.
        _ => {
            text.push('\u{FFFD}');
            1
        }
    }
}

fn is_bidi_control(c: char) -> bool {
    matches!(c, '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

impl Errors {
    /// The mistakes for people: each with its line of the source and a marker under what is wrong.
    pub fn render(&self, color: bool) -> String {
        let paint = |style: &'static str| if color { style } else { "" };
        let mut out = String::new();
        for (problem, excerpt) in self.iter().zip(&self.excerpts) {
            if !out.is_empty() {
                out.push('\n');
            }
            render_one(&mut out, problem, excerpt, &paint);
        }
        if self.left_out > 0 {
            out.push_str(&format!("\nand {} more\n", self.left_out));
        }
        out
    }
}

fn render_one(out: &mut String, problem: &Problem, excerpt: &Excerpt, paint: &dyn Fn(&'static str) -> &'static str) {
    let Problem { source, line, column, path, found, allowed, .. } = problem;
    let (red, blue, green, bold, plain) = (paint(RED), paint(BLUE), paint(GREEN), paint(BOLD), paint(PLAIN));
    let number = line.to_string();
    let gutter = " ".repeat(number.len());
    let what = if path.is_empty() { "the file".into() } else { printable(path) };
    out.push_str(&format!("{red}error{plain}{bold}: {what}: found {}{plain}\n", printable(found)));
    out.push_str(&format!("{gutter}{blue}-->{plain} {}:{line}:{column}\n", printable(source)));
    out.push_str(&format!("{gutter} {blue}|{plain}\n"));
    out.push_str(&format!("{blue}{number} |{plain} {}\n", excerpt.text));
    let (indent, marker) = (" ".repeat(excerpt.indent), "^".repeat(excerpt.width));
    out.push_str(&format!("{gutter} {blue}|{plain} {indent}{red}{marker}{plain}\n"));
    out.push_str(&format!("{gutter} {blue}={plain} allowed is {}\n", printable(allowed)));
    if let Some(meant) = &problem.did_you_mean {
        out.push_str(&format!("{gutter} {blue}={plain} did you mean {green}{}{plain}?\n", printable(meant)));
    }
}

fn printable(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    text.chars().for_each(|c| {
        push_printable(&mut out, c);
    });
    out
}
