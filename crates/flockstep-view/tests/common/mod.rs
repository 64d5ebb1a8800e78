//! Drawing scenes in tests, and comparing pictures.
#![allow(dead_code)] // each test uses some of it

use flockstep_scenario::{AnyWorld, Scenario, gallery};
use flockstep_view::{Camera, Frame, Image, Insight, Look, Offscreen, OffscreenError, Painter, Picture};
use std::fs::File;
use std::io::{BufReader, BufWriter};
use std::path::PathBuf;

pub const SIZE: [u32; 2] = [240, 150];
pub const FLOCK_STEPS: u32 = 150;
/// The side of a block of pixels whose mean color is compared.
const BLOCK: usize = 6;
/// How far a block's mean may be off in one channel, of 255. The edge of an agent a pixel off moves it by less; an agent
/// that is missing, or of another color, by far more.
const MOST_OFF: f32 = 14.0;

/// A driver, or none and a word about it.
#[allow(clippy::print_stderr)]
pub fn offscreen() -> Option<Offscreen> {
    match Offscreen::open() {
        Ok(offscreen) => Some(offscreen),
        Err(error @ OffscreenError::NoAdapter(_)) => {
            eprintln!("skipped: {error}");
            None
        }
        Err(error) => panic!("{error}"),
    }
}

/// Who draws: a driver, or the painter in software.
pub trait Draws {
    fn upload(&mut self, picture: &Picture, look: &Look);
    fn draw(&mut self, frame: &Frame<'_>) -> Image;
}

impl Draws for Offscreen {
    fn upload(&mut self, picture: &Picture, look: &Look) {
        Offscreen::upload(self, picture, look);
    }
    fn draw(&mut self, frame: &Frame<'_>) -> Image {
        Offscreen::draw(self, frame).expect("a picture")
    }
}

impl Draws for Painter {
    fn upload(&mut self, picture: &Picture, look: &Look) {
        Painter::upload(self, picture, look);
    }
    fn draw(&mut self, frame: &Frame<'_>) -> Image {
        Painter::draw(self, frame)
    }
}

/// Tests what must be true whoever draws: the painter always, and a driver if there is one.
pub fn whoever_draws(test: impl Fn(&mut dyn Draws)) {
    test(&mut Painter::new());
    if let Some(mut offscreen) = offscreen() {
        test(&mut offscreen);
    }
}

pub fn world(name: &str) -> AnyWorld {
    let scene = gallery::find(name).expect("a scene of the gallery");
    Scenario::parse(scene.text, scene.name).expect("a sound scene").build().expect("a world")
}

/// A scene after some steps, and the look that fits it with a change.
pub fn picture(name: &str, steps: u32, insight: Insight, change: impl Fn(&mut Look)) -> (Picture, Look) {
    let mut world = world(name);
    (0..steps).for_each(|_| world.step());
    let mut picture = Picture::of_world(&world);
    let mut look = Look::of(&picture);
    change(&mut look);
    let styles = picture.styles.clone();
    picture.fill(&world, &styles, insight);
    (picture, look)
}

pub fn draw(artist: &mut dyn Draws, picture: &Picture, look: &Look, camera: &Camera) -> Image {
    artist.upload(picture, look);
    artist.draw(&Frame::new(camera, look, SIZE))
}

/// A scene after some steps, trails included, as a person sees it first.
pub fn shown(artist: &mut dyn Draws, name: &str, steps: u32, insight: Insight, change: impl Fn(&mut Look)) -> Image {
    let (last, look) = picture(name, steps, insight, change);
    if look.trails.on {
        let mut world = world(name);
        for _ in 0..steps {
            artist.upload(&Picture::of_world(&world), &look);
            world.step();
        }
    }
    draw(artist, &last, &look, &Camera::of(&last, SIZE))
}

/// Whether the kept pictures are to be made anew.
pub fn updating() -> bool {
    std::env::var_os("UPDATE_IMAGES").is_some()
}

fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/images").join(format!("{name}.png"))
}

pub fn keep(name: &str, image: &Image) {
    let file = File::create(path(name)).expect("a file to write");
    let mut encoder = png::Encoder::new(BufWriter::new(file), image.width, image.height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_compression(png::Compression::High);
    let rgb: Vec<u8> = image.rgba.chunks_exact(4).flat_map(|pixel| &pixel[..3]).copied().collect();
    encoder.write_header().and_then(|mut writer| writer.write_image_data(&rgb)).expect("a picture written");
}

pub fn kept(name: &str) -> Image {
    let file = File::open(path(name)).unwrap_or_else(|error| panic!("{name}: no picture is kept: {error}"));
    let mut reader = png::Decoder::new(BufReader::new(file)).read_info().expect("a PNG");
    let mut rgb = vec![0; reader.output_buffer_size().expect("a size")];
    let info = reader.next_frame(&mut rgb).expect("a whole PNG");
    let rgba = rgb.chunks_exact(3).flat_map(|pixel| [pixel[0], pixel[1], pixel[2], 255]).collect();
    Image { width: info.width, height: info.height, rgba }
}

/// Compares two pictures block by block.
pub fn compare(image: &Image, expected: &Image) -> Result<(), String> {
    if [image.width, image.height] != [expected.width, expected.height] {
        return Err(format!("is {}x{}, was {}x{}", image.width, image.height, expected.width, expected.height));
    }
    let (columns, rows) = (image.width as usize / BLOCK, image.height as usize / BLOCK);
    let mut off = Vec::new();
    for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
        let (mean, was) = (mean(image, row, column), mean(expected, row, column));
        let most = (0..3).map(|channel| (mean[channel] - was[channel]).abs()).fold(0.0, f32::max);
        if most > MOST_OFF {
            off.push(format!("at {},{}: {mean:.0?}, was {was:.0?}", column * BLOCK, row * BLOCK));
        }
    }
    match off.first() {
        None => Ok(()),
        Some(first) => Err(format!("{} of {} blocks are off, the first {first}", off.len(), rows * columns)),
    }
}

fn mean(image: &Image, row: usize, column: usize) -> [f32; 3] {
    let mut sum = [0.0; 3];
    for y in row * BLOCK..(row + 1) * BLOCK {
        for x in column * BLOCK..(column + 1) * BLOCK {
            let pixel = (y * image.width as usize + x) * 4;
            (0..3).for_each(|channel| sum[channel] += f32::from(image.rgba[pixel + channel]));
        }
    }
    sum.map(|sum| sum / (BLOCK * BLOCK) as f32)
}
