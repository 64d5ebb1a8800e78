//! Random numbers as a pure function of (seed, agent id, step, purpose).
//!
//! There is no generator state to keep, share or save: any agent draws its numbers in any order on any thread and
//! gets the same ones. The function is Philox4x32-10 (Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as
//! easy as 1, 2, 3", 2011), checked below against the known answers published with it.

use crate::math::lane::Lane;

/// What a draw is for. Different purposes of one agent in one step are independent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Purpose {
    /// Place and heading at birth.
    Birth = 1,
    /// A wander behavior's jitter.
    Wander = 2,
    /// A cruise behavior's nudge.
    Cruise = 3,
    /// The choice of a dither blend.
    Dither = 4,
    /// The noise of a heading body.
    Noise = 5,
    /// Which side one leans to who is held up by others.
    Avoidance = 16,
    /// For a custom behavior.
    Custom = 6,
}

/// Four random words for one agent at one step.
///
/// `slot` tells apart several uses of one purpose, such as two wander behaviors of one agent.
#[inline]
pub fn words(seed: u64, id: u32, step: u64, purpose: Purpose, slot: u32) -> [u32; 4] {
    words_of(&Keys::new(seed), [id], step, purpose, slot).map(|[word]| word)
}

/// Four random words for each of some agents at one step: for each word those of all of them.
#[inline(always)]
pub(crate) fn words_of<const N: usize>(
    keys: &Keys,
    ids: [u32; N],
    step: u64,
    purpose: Purpose,
    slot: u32,
) -> [[u32; N]; 4] {
    let same = |word: u32| [word; N];
    let counter =
        [ids, same(step as u32), same((step >> 32) as u32), same((purpose as u32) << 24 | (slot & 0x00ff_ffff))];
    philox(counter, keys)
}

/// The keys of the rounds, which follow from the seed.
#[derive(Clone, Copy)]
pub(crate) struct Keys([[u32; 2]; 10]);

impl Keys {
    #[inline(always)]
    pub fn new(seed: u64) -> Keys {
        let mut keys = [[seed as u32, (seed >> 32) as u32]; 10];
        for round in 1..10 {
            let [first, second] = keys[round - 1];
            keys[round] = [first.wrapping_add(0x9E37_79B9), second.wrapping_add(0xBB67_AE85)];
        }
        Keys(keys)
    }
}

/// Words are kept in twice their width, where only the lower half counts: so the compiler makes a wide product of two
/// words one instruction for several lanes.
#[inline(always)]
fn philox<const N: usize>(counter: [[u32; N]; 4], keys: &Keys) -> [[u32; N]; 4] {
    const WORD: u64 = u32::MAX as u64;
    let mut words = [[0u64; N]; 4];
    for (words, counters) in words.iter_mut().zip(&counter) {
        for (word, counter) in words.iter_mut().zip(counters) {
            *word = u64::from(*counter);
        }
    }
    for key in &keys.0 {
        for lane in 0..N {
            let first = (words[0][lane] & WORD) * 0xD251_1F53;
            let second = (words[2][lane] & WORD) * 0xCD9E_8D57;
            words[0][lane] = (second >> 32) ^ words[1][lane] ^ u64::from(key[0]);
            words[1][lane] = second;
            words[2][lane] = (first >> 32) ^ words[3][lane] ^ u64::from(key[1]);
            words[3][lane] = first;
        }
    }
    let mut drawn = counter;
    for (drawn, words) in drawn.iter_mut().zip(&words) {
        for (drawn, word) in drawn.iter_mut().zip(words) {
            *drawn = *word as u32;
        }
    }
    drawn
}

/// A word as a number in `[0, 1)`.
#[inline(always)]
pub fn fraction(word: u32) -> f32 {
    (word >> 8) as f32 * (1.0 / (1u32 << 24) as f32)
}

/// Two words as a number from the normal distribution with mean 0 and deviation 1 (Box and Muller, 1958).
#[inline]
pub fn normal(first: u32, second: u32) -> f32 {
    let radius = (-2.0 * libm::logf(1.0 - fraction(first))).sqrt();
    radius * libm::cosf(std::f32::consts::TAU * fraction(second))
}

/// Two words as a direction, uniform on the circle or the sphere.
#[inline]
pub fn direction<const D: usize>(first: u32, second: u32) -> [f32; D] {
    direction_of(fraction(first), fraction(second))
}

/// Two fractions as a direction, for one agent or for eight.
#[inline(always)]
pub(crate) fn direction_of<N: Lane, const D: usize>(turn: N, height: N) -> [N; D] {
    let (cos, sin) = cos_and_sin(turn);
    let mut out = [cos; D];
    out[1] = sin;
    if D == 3 {
        let one = turn.like(1.0);
        let height = height * 2.0 - one;
        let ring = (one - height * height).max(turn.like(0.0)).sqrt();
        (out[0], out[1], out[D - 1]) = (ring * cos, ring * sin, height);
    }
    out
}

