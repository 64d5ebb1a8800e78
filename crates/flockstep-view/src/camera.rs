//! From where the world is seen: from above a plane, or around a point in space.

use crate::picture::Picture;
use glam::{Mat4, Vec2, Vec3, Vec4};

/// The vertical angle of view in 3D, in radians.
const VIEW_ANGLE: f32 = 0.78;
/// The least and the greatest distance or height, beyond which numbers get too coarse.
const RANGE: [f32; 2] = [1e-4, 1e12];
/// How steep an orbit can be, in radians: just short of straight down, where left and right would swap.
const STEEPEST: f32 = 1.55;
/// How quickly a followed point is caught up with: the distance to it is halved about every tenth of a second.
const FOLLOW_PER_SECOND: f32 = 7.0;
/// How far a pixel's drag turns an orbit, in radians.
const TURN_PER_PIXEL: f32 = 0.006;

/// From where the world is seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Camera {
    /// From above a plane.
    Plane {
        /// The point in the middle of the picture.
        center: [f32; 2],
        /// How much of the world the picture shows from its bottom to its top.
        height: f32,
    },
    /// From a distance to a point; y is up.
    Orbit {
        /// The point in the middle of the picture.
        target: [f32; 3],
        /// Around the y axis, in radians; 0 looks along -z.
        yaw: f32,
        /// Above the horizon, in radians.
        pitch: f32,
        /// How far from the target.
        distance: f32,
    },
}

/// A line of sight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray {
    /// Where it begins.
    pub origin: [f32; 3],
    /// Where it goes, of length 1.
    pub direction: [f32; 3],
}

/// What a camera sees with: its place, its axes and the matrix from the world to the picture.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lens {
    pub eye: Vec3,
    pub right: Vec3,
    pub up: Vec3,
    pub forward: Vec3,
    pub matrix: Mat4,
    /// World units per pixel: in the plane everywhere, in space at a distance of 1.
    pub per_pixel: f32,
    /// The distance to what is looked at; 1 in the plane.
    pub distance: f32,
}

impl Camera {
    /// One that shows a whole picture: all of a plane's bounds, or in space nearly all agents.
    pub fn of(picture: &Picture, size: [u32; 2]) -> Camera {
        let bounds = picture.bounds;
        let Some((min, max)) = picture.extent().filter(|_| picture.dimensions == 3) else {
            return Camera::fit(picture.dimensions, bounds.min, bounds.max, size);
        };
        // A lone agent has no extent: something of the world around it is to be seen. Flocks are round: the corners of
        // the box around them are empty, and may be cut off.
        let least = bounds.sides().iter().fold(0.0f32, |most, side| most.max(*side)) * 0.15;
        let spread = |axis: usize| 0.5 * (least - (max[axis] - min[axis])).max(-0.16 * (max[axis] - min[axis]));
        let (low, high) = (min, max);
        let min = std::array::from_fn(|axis| low[axis] - spread(axis));
        let max = std::array::from_fn(|axis| high[axis] + spread(axis));
        Camera::fit(3, min, max, size)
    }

    /// One that shows a whole box, in 3D from a little above and aside.
    pub fn fit(dimensions: usize, min: [f32; 3], max: [f32; 3], size: [u32; 2]) -> Camera {
        let middle: [f32; 3] = std::array::from_fn(|axis| 0.5 * min[axis] + 0.5 * max[axis]);
        let half = Vec3::from_array(max) - Vec3::from_array(middle);
        if dimensions != 3 {
            let height = 2.0 * 1.08 * half.y.max(half.x / aspect(size));
            return Camera::Plane { center: [middle[0], middle[1]], height: within(height) };
        }
        let (yaw, pitch) = (0.6, 0.26);
        let [right, up, forward] = axes(yaw, pitch);
        let slope = (VIEW_ANGLE * 0.5).tan() / 1.08;
        let mut distance = RANGE[0];
        for corner in 0..8 {
            let sign = |bit: usize| if corner >> bit & 1 == 0 { -1.0 } else { 1.0 };
            let at = half * Vec3::new(sign(0), sign(1), sign(2));
            let wide = (at.dot(right).abs() / aspect(size)).max(at.dot(up).abs());
            distance = distance.max(wide / slope - at.dot(forward));
        }
        Camera::Orbit { target: middle, yaw, pitch, distance: within(distance) }
    }

    /// 2 or 3.
    pub fn dimensions(&self) -> usize {
        match self {
            Camera::Plane { .. } => 2,
            Camera::Orbit { .. } => 3,
        }
    }

