//! Annotations: lines, rings, cones and points on top of the picture.

use crate::camera::Lens;
use crate::color::linear4;
use crate::stroke::{Lines, Stroke};
use glam::Vec3;
use std::f32::consts::TAU;

/// How many straight pieces a whole circle is drawn with.
const PIECES: usize = 64;
/// How opaque the inside of a cone of sight is, against its outline.
const INSIDE: f32 = 0.05;

/// Something drawn on top: where it is behind something solid it is drawn faintly.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mark {
    /// A straight line.
    Line {
        /// From here.
        from: [f32; 3],
        /// To here.
        to: [f32; 3],
        /// How it is drawn.
        stroke: Stroke,
    },
    /// A line with a head, its size a few times the width.
    Arrow {
        /// From here.
        from: [f32; 3],
        /// To here.
        to: [f32; 3],
        /// How it is drawn.
        stroke: Stroke,
    },
    /// A circle that faces the camera.
    Circle {
        /// Its centre.
        center: [f32; 3],
        /// Its radius.
        radius: f32,
        /// How it is drawn.
        stroke: Stroke,
    },
    /// A circle around an axis.
    Ring {
        /// Its centre.
        center: [f32; 3],
        /// The axis.
        axis: [f32; 3],
        /// Its radius.
        radius: f32,
        /// How it is drawn.
        stroke: Stroke,
    },
    /// A ball of wire; in the plane a circle.
    Sphere {
        /// Its centre.
        center: [f32; 3],
        /// Its radius.
        radius: f32,
        /// How it is drawn.
        stroke: Stroke,
    },
    /// A cone of sight; in the plane a sector. With 360 degrees a whole sphere or circle.
    Cone {
        /// Who sees.
        apex: [f32; 3],
        /// Where it looks.
        axis: [f32; 3],
        /// The whole angle in degrees.
        angle: f32,
        /// How far it sees.
        radius: f32,
        /// How it is drawn.
        stroke: Stroke,
    },
    /// A square that faces the camera.
    Square {
        /// Its centre.
        center: [f32; 3],
        /// Half its side.
        radius: f32,
        /// How it is drawn.
        stroke: Stroke,
    },
    /// A dot, as wide as its stroke.
    Point {
        /// Where.
        at: [f32; 3],
        /// How it is drawn.
        stroke: Stroke,
    },
}

impl Mark {
    /// Takes the mark apart into straight lines (and the inside of a cone into triangles).
    pub(crate) fn trace(&self, lens: &Lens, plane: bool, lines: &mut Lines) {
        match *self {
            Mark::Line { from, to, stroke } => lines.line(from.into(), to.into(), stroke),
            Mark::Arrow { from, to, stroke } => arrow(from.into(), to.into(), stroke, lens, plane, lines),
            Mark::Point { at, stroke } => lines.line(at.into(), at.into(), stroke),
            Mark::Circle { center, radius, stroke } => {
                arc(center.into(), lens.right * radius, lens.up * radius, TAU, stroke, lines);
            }
            Mark::Ring { center, axis, radius, stroke } => {
                let (a, b) = across(axis.into());
                arc(center.into(), a * radius, b * radius, TAU, stroke, lines);
            }
            Mark::Sphere { center, radius, stroke } => sphere(center.into(), radius, stroke, lens, plane, lines),
            Mark::Square { center, radius, stroke } => {
                let (right, up, center) = (lens.right * radius, lens.up * radius, Vec3::from(center));
                let corners = [right + up, up - right, -right - up, right - up];
                (0..4).for_each(|at| lines.line(center + corners[at], center + corners[(at + 1) % 4], stroke));
            }
            Mark::Cone { apex, axis, angle, radius, stroke } => {
                let half = angle.clamp(0.0, 360.0).to_radians() * 0.5;
                let axis = Vec3::from(axis).try_normalize().unwrap_or(Vec3::X);
                if angle >= 360.0 {
                    sphere(apex.into(), radius, stroke, lens, plane, lines);
                } else if plane {
                    sector(apex.into(), axis, half, radius, stroke, lines);
                } else {
                    cone(apex.into(), axis, half, radius, stroke, lines);
                }
            }
        }
    }
}

