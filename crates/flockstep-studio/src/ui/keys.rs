//! Keys and dropped files.

use crate::command::{Command, NAMED};
use crate::simulation::Stick;
use crate::studio::Studio;
use egui::{Context, InputState, Key};

/// The commands whose keys were pressed, unless someone types.
pub(crate) fn shortcuts(ctx: &Context, studio: &Studio, commands: &mut Vec<Command>) {
    let typing = ctx.text_edit_focused();
    if studio.driven().is_some() && !typing && studio.window.is_none() {
        let stick = ctx.input_mut(|input| {
            let stick = stick(input);
            // Whoever drives does not want Space and arrows to move through the panels as well.
            for key in [Key::ArrowUp, Key::ArrowDown, Key::ArrowLeft, Key::ArrowRight] {
                input.consume_key(egui::Modifiers::NONE, key);
            }
            stick
        });
        commands.push(Command::Steer(stick));
    }
    if studio.pending.is_some() || studio.window.is_some() && !ctx.input(|input| input.modifiers.command) {
        return;
    }
    ctx.input_mut(|input| {
        for named in NAMED {
            // A letter alone belongs to the text that is typed.
            let reachable = |keys: &egui::KeyboardShortcut| !typing || keys.modifiers.any();
            let pressed = named.keys.iter().filter(|keys| reachable(keys)).any(|keys| pressed(input, keys));
            if pressed {
                commands.push((named.command)());
            }
        }
    });
}

/// Whether a shortcut was pressed. A sign such as `?` or `+` may take Shift on one keyboard and not on another.
fn pressed(input: &mut InputState, keys: &egui::KeyboardShortcut) -> bool {
    let sign = matches!(keys.logical_key, Key::Questionmark | Key::Plus);
    let shifted = egui::KeyboardShortcut::new(keys.modifiers.plus(egui::Modifiers::SHIFT), keys.logical_key);
    input.consume_shortcut(keys) || sign && input.consume_shortcut(&shifted)
}

/// A player's hand from the keys that are down.
fn stick(input: &InputState) -> Stick {
    let down = |keys: [Key; 2]| keys.into_iter().any(|key| input.key_down(key));
    let axis = |plus: bool, minus: bool| f32::from(u8::from(plus)) - f32::from(u8::from(minus));
    let ahead = down([Key::ArrowUp, Key::W]);
    let stop = down([Key::ArrowDown, Key::S]);
    Stick {
        helm: axis(down([Key::ArrowRight, Key::D]), down([Key::ArrowLeft, Key::A])),
        pitch: axis(down([Key::E, Key::PageUp]), down([Key::Q, Key::PageDown])),
        // Without a key it drifts ahead, so that the helm has something to turn.
        thrust: if ahead {
            1.0
        } else if stop {
            0.0
        } else {
            0.3
        },
    }
}

/// Files dropped on the window.
pub(crate) fn dropped(ctx: &Context, commands: &mut Vec<Command>) {
    let Some(file) = ctx.input(|input| input.raw.dropped_files.first().cloned()) else { return };
    if cfg!(not(target_arch = "wasm32")) {
        commands.push(Command::OpenFile(file.path().into()));
    } else if let Ok(bytes) = file.bytes() {
        commands.push(Command::OpenText(file.path().display().to_string(), bytes));
    }
}
