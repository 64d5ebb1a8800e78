//! One looker or two side by side, eight lanes each.
//!
//! A sum runs over eight lanes on every machine. Where a register holds sixteen numbers, two lookers share it: each of them
//! has its own eight lanes, so that its sums have the same bits as if it looked alone.

use super::LANES;
use fearless_simd::{Bytes, ExtractToken, Select, Simd, SimdBase, SimdFloat, SimdInt, SimdMask};
use fearless_simd::{f32x8, f32x16, i32x8, mask32x8, mask32x16};

/// Whether a register holds sixteen numbers. Then there are twice as many registers, too, and masks cost nothing.
pub(super) const fn is_wide<S: Simd>() -> bool {
    <S::f32s as SimdBase<S>>::LEN >= 2 * LANES
}

/// Eight numbers of each looker.
pub(super) trait Abreast<S: Simd>: SimdFloat<S, Element = f32> {
    /// The same eight for every looker.
    fn of_eight(simd: S, eight: &[f32; LANES]) -> Self;
    /// A number of each looker, in all its lanes.
    fn of_each(simd: S, of: impl Fn(usize) -> f32) -> Self;
    /// The lanes of one looker.
    fn lanes_of(&self, looker: usize) -> f32x8<S>;
    /// Adds where the mask says so.
    fn add_where(self, mask: Self::Mask, other: Self) -> Self;
    /// Nothing where the mask does not say so.
    fn where_else_nothing(self, mask: Self::Mask) -> Self;
    /// One more where the mask says so.
    fn count_where(self, mask: Self::Mask) -> Self;
    /// What was counted.
    fn counted(self) -> Self;
}

impl<S: Simd> Abreast<S> for f32x8<S> {
    #[inline(always)]
    fn of_eight(simd: S, eight: &[f32; LANES]) -> Self {
        f32x8::from_slice(simd, eight)
    }
    #[inline(always)]
    fn of_each(simd: S, of: impl Fn(usize) -> f32) -> Self {
        f32x8::splat(simd, of(0))
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
            self + other.where_else_nothing(mask)
        }
    }
    #[inline(always)]
    fn where_else_nothing(self, mask: mask32x8<S>) -> Self {
        if is_wide::<S>() {
            mask.select(self, f32x8::splat(self.token(), 0.0))
        } else {
            (self.bitcast::<i32x8<S>>() & mask.to_vector()).bitcast()
        }
    }
    #[inline(always)]
    fn count_where(self, mask: mask32x8<S>) -> Self {
        if is_wide::<S>() {
            return self.add_where(mask, f32x8::splat(self.token(), 1.0));
        }
        // A lane that is through is −1.
        (self.bitcast::<i32x8<S>>() - mask.to_vector()).bitcast()
    }
    #[inline(always)]
    fn counted(self) -> Self {
        if is_wide::<S>() { self } else { self.bitcast::<i32x8<S>>().to_float() }
    }
}

impl<S: Simd> Abreast<S> for f32x16<S> {
    #[inline(always)]
    fn of_eight(simd: S, eight: &[f32; LANES]) -> Self {
        let eight = f32x8::from_slice(simd, eight);
        simd.combine_f32x8(eight, eight)
    }
    #[inline(always)]
    fn of_each(simd: S, of: impl Fn(usize) -> f32) -> Self {
        simd.combine_f32x8(f32x8::splat(simd, of(0)), f32x8::splat(simd, of(1)))
    }
    #[inline(always)]
    fn lanes_of(&self, looker: usize) -> f32x8<S> {
        let (first, second) = self.token().split_f32x16(*self);
        if looker == 0 { first } else { second }
    }
    #[inline(always)]
    fn add_where(self, mask: mask32x16<S>, other: Self) -> Self {
        mask.select(self + other, self)
    }
    #[inline(always)]
    fn where_else_nothing(self, mask: mask32x16<S>) -> Self {
        mask.select(self, f32x16::splat(self.token(), 0.0))
    }
    #[inline(always)]
    fn count_where(self, mask: mask32x16<S>) -> Self {
        self.add_where(mask, f32x16::splat(self.token(), 1.0))
    }
    #[inline(always)]
    fn counted(self) -> Self {
        self
    }
}
