//! The view of the flock, and what the mouse does in it.

use super::annotations::marks;
use super::canvas::Canvas;
use super::stage::{Grip, Stage};
use super::theme;
use crate::command::{Command, Following, Selection};
use crate::edit::Edit;
use crate::studio::Studio;
use eframe::egui_wgpu;
use eframe::wgpu::TextureFormat;
use egui::{Align2, FontId, PointerButton, Rect, Response, Sense, Ui, vec2};
use flockstep::parameters::Point;
use flockstep_scenario::ObstacleShape;
use flockstep_view::{Look, Theme};

/// The view, between frames.
#[derive(Default)]
pub(crate) struct Viewport {
    grip: Grip,
    /// Where the menu of the right button was opened.
    menu_at: Option<[f32; 3]>,
}

impl Viewport {
    /// The view of the flock. With no format there is no driver to draw with.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        studio: &mut Studio,
        format: Option<TextureFormat>,
        commands: &mut Vec<Command>,
    ) {
        let (rect, response) = ui.allocate_exact_size(ui.available_size(), Sense::click_and_drag());
        theme::named(&response, "view of the flock");
        let Some(stage) = Stage::new(ui, studio, rect) else { return };
        self.mouse(ui, studio, &stage, &response, commands);
        follow(ui, studio, &stage);
        match format {
            Some(format) => draw(ui, studio, &stage, format),
            None => {
                let text = "No graphics driver: the flock runs, but cannot be drawn.";
                ui.painter().text(rect.center(), Align2::CENTER_CENTER, text, FontId::proportional(15.0), theme::WARN);
            }
        }
        pins(ui, studio, &stage);
        status(ui, studio, rect);
        self.menu(studio, &response, commands);
    }

    fn mouse(&mut self, ui: &Ui, studio: &mut Studio, stage: &Stage, response: &Response, commands: &mut Vec<Command>) {
        let Some(camera) = &mut studio.scenery.camera else { return };
        let (scroll, pinch, shift) =
            ui.input(|input| (input.smooth_scroll_delta().y, input.zoom_delta(), input.modifiers.shift));
        if let Some(at) = response.hover_pos() {
            let factor = (scroll * 0.0025).exp() * pinch;
            if factor != 1.0 {
                camera.zoom(factor, stage.pixel(at), stage.size);
            }
        }
        if response.drag_started_by(PointerButton::Primary)
            && let Some(at) = ui.input(|input| input.pointer.press_origin())
        {
            self.grip = stage.grip(studio, at);
        }
        if response.dragged() {
            self.drag(studio, stage, response, shift, commands);
        }
        if response.drag_stopped() {
            self.grip = Grip::Camera;
        }
        if response.clicked()
            && let Some(at) = response.interact_pointer_pos()
        {
            commands.push(stage.click(studio, at));
        }
        if response.double_clicked() && matches!(studio.selection, Selection::Agent(_)) {
            commands.push(Command::Follow(Following::Agent));
        }
        if response.secondary_clicked()
            && let Some(at) = response.interact_pointer_pos()
        {
            self.menu_at = stage.point(studio, at);
        }
    }

    fn drag(
        &mut self,
        studio: &mut Studio,
        stage: &Stage,
        response: &Response,
        shift: bool,
        commands: &mut Vec<Command>,
    ) {
        let delta = response.drag_delta() * stage.scale;
        let delta = [delta.x, delta.y];
        let pan = shift || !response.dragged_by(PointerButton::Primary);
        let at = response.interact_pointer_pos();
        match &self.grip {
            Grip::Marker(name) if !pan => {
                commands.extend(at.and_then(|at| stage.move_marker(studio, name, at)));
            }
            Grip::Obstacle(number, hold) if !pan => {
                commands.extend(at.and_then(|at| stage.move_obstacle(studio, *number, *hold, at)));
            }
            _ => {
                let Some(camera) = &mut studio.scenery.camera else { return };
                if pan || camera.dimensions() == 2 {
                    studio.scenery.following = Following::Nothing;
                    camera.pan(delta, stage.size);
                } else {
                    camera.orbit(delta);
                }
            }
        }
    }

    fn menu(&mut self, studio: &Studio, response: &Response, commands: &mut Vec<Command>) {
        let Some(at) = self.menu_at else { return };
        let scenario = studio.document.scenario();
        response.context_menu(|ui| {
            ui.set_min_width(160.0);
            for (group, one) in scenario.groups.iter().enumerate() {
                if ui.button(format!("Spawn {} here", one.group.name)).clicked() {
                    commands.push(Command::Spawn { group, at });
                    ui.close();
                }
            }
            if ui.button("Scare them").clicked() {
                commands.push(Command::Scare(at));
                ui.close();
            }
            let point = Point::from_slice(&at[..scenario.dimensions]);
            if !scenario.markers.is_empty() {
                ui.separator();
            }
            for (name, _) in &scenario.markers {
                if ui.button(format!("Send {name} here")).clicked() {
                    commands.extend(point.map(|at| Command::Edit(Edit::SetMarker { name: name.clone(), at })));
                    ui.close();
                }
            }
            ui.separator();
            if ui.button("Put an obstacle here").clicked() {
                let radius = 0.06 * studio.scenery.extent(studio.frame());
                let ball = point.map(|center| ObstacleShape::Ball { center, radius }.into());
                commands.extend(ball.map(|ball| Command::Edit(Edit::AddObstacle(ball))));
                ui.close();
            }
        });
    }
}

