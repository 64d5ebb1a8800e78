//! The little bodies that agents are drawn as, made in code: length 1, along +x, up +y, starboard +z.

mod arrow;
mod bird;
mod craft;
mod fish;

use bytemuck::{Pod, Zeroable};
use flockstep::settings::Shape;
use glam::Vec3;

/// What a corner of a body belongs to; the shader colors it accordingly.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Part {
    /// The body itself.
    Body = 0,
    /// Fins, wings, tails: a little darker.
    Fin = 1,
    /// Eyes.
    Eye = 2,
    /// Windows: they mirror the sky.
    Glass = 3,
    /// Engines: they shine by themselves.
    Glow = 4,
}

/// How finely a body is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Detail {
    /// For a body one can look at.
    Fine,
    /// For one of very many, or one that is a few pixels long.
    Coarse,
}

/// A corner of a body as the driver gets it.
#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
pub(crate) struct Vertex {
    pub position: [f32; 3],
    pub part: f32,
    pub normal: [f32; 3],
    /// How far the swimming wave swings it to the side.
    pub sway: f32,
    /// How far the wing beat lifts it.
    pub lift: f32,
}

/// A body.
#[derive(Debug, Default)]
pub(crate) struct Mesh {
    pub vertices: Vec<Vertex>,
    pub indices: Vec<u16>,
}

/// A cross-section of a rounded body: an ellipse around a point above the axis.
#[derive(Clone, Copy)]
struct Ring {
    x: f32,
    y: f32,
    half_height: f32,
    half_width: f32,
}

impl Ring {
    /// A cross-section around the axis: x, half height, half width.
    fn around([x, half_height, half_width]: [f32; 3]) -> Ring {
        Ring { x, y: 0.0, half_height, half_width }
    }
}

impl Mesh {
    /// The body of a shape.
    pub fn of(shape: Shape, plane: bool, detail: Detail) -> Mesh {
        match shape {
            Shape::Fish if plane => fish::from_above(detail),
            Shape::Fish => fish::in_space(detail),
            Shape::Bird => bird::bird(detail),
            Shape::Craft => craft::craft(detail),
            Shape::Arrow => arrow::arrow(),
        }
    }

    fn vertex(&mut self, position: Vec3, part: Part, normal: Vec3) -> u16 {
        self.vertices.push(Vertex {
            position: position.into(),
            part: part as u32 as f32,
            normal: normal.into(),
            sway: 0.0,
            lift: 0.0,
        });
        (self.vertices.len() - 1) as u16
    }

