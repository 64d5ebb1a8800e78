//! Agents: one buffer of instances, one draw call per shape in use.

use super::Scene;
use super::buffer::Growing;
use super::pipeline::{Depth, Kit, Recipe};
use crate::camera::Lens;
use crate::instance::Instance;
use crate::mesh::{Detail, Mesh, Vertex};
use crate::picture::Picture;
use flockstep::settings::Shape;
use std::ops::Range;

/// With more agents than this their bodies are coarse.
const MOST_FINE: usize = 6_000;
/// Bodies shorter than this, in pixels, are coarse: more could not be seen.
const LEAST_FINE_PIXELS: f32 = 9.0;

/// How finely so many bodies are drawn, the longest of them so long.
pub(crate) fn detail(count: usize, length: f32, lens: &Lens) -> Detail {
    let pixels = length / (lens.per_pixel * lens.distance);
    if count > MOST_FINE || pixels < LEAST_FINE_PIXELS { Detail::Coarse } else { Detail::Fine }
}

/// The length of the longest body.
pub(crate) fn longest(picture: &Picture) -> f32 {
    picture.styles.iter().map(|style| style.length).fold(0.0, f32::max)
}

/// Whether so many bodies have shadows.
pub(crate) fn have_shadows(count: usize) -> bool {
    count <= MOST_FINE
}

pub(super) struct Agents {
    instances: Growing,
    bodies: Vec<Body>,
    runs: Vec<(Shape, Range<usize>)>,
    /// The length of the longest body.
    length: f32,
}

struct Body {
    shape: Shape,
    plane: bool,
    detail: Detail,
    vertices: wgpu::Buffer,
    indices: wgpu::Buffer,
    count: u32,
}

/// How bodies are drawn.
pub(super) fn pipeline(kit: &Kit<'_>) -> wgpu::RenderPipeline {
    recipe(kit, "vertex", "fragment", Depth::Solid)
}

/// How their shadows are drawn.
pub(super) fn shadow_pipeline(kit: &Kit<'_>) -> wgpu::RenderPipeline {
    recipe(kit, "shadow_vertex", "shadow_fragment", Depth::Sheer)
}

fn recipe(kit: &Kit<'_>, vertex: &str, fragment: &str, depth: Depth) -> wgpu::RenderPipeline {
    let body = wgpu::vertex_attr_array![0 => Float32x4, 1 => Float32x3, 2 => Float32x2];
    let instance = wgpu::vertex_attr_array![3 => Float32x4, 4 => Float32x4, 5 => Float32x3, 6 => Uint32, 7 => Float32x3, 8 => Uint32];
    let layout =
        |array_stride, step_mode, attributes| Some(wgpu::VertexBufferLayout { array_stride, step_mode, attributes });
    Recipe {
        label: fragment,
        code: include_str!("../shaders/agents.wgsl"),
        vertex,
        fragment,
        groups: &[kit.globals, kit.styles],
        buffers: &[
            layout(size_of::<Vertex>() as u64, wgpu::VertexStepMode::Vertex, &body),
            layout(size_of::<Instance>() as u64, wgpu::VertexStepMode::Instance, &instance),
        ],
        topology: wgpu::PrimitiveTopology::TriangleList,
        depth,
    }
    .make(kit)
}

impl Agents {
    pub fn new(device: &wgpu::Device) -> Agents {
        let mut bodies = Vec::new();
        for shape in Shape::ALL {
            for plane in [true, false] {
                for detail in [Detail::Fine, Detail::Coarse] {
                    bodies.push(Body::new(device, shape, plane, detail));
                }
            }
        }
        let instances = Growing::new("agents", wgpu::BufferUsages::VERTEX);
        Agents { instances, bodies, runs: Vec::new(), length: 0.0 }
    }

    pub fn upload(&mut self, device: &wgpu::Device, queue: &wgpu::Queue, picture: &Picture) {
        self.instances.write(device, queue, picture.instances());
        let fits = |run: Range<usize>| run.start.min(self.instances.len)..run.end.min(self.instances.len);
        self.runs.clear();
        self.runs.extend(Shape::ALL.map(|shape| (shape, fits(picture.run(shape)))));
        self.length = longest(picture);
    }

    pub fn draw(&self, pass: &mut wgpu::RenderPass<'_>, pipeline: &wgpu::RenderPipeline, scene: &Scene, lens: &Lens) {
        self.draw_bodies(pass, pipeline, scene, detail(self.instances.len, self.length, lens));
    }

    /// Their shadows on the floor, unless they are so many that it would be one.
    pub fn draw_shadows(&self, pass: &mut wgpu::RenderPass<'_>, pipeline: &wgpu::RenderPipeline, scene: &Scene) {
        if have_shadows(self.instances.len) {
            self.draw_bodies(pass, pipeline, scene, Detail::Coarse);
        }
    }

    fn draw_bodies(
        &self,
        pass: &mut wgpu::RenderPass<'_>,
        pipeline: &wgpu::RenderPipeline,
        scene: &Scene,
        detail: Detail,
    ) {
        let Some(instances) = self.instances.get() else { return };
        pass.set_pipeline(pipeline);
        for (shape, run) in self.runs.iter().filter(|(_, run)| !run.is_empty()) {
            let fits =
                |body: &&Body| body.shape == *shape && body.detail == detail && body.plane == (scene.dimensions != 3);
            let Some(body) = self.bodies.iter().find(fits) else { continue };
            pass.set_vertex_buffer(0, body.vertices.slice(..));
            // WebGL2 cannot begin at an instance, but at a place in the buffer.
            pass.set_vertex_buffer(1, instances.slice((run.start * size_of::<Instance>()) as u64..));
            pass.set_index_buffer(body.indices.slice(..), wgpu::IndexFormat::Uint16);
            pass.draw_indexed(0..body.count, 0, 0..run.len() as u32);
        }
    }
}

impl Body {
    fn new(device: &wgpu::Device, shape: Shape, plane: bool, detail: Detail) -> Body {
        let mut mesh = Mesh::of(shape, plane, detail);
        let count = mesh.indices.len() as u32;
        // Buffers are filled in whole words.
        mesh.indices.resize(mesh.indices.len().next_multiple_of(2), 0);
        let filled = |label, usage, bytes: &[u8]| {
            let size = bytes.len() as u64;
            let buffer = device.create_buffer(&wgpu::BufferDescriptor {
                label: Some(label),
                size,
                usage,
                mapped_at_creation: true,
            });
            if let Ok(mut range) = buffer.get_mapped_range_mut(..) {
                range.copy_from_slice(bytes);
            }
            buffer.unmap();
            buffer
        };
        let vertices = filled("body", wgpu::BufferUsages::VERTEX, bytemuck::cast_slice(&mesh.vertices));
        let indices = filled("body", wgpu::BufferUsages::INDEX, bytemuck::cast_slice(&mesh.indices));
        Body { shape, plane, detail, vertices, indices, count }
    }
}
