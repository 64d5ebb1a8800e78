//! The reference as data: pages of facts and parameters, for whoever shows them.

use flockstep::group::Common;
use flockstep::parameters::{Parameters, Spec, Value};
use flockstep::settings::{Blend, BlendKind, Body, Captures, Of, Pick, Sight, Target};
use flockstep::steer::{Entry, Ground, REGISTRY, Rule};

/// What there is besides behaviors.
pub const TOPICS: [(&str, &str); 5] = [
    ("bodies", "How steering becomes motion."),
    ("blends", "How the steering of several behaviors becomes one vector."),
    ("sight", "How far, how wide and how many an agent sees."),
    ("common", "What every behavior has besides its own parameters."),
    ("captures", "A group that eats what it touches."),
];

/// One page: a behavior, a body, a blend ...
pub struct Page {
    /// Its name.
    pub name: String,
    /// What it does.
    pub what: String,
    /// More about it, each with a label.
    pub facts: Vec<(&'static str, String)>,
    /// Its parameters.
    pub parameters: Vec<Parameter>,
    /// A piece of a scenario file that can be copied.
    pub example: String,
    /// Whether it has the parameters of every behavior too.
    pub is_behavior: bool,
}

/// One parameter.
pub struct Parameter {
    /// Name, doc, unit and range.
    pub spec: &'static Spec,
    /// Its default as it would be written, or why there is none.
    pub default: String,
}

/// The pages under a name: one for a behavior, one or several for a topic.
pub fn find(name: &str) -> Option<Vec<Page>> {
    if let Some(entry) = REGISTRY.iter().find(|entry| entry.name == name) {
        return Some(vec![behavior(entry)]);
    }
    match name {
        "bodies" => Some(bodies()),
        "blends" => Some(vec![blends()]),
        "sight" => Some(vec![sight()]),
        "common" => Some(vec![common()]),
        "captures" => Some(vec![captures()]),
        _ => None,
    }
}

/// The page of a behavior.
pub fn behavior(entry: &Entry) -> Page {
    let mut rule = (entry.new)();
    let parameters = parameters(rule.parameters());
    let ground = example_ground(&mut rule);
    let head = format!("[[groups.behaviors]]\ntype = \"{}\"\nweight = 1\n", entry.name);
    Page {
        name: entry.name.into(),
        what: entry.about.what.into(),
        facts: vec![
            ("aim", entry.about.formula.into()),
            ("source", entry.about.source.into()),
            ("fails", entry.about.fails.into()),
            ("response", format!("{}, unless `response` says otherwise", entry.response.word())),
        ],
        example: head + &written(rule.parameters()) + ground,
        parameters,
        is_behavior: true,
    }
}

/// Gives a behavior that goes by a field or path the name of one, and returns the table that makes it.
fn example_ground(rule: &mut Rule) -> &'static str {
    let (key, name, table) = match rule.ground() {
        None => return "",
        Some(Ground::Field(_)) => {
            ("field", "wind", "\n[[fields]]\nname = \"wind\"\ntype = \"constant\"\nvelocity = [1, 0]\n")
        }
        Some(Ground::Path(_)) => ("path", "road", "\n[[paths]]\nname = \"road\"\npoints = [[0, 0], [10, 0]]\n"),
    };
    let named = rule.parameters_mut().set(key, &Value::Word(name.into()));
    debug_assert!(named.is_ok(), "{named:?}");
    table
}

fn bodies() -> Vec<Page> {
    let page = |model: &&str| {
        let body = Body::of_model(model)?;
        Some(Page {
            name: format!("body {model}"),
            what: about_body(model).into(),
            facts: Vec::new(),
            parameters: parameters(body.parameters()),
            example: format!("[groups.body]\nmodel = \"{model}\"\n{}", written(body.parameters())),
            is_behavior: false,
        })
    };
    Body::MODELS.iter().filter_map(page).collect()
}

fn about_body(model: &str) -> &'static str {
    match model {
        "point" => {
            "A point mass: a = clamp(F, max_force)/mass; v ← clamp((v + a·dt)·axis_scale, max_speed); x ← x + v·dt. A \
             velocity from outside (a blast) is kept: the body adds the change that steering makes."
        }
        "rigid" => {
            "A rigid craft in the plane (2D): thrust along the bow, steering as a lateral force at the bow, drag and a \
             keel. It turns and moves at once."
        }
        "heading" => {
            "A body of constant speed that only turns: the models of the papers. Steering gives the wanted direction."
        }
        _ => "",
    }
}

fn blends() -> Page {
    let facts = BlendKind::WORDS.iter().map(|word| (*word, about_blend(word).to_string())).collect();
    page("blends", &Blend::default(), facts, "[groups.blend]\n")
}

fn about_blend(kind: &str) -> &'static str {
    match kind {
        "sum" => "The weighted sum, then the body's force limit.",
        "priority" => {
            "Behaviors with the same `priority` number are summed; the lowest number whose sum is longer than \
             `threshold` wins."
        }
        "budget" => "In order, each behavior takes what is left of the body's max_force.",
        "dither" => "In order, each behavior is chosen with its `chance`; the first chosen one that is not zero wins.",
        "context" => {
            "Every direction is judged by itself: all behaviors say how much they like it, those that avoid how much they fear it, and \
             the best one is chosen. Responses do not count; `time` is how quickly the chosen velocity is taken up."
        }
        _ => "",
    }
}

