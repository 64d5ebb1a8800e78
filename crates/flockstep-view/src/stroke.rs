//! Lines of a width in pixels: what marks, edges and pins are made of.

use crate::color::linear4;
use bytemuck::{Pod, Zeroable};
use glam::Vec3;

/// How a line is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// Red, green, blue and opacity.
    pub color: [u8; 4],
    /// In pixels.
    pub width: f32,
}

impl Stroke {
    /// A stroke of this color and width.
    pub const fn new(color: [u8; 4], width: f32) -> Stroke {
        Stroke { color, width }
    }

    /// The same, fainter.
    pub(crate) fn faded(self, by: f32) -> Stroke {
        let [r, g, b, a] = self.color;
        Stroke { color: [r, g, b, (f32::from(a) * by) as u8], ..self }
    }
}

/// A straight line as the driver gets it.
#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
pub(crate) struct Segment {
    pub from: [f32; 3],
    /// In pixels.
    pub width: f32,
    pub to: [f32; 3],
    /// The length of a dash and a gap in world units; 0 for none.
    pub dash: f32,
    /// In linear light.
    pub color: [f32; 4],
}

/// A corner of a filled triangle as the driver gets it.
#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
pub(crate) struct Corner {
    pub position: [f32; 3],
    pub color: [f32; 4],
}

/// Lines and filled triangles, gathered for a draw call.
#[derive(Debug, Default)]
pub(crate) struct Lines {
    pub segments: Vec<Segment>,
    pub corners: Vec<Corner>,
}

impl Lines {
    pub fn clear(&mut self) {
        self.segments.clear();
        self.corners.clear();
    }

    pub fn line(&mut self, from: Vec3, to: Vec3, stroke: Stroke) {
        self.dashed(from, to, stroke, 0.0);
    }

    pub fn dashed(&mut self, from: Vec3, to: Vec3, stroke: Stroke, dash: f32) {
        let color = linear4(stroke.color);
        self.segments.push(Segment { from: from.into(), width: stroke.width, to: to.into(), dash, color });
    }

    pub fn triangle(&mut self, corners: [Vec3; 3], color: [f32; 4]) {
        self.corners.extend(corners.map(|corner| Corner { position: corner.into(), color }));
    }
}
