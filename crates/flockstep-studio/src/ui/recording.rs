//! The bar of a recording: where it is, where to go, and whether it goes as it went.

use super::theme;
use crate::command::Command;
use crate::simulation::Played;
use crate::studio::Studio;
use egui::{Align, Layout, RichText, Slider, Ui};

/// The bar of the recording that is shown.
pub(crate) fn show(ui: &mut Ui, studio: &Studio, commands: &mut Vec<Command>) {
    let frame = studio.frame();
    let Some(played) = frame.played else { return };
    ui.horizontal_centered(|ui| {
        let name = studio.document.origin().name();
        ui.label(RichText::new("recording").weak()).on_hover_text(name);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let leave = ui.button("Go on from here");
            if leave.on_hover_text("Leave the recording: the world goes by itself, and can be changed").clicked() {
                commands.push(Command::GoOn);
            }
            verdict(ui, &played);
            ui.label(RichText::new(format!("of {}", played.last)).weak());
            // Where it is on its way to, so that the handle stays under the mouse.
            let mut step = played.goal.unwrap_or(frame.steps);
            ui.spacing_mut().slider_width = (ui.available_width() - 70.0).max(60.0);
            let slider = ui.add(Slider::new(&mut step, played.first..=played.last).smart_aim(false));
            theme::named(&slider, "step of the recording");
            if slider.changed() {
                commands.push(Command::Seek(step));
            }
        });
    });
}

/// Whether the motion is the recorded one, as far as that has been compared.
fn verdict(ui: &mut Ui, played: &Played) {
    let (text, color, hover) = match (played.differs, played.compared) {
        (Some(step), _) => {
            (format!("differs at step {step}"), theme::BAD, "The world here is not the one that was recorded".into())
        }
        (None, 0) => return,
        (None, compared) => {
            ("as recorded".into(), theme::GOOD, format!("{compared} hashes were compared, and all are the same"))
        }
    };
    ui.label(RichText::new(text).color(color)).on_hover_text(hover);
}
