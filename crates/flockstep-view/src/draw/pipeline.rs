//! How the pipelines of this crate are made: they differ in little.

use super::target::{COLOR, DEPTH};
use crate::look::Backdrop;

/// What every pipeline is made with.
pub(super) struct Kit<'a> {
    pub device: &'a wgpu::Device,
    pub globals: &'a wgpu::BindGroupLayout,
    pub styles: &'a wgpu::BindGroupLayout,
    /// Samples a pixel.
    pub samples: u32,
    pub kind: Kind,
}

/// What shaders know beforehand. They would find it out for every pixel, and a driver in software goes through both
/// sides of every question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Kind {
    pub space: bool,
    pub backdrop: Backdrop,
}

impl Kind {
    /// As the first lines of a shader.
    fn code(self) -> String {
        format!("const SPACE: bool = {};\nconst BACKDROP: u32 = {}u;\n", self.space, self.backdrop as u32)
    }
}

/// What a pipeline does with depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Depth {
    /// Hides what is behind, and is hidden.
    Solid,
    /// Is hidden, and hides nothing: what is seen through.
    Sheer,
    /// Is seen only where it is hidden.
    Hidden,
    /// Does not mind.
    Ignored,
}

/// What makes one pipeline different from another.
pub(super) struct Recipe<'a> {
    pub label: &'a str,
    /// WGSL, put behind what all shaders share.
    pub code: &'a str,
    pub vertex: &'a str,
    pub fragment: &'a str,
    pub groups: &'a [&'a wgpu::BindGroupLayout],
    pub buffers: &'a [Option<wgpu::VertexBufferLayout<'a>>],
    pub topology: wgpu::PrimitiveTopology,
    pub depth: Depth,
}

impl Recipe<'_> {
    pub fn make(&self, kit: &Kit<'_>) -> wgpu::RenderPipeline {
        let device = kit.device;
        let code = [&kit.kind.code(), include_str!("../shaders/common.wgsl"), self.code].concat();
        let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: Some(self.label),
            source: wgpu::ShaderSource::Wgsl(code.into()),
        });
        let groups: Vec<_> = self.groups.iter().map(|group| Some(*group)).collect();
        let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: Some(self.label),
            bind_group_layouts: &groups,
            immediate_size: 0,
        });
        let (writes, compare) = match self.depth {
            Depth::Solid => (true, wgpu::CompareFunction::GreaterEqual),
            Depth::Sheer => (false, wgpu::CompareFunction::GreaterEqual),
            Depth::Hidden => (false, wgpu::CompareFunction::Less),
            Depth::Ignored => (false, wgpu::CompareFunction::Always),
        };
        let blend = if writes { None } else { Some(wgpu::BlendState::ALPHA_BLENDING) };
        device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
            label: Some(self.label),
            layout: Some(&layout),
            vertex: wgpu::VertexState {
                module: &module,
                entry_point: Some(self.vertex),
                compilation_options: Default::default(),
                buffers: self.buffers,
            },
            primitive: wgpu::PrimitiveState { topology: self.topology, ..Default::default() },
            depth_stencil: Some(wgpu::DepthStencilState {
                format: DEPTH,
                depth_write_enabled: Some(writes),
                depth_compare: Some(compare),
                stencil: Default::default(),
                bias: Default::default(),
            }),
            multisample: wgpu::MultisampleState { count: kit.samples, ..Default::default() },
            fragment: Some(wgpu::FragmentState {
                module: &module,
                entry_point: Some(self.fragment),
                compilation_options: Default::default(),
                targets: &[Some(wgpu::ColorTargetState { format: COLOR, blend, write_mask: wgpu::ColorWrites::ALL })],
            }),
            multiview_mask: None,
            cache: None,
        })
    }
}

/// A layout of uniform buffers alone, seen by all shader stages.
pub(super) fn uniforms(device: &wgpu::Device, label: &str, count: u32) -> wgpu::BindGroupLayout {
    let entries: Vec<_> = (0..count)
        .map(|binding| wgpu::BindGroupLayoutEntry {
            binding,
            visibility: wgpu::ShaderStages::VERTEX_FRAGMENT,
            ty: wgpu::BindingType::Buffer {
                ty: wgpu::BufferBindingType::Uniform,
                has_dynamic_offset: false,
                min_binding_size: None,
            },
            count: None,
        })
        .collect();
    device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label: Some(label), entries: &entries })
}

/// A group of uniform buffers.
pub(super) fn group(
    device: &wgpu::Device,
    layout: &wgpu::BindGroupLayout,
    buffers: &[&wgpu::Buffer],
) -> wgpu::BindGroup {
    let entries: Vec<_> = (0u32..)
        .zip(buffers)
        .map(|(binding, buffer)| wgpu::BindGroupEntry { binding, resource: buffer.as_entire_binding() })
        .collect();
    device.create_bind_group(&wgpu::BindGroupDescriptor { label: None, layout, entries: &entries })
}
