//! Writing and drawing on a finished picture.

use ab_glyph::{Font, FontRef, PxScale, ScaleFont, point};
use flockstep_view::Image;

/// A color with an opacity.
pub type Ink = [u8; 4];

/// A font at a size, to write with.
pub struct Pen {
    font: FontRef<'static>,
    scale: PxScale,
}

/// A rectangle of pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Area {
    pub left: f32,
    pub top: f32,
    pub width: f32,
    pub height: f32,
}

impl Pen {
    /// A pen whose lines of text are this many pixels high; none if the font in this program cannot be read.
    pub fn new(height: f32) -> Option<Pen> {
        let font = FontRef::try_from_slice(epaint_default_fonts::HACK_REGULAR).ok()?;
        Some(Pen { font, scale: PxScale::from(height) })
    }

    /// The height of a line.
    pub fn height(&self) -> f32 {
        self.scale.y
    }

    /// How wide a text is.
    pub fn width(&self, text: &str) -> f32 {
        let font = self.font.as_scaled(self.scale);
        text.chars().map(|letter| font.h_advance(font.glyph_id(letter))).sum()
    }

    /// Writes a line, its top left corner here.
    pub fn write(&self, image: &mut Image, [left, top]: [f32; 2], text: &str, ink: Ink) {
        let font = self.font.as_scaled(self.scale);
        let mut at = point(left, top + font.ascent());
        for letter in text.chars() {
            let glyph = font.glyph_id(letter).with_scale_and_position(self.scale, at);
            at.x += font.h_advance(glyph.id);
            let Some(outline) = self.font.outline_glyph(glyph) else { continue };
            let corner = outline.px_bounds().min;
            outline.draw(|x, y, cover| {
                blend(image, corner.x as i64 + i64::from(x), corner.y as i64 + i64::from(y), ink, cover);
            });
        }
    }
}

/// Fills a rectangle with round corners.
pub fn panel(image: &mut Image, area: Area, radius: f32, ink: Ink) {
    let half = [area.width * 0.5 - radius, area.height * 0.5 - radius];
    let middle = [area.left + area.width * 0.5, area.top + area.height * 0.5];
    for y in area.top.floor() as i64..=(area.top + area.height).ceil() as i64 {
        for x in area.left.floor() as i64..=(area.left + area.width).ceil() as i64 {
            let off = [x as f32 + 0.5 - middle[0], y as f32 + 0.5 - middle[1]];
            let past = [0, 1].map(|axis| (off[axis].abs() - half[axis]).max(0.0));
            blend(image, x, y, ink, (radius + 0.5 - past[0].hypot(past[1])).clamp(0.0, 1.0));
        }
    }
}

/// Draws a line through points.
pub fn curve(image: &mut Image, points: &[[f32; 2]], width: f32, ink: Ink) {
    let (Some(first), half) = (points.first(), width * 0.5) else { return };
    let bounds = points.iter().fold([*first, *first], |[low, high], point| {
        [[low[0].min(point[0]), low[1].min(point[1])], [high[0].max(point[0]), high[1].max(point[1])]]
    });
    for y in (bounds[0][1] - width).floor() as i64..=(bounds[1][1] + width).ceil() as i64 {
        for x in (bounds[0][0] - width).floor() as i64..=(bounds[1][0] + width).ceil() as i64 {
            let at = [x as f32 + 0.5, y as f32 + 0.5];
            let nearest = points.windows(2).map(|pair| distance(at, pair[0], pair[1])).fold(f32::INFINITY, f32::min);
            blend(image, x, y, ink, (half + 0.5 - nearest).clamp(0.0, 1.0));
        }
    }
}

/// From a point to a straight piece of a line.
fn distance(at: [f32; 2], from: [f32; 2], to: [f32; 2]) -> f32 {
    let (way, off) = ([to[0] - from[0], to[1] - from[1]], [at[0] - from[0], at[1] - from[1]]);
    let square = way[0] * way[0] + way[1] * way[1];
    let part = if square > 0.0 { ((off[0] * way[0] + off[1] * way[1]) / square).clamp(0.0, 1.0) } else { 0.0 };
    (off[0] - way[0] * part).hypot(off[1] - way[1] * part)
}

fn blend(image: &mut Image, x: i64, y: i64, ink: Ink, cover: f32) {
    if x < 0 || y < 0 || x >= i64::from(image.width) || y >= i64::from(image.height) || cover <= 0.0 {
        return;
    }
    let from = (y as usize * image.width as usize + x as usize) * 4;
    let share = cover.min(1.0) * f32::from(ink[3]) / 255.0;
    for channel in 0..3 {
        let below = f32::from(image.rgba[from + channel]);
        image.rgba[from + channel] = (below + (f32::from(ink[channel]) - below) * share + 0.5) as u8;
    }
}
