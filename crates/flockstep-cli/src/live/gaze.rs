//! From where the world is seen: all of a plane; in space the flock, slowly turning.

use flockstep::Edge;
use flockstep_view::{Camera, Picture};

/// Radians a second that a world in space turns by: once around in about a minute.
const TURN_PER_SECOND: f32 = 0.1;
/// How quickly a moving flock is caught up with: the way to it is halved about every third of a second.
const FOLLOW_PER_SECOND: f32 = 2.0;

/// From where the world is seen.
#[derive(Clone, Debug, Default)]
pub struct Gaze {
    /// From where, of which picture (its size in dots, its document's number).
    seen: Option<(Camera, [u32; 2], u32)>,
}

impl Gaze {
    /// From where a picture is seen some seconds after the last time. Another document or another size is looked at
    /// anew, else the gaze follows smoothly; `turning` goes around it.
    pub fn camera(&mut self, picture: &Picture, size: [u32; 2], document: u32, seconds: f32, turning: bool) -> Camera {
        let wanted = whole(picture, size);
        let camera = match self.seen {
            Some((camera, old_size, old)) if old_size == size && old == document => follow(camera, wanted, seconds),
            _ => wanted,
        };
        let camera = if turning { turned(camera, TURN_PER_SECOND * seconds) } else { camera };
        self.seen = Some((camera, size, document));
        camera
    }
}

/// One that shows a whole picture: the flock in space, all of a plane, and whoever has left an open one.
fn whole(picture: &Picture, size: [u32; 2]) -> Camera {
    let bounds = picture.bounds;
    match picture.extent() {
        Some((min, max)) if picture.dimensions == 2 && bounds.edge == Edge::Open => {
            let min = std::array::from_fn(|axis| bounds.min[axis].min(min[axis]));
            let max = std::array::from_fn(|axis| bounds.max[axis].max(max[axis]));
            Camera::fit(2, min, max, size)
        }
        _ => Camera::of(picture, size),
    }
}

/// Some of the way from one to another, from the same side.
fn follow(from: Camera, to: Camera, seconds: f32) -> Camera {
    let part = 1.0 - (-FOLLOW_PER_SECOND * seconds.clamp(0.0, 10.0)).exp();
    let between = |from: f32, to: f32| from + (to - from) * part;
    match (from, to) {
        (Camera::Plane { center, height }, Camera::Plane { center: to_center, height: to_height }) => Camera::Plane {
            center: std::array::from_fn(|axis| between(center[axis], to_center[axis])),
            height: between(height, to_height),
        },
        (
            Camera::Orbit { target, yaw, pitch, distance },
            Camera::Orbit { target: to_target, distance: to_distance, .. },
        ) => Camera::Orbit {
            target: std::array::from_fn(|axis| between(target[axis], to_target[axis])),
            yaw,
            pitch,
            distance: between(distance, to_distance),
        },
        _ => to,
    }
}

fn turned(camera: Camera, by: f32) -> Camera {
    match camera {
        Camera::Orbit { target, yaw, pitch, distance } => {
            Camera::Orbit { target, yaw: (yaw + by) % std::f32::consts::TAU, pitch, distance }
        }
        plane => plane,
    }
}
