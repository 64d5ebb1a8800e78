//! Values given in place of the file's, put into the raw document before it is checked.

use crate::problem::{Finding, Findings, Sort};
use crate::raw::{self, Entry, Node, Raw, Table};
use crate::source::{At, Source, quoted};
use crate::suggest::{Suggestions, listed};
use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;
use std::ops::Range;
use std::str::FromStr;
use toml::de::DeValue;

/// A value in place of the file's, such as `groups.bluegill.body.max_speed=9`.
///
/// The path is keys joined by dots, in quotes where a key has dots itself. A group is found by its name or number, a
/// behavior by its type (`behaviors.alignment`, and `behaviors.alignment.2` where there are several) or number, any other
/// element of a list by its number. Numbers count from 1. The value is a TOML value; a word that is none is a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Override {
    /// Where: keys joined by dots.
    pub path: String,
    /// What: a TOML value, or a word.
    pub value: String,
}

/// A text that is no override.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OverrideError {
    /// The text.
    pub found: String,
}

impl fmt::Display for OverrideError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "found {}, allowed is PATH=VALUE, such as groups.birds.body.max_speed=9", quoted(&self.found))
    }
}

impl std::error::Error for OverrideError {}

impl FromStr for Override {
    type Err = OverrideError;

    fn from_str(text: &str) -> Result<Override, OverrideError> {
        let mut quote = None;
        for (at, c) in text.char_indices() {
            match (c, quote) {
                ('=', None) if at > 0 && !text[..at].trim().is_empty() => {
                    return Ok(Override { path: text[..at].trim().into(), value: text[at + 1..].trim().into() });
                }
                ('"' | '\'', None) => quote = Some(c),
                (c, Some(open)) if c == open => quote = None,
                _ => {}
            }
        }
        Err(OverrideError { found: text.into() })
    }
}

impl fmt::Display for Override {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.path, self.value)
    }
}

impl Override {
    /// The override as a source of its own.
    pub(crate) fn source(&self) -> Source {
        let text = self.to_string();
        Source { name: text.clone(), text }
    }
}

/// A key of the path, and where it stands in the text.
struct Key<'a> {
    name: &'a str,
    span: Range<usize>,
}

/// Why an override could not be put in: where in its text, what was found, what is allowed, and what was meant.
struct Refusal {
    span: Range<usize>,
    found: String,
    allowed: String,
    did_you_mean: Option<String>,
}

/// Puts an override into the document.
pub(crate) fn apply<'a>(
    document: &mut Node<'a>,
    sources: &'a [Source],
    number: usize,
    path_length: usize,
    findings: &mut Findings,
) {
    let Some(Source { text, .. }) = sources.get(number) else { return };
    let text: &'a str = text;
    let path = &text[..path_length];
    let place = |span: Range<usize>| At { source: number, start: span.start, end: span.end };
    let put = keys(path).and_then(|keys| {
        let value = value(text, path_length + 1, number)?;
        descend(document, &keys, value, place, &mut findings.suggestions)
    });
    if let Err(refusal) = put {
        let Refusal { span, found, allowed, did_you_mean } = refusal;
        let path = path.to_string();
        findings.add(|| Finding { at: place(span), path, found, allowed, did_you_mean, sort: Sort::Syntax });
    }
}

fn refusal(span: Range<usize>, found: impl Into<String>, allowed: impl Into<String>) -> Refusal {
    Refusal { span, found: found.into(), allowed: allowed.into(), did_you_mean: None }
}

/// The keys of a path.
fn keys(path: &str) -> Result<Vec<Key<'_>>, Refusal> {
    let mut keys = Vec::new();
    let mut start = 0;
    while start <= path.len() {
        let rest = &path[start..];
        let (name, next) = match rest.chars().next() {
            Some(quote @ ('"' | '\'')) => {
                let Some(length) = rest[1..].find(quote) else {
                    return Err(refusal(start..path.len(), "a quote that is not closed", format!("`{quote}`")));
                };
                let after = &rest[length + 2..];
                if !(after.is_empty() || after.starts_with('.')) {
                    return Err(refusal(start..path.len(), "text after a quoted key", "a dot"));
                }
                (start + 1..start + 1 + length, start + length + 3)
            }
            _ => {
                let length = rest.find('.').unwrap_or(rest.len());
                if length == 0 {
                    return Err(refusal(start..start, "an empty key", "keys joined by dots"));
                }
                (start..start + length, start + length + 1)
            }
        };
        keys.push(Key { name: &path[name.clone()], span: name });
        start = next;
    }
    Ok(keys)
}

