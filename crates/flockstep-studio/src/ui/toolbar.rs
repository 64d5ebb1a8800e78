//! The bar at the top: files, time, and what is in the way of it.

use super::theme;
use crate::command::{Command, NAMED, Panel, Window, keys_text};
use crate::studio::{SPEEDS, Studio};
use egui::{Align, Button, Layout, RichText, Ui, vec2};
use flockstep_view::{Backdrop, ColorBy};

/// The bar at the top.
pub(crate) fn show(ui: &mut Ui, studio: &Studio, commands: &mut Vec<Command>) {
    ui.horizontal_centered(|ui| {
        menus(ui, studio, commands);
        ui.separator();
        document(ui, studio, commands);
        ui.separator();
        time(ui, studio, commands);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| corner(ui, studio, commands));
    });
}

fn menus(ui: &mut Ui, studio: &Studio, commands: &mut Vec<Command>) {
    ui.menu_button("☰", |ui| {
        ui.set_min_width(220.0);
        for section in ["File", "Edit", "View", "Help"] {
            ui.menu_button(section, |ui| {
                for named in NAMED.iter().filter(|named| named.section == section) {
                    entry(ui, named.name, named.keys.first(), (named.command)(), commands);
                }
                if section == "View" && studio.frame().picture.dimensions == 3 {
                    ui.separator();
                    for backdrop in Backdrop::ALL {
                        let name = format!("Backdrop: {}", backdrop.name());
                        entry(ui, &name, None, Command::Backdrop(backdrop), commands);
                    }
                }
            });
        }
    })
    .response
    .on_hover_text("Menu");
}

fn entry(
    ui: &mut Ui,
    name: &str,
    keys: Option<&egui::KeyboardShortcut>,
    command: Command,
    commands: &mut Vec<Command>,
) {
    let keys = keys.map(keys_text).unwrap_or_default();
    if ui.add(Button::new(name).shortcut_text(keys)).clicked() {
        commands.push(command);
        ui.close();
    }
}

fn document(ui: &mut Ui, studio: &Studio, commands: &mut Vec<Command>) {
    let origin = studio.document.origin();
    let name = &studio.document.scenario().name;
    let title = if name.is_empty() { origin.name() } else { name.clone() };
    let text = RichText::new(title).strong();
    let button = ui.add(Button::new(text).frame(false)).on_hover_text("Open the gallery");
    if button.clicked() {
        commands.push(Command::Show(Some(Window::Gallery)));
    }
    if studio.document.is_changed() {
        let save = ui.add(Button::new(RichText::new("⏺ unsaved").small().color(theme::WARN)).frame(false));
        if save.on_hover_text("Save").clicked() {
            commands.push(Command::Save);
        }
    }
    for (sign, name, label, command) in [
        ("⮪", "Undo", studio.document.undo_label(), Command::Undo),
        ("⮫", "Redo", studio.document.redo_label(), Command::Redo),
    ] {
        let button = ui.add_enabled(label.is_some(), Button::new(sign).frame(false));
        theme::named(&button, name);
        let hover = label.map_or_else(|| name.to_string(), |label| format!("{name}: {label}"));
        if button.on_hover_text(hover).clicked() {
            commands.push(command);
        }
    }
}

fn time(ui: &mut Ui, studio: &Studio, commands: &mut Vec<Command>) {
    let playing = studio.frame().playing;
    let size = vec2(30.0, 26.0);
    let sign = if playing { "⏸" } else { "▶" };
    let play = ui.add_sized(size, Button::new(RichText::new(sign).size(15.0)).selected(playing));
    let name = if playing { "Pause" } else { "Play" };
    theme::named(&play, name);
    if play.on_hover_text(format!("{name} (Space)")).clicked() {
        commands.push(Command::TogglePlay);
    }
    for (sign, name, command) in [
        ("⏭", "Single step (.)", Command::Step),
        ("⏮", "Restart (R)", Command::Restart),
        ("🎲", "New seed (N)", Command::NewSeed),
    ] {
        let button = ui.add_sized(size, Button::new(sign));
        theme::named(&button, name);
        if button.on_hover_text(name).clicked() {
            commands.push(command);
        }
    }
    let shown = format!("{}×", studio.speed);
    let combo = egui::ComboBox::from_id_salt("speed").width(58.0).selected_text(shown).show_ui(ui, |ui| {
        for speed in SPEEDS {
            if ui.selectable_label(speed == studio.speed, format!("{speed}×")).clicked() {
                commands.push(Command::Speed(speed));
            }
        }
    });
    theme::named(&combo.response, "speed");
}

/// What belongs to the right: panels, theme, help.
fn corner(ui: &mut Ui, studio: &Studio, commands: &mut Vec<Command>) {
    let quiet =
        |ui: &mut Ui, sign: &str, hover: &str| ui.add(Button::new(sign).frame(false)).on_hover_text(hover).clicked();
    if quiet(ui, "?", "Shortcuts (?)") {
        commands.push(Command::Show(Some(Window::Shortcuts)));
    }
    if quiet(ui, if studio.preferences.dark { "☀" } else { "🌙" }, "Dark or light (Ctrl+D)") {
        commands.push(Command::ToggleTheme);
    }
    if quiet(ui, "🔍", "Commands (Ctrl+P)") {
        commands.push(Command::Show(Some(Window::Palette)));
    }
    ui.separator();
    for (name, panel) in [("Numbers", Panel::Numbers), ("Settings", Panel::Settings), ("Scene", Panel::Scene)] {
        if ui.selectable_label(studio.preferences.shows(panel), name).on_hover_text("Show or hide the panel").clicked()
        {
            commands.push(Command::TogglePanel(panel));
        }
    }
    ui.separator();
    if ui.selectable_label(studio.scenery.look.trails.on, "Trails").clicked() {
        commands.push(Command::ToggleTrails);
    }
    let by = studio.scenery.look.color_by;
    let combo = egui::ComboBox::from_id_salt("color by").width(96.0).selected_text(by.name()).show_ui(ui, |ui| {
        for one in ColorBy::ALL {
            if ui.selectable_label(one == by, one.name()).clicked() {
                commands.push(Command::ColorBy(one));
            }
        }
    });
    theme::named(&combo.response, "color by");
    ui.label(RichText::new("color").weak());
}
