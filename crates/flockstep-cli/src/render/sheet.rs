//! Several moments side by side in one picture, each with its time.

use super::arguments::Cells;
use super::ink::{Area, Ink, Pen, panel};
use super::schedule::Moment;
use flockstep_view::{Image, Theme};

/// The space between moments, in pixels.
const GAP: u32 = 4;

/// A contact sheet in the making.
pub struct Sheet {
    image: Image,
    cells: Cells,
    size: [u32; 2],
    used: u32,
}

impl Sheet {
    pub fn new(cells: Cells, size: [u32; 2], theme: Theme) -> Sheet {
        let rows = cells.count.div_ceil(cells.columns);
        let side = |count: u32, pixels: u32| count * (pixels + GAP) + GAP;
        let (width, height) = (side(cells.columns, size[0]), side(rows, size[1]));
        let ground = if theme == Theme::Light { [255; 4] } else { [6, 8, 12, 255] };
        let image = Image { width, height, rgba: ground.repeat(width as usize * height as usize) };
        Sheet { image, cells, size, used: 0 }
    }

    /// Puts the next moment in its place.
    pub fn add(&mut self, mut image: Image, moment: &Moment) {
        label(&mut image, moment);
        let [column, row] = [self.used % self.cells.columns, self.used / self.cells.columns];
        let (left, top) = (GAP + column * (self.size[0] + GAP), GAP + row * (self.size[1] + GAP));
        let bytes = image.width as usize * 4;
        for (y, line) in image.rgba.chunks_exact(bytes).enumerate() {
            let from = ((top as usize + y) * self.image.width as usize + left as usize) * 4;
            self.image.rgba[from..from + bytes].copy_from_slice(line);
        }
        self.used += 1;
    }

    /// The whole sheet.
    pub fn finish(self) -> Image {
        self.image
    }
}

/// Writes the time into the lower right corner, where no overlay is.
fn label(image: &mut Image, moment: &Moment) {
    const GROUND: Ink = [8, 12, 20, 170];
    const TEXT: Ink = [236, 240, 246, 255];
    let Some(pen) = Pen::new((image.height as f32 / 18.0).clamp(11.0, 40.0)) else { return };
    let text = format!("{:.2} s", moment.time);
    let (pad, width) = (pen.height() * 0.35, pen.width(&text));
    let left = image.width as f32 - width - 3.0 * pad;
    let top = image.height as f32 - pen.height() - 2.0 * pad;
    let area = Area { left, top, width: width + 2.0 * pad, height: pen.height() + pad };
    panel(image, area, pad, GROUND);
    pen.write(image, [left + pad, top + 0.5 * pad], &text, TEXT);
}
