//! Small fixed-size vectors as plain arrays.
//!
//! The public API speaks `[f32; D]`, so the arithmetic is a handful of functions on arrays. Every sum runs over the
//! axes in order and nothing is fused, so the results are the same bits on every machine.

/// A vector of `D` coordinates.
pub type Vector<const D: usize> = [f32; D];

/// The zero vector.
#[inline(always)]
pub fn zero<const D: usize>() -> Vector<D> {
    [0.0; D]
}

/// `a + b`.
#[inline(always)]
pub fn add<const D: usize>(a: Vector<D>, b: Vector<D>) -> Vector<D> {
    std::array::from_fn(|axis| a[axis] + b[axis])
}

/// `a - b`.
#[inline(always)]
pub fn sub<const D: usize>(a: Vector<D>, b: Vector<D>) -> Vector<D> {
    std::array::from_fn(|axis| a[axis] - b[axis])
}

/// `a * factor`.
#[inline(always)]
pub fn scale<const D: usize>(a: Vector<D>, factor: f32) -> Vector<D> {
    std::array::from_fn(|axis| a[axis] * factor)
}

/// The inner product.
#[inline(always)]
pub fn dot<const D: usize>(a: Vector<D>, b: Vector<D>) -> f32 {
    let mut sum = a[0] * b[0];
    for axis in 1..D {
        sum += a[axis] * b[axis];
    }
    sum
}

/// The length.
#[inline(always)]
pub fn length<const D: usize>(a: Vector<D>) -> f32 {
    dot(a, a).sqrt()
}

/// The vector of length 1 in the direction of `a`, and the length of `a`; zero and zero where `a` has no direction.
///
/// Very long and very short vectors are brought to a middling scale first, so that squares neither overflow nor vanish.
#[inline(always)]
pub fn unit_and_length<const D: usize>(a: Vector<D>) -> (Vector<D>, f32) {
    let square = dot(a, a);
    if square > 1e-30 && square < 1e30 {
        let length = square.sqrt();
        return (scale(a, 1.0 / length), length);
    }
    unit_and_length_far(a)
}

#[cold]
fn unit_and_length_far<const D: usize>(a: Vector<D>) -> (Vector<D>, f32) {
    let largest = a.iter().fold(0.0f32, |most, c| most.max(c.abs()));
    if largest == 0.0 || !largest.is_finite() {
        return (zero(), 0.0);
    }
    let scaled: Vector<D> = std::array::from_fn(|axis| a[axis] / largest);
    let length = length(scaled);
    (scale(scaled, 1.0 / length), (length * largest).min(f32::MAX))
}

/// The vector of length 1 in the direction of `a`, or zero where `a` has none.
#[inline(always)]
pub fn unit<const D: usize>(a: Vector<D>) -> Vector<D> {
    unit_and_length(a).0
}

/// `a` shortened to `limit` if it is longer.
#[inline(always)]
pub fn clamp_length<const D: usize>(a: Vector<D>, limit: f32) -> Vector<D> {
    if dot(a, a) <= limit * limit {
        return a;
    }
    let (direction, length) = unit_and_length(a);
    if length > limit { scale(direction, limit) } else { a }
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
