//! Lines and filled triangles.

use super::buffer::Growing;
use super::pipeline::{Depth, Kit, Recipe};
use crate::stroke::{Corner, Lines, Segment};

/// How lines and triangles are drawn.
pub(super) struct LinePipelines {
    in_scene: wgpu::RenderPipeline,
    on_top: wgpu::RenderPipeline,
    hidden: wgpu::RenderPipeline,
    fill: wgpu::RenderPipeline,
}

impl LinePipelines {
    pub fn new(kit: &Kit<'_>) -> LinePipelines {
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
        let pipeline = |vertex: &str, fragment: &str, buffer: &wgpu::VertexBufferLayout<'_>, topology, depth| {
            Recipe {
                label: fragment,
                code: include_str!("../shaders/lines.wgsl"),
                vertex,
                fragment,
                groups: &[kit.globals],
                buffers: &[Some(buffer.clone())],
                topology,
                depth,
            }
            .make(kit)
        };
        let (list, strip) = (wgpu::PrimitiveTopology::TriangleList, wgpu::PrimitiveTopology::TriangleStrip);
        LinePipelines {
            in_scene: pipeline("line_vertex", "line_fragment", &segment, strip, Depth::Sheer),
            on_top: pipeline("mark_vertex", "mark_fragment", &segment, strip, Depth::Sheer),
            hidden: pipeline("mark_vertex", "hidden_fragment", &segment, strip, Depth::Hidden),
            fill: pipeline("fill_vertex", "fill_fragment", &corner, list, Depth::Ignored),
        }
    }
}

pub(super) struct LinePainter {
    lines: Lines,
    segments: Growing,
    corners: Growing,
}

impl LinePainter {
    pub fn new() -> LinePainter {
        LinePainter {
            lines: Lines::default(),
            segments: Growing::new("lines", wgpu::BufferUsages::VERTEX),
            corners: Growing::new("triangles", wgpu::BufferUsages::VERTEX),
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
    pub fn draw(&self, pass: &mut wgpu::RenderPass<'_>, pipelines: &LinePipelines) {
        self.draw_with(pass, &pipelines.in_scene);
    }

    /// On top of the scene; faintly where something is in front.
    pub fn draw_on_top(&self, pass: &mut wgpu::RenderPass<'_>, pipelines: &LinePipelines) {
        if let Some(corners) = self.corners.get() {
            pass.set_pipeline(&pipelines.fill);
            pass.set_vertex_buffer(0, corners.slice(..));
            pass.draw(0..self.corners.len as u32, 0..1);
        }
        self.draw_with(pass, &pipelines.hidden);
        self.draw_with(pass, &pipelines.on_top);
    }

    fn draw_with(&self, pass: &mut wgpu::RenderPass<'_>, pipeline: &wgpu::RenderPipeline) {
        let Some(segments) = self.segments.get() else { return };
        pass.set_pipeline(pipeline);
        pass.set_vertex_buffer(0, segments.slice(..));
        pass.draw(0..4, 0..self.segments.len as u32);
    }
}