/// The cosine and the sine of a share of a full turn, from 0 to 1, right to a few bits of the last place. Sums and
/// products alone, so that eight are worked out at once and have the same bits everywhere.
#[inline(always)]
fn cos_and_sin<N: Lane>(turn: N) -> (N, N) {
    let like = |number: f32| turn.like(number);
    let quarters = turn * 4.0;
    // The nearest whole quarter, and how far it is from there, from −1/8 to 1/8 of a turn.
    let whole = |quarter: f32| N::choose(quarters.less(like(quarter - 0.5)), like(0.0), like(1.0));
    let nearest = whole(1.0) + whole(2.0) + whole(3.0) + whole(4.0);
    let angle = (quarters - nearest) * std::f32::consts::FRAC_PI_2;
    let square = angle * angle;
    let sin =
        angle * (like(1.0) + square * (like(-1.0 / 6.0) + square * (like(1.0 / 120.0) - square * (1.0 / 5040.0))));
    let cos = like(1.0)
        + square
            * (like(-0.5) + square * (like(1.0 / 24.0) + square * (like(-1.0 / 720.0) + square * (1.0 / 40320.0))));
    let is = |quarter: f32| nearest.equals(like(quarter));
    let turned = |first: N, second: N, third: N, fourth: N| {
        N::choose(is(1.0), second, N::choose(is(2.0), third, N::choose(is(3.0), fourth, first)))
    };
    (turned(cos, -sin, -cos, sin), turned(sin, cos, -sin, -cos))
}

/// The direction in which two coincident agents part: a pure function of the two ids, opposite for the other one.
pub(crate) fn parting<const D: usize>(own: u32, other: u32) -> [f32; D] {
    let (low, high) = (own.min(other), own.max(other));
    let words = words(u64::from(low) << 32 | u64::from(high), 0, 0, Purpose::Birth, 0);
    let direction = direction::<D>(words[0], words[1]);
    if own < other { direction } else { direction.map(|c| -c) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn philox_gives_the_published_answers() {
        let one = |counter: [u32; 4], [low, high]: [u32; 2]| {
            let keys = Keys::new(u64::from(high) << 32 | u64::from(low));
            philox(counter.map(|word| [word]), &keys).map(|[word]| word)
        };
        assert_eq!(one([0; 4], [0; 2]), [0x6627_e8d5, 0xe169_c58d, 0xbc57_ac4c, 0x9b00_dbd8]);
        assert_eq!(one([u32::MAX; 4], [u32::MAX; 2]), [0x408f_276d, 0x41c8_3b0e, 0xa20b_c7c6, 0x6d54_51fd]);
        assert_eq!(
            one([0x243f_6a88, 0x85a3_08d3, 0x1319_8a2e, 0x0370_7344], [0xa409_3822, 0x299f_31d0]),
            [0xd16c_fe09, 0x94fd_cceb, 0x5001_e420, 0x2412_6ea1]
        );
    }

    #[test]
    fn several_agents_draw_what_each_draws_alone() {
        let ids = [0, 1, 7, 8, 1000, 65_536, u32::MAX - 1, u32::MAX];
        let (seed, step) = (0x1234_5678_9abc_def0, u64::from(u32::MAX) + 5);
        let together = words_of(&Keys::new(seed), ids, step, Purpose::Wander, 3);
        for (lane, id) in ids.into_iter().enumerate() {
            assert_eq!(together.map(|lanes| lanes[lane]), words(seed, id, step, Purpose::Wander, 3));
        }
    }

    #[test]
    fn cosine_and_sine_are_right_all_the_way_round() {
        for step in 0..=4000 {
            let turn = step as f32 / 4000.0;
            let (cos, sin) = cos_and_sin(turn);
            let angle = std::f64::consts::TAU * f64::from(turn);
            assert!((f64::from(cos) - angle.cos()).abs() < 5e-7, "{turn}: {cos}");
            assert!((f64::from(sin) - angle.sin()).abs() < 5e-7, "{turn}: {sin}");
        }
    }

    #[test]
    fn directions_cover_the_sphere_evenly() {
        let mut sum = [0.0f64; 3];
        let mut squares = [0.0f64; 3];
        for id in 0..20_000 {
            let w = words(5, id, 0, Purpose::Birth, 0);
            let d = direction::<3>(w[0], w[1]);
            for axis in 0..3 {
                sum[axis] += f64::from(d[axis]) / 20_000.0;
                squares[axis] += f64::from(d[axis] * d[axis]) / 20_000.0;
            }
        }
        for axis in 0..3 {
            assert!(sum[axis].abs() < 0.015, "mean {sum:?}");
            assert!((squares[axis] - 1.0 / 3.0).abs() < 0.01, "second moment {squares:?}");
        }
    }

    #[test]
    fn normal_has_mean_zero_and_deviation_one() {
        let draws: Vec<f64> =
            (0..20_000).map(|id| words(9, id, 3, Purpose::Noise, 0)).map(|w| f64::from(normal(w[0], w[1]))).collect();
        let mean = draws.iter().sum::<f64>() / draws.len() as f64;
        let deviation = (draws.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / draws.len() as f64).sqrt();
        assert!(mean.abs() < 0.02 && (deviation - 1.0).abs() < 0.02, "{mean} {deviation}");
    }
}
