//! The panel of one group.

use super::behaviors::{section, settings};
use super::choice::{self, Names};
use super::{parameter, text, theme};
use crate::command::Command;
use crate::edit::{Edit, Who};
use crate::studio::Studio;
use egui::{DragValue, Id, RichText, Ui};
use flockstep::parameters::{Parameters, Point};
use flockstep::settings::{Captures, Place, Shape};
use flockstep_scenario::ScenarioGroup;

/// Everything about a group.
pub(crate) fn show(ui: &mut Ui, studio: &Studio, number: usize, names: &Names, commands: &mut Vec<Command>) {
    let Some(group) = studio.document.scenario().groups.get(number) else { return };
    ui.horizontal(|ui| {
        let mut color =
            theme::group_color(&group.group.color).to_srgba_unmultiplied()[..3].try_into().unwrap_or([0; 3]);
        let button = ui.color_edit_button_srgb(&mut color).on_hover_text("Color");
        theme::named(&button, "color");
        if button.changed() {
            let [r, g, b] = color;
            let color = format!("#{r:02x}{g:02x}{b:02x}");
            commands.push(Command::Edit(Edit::SetColor { group: number, color }));
        }
        name(ui, number, group, commands);
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            if ui.small_button("🗑").on_hover_text("Remove the group").clicked() {
                commands.push(Command::Edit(Edit::RemoveGroup(number)));
            }
            if ui.small_button("🗐").on_hover_text("Copy the group").clicked() {
                commands.push(Command::Edit(Edit::CopyGroup(number)));
            }
        });
    });
    ui.horizontal(|ui| {
        let mut count = group.count;
        let label = ui.label("agents");
        let drag = DragValue::new(&mut count).range(0..=1_000_000).speed(1.0);
        if ui.add(drag).labelled_by(label.id).on_hover_text("How many are born where its place says").changed() {
            commands.push(Command::Edit(Edit::SetCount { group: number, count }));
        }
        let living = studio.frame().group_agents.get(number).copied().unwrap_or(0);
        if !group.agents.is_empty() {
            ui.label(RichText::new(format!("+ {} placed", group.agents.len())).weak());
        }
        if living != group.count + group.agents.len() {
            ui.label(RichText::new(format!("· {living} live")).weak());
        }
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            shape(ui, studio, number, group, commands);
        });
    });
    settings(ui, Who::Group(number), &group.group.settings, names, commands);
    section(ui, Id::unique("birth"), "Birth and belonging", false, |ui| birth(ui, number, group, names, commands));
    section(ui, Id::unique("captures"), "Captures", false, |ui| captures(ui, number, group, names, commands));
}

fn name(ui: &mut Ui, number: usize, group: &ScenarioGroup, commands: &mut Vec<Command>) {
    let id = ui.scope_id().with(("name", number));
    let named = text::when_done(ui, id, &group.group.name, |ui, name| {
        let field = egui::TextEdit::singleline(name).desired_width(130.0).font(egui::TextStyle::Heading);
        let field = ui.add(field);
        theme::named(&field, "name of the group");
        field
    });
    commands.extend(named.map(|name| Command::Edit(Edit::RenameGroup { group: number, name })));
}

/// The shape it was given, or the one that was found for it.
fn shape(ui: &mut Ui, studio: &Studio, number: usize, group: &ScenarioGroup, commands: &mut Vec<Command>) {
    let found = studio.frame().picture.styles.get(number).map_or("", |style| style.shape.word());
    let automatic = format!("{found}, by itself");
    let current = group.group.shape.map_or(automatic.as_str(), |shape| shape.word());
    let words: Vec<&str> = Shape::WORDS.iter().copied().chain(["by itself"]).collect();
    if let Some(word) = choice::combo(ui, "shape", current, &words) {
        commands.push(Command::Edit(Edit::SetShape { group: number, shape: Shape::from_word(word) }));
    }
}