/// Two directions at right angles to an axis and to one another.
fn across(axis: Vec3) -> (Vec3, Vec3) {
    axis.try_normalize().unwrap_or(Vec3::Y).any_orthonormal_pair()
}

/// A part of a circle from `a` towards `b`, both given from the centre.
fn arc(center: Vec3, a: Vec3, b: Vec3, angle: f32, stroke: Stroke, lines: &mut Lines) {
    let pieces = ((PIECES as f32 * angle / TAU).ceil() as usize).clamp(1, PIECES);
    let at = |piece: usize| {
        let (sin, cos) = (angle * piece as f32 / pieces as f32).sin_cos();
        center + a * cos + b * sin
    };
    (0..pieces).for_each(|piece| lines.line(at(piece), at(piece + 1), stroke));
}

fn arrow(from: Vec3, to: Vec3, stroke: Stroke, lens: &Lens, plane: bool, lines: &mut Lines) {
    lines.line(from, to, stroke);
    let way = to - from;
    let depth = if plane { 1.0 } else { (to - lens.eye).dot(lens.forward).max(0.0) };
    let head = (4.0 + 2.5 * stroke.width) * lens.per_pixel * depth;
    let Some(along) = way.try_normalize() else { return };
    let aside = along.cross(lens.forward).try_normalize().unwrap_or(lens.right);
    let head = head.min(way.length() * 0.6);
    for side in [aside, -aside] {
        lines.line(to, to - along * head + side * head * 0.55, stroke);
    }
}

fn sphere(center: Vec3, radius: f32, stroke: Stroke, lens: &Lens, plane: bool, lines: &mut Lines) {
    arc(center, lens.right * radius, lens.up * radius, TAU, stroke, lines);
    if plane {
        return;
    }
    let faint = stroke.faded(0.3);
    for (a, b) in [(Vec3::X, Vec3::Y), (Vec3::Y, Vec3::Z), (Vec3::Z, Vec3::X)] {
        arc(center, a * radius, b * radius, TAU, faint, lines);
    }
}

fn sector(apex: Vec3, axis: Vec3, half: f32, radius: f32, stroke: Stroke, lines: &mut Lines) {
    let left = Vec3::new(-axis.y, axis.x, 0.0);
    let (sin, cos) = half.sin_cos();
    let first = (axis * cos - left * sin) * radius;
    let second = (axis * sin + left * cos) * radius;
    arc(apex, first, second, 2.0 * half, stroke, lines);
    lines.line(apex, apex + first, stroke);
    lines.line(apex, apex + (axis * cos + left * sin) * radius, stroke);
    let mut color = linear4(stroke.color);
    color[3] *= INSIDE;
    let at = |piece: usize| {
        let (sin, cos) = (2.0 * half * piece as f32 / PIECES as f32).sin_cos();
        apex + first * cos + second * sin
    };
    (0..PIECES).for_each(|piece| lines.triangle([apex, at(piece), at(piece + 1)], color));
}

fn cone(apex: Vec3, axis: Vec3, half: f32, radius: f32, stroke: Stroke, lines: &mut Lines) {
    let (a, b) = across(axis);
    let (sin, cos) = half.sin_cos();
    arc(apex + axis * (cos * radius), a * (sin * radius), b * (sin * radius), TAU, stroke, lines);
    let faint = stroke.faded(0.2);
    for rib in 0..8 {
        let (side, ahead) = (TAU * rib as f32 / 8.0).sin_cos();
        let aside = a * ahead + b * side;
        lines.line(apex, apex + (axis * cos + aside * sin) * radius, faint);
        // The cap: from the axis down to the rim.
        arc(apex, axis * radius, aside * radius, half, faint, lines);
    }
}
