//! From a scenario back to a file.

mod ground;
mod pieces;

use crate::path::{key_text, text_literal};
use crate::resolve::{DEFAULT_TIME_STEP, default_count, places_by_count};
use crate::scenario::{Scenario, ScenarioGroup, SpaceSettings};
use flockstep::group::{Behavior, Common, Group, Settings};
use flockstep::parameters::{Kind, Parameters, Point, Value};
use flockstep::settings::{Blend, Body, Of, Place, Sight, Target};
use ground::{field_entries, obstacle_entries, path_entries};

impl Scenario {
    /// The file that reads back to this scenario, without loss. Defaults are left out.
    pub fn to_toml(&self) -> String {
        let mut out = File(String::new());
        out.text_unless("name", &self.name, "");
        out.text_unless("about", &self.about, "");
        out.line("dimensions", self.dimensions);
        if self.seed != 0 {
            out.line("seed", self.seed);
        }
        if self.time_step.to_bits() != DEFAULT_TIME_STEP.to_bits() {
            out.line("time_step", number(self.time_step));
        }
        if self.space != SpaceSettings::open(self.dimensions) {
            out.header("[space]");
            out.line("edge", text_literal(self.space.edge.word()));
            out.line("min", point(&self.space.min));
            out.line("max", point(&self.space.max));
        }
        if !self.markers.is_empty() {
            out.header("[markers]");
            for (name, position) in &self.markers {
                out.line(&key_text(name), point(position));
            }
        }
        self.groups.iter().for_each(|group| out.group(group));
        self.obstacles.iter().for_each(|obstacle| out.table("[[obstacles]]", &obstacle_entries(obstacle)));
        self.fields.iter().for_each(|field| out.table("[[fields]]", &field_entries(field)));
        self.paths.iter().for_each(|path| out.table("[[paths]]", &path_entries(path)));
        out.0
    }
}

/// The text of a file in the making.
struct File(String);

