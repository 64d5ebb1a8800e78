//! Numbers side by side: one, eight or sixteen. A formula that holds for one agent and for several is written once, for
//! a [`Lane`].
//!
//! Sums run over eight lanes on every machine. Where a register holds sixteen numbers, two agents share it, eight lanes
//! each ([`Octets`]), so that the sums of each have the same bits as if it were alone.

use fearless_simd::{Bytes, ExtractToken, Select, Simd, SimdBase, SimdFloat, SimdInt, SimdMask};
use fearless_simd::{f32x8, f32x16, i32x8, mask32x8, mask32x16};
use std::ops::{Add, BitAnd, BitOr, Div, Mul, Neg, Not, Sub};

/// A number, or several of them side by side.
pub trait Lane:
    Copy
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Mul<f32, Output = Self>
    + Neg<Output = Self>
{
    /// One answer of yes or no per number.
    type Mask: Copy + BitAnd<Output = Self::Mask> + BitOr<Output = Self::Mask> + Not<Output = Self::Mask>;
    /// As many of a number as this has.
    fn like(self, number: f32) -> Self;
    /// The square root.
    fn sqrt(self) -> Self;
    /// The greater one.
    fn max(self, other: Self) -> Self;
    /// The lesser one.
    fn min(self, other: Self) -> Self;
    /// Without its sign.
    fn abs(self) -> Self;
    /// Whether it is less.
    fn less(self, other: Self) -> Self::Mask;
    /// Whether it is less or equal.
    fn at_most(self, other: Self) -> Self::Mask;
    /// Whether it is equal.
    fn equals(self, other: Self) -> Self::Mask;
    /// One where the answer is yes, the other where it is no.
    fn choose(answer: Self::Mask, yes: Self, no: Self) -> Self;
    /// Whether any answer is yes.
    fn any(answer: Self::Mask) -> bool;
    /// As many plain numbers.
    type Plain: Copy + AsRef<[f32]> + AsMut<[f32]>;
    /// The numbers.
    fn plain(self) -> Self::Plain;
    /// These numbers.
    fn of_plain(self, numbers: Self::Plain) -> Self;
}

impl Lane for f32 {
    type Mask = bool;
    #[inline(always)]
    fn like(self, number: f32) -> f32 {
        number
    }
    #[inline(always)]
    fn sqrt(self) -> f32 {
        self.sqrt()
    }
    #[inline(always)]
    fn max(self, other: f32) -> f32 {
        self.max(other)
    }
    #[inline(always)]
    fn min(self, other: f32) -> f32 {
        self.min(other)
    }
    #[inline(always)]
    fn abs(self) -> f32 {
        self.abs()
    }
    #[inline(always)]
    fn less(self, other: f32) -> bool {
        self < other
    }
    #[inline(always)]
    fn at_most(self, other: f32) -> bool {
        self <= other
    }
    #[inline(always)]
    fn equals(self, other: f32) -> bool {
        self == other
    }
    #[inline(always)]
    fn choose(answer: bool, yes: f32, no: f32) -> f32 {
        if answer { yes } else { no }
    }
    #[inline(always)]
    fn any(answer: bool) -> bool {
        answer
    }
    type Plain = [f32; 1];
    #[inline(always)]
    fn plain(self) -> [f32; 1] {
        [self]
    }
    #[inline(always)]
    fn of_plain(self, [number]: [f32; 1]) -> f32 {
        number
    }
}

/// Whether the greater of two is found by comparing. WebAssembly's own instruction for it orders zeros by sign and hands on
/// what is no number, which takes a browser some eight instructions on x86. To compare and choose does what SSE does and
/// takes half of them: a step is a fifth quicker in the plane, a thirtieth in space.
const BY_CHOICE: bool = cfg!(all(target_arch = "wasm32", target_feature = "simd128"));

