//! The panels of the world as a whole, of a marker and of an obstacle.

use super::choice;
use super::group::{drag_row, point_row};
use super::{parameter, text, theme};
use crate::command::Command;
use crate::edit::Edit;
use crate::studio::Studio;
use egui::{DragValue, RichText, Ui};
use flockstep::Edge;
use flockstep::parameters::Point;
use flockstep_scenario::{ObstacleSettings, ObstacleShape, SpaceSettings};

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
    let radius_row = |ui: &mut Ui, radius: f32| {
        let mut wide = parameter::shortest(f64::from(radius));
        let resized = drag_row(ui, "radius", &mut wide);
        (wide as f32, resized)
    };
    let shape = match &obstacle.shape {
        ObstacleShape::Ball { center, radius } => {
            let ((center, moved), (radius, resized)) = (point_row(ui, "center", center), radius_row(ui, *radius));
            (moved || resized).then_some(ObstacleShape::Ball { center, radius })
        }
        ObstacleShape::Box { min, max } => {
            let ((min, low), (max, high)) = (point_row(ui, "min", min), point_row(ui, "max", max));
            (low || high).then_some(ObstacleShape::Box { min, max })
        }
        ObstacleShape::Capsule { from, to, radius } => {
            let ((from, one), (to, other)) = (point_row(ui, "from", from), point_row(ui, "to", to));
            let (radius, resized) = radius_row(ui, *radius);
            (one || other || resized).then_some(ObstacleShape::Capsule { from, to, radius })
        }
        ObstacleShape::Segment { from, to } => {
            let ((from, one), (to, other)) = (point_row(ui, "from", from), point_row(ui, "to", to));
            (one || other).then_some(ObstacleShape::Segment { from, to })
        }
        ObstacleShape::Polygon { points } => {
            let rows: Vec<(Point, bool)> =
                points.iter().enumerate().map(|(nth, at)| point_row(ui, &format!("corner {}", nth + 1), at)).collect();
            let moved = rows.iter().any(|(_, moved)| *moved);
            moved.then(|| ObstacleShape::Polygon { points: rows.iter().map(|(at, _)| *at).collect() })
        }
        ObstacleShape::Plane { point, normal } => {
            let ((point, one), (normal, other)) = (point_row(ui, "point", point), point_row(ui, "normal", normal));
            (one || other).then_some(ObstacleShape::Plane { point, normal })
        }
    };
    let still = Point::from_slice(&vec![0.0; studio.document.scenario().dimensions]);
    let velocity = obstacle.velocity.or(still).map(|velocity| point_row(ui, "velocity", &velocity));
    let turned = velocity.is_some_and(|(_, turned)| turned);
    let changed = (shape.is_some() || turned).then(|| ObstacleSettings {
        shape: shape.unwrap_or_else(|| obstacle.shape.clone()),
        velocity: if turned { velocity.map(|(velocity, _)| velocity) } else { obstacle.velocity },
    });
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