    /// A flat triangle with corners of its own, so that its edges are sharp.
    fn facet(&mut self, corners: [Vec3; 3], part: Part) {
        let normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]).normalize_or_zero();
        let corners = corners.map(|corner| self.vertex(corner, part, normal));
        self.indices.extend(corners);
    }

    /// The same facet on both sides of the body: mirrored in z, and turned to face outward still.
    fn facets(&mut self, corners: [Vec3; 3], part: Part) {
        self.facet(corners, part);
        let [a, b, c] = corners.map(|corner| Vec3::new(corner.x, corner.y, -corner.z));
        self.facet([a, c, b], part);
    }

    /// A rounded body through rings, from nose to tail, closed at both ends.
    fn loft(&mut self, rings: &[Ring], sides: usize, part: Part) {
        let first = self.vertices.len();
        for ring in rings {
            for side in 0..sides {
                let (sin, cos) = (std::f32::consts::TAU * side as f32 / sides as f32).sin_cos();
                let off = Vec3::new(0.0, cos * ring.half_height, sin * ring.half_width);
                self.vertex(Vec3::new(ring.x, ring.y, 0.0) + off, part, Vec3::ZERO);
            }
        }
        let at = |ring: usize, side: usize| (first + ring * sides + side % sides) as u16;
        let from = self.indices.len();
        for ring in 0..rings.len() - 1 {
            for side in 0..sides {
                let (a, b) = (at(ring, side), at(ring, side + 1));
                let (c, d) = (at(ring + 1, side), at(ring + 1, side + 1));
                self.indices.extend([a, c, b, b, c, d]);
            }
        }
        for side in 1..sides - 1 {
            self.indices.extend([at(0, 0), at(0, side), at(0, side + 1)]);
            let end = rings.len() - 1;
            self.indices.extend([at(end, 0), at(end, side + 1), at(end, side)]);
        }
        self.smooth(from);
    }

    /// Gives the corners used since an index the mean normal of the triangles around them.
    fn smooth(&mut self, from: usize) {
        let at = |vertices: &[Vertex], index: u16| Vec3::from(vertices[usize::from(index)].position);
        for triangle in self.indices[from..].chunks_exact(3) {
            let [a, b, c] = [0, 1, 2].map(|corner| at(&self.vertices, triangle[corner]));
            let normal = (b - a).cross(c - a);
            for corner in triangle {
                let vertex = &mut self.vertices[usize::from(*corner)];
                vertex.normal = (Vec3::from(vertex.normal) + normal).into();
            }
        }
        for index in &self.indices[from..] {
            let vertex = &mut self.vertices[usize::from(*index)];
            vertex.normal = Vec3::from(vertex.normal).normalize_or(Vec3::Y).into();
        }
    }

    /// Sets how each corner moves, from where it is.
    fn moving(mut self, sway: impl Fn(Vec3) -> f32, lift: impl Fn(Vec3) -> f32) -> Mesh {
        for vertex in &mut self.vertices {
            vertex.sway = sway(vertex.position.into());
            vertex.lift = lift(vertex.position.into());
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> impl Iterator<Item = (Shape, bool, Detail, Mesh)> {
        let kinds = Shape::ALL.into_iter().flat_map(|shape| [(shape, true), (shape, false)]);
        let kinds = kinds.flat_map(|(shape, plane)| [(shape, plane, Detail::Fine), (shape, plane, Detail::Coarse)]);
        kinds.map(|(shape, plane, detail)| (shape, plane, detail, Mesh::of(shape, plane, detail)))
    }

    #[test]
    fn bodies_are_as_long_as_they_say_and_the_same_on_both_sides() {
        for (shape, plane, detail, mesh) in all() {
            let span = |axis: usize| {
                let along = mesh.vertices.iter().map(|vertex| vertex.position[axis]);
                (along.clone().fold(f32::INFINITY, f32::min), along.fold(f32::NEG_INFINITY, f32::max))
            };
            let (tail, nose) = span(0);
            assert!((nose - tail - 1.0).abs() < 0.02, "{shape:?} {plane} {detail:?} is {} long", nose - tail);
            let (port, starboard) = span(2);
            assert!((port + starboard).abs() < 1e-5, "{shape:?} leans");
        }
    }

    #[test]
    fn skins_face_outward() {
        for (shape, plane, detail, mesh) in all() {
            for triangle in mesh.indices.chunks_exact(3) {
                let corners = [0, 1, 2].map(|corner| &mesh.vertices[usize::from(triangle[corner])]);
                if corners[0].part != Part::Body as u32 as f32 {
                    continue;
                }
                let at = corners.map(|corner| Vec3::from(corner.position));
                let normal = (at[1] - at[0]).cross(at[2] - at[0]);
                let middle = (at[0] + at[1] + at[2]) / 3.0;
                // From the body's axis, a little below the ridge of those that are flat.
                let outward = middle - Vec3::new(middle.x * 0.6, -0.02, 0.0);
                assert!(normal.dot(outward) > -1e-6, "{shape:?} {plane} {detail:?} is inside out at {middle}");
            }
        }
    }

    #[test]
    fn bodies_are_sound_and_the_coarse_ones_are_cheap() {
        for (shape, plane, detail, mesh) in all() {
            assert!(mesh.indices.iter().all(|index| usize::from(*index) < mesh.vertices.len()));
            assert_eq!(mesh.indices.len() % 3, 0);
            for vertex in &mesh.vertices {
                let length = Vec3::from(vertex.normal).length();
                assert!((length - 1.0).abs() < 1e-3, "{shape:?} {plane} {detail:?}: a normal of length {length}");
            }
            let most = if detail == Detail::Coarse { 32 } else { 200 };
            assert!(mesh.indices.len() / 3 <= most, "{shape:?} {detail:?}: {} triangles", mesh.indices.len() / 3);
        }
    }
}
