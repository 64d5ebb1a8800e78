//! What is under the pointer.

use crate::camera::{Camera, Lens};
use crate::picture::Picture;
use crate::solid::Solid;
use flockstep::AgentId;

/// The pointer, and how near is near enough.
#[derive(Clone, Copy, Debug)]
pub struct Pointer {
    /// Where it is, in pixels from the top left.
    pub pixel: [f32; 2],
    /// How far off a thing may be drawn, in pixels.
    pub reach: f32,
    /// The size of the picture in pixels.
    pub size: [u32; 2],
}

impl Pointer {
    /// How far off a point is drawn, and how far away it is; none behind the camera.
    fn off(&self, lens: &Lens, point: [f32; 3]) -> Option<(f32, f32)> {
        let (pixel, depth) = lens.project(point, self.size)?;
        Some(((pixel[0] - self.pixel[0]).hypot(pixel[1] - self.pixel[1]), depth))
    }

    /// The id of the agent under the pointer. Looks at every agent once: for a click, or a frame of some thousand agents.
    pub fn agent(&self, picture: &Picture, camera: &Camera, alpha: f32) -> Option<AgentId> {
        let lens = camera.lens(self.size);
        let mut best = (f32::INFINITY, None);
        for agent in picture.instances() {
            let Some((off, depth)) = self.off(&lens, agent.position(alpha, &picture.bounds)) else { continue };
            let length = picture.styles.get(usize::from(agent.style)).map_or(1.0, |style| style.length);
            let half = 0.5 * length / (lens.per_pixel * depth);
            // Past its own half length the reach begins; of those inside, the nearest to the eye wins by a little.
            let rank = off / half.max(1.0) + depth / lens.distance * 0.01;
            if off <= half + self.reach && rank < best.0 {
                best = (rank, Some(AgentId(agent.id)));
            }
        }
        best.1
    }

    /// The number of the marker under the pointer.
    pub fn pin(&self, picture: &Picture, camera: &Camera) -> Option<usize> {
        let lens = camera.lens(self.size);
        let pins = picture.pins.iter().enumerate();
        pins.filter_map(|(number, pin)| self.off(&lens, *pin).map(|(off, _)| (off, number)))
            .filter(|(off, _)| *off <= self.reach)
            .min_by(|a, b| a.0.total_cmp(&b.0))
            .map(|(_, number)| number)
    }

    /// The number of the obstacle under the pointer, the nearest one.
    pub fn solid(&self, picture: &Picture, camera: &Camera) -> Option<usize> {
        let ray = camera.ray(self.pixel, self.size);
        let plane = picture.dimensions != 3;
        let solids = picture.solids.iter().enumerate();
        solids
            .filter_map(|(number, solid)| meets(solid, ray.origin, ray.direction, plane).map(|along| (along, number)))
            .min_by(|a, b| a.0.total_cmp(&b.0))
            .map(|(_, number)| number)
    }
}

/// How far along a ray a solid is met. In the plane a disc or a rectangle is met from straight above.
fn meets(solid: &Solid, origin: [f32; 3], direction: [f32; 3], plane: bool) -> Option<f32> {
    let meets_ball = |center: [f32; 3], radius: f32| {
        let to: [f32; 3] = std::array::from_fn(|axis| center[axis] - origin[axis]);
        let along: f32 = (0..3).map(|axis| to[axis] * direction[axis]).sum();
        let square = to.iter().map(|c| c * c).sum::<f32>() - along * along;
        let inside = radius * radius - square;
        (inside >= 0.0 && along > 0.0).then(|| if plane { along } else { along - inside.sqrt() })
    };
    match solid {
        Solid::Ball { center, radius } => meets_ball(*center, *radius),
        Solid::Capsule { from, to, radius } => {
            // Balls along it, close enough together for a pointer.
            let length = (0..3).map(|axis| (to[axis] - from[axis]).powi(2)).sum::<f32>().sqrt();
            let balls = (2.0 * length / radius.max(1e-3 * length)).clamp(1.0, 256.0) as usize;
            let center = |nth: usize| mixed(from, to, nth as f32 / balls as f32);
            (0..=balls).filter_map(|nth| meets_ball(center(nth), *radius)).min_by(f32::total_cmp)
        }
        Solid::Sheet { corners } => meets_sheet(corners, origin, direction),
        Solid::Box { min, max } => {
            let (mut first, mut last) = (0.0f32, f32::INFINITY);
            for axis in 0..3 {
                let walls = [min[axis], max[axis]].map(|wall| (wall - origin[axis]) / direction[axis]);
                if direction[axis].abs() < 1e-12 {
                    if origin[axis] < min[axis] || origin[axis] > max[axis] {
                        return None;
                    }
                    continue;
                }
                first = first.max(walls[0].min(walls[1]));
                last = last.min(walls[0].max(walls[1]));
            }
            (first <= last).then_some(first)
        }
    }
}

