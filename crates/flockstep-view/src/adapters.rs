//! What of this machine can draw.

/// A graphics card, or software in place of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Adapter {
    /// Its name.
    pub name: String,
    /// By which way it is reached: vulkan, gl, metal, dx12.
    pub backend: &'static str,
    /// Whether it is software.
    pub software: bool,
    /// The driver's name and version, as far as it tells.
    pub driver: String,
}

/// Everything that can draw, the best first as wgpu lists it; `WGPU_BACKEND` narrows the choice.
pub fn adapters() -> Vec<Adapter> {
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle_from_env());
    let backends = wgpu::Backends::from_env().unwrap_or(wgpu::Backends::all());
    let found = pollster::block_on(instance.enumerate_adapters(backends));
    let describe = |adapter: &wgpu::Adapter| {
        let info = adapter.get_info();
        Adapter {
            name: info.name,
            backend: info.backend.to_str(),
            software: info.device_type == wgpu::DeviceType::Cpu,
            driver: format!("{} {}", info.driver, info.driver_info).trim().to_string(),
        }
    };
    found.iter().map(describe).collect()
}
