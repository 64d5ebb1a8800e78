//! The panels of the world as a whole, of a marker and of an obstacle.

use super::choice;
use super::group::{drag_row, point_row};
use super::{parameter, text, theme};
use crate::command::Command;
use crate::edit::Edit;
use crate::studio::Studio;
use egui::{DragValue, RichText, Ui};
use flockstep::Edge;
use flockstep_scenario::{ObstacleSettings, SpaceSettings};

/// Name, description, space, seed and time step.
pub(crate) fn show(ui: &mut Ui, studio: &Studio, commands: &mut Vec<Command>) {
    let scenario = studio.document.scenario();
    ui.heading("World");
    let label = ui.label(RichText::new("name").weak());
    let named = text::line(ui, &label, &scenario.name, f32::INFINITY);
    commands.extend(named.map(|name| Command::Edit(Edit::SetName(name))));
    let label = ui.label(RichText::new("about").weak());
    let told = text::when_done(ui, label.id.with("text"), &scenario.about, |ui, about| {
        let field = egui::TextEdit::multiline(about).desired_rows(3).desired_width(f32::INFINITY);
        ui.add(field).labelled_by(label.id)
    });
    // One sentence is one line.
    commands.extend(told.map(|about| Command::Edit(Edit::SetAbout(about.replace('\n', " ")))));
    theme::heading(ui, "Time");
    ui.horizontal(|ui| {
        let label = ui.label("seed");
        let mut seed = scenario.seed;
        if ui.add(DragValue::new(&mut seed).update_while_editing(false)).labelled_by(label.id).changed() {
            commands.push(Command::Edit(Edit::SetSeed(seed)));
        }
        let label = ui.label("step");
        let mut step = parameter::shortest(f64::from(scenario.time_step));
        let drag = DragValue::new(&mut step).speed(0.001).range(1e-4..=1.0).suffix(" s");
        if ui.add(drag.max_decimals(4)).labelled_by(label.id).changed() {
            commands.push(Command::Edit(Edit::SetTimeStep(step as f32)));
        }
    });
    theme::heading(ui, "Space");
    ui.horizontal(|ui| {
        ui.label("edge");
        if let Some(word) = choice::combo(ui, "edge", scenario.space.edge.word(), Edge::WORDS)
            && let Some(edge) = Edge::from_word(word)
        {
            commands.push(Command::Edit(Edit::SetSpace(SpaceSettings { edge, ..scenario.space })));
        }
        ui.label(RichText::new(format!("{} dimensions", scenario.dimensions)).weak());
    });
    let (min, low) = point_row(ui, "min", &scenario.space.min);
    let (max, high) = point_row(ui, "max", &scenario.space.max);
    if low || high {
        commands.push(Command::Edit(Edit::SetSpace(SpaceSettings { min, max, ..scenario.space })));
    }
    theme::heading(ui, "State");
    let frame = studio.frame();
    let hash = frame.hash.map_or_else(|| "when paused".into(), |hash| format!("{hash:016x}"));
    for (name, value) in [
        ("step", frame.steps.to_string()),
        ("time", format!("{:.2} s", frame.time)),
        ("agents", frame.agents.to_string()),
        ("captured", frame.captured.to_string()),
        ("hash", hash),
    ] {
        ui.spacing_mut().interact_size.y = 18.0;
        ui.horizontal(|ui| {
            theme::label(ui, RichText::new(name).weak(), 64.0);
            ui.label(RichText::new(value).monospace());
        });
    }
}

/// Where a marker is.
pub(crate) fn marker(ui: &mut Ui, studio: &Studio, name: &str, commands: &mut Vec<Command>) {
    let found = studio.document.scenario().markers.iter().find(|(marker, _)| marker == name);
    let Some((_, at)) = found else { return };
    title(ui, &format!("Marker {name}"), commands);
    ui.label(RichText::new("Drag it in the view, or click where it should go.").weak());
    if let (at, true) = point_row(ui, "position", at) {
        commands.push(Command::Edit(Edit::SetMarker { name: name.into(), at }));
    }
}

/// The shape of an obstacle.
pub(crate) fn obstacle(ui: &mut Ui, studio: &Studio, number: usize, commands: &mut Vec<Command>) {
    let Some(obstacle) = studio.document.scenario().obstacles.get(number) else { return };
    title(ui, &format!("Obstacle {}", number + 1), commands);
    ui.label(RichText::new("Drag it in the view.").weak());
    let changed = match *obstacle {
        ObstacleSettings::Ball { center, radius } => {
            let (center, moved) = point_row(ui, "center", &center);
            let mut wide = parameter::shortest(f64::from(radius));
            let resized = drag_row(ui, "radius", &mut wide);
            (moved || resized).then_some(ObstacleSettings::Ball { center, radius: wide as f32 })
        }
        ObstacleSettings::Box { min, max } => {
            let ((min, low), (max, high)) = (point_row(ui, "min", &min), point_row(ui, "max", &max));
            (low || high).then_some(ObstacleSettings::Box { min, max })
        }
    };
    commands.extend(changed.map(|obstacle| Command::Edit(Edit::SetObstacle { number, obstacle })));
}

fn title(ui: &mut Ui, text: &str, commands: &mut Vec<Command>) {
    ui.horizontal(|ui| {
        ui.heading(text);
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            if ui.small_button("🗑").on_hover_text("Remove it").clicked() {
                commands.push(Command::RemoveSelected);
            }
        });
    });
}
