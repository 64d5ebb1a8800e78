//! Order, rotation, centre and spread of a set of agents: sums over all of them, in pieces, eight at a time.

use crate::agents::Columns;
use crate::math::simd::{self, level};
use crate::space::{Edge, Space};
use crate::threads::Threads;
use fearless_simd::Simd;

/// Rows a piece takes. Sums depend on where pieces end, so this is fixed.
const PIECE: usize = 4096;
/// Rows worked out side by side.
const LANES: usize = 8;

/// How a set of agents stands and moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Order<const D: usize> {
    pub polarization: f64,
    pub milling: f64,
    pub center: [f64; D],
    pub spread: f64,
    pub elongation: f64,
    pub speed: f64,
    pub speed_deviation: f64,
    pub fluctuation: f64,
}

impl<const D: usize> Order<D> {
    pub const NOBODY: Order<D> = Order {
        polarization: 0.0,
        milling: 0.0,
        center: [0.0; D],
        spread: 0.0,
        elongation: 1.0,
        speed: 0.0,
        speed_deviation: 0.0,
        fluctuation: 0.0,
    };
}

/// Eight numbers, one for each of eight agents.
type Eight = [f64; LANES];

/// The order of the agents of some columns. Nobody has none.
pub(super) fn order<const D: usize>(agents: &Columns<D>, space: &Space<D>, threads: &Threads) -> Order<D> {
    let count = agents.len();
    if count == 0 {
        return Order::NOBODY;
    }
    let share = 1.0 / count as f64;
    let frame = CenterFrame::around(agents, space, threads);
    let first = sum(count, threads, &First { agents, frame: &frame });
    let mean = |from: usize| std::array::from_fn(|axis: usize| first[from + axis] * share);
    let (off, course, velocity): ([f64; D], [f64; D], [f64; D]) = (mean(0), mean(3), mean(6));
    let speed = first[9] * share;
    let second = sum(count, threads, &Second { agents, frame: &frame, off, velocity, speed });
    let covariance: [f64; 6] = std::array::from_fn(|at| second[at] * share);
    let turning: [f64; 3] = std::array::from_fn(|axis| second[6 + axis] * share);
    Order {
        polarization: length(course),
        milling: length(turning),
        center: frame.place(off),
        spread: (0..D).map(|axis| covariance[axis]).sum::<f64>().sqrt(),
        elongation: elongation::<D>(covariance),
        speed,
        speed_deviation: (second[9] * share).sqrt(),
        fluctuation: (second[10] * share).sqrt(),
    }
}

/// Where coordinates are taken from: a torus is cut open opposite the circular mean, so that a flock across the seam is
/// in one piece.
struct CenterFrame<const D: usize> {
    origin: [f64; D],
    /// Infinite where there is no seam.
    side: [f64; D],
    min: [f64; D],
}

impl<const D: usize> CenterFrame<D> {
    fn around(agents: &Columns<D>, space: &Space<D>, threads: &Threads) -> CenterFrame<D> {
        let min = space.min().map(f64::from);
        if space.edge() != Edge::Wrap {
            // Near the agents, so that little is lost when squares are summed far from zero.
            let origin = std::array::from_fn(|axis| f64::from(agents.position[axis][0]));
            return CenterFrame { origin, side: [f64::INFINITY; D], min };
        }
        let side = space.sides().map(f64::from);
        let turns = sum(agents.len(), threads, &Turns { agents, min, side });
        let origin = std::array::from_fn(|axis| {
            let angle = libm::atan2(turns[2 * axis + 1], turns[2 * axis]);
            min[axis] + side[axis] * (0.5 + angle / std::f64::consts::TAU)
        });
        CenterFrame { origin, side, min }
    }

    /// The ways to eight agents from the origin of this frame.
    #[inline(always)]
    fn off(&self, agents: &Columns<D>, rows: (usize, usize), axis: usize) -> Eight {
        let (origin, side) = (self.origin[axis], self.side[axis]);
        let mut off = load(&agents.position[axis], rows);
        for lane in &mut off {
            let way = *lane - origin;
            let around = if way > 0.5 * side { side } else { 0.0 } - if way < -0.5 * side { side } else { 0.0 };
            *lane = way - around;
        }
        off
    }

