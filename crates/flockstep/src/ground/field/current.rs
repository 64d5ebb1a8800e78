//! A given field of velocities: wind, a current.

use crate::error::Error;
use crate::math::vector::{Vector, add, is_finite, length, scale, sub};
use crate::space::Space;

/// A velocity at every place.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Current<const D: usize> {
    /// The same everywhere.
    Constant {
        /// It.
        velocity: Vector<D>,
    },
    /// Around a centre (in 3D around the upright axis through it): fastest at a radius, growing in proportion within it
    /// and falling with the distance beyond (the vortex of Rankine).
    Vortex {
        /// Its centre.
        center: Vector<D>,
        /// The speed at the radius; counterclockwise seen from the end of the axis, clockwise if negative.
        speed: f32,
        /// Where it is fastest.
        radius: f32,
    },
    /// Given on a grid in the plane of the first two axes, interpolated between its points.
    Grid {
        /// The first point.
        min: [f32; 2],
        /// How far the points are apart.
        cell: f32,
        /// How many there are along x and y.
        size: [usize; 2],
        /// The velocities, row by row, along x first.
        velocities: Vec<Vector<D>>,
    },
}

impl<const D: usize> Current<D> {
    /// The velocity at a place; beyond a grid that of its nearest point.
    pub fn at(&self, space: &Space<D>, place: Vector<D>) -> Vector<D> {
        match self {
            Current::Constant { velocity } => *velocity,
            Current::Vortex { center, speed, radius } => {
                let mut from_axis = space.offset_to_point(*center, place);
                // In 3D up is y: the axis is upright, and the water turns in the level.
                let (one, two) = if D == 2 { (0, 1) } else { (D - 1, 0) };
                (0..D).filter(|axis| *axis != one && *axis != two).for_each(|axis| from_axis[axis] = 0.0);
                let distance = length(from_axis);
                // speed·d/r within, speed·r/d beyond, along the tangent of length d.
                let share = if distance <= *radius { 1.0 / radius } else { radius / (distance * distance) };
                let mut velocity = [0.0; D];
                velocity[one] = -from_axis[two] * speed * share;
                velocity[two] = from_axis[one] * speed * share;
                velocity
            }
            Current::Grid { min, cell, size, velocities } => {
                let part = |axis: usize| {
                    let most = (size[axis] - 1) as f32;
                    let along = ((place[axis] - min[axis]) / cell).clamp(0.0, most);
                    let low = along.floor().min((most - 1.0).max(0.0));
                    (low as usize, along - low)
                };
                let ((x, right), (y, up)) = (part(0), part(1));
                let point = |x: usize, y: usize| velocities[y.min(size[1] - 1) * size[0] + x.min(size[0] - 1)];
                let mix = |one: Vector<D>, two: Vector<D>, share: f32| add(one, scale(sub(two, one), share));
                mix(mix(point(x, y), point(x + 1, y), right), mix(point(x, y + 1), point(x + 1, y + 1), right), up)
            }
        }
    }

    pub(super) fn check(&self) -> Result<(), Error> {
        let near = |point: Vector<D>| is_finite(point) && point.iter().all(|c| c.abs() <= 1e15);
        let fits = match self {
            Current::Constant { velocity } => near(*velocity),
            Current::Vortex { center, speed, radius } => {
                near(*center) && speed.abs() <= 1e9 && (1e-6..=1e15).contains(radius)
            }
            Current::Grid { min, cell, size, velocities } => {
                let cells = size[0].checked_mul(size[1]);
                let full = cells == Some(velocities.len()) && !velocities.is_empty();
                let placed = min.iter().all(|c| c.abs() <= 1e15) && (1e-6..=1e12).contains(cell);
                full && placed && velocities.iter().all(|velocity| near(*velocity))
            }
        };
        let allowed = "numbers up to 1e15, a radius or cell of at least 1e-6, and one velocity per point of a grid";
        if fits { Ok(()) } else { Err(Error::misfit("field", format!("allowed are {allowed}"))) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn currents_by_hand() {
        let space = Space::open();
        let vortex = Current::Vortex { center: [1.0, 0.0], speed: 3.0, radius: 2.0 };
        assert_eq!(vortex.at(&space, [3.0, 0.0]), [0.0, 3.0]);
        assert_eq!(vortex.at(&space, [2.0, 0.0]), [0.0, 1.5]);
        assert_eq!(vortex.at(&space, [1.0, 4.0]), [-1.5, 0.0]);
        assert_eq!(vortex.at(&space, [1.0, 0.0]), [0.0, 0.0]);
        let velocities = vec![[0.0, 0.0], [2.0, 0.0], [0.0, 4.0], [2.0, 4.0]];
        let grid = Current::Grid { min: [0.0; 2], cell: 10.0, size: [2, 2], velocities };
        assert_eq!(grid.at(&space, [5.0, 2.5]), [1.0, 1.0]);
        assert_eq!(grid.at(&space, [99.0, -99.0]), [2.0, 0.0]);
        assert!(
            Current::Grid { min: [0.0; 2], cell: 1.0, size: [2, 2], velocities: vec![[0.0; 2]; 3] }.check().is_err()
        );
        assert!(Current::Vortex { center: [0.0; 2], speed: 1.0, radius: 0.0 }.check().is_err());
    }
}
