//! Small fixed-size vectors as plain arrays. In loops, not with closures: what a compiler leaves as a call has no
//! vectors.
//!
//! The public API speaks `[f32; D]`, so the arithmetic is a handful of functions on arrays. Every sum runs over the
//! axes in order and nothing is fused, so the results are the same bits on every machine. Most work for eight vectors
//! side by side as well.

use crate::math::lane::Lane;

/// A vector of `D` coordinates.
pub type Vector<const D: usize> = [f32; D];

/// The zero vector.
#[inline(always)]
pub fn zero<const D: usize>() -> Vector<D> {
    [0.0; D]
}

/// `a + b`.
#[inline(always)]
pub fn add<N: Lane, const D: usize>(a: [N; D], b: [N; D]) -> [N; D] {
    let mut sum = a;
    for axis in 0..D {
        sum[axis] = a[axis] + b[axis];
    }
    sum
}

/// `a - b`.
#[inline(always)]
pub fn sub<N: Lane, const D: usize>(a: [N; D], b: [N; D]) -> [N; D] {
    let mut difference = a;
    for axis in 0..D {
        difference[axis] = a[axis] - b[axis];
    }
    difference
}

/// `a * factor`.
#[inline(always)]
pub fn scale<N: Lane, const D: usize>(a: [N; D], factor: N) -> [N; D] {
    let mut product = a;
    for axis in 0..D {
        product[axis] = a[axis] * factor;
    }
    product
}

/// `-a`.
#[inline(always)]
pub fn negative<N: Lane, const D: usize>(a: [N; D]) -> [N; D] {
    let mut negative = a;
    for axis in 0..D {
        negative[axis] = -a[axis];
    }
    negative
}

/// `a·one + b·two`, the factors being plain numbers.
#[inline(always)]
pub fn mix<N: Lane, const D: usize>(a: [N; D], one: f32, b: [N; D], two: f32) -> [N; D] {
    let mut sum = a;
    for axis in 0..D {
        sum[axis] = a[axis] * one + b[axis] * two;
    }
    sum
}

/// The inner product.
#[inline(always)]
pub fn dot<N: Lane, const D: usize>(a: [N; D], b: [N; D]) -> N {
    let mut sum = a[0] * b[0];
    for axis in 1..D {
        sum = sum + a[axis] * b[axis];
    }
    sum
}

/// The length.
#[inline(always)]
pub fn length<N: Lane, const D: usize>(a: [N; D]) -> N {
    dot(a, a).sqrt()
}

/// One vector where the answer is yes, the other where it is no.
#[inline(always)]
pub fn choose<N: Lane, const D: usize>(answer: N::Mask, yes: [N; D], no: [N; D]) -> [N; D] {
    let mut chosen = yes;
    for axis in 0..D {
        chosen[axis] = N::choose(answer, yes[axis], no[axis]);
    }
    chosen
}

/// The vector with what is too small to be a normal number made zero (of the same sign). Processors work with such
/// numbers up to a hundred times slower, and what decays would stay at the smallest of them for ever, as rounding
/// brings it back.
#[inline(always)]
pub fn without_subnormals<N: Lane, const D: usize>(a: [N; D]) -> [N; D] {
    let least = a[0].like(f32::MIN_POSITIVE);
    a.map(|c| N::choose(c.abs().less(least), c * 0.0, c))
}

/// The smallest size of a coordinate.
#[inline(always)]
pub fn smallest<N: Lane, const D: usize>(a: [N; D]) -> N {
    let mut least = a[0].abs();
    for axis in 1..D {
        least = least.min(a[axis].abs());
    }
    least
}

/// Whether every coordinate is zero.
#[inline(always)]
pub fn is_zero<N: Lane, const D: usize>(a: [N; D]) -> N::Mask {
    let zero = a[0].like(0.0);
    let mut all = a[0].equals(zero);
    for axis in 1..D {
        all = all & a[axis].equals(zero);
    }
    all
}

/// The vector of length 1 in the direction of `a`, and the length of `a`; zero and zero where `a` has no direction.
///
/// Very long and very short vectors are brought to a middling scale first, so that squares neither overflow nor vanish.
#[inline(always)]
pub fn unit_and_length<N: Lane, const D: usize>(a: [N; D]) -> ([N; D], N) {
    let square = dot(a, a);
    let length = square.sqrt();
    let found = (scale(a, square.like(1.0) / length), length);
    let middling = square.like(1e-30).less(square) & square.less(square.like(1e30));
    if N::any(!middling) {
        // Vectors go there and back as numbers: whatever a call takes by reference would lie in memory here, too.
        let (unit, length) = unit_and_length_far::<N, D>(a.map(N::plain));
        return (unit.map(|lanes| square.of_plain(lanes)), square.of_plain(length));
    }
    found
}

