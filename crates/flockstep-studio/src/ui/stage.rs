//! The view's place in the window: from the mouse to the world.

use crate::command::{Command, Selection};
use crate::edit::Edit;
use crate::studio::Studio;
use egui::{Pos2, Rect, Ui, Vec2, vec2};
use flockstep::parameters::Point;
use flockstep_scenario::ObstacleSettings;
use flockstep_view::{Camera, Look, Pointer};

/// How far off a thing may be clicked, in points.
const REACH: f32 = 10.0;

/// What the mouse has hold of.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) enum Grip {
    /// The camera.
    #[default]
    Camera,
    /// A marker.
    Marker(String),
    /// An obstacle, and where on the screen its middle is from the mouse.
    Obstacle(usize, Vec2),
}

/// The view's place in the window, for one frame.
pub(crate) struct Stage {
    pub rect: Rect,
    /// Pixels per point.
    pub scale: f32,
    pub size: [u32; 2],
    pub alpha: f32,
}

impl Stage {
    /// Also sees to it that there is a camera.
    pub fn new(ui: &Ui, studio: &mut Studio, rect: Rect) -> Option<Stage> {
        let scale = ui.ctx().pixels_per_point();
        let size = [(rect.width() * scale).round() as u32, (rect.height() * scale).round() as u32];
        if size.contains(&0) {
            return None;
        }
        let frame = studio.simulation.frame();
        let fits = studio.scenery.camera.as_ref().is_some_and(|camera| camera.dimensions() == frame.picture.dimensions);
        // A frame of the last document may still be on its way.
        let awaited = studio.is_shown();
        if (studio.scenery.fit && awaited) || !fits {
            studio.scenery.camera = Some(Camera::of(&frame.picture, size));
            studio.scenery.fit &= !awaited;
        }
        if awaited && std::mem::take(&mut studio.scenery.unseen) {
            let Look { backdrop, min_pixels, .. } = Look::of(&frame.picture);
            (studio.scenery.look.backdrop, studio.scenery.look.min_pixels) = (backdrop, min_pixels);
        }
        Some(Stage { rect, scale, size, alpha: frame.alpha() })
    }

    pub fn pixel(&self, at: Pos2) -> [f32; 2] {
        let from = (at - self.rect.min) * self.scale;
        [from.x, from.y]
    }
    fn pointer(&self, at: Pos2) -> Pointer {
        Pointer { pixel: self.pixel(at), reach: REACH * self.scale, size: self.size }
    }
    /// The point of the world under the mouse: in space on the plane through the camera's target.
    pub fn point(&self, studio: &Studio, at: Pos2) -> Option<[f32; 3]> {
        let camera = studio.scenery.camera.as_ref()?;
        let point = camera.drag_point(self.pixel(at), camera.target(), self.size);
        Some(self.rounded(camera, point))
    }
    /// A place that was pointed at, to about as many digits as a pixel tells: nobody wants to read more in a file.
    fn rounded(&self, camera: &Camera, point: [f32; 3]) -> [f32; 3] {
        let pixel = 1.0 / f64::from(camera.pixels(1.0, point, self.size)).max(1e-9);
        let step = 10f64.powf(pixel.log10().floor());
        point.map(|c| ((f64::from(c) / step).round() * step) as f32)
    }

    pub fn grip(&self, studio: &Studio, at: Pos2) -> Grip {
        let Some(camera) = &studio.scenery.camera else { return Grip::Camera };
        let (frame, pointer) = (studio.frame(), self.pointer(at));
        if let Some(name) = pointer.pin(&frame.picture, camera).and_then(|pin| frame.markers.get(pin)) {
            return Grip::Marker(name.clone());
        }
        // In space a ball is easily in the way of orbiting: it is moved once it is selected.
        match pointer.solid(&frame.picture, camera) {
            Some(number) if camera.dimensions() == 2 || studio.selection == Selection::Obstacle(number) => {
                Grip::Obstacle(number, self.hold(studio, number, at))
            }
            _ => Grip::Camera,
        }
    }

    /// What a click means: selecting what is there, or sending the selected marker where nothing is.
    pub fn click(&self, studio: &Studio, at: Pos2) -> Command {
        let Some(camera) = &studio.scenery.camera else { return Command::Select(Selection::World) };
        let (frame, pointer) = (studio.frame(), self.pointer(at));
        if let Some(name) = pointer.pin(&frame.picture, camera).and_then(|pin| frame.markers.get(pin)) {
            return Command::Select(Selection::Marker(name.clone()));
        }
        if let Some(id) = pointer.agent(&frame.picture, camera, self.alpha) {
            return Command::Select(Selection::Agent(id));
        }
        if let Some(number) = pointer.solid(&frame.picture, camera) {
            return Command::Select(Selection::Obstacle(number));
        }
        if let Selection::Marker(name) = &studio.selection
            && let Some(sent) = self.move_marker(studio, name, at)
        {
            return sent;
        }
        Command::Select(Selection::World)
    }

    /// The point under the mouse, as far from the camera as something is.
    fn moved(&self, studio: &Studio, from: &Point, at: Pos2) -> Option<Point> {
        let camera = studio.scenery.camera.as_ref()?;
        let through = std::array::from_fn(|axis| from.as_slice().get(axis).copied().unwrap_or(0.0));
        let to = self.rounded(camera, camera.drag_point(self.pixel(at), through, self.size));
        Point::from_slice(&to[..from.as_slice().len()])
    }

    pub fn move_marker(&self, studio: &Studio, name: &str, at: Pos2) -> Option<Command> {
        let (_, from) = studio.document.scenario().markers.iter().find(|(marker, _)| marker == name)?;
        let at = self.moved(studio, from, at)?;
        Some(Command::Edit(Edit::SetMarker { name: name.into(), at }))
    }

    /// How far from the mouse the middle of an obstacle is drawn: it stays so far from it.
    fn hold(&self, studio: &Studio, number: usize, at: Pos2) -> Vec2 {
        let drawn = middle(studio, number).zip(studio.scenery.camera.as_ref()).and_then(|(middle, camera)| {
            camera.project(std::array::from_fn(|axis| middle.as_slice().get(axis).copied().unwrap_or(0.0)), self.size)
        });
        drawn.map_or(Vec2::ZERO, |[x, y]| vec2(x, y) / self.scale - (at - self.rect.min))
    }

    pub fn move_obstacle(&self, studio: &Studio, number: usize, hold: Vec2, at: Pos2) -> Option<Command> {
        let obstacle = studio.document.scenario().obstacles.get(number)?;
        let to = self.moved(studio, &middle(studio, number)?, at + hold)?;
        let obstacle = ObstacleSettings { shape: obstacle.shape.moved_to(&to).ok()?, ..obstacle.clone() };
        Some(Command::Edit(Edit::SetObstacle { number, obstacle }))
    }
}

/// The middle of an obstacle.
fn middle(studio: &Studio, number: usize) -> Option<Point> {
    let scenario = studio.document.scenario();
    let shape = &scenario.obstacles.get(number)?.shape;
    Some(match scenario.dimensions {
        2 => shape.obstacle::<2>().ok()?.center().into(),
        _ => shape.obstacle::<3>().ok()?.center().into(),
    })
}
