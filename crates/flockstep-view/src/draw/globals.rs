//! The numbers of a frame that every shader needs.

use super::palette::Palette;
use super::{Scene, buffer, pipeline};
use crate::camera::Lens;
use crate::color::{STOPS, scales};
use crate::look::{ColorBy, Frame, Theme};
use bytemuck::{Pod, Zeroable};
use glam::Vec3;

/// After how many seconds the clock of the shaders starts anew: a float counts finely enough until then.
const HOUR: f64 = 3600.0;

/// As `Globals` in `common.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(crate) struct Globals {
    pub matrix: [[f32; 4]; 4],
    pub eye: [f32; 4],
    pub right: [f32; 4],
    pub up: [f32; 4],
    pub forward: [f32; 4],
    pub screen: [f32; 4],
    pub clock: [f32; 4],
    pub choice: [u32; 4],
    pub periods: [f32; 4],
    pub low: [f32; 4],
    pub high: [f32; 4],
    pub zenith: [f32; 4],
    pub horizon: [f32; 4],
    pub nadir: [f32; 4],
    pub key_way: [f32; 4],
    pub key: [f32; 4],
    pub sky: [f32; 4],
    pub ground: [f32; 4],
    pub grid: [f32; 4],
    pub scales: [[f32; 4]; 2 * STOPS],
}

impl Globals {
    pub fn of(scene: &Scene, frame: &Frame<'_>, size: [u32; 2], lens: &Lens, palette: &Palette) -> Globals {
        let look = frame.look;
        let alpha = frame.alpha.clamp(0.0, 1.0);
        // The picture shows a moment between the step before and now.
        let seconds = (scene.time - f64::from((1.0 - alpha) * scene.time_step)) % HOUR;
        let by = ColorBy::ALL.iter().position(|by| *by == look.color_by).unwrap_or(0);
        let [periods, low, high] = [scene.bounds.periods(), scene.bounds.min, scene.bounds.max];
        let with = |[x, y, z]: [f32; 3], w: f32| [x, y, z, w];
        let fog = if look.fog.is_finite() { look.fog.clamp(0.0, 1.0) * palette.fog } else { 0.0 };
        Globals {
            matrix: lens.matrix.to_cols_array_2d(),
            eye: with(lens.eye.into(), 0.0),
            right: with(lens.right.into(), 0.0),
            up: with(lens.up.into(), 0.0),
            forward: with(lens.forward.into(), 0.0),
            screen: [size[0] as f32, size[1] as f32, lens.per_pixel, look.min_pixels.clamp(0.0, 100.0)],
            clock: [seconds as f32, alpha, scene.time_step, lens.distance],
            choice: [frame.selected.map_or(u32::MAX, |id| id.0), by as u32, u32::from(look.theme == Theme::Light), 0],
            periods: with(periods, fog),
            low: with(low, grid_side(scene, lens, size)),
            high: with(high, f32::from(u8::from(look.grid))),
            zenith: with(palette.zenith, 1.0),
            horizon: with(palette.horizon, 1.0),
            nadir: with(palette.nadir, 1.0),
            key_way: with(Vec3::from(palette.key_way).normalize_or(Vec3::Y).into(), 0.0),
            key: with(palette.key, 1.0),
            sky: with(palette.sky, 1.0),
            ground: with(palette.ground, 1.0),
            grid: palette.grid,
            scales: scales(),
        }
    }
}

/// The side of a square of the grid: a round number, some dozen of them across the picture or the floor.
fn grid_side(scene: &Scene, lens: &Lens, size: [u32; 2]) -> f32 {
    let sides = scene.bounds.sides();
    let across = if scene.dimensions == 3 { sides[0].max(sides[2]) } else { lens.per_pixel * size[1] as f32 };
    let rough = (across / 24.0).max(f32::MIN_POSITIVE);
    let power = 10f32.powf(rough.log10().floor());
    let side = [1.0, 2.0, 5.0].into_iter().map(|digit| digit * power).find(|side| *side >= rough);
    side.unwrap_or(10.0 * power)
}

/// The globals where shaders find them.
pub(super) struct GlobalsBuffer {
    pub layout: wgpu::BindGroupLayout,
    pub group: wgpu::BindGroup,
    buffer: wgpu::Buffer,
}

impl GlobalsBuffer {
    pub fn new(device: &wgpu::Device) -> GlobalsBuffer {
        let buffer = buffer::uniform(device, "globals", size_of::<Globals>());
        let layout = pipeline::uniforms(device, "globals", 1);
        GlobalsBuffer { group: pipeline::group(device, &layout, &[&buffer]), layout, buffer }
    }

    pub fn write(&self, queue: &wgpu::Queue, globals: &Globals) {
        queue.write_buffer(&self.buffer, 0, bytemuck::bytes_of(globals));
    }
}
