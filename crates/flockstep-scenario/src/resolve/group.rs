//! A group and its agents.

use super::Reader;
use super::fields::Fields;
use crate::path::Path;
use crate::problem::Sort;
use crate::raw::{Node, Raw};
use crate::scenario::{ScenarioAgent, ScenarioGroup};
use crate::source::{excerpt, quoted};
use flockstep::group::{Behavior, Group};
use flockstep::parameters::Point;
use flockstep::settings::{Blend, BlendKind, Body, Captures, Of, Place, Shape, Sight};
use flockstep::steer::{Method, Rule};
use flockstep::vector::length;
use flockstep::{FASTEST, MOST_AGENTS, MOST_BEHAVIORS, MOST_KINDS};
use std::collections::HashMap;

/// Keys of a group, in the order in which it is written.
pub(crate) const GROUP_KEYS: &[&str] = &[
    "name",
    "layers",
    "color",
    "shape",
    "player",
    "count",
    "place",
    "speed",
    "agents",
    "sight",
    "body",
    "blend",
    "captures",
    "behaviors",
];
/// Keys of an exact agent.
pub(crate) const AGENT_KEYS: &[&str] = &["position", "velocity"];
/// What everyone together is called in metrics.
const EVERYONE: &str = "all";
/// The most different `of` that the behaviors of a group may give: the engine's 32, less its own "mates" and "others".
const MOST_FILTERS: usize = 30;

