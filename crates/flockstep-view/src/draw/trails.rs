//! Trails: the columns of past positions where shaders find them, two of them joined by each draw call.

use super::pipeline::{Depth, Kit, Recipe};
use crate::history::{COLUMNS, History, Past};
use crate::look::Trails;
use crate::picture::Picture;

pub(super) struct TrailPainter {
    history: History,
    /// The ring of columns.
    buffer: Option<wgpu::Buffer>,
}

/// How they are drawn.
pub(super) fn pipeline(kit: &Kit<'_>) -> wgpu::RenderPipeline {
    let older = wgpu::vertex_attr_array![0 => Float32x3, 1 => Uint32];
    let newer = wgpu::vertex_attr_array![2 => Float32x3, 3 => Uint32];
    let layout = |attributes| {
        let (array_stride, step_mode) = (size_of::<Past>() as u64, wgpu::VertexStepMode::Instance);
        Some(wgpu::VertexBufferLayout { array_stride, step_mode, attributes })
    };
    Recipe {
        label: "trails",
        code: concat!(include_str!("../shaders/lines.wgsl"), include_str!("../shaders/trails.wgsl")),
        vertex: "trail_vertex",
        fragment: "trail_fragment",
        groups: &[kit.globals, kit.styles],
        buffers: &[layout(&older), layout(&newer)],
        topology: wgpu::PrimitiveTopology::TriangleStrip,
        depth: Depth::Sheer,
    }
    .make(kit)
}

impl TrailPainter {
    pub fn new() -> TrailPainter {
        TrailPainter { history: History::new(), buffer: None }
    }

    pub fn clear(&mut self) {
        self.history.clear();
    }

    pub fn upload(&mut self, device: &wgpu::Device, queue: &wgpu::Queue, picture: &Picture, trails: &Trails) {
        if !self.history.take(picture, trails) {
            return;
        }
        let size = self.offset(COLUMNS);
        let buffer = match self.buffer.take() {
            Some(buffer) if buffer.size() >= size => buffer,
            _ => device.create_buffer(&wgpu::BufferDescriptor {
                label: Some("trails"),
                size,
                usage: wgpu::BufferUsages::VERTEX | wgpu::BufferUsages::COPY_DST,
                mapped_at_creation: false,
            }),
        };
        queue.write_buffer(&buffer, self.offset(self.history.newest), bytemuck::cast_slice(&self.history.column));
        self.buffer = Some(buffer);
    }

    /// The numbers the shader takes: pieces, width in pixels, how far the newest piece has grown.
    pub fn numbers(&self, trails: &Trails, alpha: f32) -> [f32; 4] {
        [(COLUMNS - 1) as f32, trails.width.clamp(0.0, 100.0), self.history.growth(alpha), 0.0]
    }

    pub fn draw(&self, pass: &mut wgpu::RenderPass<'_>, pipeline: &wgpu::RenderPipeline) {
        let Some(buffer) = &self.buffer else { return };
        pass.set_pipeline(pipeline);
        for (piece, older, newer) in self.history.pieces() {
            pass.set_vertex_buffer(0, buffer.slice(self.offset(older)..));
            pass.set_vertex_buffer(1, buffer.slice(self.offset(newer)..));
            let first = 4 * piece as u32;
            pass.draw(first..first + 4, 0..self.history.column.len() as u32);
        }
    }

    fn offset(&self, column: usize) -> u64 {
        (column * self.history.column.len() * size_of::<Past>()) as u64
    }
}
