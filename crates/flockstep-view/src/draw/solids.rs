//! Solid things, made of triangles whenever they change: they are few, and so any shape is easily added.

use super::buffer::Growing;
use super::pipeline::{Depth, Kit, Recipe};
use crate::picture::Picture;
use crate::solid::Solid;
use bytemuck::{Pod, Zeroable};
use glam::Vec3;
use std::f32::consts::{PI, TAU};

/// How many pieces go around a ball.
const AROUND: usize = 48;
/// How much of a flat shape's half width its sloping rim takes.
const RIM: f32 = 0.12;

#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
pub(crate) struct Corner {
    pub position: [f32; 3],
    pub normal: [f32; 3],
}

pub(super) struct Solids {
    corners: Growing,
    /// What the triangles were made from.
    made_from: (Vec<Solid>, usize),
}

/// How they are drawn.
pub(super) fn pipeline(kit: &Kit<'_>) -> wgpu::RenderPipeline {
    Recipe {
        label: "solids",
        code: include_str!("../shaders/solids.wgsl"),
        vertex: "vertex",
        fragment: "fragment",
        groups: &[kit.globals],
        buffers: &[Some(wgpu::VertexBufferLayout {
            array_stride: size_of::<Corner>() as u64,
            step_mode: wgpu::VertexStepMode::Vertex,
            attributes: &wgpu::vertex_attr_array![0 => Float32x3, 1 => Float32x3],
        })],
        topology: wgpu::PrimitiveTopology::TriangleList,
        depth: Depth::Solid,
    }
    .make(kit)
}

impl Solids {
    pub fn new() -> Solids {
        Solids { corners: Growing::new("solids", wgpu::BufferUsages::VERTEX), made_from: (Vec::new(), 0) }
    }

    pub fn upload(&mut self, device: &wgpu::Device, queue: &wgpu::Queue, picture: &Picture) {
        let all = || picture.solids.iter().chain(&picture.walls);
        if self.made_from.0.iter().eq(all()) && self.made_from.1 == picture.dimensions {
            return;
        }
        self.made_from = (all().cloned().collect(), picture.dimensions);
        self.corners.write(device, queue, &corners(picture));
    }

    pub fn draw(&self, pass: &mut wgpu::RenderPass<'_>, pipeline: &wgpu::RenderPipeline) {
        let Some(corners) = self.corners.get() else { return };
        pass.set_pipeline(pipeline);
        pass.set_vertex_buffer(0, corners.slice(..));
        pass.draw(0..self.corners.len as u32, 0..1);
    }
}

/// The triangles that the solid things of a picture are made of, corner by corner.
pub(crate) fn corners(picture: &Picture) -> Vec<Corner> {
    let mut corners = Vec::new();
    for solid in picture.solids.iter().chain(&picture.walls) {
        solid_triangles(solid, picture.dimensions == 3, &mut corners);
    }
    corners
}

fn solid_triangles(solid: &Solid, space: bool, into: &mut Vec<Corner>) {
    match solid {
        Solid::Ball { center, radius } if space => ball((*center).into(), *radius, into),
        Solid::Ball { center, radius } => flat(&round((*center).into(), *radius), *radius, into),
        Solid::Box { min, max } if space => block((*min).into(), (*max).into(), into),
        Solid::Box { min, max } => {
            let (min, max) = (Vec3::from(*min), Vec3::from(*max));
            let outline = [min, Vec3::new(max.x, min.y, 0.0), max, Vec3::new(min.x, max.y, 0.0)];
            flat(&outline, 0.5 * (max.x - min.x).min(max.y - min.y), into);
        }
        Solid::Capsule { from, to, radius } => {
            let (from, to) = (Vec3::from(*from), Vec3::from(*to));
            if !space {
                return flat(&rounded_bar(from, to, *radius), *radius, into);
            }
            ball(from, *radius, into);
            ball(to, *radius, into);
            tube(from, to, *radius, into);
        }
        Solid::Sheet { corners } => {
            let mut outline: Vec<Vec3> = corners.iter().map(|corner| Vec3::from(*corner)).collect();
            if space {
                return sheet(&outline, into);
            }
            if turns_right(&outline) {
                outline.reverse();
            }
            let middle = outline.iter().sum::<Vec3>() / outline.len().max(1) as f32;
            let half_width = outline.iter().map(|corner| corner.distance(middle)).fold(f32::INFINITY, f32::min);
            flat(&outline, 0.5 * half_width, into);
        }
    }
}

fn triangle(corners: [(Vec3, Vec3); 3], into: &mut Vec<Corner>) {
    into.extend(corners.map(|(position, normal)| Corner { position: position.into(), normal: normal.into() }));
}

fn quad([a, b, c, d]: [(Vec3, Vec3); 4], into: &mut Vec<Corner>) {
    triangle([a, b, c], into);
    triangle([a, c, d], into);
}

