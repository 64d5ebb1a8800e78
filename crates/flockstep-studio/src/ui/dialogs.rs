//! Windows that ask: which file, what about unsaved changes; and what is wrong with a file.

use crate::command::{Answer, Command, Window};
use crate::studio::Studio;
use egui::{Align2, Button, Context, Key, Modal, RichText, ScrollArea, TextEdit, vec2};
use std::path::PathBuf;

/// The dialog for files, between frames.
#[derive(Default)]
pub(crate) struct FileDialog {
    folder: PathBuf,
    name: String,
    for_window: Option<Window>,
}

impl FileDialog {
    /// The dialog, if it is asked for.
    pub fn show(&mut self, ctx: &Context, studio: &Studio, commands: &mut Vec<Command>) {
        let window = studio.window.filter(|window| matches!(window, Window::Open | Window::SaveAs));
        if window != self.for_window {
            self.for_window = window;
            self.begin(studio);
        }
        let Some(window) = window else { return };
        let saving = window == Window::SaveAs;
        let title = if saving { "Save as" } else { "Open a file" };
        let modal = Modal::new(egui::Id::unique("file dialog")).show(ctx, |ui| {
            ui.set_width(480.0);
            ui.heading(title);
            ui.label(RichText::new(self.folder.display().to_string()).weak().small());
            ScrollArea::vertical().max_height(260.0).min_scrolled_height(260.0).auto_shrink(false).show(ui, |ui| {
                self.list(ui, studio, saving, commands);
            });
            ui.horizontal(|ui| {
                let label = ui.label("file");
                let edit = ui.add(TextEdit::singleline(&mut self.name).desired_width(400.0)).labelled_by(label.id);
                if self.name.is_empty() {
                    edit.request_focus();
                }
            });
            let path = self.path(saving);
            let replaces =
                saving && studio.document.origin().path() != Some(&path) && studio.files.modified(&path).is_some();
            if replaces {
                ui.label(RichText::new(format!("{} is there already.", self.name.trim())).color(super::theme::WARN));
            }
            ui.horizontal(|ui| {
                // Enter does not replace a file: that takes a press of the button that says so.
                let enter = ui.input(|input| input.key_pressed(Key::Enter)) && !replaces;
                let verb = match (saving, replaces) {
                    (true, true) => "Replace it",
                    (true, false) => "Save",
                    (false, _) => "Open",
                };
                let named = !self.name.trim().is_empty();
                if (ui.add_enabled(named, Button::new(verb)).clicked() || enter) && named {
                    commands.push(if saving { Command::SaveAs(path) } else { Command::OpenFile(path) });
                }
                if ui.button("Cancel").clicked() {
                    commands.push(Command::Show(None));
                }
            });
        });
        if modal.should_close() {
            commands.push(Command::Show(None));
        }
    }

    fn begin(&mut self, studio: &Studio) {
        let path = studio.document.origin().path();
        let folder = path.and_then(|path| path.parent()).map(PathBuf::from);
        self.folder = folder.unwrap_or_else(|| studio.files.home());
        let origin = studio.document.origin();
        let name = origin.name();
        self.name = match self.for_window {
            Some(Window::SaveAs) if path.is_some() => name,
            Some(Window::SaveAs) => format!("{name}.toml"),
            _ => String::new(),
        };
    }

    fn list(&mut self, ui: &mut egui::Ui, studio: &Studio, saving: bool, commands: &mut Vec<Command>) {
        let width = ui.available_width();
        let line = |ui: &mut egui::Ui, text: String| {
            ui.add(Button::new(text).frame_when_inactive(false).min_size(vec2(width, 22.0)))
        };
        if self.folder.parent().is_some() && line(ui, "⬆ ..".into()).clicked() {
            self.folder.pop();
        }
        let entries = match studio.files.list(&self.folder) {
            Ok(entries) => entries,
            Err(problem) => {
                ui.label(RichText::new(problem).color(super::theme::BAD));
                return;
            }
        };
        for entry in entries {
            let sign = if entry.folder { "🗀" } else { "🗋" };
            let response = line(ui, format!("{sign} {}", entry.name));
            if response.clicked() && entry.folder {
                self.folder.push(&entry.name);
            } else if response.clicked() {
                self.name = entry.name;
                if response.double_clicked() && !saving {
                    commands.push(Command::OpenFile(self.path(saving)));
                }
            }
        }
    }

    /// The file that is named. A name without an extension is a scenario all the same.
    fn path(&self, saving: bool) -> PathBuf {
        let mut path = self.folder.join(self.name.trim());
        if saving && path.extension().is_none() {
            path.set_extension("toml");
        }
        path
    }
}

/// Asks about unsaved changes, if something waits for the answer.
pub(crate) fn unsaved(ctx: &Context, studio: &Studio, commands: &mut Vec<Command>) {
    if studio.pending.is_none() || studio.window == Some(Window::SaveAs) {
        return;
    }
    let modal = Modal::new(egui::Id::unique("unsaved")).show(ctx, |ui| {
        ui.set_width(360.0);
        ui.heading("Unsaved changes");
        let name = studio.document.origin().name();
        ui.label(format!("What you changed in {name} would be lost."));
        ui.add_space(6.0);
        ui.horizontal(|ui| {
            let answers = [("Save", Answer::Save), ("Discard changes", Answer::Discard), ("Cancel", Answer::Cancel)];
            for (text, answer) in answers {
                if ui.button(text).clicked() {
                    commands.push(Command::Answer(answer));
                }
            }
        });
    });
    if modal.should_close() {
        commands.push(Command::Answer(Answer::Cancel));
    }
}

/// The mistakes of a file. Returns whether they were closed.
pub(crate) fn mistakes(ctx: &Context, studio: &Studio) -> bool {
    let Some(mistakes) = &studio.mistakes else { return false };
    let mut open = true;
    egui::Window::new(format!("Mistakes in {}", mistakes.name))
        .open(&mut open)
        .collapsible(false)
        .default_size(vec2(640.0, 300.0))
        .anchor(Align2::CENTER_TOP, vec2(0.0, 80.0))
        .show(ctx, |ui| {
            ui.label(RichText::new("What runs goes on. The file is read again when it changes.").weak());
            ScrollArea::both().max_height(420.0).show(ui, |ui| {
                ui.add(egui::Label::new(RichText::new(&mistakes.text).monospace()).selectable(true).extend());
            });
        });
    !open
}

/// Short messages.
pub(crate) fn notices(ctx: &Context, studio: &mut Studio) {
    let notices = studio.notices.current();
    if notices.is_empty() {
        return;
    }
    ctx.request_repaint_after(std::time::Duration::from_millis(500));
    egui::Area::new(egui::Id::unique("notices")).anchor(Align2::CENTER_TOP, vec2(0.0, 64.0)).interactable(false).show(
        ctx,
        |ui| {
            ui.vertical_centered(|ui| {
                for notice in notices {
                    let color = if notice.bad { super::theme::BAD } else { ui.visuals().strong_text_color() };
                    egui::Frame::popup(ui.style()).show(ui, |ui| ui.label(RichText::new(&notice.text).color(color)));
                }
            });
        },
    );
}