fn birth(ui: &mut Ui, number: usize, group: &ScenarioGroup, names: &Names, commands: &mut Vec<Command>) {
    let origin = vec![0.0f32; names.dimensions];
    let point = |numbers: &[f32]| Point::from_slice(numbers);
    ui.horizontal(|ui| {
        ui.label("place");
        let current = match &group.group.place {
            None => "anywhere",
            Some(Place::Ball { .. }) => "ball",
            Some(Place::Box { .. }) => "box",
            Some(Place::Points(_)) => "points",
        };
        let chosen = choice::combo(ui, "place", current, &["anywhere", "ball", "box"]);
        let place = chosen.and_then(|kind| match kind {
            "ball" => point(&origin).map(|center| Some(Place::Ball { center, radius: 10.0 })),
            "box" => {
                let (low, high) = (vec![-10.0; names.dimensions], vec![10.0; names.dimensions]);
                point(&low).zip(point(&high)).map(|(min, max)| Some(Place::Box { min, max }))
            }
            _ => Some(None),
        });
        commands.extend(place.map(|place| Command::Edit(Edit::SetPlace { group: number, place })));
    });
    let place = match &group.group.place {
        Some(Place::Ball { center, radius }) => {
            let center = point_row(ui, "center", center);
            let mut wide = parameter::shortest(f64::from(*radius));
            let radius_changed = drag_row(ui, "radius", &mut wide);
            (center.1 || radius_changed).then_some(Place::Ball { center: center.0, radius: wide as f32 })
        }
        Some(Place::Box { min, max }) => {
            let (min, max) = (point_row(ui, "min", min), point_row(ui, "max", max));
            (min.1 || max.1).then_some(Place::Box { min: min.0, max: max.0 })
        }
        Some(Place::Points(points)) => {
            ui.label(RichText::new(format!("{} points, in turn", points.len())).weak());
            None
        }
        None => None,
    };
    commands.extend(place.map(|place| Command::Edit(Edit::SetPlace { group: number, place: Some(place) })));
    speed(ui, number, group, commands);
    ui.horizontal(|ui| {
        let label =
            ui.label("layers").on_hover_text("Names by which behaviors choose whom they mind, with commas between");
        if let Some(layers) = text::line(ui, &label, &group.group.layers.join(", "), 140.0) {
            let layers = layers.split(',').map(|layer| layer.trim().to_string()).filter(|layer| !layer.is_empty());
            commands.push(Command::Edit(Edit::SetLayers { group: number, layers: layers.collect() }));
        }
    });
    let mut player = group.group.player;
    if ui.checkbox(&mut player, "a player may drive it").changed() {
        commands.push(Command::Edit(Edit::SetPlayer { group: number, player }));
    }
}

fn speed(ui: &mut Ui, number: usize, group: &ScenarioGroup, commands: &mut Vec<Command>) {
    ui.horizontal(|ui| {
        let mut set = group.group.speed.is_some();
        let top = group.group.settings.body.max_speed();
        if ui.checkbox(&mut set, "speed").on_hover_text("At birth; unset: half the greatest").changed() {
            let speed = set.then_some([0.5 * top, top]);
            commands.push(Command::Edit(Edit::SetSpeed { group: number, speed }));
        }
        if let Some(speed) = group.group.speed
            && let Some(new) = parameter::numbers(ui, "speed", &speed.map(f64::from))
        {
            let speed = [new[0].max(0.0) as f32, new[1].max(new[0]).max(0.0) as f32];
            commands.push(Command::Edit(Edit::SetSpeed { group: number, speed: Some(speed) }));
        }
    });
}

fn captures(ui: &mut Ui, number: usize, group: &ScenarioGroup, names: &Names, commands: &mut Vec<Command>) {
    let mut eats = group.group.captures.is_some();
    if ui.checkbox(&mut eats, "eats what it touches").changed() {
        let captures = eats.then(Captures::default);
        commands.push(Command::Edit(Edit::SetCaptures { group: number, captures }));
    }
    let Some(captures) = &group.group.captures else { return };
    if let Some((name, value)) = parameter::rows(ui, captures, &Captures::default(), names, &[]) {
        let mut changed = captures.clone();
        if changed.set(name, &value).is_ok() {
            commands.push(Command::Edit(Edit::SetCaptures { group: number, captures: Some(changed) }));
        }
    }
}

/// A row with a point; whether it was changed.
pub(crate) fn point_row(ui: &mut Ui, name: &str, point: &Point) -> (Point, bool) {
    let numbers: Vec<f64> = point.as_slice().iter().map(|c| f64::from(*c)).collect();
    let changed = ui
        .horizontal(|ui| {
            theme::label(ui, name, 64.0);
            ui.push_id(name, |ui| parameter::numbers(ui, name, &numbers)).inner
        })
        .inner;
    let single = changed.map(|numbers| numbers.iter().map(|c| *c as f32).collect::<Vec<_>>());
    match single.and_then(|numbers| Point::from_slice(&numbers)) {
        Some(new) => (new, true),
        None => (*point, false),
    }
}

/// A row with a length; whether it was changed.
pub(crate) fn drag_row(ui: &mut Ui, name: &str, number: &mut f64) -> bool {
    ui.horizontal(|ui| {
        theme::label(ui, name, 64.0);
        let drag = DragValue::new(number).speed(0.1).range(0.0..=1e9).custom_formatter(|n, _| parameter::plain(n));
        let drag = ui.add(drag);
        theme::named(&drag, name);
        drag.changed()
    })
    .inner
}
