//! The picture must look the same on whatever it is painted: most windows take gamma-encoded bytes, some take light.

mod common;

use common::SIZE;
use flockstep_view::{Camera, Frame, Insight, View};
use wgpu::TextureFormat;

/// The bytes of a picture that a view paints onto a texture of a format.
fn painted(device: &wgpu::Device, queue: &wgpu::Queue, format: TextureFormat, mut view: View) -> Vec<u8> {
    let (picture, look) = common::picture("school", 30, Insight::default(), |_| {});
    let camera = Camera::of(&picture, SIZE);
    let extent = wgpu::Extent3d { width: 256, height: SIZE[1], depth_or_array_layers: 1 };
    let texture = device.create_texture(&wgpu::TextureDescriptor {
        label: None,
        size: extent,
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format,
        usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::COPY_SRC,
        view_formats: &[],
    });
    let size = u64::from(extent.width * extent.height * 4);
    let usage = wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ;
    let buffer = device.create_buffer(&wgpu::BufferDescriptor { label: None, size, usage, mapped_at_creation: false });
    view.upload(device, queue, &picture, &look);
    let mut encoder = device.create_command_encoder(&Default::default());
    view.draw(device, queue, &mut encoder, &Frame::new(&camera, &look, [extent.width, extent.height]));
    view.copy_to(&mut encoder, &texture.create_view(&Default::default()));
    let layout = wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(extent.width * 4), rows_per_image: None };
    encoder.copy_texture_to_buffer(
        texture.as_image_copy(),
        wgpu::TexelCopyBufferInfo { buffer: &buffer, layout },
        extent,
    );
    queue.submit([encoder.finish()]);
    buffer.map_async(wgpu::MapMode::Read, .., |_| {});
    device.poll(wgpu::PollType::wait_indefinitely()).expect("a driver that answers");
    buffer.get_mapped_range(..).expect("a mapped buffer").to_vec()
}

#[test]
#[allow(clippy::print_stderr)]
fn windows_of_bytes_and_of_light_show_the_same() {
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle_from_env());
    let adapter = pollster::block_on(instance.request_adapter(&Default::default()));
    let Ok(adapter) = adapter.inspect_err(|error| eprintln!("skipped: {error}")) else { return };
    let limits = wgpu::Limits::downlevel_defaults();
    let wanted = wgpu::DeviceDescriptor { required_limits: limits, ..Default::default() };
    let (device, queue) = pollster::block_on(adapter.request_device(&wanted)).expect("a device");
    let smooth = |format| painted(&device, &queue, format, View::new(&device, format));
    let light = smooth(TextureFormat::Rgba8UnormSrgb);
    let bytes = smooth(TextureFormat::Rgba8Unorm);
    let swapped = smooth(TextureFormat::Bgra8Unorm);
    let mean = light.iter().map(|byte| u64::from(*byte)).sum::<u64>() / light.len() as u64;
    assert!((40..220).contains(&mean), "nothing was painted: {mean}");
    for (at, byte) in light.iter().enumerate() {
        let twin = match at % 4 {
            0 => at + 2,
            2 => at - 2,
            _ => at,
        };
        assert!(byte.abs_diff(bytes[at]) <= 1, "byte {at}: {byte} as light, {} as bytes", bytes[at]);
        assert!(byte.abs_diff(swapped[twin]) <= 1, "byte {at}: {byte} as light, {} with red last", swapped[twin]);
    }

    // A quick view differs at the edges of things alone.
    let format = TextureFormat::Rgba8Unorm;
    let quick = painted(&device, &queue, format, View::quick(&device, format));
    let off = quick.iter().zip(&bytes).filter(|(a, b)| a.abs_diff(**b) > 16).count();
    assert!(off * 20 < bytes.len(), "{off} of {} bytes differ", bytes.len());
}
