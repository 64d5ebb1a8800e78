//! Every command by name, and every shortcut.

use crate::command::{Command, NAMED, Named, Window, keys_text};
use egui::{Align2, Button, Context, Key, RichText, ScrollArea, TextEdit, Ui, vec2};
use flockstep_scenario::gallery;

/// The palette, between frames.
#[derive(Default)]
pub(crate) struct Palette {
    text: String,
    chosen: usize,
    open: bool,
}

/// One line of the palette.
struct Hit {
    name: String,
    keys: Option<egui::KeyboardShortcut>,
    command: Command,
}

impl Palette {
    /// The palette, if it is asked for.
    pub fn show(&mut self, ctx: &Context, window: Option<Window>, commands: &mut Vec<Command>) {
        if window != Some(Window::Palette) {
            self.open = false;
            return;
        }
        let first = !std::mem::replace(&mut self.open, true);
        if first {
            (self.text, self.chosen) = (String::new(), 0);
        }
        let (up, down, enter, escape) = ctx.input_mut(|input| {
            let mut pressed = |key| input.consume_key(egui::Modifiers::NONE, key);
            (pressed(Key::ArrowUp), pressed(Key::ArrowDown), pressed(Key::Enter), pressed(Key::Escape))
        });
        let mut picked = None;
        let area = egui::Window::new("Commands")
            .title_bar(false)
            .anchor(Align2::CENTER_TOP, vec2(0.0, 70.0))
            .fixed_size(vec2(440.0, 380.0))
            .show(ctx, |ui| {
                self.field(ui);
                // Only now: what was typed and Enter may come in one frame.
                let hits = hits(&self.text);
                let last = hits.len().saturating_sub(1);
                self.chosen = (self.chosen.saturating_sub(usize::from(up)) + usize::from(down)).min(last);
                ui.separator();
                let clicked = self.list(ui, &hits, up || down);
                let at = clicked.or(enter.then_some(self.chosen));
                picked = at.and_then(|at| hits.into_iter().nth(at));
            });
        let elsewhere = !first && area.is_some_and(|area| area.response.clicked_elsewhere());
        if picked.is_some() || escape || elsewhere || enter {
            commands.push(Command::Show(None));
        }
        commands.extend(picked.map(|hit| hit.command));
    }

    fn field(&mut self, ui: &mut Ui) {
        let hint = "Type a command or the name of a scene";
        let edit = TextEdit::singleline(&mut self.text).hint_text(hint).desired_width(f32::INFINITY);
        let edit = ui.add(edit.font(egui::TextStyle::Heading));
        edit.request_focus();
        if edit.changed() {
            self.chosen = 0;
        }
    }

    /// The hits; which one was clicked.
    fn list(&self, ui: &mut Ui, hits: &[Hit], moved: bool) -> Option<usize> {
        let mut clicked = None;
        ScrollArea::vertical().max_height(320.0).show(ui, |ui| {
            for (at, hit) in hits.iter().enumerate() {
                let button = Button::new(&hit.name)
                    .shortcut_text(hit.keys.as_ref().map(keys_text).unwrap_or_default())
                    .selected(at == self.chosen)
                    .frame_when_inactive(at == self.chosen)
                    .min_size(vec2(ui.available_width(), 26.0));
                let response = ui.add(button);
                if at == self.chosen && moved {
                    response.scroll_to_me(None);
                }
                if response.clicked() {
                    clicked = Some(at);
                }
            }
        });
        clicked
    }
}

/// The commands that fit what was typed: every word of it is in the name.
fn hits(text: &str) -> Vec<Hit> {
    let words: Vec<String> = text.to_lowercase().split_whitespace().map(String::from).collect();
    let fits = |name: &str| words.iter().all(|word| name.to_lowercase().contains(word));
    let named = NAMED.iter().map(|named| Hit {
        name: named.name.into(),
        keys: named.keys.first().copied(),
        command: (named.command)(),
    });
    let scenes = gallery::scenes().iter().map(|scene| Hit {
        name: format!("Open {}", scene.name),
        keys: None,
        command: Command::OpenScene(scene.name.into()),
    });
    named.chain(scenes).filter(|hit| fits(&hit.name)).collect()
}

/// Every shortcut, if it is asked for.
pub(crate) fn shortcuts(ctx: &Context, window: Option<Window>, commands: &mut Vec<Command>) {
    let mut open = window == Some(Window::Shortcuts);
    let was = open;
    egui::Window::new("Shortcuts")
        .open(&mut open)
        .collapsible(false)
        .resizable(false)
        .anchor(Align2::CENTER_CENTER, vec2(0.0, 0.0))
        .show(ctx, |ui| {
            ui.horizontal_top(|ui| {
                for sections in [&["Time", "Edit", "Play", "Help"][..], &["File"], &["View"]] {
                    ui.vertical(|ui| {
                        ui.set_width(270.0);
                        sections.iter().for_each(|section| self::section(ui, section));
                        if sections.contains(&"File") {
                            mouse(ui);
                        }
                    });
                }
            });
        });
    let escaped = was && ctx.input_mut(|input| input.consume_key(egui::Modifiers::NONE, Key::Escape));
    if was && (!open || escaped) {
        commands.push(Command::Show(None));
    }
}

fn section(ui: &mut Ui, section: &str) {
    super::theme::heading(ui, section);
    let shown = |named: &&Named| named.section == section && !named.keys.is_empty();
    for named in NAMED.iter().filter(shown) {
        let keys: Vec<String> = named.keys.iter().map(keys_text).collect();
        line(ui, &keys.join(", "), named.name);
    }
}

fn mouse(ui: &mut Ui) {
    super::theme::heading(ui, "Driving and mouse");
    for (keys, name) in [
        ("arrows, WASD", "ahead, stop, turn"),
        ("Q  E", "dive and rise in 3D"),
        ("click", "select; send a marker"),
        ("drag", "move, or turn in 3D"),
        ("Shift+drag", "move"),
        ("scroll", "zoom"),
        ("right click", "spawn, scare, send"),
    ] {
        line(ui, keys, name);
    }
}

fn line(ui: &mut Ui, keys: &str, name: &str) {
    ui.horizontal(|ui| {
        super::theme::label(ui, RichText::new(keys).monospace().small(), 116.0);
        ui.label(name);
    });
}