fn ball(center: Vec3, radius: f32, into: &mut Vec<Corner>) {
    let at = |ring: usize, piece: usize| {
        let (sin_ring, cos_ring) = (PI * ring as f32 / (AROUND / 2) as f32).sin_cos();
        let (sin, cos) = (TAU * piece as f32 / AROUND as f32).sin_cos();
        let normal = Vec3::new(sin_ring * cos, cos_ring, sin_ring * sin);
        (center + normal * radius, normal)
    };
    for ring in 0..AROUND / 2 {
        for piece in 0..AROUND {
            quad([at(ring, piece), at(ring, piece + 1), at(ring + 1, piece + 1), at(ring + 1, piece)], into);
        }
    }
}

fn block(min: Vec3, max: Vec3, into: &mut Vec<Corner>) {
    let (middle, half) = ((min + max) * 0.5, (max - min) * 0.5);
    for axis in 0..3 {
        for sign in [-1.0, 1.0] {
            let normal = Vec3::AXES[axis] * sign;
            let (a, b) = (Vec3::AXES[(axis + 1) % 3], Vec3::AXES[(axis + 2) % 3]);
            let at = |a_sign: f32, b_sign: f32| (middle + (normal + a * a_sign + b * b_sign) * half, normal);
            quad([at(-1.0, -1.0), at(1.0, -1.0), at(1.0, 1.0), at(-1.0, 1.0)], into);
        }
    }
}

fn round(center: Vec3, radius: f32) -> Vec<Vec3> {
    let at = |piece: usize| (TAU * piece as f32 / (2 * AROUND) as f32).sin_cos();
    (0..2 * AROUND).map(at).map(|(sin, cos)| center + Vec3::new(cos, sin, 0.0) * radius).collect()
}

/// The outline of a rounded bar, counterclockwise.
fn rounded_bar(from: Vec3, to: Vec3, radius: f32) -> Vec<Vec3> {
    let along = (to - from).normalize_or(Vec3::X);
    let left = Vec3::new(-along.y, along.x, 0.0);
    let half = |center: Vec3, side: f32| {
        (0..=AROUND).map(move |piece| {
            let (sin, cos) = (PI * piece as f32 / AROUND as f32).sin_cos();
            center + (left * -cos + along * sin) * side * radius
        })
    };
    half(to, 1.0).chain(half(from, -1.0)).collect()
}

/// The round side of a bar.
fn tube(from: Vec3, to: Vec3, radius: f32, into: &mut Vec<Corner>) {
    let along = (to - from).normalize_or(Vec3::X);
    let (a, b) = along.any_orthonormal_pair();
    let at = |end: Vec3, piece: usize| {
        let (sin, cos) = (TAU * piece as f32 / AROUND as f32).sin_cos();
        let normal = a * cos + b * sin;
        (end + normal * radius, normal)
    };
    for piece in 0..AROUND {
        quad([at(from, piece), at(to, piece), at(to, piece + 1), at(from, piece + 1)], into);
    }
}

/// A flat shape seen from either side.
fn sheet(outline: &[Vec3], into: &mut Vec<Corner>) {
    let [first, second, third, ..] = outline else { return };
    let normal = (*second - *first).cross(*third - *first).normalize_or_zero();
    for pair in outline[1..].windows(2) {
        triangle([(*first, normal), (pair[0], normal), (pair[1], normal)], into);
        triangle([(*first, -normal), (pair[1], -normal), (pair[0], -normal)], into);
    }
}

fn turns_right(outline: &[Vec3]) -> bool {
    let area = |nth: usize| {
        let (a, b) = (outline[nth], outline[(nth + 1) % outline.len()]);
        a.x * b.y - b.x * a.y
    };
    (0..outline.len()).map(area).sum::<f32>() < 0.0
}

/// A flat shape that bulges toward its middle, seen from above: a plateau and a rim that slopes.
fn flat(outline: &[Vec3], half_width: f32, into: &mut Vec<Corner>) {
    let middle = outline.iter().sum::<Vec3>() / outline.len() as f32;
    for (place, a) in outline.iter().enumerate() {
        let b = &outline[(place + 1) % outline.len()];
        let out = Vec3::new(b.y - a.y, a.x - b.x, 0.0).normalize_or_zero();
        // The rim is as wide on a long side as on a short one.
        let inward = |corner: Vec3| {
            let way = middle - corner;
            corner + way * (RIM * half_width / (-way.dot(out)).max(f32::MIN_POSITIVE)).min(1.0)
        };
        let (slope, up) = ((out + Vec3::Z).normalize(), Vec3::Z);
        quad([(*a, slope), (*b, slope), (inward(*b), slope), (inward(*a), slope)], into);
        triangle([(inward(*a), up), (inward(*b), up), (middle, up)], into);
    }
}
