//! Whom a behavior minds, and what it aims at.

use super::Reader;
use super::fields::Fields;
use super::names::Called;
use crate::path::{Path, text_literal};
use crate::problem::Sort;
use crate::raw::{Node, Raw};
use crate::source::excerpt;
use crate::suggest::Suggestions;
use flockstep::AgentId;
use flockstep::parameters::Spec;
use flockstep::settings::{Of, Pick, Target};

/// The words that `of` can be.
pub(crate) const OF_WORDS: &[&str] = &["mates", "others", "all"];
/// The words of `match`.
pub(crate) const MATCH_WORDS: &[&str] = &["any", "all"];
/// The ways to name a target.
pub(crate) const TARGET_KEYS: &[&str] = &["point", "marker", "group", "agent"];

impl Reader<'_> {
    pub(super) fn of(&mut self, node: &Node, path: &Path, spec: &Spec) -> Option<Of> {
        match &node.value {
            Raw::Text(word) => match word.as_ref() {
                "mates" => Some(Of::Mates),
                "others" => Some(Of::Others),
                "all" => Some(Of::All),
                _ => self.refuse_of(node, path, word, spec),
            },
            Raw::Table(table) => {
                let fields = self.fields(node, path, &["layers", "match", "groups"])?;
                let all = fields.read(self, "match", |r, n, p| r.word(n, p, MATCH_WORDS));
                match (table.get("layers"), table.get("groups")) {
                    (Some(_), None) => {
                        let layers = fields.read(self, "layers", |r, n, p| r.references(n, p, Called::Layer))?;
                        Some(Of::Layers { layers, all: all == Some("all") })
                    }
                    (None, Some(_)) if table.get("match").is_none() => {
                        fields.read(self, "groups", |r, n, p| r.references(n, p, Called::Group)).map(Of::Groups)
                    }
                    (None, Some(_)) => self.refuse_beside(&fields, "match", "groups", "match only beside layers"),
                    (Some(_), Some(_)) => self.refuse_beside(&fields, "groups", "layers", "one of the two"),
                    (None, None) => self.refuse(node, path, spec.allowed()),
                }
            }
            _ => self.refuse(node, path, spec.allowed()),
        }
    }

    /// A word that is none of `of`'s: perhaps a layer or a group without its table.
    fn refuse_of<T>(&mut self, node: &Node, path: &Path, word: &str, spec: &Spec) -> Option<T> {
        let literal = text_literal(word);
        let known = if self.names.layers.contains(word) {
            Some(format!("{{ layers = [{literal}] }}"))
        } else if self.names.groups.contains(word) {
            Some(format!("{{ groups = [{literal}] }}"))
        } else {
            None
        };
        self.note_with(node.at, path, &self.described(node), Sort::Value, |suggestions| {
            let nearest = |suggestions: &mut Suggestions| suggestions.nearest(word, OF_WORDS.iter().copied());
            (spec.allowed(), known.or_else(|| nearest(suggestions).map(|word| text_literal(&word))))
        });
        None
    }

    fn references(&mut self, node: &Node, path: &Path, called: Called) -> Option<Vec<String>> {
        self.list(node, path, |reader, item, path| reader.reference(item, path, called))
    }

    /// Notes a key that cannot stand beside another.
    fn refuse_beside<T>(&mut self, fields: &Fields, key: &str, other: &str, allowed: &str) -> Option<T> {
        let at = fields.table.entries.iter().find(|entry| entry.key == key).map_or(fields.node.at, |e| e.key_at);
        self.note(at, &fields.path.key(key), format!("{key} beside {other}"), allowed, Sort::Value);
        None
    }

    /// One target, or a list of them.
    pub(super) fn targets(&mut self, node: &Node, path: &Path, spec: &Spec) -> Option<Vec<Target>> {
        match &node.value {
            Raw::Array(items) if items.iter().any(|item| !matches!(item.value, Raw::Number(_))) => {
                self.list(node, path, |reader, item, path| reader.target(item, path, spec))
            }
            Raw::Array(items) if items.is_empty() => Some(Vec::new()),
            _ => self.target(node, path, spec).map(|target| vec![target]),
        }
    }

    pub(super) fn target(&mut self, node: &Node, path: &Path, spec: &Spec) -> Option<Target> {
        let Raw::Table(table) = &node.value else { return self.refuse_target(node, path, spec) };
        let fields = self.fields(node, path, &["point", "marker", "group", "pick", "agent"])?;
        let mut given = TARGET_KEYS.iter().filter(|key| table.get(key).is_some());
        let Some(kind) = given.next() else { return self.refuse(node, path, spec.allowed()) };
        if let Some(second) = given.next() {
            return self.refuse_beside(&fields, second, kind, "one of the two");
        }
        if *kind != "group" && table.get("pick").is_some() {
            return self.refuse_beside(&fields, "pick", kind, "pick only beside group");
        }
        match *kind {
            "point" => fields.read(self, "point", Reader::point).map(Target::Point),
            "marker" => fields.read(self, "marker", |r, n, p| r.reference(n, p, Called::Marker)).map(Target::Marker),
            "agent" => {
                let id = fields.read(self, "agent", |r, n, p| r.whole(n, p, u64::from(u32::MAX)));
                id.map(|id| Target::Agent(AgentId(id as u32)))
            }
            _ => {
                let pick = fields.read(self, "pick", |r, n, p| r.word(n, p, Pick::WORDS)).and_then(Pick::from_word);
                let group = fields.read(self, "group", |r, n, p| r.reference(n, p, Called::Group))?;
                Some(Target::Group { group, pick: pick.unwrap_or(Pick::Nearest) })
            }
        }
    }

    /// Something that is no target: perhaps a point or a name without its table.
    fn refuse_target<T>(&mut self, node: &Node, path: &Path, spec: &Spec) -> Option<T> {
        let meant = match &node.value {
            Raw::Text(name) if self.names.markers.contains(name) => {
                Some(format!("{{ marker = {} }}", text_literal(name)))
            }
            Raw::Text(name) if self.names.groups.contains(name) => {
                Some(format!("{{ group = {} }}", text_literal(name)))
            }
            Raw::Array(_) => Some(format!("{{ point = {} }}", excerpt(self.sources, node.at))),
            _ => None,
        };
        self.note_with(node.at, path, &self.described(node), Sort::Value, |_| (spec.allowed(), meant));
        None
    }
}
