//! From a text to a raw document, with what is wrong with its syntax.

use crate::problem::{Finding, Findings, Sort};
use crate::raw::{self, Node, Raw};
use crate::source::{At, Source, quoted, shortened};
use crate::suggest::is_like;
use std::ops::Range;
use toml::de::{DeTable, Error};

/// Above this size only the first syntax error is looked for: a long text of nothing but mistakes would cost gigabytes.
const RECOVERS: usize = 1 << 18;

/// What syntax errors have spoiled, so that findings there may be mere consequences.
#[derive(Default)]
pub(crate) struct Damage {
    spoiled: Vec<Range<usize>>,
    /// Without its header, the keys of a table stand where they are not known.
    headless: bool,
}

/// The document of the first source. After a syntax error it is what could be saved of it.
pub(crate) fn parse<'a>(sources: &'a [Source], findings: &mut Findings) -> (Option<Node<'a>>, Damage) {
    let text = sources.first().map_or("", |source| source.text.as_str());
    if text.len() > crate::MOST_BYTES {
        let at = At { source: 0, start: 0, end: 0 };
        let (found, allowed) = (format!("{} bytes", text.len()), format!("at most {} bytes", crate::MOST_BYTES));
        findings.add(|| finding(at, "", found, allowed, None));
        return (None, Damage::default());
    }
    let (parsed, errors) = match DeTable::parse(text) {
        Ok(parsed) => (Some(parsed), Vec::new()),
        Err(_) if text.len() <= RECOVERS => {
            let (parsed, errors) = DeTable::parse_recoverable(text);
            (Some(parsed), errors)
        }
        Err(error) => (None, vec![error]),
    };
    let document = parsed.map(|parsed| raw::document(parsed, 0));
    let damage = report(&errors, document.as_ref(), text, findings);
    (document, damage)
}

impl Damage {
    /// Drops findings that may be mere consequences.
    pub fn drop_consequences(&self, findings: &mut Findings) {
        if self.spoiled.is_empty() {
            return;
        }
        let touches = |at: At, range: &Range<usize>| at.start <= range.end && at.end.max(at.start + 1) > range.start;
        let spoiled = |at: At| at.source == 0 && self.spoiled.iter().any(|range| touches(at, range));
        findings.kept.retain(|finding| match finding.sort {
            Sort::Syntax => true,
            Sort::Value => !spoiled(finding.at),
            Sort::Key => !self.headless && !spoiled(finding.at),
            Sort::Missing => false,
        });
    }
}

fn report(errors: &[Error], document: Option<&Node>, text: &str, findings: &mut Findings) -> Damage {
    let place = |error: &Error| {
        let span = error.span().unwrap_or(0..0);
        let start = text.floor_char_boundary(span.start);
        At { source: 0, start, end: text.floor_char_boundary(span.end).max(start) }
    };
    let mut places: Vec<(At, &str)> = errors.iter().map(|error| (place(error), error.message())).collect();
    places.sort_by_key(|(at, _)| *at);
    let mut damage = Damage::default();
    // A bracket that is not closed swallows what follows, and the parser stumbles over all of it.
    let is_unclosed =
        |message: &str| ["unclosed array,", "unclosed inline table,"].iter().any(|m| message.starts_with(m));
    let unclosed = places.iter().any(|(_, message)| is_unclosed(message));
    let swallows = if unclosed { document.and_then(|node| last_literal(node, text)) } else { None };
    if let Some(at) = swallows {
        let (what, end) = if text[at.start..].starts_with('[') { ("an array", "]") } else { ("a table", "}") };
        let bracket = At { end: at.start + 1, ..at };
        findings.add(|| finding(bracket, "", format!("{what} that is not closed"), format!("`{end}`"), None));
        damage.spoiled.push(at.start..text.len());
    }
    // Later errors of a line are mostly consequences of its first.
    let mut line_end = None;
    for (at, message) in places {
        if swallows.is_some_and(|swallows| swallows.start <= at.start) {
            break;
        }
        let again = line_end.is_some_and(|end| at.start <= end);
        if message == "duplicate key" {
            let key = shortened(&text[at.start..at.end]);
            findings.add(|| finding(at, &key, "the key a second time".into(), "each key once".into(), None));
            continue;
        }
        if again {
            continue;
        }
        let end = text[at.start..].find('\n').map_or(text.len(), |newline| at.start + newline);
        let start = text[..at.start].rfind('\n').map_or(0, |newline| newline + 1);
        line_end = Some(end);
        damage.headless |= text[start..].trim_start().starts_with('[');
        if damage.spoiled.len() < crate::MOST_PROBLEMS {
            damage.spoiled.push(start..end);
        }
        findings.add(|| of_message(at, message, text));
    }
    damage
}

/// Where the last array or inline table stands that is written out and in no other one.
fn last_literal(node: &Node, text: &str) -> Option<At> {
    let written_out = match &node.value {
        // A list of `[[headers]]` stands where its first header does.
        Raw::Array(items) => items.iter().all(|item| item.at != node.at),
        Raw::Table(_) => text[node.at.start..].starts_with('{'),
        _ => return None,
    };
    if written_out {
        return Some(node.at);
    }
    match &node.value {
        Raw::Array(items) => items.iter().filter_map(|item| last_literal(item, text)).max(),
        Raw::Table(table) => table.entries.iter().filter_map(|entry| last_literal(&entry.node, text)).max(),
        _ => None,
    }
}

/// The parser's message, in found and allowed.
fn of_message(at: At, message: &str, text: &str) -> Finding {
    let written = &text[at.start..at.end];
    let (found, allowed) = message.split_once(", expected ").unwrap_or((message, "TOML"));
    let before = text[..at.start].rsplit('\n').next().unwrap_or_default();
    if message.contains("recur") {
        return finding(at, "", "too many brackets or dots within one another".into(), "80 at most".into(), None);
    }
    if found.starts_with("invalid") && found.ends_with("string") && before.contains(['"', '\'']) {
        return finding(at, "", "a text that is not closed".into(), allowed.into(), None);
    }
    let no_value = ["string values must be quoted", "invalid boolean", "invalid float", "invalid literal string"];
    if no_value.contains(&found) {
        let allowed = "a number, true, false, a \"text\", an array or a table".to_string();
        if written.trim().is_empty() {
            return finding(at, "", "no value".into(), allowed, None);
        }
        let word = ["true", "false"].into_iter().find(|word| is_like(written, word));
        let meant = word.map_or_else(|| quoted(written), str::to_string);
        return finding(at, "", shortened(written), allowed, Some(meant));
    }
    let (start, rest) = found.split_once(' ').unwrap_or((found, ""));
    let found = match start {
        "missing" => format!("no {rest}"),
        "unexpected" | "unclosed" | "invalid" | "extra" => format!("an {found}"),
        "key" => format!("a {found}"),
        _ => found.to_string(),
    };
    finding(at, "", found, allowed.into(), None)
}

fn finding(at: At, path: &str, found: String, allowed: String, did_you_mean: Option<String>) -> Finding {
    Finding { at, path: path.into(), found, allowed, did_you_mean, sort: Sort::Syntax }
}
