//! What one or two lookers go by, what they are shown, and what they sum up: the loop of the sums.

use super::LANES;
use super::abreast::{Abreast, is_wide};
use super::sum::{COURSE, FAR, NOTE, PUSH, RARE, dots};
use super::window::Window;
use fearless_simd::{Select, Simd, SimdBase, SimdMask};
use std::ops::Range;

/// What one or two lookers go by.
pub(super) struct Gaze<V, const D: usize> {
    pub point: [V; D],
    pub astern: [V; D],
    /// Where they are themselves.
    pub own: [Own; 2],
    pub radius2: V,
    pub radius2_min: V,
    pub cos_signed: V,
    pub begins2: V,
    pub nearest2: V,
    pub strengths: [V; 3],
    pub noted2: V,
}

impl<V, const D: usize> Gaze<V, D> {
    /// Adds up eight of those in sight; returns which of them are to be noted.
    #[inline(always)]
    pub(super) fn see<S: Simd, const FOR: u32>(
        &self,
        sights: &Sights<D>,
        at: usize,
        sums: &mut Sums<S, V, D>,
    ) -> V::Mask
    where
        V: Abreast<S>,
    {
        let simd = self.radius2.token();
        let zero = V::splat(simd, 0.0);
        // From each to the looker: the other way it would take an instruction more.
        let mut away = [zero; D];
        for axis in 0..D {
            let eight = if axis == 0 { &sights.x[at] } else { &sights.others[axis][at] };
            away[axis] = self.point[axis] - V::of_eight(simd, eight);
        }
        let square = dots(&away, &away);
        // dot ≥ cos·d without the root: both sides squared, their signs kept.
        let dot = dots(&away, &self.astern);
        let mut through = square.simd_le(self.radius2) & (dot * dot.abs()).simd_ge(square * self.cos_signed);
        if const { masks_own::<S, V, D>() && FOR & FAR == 0 } {
            let mut others = u64::MAX;
            for own in &self.own[..V::LEN / LANES] {
                others &= if at == own.vector { own.others } else { u64::MAX };
            }
            through &= V::Mask::from_bitmask(simd, others);
        }
        if FOR & RARE != 0 || FOR == NOTE {
            through &= square.simd_ge(self.radius2_min);
        }
        if FOR == NOTE {
            return through;
        }
        if const { counts_bits::<S, V>() } {
            sums.count += through.to_bitmask().count_ones();
        } else {
            sums.counts = sums.counts.count_where(through);
        }
        let mut motion = [zero; D];
        for axis in 0..D {
            sums.aways[axis] = sums.aways[axis].add_where(through, away[axis]);
            motion[axis] = V::of_eight(simd, &sights.motions[axis][at]);
            sums.moved[axis] = sums.moved[axis].add_where(through, motion[axis]);
        }
        let near = through & square.simd_lt(self.begins2);
        if const { is_wide::<S>() && FOR & PUSH != 0 && D == 3 } {
            // A root and a division take long. With registers to spare, those who push wait until another one comes into
            // their lane, and are dealt with together.
            let Waiting { some, away: others, square: other } = sums.waiting;
            if (near & some).any_true() {
                sums.push(some, &others, other, self);
                sums.waiting.some = near;
            } else {
                sums.waiting.some |= near;
            }
            for axis in 0..D {
                sums.waiting.away[axis] = near.select(away[axis], others[axis]);
            }
            sums.waiting.square = near.select(square, other);
        } else if FOR & PUSH != 0 && (D == 2 || near.any_true()) {
            // In space few vectors hold someone near enough to push, and a branch is guessed right often enough.
            // Beyond where a linear push begins it would pull.
            sums.push(through, &away, square, self);
        }
        if FOR & RARE != 0 {
            let inverse = V::splat(simd, 1.0) / square.max(self.nearest2).sqrt();
            let [twice, once, always] = self.strengths;
            let strength = near.select((twice * inverse + once) * inverse + always, zero);
            for axis in 0..D {
                sums.pushed[axis] += away[axis] * strength;
            }
            sums.closest = sums.closest.max(near.select(inverse, zero));
            sums.pushing += near.to_bitmask().count_ones();
            let moves = dots(&motion, &motion).simd_gt(zero) & through;
            sums.moving += moves.to_bitmask().count_ones();
            let inverse = V::splat(simd, -1.0) / square.sqrt();
            let apart = through & square.simd_gt(zero);
            for axis in 0..D {
                sums.directions[axis] = sums.directions[axis].add_where(apart, away[axis] * inverse);
            }
        }
        if FOR & NOTE != 0 { through & square.simd_le(self.noted2) } else { through }
    }
}

