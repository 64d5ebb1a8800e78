//! A path: a line to follow, with a width.

use super::obstacle::share_along;
use crate::error::Error;
use crate::math::vector::{Vector, add, dot, is_finite, length, scale, sub};
use crate::space::Space;

/// A line through points, open or closed.
#[derive(Clone, Debug, PartialEq)]
pub struct Path<const D: usize> {
    /// The points, in order.
    pub points: Vec<Vector<D>>,
    /// Whether the last point is joined to the first.
    pub closed: bool,
    /// Whether it bends smoothly through the points (a Catmull-Rom spline) instead of running straight between them.
    pub smooth: bool,
    /// How far from the line one is still on the path.
    pub radius: f32,
}

/// The most points of a path.
pub const MOST_POINTS: usize = 10_000;
/// Straight pieces that stand for a bend between two points.
const PIECES: usize = 12;

impl<const D: usize> Path<D> {
    /// Refuses what makes no path.
    pub fn check(&self) -> Result<(), Error> {
        let wrong = |problem: &str| Err(Error::misfit("path", problem));
        if !(2..=MOST_POINTS).contains(&self.points.len()) {
            return wrong(&format!("found {} points, allowed are 2 to {MOST_POINTS}", self.points.len()));
        }
        if !self.points.iter().all(|point| is_finite(*point) && point.iter().all(|c| c.abs() <= 1e15)) {
            return wrong("found points that are nowhere, allowed is numbers up to 1e15");
        }
        if self.points.iter().all(|point| *point == self.points[0]) {
            return wrong("found all points in one place, allowed is a way to go");
        }
        if (0.0..=1e15).contains(&self.radius) {
            Ok(())
        } else {
            wrong("found a radius that is none, allowed is 0 to 1e15")
        }
    }
}

/// A path worked out: its line as straight pieces, and how far along each begins.
#[derive(Clone, Debug)]
pub(crate) struct Line<const D: usize> {
    pub name: String,
    pub path: Path<D>,
    points: Vec<Vector<D>>,
    /// How far along the line each point is.
    along: Vec<f32>,
}

/// The place of a line that is nearest to an agent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OnLine<const D: usize> {
    /// How far along the line it is.
    pub along: f32,
    /// The way to it.
    pub offset: Vector<D>,
    /// How far off it is.
    pub distance: f32,
}

impl<const D: usize> Line<D> {
    pub fn new(name: &str, path: Path<D>) -> Line<D> {
        let mut points = bent(&path);
        if path.closed {
            points.extend(points.first().copied());
        }
        points.dedup();
        let mut along = Vec::with_capacity(points.len());
        let mut sum = 0.0f64;
        for (nth, point) in points.iter().enumerate() {
            sum += if nth > 0 { f64::from(length(sub(*point, points[nth - 1]))) } else { 0.0 };
            along.push(sum as f32);
        }
        Line { name: name.into(), path, points, along }
    }

    /// How long it is.
    pub fn length(&self) -> f32 {
        self.along.last().copied().unwrap_or(0.0)
    }
    /// Its straight pieces, end to end.
    pub fn points(&self) -> &[Vector<D>] {
        &self.points
    }

    /// The place of the line that is nearest to a point; of several the first. On a torus each piece is on the short
    /// way.
    pub fn nearest(&self, space: &Space<D>, point: Vector<D>) -> OnLine<D> {
        let mut nearest = OnLine { along: 0.0, offset: [0.0; D], distance: f32::INFINITY };
        let mut least = f32::INFINITY;
        for (nth, pair) in self.points.windows(2).enumerate() {
            let piece = sub(pair[1], pair[0]);
            let from = space.offset_to_point(point, pair[0]);
            let share = share_along(piece, from.map(|c| -c));
            let offset = add(from, scale(piece, share));
            let square = dot(offset, offset);
            if square < least {
                least = square;
                let along = self.along[nth] + share * (self.along[nth + 1] - self.along[nth]);
                nearest = OnLine { along, offset, distance: square.sqrt() };
            }
        }
        nearest
    }

    /// The point so far along the line; of a closed one on and on, of an open one no farther than its ends.
    pub fn at(&self, along: f32) -> Vector<D> {
        let length = self.length();
        let along = if self.path.closed { along - length * (along / length).floor() } else { along.clamp(0.0, length) };
        let nth = self.along.partition_point(|begin| *begin <= along).clamp(1, self.points.len() - 1);
        let (from, to) = (self.along[nth - 1], self.along[nth]);
        let share = if to > from { ((along - from) / (to - from)).clamp(0.0, 1.0) } else { 0.0 };
        add(self.points[nth - 1], scale(sub(self.points[nth], self.points[nth - 1]), share))
    }

    /// The direction of the line so far along, of length 1 or about.
    pub fn direction(&self, along: f32) -> Vector<D> {
        let step = 1e-3 * self.length();
        crate::math::vector::unit(sub(self.at(along + step), self.at(along - step)))
    }
}

