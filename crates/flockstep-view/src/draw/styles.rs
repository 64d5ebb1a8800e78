//! The styles of groups, and the numbers of the trails, where shaders find them.

use super::{buffer, pipeline};
use crate::color::linear;
use crate::style::{MOST_STYLES, Style};

pub(super) struct Styles {
    pub layout: wgpu::BindGroupLayout,
    pub group: wgpu::BindGroup,
    styles: wgpu::Buffer,
    trails: wgpu::Buffer,
}

impl Styles {
    pub fn new(device: &wgpu::Device) -> Styles {
        let styles = buffer::uniform(device, "styles", MOST_STYLES * 16);
        let trails = buffer::uniform(device, "trails", 16);
        let layout = pipeline::uniforms(device, "styles", 2);
        Styles { group: pipeline::group(device, &layout, &[&styles, &trails]), layout, styles, trails }
    }

    pub fn upload(&self, queue: &wgpu::Queue, styles: &[Style]) {
        let mut table = [[0.5f32, 0.5, 0.5, 1.0]; MOST_STYLES];
        for (row, style) in table.iter_mut().zip(styles) {
            let [r, g, b] = linear(style.color);
            let length = if style.length.is_finite() { style.length.max(0.0) } else { 1.0 };
            *row = [r, g, b, length];
        }
        queue.write_buffer(&self.styles, 0, bytemuck::cast_slice(&table));
    }

    pub fn write_trails(&self, queue: &wgpu::Queue, numbers: [f32; 4]) {
        queue.write_buffer(&self.trails, 0, bytemuck::cast_slice(&numbers));
    }
}
