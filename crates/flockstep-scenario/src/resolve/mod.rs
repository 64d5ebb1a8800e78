//! From the raw document to a scenario: every value checked, every mistake noted.
//!
//! A reader that finds a mistake notes it and goes on with a default, so that the rest of the file is checked too. What
//! it makes is handed out only if nothing was noted.

mod behavior;
mod choice;
mod fields;
mod ground;
mod group;
mod names;
mod parameters;
mod shape;
mod value;

use crate::image::{Budget, Reach};
use crate::path::Path;
use crate::problem::{Finding, Findings, Sort};
use crate::raw::{Node, Raw};
use crate::scenario::{Scenario, SpaceSettings};
use crate::source::{At, Source, excerpt, quoted};
use crate::suggest::Suggestions;
use flockstep::parameters::Point;
use flockstep::{Edge, TIME_STEPS};
use names::Names;

/// Keys of a file, in the order in which it is written.
pub(crate) const ROOT_KEYS: &[&str] =
    &["name", "about", "dimensions", "seed", "time_step", "space", "markers", "groups", "obstacles", "fields", "paths"];
/// Keys of `[space]`.
pub(crate) const SPACE_KEYS: &[&str] = &["edge", "min", "max"];
/// The most markers of a file: each name is compared with all others.
const MOST_MARKERS: usize = 10_000;
/// The length of a step if the file does not say.
pub(crate) const DEFAULT_TIME_STEP: f32 = 0.02;

pub(crate) use choice::{MATCH_WORDS, OF_WORDS};
pub(crate) use ground::{FIELD_TYPES, PATH_KEYS};
pub(crate) use group::{AGENT_KEYS, GROUP_KEYS, default_count, places_by_count};
pub(crate) use shape::{OBSTACLE_SHAPES, PLACE_SHAPES};

/// Reads values and notes mistakes.
pub(crate) struct Reader<'s> {
    sources: &'s [Source],
    findings: &'s mut Findings,
    /// The dimension of the world, if the file gives a usable one.
    dimensions: Option<usize>,
    names: Names,
    reach: Reach,
    budget: Budget,
}

/// The scenario of a document; to be used only if there are no findings.
pub(crate) fn resolve(document: &Node, sources: &[Source], reach: Reach, findings: &mut Findings) -> Scenario {
    let names = Names::collect(document);
    Reader { sources, findings, dimensions: None, names, reach, budget: Budget::default() }.scenario(document)
}

