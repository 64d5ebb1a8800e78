//! The names that values may refer to, collected before anything is checked.

use super::Reader;
use crate::path::Path;
use crate::problem::{Finding, Sort};
use crate::raw::{Node, Raw};
use crate::source::quoted;
use crate::suggest::{Suggestions, listed};
use std::collections::HashSet;

/// Names of one kind, in the order of the file.
#[derive(Default)]
pub(super) struct Known {
    list: Vec<String>,
    /// The same, to look up.
    set: HashSet<String>,
}

impl Known {
    fn add(&mut self, name: &str) {
        if self.set.insert(name.into()) {
            self.list.push(name.into());
        }
    }
    pub fn contains(&self, name: &str) -> bool {
        self.set.contains(name)
    }
}

/// Every name in the file.
#[derive(Default)]
pub(super) struct Names {
    pub groups: Known,
    pub layers: Known,
    pub markers: Known,
    pub fields: Known,
    pub paths: Known,
}

/// A kind of name.
#[derive(Clone, Copy)]
pub(super) enum Called {
    Group,
    Layer,
    Marker,
    Field,
    Path,
}

impl Names {
    pub fn collect(document: &Node) -> Names {
        let mut names = Names::default();
        let Some(root) = document.as_table() else { return names };
        for group in root.get("groups").and_then(Node::as_array).unwrap_or_default() {
            let Some(group) = group.as_table() else { continue };
            if let Some(name) = group.text("name") {
                names.groups.add(name);
            }
            for layer in group.get("layers").and_then(Node::as_array).unwrap_or_default() {
                if let Raw::Text(layer) = &layer.value {
                    names.layers.add(layer);
                }
            }
        }
        for (key, known) in [("fields", &mut names.fields), ("paths", &mut names.paths)] {
            for item in root.get(key).and_then(Node::as_array).unwrap_or_default() {
                if let Some(name) = item.as_table().and_then(|table| table.text("name")) {
                    known.add(name);
                }
            }
        }
        for entry in root.get("markers").and_then(Node::as_table).map_or(&[][..], |table| &table.entries) {
            names.markers.add(&entry.key);
        }
        names
    }
}

impl Reader<'_> {
    /// The name of a group, layer, marker, field or path that there is.
    pub(super) fn reference(&mut self, node: &Node, path: &Path, called: Called) -> Option<String> {
        let name = self.text(node, path)?;
        let (known, what) = match called {
            Called::Group => (&self.names.groups, "group"),
            Called::Layer => (&self.names.layers, "layer of a group"),
            Called::Marker => (&self.names.markers, "marker"),
            Called::Field => (&self.names.fields, "field"),
            Called::Path => (&self.names.paths, "path"),
        };
        if known.contains(&name) {
            return Some(name);
        }
        // Only `names` is borrowed: findings are another field.
        let told = |suggestions: &mut Suggestions| {
            let list = listed(known.list.iter().map(String::as_str), quoted);
            let allowed =
                if list.is_empty() { format!("a {what}, and there is none") } else { format!("a {what}: {list}") };
            (allowed, suggestions.nearest(&name, known.list.iter().map(String::as_str)).map(|name| quoted(&name)))
        };
        self.findings.add_with(|suggestions| {
            let (allowed, did_you_mean) = told(suggestions);
            Finding {
                at: node.at,
                path: path.to_string(),
                found: quoted(&name),
                allowed,
                did_you_mean,
                sort: Sort::Missing,
            }
        });
        None
    }
}
