//! Keys.

use crate::command::{Command, NAMED};
use crate::simulation::Stick;
use crate::studio::Studio;
use egui::{Context, InputState, Key};

/// The commands whose keys were pressed, unless someone types. Whoever types and presses such a key has done typing: what
/// was typed counts first.
pub(crate) fn shortcuts(ctx: &Context, studio: &Studio) -> Vec<Command> {
    let mut commands = Vec::new();
    let typing = ctx.text_edit_focused();
    if studio.driven().is_some() && !typing && studio.window.is_none() {
        let heading = studio.frame().inside.as_ref().filter(|_| studio.document.scenario().dimensions == 3);
        let heading = heading.map_or([0.0; 3], |inside| inside.heading);
        let stick = ctx.input_mut(|input| {
            let stick = stick(input, heading);
            // Whoever drives does not want Space and arrows to move through the panels as well.
            for key in [Key::ArrowUp, Key::ArrowDown, Key::ArrowLeft, Key::ArrowRight] {
                input.consume_key(egui::Modifiers::NONE, key);
            }
            stick
        });
        commands.push(Command::Steer(stick));
    }
    if studio.pending.is_some() || studio.window.is_some() && !ctx.input(|input| input.modifiers.command) {
        return commands;
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
    if typing && !commands.is_empty() {
        done_typing(ctx);
    }
    commands
}

/// Takes the keyboard away from a text that is being typed, so that it counts as it is.
pub(crate) fn done_typing(ctx: &Context) {
    ctx.memory_mut(|memory| {
        if let Some(id) = memory.focused() {
            memory.surrender_focus(id);
        }
    });
}

/// Whether a shortcut was pressed. A sign such as `?` or `+` may take Shift on one keyboard and not on another.
fn pressed(input: &mut InputState, keys: &egui::KeyboardShortcut) -> bool {
    let sign = matches!(keys.logical_key, Key::Questionmark | Key::Plus);
    let shifted = egui::KeyboardShortcut::new(keys.modifiers.plus(egui::Modifiers::SHIFT), keys.logical_key);
    input.consume_shortcut(keys) || sign && input.consume_shortcut(&shifted)
}

/// A player's hand from the keys that are down, on an agent that points there.
fn stick(input: &InputState, heading: [f32; 3]) -> Stick {
    let down = |keys: [Key; 2]| keys.into_iter().any(|key| input.key_down(key));
    let axis = |plus: bool, minus: bool| f32::from(u8::from(plus)) - f32::from(u8::from(minus));
    let ahead = down([Key::ArrowUp, Key::W]);
    let stop = down([Key::ArrowDown, Key::S]);
    let (rise, dive) = (down([Key::E, Key::PageUp]), down([Key::Q, Key::PageDown]));
    Stick {
        helm: axis(down([Key::ArrowRight, Key::D]), down([Key::ArrowLeft, Key::A])),
        // Without a key it levels out: nobody hits the ground for want of a hand.
        pitch: if rise || dive { axis(rise, dive) } else { -0.5 * heading[1] },
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
