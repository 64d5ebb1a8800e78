//! The panel of one agent: what goes on inside it, and the settings it follows.

use super::behaviors::{section, settings};
use super::choice::Names;
use super::parameter::{plain, words};
use super::theme;
use crate::command::{Command, Following};
use crate::edit::{Edit, Who};
use crate::simulation::Inside;
use crate::studio::Studio;
use egui::{Id, RichText, Ui, vec2};
use flockstep::AgentId;

/// Everything about an agent.
pub(crate) fn show(ui: &mut Ui, studio: &Studio, id: AgentId, names: &Names, commands: &mut Vec<Command>) {
    let Some(inside) = studio.frame().inside.as_ref().filter(|inside| inside.id == id) else {
        ui.heading(format!("Agent {id}"));
        ui.label(RichText::new("It is gone.").weak());
        return;
    };
    let content = studio.document.content();
    let number = inside.group.index();
    let Some(group) = content.scenario.groups.get(number) else { return };
    ui.horizontal(|ui| {
        theme::spot(ui, theme::group_color(&group.group.color));
        ui.heading(format!("Agent {id}"));
        if ui.link(&group.group.name).on_hover_text("Its group").clicked() {
            commands.push(Command::Select(crate::command::Selection::Group(number)));
        }
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            if ui.small_button("🗑").on_hover_text("Remove the agent").clicked() {
                commands.push(Command::RemoveSelected);
            }
        });
    });
    ui.horizontal(|ui| {
        let driven = studio.driven() == Some(id);
        let drive = ui.selectable_label(driven, "🎮 Drive").on_hover_text("Arrow keys or WASD; Q and E in 3D");
        if drive.clicked() {
            commands.push(Command::ToggleDrive);
        }
        let follows = studio.scenery.following == Following::Agent;
        if ui.selectable_label(follows, "👁 Follow").clicked() {
            commands.push(Command::Follow(Following::Agent));
        }
        if ui.selectable_label(studio.preferences.annotations, "✏ Draw").on_hover_text("What it goes by").clicked() {
            commands.push(Command::ToggleAnnotations);
        }
    });
    section(ui, Id::unique("inside"), "Inside", true, |ui| table(ui, inside, names.dimensions));
    let own = content.personalities.contains_key(&id);
    ui.horizontal(|ui| {
        let text =
            if own { "It has a personality of its own." } else { "It follows its group; a change here is its own." };
        ui.label(RichText::new(text).weak());
    });
    if own && ui.button("Back to its group").clicked() {
        commands.push(Command::Edit(Edit::ForgetPersonality(id)));
    }
    if let Some(own) = content.settings_of(id, number) {
        settings(ui, Who::Agent(id, number), own, names, commands);
    }
}

/// What each behavior wants this step, and its share.
fn table(ui: &mut Ui, inside: &Inside, dimensions: usize) {
    let lengths: Vec<f32> = inside.parts.iter().map(|part| length(part.steering)).collect();
    let all: f32 = lengths.iter().sum();
    egui::Grid::new("inside").num_columns(4).spacing(vec2(10.0, 4.0)).show(ui, |ui| {
        for head in ["behavior", "sees", "steering", "share"] {
            ui.label(RichText::new(head).small().weak());
        }
        ui.end_row();
        for (part, length) in inside.parts.iter().zip(&lengths) {
            let name = RichText::new(words(part.name));
            ui.label(if part.on { name } else { name.weak().strikethrough() });
            let seen = part.sight.as_ref().map(|(_, _, _, seen)| seen.len().to_string());
            ui.label(RichText::new(seen.unwrap_or_else(|| "–".into())).monospace());
            ui.label(RichText::new(plain(f64::from(*length))).monospace());
            bar(ui, if all > 0.0 { length / all } else { 0.0 });
            ui.end_row();
        }
        ui.label(RichText::new("blended").strong());
        ui.label("");
        ui.label(RichText::new(plain(f64::from(length(inside.steering)))).monospace().strong());
        ui.label(RichText::new(if inside.driven { "by you" } else { "" }).color(theme::ACCENT));
        ui.end_row();
    });
    let speed = plain(f64::from(length(inside.velocity)));
    ui.label(RichText::new(format!("speed {speed} · at {}", place(&inside.position[..dimensions]))).weak().small());
}

fn bar(ui: &mut Ui, share: f32) {
    let (rect, response) = ui.allocate_exact_size(vec2(64.0, 8.0), egui::Sense::hover());
    let painter = ui.painter();
    painter.rect_filled(rect, 3.0, ui.visuals().extreme_bg_color);
    let mut filled = rect;
    filled.set_width(rect.width() * share.clamp(0.0, 1.0));
    painter.rect_filled(filled, 3.0, theme::ACCENT);
    response.on_hover_text(format!("{:.0} %", 100.0 * share));
}

fn place(at: &[f32]) -> String {
    at.iter().map(|c| format!("{c:.1}")).collect::<Vec<_>>().join(", ")
}

fn length(vector: [f32; 3]) -> f32 {
    vector.iter().map(|c| c * c).sum::<f32>().sqrt()
}
