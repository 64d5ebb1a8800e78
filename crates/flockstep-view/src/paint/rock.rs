//! Solid things. As `shaders/solids.wgsl`.

use super::air::Air;
use super::band::Band;
use super::triangle::{Corner, Seen, fill};
use crate::draw::pipeline::Depth;
use glam::Vec3;

/// Where light comes from in the plane.
pub(super) const FLAT_LIGHT: Vec3 = Vec3::new(-0.45, 0.6, 0.65);

/// Paints the triangles of all solid things.
pub(super) fn paint(band: &mut Band, corners: &[Corner], air: &Air) {
    for corners in corners.chunks_exact(3) {
        let seen = [0, 1, 2].map(|corner| corners[corner].seen(air, 0.1));
        fill(band, air, seen, Depth::Solid, |seen| Some(color(seen, air).extend(1.0)));
    }
}

fn color(seen: &Seen, air: &Air) -> Vec3 {
    let normal = seen.normal.normalize_or_zero();
    // Stone, a shade off the background.
    let stone = if air.bright() { Vec3::new(0.27, 0.3, 0.34) } else { Vec3::new(0.13, 0.15, 0.19) };
    if !air.space {
        let lit = 0.8 + 0.5 * normal.dot(FLAT_LIGHT.normalize());
        return stone * lit * if air.bright() { 1.3 } else { 0.75 };
    }
    let toward = (air.eye - seen.place).normalize_or_zero();
    let rim = (1.0 - normal.dot(toward).max(0.0)).powi(3) * 0.3;
    let color = stone * 1.6 * air.light(normal, air.key_share(seen.place)) + air.sky * rim;
    air.fogged(color, seen.place)
}
