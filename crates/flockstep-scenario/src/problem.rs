//! Mistakes in a file.

use crate::render::Excerpt;
use crate::source::{At, Source};
use crate::suggest::Suggestions;
use std::fmt;
use std::ops::Range;

/// One mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The file's name, or the override that was wrong.
    pub source: String,
    /// The line, counted from 1.
    pub line: usize,
    /// The column in characters, counted from 1.
    pub column: usize,
    /// The bytes of the source that are wrong.
    pub span: Range<usize>,
    /// The path of the key, such as `groups.bluegill.body.max_speed`, in the form that an [`crate::Override`] takes;
    /// empty for a mistake of the file as a whole or of its syntax.
    pub path: String,
    /// What was found.
    pub found: String,
    /// What is allowed.
    pub allowed: String,
    /// A known name, or a way to write it, that looks like what was found.
    pub did_you_mean: Option<String>,
}

impl Problem {
    /// What is wrong, without where.
    pub fn message(&self) -> String {
        let path = if self.path.is_empty() { String::new() } else { format!("{}: ", self.path) };
        let meant = self.did_you_mean.as_ref().map_or(String::new(), |meant| format!("; did you mean {meant}?"));
        format!("{path}found {}, allowed is {}{meant}", self.found, self.allowed)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}: {}", self.source, self.line, self.column, self.message())
    }
}

/// All mistakes of a file.
///
/// `Display` gives one line per mistake, for logs; [`Errors::render`] shows each in its line of the source, for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Errors {
    problems: Vec<Problem>,
    /// The source line of each problem.
    pub(crate) excerpts: Vec<Excerpt>,
    /// Mistakes beyond those that are kept.
    pub(crate) left_out: usize,
}

impl Errors {
    /// The mistakes, in the order of the file, overrides last.
    pub fn iter(&self) -> std::slice::Iter<'_, Problem> {
        self.problems.iter()
    }
    /// How many there are, those beyond the first [`crate::MOST_PROBLEMS`] included.
    pub fn count(&self) -> usize {
        self.problems.len() + self.left_out
    }

    /// Bytes that are no text from some byte on.
    pub(crate) fn not_text(bytes: &[u8], from: usize, source: &str) -> Errors {
        let text = String::from_utf8_lossy(&bytes[..bytes.len().min(from + 200)]).into_owned();
        let sources = [Source { name: source.into(), text }];
        let mut findings = Findings::default();
        findings.add(|| Finding {
            at: At { source: 0, start: from, end: from + 1 },
            path: String::new(),
            found: format!("the byte 0x{:02X}, which is no UTF-8", bytes.get(from).copied().unwrap_or_default()),
            allowed: "text in UTF-8".into(),
            did_you_mean: None,
            sort: Sort::Syntax,
        });
        Errors::new(&sources, findings)
    }

    /// Finds line and column of every finding.
    pub(crate) fn new(sources: &[Source], mut findings: Findings) -> Errors {
        findings.kept.sort_by_key(|finding| finding.at);
        let mut problems = Vec::with_capacity(findings.kept.len());
        let mut excerpts = Vec::with_capacity(findings.kept.len());
        let mut cursor = Cursor { source: 0, byte: 0, line_start: 0, line: 1, column: 1 };
        for finding in findings.kept {
            let Some(source) = sources.get(finding.at.source) else { continue };
            cursor.go(finding.at, &source.text);
            excerpts.push(Excerpt::new(&source.text, cursor.line_start, finding.at));
            problems.push(Problem {
                source: source.name.clone(),
                line: cursor.line,
                column: cursor.column,
                span: finding.at.start..finding.at.end,
                path: finding.path,
                found: finding.found,
                allowed: finding.allowed,
                did_you_mean: finding.did_you_mean,
            });
        }
        Errors { problems, excerpts, left_out: findings.left_out }
    }
}

impl<'a> IntoIterator for &'a Errors {
    type Item = &'a Problem;
    type IntoIter = std::slice::Iter<'a, Problem>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Display for Errors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (nth, problem) in self.problems.iter().enumerate() {
            if nth > 0 {
                f.write_str("\n")?;
            }
            problem.fmt(f)?;
        }
        if self.left_out > 0 {
            write!(f, "\nand {} more", self.left_out)?;
        }
        Ok(())
    }
}

impl std::error::Error for Errors {}

/// Walks through a source once, however many findings there are in one long line.
struct Cursor {
    source: usize,
    byte: usize,
    line_start: usize,
    line: usize,
    column: usize,
}

impl Cursor {
    fn go(&mut self, to: At, text: &str) {
        if to.source != self.source || to.start < self.byte {
            *self = Cursor { source: to.source, byte: 0, line_start: 0, line: 1, column: 1 };
        }
        let Some(between) = text.get(self.byte..to.start) else { return };
        for (offset, c) in between.char_indices() {
            // A byte order mark is no column to an editor.
            self.column += usize::from(c != '\u{FEFF}');
            if c == '\n' {
                (self.line, self.column) = (self.line + 1, 1);
                self.line_start = self.byte + offset + 1;
            }
        }
        self.byte = to.start;
    }
}

/// A mistake before its line and column are known.
#[derive(Clone, Debug)]
pub(crate) struct Finding {
    pub at: At,
    pub path: String,
    pub found: String,
    pub allowed: String,
    pub did_you_mean: Option<String>,
    pub sort: Sort,
}

/// What a finding depends on: after a syntax error some may be mere consequences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sort {
    Syntax,
    /// A value that does not fit its key.
    Value,
    /// A key that is not known where it stands.
    Key,
    /// Something that is not there: a key, or what a name refers to.
    Missing,
}

/// Findings so far.
#[derive(Default)]
pub(crate) struct Findings {
    pub kept: Vec<Finding>,
    pub left_out: usize,
    pub suggestions: Suggestions,
}

impl Findings {
    /// Takes a finding, unless there are very many already. It is made only if it is kept.
    pub fn add(&mut self, finding: impl FnOnce() -> Finding) {
        self.add_with(|_| finding());
    }
    /// The same, with what is left for suggestions.
    pub fn add_with(&mut self, finding: impl FnOnce(&mut Suggestions) -> Finding) {
        if self.kept.len() < crate::MOST_PROBLEMS {
            let finding = finding(&mut self.suggestions);
            self.kept.push(finding);
        } else {
            self.left_out += 1;
        }
    }
    pub fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }
}