fn sight() -> Page {
    page("sight", &Sight::default(), Vec::new(), "[groups.sight]\n")
}

fn common() -> Page {
    page("common", &Common::default(), Vec::new(), "[[groups.behaviors]]\ntype = \"cohesion\"\n")
}

fn captures() -> Page {
    page("captures", &Captures::default(), Vec::new(), "[groups.captures]\n")
}

fn page(name: &'static str, of: &dyn Parameters, facts: Vec<(&'static str, String)>, head: &str) -> Page {
    let what = TOPICS.iter().find(|(topic, _)| *topic == name).map_or("", |(_, what)| what);
    Page {
        name: name.into(),
        what: what.into(),
        facts,
        parameters: parameters(of),
        example: format!("{head}{}", written(of)),
        is_behavior: false,
    }
}

fn parameters(of: &dyn Parameters) -> Vec<Parameter> {
    let default = |place: usize, spec: &Spec| match of.get_at(place) {
        _ if spec.required => "required".into(),
        None | Some(Value::None) => "unset".into(),
        Some(value) => as_written(&value),
    };
    of.specs().iter().enumerate().map(|(place, spec)| Parameter { spec, default: default(place, spec) }).collect()
}

/// The parameters as lines of a file, those that are unset left out.
fn written(of: &dyn Parameters) -> String {
    let line = |(place, spec): (usize, &Spec)| match of.get_at(place)? {
        Value::None => None,
        value => Some(format!("{} = {}\n", spec.name, as_written(&value))),
    };
    of.specs().iter().enumerate().filter_map(line).collect()
}

/// A value as it stands in a file.
pub fn as_written(value: &Value) -> String {
    let quote = |text: &str| format!("\"{text}\"");
    let list = |texts: &[String]| texts.iter().map(|text| quote(text)).collect::<Vec<_>>().join(", ");
    match value {
        Value::None => "unset".into(),
        Value::Flag(flag) => flag.to_string(),
        Value::Number(number) => as_single(*number),
        Value::Word(word) => quote(word),
        Value::Numbers(numbers) => {
            let numbers: Vec<String> = numbers.iter().map(|number| as_single(*number)).collect();
            format!("[{}]", numbers.join(", "))
        }
        Value::Of(Of::Mates) => quote("mates"),
        Value::Of(Of::Others) => quote("others"),
        Value::Of(Of::All) => quote("all"),
        Value::Of(Of::Groups(groups)) => format!("{{ groups = [{}] }}", list(groups)),
        Value::Of(Of::Layers { layers, all }) => {
            let all = if *all { ", match = \"all\"" } else { "" };
            format!("{{ layers = [{}]{all} }}", list(layers))
        }
        Value::Targets(targets) => {
            let targets: Vec<String> = targets.iter().map(target).collect();
            if targets.len() == 1 { targets[0].clone() } else { format!("[{}]", targets.join(", ")) }
        }
    }
}

fn target(target: &Target) -> String {
    match target {
        Target::Point(point) => {
            let numbers: Vec<String> = point.as_slice().iter().map(|c| as_single(f64::from(*c))).collect();
            format!("{{ point = [{}] }}", numbers.join(", "))
        }
        Target::Marker(name) => format!("{{ marker = \"{name}\" }}"),
        Target::Group { group, pick } => {
            // The default of a rule that must be given its prey names nobody: show a name in its place.
            let group = if group.is_empty() { "birds" } else { group };
            format!("{{ group = \"{group}\", pick = \"{}\" }}", Pick::word(*pick))
        }
        Target::Agent(id) => format!("{{ agent = {id} }}"),
    }
}

/// A stored number is an `f32`: 0.8 is shown as that and not as 0.800000011920929.
fn as_single(number: f64) -> String {
    (number as f32).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_body_and_blend_is_explained() {
        assert!(Body::MODELS.iter().all(|model| !about_body(model).is_empty()));
        assert!(BlendKind::WORDS.iter().all(|kind| !about_blend(kind).is_empty()));
    }

    #[test]
    fn every_topic_has_its_page() {
        for (topic, _) in TOPICS {
            let pages = find(topic).unwrap_or_default();
            assert!(pages.iter().any(|page| !page.parameters.is_empty()), "{topic}");
        }
        assert!(find("nothing").is_none());
    }

    #[test]
    fn examples_of_behaviors_are_files_that_read() {
        for entry in REGISTRY.iter().filter(|entry| entry.name != "custom") {
            let example = behavior(entry).example;
            let file = format!("dimensions = 2\n[[groups]]\nname = \"birds\"\ncount = 3\n{example}");
            let read = flockstep_scenario::Scenario::parse(&file, entry.name);
            assert!(read.is_ok(), "{file}\n{}", read.err().map(|errors| errors.render(false)).unwrap_or_default());
        }
    }

    #[test]
    fn examples_of_topics_are_files_that_read() {
        for (topic, _) in TOPICS {
            for page in find(topic).unwrap_or_default() {
                let file = format!("dimensions = 2\n[[groups]]\nname = \"birds\"\ncount = 3\n{}", page.example);
                let read = flockstep_scenario::Scenario::parse(&file, topic);
                assert!(read.is_ok(), "{file}\n{}", read.err().map(|errors| errors.render(false)).unwrap_or_default());
            }
        }
    }
}
