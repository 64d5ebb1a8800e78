//! A drawing as PNG.

use crate::color::{Color, INK, PAPER};
use crate::drawing::{Anchor, Drawing, Mark};
use crate::font::{self, Pen};
use tiny_skia::{FillRule, LineCap, LineJoin, Paint, PathBuilder, Pixmap, Rect, Stroke, StrokeDash, Transform};

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
pub enum PlotError {
    /// It would be too large.
    #[error("a picture of {width} by {height} pixels is too large")]
    Size {
        /// Its width.
        width: u32,
        /// Its height.
        height: u32,
    },
    /// It cannot be packed.
    #[error("the picture cannot be written as PNG: {0}")]
    Encoding(String),
}

/// Pixels for each pixel of the drawing: sharp on today's screens and in print.
const DENSITY: f32 = 2.0;

/// The drawing as a file.
pub(crate) fn png(drawing: &Drawing) -> Result<Vec<u8>, PlotError> {
    let [width, height] = [drawing.width, drawing.height].map(|side| (side * f64::from(DENSITY)).ceil() as u32);
    let mut pixels = Pixmap::new(width, height).ok_or(PlotError::Size { width, height })?;
    let [red, green, blue] = PAPER;
    pixels.fill(tiny_skia::Color::from_rgba8(red, green, blue, 255));
    for mark in &drawing.marks {
        draw(&mut pixels, mark);
    }
    pixels.encode_png().map_err(|error| PlotError::Encoding(error.to_string()))
}

fn draw(pixels: &mut Pixmap, mark: &Mark) {
    let whole = Transform::from_scale(DENSITY, DENSITY);
    match mark {
        Mark::Line { points, color, width, dashed } => {
            let mut path = PathBuilder::new();
            for (nth, [x, y]) in points.iter().enumerate() {
                if nth == 0 { path.move_to(*x as f32, *y as f32) } else { path.line_to(*x as f32, *y as f32) }
            }
            let dash = if *dashed { StrokeDash::new(vec![6.0, 4.0], 0.0) } else { None };
            let (line_cap, line_join) = (LineCap::Butt, LineJoin::Round);
            let stroke = Stroke { width: *width as f32, line_cap, line_join, dash, ..Stroke::default() };
            if let Some(path) = path.finish() {
                pixels.stroke_path(&path, &paint(*color), &stroke, whole, None);
            }
        }
        Mark::Rect { place: [x, y, width, height], color } => {
            if let Some(rect) = Rect::from_xywh(*x as f32, *y as f32, *width as f32, *height as f32) {
                let mut paint = paint(*color);
                // Neighbours in a map must not let the paper through between them.
                paint.anti_alias = false;
                pixels.fill_rect(rect, &paint, whole, None);
            }
        }
        Mark::Dot { center: [x, y], radius, color } => {
            if let Some(path) = PathBuilder::from_circle(*x as f32, *y as f32, *radius as f32) {
                pixels.fill_path(&path, &paint(*color), FillRule::Winding, whole, None);
            }
        }
        Mark::Text { at: [x, y], text, size, anchor, upward } => {
            let mut pen = Outline(PathBuilder::new());
            font::trace(text, *size, &mut pen);
            let back = match anchor {
                Anchor::Start => 0.0,
                Anchor::Middle => 0.5,
                Anchor::End => 1.0,
            } * font::width(text, *size);
            let turn = if *upward { -90.0 } else { 0.0 };
            let placed = Transform::from_translate(-back as f32, 0.0)
                .post_concat(Transform::from_rotate(turn))
                .post_translate(*x as f32, *y as f32)
                .post_concat(whole);
            if let Some(path) = pen.0.finish() {
                pixels.fill_path(&path, &paint(INK), FillRule::Winding, placed, None);
            }
        }
    }
}

fn paint(color: Color) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color_rgba8(color[0], color[1], color[2], 255);
    paint.anti_alias = true;
    paint
}

/// Letters as a path.
struct Outline(PathBuilder);

impl Pen for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        self.0.move_to(x, y);
    }
    fn line_to(&mut self, x: f32, y: f32) {
        self.0.line_to(x, y);
    }
    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.0.quad_to(x1, y1, x, y);
    }
    fn cubic_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.0.cubic_to(x1, y1, x2, y2, x, y);
    }
    fn close(&mut self) {
        self.0.close();
    }
}
