//! The studio as an eframe app, for a window or a page.

use crate::preferences::Preferences;
use crate::studio::Studio;
use crate::ui::{Panels, done_typing};
use eframe::wgpu::TextureFormat;
use web_time::Duration;

/// The name under which preferences are kept.
pub const KEY: &str = "flockstep studio";

/// The studio as an eframe app.
pub struct App {
    /// What it is about.
    pub studio: Studio,
    panels: Panels,
    format: Option<TextureFormat>,
    asked: bool,
}

impl App {
    /// The app of a studio, in the window that is being made.
    pub fn new(context: &eframe::CreationContext<'_>, studio: Studio) -> App {
        let format = context.wgpu_render_state.as_ref().map(|state| state.target_format);
        App { studio, panels: Panels::default(), format, asked: false }
    }

    /// What was remembered when the program was last closed.
    pub fn preferences(context: &eframe::CreationContext<'_>) -> Preferences {
        context.storage.and_then(|storage| eframe::get_value(storage, KEY)).unwrap_or_default()
    }

    /// Closes the window, or asks first if something would be lost.
    fn close(&mut self, ctx: &egui::Context) {
        let wanted = ctx.input(|input| input.viewport().close_requested());
        if wanted && !self.studio.quit {
            self.studio.perform(crate::Command::Quit);
            if !self.studio.quit {
                ctx.send_viewport_cmd(egui::ViewportCommand::CancelClose);
            }
        }
        if self.studio.quit && !self.asked {
            self.asked = true;
            ctx.send_viewport_cmd(egui::ViewportCommand::Close);
        }
    }
}

impl eframe::App for App {
    fn ui(&mut self, ui: &mut egui::Ui, _: &mut eframe::Frame) {
        self.studio.refresh();
        if ui.input(|input| input.viewport().close_requested()) {
            done_typing(ui.ctx());
        }
        self.panels.show(ui, &mut self.studio, self.format);
        self.close(ui.ctx());
        // Between two steps the flock is drawn on its way; at rest only the disk is looked at now and then.
        if self.studio.frame().playing {
            ui.ctx().request_repaint();
        } else {
            ui.ctx().request_repaint_after(Duration::from_millis(600));
        }
    }

    fn save(&mut self, storage: &mut dyn eframe::Storage) {
        eframe::set_value(storage, KEY, &self.studio.preferences);
    }
}
