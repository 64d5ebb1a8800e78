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
        if self.made_from.0 == picture.solids && self.made_from.1 == picture.dimensions {
            return;
        }
        self.made_from = (picture.solids.clone(), picture.dimensions);
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
    for solid in &picture.solids {
        match (*solid, picture.dimensions == 3) {
            (Solid::Ball { center, radius }, true) => ball(center.into(), radius, &mut corners),
            (Solid::Ball { center, radius }, false) => flat(&round(center.into(), radius), radius, &mut corners),
            (Solid::Box { min, max }, true) => block(min.into(), max.into(), &mut corners),
            (Solid::Box { min, max }, false) => {
                let (min, max) = (Vec3::from(min), Vec3::from(max));
                let outline = [min, Vec3::new(max.x, min.y, 0.0), max, Vec3::new(min.x, max.y, 0.0)];
                flat(&outline, 0.5 * (max.x - min.x).min(max.y - min.y), &mut corners);
            }
        }
    }
    corners
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
