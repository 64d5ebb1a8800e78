//! Drawing a picture without a graphics driver.
//!
//! The same picture that [`crate::View`] draws, from the same numbers (globals, palettes, bodies, lines): with depth, four
//! samples a pixel and in light. [`air`], [`backdrop`] and [`body`] are the shaders once more, in Rust; a test compares both
//! with the same kept pictures. A painter's algorithm over 2D shapes was the other choice: it needs a library, shows seams
//! between triangles, and puts what overlaps in depth in the wrong order.
//!
//! The picture is cut into bands of rows, which all threads paint, each band by itself and everything in order: so the
//! bytes do not depend on the threads.

mod air;
mod backdrop;
mod band;
mod body;
mod line;
mod rock;
mod triangle;

use crate::draw::agents::{detail, have_shadows, longest};
use crate::draw::globals::Globals;
use crate::draw::palette::Palette;
use crate::draw::pipeline::Depth;
use crate::draw::surroundings::{self, Floor};
use crate::draw::{Scene, solids};
use crate::history::{COLUMNS, History, Past};
use crate::image::Image;
use crate::look::{Frame, Look};
use crate::picture::Picture;
use crate::stroke::Lines;
use air::Air;
use band::{Band, ROWS, Rows};
use body::Bodies;
use line::Line;
use rayon::prelude::*;
use triangle::Corner;

/// The longest side of a picture, in pixels; a greater one is cut to it.
const MOST_PIXELS: u32 = 1 << 15;

/// Draws pictures in software: on any machine, the same bytes from the same picture every time.
#[derive(Debug)]
pub struct Painter {
    picture: Picture,
    scene: Scene,
    rocks: Vec<Corner>,
    history: History,
    /// The columns of past positions, one after another.
    ring: Vec<Past>,
}

impl Default for Painter {
    fn default() -> Painter {
        Painter::new()
    }
}

/// Everything there is to be drawn in a frame, in order, and which rows it touches.
struct Work<'a> {
    air: Air,
    floor: Floor,
    shadows: Bodies<'a>,
    bodies: Bodies<'a>,
    rocks: &'a [Corner],
    lines: Vec<Line>,
    marks: Vec<Line>,
    /// The insides of cones of sight.
    fills: Vec<(Corner, [f32; 4])>,
}

impl Painter {
    /// One with nothing to draw yet.
    pub fn new() -> Painter {
        let picture = Picture::default();
        let scene = Scene::of(&picture);
        Painter { picture, scene, rocks: Vec::new(), history: History::new(), ring: Vec::new() }
    }

    /// Takes a picture; with trails in the look, one for every step they are to reach back.
    pub fn upload(&mut self, picture: &Picture, look: &Look) {
        self.picture.clone_from(picture);
        self.scene = Scene::of(picture);
        let corners = solids::corners(picture);
        self.rocks = corners.iter().map(|corner| Corner::new(corner.position, corner.normal)).collect();
        if self.history.take(picture, &look.trails) {
            let places = self.history.column.len();
            self.ring.resize(places * COLUMNS, Past::default());
            let from = self.history.newest * places;
            self.ring[from..from + places].copy_from_slice(&self.history.column);
        }
    }

    /// Draws the picture last taken.
    pub fn draw(&self, frame: &Frame<'_>) -> Image {
        let [width, height] = frame.size.map(|side| side.clamp(1, MOST_PIXELS));
        let mut rgba = vec![255; width as usize * height as usize * 4];
        let work = self.work(frame, [width, height]);
        rgba.par_chunks_mut(width as usize * ROWS * 4).enumerate().for_each_init(
            || Band::new(width as usize),
            |band, (number, bytes)| {
                let rows = number * ROWS..(number * ROWS + bytes.len() / (width as usize * 4));
                band.begin(rows);
                work.paint(band);
                band.resolve(bytes);
            },
        );
        Image { width, height, rgba }
    }

