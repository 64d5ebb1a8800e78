//! Pictures without a window.

use crate::draw::View;
use crate::image::Image;
use crate::look::{Frame, Look};
use crate::picture::Picture;
use std::sync::mpsc;

/// Why no picture could be drawn.
#[derive(Debug, thiserror::Error)]
pub enum OffscreenError {
    /// There is no graphics driver, not even one in software.
    #[error("no graphics driver was found ({0}); a software one will do, such as Debian's mesa-vulkan-drivers")]
    NoAdapter(#[from] wgpu::RequestAdapterError),
    /// The driver refused.
    #[error("the graphics driver cannot be used: {0}")]
    NoDevice(#[from] wgpu::RequestDeviceError),
    /// The driver stopped working, or ran out of memory.
    #[error("the graphics driver failed: {0}")]
    Failed(String),
}

/// Draws pictures without a window.
pub struct Offscreen {
    adapter_name: String,
    backend_name: &'static str,
    device: wgpu::Device,
    queue: wgpu::Queue,
    view: View,
}

impl Offscreen {
    /// Finds a driver; `WGPU_BACKEND` and its like choose one.
    pub fn open() -> Result<Offscreen, OffscreenError> {
        pollster::block_on(Offscreen::open_within(wgpu::Limits::downlevel_defaults()))
    }

    /// Finds a driver that is good for WebGL2 at least, and uses no more of it: for tests, that a browser could do it.
    #[doc(hidden)]
    pub fn open_as_in_a_browser() -> Result<Offscreen, OffscreenError> {
        pollster::block_on(Offscreen::open_within(wgpu::Limits::downlevel_webgl2_defaults()))
    }

    async fn open_within(limits: wgpu::Limits) -> Result<Offscreen, OffscreenError> {
        let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle_from_env());
        let adapter = instance.request_adapter(&wgpu::RequestAdapterOptions::default()).await?;
        let required_limits = limits.using_resolution(adapter.limits());
        let wanted = wgpu::DeviceDescriptor { required_limits, ..Default::default() };
        let (device, queue) = adapter.request_device(&wanted).await?;
        let view = View::new(&device, wgpu::TextureFormat::Rgba8UnormSrgb);
        let info = adapter.get_info();
        Ok(Offscreen { adapter_name: info.name, backend_name: info.backend.to_str(), device, queue, view })
    }

    /// What draws: the name of the graphics card or of the software.
    pub fn adapter_name(&self) -> &str {
        &self.adapter_name
    }

    /// By which way it is reached: vulkan, gl, metal, dx12.
    pub fn backend_name(&self) -> &'static str {
        self.backend_name
    }

    /// The longest side of a picture that it can draw, in pixels. A longer one is cut to it.
    pub fn longest_side(&self) -> u32 {
        self.device.limits().max_texture_dimension_2d
    }

    /// Hands over a picture; with trails in the look, one for every step they are to reach back.
    pub fn upload(&mut self, picture: &Picture, look: &Look) {
        self.view.upload(&self.device, &self.queue, picture, look);
    }

    /// Draws the picture last handed over.
    pub fn draw(&mut self, frame: &Frame<'_>) -> Result<Image, OffscreenError> {
        let mut encoder = self.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        self.view.draw(&self.device, &self.queue, &mut encoder, frame);
        let texture = self.view.texture();
        let [width, height] = [texture.width(), texture.height()];
        let row = (width * 4) as usize;
        // The driver wants rows that are multiples of this.
        let padded = row.next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT as usize);
        let buffer = self.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("read back"),
            size: padded as u64 * u64::from(height),
            usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
            mapped_at_creation: false,
        });
        let layout =
            wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(padded as u32), rows_per_image: None };
        encoder.copy_texture_to_buffer(
            texture.as_image_copy(),
            wgpu::TexelCopyBufferInfo { buffer: &buffer, layout },
            texture.size(),
        );
        self.queue.submit([encoder.finish()]);
        let (sender, receiver) = mpsc::channel();
        buffer.map_async(wgpu::MapMode::Read, .., move |mapped| drop(sender.send(mapped)));
        self.device.poll(wgpu::PollType::wait_indefinitely()).map_err(failed)?;
        receiver.recv().map_err(failed)?.map_err(failed)?;
        let bytes = buffer.get_mapped_range(..).map_err(failed)?;
        let mut rgba = Vec::with_capacity(row * height as usize);
        bytes.chunks_exact(padded).for_each(|padded| rgba.extend_from_slice(&padded[..row]));
        Ok(Image { width, height, rgba })
    }
}

fn failed(error: impl std::fmt::Display) -> OffscreenError {
    OffscreenError::Failed(error.to_string())
}