#[cold]
fn unit_and_length_far<N: Lane, const D: usize>(a: [N::Plain; D]) -> ([N::Plain; D], N::Plain) {
    let (mut unit, mut length) = (a, a[0]);
    for (lane, length) in length.as_mut().iter_mut().enumerate() {
        let a: Vector<D> = a.each_ref().map(|lanes| lanes.as_ref()[lane]);
        let square = dot(a, a);
        let (mut direction, mut distance) = (zero::<D>(), 0.0);
        if square > 1e-30 && square < 1e30 {
            (direction, distance) = (scale(a, 1.0 / square.sqrt()), square.sqrt());
        } else {
            let largest = a.iter().fold(0.0f32, |most, c| most.max(c.abs()));
            if largest > 0.0 && largest.is_finite() && !square.is_nan() {
                let scaled: Vector<D> = std::array::from_fn(|axis| a[axis] / largest);
                let scaled_length = dot(scaled, scaled).sqrt();
                direction = scale(scaled, 1.0 / scaled_length);
                distance = (scaled_length * largest).min(f32::MAX);
            }
        }
        *length = distance;
        (0..D).for_each(|axis| unit[axis].as_mut()[lane] = direction[axis]);
    }
    (unit, length)
}

/// The vector of length 1 in the direction of `a`, or zero where `a` has none.
#[inline(always)]
pub fn unit<N: Lane, const D: usize>(a: [N; D]) -> [N; D] {
    unit_and_length(a).0
}

/// `a` shortened to `limit` if it is longer.
#[inline(always)]
pub fn clamp_length<N: Lane, const D: usize>(a: [N; D], limit: N) -> [N; D] {
    let longer = !dot(a, a).at_most(limit * limit);
    if !N::any(longer) {
        return a;
    }
    let (direction, length) = unit_and_length(a);
    choose(longer & limit.less(length), scale(direction, limit), a)
}

/// Whether every coordinate is a finite number.
#[inline(always)]
pub fn is_finite<const D: usize>(a: Vector<D>) -> bool {
    a.iter().all(|c| c.is_finite())
}

/// `angle` degrees in radians.
#[inline(always)]
pub fn radians(degrees: f32) -> f32 {
    degrees * (std::f32::consts::PI / 180.0)
}

/// A unit vector square to the heading, for ties: to starboard in 2D, in 3D as level as it can be; the other side for
/// odd ids.
pub(crate) fn aside<const D: usize>(heading: Vector<D>, id: u32) -> Vector<D> {
    let mut side = [0.0; D];
    if D == 2 {
        (side[0], side[1]) = (heading[1], -heading[0]);
    } else {
        // Square to the heading and to "up" (the y axis); for a vertical heading to the x axis instead.
        let up: Vector<D> = std::array::from_fn(|axis| if axis == 1 { 1.0 } else { 0.0 });
        let level = dot(heading, up).abs() < 0.99;
        let (h, u) = (heading, if level { up } else { std::array::from_fn(|a| if a == 0 { 1.0 } else { 0.0 }) });
        side[0] = h[1] * u[2] - h[2] * u[1];
        side[1] = h[2] * u[0] - h[0] * u[2];
        side[D - 1] = h[0] * u[1] - h[1] * u[0];
        side = unit(side);
    }
    if id.is_multiple_of(2) { side } else { side.map(|c| -c) }
}

/// A heading turned counterclockwise in 2D, about the y axis in 3D.
pub(crate) fn turned<const D: usize>(heading: Vector<D>, angle_deg: f32) -> Vector<D> {
    let (sin, cos) = (libm::sinf(radians(angle_deg)), libm::cosf(radians(angle_deg)));
    let mut out = heading;
    let second = if D == 2 { 1 } else { D - 1 };
    // In 3D with y up, counterclockwise seen from above turns x toward −z.
    let sin = if D == 2 { sin } else { -sin };
    out[0] = heading[0] * cos - heading[second] * sin;
    out[second] = heading[0] * sin + heading[second] * cos;
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unit_survives_extreme_lengths() {
        for length in [1e-38f32, 1e-20, 1.0, 1e20, 1e38] {
            let (direction, measured) = unit_and_length([0.0, length * 0.6, length * 0.8]);
            assert!((direction[1] - 0.6).abs() < 1e-6 && (direction[2] - 0.8).abs() < 1e-6, "{length}");
            assert!((measured / length - 1.0).abs() < 1e-5, "{length}");
        }
        assert_eq!(unit([0.0f32; 2]), [0.0; 2]);
    }

    #[test]
    fn clamp_keeps_short_vectors_as_they_are() {
        assert_eq!(clamp_length([0.3, 0.4], 1.0), [0.3, 0.4]);
        assert_eq!(clamp_length([3.0, 4.0], 1.0), [0.6, 0.8]);
        assert_eq!(clamp_length([3.0, 4.0], f32::INFINITY), [3.0, 4.0]);
    }
}
