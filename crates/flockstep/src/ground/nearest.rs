//! How far a point is from an obstacle, and when a body on its way meets one.

use super::obstacle::{Obstacle, nearest_on_segment};
use crate::math::vector::{Vector, add, dot, length, scale, sub, unit, unit_and_length};

/// The point of an obstacle's surface that is nearest to another point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearest<const D: usize> {
    /// It.
    pub point: Vector<D>,
    /// The direction out of the obstacle there, of length 1.
    pub normal: Vector<D>,
    /// How far it is; negative if the other point is inside the obstacle.
    pub distance: f32,
}

impl<const D: usize> Nearest<D> {
    /// Whether the other point is inside the obstacle.
    pub fn inside(&self) -> bool {
        self.distance < 0.0
    }

    /// That of a ball; in its very centre every way out is as good as another.
    fn of_ball(center: Vector<D>, radius: f32, point: Vector<D>, otherwise: Vector<D>) -> Nearest<D> {
        let (direction, distance) = unit_and_length(sub(point, center));
        let normal = if distance > 0.0 { direction } else { otherwise };
        Nearest { point: add(center, scale(normal, radius)), normal, distance: distance - radius }
    }
}

/// Where a body on its way first touches an obstacle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit<const D: usize> {
    /// How far it gets.
    pub distance: f32,
    /// The direction out of the obstacle there, of length 1.
    pub normal: Vector<D>,
}

impl<const D: usize> Obstacle<D> {
    /// The point of its surface that is nearest to a point.
    pub fn nearest_point(&self, point: Vector<D>) -> Nearest<D> {
        match self {
            Obstacle::Ball { center, radius } => Nearest::of_ball(*center, *radius, point, first_axis()),
            Obstacle::Box { min, max } => nearest_of_box(*min, *max, point),
            Obstacle::Capsule { from, to, radius } => {
                Nearest::of_ball(nearest_on_segment(*from, *to, point), *radius, point, across(sub(*to, *from)))
            }
            Obstacle::Segment { from, to } => {
                Nearest::of_ball(nearest_on_segment(*from, *to, point), 0.0, point, across(sub(*to, *from)))
            }
            Obstacle::Polygon { points } => nearest_of_polygon(points, point),
            Obstacle::Plane { point: on, normal } => {
                let normal = unit(*normal);
                let distance = dot(sub(point, *on), normal);
                Nearest { point: sub(point, scale(normal, distance)), normal, distance }
            }
        }
    }

    /// Where a ball of a radius that goes straight from a point first touches it, if it does within `reach`.
    /// `direction` has length 1. A ball that touches it at the start and goes further in is there at once; one on its
    /// way out is not.
    pub fn sweep(&self, from: Vector<D>, direction: Vector<D>, reach: f32, radius: f32) -> Option<Hit<D>> {
        // The distance from something convex is a convex function of the way: Newton's steps come ever nearer to the
        // first touch and never go beyond it, and once the distance grows it does so for good.
        const MOST_STEPS: usize = 32;
        let close = 1e-4 * (reach + radius);
        let mut gone = 0.0;
        for _ in 0..MOST_STEPS {
            let nearest = self.nearest_point(add(from, scale(direction, gone)));
            let (gap, closing) = (nearest.distance - radius, -dot(direction, nearest.normal));
            // What is not a number ends it, too.
            if !matches!(closing.partial_cmp(&0.0), Some(std::cmp::Ordering::Greater)) {
                return None;
            }
            if gap <= close {
                return Some(Hit { distance: gone, normal: nearest.normal });
            }
            gone += gap / closing;
            if !matches!(gone.partial_cmp(&reach), Some(std::cmp::Ordering::Less)) {
                return None;
            }
        }
        None
    }
}

fn first_axis<const D: usize>() -> Vector<D> {
    std::array::from_fn(|axis| if axis == 0 { 1.0 } else { 0.0 })
}

/// A direction square to another one: in the plane to the left.
fn across<const D: usize>(along: Vector<D>) -> Vector<D> {
    let mut across = [0.0; D];
    (across[0], across[1]) = (-along[1], along[0]);
    let side = unit(across);
    if side == [0.0; D] { first_axis() } else { side }
}

