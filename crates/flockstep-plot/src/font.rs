//! The letters: widths for laying out, outlines for drawing.

use std::sync::LazyLock;
use ttf_parser::{Face, GlyphId, OutlineBuilder};

static FACE: LazyLock<Option<Face<'static>>> =
    LazyLock::new(|| Face::parse(epaint_default_fonts::UBUNTU_LIGHT, 0).ok());

/// What a letter is drawn with.
pub(crate) trait Pen {
    fn move_to(&mut self, x: f32, y: f32);
    fn line_to(&mut self, x: f32, y: f32);
    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32);
    fn cubic_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32);
    fn close(&mut self);
}

fn glyph(face: &Face, letter: char) -> GlyphId {
    face.glyph_index(letter).or_else(|| face.glyph_index('?')).unwrap_or_default()
}

/// How wide a text is, in pixels.
pub(crate) fn width(text: &str, size: f64) -> f64 {
    let Some(face) = FACE.as_ref() else { return 0.5 * size * text.chars().count() as f64 };
    let units: f64 =
        text.chars().map(|letter| f64::from(face.glyph_hor_advance(glyph(face, letter)).unwrap_or(0))).sum();
    units * size / f64::from(face.units_per_em())
}

/// Draws a text from the origin along x, y going down.
pub(crate) fn trace(text: &str, size: f64, pen: &mut impl Pen) {
    let Some(face) = FACE.as_ref() else { return };
    let scale = (size / f64::from(face.units_per_em())) as f32;
    let mut x = 0.0;
    for letter in text.chars() {
        let glyph = glyph(face, letter);
        face.outline_glyph(glyph, &mut Placed { pen, x, scale });
        x += f32::from(face.glyph_hor_advance(glyph).unwrap_or(0)) * scale;
    }
}

/// A pen that draws a letter where it belongs.
struct Placed<'a, P> {
    pen: &'a mut P,
    x: f32,
    scale: f32,
}

impl<P> Placed<'_, P> {
    fn place(&self, x: f32, y: f32) -> (f32, f32) {
        (self.x + x * self.scale, -y * self.scale)
    }
}

impl<P: Pen> OutlineBuilder for Placed<'_, P> {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.place(x, y);
        self.pen.move_to(x, y);
    }
    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.place(x, y);
        self.pen.line_to(x, y);
    }
    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let ((x1, y1), (x, y)) = (self.place(x1, y1), self.place(x, y));
        self.pen.quad_to(x1, y1, x, y);
    }
    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let ((x1, y1), (x2, y2), (x, y)) = (self.place(x1, y1), self.place(x2, y2), self.place(x, y));
        self.pen.cubic_to(x1, y1, x2, y2, x, y);
    }
    fn close(&mut self) {
        self.pen.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_of_a_chart_is_in_the_font() {
        let face = FACE.as_ref().expect("the font can be read");
        for letter in "abcxyzABCXYZ0123456789()+−·²°±ησξΔ≤%.,:/=_→".chars() {
            assert!(face.glyph_index(letter).is_some() || letter == '→', "{letter}");
        }
        assert!(width("wide", 10.0) > width("i", 10.0));
        assert!((width("ab", 20.0) - 2.0 * width("ab", 10.0)).abs() < 1e-9);
    }
}