    /// The point at the end of a way, inside the world.
    fn place(&self, off: [f64; D]) -> [f64; D] {
        std::array::from_fn(|axis| {
            let (x, min, side) = (self.origin[axis] + off[axis], self.min[axis], self.side[axis]);
            if side.is_infinite() { x } else { x - side * ((x - min) / side).floor() }
        })
    }
}

/// Numbers of eight agents that are summed over all. A trait and no closure, so that it is always compiled into the
/// loop, for the instruction set in force.
trait Each<const K: usize>: Sync {
    /// Adds those of some rows: the first, and how many.
    fn add_to(&self, sums: &mut [Eight; K], rows: (usize, usize));
}

/// Places around a torus as cosines and sines.
struct Turns<'a, const D: usize> {
    agents: &'a Columns<D>,
    min: [f64; D],
    side: [f64; D],
}

impl<const D: usize> Each<6> for Turns<'_, D> {
    #[inline(always)]
    fn add_to(&self, sums: &mut [Eight; 6], rows: (usize, usize)) {
        for axis in 0..D {
            let places = load(&self.agents.position[axis], rows);
            let (cos, sin) = cos_and_sin(places, self.min[axis], self.side[axis]);
            add(&mut sums[2 * axis], cos, rows.1);
            add(&mut sums[2 * axis + 1], sin, rows.1);
        }
    }
}

/// Places, courses, velocities and the speed.
struct First<'a, const D: usize> {
    agents: &'a Columns<D>,
    frame: &'a CenterFrame<D>,
}

impl<const D: usize> Each<10> for First<'_, D> {
    #[inline(always)]
    fn add_to(&self, sums: &mut [Eight; 10], rows: (usize, usize)) {
        let velocity: [Eight; D] = std::array::from_fn(|axis| load(&self.agents.velocity[axis], rows));
        let (speed, inverse) = lengths(&velocity);
        for axis in 0..D {
            add(&mut sums[axis], self.frame.off(self.agents, rows, axis), rows.1);
            add(&mut sums[3 + axis], product(velocity[axis], inverse), rows.1);
            add(&mut sums[6 + axis], velocity[axis], rows.1);
        }
        add(&mut sums[9], speed, rows.1);
    }
}

/// Squares about the means: of places xx, yy, zz, xy, yz, zx, then turns about the centre, speeds and velocities.
struct Second<'a, const D: usize> {
    agents: &'a Columns<D>,
    frame: &'a CenterFrame<D>,
    off: [f64; D],
    velocity: [f64; D],
    speed: f64,
}

impl<const D: usize> Each<11> for Second<'_, D> {
    #[inline(always)]
    fn add_to(&self, sums: &mut [Eight; 11], rows: (usize, usize)) {
        let velocity: [Eight; D] = std::array::from_fn(|axis| load(&self.agents.velocity[axis], rows));
        let off: [Eight; D] =
            std::array::from_fn(|axis| self.frame.off(self.agents, rows, axis).map(|way| way - self.off[axis]));
        let (speed, inverse_speed) = lengths(&velocity);
        let (_, inverse) = lengths(&off);
        let scale = product(inverse, inverse_speed);
        for axis in 0..D {
            add(&mut sums[axis], product(off[axis], off[axis]), rows.1);
            // In the plane there is xy alone.
            if D == 3 || axis == 0 {
                add(&mut sums[3 + axis], product(off[axis], off[(axis + 1) % D]), rows.1);
            }
        }
        // The cross products of the units; of vectors in the plane they point out of it.
        for axis in if D == 3 { 0..3 } else { 2..3 } {
            let (a, b) = ((axis + 1) % 3, (axis + 2) % 3);
            let mut turn = [0.0; LANES];
            for lane in 0..LANES {
                turn[lane] = (off[a][lane] * velocity[b][lane] - off[b][lane] * velocity[a][lane]) * scale[lane];
            }
            add(&mut sums[6 + axis], turn, rows.1);
        }
        let mut astray = [0.0; LANES];
        for axis in 0..D {
            let own = velocity[axis].map(|v| v - self.velocity[axis]);
            astray = std::array::from_fn(|lane| astray[lane] + own[lane] * own[lane]);
        }
        let faster = speed.map(|speed| speed - self.speed);
        add(&mut sums[9], product(faster, faster), rows.1);
        add(&mut sums[10], astray, rows.1);
    }
}