/// The points with the bends between them.
fn bent<const D: usize>(path: &Path<D>) -> Vec<Vector<D>> {
    let count = path.points.len();
    if !path.smooth || count < 3 {
        return path.points.clone();
    }
    let spans = if path.closed { count } else { count - 1 };
    // Beyond its ends an open path goes on as it came.
    let point = |nth: isize| {
        let last = count as isize - 1;
        if path.closed {
            return path.points[nth.rem_euclid(count as isize) as usize];
        }
        let inside = path.points[nth.clamp(0, last) as usize];
        let beyond = |end: usize, before: usize| sub(scale(path.points[end], 2.0), path.points[before]);
        if nth < 0 {
            beyond(0, 1)
        } else if nth > last {
            beyond(count - 1, count - 2)
        } else {
            inside
        }
    };
    let mut points = Vec::with_capacity(spans * PIECES + 1);
    for span in 0..spans as isize {
        let around = [point(span - 1), point(span), point(span + 1), point(span + 2)];
        points.extend((0..PIECES).map(|piece| catmull_rom(around, piece as f32 / PIECES as f32)));
    }
    if !path.closed {
        points.push(path.points[count - 1]);
    }
    points
}

/// The cubic through the two middle ones of four points (E. Catmull and R. Rom, 1974).
fn catmull_rom<const D: usize>([a, b, c, d]: [Vector<D>; 4], t: f32) -> Vector<D> {
    std::array::from_fn(|axis| {
        let (a, b, c, d) = (a[axis], b[axis], c[axis], d[axis]);
        let slope = c - a;
        let square = 2.0 * a - 5.0 * b + 4.0 * c - d;
        let cube = 3.0 * b - a - 3.0 * c + d;
        0.5 * (2.0 * b + t * (slope + t * (square + t * cube)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::Edge;

    fn line(points: &[[f32; 2]], closed: bool, smooth: bool) -> Line<2> {
        Line::new("line", Path { points: points.to_vec(), closed, smooth, radius: 1.0 })
    }
    const CORNERS: [[f32; 2]; 4] = [[0.0, 0.0], [10.0, 0.0], [10.0, 10.0], [0.0, 10.0]];

    #[test]
    fn places_along_a_line_by_hand() {
        let open = line(&CORNERS, false, false);
        assert_eq!((open.length(), open.at(15.0), open.at(99.0)), (30.0, [10.0, 5.0], [0.0, 10.0]));
        let closed = line(&CORNERS, true, false);
        assert_eq!(
            (closed.length(), closed.at(35.0), closed.at(45.0), closed.at(-5.0)),
            (40.0, [0.0, 5.0], [5.0, 0.0], [0.0, 5.0])
        );
        let near = open.nearest(&Space::open(), [7.0, 2.0]);
        assert_eq!((near.along, near.offset, near.distance), (7.0, [0.0, -2.0], 2.0));
        let torus = Space::new(Edge::Wrap, [-20.0; 2], [20.0; 2]).unwrap();
        assert_eq!(open.nearest(&torus, [5.0, -19.0]).offset, [0.0, -11.0], "the far side is nearer across the seam");
    }

    #[test]
    fn a_smooth_path_goes_through_its_points_without_a_bend_in_a_straight_line() {
        let smooth = line(&CORNERS, true, true);
        for corner in CORNERS {
            assert!(smooth.nearest(&Space::open(), corner).distance < 1e-5);
        }
        // Points on a circle: the spline stays near it.
        let circle: Vec<[f32; 2]> =
            (0..12).map(|nth| <[f32; 2]>::from(libm::sincosf(nth as f32 * std::f32::consts::PI / 6.0))).collect();
        for point in line(&circle, true, true).points() {
            assert!((length(*point) - 1.0).abs() < 0.005, "{point:?}");
        }
        let straight = line(&[[0.0, 0.0], [1.0, 0.0], [2.0, 0.0]], false, true);
        assert!(straight.points().iter().all(|point| point[1] == 0.0));
        assert!((straight.length() - 2.0).abs() < 1e-5);
    }

    #[test]
    fn bad_paths_are_refused() {
        let path = |points: &[[f32; 2]], radius| {
            Path { points: points.to_vec(), closed: false, smooth: false, radius }.check()
        };
        path(&CORNERS, 0.0).unwrap();
        assert!(path(&CORNERS[..1], 0.0).is_err() && path(&[], 0.0).is_err());
        assert!(path(&[[1.0, 1.0]; 3], 0.0).is_err());
        assert!(path(&CORNERS, -1.0).is_err() && path(&CORNERS, f32::NAN).is_err());
        assert!(path(&[[0.0, 0.0], [f32::NAN, 1.0]], 0.0).is_err());
    }
}
