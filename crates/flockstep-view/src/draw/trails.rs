//! Trails: past positions in columns, a column a step (or every few steps), the newest of them growing with the agents.

use super::pipeline::{Depth, Kit, Recipe};
use crate::look::Trails;
use crate::picture::Picture;
use bytemuck::{Pod, Zeroable};

/// How many columns of positions are kept; a trail has one piece fewer.
const COLUMNS: usize = 65;
const NOBODY: u32 = u32::MAX;

/// A past position as the driver gets it.
#[repr(C)]
#[derive(Clone, Copy, Default, Pod, Zeroable)]
struct Past {
    position: [f32; 3],
    /// The style, and above it a number that changes whenever the trail is broken. 0 where nobody is.
    tag: u32,
}

pub(super) struct TrailPainter {
    buffer: Option<wgpu::Buffer>,
    /// The newest column, and which of the ring it is.
    column: Vec<Past>,
    newest: usize,
    /// How many columns there are.
    filled: usize,
    /// Whose place each is.
    owners: Vec<u32>,
    /// Which instance was found for each place.
    found: Vec<u32>,
    /// Steps between the newest column and the one before it.
    grown: u64,
    every: u64,
    step: u64,
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
        TrailPainter {
            buffer: None,
            column: Vec::new(),
            newest: 0,
            filled: 0,
            owners: Vec::new(),
            found: Vec::new(),
            grown: 0,
            every: 1,
            step: 0,
        }
    }

    pub fn clear(&mut self) {
        self.filled = 0;
        self.newest = 0;
        self.grown = 0;
        self.column.fill(Past::default());
        self.owners.fill(NOBODY);
    }

    pub fn upload(&mut self, device: &wgpu::Device, queue: &wgpu::Queue, picture: &Picture, trails: &Trails) {
        if !trails.on {
            self.clear();
            return;
        }
        self.make_room(device, picture);
        let every = u64::from(trails.steps.clamp(1, Trails::MOST_STEPS)).div_ceil(COLUMNS as u64 - 1);
        if every != self.every || picture.step < self.step {
            self.every = every;
            self.clear();
        }
        if self.filled > 0 && picture.step == self.step {
            return;
        }
        let passed = picture.step.saturating_sub(self.step);
        self.step = picture.step;
        if self.filled == 0 || self.grown >= self.every {
            self.newest = (self.newest + 1) % COLUMNS;
            self.filled = (self.filled + 1).min(COLUMNS);
            self.grown = 0;
        }
        self.grown += passed;
        self.record(picture, passed);
        if let Some(buffer) = &self.buffer {
            queue.write_buffer(buffer, self.offset(self.newest), bytemuck::cast_slice(&self.column));
        }
    }

    /// Each agent has the place its id falls on. Ids are never used again, so there may be more ids than places.
    fn make_room(&mut self, device: &wgpu::Device, picture: &Picture) {
        let ids = picture.instances().iter().map(|agent| agent.id as usize + 1).max().unwrap_or(1);
        let places = ids.min(Trails::MOST_AGENTS).next_power_of_two();
        if places <= self.column.len() {
            return;
        }
        self.column = vec![Past::default(); places];
        self.owners = vec![NOBODY; places];
        self.buffer = Some(device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("trails"),
            size: (places * COLUMNS * size_of::<Past>()) as u64,
            usage: wgpu::BufferUsages::VERTEX | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        }));
        self.clear();
    }

    /// Makes the newest column.
    fn record(&mut self, picture: &Picture, passed: u64) {
        let places = self.column.len();
        self.found.clear();
        self.found.resize(places, NOBODY);
        for (number, agent) in picture.instances().iter().enumerate() {
            let place = agent.id as usize % places;
            // Two may share a place: who has it keeps it.
            if self.found[place] == NOBODY || self.owners[place] == agent.id {
                self.found[place] = number as u32;
            }
        }
        for place in 0..places {
            let Some(agent) = picture.instances().get(self.found[place] as usize) else {
                self.column[place] = Past::default();
                self.owners[place] = NOBODY;
                continue;
            };
            let last = self.column[place];
            let way = picture.bounds.offset(last.position, agent.before);
            let stride = picture.bounds.offset(agent.before, agent.now);
            let size = |way: [f32; 3]| way.iter().map(|c| c * c).sum::<f32>().sqrt();
            // It was last where it was a step ago, or, if steps were left out, about as far away as it goes in so many.
            // Otherwise it was eaten and born again elsewhere: its trail begins anew.
            let left_out = passed.saturating_sub(1) as f32;
            let reach = size(stride) * (0.01 + 4.0 * left_out) + 1e-5 * size(agent.now);
            let goes_on = self.owners[place] == agent.id && size(way) <= reach;
            let piece = if goes_on { last.tag >> 16 } else { (last.tag >> 16).wrapping_add(1) & 0xffff | 1 };
            self.owners[place] = agent.id;
            self.column[place] = Past { position: agent.now, tag: piece << 16 | u32::from(agent.style) };
        }
    }

    /// The numbers the shader takes: pieces, width in pixels, how far the newest piece has grown.
    pub fn numbers(&self, trails: &Trails, alpha: f32) -> [f32; 4] {
        let grown = self.grown.max(1) as f32;
        let part = (grown - 1.0 + alpha.clamp(0.0, 1.0)) / grown;
        [(COLUMNS - 1) as f32, trails.width.clamp(0.0, 100.0), part, 0.0]
    }

    pub fn draw(&self, pass: &mut wgpu::RenderPass<'_>, pipeline: &wgpu::RenderPipeline) {
        let Some(buffer) = self.buffer.as_ref().filter(|_| self.filled > 1) else { return };
        pass.set_pipeline(pipeline);
        for piece in COLUMNS - self.filled..COLUMNS - 1 {
            let older = (self.newest + piece + 1) % COLUMNS;
            pass.set_vertex_buffer(0, buffer.slice(self.offset(older)..));
            pass.set_vertex_buffer(1, buffer.slice(self.offset((older + 1) % COLUMNS)..));
            let first = 4 * piece as u32;
            pass.draw(first..first + 4, 0..self.column.len() as u32);
        }
    }

    fn offset(&self, column: usize) -> u64 {
        (column * self.column.len() * size_of::<Past>()) as u64
    }
}