/// The value of an override: TOML, or else a bare word.
fn value<'a>(text: &'a str, start: usize, source: usize) -> Result<Node<'a>, Refusal> {
    let written = &text[start..];
    let error = match DeValue::parse(written) {
        Ok(value) => return Ok(raw::node(value, source, start)),
        Err(error) => error,
    };
    let at = At { source, start, end: text.len() };
    if written.is_empty() || written.starts_with(['"', '\'', '[', '{']) {
        let span = error.span().unwrap_or(0..0);
        let found = if written.is_empty() { "nothing" } else { error.message() };
        return Err(refusal(start + span.start..start + span.end, found, "a TOML value, or a word"));
    }
    Ok(Node { at, value: Raw::Text(Cow::Borrowed(written)) })
}

/// Goes down the path and puts the value at its end.
fn descend<'a>(
    document: &mut Node<'a>,
    keys: &[Key<'a>],
    value: Node<'a>,
    place: impl Fn(Range<usize>) -> At,
    suggestions: &mut Suggestions,
) -> Result<(), Refusal> {
    let mut node = document;
    let mut list = "";
    let mut rest = keys;
    while let [key, after @ ..] = rest {
        rest = after;
        node = match &mut node.value {
            Raw::Table(table) => {
                list = key.name;
                let lists = ["groups", "behaviors", "obstacles", "agents", "fields", "paths"];
                if table.get(key.name).is_none() && !rest.is_empty() && lists.contains(&key.name) {
                    return Err(refusal(key.span.clone(), format!("no {list}"), "something that is in the file"));
                }
                let node = entry(table, key, place(key.span.clone()));
                if list == "blend" && !rest.is_empty() {
                    spell_out(node);
                }
                node
            }
            Raw::Array(items) => {
                let (at, used) = element(items, key, rest.first(), list, suggestions)?;
                rest = &rest[used..];
                &mut items[at]
            }
            _ => return Err(refusal(key.span.clone(), "a key inside a plain value", "the path of the value")),
        };
    }
    *node = value;
    Ok(())
}

/// The value of a key; a new one is an empty table.
fn entry<'t, 'a>(table: &'t mut Table<'a>, key: &Key<'a>, at: At) -> &'t mut Node<'a> {
    let found = table.entries.iter().position(|entry| entry.key == key.name).unwrap_or_else(|| {
        let node = Node { at, value: Raw::Table(Table::default()) };
        table.entries.push(Entry { key: Cow::Borrowed(key.name), key_at: at, node });
        table.entries.len() - 1
    });
    &mut table.entries[found].node
}

/// Turns `"sum"` into `{ type = "sum" }`, which it is short for.
fn spell_out(node: &mut Node) {
    if let Raw::Text(text) = &node.value {
        let text = Node { at: node.at, value: Raw::Text(text.clone()) };
        let entry = Entry { key: Cow::Borrowed("type"), key_at: node.at, node: text };
        node.value = Raw::Table(Table { entries: vec![entry] });
    }
}

/// The place of the element that a key means, and how many more keys it takes to say so.
fn element(
    items: &[Node],
    key: &Key,
    next: Option<&Key>,
    list: &str,
    suggestions: &mut Suggestions,
) -> Result<(usize, usize), Refusal> {
    let named_by = match list {
        "groups" | "fields" | "paths" => "name",
        "behaviors" => "type",
        _ => "",
    };
    fn name_of<'n>(item: &'n Node, named_by: &str) -> Option<&'n str> {
        item.as_table().and_then(|table| table.text(named_by))
    }
    let same: Vec<usize> = (0..items.len()).filter(|at| name_of(&items[*at], named_by) == Some(key.name)).collect();
    let number = |key: &Key| key.name.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    match (same.as_slice(), next.and_then(number)) {
        ([], _) => {}
        ([one], None) => return Ok((*one, 0)),
        (same, Some(nth)) if nth < same.len() => return Ok((same[nth], 1)),
        // Of groups with the same name the file is refused anyway.
        ([first, ..], _) if list != "behaviors" => return Ok((*first, 0)),
        (several, _) => {
            let allowed = format!("{0}.1 to {0}.{1}", key.name, several.len());
            return Err(refusal(key.span.clone(), format!("{} of this type", several.len()), allowed));
        }
    }
    if let Some(at) = number(key).filter(|at| *at < items.len()) {
        return Ok((at, 0));
    }
    let mut seen = HashSet::new();
    let names = items.iter().filter_map(|item| name_of(item, named_by));
    let known: Vec<&str> = names.filter(|name| seen.insert(*name)).collect();
    let numbers = if items.is_empty() { "nothing: the list is empty".into() } else { format!("1 to {}", items.len()) };
    let allowed = if known.is_empty() {
        numbers
    } else {
        format!("one of {}, or {numbers}", listed(known.clone(), str::to_string))
    };
    let did_you_mean = suggestions.nearest(key.name, known);
    Err(Refusal { span: key.span.clone(), found: quoted(key.name), allowed, did_you_mean })
}