    /// The point in the middle of the picture.
    pub fn target(&self) -> [f32; 3] {
        match self {
            Camera::Plane { center, .. } => [center[0], center[1], 0.0],
            Camera::Orbit { target, .. } => *target,
        }
    }

    /// Looks at another point, from the same side.
    pub fn look_at(&mut self, point: [f32; 3]) {
        if !point.iter().all(|c| c.is_finite()) {
            return;
        }
        match self {
            Camera::Plane { center, .. } => *center = [point[0], point[1]],
            Camera::Orbit { target, .. } => *target = point,
        }
    }

    /// Moves what is under the pointer along with it.
    pub fn pan(&mut self, delta_px: [f32; 2], size: [u32; 2]) {
        let lens = self.lens(size);
        let per_pixel = lens.per_pixel * lens.distance;
        let way = (lens.up * delta_px[1] - lens.right * delta_px[0]) * per_pixel;
        self.look_at((Vec3::from_array(self.target()) + way).to_array());
    }

    /// Comes nearer by a factor (or goes farther, below 1) and keeps what is under the pixel there.
    pub fn zoom(&mut self, factor: f32, at_px: [f32; 2], size: [u32; 2]) {
        if !(factor.is_finite() && factor > 0.0) {
            return;
        }
        let fixed = self.drag_point(at_px, self.target(), size);
        let reach = match self {
            Camera::Plane { height, .. } => height,
            Camera::Orbit { distance, .. } => distance,
        };
        let before = *reach;
        *reach = within(*reach / factor);
        let shrunk = *reach / before;
        let target = Vec3::from_array(self.target());
        self.look_at((Vec3::from_array(fixed) + (target - Vec3::from_array(fixed)) * shrunk).to_array());
    }

    /// Goes around the target, as if it were taken hold of. Does nothing in the plane.
    pub fn orbit(&mut self, delta_px: [f32; 2]) {
        if let Camera::Orbit { yaw, pitch, .. } = self
            && delta_px.iter().all(|c| c.is_finite())
        {
            *yaw = (*yaw - delta_px[0] * TURN_PER_PIXEL) % std::f32::consts::TAU;
            *pitch = (*pitch + delta_px[1] * TURN_PER_PIXEL).clamp(-STEEPEST, STEEPEST);
        }
    }

    /// Goes some of the way to looking at a point; called every frame it follows the point smoothly.
    pub fn follow(&mut self, point: [f32; 3], seconds: f32) {
        let target = Vec3::from_array(self.target());
        let part = 1.0 - (-FOLLOW_PER_SECOND * seconds.max(0.0)).exp();
        self.look_at((target + (Vec3::from_array(point) - target) * part).to_array());
    }

    /// The line of sight through a pixel, counted from the top left.
    pub fn ray(&self, pixel: [f32; 2], size: [u32; 2]) -> Ray {
        let lens = self.lens(size);
        let off = (Vec2::from_array(pixel) - extent(size) * 0.5) * lens.per_pixel;
        let aside = lens.right * off.x - lens.up * off.y;
        match self {
            Camera::Plane { .. } => Ray { origin: (lens.eye + aside).to_array(), direction: lens.forward.to_array() },
            Camera::Orbit { .. } => {
                Ray { origin: lens.eye.to_array(), direction: (lens.forward + aside).normalize().to_array() }
            }
        }
    }

    /// The pixel a point is drawn at; none if it is behind the camera.
    pub fn project(&self, point: [f32; 3], size: [u32; 2]) -> Option<[f32; 2]> {
        self.lens(size).project(point, size).map(|(pixel, _)| pixel)
    }

    /// How many pixels long a length is at a point.
    pub fn pixels(&self, length: f32, at: [f32; 3], size: [u32; 2]) -> f32 {
        let lens = self.lens(size);
        let distance = match self {
            Camera::Plane { .. } => 1.0,
            Camera::Orbit { .. } => (Vec3::from_array(at) - lens.eye).dot(lens.forward),
        };
        length / (lens.per_pixel * distance.max(f32::MIN_POSITIVE))
    }

    /// The point under a pixel in the plane that faces the camera and goes through a point: where to drag it to.
    pub fn drag_point(&self, pixel: [f32; 2], through: [f32; 3], size: [u32; 2]) -> [f32; 3] {
        let lens = self.lens(size);
        let normal = lens.forward;
        self.meet(pixel, Vec3::from_array(through), normal, size).unwrap_or(through)
    }

    /// The point of a floor at this height under a pixel, if the floor is there. A plane is its own floor.
    pub fn floor_point(&self, pixel: [f32; 2], height: f32, size: [u32; 2]) -> Option<[f32; 3]> {
        match self {
            Camera::Plane { .. } => self.meet(pixel, Vec3::ZERO, Vec3::Z, size),
            Camera::Orbit { .. } => self.meet(pixel, Vec3::Y * height, Vec3::Y, size),
        }
    }

