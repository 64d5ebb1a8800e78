//! The sum of separation: how strongly each neighbour pushes.

use crate::math::lane::Lane;
use crate::settings::parameters::words;

words! {
    /// How the push of separation depends on the distance d, with T the distance it begins at.
    #[non_exhaustive]
    pub enum Falloff {
        /// `(T − d)/T`.
        Linear = "linear",
        /// `1/d`.
        Inverse = "inverse",
        /// `T/d`.
        Ratio = "ratio",
        /// `d/scale`.
        Offset = "offset",
        /// `1`.
        Constant = "constant",
    }
}

impl Falloff {
    /// `f(d)` with the distance it begins at and the scale.
    pub fn at(self, distance: f32, begins: f32, scale: f32) -> f32 {
        let distance = distance.max(begins * Push::NEAREST);
        match self {
            Falloff::Linear => 1.0 - distance / begins,
            Falloff::Inverse => 1.0 / distance,
            Falloff::Ratio => begins / distance,
            Falloff::Offset => distance / scale,
            Falloff::Constant => 1.0,
        }
    }
    /// `f(d)/d` as factors of `1/d²`, of `1/d` and of 1.
    fn factors(self, begins: f32, scale: f32) -> [f32; 3] {
        match self {
            Falloff::Linear => [0.0, 1.0, -1.0 / begins],
            Falloff::Inverse => [1.0, 0.0, 0.0],
            Falloff::Ratio => [begins, 0.0, 0.0],
            Falloff::Offset => [0.0, 0.0, 1.0 / scale],
            Falloff::Constant => [0.0, 1.0, 0.0],
        }
    }
}

/// The sum of separation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Push {
    /// Where it begins; `None`: at the sum of both bodies' radii.
    pub distance: Option<f32>,
    pub falloff: Falloff,
    pub scale: f32,
    /// Whether those who push are counted.
    pub counted: bool,
}

impl Push {
    /// Nearer than this share of the distance it begins at, a neighbour counts as this near: 1/d stays finite.
    const NEAREST: f32 = 1e-6;
    /// A push from nobody.
    pub const NONE: Push = Push { distance: Some(0.0), falloff: Falloff::Constant, scale: 1.0, counted: false };

    /// The numbers of a push that begins at this distance.
    pub fn strength(&self, begins: f32) -> Strength<f32> {
        let nearest = begins * Push::NEAREST;
        let linear = self.falloff == Falloff::Linear;
        Strength {
            begins2: begins * begins,
            // Where a linear push begins it is zero but for rounding, which the floor takes care of.
            reach2: begins * begins * if linear { 1.0001 } else { 1.0 },
            floor: if linear { 0.0 } else { f32::NEG_INFINITY },
            nearest2: (nearest * nearest).max(f32::MIN_POSITIVE),
            factors: self.falloff.factors(begins, self.scale),
        }
    }
    /// The push of a neighbour in the very same place, in a direction that the two ids tell.
    pub fn of_coincident(&self, begins: f32) -> f32 {
        self.falloff.at(0.0, begins, self.scale)
    }
}

/// How strong a push is: `f(d)/d`, what an offset is multiplied by.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Strength<N> {
    /// Where it begins, how far off it is certainly zero, and the least distance that counts, all squared.
    pub begins2: N,
    pub reach2: N,
    pub nearest2: N,
    /// It is never less than this: beyond where it begins a linear push would pull.
    pub floor: N,
    /// The factors of 1/d², of 1/d and of 1.
    pub factors: [N; 3],
}

impl Strength<f32> {
    /// The same in every lane.
    #[inline(always)]
    pub fn splat<N>(&self, splat: impl Fn(f32) -> N) -> Strength<N> {
        Strength {
            begins2: splat(self.begins2),
            reach2: splat(self.reach2),
            nearest2: splat(self.nearest2),
            floor: splat(self.floor),
            factors: self.factors.map(splat),
        }
    }
}

impl<N: Lane> Strength<N> {
    /// One over the distance.
    #[inline(always)]
    pub fn inverse(&self, square: N) -> N {
        square.like(1.0) / square.max(self.nearest2).sqrt()
    }
    /// `f(d)/d` from one over the distance. `LINEAR`: the falloff is known to be linear, whose first factors are 0 and
    /// 1.
    #[inline(always)]
    pub fn of<const LINEAR: bool>(&self, inverse: N) -> N {
        let [twice, once, always] = self.factors;
        if LINEAR {
            (inverse + always).max(inverse.like(0.0))
        } else {
            ((twice * inverse + once) * inverse + always).max(self.floor)
        }
    }
}