impl Reader<'_> {
    pub(super) fn groups(&mut self, node: &Node, path: &Path) -> Option<Vec<ScenarioGroup>> {
        let Some(items) = node.as_array() else { return self.refuse(node, path, "an array of groups: [[groups]]") };
        if items.len() > MOST_KINDS {
            return self.refuse(node, path, format!("at most {MOST_KINDS} groups"));
        }
        let mut firsts: HashMap<&str, usize> = HashMap::new();
        let mut groups = Vec::with_capacity(items.len());
        let mut agents = 0;
        for (number, item) in items.iter().enumerate() {
            let name = item.as_table().and_then(|table| table.text("name")).filter(|name| !name.is_empty());
            let first = name.map(|name| *firsts.entry(name).or_insert(number));
            // A path that names the group, unless the name is another's.
            let path = match name {
                Some(name) if first == Some(number) => path.key(name),
                _ => path.place(number),
            };
            if let Some(first) = first.filter(|first| *first != number) {
                let at = item.as_table().and_then(|table| table.get("name")).map_or(item.at, |node| node.at);
                let found = format!("{}, the name of group {} too", quoted(name.unwrap_or_default()), first + 1);
                self.note(at, &path.key("name"), found, "a name of its own", Sort::Value);
            }
            let Some(group) = self.group(item, &path) else { continue };
            agents = self.count_agents(agents, &group, item, &path);
            groups.push(group);
        }
        Some(groups)
    }

    fn group(&mut self, node: &Node, path: &Path) -> Option<ScenarioGroup> {
        let fields = self.fields(node, path, GROUP_KEYS)?;
        let name = fields.required(self, "name", "a name", Reader::name).unwrap_or_default();
        if name == EVERYONE {
            let at = fields.get("name").map_or(node.at, |node| node.at);
            let allowed = "another name: in metrics and plots, \"all\" is everyone together";
            self.note(at, &path.key("name"), quoted(&name), allowed, Sort::Value);
        }
        let mut group = Group::new(name);
        if let Some(layers) = fields.read(self, "layers", |r, n, p| r.list(n, p, Reader::name)) {
            group.layers = layers;
        }
        if let Some(color) = fields.read(self, "color", Reader::color) {
            group.color = color;
        }
        group.shape = fields.read(self, "shape", |r, n, p| r.word(n, p, Shape::WORDS)).and_then(Shape::from_word);
        group.player = fields.read(self, "player", Reader::flag).unwrap_or_default();
        group.place = fields.read(self, "place", Reader::place);
        group.speed = fields.read(self, "speed", Reader::speed);
        let agents = fields.read(self, "agents", |r, n, p| r.list(n, p, Reader::agent)).unwrap_or_default();
        let whole = |r: &mut Self, n: &Node, p: &Path| r.whole(n, p, MOST_AGENTS as u64);
        let count = if places_by_count(&group.place) && fields.get("agents").is_none() {
            fields.required(self, "count", "how many are born at its place, such as 10, or 0 for none", whole)
        } else {
            fields.read(self, "count", whole)
        };
        let count = count.map_or_else(|| default_count(&group.place, &agents), |count| count as usize);
        if let Some(sight) = fields.read(self, "sight", Reader::sight) {
            group.settings.sight = sight;
        }
        if let Some(body) = fields.read(self, "body", Reader::body) {
            group.settings.body = body;
        }
        if let Some(blend) = fields.read(self, "blend", Reader::blend) {
            group.settings.blend = blend;
        }
        group.captures = fields.read(self, "captures", Reader::captures);
        group.settings.behaviors = fields.read(self, "behaviors", Reader::behaviors).unwrap_or_default();
        self.check_filters(&group, &fields);
        Some(ScenarioGroup { group, count, agents })
    }

    fn color(&mut self, node: &Node, path: &Path) -> Option<String> {
        let color = self.text(node, path)?;
        let digits = color.strip_prefix('#').unwrap_or_default();
        if digits.len() == 6 && digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return Some(color);
        }
        self.refuse(node, path, "a color as \"#rrggbb\", with two hexadecimal digits each for red, green and blue")
    }

    /// A speed, or the least and the greatest.
    fn speed(&mut self, node: &Node, path: &Path) -> Option<[f32; 2]> {
        let range = [0.0, f64::from(FASTEST)];
        match &node.value {
            Raw::Array(items) if items.len() == 2 => {
                let allowed = "a speed from 0 to 1e12";
                let least = self.number(&items[0], &path.place(0), range, allowed);
                let most = self.number(&items[1], &path.place(1), range, allowed);
                let (least, most) = least.zip(most)?;
                if least > most {
                    let found = format!("{least} and then {most}");
                    self.note(node.at, path, found, "the least speed and then the greatest", Sort::Value);
                    return None;
                }
                Some([least, most])
            }
            _ => {
                let allowed = "a speed from 0 to 1e12, or [least, greatest]";
                self.number(node, path, range, allowed).map(|speed| [speed; 2])
            }
        }
    }

    fn agent(&mut self, node: &Node, path: &Path) -> Option<ScenarioAgent> {
        let fields = self.fields(node, path, AGENT_KEYS)?;
        let position = fields.required(self, "position", "a point", Reader::point)?;
        let velocity = match fields.get("velocity") {
            Some(_) => fields.read(self, "velocity", Reader::velocity)?,
            None => Point::from_slice(&[0.0; 3][..position.as_slice().len()])?,
        };
        Some(ScenarioAgent { position, velocity })
    }

    fn velocity(&mut self, node: &Node, path: &Path) -> Option<Point> {
        let velocity = self.point(node, path)?;
        let speed = velocity.get::<2>().map(length).or(velocity.get::<3>().map(length))?;
        if speed <= FASTEST {
            return Some(velocity);
        }
        let found = excerpt(self.sources, node.at);
        self.note(node.at, path, found, "a velocity with a speed up to 1e12", Sort::Value);
        None
    }

    fn sight(&mut self, node: &Node, path: &Path) -> Option<Sight> {
        let mut sight = Sight::default();
        self.fill(node, path, &mut [&mut sight], &[])?;
        Some(sight)
    }

    fn captures(&mut self, node: &Node, path: &Path) -> Option<Captures> {
        let mut captures = Captures::default();
        self.fill(node, path, &mut [&mut captures], &[])?;
        Some(captures)
    }

    /// `"sum"`, or a table with the type and its parameters.
    fn blend(&mut self, node: &Node, path: &Path) -> Option<Blend> {
        let mut blend = Blend::default();
        if let Raw::Text(_) = &node.value {
            let word = self.word(node, path, BlendKind::WORDS)?;
            blend.kind = BlendKind::from_word(word)?;
            return Some(blend);
        }
        self.fill(node, path, &mut [&mut blend], &[])?;
        Some(blend)
    }

    fn body(&mut self, node: &Node, path: &Path) -> Option<Body> {
        let fields = self.unchecked(node, path, "a table with a model")?;
        let mut body = match fields.get("model") {
            Some(_) => fields.read(self, "model", Reader::model)?,
            None => Body::default(),
        };
        self.fill(node, path, &mut [body.parameters_mut()], &["model"])?;
        self.check_order(&fields, body.parameters());
        Some(body)
    }

    fn model(&mut self, node: &Node, path: &Path) -> Option<Body> {
        let model = self.word(node, path, Body::MODELS)?;
        if model == "rigid" && self.dimensions == Some(3) {
            return self.refuse(node, path, "\"point\" or \"heading\" in a world of three dimensions");
        }
        Body::of_model(model)
    }

    fn behaviors(&mut self, node: &Node, path: &Path) -> Option<Vec<Behavior>> {
        let Some(items) = node.as_array() else {
            return self.refuse(node, path, "an array of behaviors: [[groups.behaviors]]");
        };
        if items.len() > MOST_BEHAVIORS {
            return self.refuse(node, path, format!("at most {MOST_BEHAVIORS} behaviors"));
        }
        let kind = |item: &Node| item.as_table().and_then(|table| table.text("type")).map(str::to_string);
        let mut counts: HashMap<String, (usize, usize)> = HashMap::new();
        items.iter().filter_map(kind).for_each(|kind| counts.entry(kind).or_default().0 += 1);
        let mut behaviors = Vec::with_capacity(items.len());
        for (place, item) in items.iter().enumerate() {
            let kind = kind(item).unwrap_or_default();
            // The type tells a reader more than the number; only where there are several is that needed too.
            let path = match counts.get_mut(&kind) {
                Some((1, _)) => path.key(&kind),
                Some((_, before)) => {
                    *before += 1;
                    path.nth(&kind, *before - 1)
                }
                None => path.place(place),
            };
            if let Some(behavior) = self.behavior(item, &path) {
                if let Some(allowed) = only_once(&behaviors, &behavior) {
                    self.note(item.at, &path, format!("another {kind}"), allowed, Sort::Value);
                }
                behaviors.push(behavior);
            }
        }
        Some(behaviors)
    }

    fn check_filters(&mut self, group: &Group, fields: &Fields) {
        let mut filters: Vec<&Of> = Vec::new();
        let commons = group.settings.behaviors.iter().flat_map(|b| [&b.common.of, &b.common.threat]).flatten();
        for of in commons.chain(group.captures.iter().map(|captures| &captures.of)) {
            // The list stays short: beyond the limit nothing more is compared.
            if filters.len() <= MOST_FILTERS && !matches!(of, Of::Mates | Of::Others) && !filters.contains(&of) {
                filters.push(of);
            }
        }
        if filters.len() > MOST_FILTERS {
            let at = fields.get("behaviors").map_or(fields.node.at, |node| node.at);
            let found = format!("more than {MOST_FILTERS} different `of`");
            self.note(at, &fields.path.key("behaviors"), found, format!("at most {MOST_FILTERS}"), Sort::Value);
        }
    }

    /// Notes the group with which the world has too many agents; returns how many there are with it.
    fn count_agents(&mut self, before: usize, group: &ScenarioGroup, node: &Node, path: &Path) -> usize {
        let sum = before.saturating_add(group.count).saturating_add(group.agents.len());
        if before <= MOST_AGENTS && sum > MOST_AGENTS {
            let at = node.as_table().and_then(|table| table.get("count")).map_or(node.at, |node| node.at);
            let found = format!("{sum} agents together with the groups before");
            self.note(at, &path.key("count"), found, format!("at most {MOST_AGENTS} in all groups"), Sort::Value);
        }
        sum
    }
}

/// Whether a place says where agents are born and not how many.
pub(crate) fn places_by_count(place: &Option<Place>) -> bool {
    !matches!(place, None | Some(Place::Points(_)))
}

/// How many agents are born if the file does not say: with `points` one at each, else none.
pub(crate) fn default_count(place: &Option<Place>, agents: &[ScenarioAgent]) -> usize {
    match place {
        Some(Place::Points(points)) if agents.is_empty() => points.len(),
        _ => 0,
    }
}

/// What the engine has against one more behavior beside those of a group, if anything.
fn only_once(others: &[Behavior], behavior: &Behavior) -> Option<&'static str> {
    let same = |is: fn(&Behavior) -> bool| is(behavior) && others.iter().any(is);
    if same(|one| one.common.enabled && matches!(one.rule, Rule::Formation(_))) {
        return Some("one formation for a group, or one that is enabled");
    }
    let reciprocal = |one: &Behavior| {
        let on = one.common.enabled && one.common.weight > 0.0;
        on && matches!(&one.rule, Rule::AvoidCollisions(rule) if rule.method == Method::Reciprocal)
    };
    same(reciprocal).then_some("one reciprocal avoid_collisions for a group: it has the last word")
}