macro_rules! vector_lane {
    ($vector:ident, $mask:ident, $lanes:literal) => {
        impl<S: Simd> Lane for $vector<S> {
            type Mask = $mask<S>;
            #[inline(always)]
            fn like(self, number: f32) -> Self {
                SimdBase::splat(self.token(), number)
            }
            #[inline(always)]
            fn sqrt(self) -> Self {
                <Self as SimdFloat<S>>::sqrt(self)
            }
            #[inline(always)]
            fn max(self, other: Self) -> Self {
                if BY_CHOICE { Self::choose(other.less(self), self, other) } else { SimdBase::max(self, other) }
            }
            #[inline(always)]
            fn min(self, other: Self) -> Self {
                if BY_CHOICE { Self::choose(self.less(other), self, other) } else { SimdBase::min(self, other) }
            }
            #[inline(always)]
            fn abs(self) -> Self {
                SimdBase::abs(self)
            }
            #[inline(always)]
            fn less(self, other: Self) -> Self::Mask {
                self.simd_lt(other)
            }
            #[inline(always)]
            fn at_most(self, other: Self) -> Self::Mask {
                self.simd_le(other)
            }
            #[inline(always)]
            fn equals(self, other: Self) -> Self::Mask {
                self.simd_eq(other)
            }
            #[inline(always)]
            fn choose(answer: Self::Mask, yes: Self, no: Self) -> Self {
                answer.select(yes, no)
            }
            #[inline(always)]
            fn any(answer: Self::Mask) -> bool {
                answer.any_true()
            }
            type Plain = [f32; $lanes];
            #[inline(always)]
            fn plain(self) -> [f32; $lanes] {
                self.to_array()
            }
            #[inline(always)]
            fn of_plain(self, numbers: [f32; $lanes]) -> Self {
                $vector::from_slice(self.token(), &numbers)
            }
        }
    };
}

vector_lane!(f32x8, mask32x8, 8);
vector_lane!(f32x16, mask32x16, 16);

/// The lanes of one agent.
const EIGHT: usize = 8;

/// Whether a register holds sixteen numbers. Then there are twice as many registers, too, and masks cost nothing.
pub(crate) const fn is_wide<S: Simd>() -> bool {
    <S::f32s as SimdBase<S>>::LEN >= 2 * EIGHT
}

/// Eight numbers of one agent, or of each of two.
pub(crate) trait Octets<S: Simd>: Lane {
    /// How many agents there are.
    const AGENTS: usize;
    /// The same number everywhere.
    fn all(simd: S, number: f32) -> Self;
    /// The same eight for every agent.
    fn of_eight(simd: S, eight: &[f32; EIGHT]) -> Self;
    /// A number of each agent, in all its lanes.
    fn of_each(simd: S, of: impl Fn(usize) -> f32) -> Self;
    /// The lanes of one agent.
    fn lanes_of(&self, agent: usize) -> f32x8<S>;
    /// Adds where the mask says so.
    fn add_where(self, mask: Self::Mask, other: Self) -> Self;
    /// Zero where the mask does not say so.
    fn or_zero(self, mask: Self::Mask) -> Self;
    /// One more where the mask says so. What it is called on has been counted with this alone.
    fn count_where(self, mask: Self::Mask) -> Self;
    /// What was counted, as numbers.
    fn counted(self) -> Self;
    /// A bit for each lane.
    fn bits(mask: Self::Mask) -> u64;
    /// The mask without the lanes whose bits are set.
    fn without(simd: S, mask: Self::Mask, bits: u64) -> Self::Mask;
}

impl<S: Simd> Octets<S> for f32x8<S> {
    const AGENTS: usize = 1;
    #[inline(always)]
    fn all(simd: S, number: f32) -> Self {
        SimdBase::splat(simd, number)
    }
    #[inline(always)]
    fn of_eight(simd: S, eight: &[f32; EIGHT]) -> Self {
        f32x8::from_slice(simd, eight)
    }
    #[inline(always)]
    fn of_each(simd: S, of: impl Fn(usize) -> f32) -> Self {
        SimdBase::splat(simd, of(0))
    }
    #[inline(always)]
    fn lanes_of(&self, _: usize) -> f32x8<S> {
        *self
    }
    #[inline(always)]
    fn add_where(self, mask: mask32x8<S>, other: Self) -> Self {
        if is_wide::<S>() {
            mask.select(self + other, self)
        } else {
            // A bitwise and is quicker than to select.
            self + other.or_zero(mask)
        }
    }
    #[inline(always)]
    fn or_zero(self, mask: mask32x8<S>) -> Self {
        if is_wide::<S>() {
            mask.select(self, SimdBase::splat(self.token(), 0.0))
        } else {
            (self.bitcast::<i32x8<S>>() & mask.to_vector()).bitcast()
        }
    }
    #[inline(always)]
    fn count_where(self, mask: mask32x8<S>) -> Self {
        if is_wide::<S>() {
            return self.add_where(mask, SimdBase::splat(self.token(), 1.0));
        }
        // A lane whose answer is yes is −1.
        (self.bitcast::<i32x8<S>>() - mask.to_vector()).bitcast()
    }
    #[inline(always)]
    fn counted(self) -> Self {
        if is_wide::<S>() { self } else { self.bitcast::<i32x8<S>>().to_float() }
    }
    #[inline(always)]
    fn bits(mask: mask32x8<S>) -> u64 {
        mask.to_bitmask()
    }
    #[inline(always)]
    fn without(simd: S, mask: mask32x8<S>, bits: u64) -> mask32x8<S> {
        mask & mask32x8::from_bitmask(simd, !bits)
    }
}

