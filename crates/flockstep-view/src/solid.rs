//! Solid things: the obstacles of the world.

use crate::bounds::{Bounds, in_space};
use flockstep::Obstacle;
use glam::Vec3;

/// Something solid. In 2D a ball is a disc, a box a rectangle and a capsule a rounded bar.
#[derive(Clone, Debug, PartialEq)]
pub enum Solid {
    /// A ball.
    Ball {
        /// Its centre.
        center: [f32; 3],
        /// Its radius.
        radius: f32,
    },
    /// A box along the axes.
    Box {
        /// The least corner.
        min: [f32; 3],
        /// The greatest corner.
        max: [f32; 3],
    },
    /// All points nearer to a segment than a radius.
    Capsule {
        /// One end of the segment.
        from: [f32; 3],
        /// The other end.
        to: [f32; 3],
        /// Its radius.
        radius: f32,
    },
    /// A convex polygon: in 2D filled, in 3D a sheet seen from either side.
    Sheet {
        /// Its corners.
        corners: Vec<[f32; 3]>,
    },
}

impl Solid {
    /// That of an obstacle of a world with these bounds: a plane is drawn as far as they reach.
    pub fn of<const D: usize>(obstacle: &Obstacle<D>, bounds: &Bounds) -> Solid {
        match obstacle {
            Obstacle::Ball { center, radius } => Solid::Ball { center: in_space(*center), radius: *radius },
            Obstacle::Box { min, max } => Solid::Box { min: in_space(*min), max: in_space(*max) },
            Obstacle::Capsule { from, to, radius } => {
                Solid::Capsule { from: in_space(*from), to: in_space(*to), radius: *radius }
            }
            // A thin wall has to be seen.
            Obstacle::Segment { from, to } => {
                Solid::Capsule { from: in_space(*from), to: in_space(*to), radius: 0.002 * diagonal(bounds) }
            }
            Obstacle::Polygon { points } => {
                Solid::Sheet { corners: points.iter().map(|point| in_space(*point)).collect() }
            }
            Obstacle::Plane { point, normal } => {
                let (point, normal) = (Vec3::from(in_space(*point)), Vec3::from(in_space(*normal)).normalize_or_zero());
                Solid::Sheet { corners: plane(point, normal, bounds, D) }
            }
        }
    }

    /// Its middle.
    pub fn center(&self) -> [f32; 3] {
        match self {
            Solid::Ball { center, .. } => *center,
            Solid::Box { min: a, max: b } | Solid::Capsule { from: a, to: b, .. } => {
                std::array::from_fn(|axis| 0.5 * a[axis] + 0.5 * b[axis])
            }
            Solid::Sheet { corners } => {
                let sum = corners.iter().fold([0.0; 3], |sum: [f32; 3], c| std::array::from_fn(|a| sum[a] + c[a]));
                sum.map(|c| c / corners.len().max(1) as f32)
            }
        }
    }
}

fn diagonal(bounds: &Bounds) -> f32 {
    Vec3::from(bounds.sides()).length()
}

/// What is drawn of a plane: in 2D the solid side as far as the bounds and a little beyond, in 3D a square sheet.
fn plane(point: Vec3, normal: Vec3, bounds: &Bounds, dimensions: usize) -> Vec<[f32; 3]> {
    let reach = 0.75 * diagonal(bounds);
    let middle = Vec3::from(bounds.center());
    let foot = middle - normal * (middle - point).dot(normal);
    let along = if dimensions == 2 { Vec3::new(-normal.y, normal.x, 0.0) } else { normal.any_orthonormal_vector() };
    let other = if dimensions == 2 { -normal } else { normal.cross(along) };
    let (left, right) = (foot - along * reach, foot + along * reach);
    let deep = other * reach;
    let corners = if dimensions == 2 {
        [left, right, right + deep, left + deep]
    } else {
        [left - deep, right - deep, right + deep, left + deep]
    };
    corners.map(Into::into).to_vec()
}
