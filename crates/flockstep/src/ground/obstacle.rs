//! Solid things: their shapes, and whether the numbers make one.

use crate::error::Error;
use crate::math::vector::{Vector, add, dot, is_finite, length, scale, sub, unit};

/// Something solid that agents steer around.
#[derive(Clone, Debug, PartialEq)]
pub enum Obstacle<const D: usize> {
    /// A ball (in 2D a disc).
    Ball {
        /// Its centre.
        center: Vector<D>,
        /// Its radius.
        radius: f32,
    },
    /// A box along the axes.
    Box {
        /// The least corner.
        min: Vector<D>,
        /// The greatest corner.
        max: Vector<D>,
    },
    /// All points nearer to a segment than a radius: a rounded bar.
    Capsule {
        /// One end of the segment.
        from: Vector<D>,
        /// The other end.
        to: Vector<D>,
        /// Its radius.
        radius: f32,
    },
    /// A thin wall between two points (in 3D a wire: a wall there is a box).
    Segment {
        /// One end.
        from: Vector<D>,
        /// The other end.
        to: Vector<D>,
    },
    /// A convex polygon; only in 2D.
    Polygon {
        /// Its corners, one after the other, either way round.
        points: Vec<Vector<D>>,
    },
    /// Everything behind a plane (in 2D a line): a floor, a shore.
    Plane {
        /// A point of its surface.
        point: Vector<D>,
        /// Where its free side is.
        normal: Vector<D>,
    },
}

/// The most corners of a polygon.
pub const MOST_CORNERS: usize = 64;

impl<const D: usize> Obstacle<D> {
    /// Its centre; of a plane the point that it was given by.
    pub fn center(&self) -> Vector<D> {
        match self {
            Obstacle::Ball { center, .. } => *center,
            Obstacle::Plane { point, .. } => *point,
            other => {
                let (min, max) = other.bounds();
                std::array::from_fn(|axis| 0.5 * min[axis] + 0.5 * max[axis])
            }
        }
    }

    /// How far from its centre it reaches.
    pub fn reach(&self) -> f32 {
        match self {
            Obstacle::Ball { radius, .. } => *radius,
            Obstacle::Box { min, max } => 0.5 * length(sub(*max, *min)),
            Obstacle::Capsule { from, to, radius } => 0.5 * length(sub(*to, *from)) + radius,
            Obstacle::Segment { from, to } => 0.5 * length(sub(*to, *from)),
            Obstacle::Polygon { points } => {
                let center = self.center();
                points.iter().fold(0.0f32, |most, point| most.max(length(sub(*point, center))))
            }
            Obstacle::Plane { .. } => f32::INFINITY,
        }
    }

    /// The corners of the least box around it; of a plane there is none, and both are infinite.
    pub fn bounds(&self) -> (Vector<D>, Vector<D>) {
        let around = |points: &[Vector<D>], radius: f32| {
            let least = |axis: usize| points.iter().fold(f32::INFINITY, |least, p| least.min(p[axis])) - radius;
            let most = |axis: usize| points.iter().fold(f32::NEG_INFINITY, |most, p| most.max(p[axis])) + radius;
            (std::array::from_fn(least), std::array::from_fn(most))
        };
        match self {
            Obstacle::Ball { center, radius } => around(&[*center], *radius),
            Obstacle::Box { min, max } => (*min, *max),
            Obstacle::Capsule { from, to, radius } => around(&[*from, *to], *radius),
            Obstacle::Segment { from, to } => around(&[*from, *to], 0.0),
            Obstacle::Polygon { points } => around(points, 0.0),
            Obstacle::Plane { .. } => ([f32::NEG_INFINITY; D], [f32::INFINITY; D]),
        }
    }

    /// The same obstacle with its centre here.
    pub fn moved_to(&self, to: Vector<D>) -> Obstacle<D> {
        let mut moved = self.clone();
        moved.move_to(to);
        moved
    }

    /// Takes on the form of another obstacle of the same kind, with its centre here.
    pub(crate) fn take_form(&mut self, form: &Obstacle<D>, here: Vector<D>) {
        match (&mut *self, form) {
            // In place: nothing is allocated while a world runs.
            (Obstacle::Polygon { points }, Obstacle::Polygon { points: from }) => points.copy_from_slice(from),
            _ => *self = form.clone(),
        }
        self.move_to(here);
    }

    /// Puts its centre here.
    fn move_to(&mut self, here: Vector<D>) {
        let by = sub(here, self.center());
        match self {
            Obstacle::Ball { center: point, .. } | Obstacle::Plane { point, .. } => *point = here,
            Obstacle::Box { min, max } => {
                let half: Vector<D> = std::array::from_fn(|axis| 0.5 * max[axis] - 0.5 * min[axis]);
                (*min, *max) = (sub(here, half), add(here, half));
            }
            Obstacle::Capsule { from, to, .. } | Obstacle::Segment { from, to } => {
                (*from, *to) = (add(*from, by), add(*to, by));
            }
            Obstacle::Polygon { points } => points.iter_mut().for_each(|point| *point = add(*point, by)),
        }
    }

