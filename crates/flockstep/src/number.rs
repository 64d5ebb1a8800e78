//! A number, or eight of them side by side: what is worked out alike for one agent and for eight is written once.

use fearless_simd::{ExtractToken, Select, Simd, SimdBase, SimdFloat, SimdMask, f32x8, mask32x8};
use std::ops::{Add, BitAnd, Div, Mul, Neg, Not, Sub};

/// A number, or eight of them side by side.
pub trait Number:
    Copy
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Mul<f32, Output = Self>
    + Neg<Output = Self>
{
    /// One answer of yes or no per number.
    type Mask: Copy + BitAnd<Output = Self::Mask> + Not<Output = Self::Mask>;
    /// As many of a number as this has.
    fn like(self, number: f32) -> Self;
    /// The square root.
    fn root(self) -> Self;
    /// The greater one.
    fn greater(self, other: Self) -> Self;
    /// The lesser one.
    fn lesser(self, other: Self) -> Self;
    /// Its size without its sign.
    fn size(self) -> Self;
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
    type Lanes: Copy + AsRef<[f32]> + AsMut<[f32]>;
    /// The numbers.
    fn lanes(self) -> Self::Lanes;
    /// These numbers.
    fn of_lanes(self, lanes: Self::Lanes) -> Self;
    /// One of the numbers.
    fn lane(self, at: usize) -> f32;
    /// Replaces one of the numbers.
    fn set_lane(&mut self, at: usize, number: f32);
}

impl Number for f32 {
    type Mask = bool;
    type Lanes = [f32; 1];
    #[inline(always)]
    fn like(self, number: f32) -> f32 {
        number
    }
    #[inline(always)]
    fn root(self) -> f32 {
        self.sqrt()
    }
    #[inline(always)]
    fn greater(self, other: f32) -> f32 {
        self.max(other)
    }
    #[inline(always)]
    fn lesser(self, other: f32) -> f32 {
        self.min(other)
    }
    #[inline(always)]
    fn size(self) -> f32 {
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
    #[inline(always)]
    fn lanes(self) -> [f32; 1] {
        [self]
    }
    #[inline(always)]
    fn of_lanes(self, [number]: [f32; 1]) -> f32 {
        number
    }
    #[inline(always)]
    fn lane(self, _: usize) -> f32 {
        self
    }
    #[inline(always)]
    fn set_lane(&mut self, _: usize, number: f32) {
        *self = number;
    }
}

impl<S: Simd> Number for f32x8<S> {
    type Mask = mask32x8<S>;
    type Lanes = [f32; 8];
    #[inline(always)]
    fn like(self, number: f32) -> Self {
        f32x8::splat(self.token(), number)
    }
    #[inline(always)]
    fn root(self) -> Self {
        self.sqrt()
    }
    #[inline(always)]
    fn greater(self, other: Self) -> Self {
        self.max(other)
    }
    #[inline(always)]
    fn lesser(self, other: Self) -> Self {
        self.min(other)
    }
    #[inline(always)]
    fn size(self) -> Self {
        self.abs()
    }
    #[inline(always)]
    fn less(self, other: Self) -> mask32x8<S> {
        self.simd_lt(other)
    }
    #[inline(always)]
    fn at_most(self, other: Self) -> mask32x8<S> {
        self.simd_le(other)
    }
    #[inline(always)]
    fn equals(self, other: Self) -> mask32x8<S> {
        self.simd_eq(other)
    }
    #[inline(always)]
    fn choose(answer: mask32x8<S>, yes: Self, no: Self) -> Self {
        answer.select(yes, no)
    }
    #[inline(always)]
    fn any(answer: mask32x8<S>) -> bool {
        answer.any_true()
    }
    #[inline(always)]
    fn lanes(self) -> [f32; 8] {
        self.to_array()
    }
    #[inline(always)]
    fn of_lanes(self, lanes: [f32; 8]) -> Self {
        f32x8::from_slice(self.token(), &lanes)
    }
    #[inline(always)]
    fn lane(self, at: usize) -> f32 {
        self.to_array()[at]
    }
    #[inline(always)]
    fn set_lane(&mut self, at: usize, number: f32) {
        self.as_mut_slice()[at] = number;
    }
}
