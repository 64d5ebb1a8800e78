//! Choosing among names: words, groups, layers, markers.

use egui::{ComboBox, Ui};
use flockstep::parameters::Point;
use flockstep::settings::{Of, Pick, Target};
use flockstep_scenario::Scenario;

/// The names that can be chosen.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    pub dimensions: usize,
    pub groups: Vec<String>,
    pub layers: Vec<String>,
    pub markers: Vec<String>,
}

impl Names {
    /// The names of a scenario.
    pub fn of(scenario: &Scenario) -> Names {
        let mut layers: Vec<String> = scenario.groups.iter().flat_map(|group| group.group.layers.clone()).collect();
        layers.sort();
        layers.dedup();
        Names {
            dimensions: scenario.dimensions,
            groups: scenario.groups.iter().map(|group| group.group.name.clone()).collect(),
            layers,
            markers: scenario.markers.iter().map(|(name, _)| name.clone()).collect(),
        }
    }
    /// A target that exists.
    pub fn some_target(&self) -> Target {
        match (self.markers.first(), self.groups.first()) {
            (Some(marker), _) => Target::marker(marker.clone()),
            (None, Some(group)) => Target::nearest(group.clone()),
            (None, None) => Target::Point(self.origin()),
        }
    }
    fn origin(&self) -> Point {
        if self.dimensions == 3 { Point::from([0.0; 3]) } else { Point::from([0.0; 2]) }
    }
}

/// One of several words. Returns another one if it was chosen.
pub(crate) fn combo<'a>(ui: &mut Ui, salt: &str, current: &str, words: &[&'a str]) -> Option<&'a str> {
    let mut chosen = None;
    let width = 8.0 * words.iter().map(|word| word.len()).max().unwrap_or(0) as f32 + 28.0;
    let combo = ComboBox::from_id_salt(salt).width(width.clamp(60.0, 160.0)).selected_text(current).show_ui(ui, |ui| {
        for word in words {
            if ui.selectable_label(*word == current, *word).clicked() && *word != current {
                chosen = Some(*word);
            }
        }
    });
    super::theme::named(&combo.response, &super::parameter::words(salt));
    chosen
}

/// Whom a behavior minds.
pub(crate) fn of(ui: &mut Ui, salt: &str, of: &Of, names: &Names) -> Option<Of> {
    let current = match of {
        Of::Mates => "mates",
        Of::Others => "others",
        Of::All => "all",
        Of::Layers { all: false, .. } => "any layer",
        Of::Layers { all: true, .. } => "all layers",
        Of::Groups(_) => "groups",
    };
    let mut kinds = vec!["mates", "others", "all", "groups"];
    if !names.layers.is_empty() {
        kinds.extend(["any layer", "all layers"]);
    }
    let mut changed = combo(ui, salt, current, &kinds).map(|kind| match kind {
        "mates" => Of::Mates,
        "others" => Of::Others,
        "all" => Of::All,
        "groups" => Of::Groups(names.groups.iter().take(1).cloned().collect()),
        kind => Of::Layers { layers: names.layers.iter().take(1).cloned().collect(), all: kind == "all layers" },
    });
    match of {
        Of::Groups(chosen) => changed = several(ui, salt, chosen, &names.groups).map(Of::Groups).or(changed),
        Of::Layers { layers, all } => {
            let all = *all;
            changed = several(ui, salt, layers, &names.layers).map(|layers| Of::Layers { layers, all }).or(changed);
        }
        _ => {}
    }
    changed
}

/// Some of several names.
fn several(ui: &mut Ui, salt: &str, chosen: &[String], names: &[String]) -> Option<Vec<String>> {
    let mut changed = None;
    ui.menu_button(if chosen.is_empty() { "none".into() } else { chosen.join(", ") }, |ui| {
        for name in names {
            let mut on = chosen.contains(name);
            if ui.push_id((salt, name), |ui| ui.checkbox(&mut on, name)).inner.changed() {
                let keep = |other: &&String| if *other == name { on } else { chosen.contains(other) };
                changed = Some(names.iter().filter(keep).cloned().collect());
            }
        }
    });
    changed
}

/// What a behavior aims at.
pub(crate) fn target(ui: &mut Ui, salt: &str, target: &Target, names: &Names) -> Option<Target> {
    let current = match target {
        Target::Point(_) => "point",
        Target::Marker(_) => "marker",
        Target::Group { pick: Pick::Nearest, .. } => "nearest of",
        Target::Group { pick: Pick::First, .. } => "first of",
        Target::Agent(_) => "agent",
    };
    let mut kinds = vec!["point", "nearest of", "first of"];
    if !names.markers.is_empty() {
        kinds.push("marker");
    }
    let some_group = || names.groups.first().cloned().unwrap_or_default();
    let mut changed = combo(ui, salt, current, &kinds).map(|kind| match kind {
        "marker" => Target::Marker(names.markers.first().cloned().unwrap_or_default()),
        "nearest of" => Target::nearest(some_group()),
        "first of" => Target::first(some_group()),
        _ => Target::Point(names.origin()),
    });
    let one_of = |ui: &mut Ui, current: &str, names: &[String]| {
        let words: Vec<&str> = names.iter().map(String::as_str).collect();
        ui.push_id("name", |ui| combo(ui, salt, current, &words).map(String::from)).inner
    };
    match target {
        Target::Point(point) => {
            let numbers: Vec<f64> = point.as_slice().iter().map(|c| f64::from(*c)).collect();
            let moved = super::parameter::numbers(ui, salt, &numbers);
            let single = moved.map(|numbers| numbers.iter().map(|c| *c as f32).collect::<Vec<_>>());
            changed = single.and_then(|numbers| Point::from_slice(&numbers)).map(Target::Point).or(changed);
        }
        Target::Marker(name) => changed = one_of(ui, name, &names.markers).map(Target::Marker).or(changed),
        Target::Group { group, pick } => {
            let pick = *pick;
            changed = one_of(ui, group, &names.groups).map(|group| Target::Group { group, pick }).or(changed);
        }
        Target::Agent(id) => {
            let mut id = *id;
            let drag = ui.add(egui::DragValue::new(&mut id.0));
            super::theme::named(&drag, salt);
            if drag.changed() {
                changed = Some(Target::Agent(id));
            }
        }
    }
    changed
}

/// Several targets, one below the other.
pub(crate) fn targets(ui: &mut Ui, salt: &str, targets: &[Target], names: &Names) -> Option<Vec<Target>> {
    let mut changed = None;
    ui.vertical(|ui| {
        for (at, one) in targets.iter().enumerate() {
            ui.horizontal(|ui| {
                let new = ui.push_id(at, |ui| target(ui, salt, one, names)).inner;
                if let Some(new) = new {
                    let mut all = targets.to_vec();
                    all[at] = new;
                    changed = Some(all);
                }
                if targets.len() > 1 && ui.small_button("✖").on_hover_text("Remove this target").clicked() {
                    let mut all = targets.to_vec();
                    all.remove(at);
                    changed = Some(all);
                }
            });
        }
        if ui.small_button("+ target").clicked() {
            changed = Some(targets.iter().cloned().chain([names.some_target()]).collect());
        }
    });
    changed
}
