//! The gallery: every scene with a picture of it.

use crate::command::{Command, Window};
use crate::pictures::Pictures;
use egui::{Align2, Context, CornerRadius, RichText, ScrollArea, Sense, TextureHandle, Ui, vec2};
use flockstep_scenario::{Scenario, gallery};
use std::collections::BTreeMap;

/// The size of a picture, in points.
const SIZE: [f32; 2] = [224.0, 138.0];

/// The gallery, between frames.
#[derive(Default)]
pub(crate) struct Gallery {
    /// Name and description of every scene, read once.
    abouts: Vec<(&'static str, String, String)>,
    pictures: Option<Pictures>,
    textures: BTreeMap<&'static str, TextureHandle>,
}

impl Gallery {
    /// The gallery, if it is asked for.
    pub fn show(&mut self, ctx: &Context, window: Option<Window>, commands: &mut Vec<Command>) {
        if window != Some(Window::Gallery) {
            return;
        }
        if self.abouts.is_empty() {
            self.abouts = gallery::scenes().iter().filter_map(about).collect();
        }
        self.collect(ctx);
        let mut open = true;
        let height = (ctx.content_rect().height() - 160.0).max(200.0);
        egui::Window::new("Gallery")
            .open(&mut open)
            .collapsible(false)
            .resizable(false)
            .anchor(Align2::CENTER_CENTER, vec2(0.0, 0.0))
            .fixed_size(vec2(3.0 * (SIZE[0] + 20.0) + 40.0, height))
            .show(ctx, |ui| {
                ScrollArea::vertical().auto_shrink([false, true]).show(ui, |ui| {
                    for three in self.abouts.chunks(3) {
                        ui.horizontal_top(|ui| {
                            for (scene, name, about) in three {
                                if self.card(ui, scene, name, about) {
                                    commands.push(Command::OpenScene((*scene).into()));
                                }
                            }
                        });
                        ui.add_space(6.0);
                    }
                });
            });
        let escaped = ctx.input_mut(|input| input.consume_key(egui::Modifiers::NONE, egui::Key::Escape));
        if !open || escaped {
            commands.push(Command::Show(None));
        }
    }

    /// Takes the pictures that are ready; the first time, has them drawn.
    fn collect(&mut self, ctx: &Context) {
        let pictures = self.pictures.get_or_insert_with(|| Pictures::of_gallery(ctx.clone()));
        for (name, image) in pictures.ready() {
            let options = egui::TextureOptions::LINEAR;
            self.textures.insert(name, ctx.load_texture(name, image, options));
        }
    }

    /// One scene; whether it was chosen.
    fn card(&self, ui: &mut Ui, scene: &str, name: &str, about: &str) -> bool {
        let frame = super::theme::card(ui).show(ui, |ui| {
            ui.set_width(SIZE[0]);
            ui.set_height(SIZE[1] + 62.0);
            ui.vertical(|ui| {
                let (rect, _) = ui.allocate_exact_size(SIZE.into(), Sense::hover());
                let corner = CornerRadius::same(6);
                ui.painter().rect_filled(rect, corner, ui.visuals().extreme_bg_color);
                if let Some(texture) = self.textures.get(scene) {
                    egui::Image::new(texture).corner_radius(corner).paint_at(ui, rect);
                }
                ui.label(RichText::new(name).strong());
                ui.add(egui::Label::new(RichText::new(about).small().weak()).wrap());
            });
        });
        let response = frame.response.interact(Sense::click());
        super::theme::named(&response, &format!("open {scene}"));
        if response.hovered() {
            let stroke = egui::Stroke::new(1.5, super::theme::ACCENT);
            ui.painter().rect_stroke(response.rect, 8.0, stroke, egui::StrokeKind::Inside);
        }
        response.clicked()
    }
}

/// The name and the description of a scene.
fn about(scene: &gallery::Scene) -> Option<(&'static str, String, String)> {
    let scenario = Scenario::parse(scene.text, scene.name).ok()?;
    let name = if scenario.name.is_empty() { scene.name.into() } else { scenario.name };
    Some((scene.name, name, scenario.about))
}
