//! Points and headings of a world as Bevy has them.
//!
//! In 2D a world lies in Bevy's plane of x and y; what a transform has as z and scale is the game's. An agent's nose is
//! where Bevy's own examples have it: local y in 2D, forward (−z) in 3D, with its back up.

use bevy_math::{Quat, Vec3};
use bevy_transform::components::Transform;

/// A point or direction of a world as Bevy's vector.
#[inline(always)]
pub(crate) fn to_vec3<const D: usize>(point: [f32; D]) -> Vec3 {
    Vec3::new(point[0], point[1], if D == 3 { point[2] } else { 0.0 })
}

/// Bevy's vector as a point or direction of a world.
#[inline(always)]
pub(crate) fn from_vec3<const D: usize>(vector: Vec3) -> [f32; D] {
    std::array::from_fn(|axis| vector[axis])
}

/// The rotation of an agent with this heading: a turn in the plane; in space a turn about y and a pitch, never a roll. By the
/// half-angle formulas, which take a third of the time of trigonometry.
#[inline(always)]
pub(crate) fn rotation<const D: usize>(heading: [f32; D]) -> Quat {
    if D == 2 {
        let (sin, cos) = half_angle(-heading[0], heading[1]);
        return Quat::from_xyzw(0.0, 0.0, sin, cos);
    }
    let [x, y, z] = [heading[0], heading[1].clamp(-1.0, 1.0), heading[2]];
    let level = (x * x + z * z).sqrt();
    let (pitch_sin, pitch_cos) = half_angle(y, level);
    // Straight up or down it keeps to no side: any will do.
    let (yaw_sin, yaw_cos) = if level < 1e-6 { (0.0, 1.0) } else { half_angle(-x / level, -z / level) };
    Quat::from_xyzw(yaw_cos * pitch_sin, yaw_sin * pitch_cos, -yaw_sin * pitch_sin, yaw_cos * pitch_cos)
}

/// Sine and cosine of half of an angle from −π to π. The smaller one follows from the larger, so that it is exact too.
#[inline(always)]
fn half_angle(sin: f32, cos: f32) -> (f32, f32) {
    let larger = ((1.0 + cos.abs()) * 0.5).sqrt();
    let smaller = sin.abs() * 0.5 / larger;
    let (half_sin, half_cos) = if cos >= 0.0 { (smaller, larger) } else { (larger, smaller) };
    (half_sin.copysign(sin), half_cos)
}

/// Puts a transform where an agent is. In 2D its z stays.
#[inline(always)]
pub(crate) fn place<const D: usize>(transform: &mut Transform, position: [f32; D], heading: [f32; D]) {
    let at = to_vec3(position);
    transform.translation = if D == 3 { at } else { at.with_z(transform.translation.z) };
    transform.rotation = rotation(heading);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_nose_points_along_the_heading() {
        for step in 0..64 {
            let angle = step as f32 * 0.1 - 3.2;
            let nose = rotation([angle.cos(), angle.sin()]) * Vec3::Y;
            assert!(nose.distance(Vec3::new(angle.cos(), angle.sin(), 0.0)) < 1e-5, "{angle}: {nose}");
            let heading = Vec3::new(angle.cos(), 0.4, angle.sin()).normalize();
            let turned = rotation::<3>(heading.to_array());
            assert!((turned * Vec3::NEG_Z).distance(heading) < 1e-5);
            assert!((turned * Vec3::Y).y > 0.0, "its back is up");
        }
        assert!((rotation([0.0, 1.0, 0.0]) * Vec3::NEG_Z).distance(Vec3::Y) < 1e-5, "straight up");
    }
}