/// The sums of `K` numbers over all rows: in pieces of fixed size, each over eight lanes, then in order.
fn sum<const K: usize>(count: usize, threads: &Threads, each: &impl Each<K>) -> [f64; K] {
    let mut pieces = vec![[[0.0; LANES]; K]; count.div_ceil(PIECE)];
    threads.split(pieces.len(), 1, &mut pieces[..], <[_]>::split_at_mut, &|range, pieces| {
        for (nth, piece) in range.zip(pieces) {
            let rows = (nth * PIECE, ((nth + 1) * PIECE).min(count));
            simd::dispatch!(level(), simd => sum_piece(simd, rows, each, piece));
        }
    });
    let mut total = [0.0; K];
    for piece in &pieces {
        for (sum, lanes) in total.iter_mut().zip(piece) {
            *sum += ((lanes[0] + lanes[4]) + (lanes[2] + lanes[6])) + ((lanes[1] + lanes[5]) + (lanes[3] + lanes[7]));
        }
    }
    total
}

/// One piece, compiled for the instruction set in force; the arithmetic is the same on every one.
#[inline(always)]
fn sum_piece<S: Simd, const K: usize>(_: S, (first, end): (usize, usize), each: &impl Each<K>, sums: &mut [Eight; K]) {
    let mut row = first;
    while row + LANES <= end {
        each.add_to(sums, (row, LANES));
        row += LANES;
    }
    if row < end {
        each.add_to(sums, (row, end - row));
    }
}

/// Eight rows of a column; lanes beyond the last row are zero.
#[inline(always)]
fn load(column: &[f32], (first, count): (usize, usize)) -> Eight {
    let mut eight = [0.0; LANES];
    if count == LANES {
        let from: &[f32; LANES] = column[first..].first_chunk().unwrap_or(&[0.0; LANES]);
        eight = from.map(f64::from);
    } else {
        eight.iter_mut().zip(&column[first..first + count]).for_each(|(to, from)| *to = f64::from(*from));
    }
    eight
}

/// Adds the lanes of those who are there.
#[inline(always)]
fn add(sum: &mut Eight, eight: Eight, count: usize) {
    if count == LANES {
        *sum = std::array::from_fn(|lane| sum[lane] + eight[lane]);
    } else {
        sum.iter_mut().zip(eight).take(count).for_each(|(sum, one)| *sum += one);
    }
}

#[inline(always)]
fn product(a: Eight, b: Eight) -> Eight {
    std::array::from_fn(|lane| a[lane] * b[lane])
}

/// The lengths of eight vectors and one over them; one over nothing is nothing.
#[inline(always)]
fn lengths<const D: usize>(vectors: &[Eight; D]) -> (Eight, Eight) {
    let mut square = [0.0; LANES];
    for axis in vectors {
        square = std::array::from_fn(|lane| square[lane] + axis[lane] * axis[lane]);
    }
    let length = square.map(f64::sqrt);
    (length, length.map(|length| if length > 0.0 { 1.0 / length } else { 0.0 }))
}

/// Cosine and sine of eight places around a torus, the middle of its side at angle zero. Good to 1e-7, which is plenty
/// for telling where to cut it open.
#[inline(always)]
fn cos_and_sin(x: Eight, min: f64, side: f64) -> (Eight, Eight) {
    let (mut cos, mut sin) = ([0.0; LANES], [0.0; LANES]);
    for lane in 0..LANES {
        // Half the angle, from −π/2 to π/2: short series do.
        let half = std::f64::consts::PI * ((x[lane] - min) / side - 0.5);
        let square = half * half;
        let s = half
            * (1.0
                + square
                    * (-1.0 / 6.0
                        + square
                            * (1.0 / 120.0
                                + square
                                    * (-1.0 / 5040.0
                                        + square
                                            * (1.0 / 362_880.0
                                                + square * (-1.0 / 39_916_800.0 + square / 6_227_020_800.0))))));
        let c = 1.0
            + square
                * (-0.5
                    + square
                        * (1.0 / 24.0
                            + square
                                * (-1.0 / 720.0
                                    + square
                                        * (1.0 / 40_320.0 + square * (-1.0 / 3_628_800.0 + square / 479_001_600.0)))));
        (cos[lane], sin[lane]) = (1.0 - 2.0 * s * s, 2.0 * s * c);
    }
    (cos, sin)
}

