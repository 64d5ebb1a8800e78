//! Buffers that grow.

use bytemuck::Pod;

/// A buffer of things of one kind, as large as the most there have been.
pub(super) struct Growing {
    label: &'static str,
    usage: wgpu::BufferUsages,
    buffer: Option<wgpu::Buffer>,
    /// How many things it was last given.
    pub len: usize,
}

impl Growing {
    pub fn new(label: &'static str, usage: wgpu::BufferUsages) -> Growing {
        Growing { label, usage: usage | wgpu::BufferUsages::COPY_DST, buffer: None, len: 0 }
    }

    /// Replaces all it holds. If that is more than a buffer can have, as much as fits.
    pub fn write<T: Pod>(&mut self, device: &wgpu::Device, queue: &wgpu::Queue, things: &[T]) {
        let most = device.limits().max_buffer_size as usize / size_of::<T>();
        let things = &things[..things.len().min(most)];
        self.len = things.len();
        if things.is_empty() {
            return;
        }
        let bytes: &[u8] = bytemuck::cast_slice(things);
        let needed = bytes.len() as u64;
        let buffer = match self.buffer.take() {
            Some(buffer) if buffer.size() >= needed => buffer,
            _ => device.create_buffer(&wgpu::BufferDescriptor {
                label: Some(self.label),
                // A quarter more, so that a world that grows does not need a new one every step.
                size: (needed + needed / 4).next_multiple_of(16).min((most * size_of::<T>()) as u64).max(needed),
                usage: self.usage,
                mapped_at_creation: false,
            }),
        };
        queue.write_buffer(&buffer, 0, bytes);
        self.buffer = Some(buffer);
    }

    /// The buffer, if it holds anything.
    pub fn get(&self) -> Option<&wgpu::Buffer> {
        self.buffer.as_ref().filter(|_| self.len > 0)
    }
}

/// A buffer of a fixed size that shaders read numbers from.
pub(super) fn uniform(device: &wgpu::Device, label: &str, bytes: usize) -> wgpu::Buffer {
    device.create_buffer(&wgpu::BufferDescriptor {
        label: Some(label),
        size: bytes as u64,
        usage: wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST,
        mapped_at_creation: false,
    })
}