fn nearest_of_box<const D: usize>(min: Vector<D>, max: Vector<D>, point: Vector<D>) -> Nearest<D> {
    let mut on: Vector<D> = std::array::from_fn(|axis| point[axis].clamp(min[axis], max[axis]));
    let (direction, distance) = unit_and_length(sub(point, on));
    if distance > 0.0 {
        return Nearest { point: on, normal: direction, distance };
    }
    // Inside: the nearest face.
    let (mut normal, mut depth) = ([0.0; D], f32::INFINITY);
    let mut face = (0, 0.0);
    for axis in 0..D {
        for (side, to) in [(-1.0, point[axis] - min[axis]), (1.0, max[axis] - point[axis])] {
            if to < depth {
                (depth, normal) = (to, [0.0; D]);
                normal[axis] = side;
                face = (axis, if side < 0.0 { min[axis] } else { max[axis] });
            }
        }
    }
    on[face.0] = face.1;
    Nearest { point: on, normal, distance: -depth }
}

fn nearest_of_polygon<const D: usize>(points: &[Vector<D>], point: Vector<D>) -> Nearest<D> {
    let mut nearest = Nearest { point, normal: first_axis(), distance: f32::INFINITY };
    let middle = scale(points.iter().fold([0.0; D], |sum, point| add(sum, *point)), 1.0 / points.len() as f32);
    let mut inside = true;
    for (nth, from) in points.iter().enumerate() {
        let to = points[(nth + 1) % points.len()];
        let mut outward = across(sub(to, *from));
        if dot(outward, sub(middle, *from)) > 0.0 {
            outward = outward.map(|c| -c);
        }
        inside &= dot(outward, sub(point, *from)) <= 0.0;
        let on = nearest_on_segment(*from, to, point);
        let distance = length(sub(point, on));
        if distance < nearest.distance {
            nearest = Nearest { point: on, normal: outward, distance };
        }
    }
    if inside {
        nearest.distance = -nearest.distance;
    } else if nearest.distance > 0.0 {
        nearest.normal = unit(sub(point, nearest.point));
    }
    nearest
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn triangle() -> Obstacle<2> {
        Obstacle::Polygon { points: vec![[0.0, 0.0], [4.0, 0.0], [0.0, 3.0]] }
    }

    #[test]
    fn distances_by_hand() {
        let cases: [(Obstacle<2>, [f32; 2], f32, [f32; 2]); 11] = [
            (Obstacle::Ball { center: [0.0; 2], radius: 2.0 }, [3.0, 4.0], 3.0, [0.6, 0.8]),
            (Obstacle::Ball { center: [0.0; 2], radius: 2.0 }, [0.0, 0.0], -2.0, [1.0, 0.0]),
            (Obstacle::Box { min: [0.0; 2], max: [2.0, 4.0] }, [5.0, 8.0], 5.0, [0.6, 0.8]),
            (Obstacle::Box { min: [0.0; 2], max: [2.0, 4.0] }, [0.5, 1.0], -0.5, [-1.0, 0.0]),
            (Obstacle::Capsule { from: [0.0; 2], to: [9.0, 0.0], radius: 1.0 }, [4.0, -3.0], 2.0, [0.0, -1.0]),
            (Obstacle::Capsule { from: [0.0; 2], to: [9.0, 0.0], radius: 1.0 }, [12.0, 4.0], 4.0, [0.6, 0.8]),
            (Obstacle::Segment { from: [0.0; 2], to: [0.0, 5.0] }, [-3.0, 2.0], 3.0, [-1.0, 0.0]),
            (Obstacle::Segment { from: [0.0; 2], to: [0.0, 5.0] }, [0.0, 2.0], 0.0, [-1.0, 0.0]),
            (triangle(), [1.0, -2.0], 2.0, [0.0, -1.0]),
            (triangle(), [1.0, 0.25], -0.25, [0.0, -1.0]),
            (Obstacle::Plane { point: [0.0, 1.0], normal: [0.0, 5.0] }, [7.0, -2.0], -3.0, [0.0, 1.0]),
        ];
        for (shape, point, distance, normal) in cases {
            let nearest = shape.nearest_point(point);
            assert!((nearest.distance - distance).abs() < 1e-5, "{shape:?} {point:?}: {nearest:?}");
            assert!(length(sub(nearest.normal, normal)) < 1e-5, "{shape:?} {point:?}: {nearest:?}");
            assert_eq!(nearest.inside(), distance < 0.0);
        }
    }

    fn shapes() -> impl Strategy<Value = Obstacle<2>> {
        let point = || [-5.0f32..5.0, -5.0f32..5.0];
        prop_oneof![
            (point(), 0.1f32..3.0).prop_map(|(center, radius)| Obstacle::Ball { center, radius }),
            (point(), [0.1f32..4.0, 0.1f32..4.0]).prop_map(|(min, sides)| Obstacle::Box { min, max: add(min, sides) }),
            (point(), point(), 0.1f32..2.0).prop_map(|(from, to, radius)| Obstacle::Capsule { from, to, radius }),
            (point(), point()).prop_map(|(from, to)| Obstacle::Segment { from, to }),
            Just(triangle()),
            (point(), 0.0f32..6.3).prop_map(|(point, angle)| {
                let (sin, cos) = libm::sincosf(angle);
                Obstacle::Plane { point, normal: [cos, sin] }
            }),
        ]
    }

    proptest! {
        /// What a distance is: going that far along the normal leads to the surface, and no point nearer is on the
        /// surface.
        #[test]
        fn the_nearest_point_is_on_the_surface_and_none_is_nearer(
            shape in shapes(),
            point in [-9.0f32..9.0, -9.0f32..9.0],
        ) {
            let nearest = shape.nearest_point(point);
            prop_assert!((length(sub(point, nearest.point)) - nearest.distance.abs()).abs() < 1e-4);
            prop_assert!(shape.nearest_point(nearest.point).distance.abs() < 1e-4);
            for nth in 0..64 {
                let (sin, cos) = libm::sincosf(nth as f32 * 0.1);
                let around = add(point, scale([cos, sin], nearest.distance.abs() * 0.98));
                let there = shape.nearest_point(around);
                prop_assert!(there.inside() == nearest.inside(), "{:?} {:?}", nearest, there);
            }
        }

        /// A swept ball stops where it touches, and nothing was in its way before.
        #[test]
        fn a_sweep_stops_at_the_first_touch(
            shape in shapes(), from in [-9.0f32..9.0, -9.0f32..9.0], angle in 0.0f32..6.3, radius in 0.0f32..1.0
        ) {
            let (sin, cos) = libm::sincosf(angle);
            let (direction, reach) = ([cos, sin], 12.0);
            prop_assume!(shape.nearest_point(from).distance > radius + 0.01);
            let gap = |gone: f32| shape.nearest_point(add(from, scale(direction, gone))).distance - radius;
            let hit = shape.sweep(from, direction, reach, radius);
            let end = hit.map_or(reach, |hit| hit.distance);
            for nth in 0..200 {
                prop_assert!(gap(end * nth as f32 / 200.0) > -0.01, "{:?}", hit);
            }
            if let Some(hit) = hit {
                prop_assert!(gap(hit.distance).abs() < 0.01);
                prop_assert!(dot(direction, hit.normal) <= 0.0);
            }
        }
    }

    #[test]
    fn a_sweep_meets_a_ball_where_the_quadratic_says() {
        let ball = Obstacle::Ball { center: [5.0, 1.0, 0.0], radius: 2.0 };
        let hit = ball.sweep([0.0; 3], [1.0, 0.0, 0.0], 9.0, 0.5).unwrap();
        // (5 − t)² + 1 = 2.5².
        assert!((hit.distance - (5.0 - 5.25f32.sqrt())).abs() < 2e-3, "{hit:?}");
        assert_eq!(ball.sweep([0.0; 3], [-1.0, 0.0, 0.0], 9.0, 0.5), None);
        assert_eq!(ball.sweep([0.0; 3], [1.0, 0.0, 0.0], 2.0, 0.5), None, "too far");
        let (inside, out) = ([5.0, 1.0, 0.5], [0.0, 0.0, 1.0]);
        assert_eq!(ball.sweep(inside, out, 9.0, 0.5), None, "on its way out");
        assert_eq!(ball.sweep(inside, [0.0, 0.0, -1.0], 9.0, 0.5).map(|hit| hit.distance), Some(0.0));
    }
}