impl<S: Simd> Octets<S> for f32x16<S> {
    const AGENTS: usize = 2;
    #[inline(always)]
    fn all(simd: S, number: f32) -> Self {
        SimdBase::splat(simd, number)
    }
    #[inline(always)]
    fn of_eight(simd: S, eight: &[f32; EIGHT]) -> Self {
        let eight = f32x8::from_slice(simd, eight);
        simd.combine_f32x8(eight, eight)
    }
    #[inline(always)]
    fn of_each(simd: S, of: impl Fn(usize) -> f32) -> Self {
        simd.combine_f32x8(SimdBase::splat(simd, of(0)), SimdBase::splat(simd, of(1)))
    }
    #[inline(always)]
    fn lanes_of(&self, agent: usize) -> f32x8<S> {
        let (first, second) = self.token().split_f32x16(*self);
        if agent == 0 { first } else { second }
    }
    #[inline(always)]
    fn add_where(self, mask: mask32x16<S>, other: Self) -> Self {
        mask.select(self + other, self)
    }
    #[inline(always)]
    fn or_zero(self, mask: mask32x16<S>) -> Self {
        mask.select(self, SimdBase::splat(self.token(), 0.0))
    }
    #[inline(always)]
    fn count_where(self, mask: mask32x16<S>) -> Self {
        self.add_where(mask, SimdBase::splat(self.token(), 1.0))
    }
    #[inline(always)]
    fn counted(self) -> Self {
        self
    }
    #[inline(always)]
    fn bits(mask: mask32x16<S>) -> u64 {
        mask.to_bitmask()
    }
    #[inline(always)]
    fn without(simd: S, mask: mask32x16<S>, bits: u64) -> mask32x16<S> {
        mask & mask32x16::from_bitmask(simd, !bits)
    }
}

/// The least and the greatest of some numbers.
#[inline(always)]
pub(crate) fn extremes<S: Simd>(simd: S, numbers: &[f32]) -> [f32; 2] {
    let (eights, rest) = numbers.as_chunks::<EIGHT>();
    let (mut least, mut most): (f32x8<S>, f32x8<S>) =
        (SimdBase::splat(simd, f32::INFINITY), SimdBase::splat(simd, f32::NEG_INFINITY));
    for eight in eights {
        let eight = f32x8::from_slice(simd, eight);
        (least, most) = (SimdBase::min(least, eight), SimdBase::max(most, eight));
    }
    let least = least.to_array().into_iter().chain(rest.iter().copied()).fold(f32::INFINITY, f32::min);
    let most = most.to_array().into_iter().chain(rest.iter().copied()).fold(f32::NEG_INFINITY, f32::max);
    [least, most]
}

/// Eight places, all of them in columns of so many: whoever gathers from a column cut to that length need not check
/// each again.
#[inline(always)]
pub(crate) fn within(places: &[u32], len: usize) -> [usize; EIGHT] {
    let mut within = [0; EIGHT];
    if len > 0 {
        for (within, place) in within.iter_mut().zip(places) {
            *within = (*place as usize).min(len - 1);
        }
    }
    within
}

/// Eight numbers of a column. One by one, so that they are put together in a register: a vector that is read from
/// memory has to wait until all its numbers are written.
#[inline(always)]
pub(crate) fn gather<S: Simd>(simd: S, column: &[f32], at: &[usize; EIGHT]) -> f32x8<S> {
    let [a, b, c, d, e, f, g, h] = *at;
    let eight = [column[a], column[b], column[c], column[d], column[e], column[f], column[g], column[h]];
    f32x8::from_slice(simd, &eight)
}