pub(super) fn length<const N: usize>(a: [f64; N]) -> f64 {
    a.iter().map(|c| c * c).sum::<f64>().sqrt()
}

/// The root of the greatest principal variance over the least: 1 for a ball, infinite for a line.
/// The covariance is xx, yy, zz, xy, yz, zx.
fn elongation<const D: usize>(c: [f64; 6]) -> f64 {
    let (least, most) = if D == 2 {
        let (middle, half) = (0.5 * (c[0] + c[1]), 0.5 * (c[0] - c[1]));
        let apart = (half * half + c[3] * c[3]).sqrt();
        (middle - apart, middle + apart)
    } else {
        extremes_of_symmetric(c)
    };
    // What rounding leaves of a variance of nothing is nothing.
    if least <= 1e-12 * most { if most > 0.0 { f64::INFINITY } else { 1.0 } } else { (most / least).sqrt() }
}

/// The least and the greatest eigenvalue of a symmetric matrix (O. K. Smith, 1961).
fn extremes_of_symmetric(c: [f64; 6]) -> (f64, f64) {
    let mean = (c[0] + c[1] + c[2]) / 3.0;
    let [x, y, z] = [c[0] - mean, c[1] - mean, c[2] - mean];
    let square = (x * x + y * y + z * z + 2.0 * (c[3] * c[3] + c[4] * c[4] + c[5] * c[5])) / 6.0;
    let radius = square.sqrt();
    if radius <= 1e-15 * mean.abs() || radius == 0.0 {
        return (mean, mean);
    }
    let determinant = x * (y * z - c[4] * c[4]) - c[3] * (c[3] * z - c[4] * c[5]) + c[5] * (c[3] * c[4] - y * c[5]);
    let angle = libm::acos((0.5 * determinant / (radius * radius * radius)).clamp(-1.0, 1.0)) / 3.0;
    let most = mean + 2.0 * radius * libm::cos(angle);
    let least = mean + 2.0 * radius * libm::cos(angle + std::f64::consts::TAU / 3.0);
    (least, most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cosine_and_sine_are_right_all_the_way_round() {
        for step in 0..1000 {
            let x = f64::from(step) * 0.01 - 3.0;
            let (cos, sin) = cos_and_sin([x; LANES], -3.0, 10.0);
            let angle = std::f64::consts::TAU * ((x + 3.0) / 10.0 - 0.5);
            assert!((cos[3] - angle.cos()).abs() < 1e-7 && (sin[3] - angle.sin()).abs() < 1e-7, "{x}");
        }
    }

    #[test]
    fn eigenvalues_by_hand() {
        // Of the matrix [[2, 1, 0], [1, 2, 0], [0, 0, 5]]: 1, 3 and 5.
        let (least, most) = extremes_of_symmetric([2.0, 2.0, 5.0, 1.0, 0.0, 0.0]);
        assert!((least - 1.0).abs() < 1e-12 && (most - 5.0).abs() < 1e-12);
        // The same turned about: [[5, 0, 0], [0, 2, 1], [0, 1, 2]] and [[2, 0, 1], [0, 5, 0], [1, 0, 2]].
        for turned in [[5.0, 2.0, 2.0, 0.0, 1.0, 0.0], [2.0, 5.0, 2.0, 0.0, 0.0, 1.0]] {
            let (least, most) = extremes_of_symmetric(turned);
            assert!((least - 1.0).abs() < 1e-12 && (most - 5.0).abs() < 1e-12, "{least} {most}");
        }
        assert_eq!(elongation::<3>([0.0; 6]), 1.0);
        assert_eq!(elongation::<2>([4.0, 0.0, 0.0, 0.0, 0.0, 0.0]), f64::INFINITY);
    }
}