impl File {
    fn header(&mut self, header: &str) {
        if !self.0.is_empty() {
            self.0.push('\n');
        }
        self.0.push_str(header);
        self.0.push('\n');
    }
    fn line(&mut self, key: &str, value: impl std::fmt::Display) {
        self.0.push_str(&format!("{key} = {value}\n"));
    }
    fn table(&mut self, header: &str, entries: &[(&'static str, String)]) {
        self.header(header);
        entries.iter().for_each(|(key, value)| self.line(key, value));
    }
    fn text_unless(&mut self, key: &str, text: &str, default: &str) {
        if text != default {
            self.line(key, text_literal(text));
        }
    }

    fn group(&mut self, ScenarioGroup { group, count, agents }: &ScenarioGroup) {
        let default = Group::new("");
        self.header("[[groups]]");
        self.line("name", text_literal(&group.name));
        if !group.layers.is_empty() {
            self.line("layers", texts(&group.layers));
        }
        self.text_unless("color", &group.color, &default.color);
        if let Some(shape) = group.shape {
            self.line("shape", text_literal(shape.word()));
        }
        if group.player {
            self.line("player", true);
        }
        // Where there is a place, a file must say how many are born there, if only that nobody is.
        let unsaid = agents.is_empty() && places_by_count(&group.place);
        if *count != default_count(&group.place, agents) || unsaid {
            self.line("count", count);
        }
        if let Some(place) = &group.place {
            self.line("place", inline(&place_entries(place)));
        }
        match group.speed {
            Some([least, most]) if least.to_bits() == most.to_bits() => self.line("speed", number(least)),
            Some(range) => self.line("speed", numbers(&range)),
            None => {}
        }
        self.settings(&group.settings);
        if let Some(captures) = &group.captures {
            self.line("captures", inline(&entries(captures, &flockstep::settings::Captures::default(), &[])));
        }
        if !agents.is_empty() {
            self.0.push_str("agents = [\n");
            for agent in agents {
                let mut entries = vec![("position", point(&agent.position))];
                if agent.velocity.as_slice().iter().any(|c| *c != 0.0) {
                    entries.push(("velocity", point(&agent.velocity)));
                }
                self.0.push_str(&format!("    {},\n", inline(&entries)));
            }
            self.0.push_str("]\n");
        }
        group.settings.behaviors.iter().for_each(|behavior| self.behavior(behavior));
    }

    fn settings(&mut self, settings: &Settings) {
        if settings.sight != Sight::default() {
            self.line("sight", inline(&entries(&settings.sight, &Sight::default(), &[])));
        }
        if settings.body != Body::default() {
            let model = settings.body.model();
            let mut all = vec![("model", text_literal(model))];
            if let Some(default) = Body::of_model(model) {
                all.extend(entries(settings.body.parameters(), default.parameters(), &[]));
            }
            self.line("body", inline(&all));
        }
        let blend = entries(&settings.blend, &Blend::default(), &[]);
        match blend.as_slice() {
            [] => {}
            [("type", word)] => self.line("blend", word),
            all => self.line("blend", inline(all)),
        }
    }

    fn behavior(&mut self, behavior: &Behavior) {
        let entry = behavior.rule.entry();
        let own: Vec<&str> = entry.specs.iter().map(|spec| spec.name).collect();
        self.header("[[groups.behaviors]]");
        self.line("type", text_literal(entry.name));
        let mut all = entries(behavior.rule.parameters(), (entry.new)().parameters(), &[]);
        // Where both have a parameter of the same name, a file gives the behavior's own.
        all.extend(entries(&behavior.common, &Common::default(), &own));
        for (key, value) in &all {
            self.line(key, value);
        }
    }
}

/// Names and values of the parameters that are required or differ from the defaults, except some.
fn entries(set: &dyn Parameters, default: &dyn Parameters, except: &[&str]) -> Vec<(&'static str, String)> {
    let differs = |place: &usize| set.specs()[*place].required || set.get_at(*place) != default.get_at(*place);
    let shown = |place: usize| {
        let spec = &set.specs()[place];
        let value = set.get_at(place).filter(|value| *value != Value::None && !except.contains(&spec.name))?;
        Some((spec.name, parameter(&value, spec.kind)))
    };
    nested(&(0..set.specs().len()).filter(differs).filter_map(shown).collect::<Vec<_>>())
}

/// Entries with `offset.angle` put into a table `offset`.
fn nested(entries: &[(&'static str, String)]) -> Vec<(&'static str, String)> {
    let mut out: Vec<(&'static str, String)> = Vec::new();
    for (name, value) in entries {
        let Some((table, _)) = name.split_once('.') else {
            out.push((name, value.clone()));
            continue;
        };
        if out.iter().all(|(key, _)| *key != table) {
            let part = |(name, value): &(&'static str, String)| {
                let (other, part) = name.split_once('.')?;
                (other == table).then(|| (part, value.clone()))
            };
            out.push((table, inline(&entries.iter().filter_map(part).collect::<Vec<_>>())));
        }
    }
    out
}

fn inline(entries: &[(&str, String)]) -> String {
    let all: Vec<String> = entries.iter().map(|(key, value)| format!("{key} = {value}")).collect();
    if all.is_empty() { "{}".into() } else { format!("{{ {} }}", all.join(", ")) }
}

fn parameter(value: &Value, kind: Kind) -> String {
    match value {
        Value::None => "{}".into(),
        Value::Flag(flag) => flag.to_string(),
        Value::Number(count) if kind == Kind::Count => format!("{count}"),
        // Parameters are f32: the shortest digits that mean it, not those of the wider type.
        Value::Number(wide) => number(*wide as f32),
        Value::Word(word) => text_literal(word),
        Value::Numbers(wide) => numbers(&wide.iter().map(|c| *c as f32).collect::<Vec<_>>()),
        Value::Of(of) => choice(of),
        Value::Targets(targets) => match targets.as_slice() {
            [one] => target(one),
            several => format!("[{}]", several.iter().map(target).collect::<Vec<_>>().join(", ")),
        },
    }
}

fn choice(of: &Of) -> String {
    match of {
        Of::Mates => "\"mates\"".into(),
        Of::Others => "\"others\"".into(),
        Of::All => "\"all\"".into(),
        Of::Layers { layers, all: false } => format!("{{ layers = {} }}", texts(layers)),
        Of::Layers { layers, all: true } => format!("{{ layers = {}, match = \"all\" }}", texts(layers)),
        Of::Groups(groups) => format!("{{ groups = {} }}", texts(groups)),
    }
}

pub(super) fn target(target: &Target) -> String {
    match target {
        Target::Point(at) => format!("{{ point = {} }}", point(at)),
        Target::Marker(name) => format!("{{ marker = {} }}", text_literal(name)),
        Target::Group { group, pick } => {
            format!("{{ group = {}, pick = {} }}", text_literal(group), text_literal(pick.word()))
        }
        Target::Agent(id) => format!("{{ agent = {id} }}"),
    }
}

fn place_entries(place: &Place) -> Vec<(&'static str, String)> {
    match place {
        Place::Ball { center, radius } => ball(center, *radius),
        Place::Box { min, max } => cuboid(min, max),
        Place::Points(all) => vec![("shape", "\"points\"".into()), ("points", points(all))],
    }
}

pub(super) fn ball(center: &Point, radius: f32) -> Vec<(&'static str, String)> {
    vec![("shape", "\"ball\"".into()), ("center", point(center)), ("radius", number(radius))]
}
pub(super) fn cuboid(min: &Point, max: &Point) -> Vec<(&'static str, String)> {
    vec![("shape", "\"box\"".into()), ("min", point(min)), ("max", point(max))]
}

pub(super) fn point(point: &Point) -> String {
    numbers(point.as_slice())
}
pub(super) fn points(all: &[Point]) -> String {
    format!("[{}]", all.iter().map(point).collect::<Vec<_>>().join(", "))
}
fn numbers(all: &[f32]) -> String {
    format!("[{}]", all.iter().map(|c| number(*c)).collect::<Vec<_>>().join(", "))
}
fn texts(all: &[String]) -> String {
    format!("[{}]", all.iter().map(|text| text_literal(text)).collect::<Vec<_>>().join(", "))
}

/// The shortest digits that read back as this number.
pub(super) fn number(number: f32) -> String {
    let text = format!("{number:?}");
    match text.strip_suffix(".0") {
        // A TOML integer has no negative zero.
        Some(whole) if whole != "-0" => whole.into(),
        _ if text == "NaN" => "nan".into(),
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_valid_toml() {
        let written = [0.02, 1.0, -0.0, 1e-7, 1e16, f32::INFINITY, f32::MIN_POSITIVE, 16_777_216.0].map(number);
        assert_eq!(written, ["0.02", "1", "-0.0", "1e-7", "1e16", "inf", "1.1754944e-38", "16777216"]);
    }
}
