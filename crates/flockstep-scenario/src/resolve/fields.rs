//! The keys of a table.

use super::Reader;
use crate::path::Path;
use crate::problem::Sort;
use crate::raw::{Entry, Node, Table};
use crate::source::quoted;
use crate::suggest::{Suggestions, is_like, listed};
use flockstep::parameters::Point;

/// A table whose keys are read one by one.
pub(super) struct Fields<'n, 'a> {
    pub node: &'n Node<'a>,
    pub table: &'n Table<'a>,
    pub path: &'n Path<'n>,
    /// The entries that have been noted as unknown; `None` if nobody has looked yet.
    unknown: Option<Vec<&'n Entry<'a>>>,
}

impl Reader<'_> {
    /// Opens a table and notes the keys that are not known.
    pub(super) fn fields<'n, 'a>(
        &mut self,
        node: &'n Node<'a>,
        path: &'n Path<'n>,
        known: &[&str],
    ) -> Option<Fields<'n, 'a>> {
        let fields = self.unchecked(node, path, "a table")?;
        let unknown: Vec<&Entry> = fields.table.entries.iter().filter(|e| !known.contains(&&*e.key)).collect();
        unknown.iter().for_each(|entry| self.unknown_key(entry, path, known));
        Some(Fields { unknown: Some(unknown), ..fields })
    }

    /// Opens a table whose keys are known only after one of them has been read.
    pub(super) fn unchecked<'n, 'a>(
        &mut self,
        node: &'n Node<'a>,
        path: &'n Path<'n>,
        allowed: &str,
    ) -> Option<Fields<'n, 'a>> {
        match node.as_table() {
            Some(table) => Some(Fields { node, table, path, unknown: None }),
            None => self.refuse(node, path, allowed),
        }
    }

    pub(super) fn unknown_key(&mut self, entry: &Entry, path: &Path, known: &[&str]) {
        let path = path.key(&entry.key);
        let found = format!("the unknown key {}", quoted(&entry.key));
        self.note_with(entry.key_at, &path, &found, Sort::Key, |suggestions: &mut Suggestions| {
            let allowed = format!("one of {}", listed(known.iter().copied(), str::to_string));
            (allowed, suggestions.nearest(&entry.key, known.iter().copied()))
        });
    }

    /// Reads every value of a list.
    pub(super) fn list<T>(
        &mut self,
        node: &Node,
        path: &Path,
        mut read: impl FnMut(&mut Self, &Node, &Path) -> Option<T>,
    ) -> Option<Vec<T>> {
        let Some(items) = node.as_array() else { return self.refuse(node, path, "an array") };
        Some(items.iter().enumerate().filter_map(|(place, item)| read(self, item, &path.place(place))).collect())
    }
}

impl<'n, 'a> Fields<'n, 'a> {
    pub fn get(&self, key: &str) -> Option<&'n Node<'a>> {
        self.table.get(key)
    }

    /// Reads a key; `None` if it is not there, or wrong (which has then been noted).
    pub fn read<'s, T>(
        &self,
        reader: &mut Reader<'s>,
        key: &str,
        read: impl FnOnce(&mut Reader<'s>, &Node<'a>, &Path) -> Option<T>,
    ) -> Option<T> {
        read(reader, self.get(key)?, &self.path.key(key))
    }

    /// Reads a key that must be there.
    pub fn required<'s, T>(
        &self,
        reader: &mut Reader<'s>,
        key: &str,
        allowed: &str,
        read: impl FnOnce(&mut Reader<'s>, &Node<'a>, &Path) -> Option<T>,
    ) -> Option<T> {
        if self.get(key).is_none() {
            // An entry that looks as if it was meant to be this one is wrong, and nothing is missing.
            let meant = |entry: &Entry| is_like(&entry.key, key);
            match &self.unknown {
                Some(unknown) if unknown.iter().any(|entry| meant(entry)) => {}
                None if let Some(entry) = self.table.entries.iter().find(|entry| meant(entry)) => {
                    reader.unknown_key(entry, self.path, &[key]);
                }
                _ => reader.note(self.node.at, &self.path.key(key), "nothing".into(), allowed, Sort::Missing),
            }
        }
        self.read(reader, key, read)
    }

    /// Notes a pair of points that are in the wrong order along an axis.
    pub fn ordered(
        &self,
        reader: &mut Reader,
        keys: [&str; 2],
        least: &Point,
        most: &Point,
        fits: impl Fn(f32, f32) -> bool,
    ) {
        let (least, most) = (least.as_slice(), most.as_slice());
        let Some(axis) = least.iter().zip(most).position(|(least, most)| !fits(*least, *most)) else { return };
        let relation = if fits(0.0, 0.0) { "not less" } else { "greater" };
        let (key, found, allowed) = match self.get(keys[1]) {
            Some(_) => (keys[1], most[axis], format!("numbers {relation} than those of {}", keys[0])),
            None => (keys[0], least[axis], format!("numbers less than those of {}", keys[1])),
        };
        let axis_name = ["x", "y", "z"][axis.min(2)];
        let (low, high) = (least[axis], most[axis]);
        let other = if key == keys[1] { format!("{} is {low}", keys[0]) } else { format!("{} is {high}", keys[1]) };
        let at = self.get(key).map_or(self.node.at, |node| node.at);
        let found = format!("{found} along {axis_name} where {other}");
        reader.note(at, &self.path.key(key), found, allowed, Sort::Value);
    }
}