/// Moves the camera after what it follows.
fn follow(ui: &Ui, studio: &mut Studio, stage: &Stage) {
    let seconds = ui.input(|input| input.stable_dt).min(0.1);
    let picture = &studio.simulation.frame().picture;
    let point = match (studio.scenery.following, &studio.selection) {
        (Following::Nothing, _) => None,
        (Following::Agent, Selection::Agent(id)) => {
            picture.instance(*id).map(|agent| agent.position(stage.alpha, &picture.bounds))
        }
        (Following::Agent, _) => None,
        (Following::Flock, Selection::Group(group)) => picture.center(u16::try_from(*group).ok(), stage.alpha),
        (Following::Flock, _) => picture.center(None, stage.alpha),
    };
    if let (Some(point), Some(camera)) = (point, &mut studio.scenery.camera) {
        camera.follow(point, seconds);
    }
}

fn draw(ui: &Ui, studio: &mut Studio, stage: &Stage, format: TextureFormat) {
    let clear_trails = Canvas::trails(&mut studio.scenery);
    let frame = studio.simulation.frame();
    let Some(camera) = studio.scenery.camera else { return };
    let selected = if let Selection::Agent(id) = studio.selection { Some(id) } else { None };
    let inside = frame.inside.as_ref().filter(|inside| studio.preferences.annotations && selected == Some(inside.id));
    let marks = inside.map_or_else(Vec::new, |inside| {
        // Arrows are as long on the screen however near the camera is.
        let point = camera.pixels(1.0, inside.position, stage.size).max(1e-6);
        marks(inside, 90.0 * stage.scale / point)
    });
    let theme = if studio.preferences.dark { Theme::Dark } else { Theme::Light };
    let canvas = Canvas {
        format,
        picture: frame.picture.clone(),
        camera,
        look: Look { theme, ..studio.scenery.look },
        marks,
        size: stage.size,
        alpha: stage.alpha,
        selected,
        clear_trails,
    };
    ui.painter().add(egui_wgpu::Callback::new_paint_callback(stage.rect, canvas));
}

/// The names of the markers.
fn pins(ui: &Ui, studio: &Studio, stage: &Stage) {
    let Some(camera) = &studio.scenery.camera else { return };
    let frame = studio.frame();
    let painter = ui.painter().with_clip_rect(stage.rect);
    for (name, at) in frame.markers.iter().zip(&frame.picture.pins) {
        if let Some([x, y]) = camera.project(*at, stage.size) {
            let at = stage.rect.min + vec2(x, y) / stage.scale + vec2(10.0, -14.0);
            painter.text(at, Align2::LEFT_CENTER, name, FontId::proportional(12.0), ui.visuals().strong_text_color());
        }
    }
}

/// What time it is, and whether the world keeps up.
fn status(ui: &Ui, studio: &Studio, rect: Rect) {
    let frame = studio.frame();
    let painter = ui.painter().with_clip_rect(rect);
    let mut at = rect.left_bottom() + vec2(18.0, -12.0);
    let ground = ui.visuals().panel_fill.gamma_multiply(0.72);
    let mut line = |text: String, color| {
        let galley = painter.layout_no_wrap(text, FontId::proportional(12.5), color);
        let rect = Rect::from_min_size(at - vec2(0.0, galley.size().y), galley.size());
        painter.rect_filled(rect.expand2(vec2(8.0, 3.0)), 5.0, ground);
        painter.galley(rect.min, galley, color);
        at.y = rect.top() - 10.0;
    };
    let eaten = if frame.captured > 0 { format!(" · {} captured", frame.captured) } else { String::new() };
    let plural = if frame.agents == 1 { "" } else { "s" };
    let text = format!("step {} · {:.1} s · {} agent{plural}{eaten}", frame.steps, frame.time, frame.agents);
    line(text, ui.visuals().text_color());
    if frame.playing && frame.pace.is_slow() {
        let (made, wanted) = (frame.pace.made, frame.pace.wanted);
        let text = format!("slow: {made:.0} of {wanted:.0} steps/s · {:.1} ms a step", frame.step_seconds * 1e3);
        line(text, theme::WARN);
    }
    if studio.driven().is_some() {
        line("you are driving · arrow keys or WASD · Enter lets go".into(), theme::GOOD);
    }
    if let Selection::Marker(name) = &studio.selection {
        line(format!("click to send {name} there"), theme::ACCENT);
    }
}
