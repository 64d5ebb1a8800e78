//! Lines of a width in pixels. As `shaders/lines.wgsl` and `shaders/trails.wgsl`.

use super::air::{Air, smoothstep};
use super::band::{Band, Rows, SAMPLES};
use super::rows_around;
use crate::color::linear;
use crate::draw::pipeline::Depth;
use crate::look::ColorBy;
use crate::stroke::Segment;
use glam::{Vec2, Vec3, Vec4};

/// A line as the eye sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    ends: [End; 2],
    half_width: f32,
    /// Trails have flat ends: pieces that overlapped would show as beads.
    flat: bool,
    /// Marks are never in the fog.
    fogged: bool,
    rows: (usize, usize),
}

#[derive(Clone, Copy, Debug)]
struct End {
    clip: Vec4,
    place: Vec3,
    color: Vec4,
    /// How many dashes from the beginning.
    dashes: f32,
}

impl End {
    fn mix(&self, other: &End, part: f32) -> End {
        End {
            clip: self.clip.lerp(other.clip, part),
            place: self.place.lerp(other.place, part),
            color: self.color.lerp(other.color, part),
            dashes: self.dashes + (other.dashes - self.dashes) * part,
        }
    }
}

impl Line {
    /// A line at a layer of the plane; that of marks is never in the fog.
    pub fn of_segment(segment: &Segment, air: &Air, layer: f32) -> Option<Line> {
        let [from, to] = [segment.from, segment.to].map(Vec3::from);
        let mut color = Vec4::from(segment.color);
        color.w *= segment.width.min(1.0);
        let dashes = if segment.dash > 0.0 { from.distance(to) / segment.dash } else { 0.0 };
        let end = |place: Vec3, dashes| End { clip: air.clip(place, layer), place, color, dashes };
        Line::between([end(from, 0.0), end(to, dashes)], segment.width, false, layer < 0.5, air)
    }

    /// A piece of a trail between two past positions, of which a part has been grown.
    pub fn of_trail(
        [older, newer]: [[f32; 3]; 2],
        grown: f32,
        ages: [f32; 2],
        width: f32,
        color: [u8; 3],
        air: &Air,
    ) -> Option<Line> {
        let way = Vec3::from(newer) - Vec3::from(older);
        let across_seam = (0..3).any(|axis| {
            let period = air.globals.periods[axis];
            period > 0.0 && way[axis].abs() > period * 0.5
        });
        if across_seam {
            return None;
        }
        let mut color = Vec3::from(linear(color));
        if ColorBy::ALL.get(air.globals.choice[1] as usize) == Some(&ColorBy::Heading) {
            color = air.wheel(way);
        }
        if air.bright() {
            color *= 0.85 + (0.3 - 0.85) * smoothstep(0.25, 0.85, color.dot(Vec3::new(0.21, 0.72, 0.07)));
        }
        let end = |share: f32, age: f32| {
            let place = Vec3::from(older) + way * share;
            End { clip: air.clip(place, 0.06), place, color: color.extend(0.7 * age * age), dashes: 0.0 }
        };
        Line::between([end(0.0, ages[0]), end(grown, ages[1])], width, true, true, air)
    }

    /// What is left of it in front of the eye, if anything.
    fn between(mut ends: [End; 2], width: f32, flat: bool, fogged: bool, air: &Air) -> Option<Line> {
        let near = air.near();
        let [a, b] = ends.map(|end| end.clip.w);
        match (a >= near, b >= near) {
            (false, false) => return None,
            (false, true) => ends[0] = ends[0].mix(&ends[1], (near - a) / (b - a)),
            (true, false) => ends[1] = ends[1].mix(&ends[0], (near - b) / (a - b)),
            (true, true) => {}
        }
        let half_width = width.max(1.0) * 0.5;
        let [from, to] = ends.map(|end| air.pixel(end.clip));
        if !(from.is_finite() && to.is_finite() && half_width.is_finite()) {
            return None;
        }
        let Rows { start, end } = rows_around(0.5 * (from.y + to.y), 0.5 * (from.y - to.y).abs() + half_width + 1.0);
        Some(Line { ends, half_width, flat, fogged, rows: (start, end) })
    }

    /// Paints the part of it that is in a band.
    pub fn paint(&self, band: &mut Band, air: &Air, depth: Depth, opacity: f32) {
        if !band.touches(&(self.rows.0..self.rows.1)) {
            return;
        }
        let [from, to] = self.ends.map(|end| air.pixel(end.clip));
        let length = from.distance(to);
        let along = if length > 1e-4 { (to - from) / length } else { Vec2::X };
        let pad = self.half_width + 1.0;
        for y in band.rows.clone() {
            for x in self.columns(from, to, y, band.width) {
                let off = Vec2::new(x as f32 + 0.5, y as f32 + 0.5) - from;
                let (at, aside) = (off.dot(along), along.perp_dot(off));
                let cover = self.cover(at, aside, length);
                if cover > 0.0 {
                    // From end to end of the strip that a driver fills, which is a little longer than the line.
                    let share = ((at + pad) / (length + 2.0 * pad)).clamp(0.0, 1.0);
                    self.put(band, [x, y], share, cover * opacity, depth, air);
                }
            }
        }
    }

    /// The pixels of a row that it may cover.
    fn columns(&self, from: Vec2, to: Vec2, y: usize, width: usize) -> std::ops::Range<usize> {
        let pad = self.half_width + 1.0;
        let (y, rise) = (y as f32 + 0.5, to.y - from.y);
        let (mut first, mut last) = (0.0f32, 1.0f32);
        if rise.abs() > 1e-3 {
            let [a, b] = [(y - pad - from.y) / rise, (y + pad - from.y) / rise];
            (first, last) = (a.min(b).max(0.0), a.max(b).min(1.0));
            if first > last {
                return 0..0;
            }
        } else if (y - from.y).abs() > pad {
            return 0..0;
        }
        let [a, b] = [first, last].map(|part| from.x + (to.x - from.x) * part);
        let (low, high) = (a.min(b) - pad, a.max(b) + pad);
        let column = |x: f32| (x.max(0.0) as usize).min(width);
        if high < 0.0 { 0..0 } else { column(low)..column(high + 1.0) }
    }

    /// How much of a pixel it covers.
    fn cover(&self, at: f32, aside: f32, length: f32) -> f32 {
        let past = (-at).max(at - length).max(0.0);
        if self.flat && past > 0.0 {
            return 0.0;
        }
        (self.half_width + 0.5 - past.hypot(aside)).clamp(0.0, 1.0)
    }

    fn put(&self, band: &mut Band, pixel: [usize; 2], share: f32, cover: f32, depth: Depth, air: &Air) {
        let [a, b] = &self.ends;
        let depths = a.clip.z / a.clip.w * (1.0 - share) + b.clip.z / b.clip.w * share;
        // Linear in space and not in the picture.
        let nearness = share / b.clip.w;
        let seen = a.mix(b, nearness / (nearness + (1.0 - share) / a.clip.w));
        if seen.dashes - seen.dashes.floor() > 0.55 {
            return;
        }
        band.put(pixel, [Some(depths); SAMPLES], depth, || {
            let color = seen.color.truncate();
            let color = if self.fogged { air.fogged(color, seen.place) } else { color };
            Some(color.extend(seen.color.w * cover))
        });
    }
}
