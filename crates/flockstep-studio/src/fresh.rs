//! New things that make sense at once: a name nobody has, a flock, a target that exists.

use crate::document::Content;
use crate::edit::Who;
use flockstep::group::{Behavior, Group};
use flockstep::parameters::{Point, Value};
use flockstep::settings::{Place, PointBody, Target};
use flockstep::steer::Rule;
use flockstep_scenario::ScenarioGroup;

/// A name that no group has yet.
pub(crate) fn free_name(content: &Content, base: &str) -> String {
    let taken = |name: &str| content.scenario.groups.iter().any(|group| group.group.name == name);
    let stem = base.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end();
    let names = (2..).map(|number| format!("{stem} {number}"));
    std::iter::once(base.to_string()).chain(names).find(|name| !taken(name)).unwrap_or_default()
}

/// A flock to start from.
pub(crate) fn new_group(name: String, dimensions: usize, number: usize) -> ScenarioGroup {
    const COLORS: [&str; 6] = ["#f2a65a", "#7bd389", "#e86a92", "#4aa3ff", "#c792ea", "#ffd166"];
    let mut group = Group::new(name);
    group.color = COLORS[number % COLORS.len()].into();
    // Quick enough to watch; what pushes then needs as much more weight to balance what steers.
    let quick = PointBody { max_speed: 8.0, ..PointBody::default() };
    for (name, weight) in [("separation", quick.max_speed), ("alignment", 1.0), ("cohesion", 1.0)] {
        group.settings.behaviors.extend(Rule::named(name).map(|rule| Behavior::new(rule).weight(weight)));
    }
    group.settings.body = quick.into();
    group.place = Some(Place::Ball { center: origin(dimensions), radius: 15.0 });
    ScenarioGroup { group, count: 50, agents: Vec::new() }
}

fn origin(dimensions: usize) -> Point {
    if dimensions == 3 { Point::from([0.0; 3]) } else { Point::from([0.0; 2]) }
}

/// A behavior that must have a target gets one that exists: a marker, another group, or the origin.
pub(crate) fn with_target(mut behavior: Behavior, content: &Content, who: Who) -> Behavior {
    let specs = behavior.rule.parameters().specs();
    let (fields, paths) = (&content.scenario.fields, &content.scenario.paths);
    let ground = [("field", fields.first().map(|field| &field.name)), ("path", paths.first().map(|path| &path.name))];
    for (key, name) in ground {
        if let Some(name) = name.filter(|_| specs.iter().any(|spec| spec.name == key)) {
            let _ = behavior.set(key, &Value::Word(name.clone()));
        }
    }
    let between = specs.iter().any(|spec| spec.name == "between");
    if !between && !specs.iter().any(|spec| spec.name == "target" && spec.required) {
        return behavior;
    }
    let (Who::Group(own) | Who::Agent(_, own)) = who;
    let marker = content.scenario.markers.first().map(|(name, _)| Target::marker(name.clone()));
    let mut others = content.scenario.groups.iter().enumerate().filter(|(number, _)| *number != own);
    let target = marker
        .or_else(|| others.next().map(|(_, group)| Target::nearest(group.group.name.clone())))
        .unwrap_or(Target::Point(origin(content.scenario.dimensions)));
    // The table says that there is such a parameter.
    let here = Target::Point(origin(content.scenario.dimensions));
    let (key, targets) = if between { ("between", vec![target, here]) } else { ("target", vec![target]) };
    let set = behavior.set(key, &Value::Targets(targets));
    debug_assert!(set.is_ok(), "{set:?}");
    behavior
}
