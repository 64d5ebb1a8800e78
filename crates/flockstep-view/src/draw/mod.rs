//! Drawing a picture with the graphics driver.
//!
//! Everything is drawn into a target of the view's own, with depth and four samples a pixel, and in light (not in
//! gamma-encoded bytes): so it does not matter what the caller's target is like. From there it is painted into the caller's.

pub(crate) mod agents;
mod buffer;
pub(crate) mod globals;
mod lines;
mod output;
pub(crate) mod palette;
pub(crate) mod pipeline;
mod pipelines;
pub(crate) mod solids;
mod styles;
pub(crate) mod surroundings;
mod target;
mod trails;

use crate::bounds::Bounds;
use crate::look::{Backdrop, Frame, Look};
use crate::picture::{Picture, Track};
use agents::Agents;
use globals::{Globals, GlobalsBuffer};
use lines::LinePainter;
use output::Output;
use palette::Palette;
use pipeline::{Kind, Kit};
use pipelines::Pipelines;
use solids::Solids;
use styles::Styles;
use target::Target;
use trails::TrailPainter;

/// What is remembered of the picture last uploaded, beside what the driver has.
#[derive(Debug)]
pub(crate) struct Scene {
    pub dimensions: usize,
    pub bounds: Bounds,
    pub pins: Vec<[f32; 3]>,
    pub tracks: Vec<Track>,
    pub time: f64,
    pub time_step: f32,
}

impl Scene {
    pub fn of(picture: &Picture) -> Scene {
        let Picture { dimensions, bounds, time, time_step, .. } = *picture;
        let (pins, tracks) = (picture.pins.clone(), picture.tracks.clone());
        Scene { dimensions, bounds, pins, tracks, time, time_step }
    }
}

/// Draws pictures. It belongs to one device.
pub struct View {
    samples: u32,
    target: Target,
    globals: GlobalsBuffer,
    styles: Styles,
    pipelines: Pipelines,
    solids: Solids,
    agents: Agents,
    edge: LinePainter,
    marks: LinePainter,
    trails: TrailPainter,
    output: Output,
    scene: Scene,
}

impl View {
    /// A view on a device. `output` is the format of what [`View::paint`] and [`View::copy_to`] paint on.
    pub fn new(device: &wgpu::Device, output: wgpu::TextureFormat) -> View {
        View::with_samples(device, output, target::SMOOTH)
    }

    /// A view with jagged edges: where a driver in software draws, it takes less than half the time.
    pub fn quick(device: &wgpu::Device, output: wgpu::TextureFormat) -> View {
        View::with_samples(device, output, 1)
    }

    fn with_samples(device: &wgpu::Device, output: wgpu::TextureFormat, samples: u32) -> View {
        let globals = GlobalsBuffer::new(device);
        let styles = Styles::new(device);
        let target = Target::new(device, [1, 1], samples);
        let kind = Kind { space: false, backdrop: Backdrop::Plain };
        let kit = Kit { device, globals: &globals.layout, styles: &styles.layout, samples, kind };
        View {
            pipelines: Pipelines::new(&kit),
            solids: Solids::new(),
            agents: Agents::new(device),
            edge: LinePainter::new(),
            marks: LinePainter::new(),
            trails: TrailPainter::new(),
            output: Output::new(device, output, &target),
            scene: Scene::of(&Picture::default()),
            samples,
            target,
            globals,
            styles,
        }
    }

    /// Hands a picture to the driver: once for every step that is to be seen, not for every frame. It is one write of 64
    /// bytes an agent; and one of 16 more if the look has trails, which grow with every new step uploaded.
    pub fn upload(&mut self, device: &wgpu::Device, queue: &wgpu::Queue, picture: &Picture, look: &Look) {
        self.scene = Scene::of(picture);
        self.styles.upload(queue, &picture.styles);
        self.agents.upload(device, queue, picture);
        self.solids.upload(device, queue, picture);
        self.trails.upload(device, queue, picture, &look.trails);
    }

    /// Forgets the trails.
    pub fn clear_trails(&mut self) {
        self.trails.clear();
    }

    /// Draws the picture last uploaded, into the view's own target.
    pub fn draw(
        &mut self,
        device: &wgpu::Device,
        queue: &wgpu::Queue,
        encoder: &mut wgpu::CommandEncoder,
        frame: &Frame<'_>,
    ) {
        let most = device.limits().max_texture_dimension_2d;
        let size = frame.size.map(|side| side.clamp(1, most));
        if self.target.size != size {
            self.target = Target::new(device, size, self.samples);
            self.output.show(device, &self.target);
        }
        let lens = frame.camera.lens(size);
        let palette = Palette::of(&self.scene, frame.look);
        self.choose_pipelines(device, palette.backdrop);
        self.globals.write(queue, &Globals::of(&self.scene, frame, size, &lens, &palette));
        self.edge.gather(device, queue, |lines| {
            if frame.look.edge {
                surroundings::edge(&self.scene, &palette, lines);
            }
            surroundings::tracks(&self.scene, &palette, lines);
        });
        self.marks.gather(device, queue, |lines| {
            let plane = self.scene.dimensions != 3;
            surroundings::pins(&self.scene, &lens, &palette, lines);
            frame.marks.iter().for_each(|mark| mark.trace(&lens, plane, lines));
        });
        self.styles.write_trails(queue, self.trails.numbers(&frame.look.trails, frame.alpha));
        let mut pass = self.target.begin(encoder);
        pass.set_bind_group(0, &self.globals.group, &[]);
        pass.set_bind_group(1, &self.styles.group, &[]);
        let pipelines = &self.pipelines;
        let Kind { space, backdrop } = pipelines.kind;
        let floor = surroundings::Floor::of(frame.look, space, backdrop);
        pipelines.surroundings.draw(&mut pass, floor.drawn);
        if floor.shadowed {
            self.agents.draw_shadows(&mut pass, &pipelines.shadows, &self.scene);
        }
        self.solids.draw(&mut pass, &pipelines.solids);
        self.agents.draw(&mut pass, &pipelines.agents, &self.scene, &lens);
        self.edge.draw(&mut pass, &pipelines.lines);
        if frame.look.trails.on {
            self.trails.draw(&mut pass, &pipelines.trails);
        }
        self.marks.draw_on_top(&mut pass, &pipelines.lines);
    }

    fn choose_pipelines(&mut self, device: &wgpu::Device, backdrop: Backdrop) {
        let kind = Kind { space: self.scene.dimensions == 3, backdrop };
        if self.pipelines.kind != kind {
            let (globals, styles) = (&self.globals.layout, &self.styles.layout);
            self.pipelines = Pipelines::new(&Kit { device, globals, styles, samples: self.samples, kind });
        }
    }

    /// Paints what was last drawn over the whole viewport of a pass that has one color target, of the format given at the
    /// start, and no depth. The viewport may be larger than the picture: on a driver in software, half the size is drawn in
    /// a quarter of the time.
    pub fn paint(&self, pass: &mut wgpu::RenderPass<'_>) {
        self.output.paint(pass);
    }

    /// Paints what was last drawn onto a texture of the format given at the start.
    pub fn copy_to(&self, encoder: &mut wgpu::CommandEncoder, onto: &wgpu::TextureView) {
        self.output.copy_to(encoder, onto);
    }

    /// What was last drawn, as sRGB bytes: to show or to read back.
    pub fn texture(&self) -> &wgpu::Texture {
        &self.target.color
    }
}
