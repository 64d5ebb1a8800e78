//! Lines and filled triangles.

use super::buffer::Growing;
use super::pipeline::{Depth, Recipe};
use crate::stroke::{Corner, Lines, Segment};

pub(super) struct LinePainter {
    lines: Lines,
    segments: Growing,
    corners: Growing,
    in_scene: wgpu::RenderPipeline,
    on_top: wgpu::RenderPipeline,
    hidden: wgpu::RenderPipeline,
    fill: wgpu::RenderPipeline,
}

impl LinePainter {
    pub fn new(device: &wgpu::Device, globals: &wgpu::BindGroupLayout) -> LinePainter {
        let segment = wgpu::VertexBufferLayout {
            array_stride: size_of::<Segment>() as u64,
            step_mode: wgpu::VertexStepMode::Instance,
            attributes: &wgpu::vertex_attr_array![0 => Float32x4, 1 => Float32x4, 2 => Float32x4],
        };
        let corner = wgpu::VertexBufferLayout {
            array_stride: size_of::<Corner>() as u64,
            step_mode: wgpu::VertexStepMode::Vertex,
            attributes: &wgpu::vertex_attr_array![0 => Float32x3, 1 => Float32x4],
        };
        let pipeline = |vertex: &str, fragment: &str, buffer: &wgpu::VertexBufferLayout<'_>, depth| {
            let strip = buffer.step_mode == wgpu::VertexStepMode::Instance;
            Recipe {
                label: fragment,
                code: include_str!("../shaders/lines.wgsl"),
                vertex,
                fragment,
                groups: &[globals],
                buffers: &[Some(buffer.clone())],
                topology: if strip {
                    wgpu::PrimitiveTopology::TriangleStrip
                } else {
                    wgpu::PrimitiveTopology::TriangleList
                },
                depth,
            }
            .make(device)
        };
        LinePainter {
            lines: Lines::default(),
            segments: Growing::new("lines", wgpu::BufferUsages::VERTEX),
            corners: Growing::new("triangles", wgpu::BufferUsages::VERTEX),
            in_scene: pipeline("line_vertex", "line_fragment", &segment, Depth::Sheer),
            on_top: pipeline("mark_vertex", "mark_fragment", &segment, Depth::Sheer),
            hidden: pipeline("mark_vertex", "hidden_fragment", &segment, Depth::Hidden),
            fill: pipeline("fill_vertex", "fill_fragment", &corner, Depth::Ignored),
        }
    }

    /// Takes this frame's lines.
    pub fn gather(&mut self, device: &wgpu::Device, queue: &wgpu::Queue, add: impl FnOnce(&mut Lines)) {
        self.lines.clear();
        add(&mut self.lines);
        self.segments.write(device, queue, &self.lines.segments);
        self.corners.write(device, queue, &self.lines.corners);
    }

    /// As part of the scene: in the fog, behind what is nearer.
    pub fn draw(&self, pass: &mut wgpu::RenderPass<'_>) {
        self.draw_with(pass, &self.in_scene);
    }

    /// On top of the scene; faintly where something is in front.
    pub fn draw_on_top(&self, pass: &mut wgpu::RenderPass<'_>) {
        if let Some(corners) = self.corners.get() {
            pass.set_pipeline(&self.fill);
            pass.set_vertex_buffer(0, corners.slice(..));
            pass.draw(0..self.corners.len as u32, 0..1);
        }
        self.draw_with(pass, &self.hidden);
        self.draw_with(pass, &self.on_top);
    }

    fn draw_with(&self, pass: &mut wgpu::RenderPass<'_>, pipeline: &wgpu::RenderPipeline) {
        let Some(segments) = self.segments.get() else { return };
        pass.set_pipeline(pipeline);
        pass.set_vertex_buffer(0, segments.slice(..));
        pass.draw(0..4, 0..self.segments.len as u32);
    }
}
