//! The raw document: what was written, and where. Nothing in it has been checked.

use crate::source::At;
use std::borrow::Cow;
use toml::Spanned;
use toml::de::{DeFloat, DeInteger, DeTable, DeValue};

/// A value and where it was written.
#[derive(Clone, Debug)]
pub(crate) struct Node<'a> {
    pub at: At,
    pub value: Raw<'a>,
}

/// A value as TOML knows it.
#[derive(Clone, Debug)]
pub(crate) enum Raw<'a> {
    Text(Cow<'a, str>),
    Number(Number),
    Flag(bool),
    Date,
    Array(Vec<Node<'a>>),
    Table(Table<'a>),
}

/// Entries in the order of the file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Table<'a> {
    pub entries: Vec<Entry<'a>>,
}

/// A key and its value.
#[derive(Clone, Debug)]
pub(crate) struct Entry<'a> {
    pub key: Cow<'a, str>,
    pub key_at: At,
    pub node: Node<'a>,
}

impl<'a> Table<'a> {
    pub fn get(&self, key: &str) -> Option<&Node<'a>> {
        self.entries.iter().find(|entry| entry.key == key).map(|entry| &entry.node)
    }
    /// The text of a key, if it is one.
    pub fn text(&self, key: &str) -> Option<&str> {
        match &self.get(key)?.value {
            Raw::Text(text) => Some(text),
            _ => None,
        }
    }
}

impl<'a> Node<'a> {
    pub fn as_table(&self) -> Option<&Table<'a>> {
        match &self.value {
            Raw::Table(table) => Some(table),
            _ => None,
        }
    }
    pub fn as_array(&self) -> Option<&[Node<'a>]> {
        match &self.value {
            Raw::Array(items) => Some(items),
            _ => None,
        }
    }
}

/// A number in every form that may be asked for, each rounded once from the digits that were written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Number {
    /// Rounded to `f32`: going through `f64` could round twice and miss the nearest.
    pub single: f32,
    pub double: f64,
    /// The whole number, if it is one and fits.
    pub whole: Option<i128>,
    /// Digits that are beyond the range of `f64`, as opposed to `inf`.
    pub overflows: bool,
}

impl Number {
    fn of_float(float: &DeFloat) -> Number {
        let text = float.as_str();
        let double: f64 = text.parse().unwrap_or(f64::NAN);
        let whole = (double.fract() == 0.0 && double.abs() < 1e30).then_some(double as i128);
        Number {
            single: text.parse().unwrap_or(f32::NAN),
            double,
            whole,
            overflows: double.is_infinite() && !text.contains("inf"),
        }
    }
    fn of_integer(integer: &DeInteger) -> Number {
        let whole = i128::from_str_radix(integer.as_str(), integer.radix()).ok();
        let (single, double) = match whole {
            Some(whole) => (whole as f32, whole as f64),
            None => (f32::INFINITY, f64::INFINITY),
        };
        Number { single, double, whole, overflows: whole.is_none() }
    }
}

/// The raw document of a parsed one.
pub(crate) fn document<'a>(parsed: Spanned<DeTable<'a>>, source: usize) -> Node<'a> {
    let at = place(parsed.span(), source, 0);
    Node { at, value: Raw::Table(table(parsed.into_inner(), source, 0)) }
}

/// The raw value of a parsed one; `shift` is where its text begins in the source.
pub(crate) fn node<'a>(parsed: Spanned<DeValue<'a>>, source: usize, shift: usize) -> Node<'a> {
    let at = place(parsed.span(), source, shift);
    let value = match parsed.into_inner() {
        DeValue::String(text) => Raw::Text(text),
        DeValue::Integer(integer) => Raw::Number(Number::of_integer(&integer)),
        DeValue::Float(float) => Raw::Number(Number::of_float(&float)),
        DeValue::Boolean(flag) => Raw::Flag(flag),
        DeValue::Datetime(_) => Raw::Date,
        DeValue::Array(items) => Raw::Array(items.into_iter().map(|item| node(item, source, shift)).collect()),
        DeValue::Table(entries) => Raw::Table(table(entries, source, shift)),
    };
    Node { at, value }
}

fn table<'a>(parsed: DeTable<'a>, source: usize, shift: usize) -> Table<'a> {
    let entry = |(key, value): (Spanned<Cow<'a, str>>, Spanned<DeValue<'a>>)| Entry {
        key_at: place(key.span(), source, shift),
        key: key.into_inner(),
        node: node(value, source, shift),
    };
    let mut entries: Vec<Entry> = parsed.into_iter().map(entry).collect();
    // The parser sorts by name; markers and messages come in the order of the file.
    entries.sort_by_key(|entry| entry.key_at);
    Table { entries }
}

fn place(span: std::ops::Range<usize>, source: usize, shift: usize) -> At {
    At { source, start: span.start + shift, end: span.end + shift }
}
