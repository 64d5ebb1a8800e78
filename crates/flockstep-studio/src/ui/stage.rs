//! The view's place in the window: from the mouse to the world.

use crate::command::{Command, Selection};
use crate::edit::Edit;
use crate::studio::Studio;
use egui::{Pos2, Rect, Ui};
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
    /// An obstacle.
    Obstacle(usize),
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
        Some(camera.drag_point(self.pixel(at), camera.target(), self.size))
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
                Grip::Obstacle(number)
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
        let to = camera.drag_point(self.pixel(at), through, self.size);
        Point::from_slice(&to[..from.as_slice().len()])
    }

    pub fn move_marker(&self, studio: &Studio, name: &str, at: Pos2) -> Option<Command> {
        let (_, from) = studio.document.scenario().markers.iter().find(|(marker, _)| marker == name)?;
        let at = self.moved(studio, from, at)?;
        Some(Command::Edit(Edit::SetMarker { name: name.into(), at }))
    }

    pub fn move_obstacle(&self, studio: &Studio, number: usize, at: Pos2) -> Option<Command> {
        let obstacle = studio.document.scenario().obstacles.get(number)?;
        let center = match studio.document.scenario().dimensions {
            2 => obstacle.shape.obstacle::<2>().ok()?.center().into(),
            _ => obstacle.shape.obstacle::<3>().ok()?.center().into(),
        };
        let shape = obstacle.shape.moved_to(&self.moved(studio, &center, at)?).ok()?;
        let obstacle = ObstacleSettings { shape, ..obstacle.clone() };
        Some(Command::Edit(Edit::SetObstacle { number, obstacle }))
    }
}