/// Where a looker is in its run: in which vector, and the bits of all others in there.
#[derive(Clone, Copy)]
pub(super) struct Own {
    vector: usize,
    others: u64,
}

/// Whether those in sight are counted by the bits of masks instead of lane by lane.
pub(super) const fn counts_bits<S: Simd, V: SimdBase<S>>() -> bool {
    is_wide::<S>() && V::LEN == LANES
}

/// Whether lookers are left out by a mask, and not put out of sight for the moment. In space a mask costs more than that where one
/// looks alone.
pub(super) const fn masks_own<S: Simd, V: SimdBase<S>, const D: usize>() -> bool {
    is_wide::<S>() && (D == 2 || V::LEN > LANES)
}

impl Own {
    /// Of the nth of two lookers.
    #[inline(always)]
    pub fn at(place: usize, nth: usize) -> Own {
        Own { vector: place / LANES, others: !(1 << (nth * LANES + place % LANES)) }
    }
}

/// A run of the window: where those in it are, and how they move.
pub(super) struct Sights<'a, const D: usize> {
    pub x: &'a mut [[f32; LANES]],
    /// The other axes.
    pub others: [&'a [[f32; LANES]]; D],
    pub motions: [&'a [[f32; LANES]]; D],
    /// Where it begins, and how many vectors it has.
    pub begin: usize,
    pub vectors: usize,
    /// The vectors that hold those of the slabs in the middle.
    pub inner: Range<usize>,
}

impl<'a, const D: usize> Sights<'a, D> {
    #[inline(always)]
    pub(super) fn new<const FOR: u32>(
        window: &'a mut Window<D>,
        filtered: bool,
        run: &Range<usize>,
        inner: &Range<usize>,
    ) -> Self {
        let vectors = run.len().div_ceil(LANES);
        let room = run.start..run.start + vectors * LANES;
        let Window { position, velocity, course: courses, filtered_x, .. } = window;
        let motion_columns = if FOR & COURSE != 0 { courses } else { velocity };
        let (x, others_yz) = position.split_at_mut(1);
        let x = &mut (if filtered { filtered_x } else { &mut x[0] })[room.clone()].as_chunks_mut().0[..vectors];
        // A short run is not worth cutting: each piece ends in a branch that is guessed wrong.
        let inner = if vectors < SHORT {
            0..vectors
        } else {
            (inner.start - run.start) / LANES..(inner.end - run.start).div_ceil(LANES)
        };
        let mut sights = Sights { x, others: [&[]; D], motions: [&[]; D], begin: run.start, vectors, inner };
        for axis in 0..D {
            if axis > 0 {
                sights.others[axis] = &others_yz[axis - 1][room.clone()].as_chunks().0[..vectors];
            }
            if FOR != NOTE {
                sights.motions[axis] = &motion_columns[axis][room.clone()].as_chunks().0[..vectors];
            }
        }
        sights
    }
}

/// A run of fewer vectors than this is short.
pub(super) const SHORT: usize = 5;

/// What is summed up over a run, lane by lane.
pub(super) struct Sums<S: Simd, V: Abreast<S>, const D: usize> {
    pub aways: [V; D],
    pub moved: [V; D],
    pub pushed: [V; D],
    pub directions: [V; D],
    /// How many are in sight: lane by lane, or by the bits of masks.
    pub counts: V,
    pub count: u32,
    /// The strongest push, or one over the least distance.
    pub closest: V,
    pub moving: u32,
    pub pushing: u32,
    pub waiting: Waiting<S, V, D>,
}

/// Those who push and wait for it, one to a lane.
#[derive(Clone, Copy)]
pub(super) struct Waiting<S: Simd, V: Abreast<S>, const D: usize> {
    pub some: V::Mask,
    pub away: [V; D],
    pub square: V,
}

impl<S: Simd, V: Abreast<S>, const D: usize> Sums<S, V, D> {
    /// Adds the linear pushes of some.
    #[inline(always)]
    pub(super) fn push(&mut self, some: V::Mask, away: &[V; D], square: V, gaze: &Gaze<V, D>) {
        let zero = V::splat(square.token(), 0.0);
        let inverse = V::splat(square.token(), 1.0) / square.max(gaze.nearest2).sqrt();
        let strength = (inverse + gaze.strengths[2]).max(zero).where_else_nothing(some);
        for axis in 0..D {
            self.pushed[axis] += away[axis] * strength;
        }
        self.closest = self.closest.max(strength);
    }
}
