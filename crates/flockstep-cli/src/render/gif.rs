//! Films as GIF files.

use super::palette::{CLEAR, Palette};
use crate::failure::{Failure, plain};
use flockstep_view::Image;
use gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// A pixel whose color has changed by less than this, of 255, is left as it is.
const NOTICED: u8 = 7;

/// A GIF in the making.
pub struct GifWriter {
    path: PathBuf,
    encoder: Encoder<BufWriter<File>>,
    palette: Palette,
    fps: f64,
    frames: u64,
    size: [usize; 2],
    /// The colors that are shown at the moment, by their numbers.
    shown: Vec<u8>,
}

impl GifWriter {
    pub fn new(file: File, path: &Path, size: [u32; 2], fps: f64, palette: Palette) -> Result<GifWriter, Failure> {
        // Sides are at most 16384 pixels, by the check of the arguments.
        let [width, height] = size.map(|side| side as u16);
        let made = Encoder::new(BufWriter::new(file), width, height, &palette.bytes()).and_then(|mut encoder| {
            encoder.set_repeat(Repeat::Infinite)?;
            Ok(encoder)
        });
        let encoder = made.map_err(|error| failed(path, &error))?;
        let size = size.map(|side| side as usize);
        Ok(GifWriter { path: path.into(), encoder, palette, fps, frames: 0, size, shown: Vec::new() })
    }

    /// Adds a frame: of it, what has changed.
    pub fn add(&mut self, image: &Image) -> Result<(), Failure> {
        let [width, height] = self.size;
        let first = self.shown.is_empty();
        let mut numbers = vec![CLEAR; width * height];
        let mut changed = Changed::default();
        if first {
            self.shown = vec![CLEAR; width * height];
        }
        for (at, pixel) in image.rgba.chunks_exact(4).enumerate() {
            let (color, place) = ([pixel[0], pixel[1], pixel[2]], [at % width, at / width]);
            let shown = self.palette.color(self.shown[at]);
            let same = (0..3).all(|channel| color[channel].abs_diff(shown[channel]) < NOTICED);
            if same && !first {
                continue;
            }
            let number = self.palette.number(color, place);
            if number != self.shown[at] {
                (numbers[at], self.shown[at]) = (number, number);
                changed.add(place);
            }
        }
        let frame = changed.frame(&numbers, width, self.delay());
        self.frames += 1;
        self.encoder.write_frame(&frame).map_err(|error| failed(&self.path, &error))
    }

    /// How long this frame is shown, in hundredths of a second: rounded so that the whole takes the time it should.
    fn delay(&self) -> u16 {
        let end = |frames: u64| (frames as f64 * 100.0 / self.fps).round();
        (end(self.frames + 1) - end(self.frames)).clamp(1.0, f64::from(u16::MAX)) as u16
    }

    /// Ends the file.
    pub fn finish(self) -> Result<(), Failure> {
        let written = self.encoder.into_inner().map_err(|error| failed(&self.path, &error))?;
        let flushed = written.into_inner().map_err(|error| error.into_error()).and_then(|mut file| file.flush());
        flushed.map_err(|error| Failure::io(format!("write {}", self.path.display()), &error))
    }
}

/// The rectangle around all pixels that have changed.
#[derive(Default)]
struct Changed {
    corners: Option<[[usize; 2]; 2]>,
}

impl Changed {
    fn add(&mut self, [x, y]: [usize; 2]) {
        let [low, high] = self.corners.unwrap_or([[x, y]; 2]);
        self.corners = Some([[low[0].min(x), low[1].min(y)], [high[0].max(x), high[1].max(y)]]);
    }

    /// The part of the picture that has changed; a clear pixel if nothing has.
    fn frame(&self, numbers: &[u8], width: usize, delay: u16) -> Frame<'static> {
        let [low, high] = self.corners.unwrap_or_default();
        let rows = (low[1]..=high[1]).flat_map(|y| &numbers[y * width + low[0]..=y * width + high[0]]);
        Frame {
            delay,
            dispose: DisposalMethod::Keep,
            transparent: Some(CLEAR),
            left: low[0] as u16,
            top: low[1] as u16,
            width: (high[0] - low[0] + 1) as u16,
            height: (high[1] - low[1] + 1) as u16,
            buffer: rows.copied().collect::<Vec<u8>>().into(),
            ..Frame::default()
        }
    }
}

fn failed(path: &Path, error: &EncodingError) -> Failure {
    let why = match error {
        EncodingError::Io(error) => plain(error),
        other => other.to_string(),
    };
    Failure::Running(format!("cannot write {}: {why}", path.display()))
}
