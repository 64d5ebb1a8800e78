//! The list of what there is: groups, markers, obstacles.

use super::theme;
use crate::command::{Command, Selection};
use crate::edit::Edit;
use crate::studio::Studio;
use egui::{Button, Color32, RichText, Ui};
use flockstep::parameters::Point;
use flockstep_scenario::ObstacleShape;

/// The list of what there is.
pub(crate) fn show(ui: &mut Ui, studio: &Studio, commands: &mut Vec<Command>) {
    let scenario = studio.document.scenario();
    let selection = &studio.selection;
    ui.add_space(2.0);
    line(ui, selection, Selection::World, None, "World", &studio.frame().agents.to_string(), commands);
    header(ui, "Groups", "Add a group", || Command::Edit(Edit::AddGroup), commands);
    let inside = studio.frame().inside.as_ref();
    for (number, group) in scenario.groups.iter().enumerate() {
        let color = theme::group_color(&group.group.color);
        let living = studio.frame().group_agents.get(number).copied().unwrap_or(0).to_string();
        line(ui, selection, Selection::Group(number), Some(color), &group.group.name, &living, commands);
        if let (Selection::Agent(id), Some(inside)) = (selection, inside)
            && inside.group.index() == number
        {
            ui.indent("agent", |ui| {
                let note = if inside.personality { "own" } else { "" };
                line(ui, selection, Selection::Agent(*id), None, &format!("agent {id}"), note, commands);
            });
        }
    }
    let middle = middle(studio);
    let free = (1..).map(|number| format!("marker {number}"));
    let name = free.into_iter().find(|name| scenario.markers.iter().all(|(marker, _)| marker != name));
    let marker = || Command::Edit(Edit::SetMarker { name: name.clone().unwrap_or_default(), at: middle });
    header(ui, "Markers", "Add a marker", marker, commands);
    for (name, _) in &scenario.markers {
        line(ui, selection, Selection::Marker(name.clone()), Some(theme::WARN), name, "", commands);
    }
    let radius = 0.06 * studio.scenery.extent(studio.frame());
    let ball = || Command::Edit(Edit::AddObstacle(ObstacleShape::Ball { center: middle, radius }.into()));
    header(ui, "Obstacles", "Add an obstacle", ball, commands);
    for (number, obstacle) in scenario.obstacles.iter().enumerate() {
        let name = format!("obstacle {}", number + 1);
        line(ui, selection, Selection::Obstacle(number), Some(Color32::GRAY), &name, obstacle.shape.word(), commands);
    }
}

/// The middle of what is in view, for new things.
fn middle(studio: &Studio) -> Point {
    let dimensions = studio.document.scenario().dimensions;
    let target = studio.scenery.camera.as_ref().map_or([0.0; 3], |camera| camera.target());
    let origin = if dimensions == 3 { Point::from([0.0; 3]) } else { Point::from([0.0; 2]) };
    Point::from_slice(&target[..dimensions]).unwrap_or(origin)
}

fn header(ui: &mut Ui, title: &str, hover: &str, add: impl Fn() -> Command, commands: &mut Vec<Command>) {
    ui.add_space(6.0);
    ui.horizontal(|ui| {
        theme::heading(ui, title);
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let button = ui.add(Button::new("+").frame(false));
            theme::named(&button, hover);
            if button.on_hover_text(hover).clicked() {
                commands.push(add());
            }
        });
    });
}

/// One line of the list.
fn line(
    ui: &mut Ui,
    selection: &Selection,
    own: Selection,
    color: Option<Color32>,
    name: &str,
    note: &str,
    commands: &mut Vec<Command>,
) {
    let selected = *selection == own;
    let note = RichText::new(note).weak().monospace().small();
    let width = ui.available_width();
    let name = if selected { RichText::new(name).strong() } else { RichText::new(name) };
    let spot = RichText::new("⏺").small().color(color.unwrap_or(Color32::TRANSPARENT));
    let button = Button::new((spot, name)).right_text(note).selected(selected).frame_when_inactive(selected);
    if ui.add(button.min_size(egui::vec2(width, 24.0))).clicked() {
        commands.push(Command::Select(own));
    }
}