    fn meet(&self, pixel: [f32; 2], through: Vec3, normal: Vec3, size: [u32; 2]) -> Option<[f32; 3]> {
        let ray = self.ray(pixel, size);
        let (origin, direction) = (Vec3::from_array(ray.origin), Vec3::from_array(ray.direction));
        let along = (through - origin).dot(normal) / direction.dot(normal);
        let point = origin + direction * along;
        (along > 0.0 && point.is_finite()).then(|| point.to_array())
    }

    pub(crate) fn lens(&self, size: [u32; 2]) -> Lens {
        let pixels = extent(size);
        match *self {
            Camera::Plane { center, height } => {
                let height = within(height);
                let eye = Vec3::new(center[0], center[1], height);
                let scale = Vec2::new(2.0 / (height * aspect(size)), 2.0 / height);
                // Depth says nothing in the plane: each thing is drawn at a depth of its own.
                let matrix = Mat4::from_cols(
                    Vec4::new(scale.x, 0.0, 0.0, 0.0),
                    Vec4::new(0.0, scale.y, 0.0, 0.0),
                    Vec4::ZERO,
                    Vec4::new(-center[0] * scale.x, -center[1] * scale.y, 0.5, 1.0),
                );
                let (right, up, forward) = (Vec3::X, Vec3::Y, -Vec3::Z);
                Lens { eye, right, up, forward, matrix, per_pixel: height / pixels.y, distance: 1.0 }
            }
            Camera::Orbit { target, yaw, pitch, distance } => {
                let distance = within(distance);
                let [right, up, forward] = axes(yaw, pitch);
                let eye = Vec3::from_array(target) - forward * distance;
                let view = Mat4::from_cols(
                    Vec4::new(right.x, up.x, -forward.x, 0.0),
                    Vec4::new(right.y, up.y, -forward.y, 0.0),
                    Vec4::new(right.z, up.z, -forward.z, 0.0),
                    Vec4::new(-right.dot(eye), -up.dot(eye), forward.dot(eye), 1.0),
                );
                let near = distance * 0.01;
                let focus = 1.0 / (VIEW_ANGLE * 0.5).tan();
                // Depth is near over distance: 1 near, 0 infinitely far. Floats then are fine where depth needs it.
                let perspective = Mat4::from_cols(
                    Vec4::new(focus / aspect(size), 0.0, 0.0, 0.0),
                    Vec4::new(0.0, focus, 0.0, 0.0),
                    Vec4::new(0.0, 0.0, 0.0, -1.0),
                    Vec4::new(0.0, 0.0, near, 0.0),
                );
                let matrix = perspective * view;
                let per_pixel = 2.0 * (VIEW_ANGLE * 0.5).tan() / pixels.y;
                Lens { eye, right, up, forward, matrix, per_pixel, distance }
            }
        }
    }
}

impl Lens {
    /// The pixel of a point and its distance along the line of sight; none behind the camera.
    pub fn project(&self, point: [f32; 3], size: [u32; 2]) -> Option<([f32; 2], f32)> {
        let clip = self.matrix * Vec3::from_array(point).extend(1.0);
        if clip.w <= 0.0 || !clip.is_finite() {
            return None;
        }
        let pixels = extent(size);
        let pixel = [(0.5 + 0.5 * clip.x / clip.w) * pixels.x, (0.5 - 0.5 * clip.y / clip.w) * pixels.y];
        Some((pixel, clip.w))
    }
}

/// Right, up and forward of an orbit.
fn axes(yaw: f32, pitch: f32) -> [Vec3; 3] {
    let (sin_yaw, cos_yaw) = yaw.sin_cos();
    let (sin_pitch, cos_pitch) = pitch.clamp(-STEEPEST, STEEPEST).sin_cos();
    let forward = -Vec3::new(cos_pitch * sin_yaw, sin_pitch, cos_pitch * cos_yaw);
    let right = Vec3::new(cos_yaw, 0.0, -sin_yaw);
    [right, right.cross(forward), forward]
}

fn within(reach: f32) -> f32 {
    // What is not a number compares as neither: it becomes the least.
    if reach > RANGE[0] { reach.min(RANGE[1]) } else { RANGE[0] }
}

fn extent(size: [u32; 2]) -> Vec2 {
    Vec2::new(size[0].max(1) as f32, size[1].max(1) as f32)
}

fn aspect(size: [u32; 2]) -> f32 {
    extent(size).x / extent(size).y
}

#[cfg(test)]
mod tests;
