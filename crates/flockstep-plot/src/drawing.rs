//! A picture as a list of marks, before it is SVG or PNG.

use crate::color::Color;

/// Where a text stands relative to its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// Something drawn. Lengths are pixels, y goes down.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Mark {
    /// A line through points.
    Line { points: Vec<[f64; 2]>, color: Color, width: f64, dashed: bool },
    /// A filled rectangle: left, top, width, height.
    Rect { place: [f64; 4], color: Color },
    /// A filled disc.
    Dot { center: [f64; 2], radius: f64, color: Color },
    /// A text on a base line, or with `upward` along a line that goes up.
    Text { at: [f64; 2], text: String, size: f64, anchor: Anchor, upward: bool },
}

/// A picture in the making.
#[derive(Clone, Debug, Default)]
pub(crate) struct Drawing {
    pub width: f64,
    pub height: f64,
    pub marks: Vec<Mark>,
}

impl Drawing {
    pub fn line(&mut self, points: Vec<[f64; 2]>, color: Color, width: f64, dashed: bool) {
        self.marks.push(Mark::Line { points, color, width, dashed });
    }
    pub fn rect(&mut self, place: [f64; 4], color: Color) {
        self.marks.push(Mark::Rect { place, color });
    }
    pub fn dot(&mut self, center: [f64; 2], radius: f64, color: Color) {
        self.marks.push(Mark::Dot { center, radius, color });
    }
    pub fn text(&mut self, at: [f64; 2], text: &str, size: f64, anchor: Anchor) {
        self.marks.push(Mark::Text { at, text: text.into(), size, anchor, upward: false });
    }
    pub fn text_upward(&mut self, at: [f64; 2], text: &str, size: f64) {
        self.marks.push(Mark::Text { at, text: text.into(), size, anchor: Anchor::Middle, upward: true });
    }
}