impl Reader<'_> {
    fn scenario(&mut self, document: &Node) -> Scenario {
        let path = Path::ROOT;
        let mut scenario = Scenario {
            name: String::new(),
            about: String::new(),
            dimensions: 2,
            seed: 0,
            time_step: DEFAULT_TIME_STEP,
            space: SpaceSettings::open(2),
            markers: Vec::new(),
            groups: Vec::new(),
            obstacles: Vec::new(),
            fields: Vec::new(),
            paths: Vec::new(),
        };
        let Some(fields) = self.fields(document, &path, ROOT_KEYS) else { return scenario };
        self.dimensions = fields.required(self, "dimensions", "2 or 3", Reader::dimensions);
        scenario.dimensions = self.dimensions.unwrap_or(2);
        scenario.name = fields.read(self, "name", Reader::text).unwrap_or_default();
        scenario.about = fields.read(self, "about", Reader::text).unwrap_or_default();
        scenario.seed = fields.read(self, "seed", |r, node, path| r.whole(node, path, u64::MAX)).unwrap_or_default();
        let seconds = TIME_STEPS.map(f64::from);
        scenario.time_step = fields
            .read(self, "time_step", |r, node, path| {
                r.number(node, path, seconds, "a number of seconds from 1e-6 to 1e4")
            })
            .unwrap_or(DEFAULT_TIME_STEP);
        scenario.space = SpaceSettings::open(scenario.dimensions);
        if let Some(space) = fields.read(self, "space", Reader::space) {
            scenario.space = space;
        }
        scenario.markers = fields.read(self, "markers", Reader::markers).unwrap_or_default();
        scenario.groups = fields.read(self, "groups", Reader::groups).unwrap_or_default();
        scenario.obstacles = fields.read(self, "obstacles", Reader::obstacles).unwrap_or_default();
        let (space, markers) = (scenario.space, &scenario.markers);
        scenario.fields =
            fields.read(self, "fields", |r, n, p| r.field_list(n, p, &space, markers)).unwrap_or_default();
        scenario.paths = fields.read(self, "paths", Reader::path_list).unwrap_or_default();
        scenario
    }

    fn dimensions(&mut self, node: &Node, path: &Path) -> Option<usize> {
        match &node.value {
            Raw::Number(number) if matches!(number.whole, Some(2 | 3)) => number.whole.map(|whole| whole as usize),
            _ => self.refuse(node, path, "2 or 3"),
        }
    }

    fn space(&mut self, node: &Node, path: &Path) -> Option<SpaceSettings> {
        let fields = self.fields(node, path, SPACE_KEYS)?;
        let open = SpaceSettings::open(self.dimensions.unwrap_or(2));
        let edge = fields.read(self, "edge", |r, n, p| r.word(n, p, Edge::WORDS)).and_then(Edge::from_word);
        let (min, max) = (fields.read(self, "min", Reader::point), fields.read(self, "max", Reader::point));
        let space = SpaceSettings {
            edge: edge.unwrap_or(open.edge),
            min: min.unwrap_or(open.min),
            max: max.unwrap_or(open.max),
        };
        if edge.is_some_and(|edge| edge != Edge::Open) {
            // A default space would move agents to where nobody put them.
            for key in ["min", "max"].into_iter().filter(|key| fields.get(key).is_none()) {
                let allowed = "a corner of the space, which this edge needs";
                self.note(fields.node.at, &path.key(key), "nothing".into(), allowed, Sort::Missing);
            }
        }
        // Without a dimension a missing corner has an unknown length.
        if self.dimensions.is_some() || (min.is_some() && max.is_some()) {
            fields.ordered(self, ["min", "max"], &space.min, &space.max, |least, most| least < most);
        }
        Some(space)
    }

    fn markers(&mut self, node: &Node, path: &Path) -> Option<Vec<(String, Point)>> {
        let Raw::Table(table) = &node.value else { return self.refuse(node, path, "a table of named points") };
        if table.entries.len() > MOST_MARKERS {
            return self.refuse(node, path, format!("at most {MOST_MARKERS} markers"));
        }
        let mut markers = Vec::with_capacity(table.entries.len());
        for entry in &table.entries {
            let path = path.key(&entry.key);
            if entry.key.is_empty() {
                self.note(entry.key_at, &path, "an empty name".into(), "a name", Sort::Value);
            }
            if let Some(point) = self.point(&entry.node, &path) {
                markers.push((entry.key.to_string(), point));
            }
        }
        Some(markers)
    }

    /// Refuses an array of more than so many.
    fn few(&mut self, node: &Node, path: &Path, most: usize, what: &str) -> Option<()> {
        if node.as_array().is_some_and(|items| items.len() > most) {
            return self.refuse(node, path, format!("at most {most} {what}"));
        }
        Some(())
    }

    /// Notes a mistake.
    fn note(&mut self, at: At, path: &Path, found: String, allowed: impl Into<String>, sort: Sort) {
        let finding =
            || Finding { at, path: path.to_string(), found, allowed: allowed.into(), did_you_mean: None, sort };
        self.findings.add(finding);
    }
    /// Notes a mistake with what is allowed and what was meant, both worked out only if the mistake is kept.
    fn note_with(
        &mut self,
        at: At,
        path: &Path,
        found: &str,
        sort: Sort,
        told: impl FnOnce(&mut Suggestions) -> (String, Option<String>),
    ) {
        self.findings.add_with(|suggestions| {
            let (allowed, did_you_mean) = told(suggestions);
            Finding { at, path: path.to_string(), found: found.into(), allowed, did_you_mean, sort }
        });
    }
    /// Notes a value that does not fit.
    fn refuse<T>(&mut self, node: &Node, path: &Path, allowed: impl Into<String>) -> Option<T> {
        let found = self.described(node);
        self.note(node.at, path, found, allowed, Sort::Value);
        None
    }
    /// Notes a word that is none of the known ones.
    fn refuse_word<'k, T>(
        &mut self,
        node: &Node,
        path: &Path,
        word: &str,
        known: impl IntoIterator<Item = &'k str>,
        allowed: String,
    ) -> Option<T> {
        let told =
            |suggestions: &mut Suggestions| (allowed, suggestions.nearest(word, known).map(|name| quoted(&name)));
        self.note_with(node.at, path, &quoted(word), Sort::Value, told);
        None
    }

    /// A value in the words of a message.
    fn described(&self, node: &Node) -> String {
        match &node.value {
            Raw::Text(text) => quoted(text),
            Raw::Number(_) | Raw::Date => excerpt(self.sources, node.at),
            Raw::Flag(flag) => flag.to_string(),
            Raw::Array(items) if items.is_empty() => "an empty array".into(),
            Raw::Array(items) if items.len() == 1 => "an array of one value".into(),
            Raw::Array(items) => format!("an array of {} values", items.len()),
            Raw::Table(_) => "a table".into(),
        }
    }
}
