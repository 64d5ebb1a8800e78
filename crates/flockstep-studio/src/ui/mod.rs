//! The panels: they show a [`Studio`] and make [`Command`]s.

mod agent;
mod annotations;
mod behaviors;
mod canvas;
mod choice;
mod dialogs;
mod dropped;
mod gallery;
mod group;
mod keys;
mod numbers;
mod palette;
mod parameter;
mod recording;
mod scene;
mod stage;
mod text;
mod theme;
mod toolbar;
mod viewport;
mod world;

use crate::command::{Command, Panel, Selection};
use crate::studio::Studio;
use choice::Names;
use eframe::wgpu::TextureFormat;
use egui::{CentralPanel, Frame, Margin, ScrollArea, Ui};
pub(crate) use keys::done_typing;

/// What the panels remember from one frame to the next; nothing of it belongs to the document.
#[derive(Default)]
pub(crate) struct Panels {
    viewport: viewport::Viewport,
    palette: palette::Palette,
    files: dialogs::FileDialog,
    gallery: gallery::Gallery,
    dropped: dropped::Dropped,
    dressed: bool,
}

impl Panels {
    /// Shows everything and carries out what was done. With no format there is no driver to draw the flock with.
    pub fn show(&mut self, ui: &mut Ui, studio: &mut Studio, format: Option<TextureFormat>) {
        self.dress(ui, studio);
        let mut commands = Vec::new();
        let pressed = keys::shortcuts(ui.ctx(), studio);
        match self.dropped.take(ui.ctx()) {
            Some(Ok(command)) => commands.push(command),
            Some(Err(problem)) => studio.notices.complain(problem),
            None => {}
        }
        self.windows(ui, studio, &mut commands);
        self.panels(ui, studio, format, &mut commands);
        for command in commands.into_iter().chain(pressed) {
            studio.perform(command);
        }
        dialogs::notices(ui.ctx(), studio);
    }

    fn dress(&mut self, ui: &Ui, studio: &mut Studio) {
        if !std::mem::replace(&mut self.dressed, true) {
            theme::install(ui.ctx());
            // The program has keys of its own for this, which it remembers.
            ui.ctx().options_mut(|options| options.zoom_with_keyboard = false);
        }
        let theme = if studio.preferences.dark { egui::Theme::Dark } else { egui::Theme::Light };
        ui.ctx().set_theme(theme);
        if (ui.ctx().zoom_factor() - studio.preferences.scale).abs() > 1e-3 {
            ui.ctx().set_zoom_factor(studio.preferences.scale);
        }
        studio.holding = ui.input(|input| input.pointer.any_down());
    }

    fn windows(&mut self, ui: &Ui, studio: &mut Studio, commands: &mut Vec<Command>) {
        let ctx = ui.ctx();
        self.palette.show(ctx, studio.window, commands);
        self.gallery.show(ctx, studio.window, commands);
        self.files.show(ctx, studio, commands);
        palette::shortcuts(ctx, studio.window, commands);
        dialogs::unsaved(ctx, studio, commands);
        if dialogs::mistakes(ctx, studio) {
            studio.mistakes = None;
        }
    }

    fn panels(&mut self, ui: &mut Ui, studio: &mut Studio, format: Option<TextureFormat>, commands: &mut Vec<Command>) {
        let fill = ui.visuals().panel_fill;
        let frame = |x, y| Frame::new().fill(fill).inner_margin(Margin::symmetric(x, y));
        egui::Panel::top("toolbar").exact_size(42.0).frame(frame(10, 4)).show(ui, |ui| {
            toolbar::show(ui, studio, commands);
        });
        if studio.preferences.shows(Panel::Scene) {
            let panel = egui::Panel::left("scene").default_size(190.0).size_range(140.0..=320.0);
            panel.frame(frame(8, 8)).show(ui, |ui| {
                ScrollArea::vertical().auto_shrink(false).show(ui, |ui| scene::show(ui, studio, commands));
            });
        }
        if studio.preferences.shows(Panel::Settings) {
            let panel = egui::Panel::right("settings").default_size(348.0).size_range(300.0..=520.0);
            panel.frame(frame(12, 8)).show(ui, |ui| {
                ScrollArea::vertical().auto_shrink(false).show(ui, |ui| settings(ui, studio, commands));
            });
        }
        if studio.preferences.shows(Panel::Numbers) {
            let panel = egui::Panel::bottom("numbers").default_size(136.0).size_range(90.0..=360.0);
            panel.frame(frame(10, 6)).resizable(true).show(ui, |ui| numbers::show(ui, studio));
        }
        if studio.frame().played.is_some() {
            let panel = egui::Panel::bottom("recording").exact_size(34.0);
            panel.frame(frame(10, 4)).show(ui, |ui| recording::show(ui, studio, commands));
        }
        CentralPanel::no_frame().show(ui, |ui| self.viewport.show(ui, studio, format, commands));
    }
}

/// The settings of what is selected.
fn settings(ui: &mut Ui, studio: &Studio, commands: &mut Vec<Command>) {
    let names = Names::of(studio.document.scenario());
    match &studio.selection {
        Selection::World => world::show(ui, studio, commands),
        Selection::Group(group) => {
            ui.push_id(("group", group), |ui| group::show(ui, studio, *group, &names, commands));
        }
        Selection::Agent(id) => agent::show(ui, studio, *id, &names, commands),
        Selection::Marker(name) => world::marker(ui, studio, name, commands),
        Selection::Obstacle(number) => world::obstacle(ui, studio, *number, commands),
    }
}
