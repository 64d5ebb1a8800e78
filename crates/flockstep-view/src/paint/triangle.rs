//! Triangles: cut off in front of the eye, then filled sample by sample.

use super::air::Air;
use super::band::{Band, PLACES, SAMPLES};
use crate::draw::pipeline::Depth;
use glam::{Vec2, Vec3, Vec4};

/// A corner of a triangle in the world.
#[derive(Clone, Copy, Debug)]
pub(super) struct Corner {
    pub place: Vec3,
    pub normal: Vec3,
}

impl Corner {
    pub fn new(place: [f32; 3], normal: [f32; 3]) -> Corner {
        Corner { place: place.into(), normal: normal.into() }
    }

    /// As the eye sees it; `layer` is its depth in the plane.
    pub fn seen(&self, air: &Air, layer: f32) -> Seen {
        Seen { clip: air.clip(self.place, layer), place: self.place, normal: self.normal, share: 0.0 }
    }
}

/// A corner, or a point between corners, as the eye sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen {
    pub clip: Vec4,
    pub place: Vec3,
    pub normal: Vec3,
    /// Whatever else is mixed between corners.
    pub share: f32,
}

impl Seen {
    fn mix(&self, other: &Seen, part: f32) -> Seen {
        Seen {
            clip: self.clip.lerp(other.clip, part),
            place: self.place.lerp(other.place, part),
            normal: self.normal.lerp(other.normal, part),
            share: self.share + (other.share - self.share) * part,
        }
    }
}

/// The area that three pixels span, with a sign: positive if they go clockwise in the picture.
pub(super) fn turn(a: Vec2, b: Vec2, c: Vec2) -> f32 {
    (b - a).perp_dot(c - a)
}

/// Fills a triangle; `color` is asked once a pixel.
pub(super) fn fill(
    band: &mut Band,
    air: &Air,
    corners: [Seen; 3],
    depth: Depth,
    color: impl Fn(&Seen) -> Option<Vec4>,
) {
    let near = air.near();
    let ahead = corners.map(|corner| corner.clip.w >= near);
    if ahead == [true; 3] {
        return fill_ahead(band, air, &corners, depth, &color);
    }
    // What is left of it in front of the eye has no corner, three, or four.
    let mut left = Vec::with_capacity(4);
    for (at, corner) in corners.iter().enumerate() {
        let next = &corners[(at + 1) % 3];
        if ahead[at] {
            left.push(*corner);
        }
        if ahead[at] != ahead[(at + 1) % 3] {
            left.push(corner.mix(next, (near - corner.clip.w) / (next.clip.w - corner.clip.w)));
        }
    }
    for last in 2..left.len() {
        fill_ahead(band, air, &[left[0], left[last - 1], left[last]], depth, &color);
    }
}

fn fill_ahead(band: &mut Band, air: &Air, corners: &[Seen; 3], depth: Depth, color: &impl Fn(&Seen) -> Option<Vec4>) {
    let pixels = corners.map(|corner| air.pixel(corner.clip));
    let area = turn(pixels[0], pixels[1], pixels[2]);
    if !(area.is_finite() && area.abs() > 1e-9) {
        return;
    }
    let low = pixels[0].min(pixels[1]).min(pixels[2]).max(Vec2::ZERO);
    let high = pixels[0].max(pixels[1]).max(pixels[2]);
    let columns = low.x as usize..(high.x as usize).saturating_add(1).min(band.width);
    let rows = (low.y as usize).max(band.rows.start)..(high.y as usize).saturating_add(1).min(band.rows.end);
    if high.x < 0.0 || high.y < 0.0 || rows.is_empty() || columns.is_empty() {
        return;
    }
    let depths = corners.map(|corner| corner.clip.z / corner.clip.w);
    let nearness = corners.map(|corner| 1.0 / corner.clip.w);
    // The weight of each corner at a point, linear over the picture.
    let (to_b, to_c) = ((pixels[1] - pixels[0]) / area, (pixels[2] - pixels[0]) / area);
    let weights = |x: f32, y: f32| {
        let off = Vec2::new(x, y) - pixels[0];
        let (b, c) = (off.perp_dot(to_c), to_b.perp_dot(off));
        [1.0 - b - c, b, c]
    };
    for y in rows {
        for x in columns.clone() {
            let mut depth_at = [None; SAMPLES];
            let mut inside = false;
            for (sample, place) in PLACES.iter().enumerate() {
                let w = weights(x as f32 + place[0], y as f32 + place[1]);
                if w[0] >= 0.0 && w[1] >= 0.0 && w[2] >= 0.0 {
                    depth_at[sample] = Some(w[0] * depths[0] + w[1] * depths[1] + w[2] * depths[2]);
                    inside = true;
                }
            }
            if !inside {
                continue;
            }
            band.put([x, y], depth_at, depth, || {
                let w = weights(x as f32 + 0.5, y as f32 + 0.5);
                color(&between(corners, w, nearness))
            });
        }
    }
}

/// The point of the triangle at a pixel, linear in space and not in the picture.
fn between(corners: &[Seen; 3], weights: [f32; 3], nearness: [f32; 3]) -> Seen {
    let shares: [f32; 3] = std::array::from_fn(|at| weights[at] * nearness[at]);
    let sum = shares[0] + shares[1] + shares[2];
    let [a, b, c] = shares.map(|share| share / sum);
    Seen {
        clip: corners[0].clip * a + corners[1].clip * b + corners[2].clip * c,
        place: corners[0].place * a + corners[1].place * b + corners[2].place * c,
        normal: corners[0].normal * a + corners[1].normal * b + corners[2].normal * c,
        share: corners[0].share * a + corners[1].share * b + corners[2].share * c,
    }
}