    fn work(&self, frame: &Frame<'_>, size: [u32; 2]) -> Work<'_> {
        let lens = frame.camera.lens(size);
        let palette = Palette::of(&self.scene, frame.look);
        let globals = Globals::of(&self.scene, frame, size, &lens, &palette);
        let air = Air::new(&globals, self.scene.dimensions == 3, palette.backdrop);
        let count = self.picture.instances().len();
        let floor = Floor::of(frame.look, air.space, air.backdrop);
        let shadow_count = if floor.shadowed && have_shadows(count) { count } else { 0 };
        let fineness = detail(count, longest(&self.picture), &lens);
        let mut lines = Vec::new();
        let mut traced = Lines::default();
        if frame.look.edge {
            surroundings::edge(&self.scene, &palette, &mut traced);
        }
        surroundings::tracks(&self.scene, &palette, &mut traced);
        lines.extend(traced.segments.iter().filter_map(|segment| Line::of_segment(segment, &air, 0.05)));
        if frame.look.trails.on {
            self.trails(frame, &air, &mut lines);
        }
        traced.clear();
        surroundings::pins(&self.scene, &lens, &palette, &mut traced);
        frame.marks.iter().for_each(|mark| mark.trace(&lens, !air.space, &mut traced));
        let marks = traced.segments.iter().filter_map(|segment| Line::of_segment(segment, &air, 0.9)).collect();
        let fills =
            traced.corners.iter().map(|corner| (Corner::new(corner.position, [0.0; 3]), corner.color)).collect();
        Work {
            floor,
            shadows: Bodies::shadows(&self.picture, shadow_count, &air),
            bodies: Bodies::new(&self.picture, fineness, &air),
            rocks: &self.rocks,
            lines,
            marks,
            fills,
            air,
        }
    }

    fn trails(&self, frame: &Frame<'_>, air: &Air, lines: &mut Vec<Line>) {
        let places = self.history.column.len();
        let growth = self.history.growth(frame.alpha);
        let width = frame.look.trails.width.clamp(0.0, 100.0);
        for (piece, older, newer) in self.history.pieces() {
            let grown = if piece + 2 == COLUMNS { growth } else { 1.0 };
            let ages = [piece as f32, piece as f32 + 1.0].map(|age| age / (COLUMNS - 1) as f32);
            for place in 0..places {
                let ends = [self.ring[older * places + place], self.ring[newer * places + place]];
                // A tag tells whether two positions belong to one trail; 0 is nobody's.
                if ends[0].tag != ends[1].tag || ends[1].tag == 0 {
                    continue;
                }
                let style = self.picture.styles.get((ends[1].tag & 0xffff) as usize);
                let color = style.map_or([128; 3], |style| style.color);
                lines.extend(Line::of_trail(ends.map(|end| end.position), grown, ages, width, color, air));
            }
        }
    }
}

impl Work<'_> {
    fn paint(&self, band: &mut Band) {
        let air = &self.air;
        backdrop::paint(band, air, self.floor.drawn);
        self.shadows.paint_shadows(band, air);
        rock::paint(band, self.rocks, air);
        self.bodies.paint(band, air);
        self.lines.iter().for_each(|line| line.paint(band, air, Depth::Sheer, 1.0));
        for corners in self.fills.chunks_exact(3) {
            let [(a, color), (b, _), (c, _)] = [corners[0], corners[1], corners[2]];
            let placed = [a, b, c].map(|corner| corner.seen(air, 0.9));
            triangle::fill(band, air, placed, Depth::Ignored, |_| Some(color.into()));
        }
        self.marks.iter().for_each(|line| line.paint(band, air, Depth::Hidden, 0.25));
        self.marks.iter().for_each(|line| line.paint(band, air, Depth::Sheer, 1.0));
    }
}

/// The rows of a picture that something near a point touches.
fn rows_around(y: f32, reach: f32) -> Rows {
    let at = |y: f32| y.clamp(0.0, MOST_PIXELS as f32) as usize;
    at(y - reach)..at(y + reach) + 1
}