    /// Refuses numbers that make no shape.
    pub fn check(&self) -> Result<(), Error> {
        let long = |radius: f32| radius.is_finite() && radius >= 0.0;
        let (fits, allowed) = match self {
            Obstacle::Ball { center, radius } => {
                (is_finite(*center) && long(*radius), "finite numbers, a radius not negative")
            }
            Obstacle::Box { min, max } => {
                let ordered = (0..D).all(|a| max[a] >= min[a]);
                (is_finite(*min) && is_finite(*max) && ordered, "finite numbers, max not less than min")
            }
            Obstacle::Capsule { from, to, radius } => {
                (is_finite(*from) && is_finite(*to) && long(*radius), "finite numbers, a radius not negative")
            }
            Obstacle::Segment { from, to } => (is_finite(*from) && is_finite(*to), "finite numbers"),
            Obstacle::Polygon { points } => return check_polygon(points),
            Obstacle::Plane { point, normal } => (
                is_finite(*point) && is_finite(*normal) && unit(*normal) != [0.0; D],
                "finite numbers, a normal not zero",
            ),
        };
        if fits { Ok(()) } else { Err(Error::number("obstacle", self, allowed)) }
    }
}

/// Refuses corners that make no convex polygon. Every corner must be on the inner side of every edge: that alone also
/// refuses what crosses itself.
fn check_polygon<const D: usize>(points: &[Vector<D>]) -> Result<(), Error> {
    let wrong = |problem: &str| Err(Error::misfit("obstacle", problem));
    if D != 2 {
        return wrong("found a polygon in three dimensions, allowed is one in two");
    }
    if !(3..=MOST_CORNERS).contains(&points.len()) || !points.iter().all(|point| is_finite(*point)) {
        return wrong("found corners that make no polygon, allowed is 3 to 64 of finite numbers");
    }
    let cross = |a: Vector<D>, b: Vector<D>| f64::from(a[0]) * f64::from(b[1]) - f64::from(a[1]) * f64::from(b[0]);
    let edge = |nth: usize| sub(points[(nth + 1) % points.len()], points[nth]);
    let (mut left, mut right) = (false, false);
    for nth in 0..points.len() {
        let along = edge(nth);
        for point in points {
            let to = sub(*point, points[nth]);
            let turn = cross(along, to);
            // What rounding leaves of corners in one line is no turn.
            let slack = 1e-6 * f64::from(length(along)) * f64::from(length(to));
            left |= turn > slack;
            right |= turn < -slack;
        }
    }
    match (left, right) {
        (true, true) => {
            wrong("found corners that make no polygon, allowed is once around, without a dent and without crossing")
        }
        (false, false) => wrong("found corners in one line, allowed is a polygon with an area"),
        _ => Ok(()),
    }
}

/// The point of a segment that is nearest to another point.
pub(crate) fn nearest_on_segment<const D: usize>(from: Vector<D>, to: Vector<D>, point: Vector<D>) -> Vector<D> {
    add(from, scale(sub(to, from), share_along(sub(to, from), sub(point, from))))
}

/// How far along a vector another one reaches, from 0 to 1.
pub(crate) fn share_along<const D: usize>(along: Vector<D>, to: Vector<D>) -> f32 {
    let square = dot(along, along);
    // Points in one place have no way between them.
    if square > 0.0 { (dot(to, along) / square).clamp(0.0, 1.0) } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn polygon(points: &[[f32; 2]]) -> Result<(), Error> {
        Obstacle::Polygon { points: points.to_vec() }.check()
    }

    #[test]
    fn polygons_are_convex_go_around_once_and_have_an_area() {
        let square = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
        polygon(&square).unwrap();
        polygon(&[square[0], square[3], square[2], square[1]]).unwrap();
        polygon(&[square[0], [0.5, 0.0], square[1], square[2]]).unwrap();
        assert!(polygon(&[square[0], square[2], square[1], square[3]]).is_err(), "crosses itself");
        assert!(polygon(&[square[0], square[1], [0.5, 0.2], square[3]]).is_err(), "has a dent");
        // A pentagram turns the same way at every corner, but twice around.
        let star: Vec<[f32; 2]> =
            (0..5).map(|nth| libm::sincosf(nth as f32 * 4.0 * std::f32::consts::PI / 5.0).into()).collect();
        assert!(polygon(&star).is_err());
        assert!(polygon(&square[..2]).is_err());
        assert!(polygon(&[square[0], square[1], square[1]]).is_err(), "no area");
        assert!(polygon(&[square[0], square[1], [f32::NAN, 1.0]]).is_err());
    }

    #[test]
    fn moving_keeps_the_shape() {
        let points = vec![[0.0, 0.0], [2.0, 0.0], [0.0, 2.0]];
        let shapes = [
            Obstacle::Ball { center: [1.0, 1.0], radius: 2.0 },
            Obstacle::Box { min: [0.0, 0.0], max: [2.0, 2.0] },
            Obstacle::Capsule { from: [0.0, 0.0], to: [2.0, 2.0], radius: 0.5 },
            Obstacle::Segment { from: [0.0, 2.0], to: [2.0, 0.0] },
            Obstacle::Polygon { points },
            Obstacle::Plane { point: [1.0, 1.0], normal: [0.0, 1.0] },
        ];
        for shape in shapes {
            assert_eq!(shape.center(), [1.0, 1.0]);
            let moved = shape.moved_to([4.0, -3.0]);
            assert_eq!(moved.center(), [4.0, -3.0]);
            assert_eq!(moved.reach(), shape.reach());
            assert_eq!(moved.moved_to([1.0, 1.0]), shape);
        }
    }
}
