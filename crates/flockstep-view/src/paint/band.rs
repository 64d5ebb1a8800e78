//! A band of rows of the picture in the making: four samples a pixel, each with its light and its depth.

use crate::color::to_gamma;
use crate::draw::pipeline::Depth;
use glam::{Vec3, Vec4};
use std::ops::Range;
use std::sync::LazyLock;

/// How many rows a band has: few enough that its samples stay in a core's own memory.
pub(super) const ROWS: usize = 16;
/// Samples a pixel.
pub(super) const SAMPLES: usize = 4;
/// Where in a pixel its samples are: no two in one row or column, as drivers have them.
pub(super) const PLACES: [[f32; 2]; SAMPLES] = [[0.375, 0.125], [0.875, 0.375], [0.125, 0.625], [0.625, 0.875]];
/// How finely light is told apart when it is turned into bytes: the darkest bytes are five steps wide.
const SHADES: usize = 1 << 14;

/// Rows of the picture.
pub(super) type Rows = Range<usize>;

/// A band of rows.
pub(super) struct Band {
    pub width: usize,
    pub rows: Rows,
    /// Red, green and blue light, and the depth: 0 is infinitely far, more is nearer.
    samples: Vec<[Vec4; SAMPLES]>,
}

impl Band {
    pub fn new(width: usize) -> Band {
        Band { width, rows: 0..0, samples: vec![[Vec4::ZERO; SAMPLES]; width * ROWS] }
    }

    /// Goes on with other rows. The backdrop is to be painted before anything else.
    pub fn begin(&mut self, rows: Rows) {
        self.rows = rows;
    }

    pub fn touches(&self, rows: &Rows) -> bool {
        rows.start < self.rows.end && rows.end > self.rows.start
    }

    fn pixel(&mut self, x: usize, y: usize) -> &mut [Vec4; SAMPLES] {
        &mut self.samples[(y - self.rows.start) * self.width + x]
    }

    /// Fills a pixel with what is infinitely far.
    pub fn behind(&mut self, x: usize, y: usize, color: Vec3) {
        *self.pixel(x, y) = [color.extend(0.0); SAMPLES];
    }

    /// Paints some samples of a pixel, if any of them can be seen. `depths` is none for samples that are left out.
    pub fn put(
        &mut self,
        [x, y]: [usize; 2],
        depths: [Option<f32>; SAMPLES],
        test: Depth,
        color: impl FnOnce() -> Option<Vec4>,
    ) {
        let samples = self.pixel(x, y);
        let mut seen = [false; SAMPLES];
        for (sample, depth) in depths.iter().enumerate() {
            seen[sample] = depth.is_some_and(|depth| match test {
                Depth::Solid | Depth::Sheer => depth >= samples[sample].w,
                Depth::Hidden => depth < samples[sample].w,
                Depth::Ignored => true,
            });
        }
        if !seen.contains(&true) {
            return;
        }
        let Some(color) = color().filter(|color| color.is_finite()) else { return };
        for sample in (0..SAMPLES).filter(|sample| seen[*sample]) {
            let below = samples[sample];
            samples[sample] = match depths[sample] {
                Some(depth) if test == Depth::Solid => color.truncate().extend(depth),
                _ => (below.truncate() + (color.truncate() - below.truncate()) * color.w).extend(below.w),
            };
        }
    }

    /// The finished rows as bytes.
    pub fn resolve(&self, bytes: &mut [u8]) {
        for (pixel, samples) in bytes.chunks_exact_mut(4).zip(&self.samples) {
            // What is brighter than white is white before it is mixed: bright edges would look jagged.
            let sum: Vec4 = samples.iter().map(|sample| sample.clamp(Vec4::ZERO, Vec4::ONE)).sum();
            let light = sum * ((SHADES - 1) as f32 / SAMPLES as f32);
            for (byte, light) in pixel.iter_mut().zip([light.x, light.y, light.z]) {
                *byte = BYTES[((light + 0.5) as usize).min(SHADES - 1)];
            }
        }
    }
}

static BYTES: LazyLock<Vec<u8>> =
    LazyLock::new(|| (0..SHADES).map(|shade| to_gamma(shade as f32 / (SHADES - 1) as f32)).collect());