fn mixed(from: &[f32; 3], to: &[f32; 3], share: f32) -> [f32; 3] {
    std::array::from_fn(|axis| from[axis] + (to[axis] - from[axis]) * share)
}

/// How far along a ray one of the triangles of a sheet is met.
fn meets_sheet(corners: &[[f32; 3]], origin: [f32; 3], direction: [f32; 3]) -> Option<f32> {
    use glam::Vec3;
    let [first, rest @ ..] = corners else { return None };
    let (origin, direction, a) = (Vec3::from(origin), Vec3::from(direction), Vec3::from(*first));
    rest.windows(2).find_map(|pair| {
        // T. Möller and B. Trumbore (1997).
        let (u, v) = (Vec3::from(pair[0]) - a, Vec3::from(pair[1]) - a);
        let across = direction.cross(v);
        let scale = u.dot(across);
        let to = origin - a;
        let (first, second) = (to.dot(across) / scale, direction.dot(to.cross(u)) / scale);
        let along = v.dot(to.cross(u)) / scale;
        (scale != 0.0 && first >= 0.0 && second >= 0.0 && first + second <= 1.0 && along > 0.0).then_some(along)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instance::Instance;
    use crate::style::Style;
    use flockstep::settings::Shape;

    const SIZE: [u32; 2] = [800, 600];

    fn picture(dimensions: usize) -> Picture {
        let mut picture = Picture::default();
        picture.dimensions = dimensions;
        picture.styles = vec![Style { shape: Shape::Arrow, color: [255; 3], length: 1.0 }];
        let depth = if dimensions == 3 { 4.0 } else { 0.0 };
        let at =
            |id: u32, x: f32, y: f32, z: f32| Instance { before: [x, y, z], now: [x, y, z], id, ..Instance::default() };
        picture.set_instances(&[at(7, 1.0, 2.0, depth), at(9, -5.0, 1.0, 0.0), at(11, 8.0, -3.0, -depth)]);
        picture
    }

    fn cameras() -> [Camera; 2] {
        [
            Camera::Plane { center: [0.0, 0.0], height: 30.0 },
            Camera::Orbit { target: [0.0; 3], yaw: 0.4, pitch: 0.5, distance: 40.0 },
        ]
    }

    #[test]
    fn a_click_on_an_agent_finds_it_and_one_beside_it_does_not() {
        for camera in cameras() {
            let picture = picture(camera.dimensions());
            for agent in picture.instances() {
                let pixel = camera.project(agent.now, SIZE).unwrap();
                let pointer = Pointer { pixel: [pixel[0] + 2.0, pixel[1] - 2.0], reach: 6.0, size: SIZE };
                assert_eq!(pointer.agent(&picture, &camera, 1.0), Some(AgentId(agent.id)));
            }
            let nowhere = Pointer { pixel: [5.0, 5.0], reach: 6.0, size: SIZE };
            assert_eq!(nowhere.agent(&picture, &camera, 1.0), None);
        }
    }

    #[test]
    fn pins_and_solids_are_found_where_they_are_drawn() {
        for camera in cameras() {
            let mut picture = picture(camera.dimensions());
            picture.pins = vec![[3.0, 3.0, 0.0], [-8.0, -4.0, 0.0]];
            let ball = Solid::Ball { center: [6.0, 0.0, 0.0], radius: 2.0 };
            let block = Solid::Box { min: [-4.0, -6.0, -0.5], max: [-2.0, -4.0, 0.5] };
            picture.solids = vec![ball, block];
            let pointer = |at: [f32; 3]| Pointer { pixel: camera.project(at, SIZE).unwrap(), reach: 6.0, size: SIZE };
            assert_eq!(pointer(picture.pins[1]).pin(&picture, &camera), Some(1));
            assert_eq!(pointer([0.0, 8.0, 0.0]).pin(&picture, &camera), None);
            assert_eq!(pointer([7.5, 0.0, 0.0]).solid(&picture, &camera), Some(0));
            assert_eq!(pointer([-3.0, -5.0, 0.0]).solid(&picture, &camera), Some(1));
            assert_eq!(pointer([0.0, 8.0, 0.0]).solid(&picture, &camera), None);
        }
    }
}
