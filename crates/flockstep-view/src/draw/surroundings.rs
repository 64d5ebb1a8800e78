//! What is around the agents: the backdrop, the grid, the edge of the world and the pins.

use super::Scene;
use super::palette::Palette;
use super::pipeline::{Depth, Kit, Recipe};
use crate::camera::Lens;
use crate::look::{Backdrop, Look};
use crate::stroke::{Lines, Stroke};
use flockstep::Edge;
use glam::Vec3;

pub(super) struct Surroundings {
    backdrop: wgpu::RenderPipeline,
    grid: wgpu::RenderPipeline,
}

impl Surroundings {
    pub fn new(kit: &Kit<'_>) -> Surroundings {
        let pipeline = |vertex, fragment, topology, depth| {
            Recipe {
                label: fragment,
                code: include_str!("../shaders/backdrop.wgsl"),
                vertex,
                fragment,
                groups: &[kit.globals],
                buffers: &[],
                topology,
                depth,
            }
            .make(kit)
        };
        let (list, strip) = (wgpu::PrimitiveTopology::TriangleList, wgpu::PrimitiveTopology::TriangleStrip);
        Surroundings {
            backdrop: pipeline("backdrop_vertex", "backdrop_fragment", list, Depth::Ignored),
            grid: pipeline("grid_vertex", "grid_fragment", strip, Depth::Sheer),
        }
    }

    pub fn draw(&self, pass: &mut wgpu::RenderPass<'_>, grid: bool) {
        pass.set_pipeline(&self.backdrop);
        pass.draw(0..3, 0..1);
        if grid {
            pass.set_pipeline(&self.grid);
            pass.draw(0..4, 0..1);
        }
    }
}

/// Whether there is a floor (in the plane: a ground), and whether shadows fall on it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Floor {
    pub drawn: bool,
    pub shadowed: bool,
}

impl Floor {
    pub fn of(look: &Look, space: bool, backdrop: Backdrop) -> Floor {
        let floor = look.grid || backdrop == Backdrop::Water;
        let shadowed = space && floor && matches!(backdrop, Backdrop::Water | Backdrop::Plain);
        Floor { drawn: floor || (!space && look.edge), shadowed }
    }
}

/// The edge of the world: dashed around a torus, solid around a closed world, only the corners of an open one.
pub(crate) fn edge(scene: &Scene, palette: &Palette, lines: &mut Lines) {
    let (min, max) = (Vec3::from(scene.bounds.min), Vec3::from(scene.bounds.max));
    let plane = scene.dimensions != 3;
    let [r, g, b, a] = palette.edge;
    let stroke = match scene.bounds.edge {
        Edge::Open => Stroke::new([r, g, b, a / 2], 1.0),
        Edge::Wrap => Stroke::new(palette.edge, 1.5),
        _ => Stroke::new([r, g, b, a.saturating_add(60)], 2.5),
    };
    let sides = max - min;
    let short = if plane { sides.x.min(sides.y) } else { sides.min_element() };
    let corner = |bits: usize| {
        Vec3::from_array(std::array::from_fn(|axis| if bits >> axis & 1 == 0 { min[axis] } else { max[axis] }))
    };
    for from in 0..if plane { 4 } else { 8 } {
        for axis in (0..if plane { 2 } else { 3 }).filter(|axis| from >> axis & 1 == 0) {
            let (a, b) = (corner(from), corner(from | 1 << axis));
            match scene.bounds.edge {
                Edge::Open => {
                    let part = (b - a).normalize_or_zero() * short * 0.06;
                    lines.line(a, a + part, stroke);
                    lines.line(b - part, b, stroke);
                }
                Edge::Wrap => lines.dashed(a, b, stroke, short / 32.0),
                _ => lines.line(a, b, stroke),
            }
        }
    }
}

/// Paths: a dashed line in the middle, and in the plane the two sides.
pub(crate) fn tracks(scene: &Scene, palette: &Palette, lines: &mut Lines) {
    let [r, g, b, a] = palette.pin;
    let sides = Vec3::from(scene.bounds.max) - Vec3::from(scene.bounds.min);
    let dash = sides.max_element() / 80.0;
    for track in &scene.tracks {
        for pair in track.points.windows(2) {
            let (from, to) = (Vec3::from(pair[0]), Vec3::from(pair[1]));
            lines.dashed(from, to, Stroke::new([r, g, b, a / 2], 1.5), dash);
            if scene.dimensions != 3 && track.radius > 0.0 {
                let along = (to - from).normalize_or_zero();
                let aside = Vec3::new(-along.y, along.x, 0.0) * track.radius;
                for aside in [aside, -aside] {
                    lines.line(from + aside, to + aside, Stroke::new([r, g, b, a / 4], 1.0));
                }
            }
        }
    }
}

/// Markers: in space a head on a needle that stands on the floor, in the plane a ring around a dot.
pub(crate) fn pins(scene: &Scene, lens: &Lens, palette: &Palette, lines: &mut Lines) {
    let [r, g, b, _] = palette.pin;
    for pin in &scene.pins {
        let at = Vec3::from(*pin);
        lines.line(at, at, Stroke::new(palette.pin, 8.0));
        if scene.dimensions == 3 {
            let foot = Vec3::new(at.x, scene.bounds.min[1], at.z);
            lines.line(foot, at, Stroke::new([r, g, b, 110], 1.5));
            continue;
        }
        let radius = 10.0 * lens.per_pixel;
        let rim = |piece: usize| {
            let (sin, cos) = (std::f32::consts::TAU * piece as f32 / 24.0).sin_cos();
            at + (lens.right * cos + lens.up * sin) * radius
        };
        (0..24).for_each(|piece| lines.line(rim(piece), rim(piece + 1), Stroke::new([r, g, b, 200], 1.5)));
    }
}
