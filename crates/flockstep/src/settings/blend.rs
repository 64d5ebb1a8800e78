//! How the steering of several behaviors becomes one vector.

use super::parameters::{parameters, words};

words! {
    /// How the steering of several behaviors becomes one vector.
    #[non_exhaustive]
    pub enum BlendKind {
        /// The sum.
        Sum = "sum",
        /// The sum over the lowest `priority` number whose sum exceeds `threshold`.
        Priority = "priority",
        /// In order, each takes what is left of the body's max force.
        Budget = "budget",
        /// In order, each is chosen with its `chance`; the first chosen one that is not zero wins.
        Dither = "dither",
        /// Every direction is judged by itself: all behaviors say how much they like it, those that avoid how much they
        /// fear it, and the best one is chosen. Responses do not count.
        Context = "context",
    }
}

parameters! {
    /// How the steering of several behaviors becomes one vector.
    pub struct Blend {
        /// The kind of blend.
        kind("type"): BlendKind = BlendKind::Sum;
        /// The length a `priority` sum must exceed to win.
        threshold("threshold"): f32 = 0.001, range [0.0, 1e15], slider [0.0, 1.0];
        /// The time in which a `context` blend takes up the velocity it chose.
        time("time"): f32 = 0.2, unit "s", range [0.0, 1e6], slider [0.0, 2.0];
    }
}

impl From<BlendKind> for Blend {
    fn from(kind: BlendKind) -> Blend {
        Blend { kind, ..Blend::default() }
    }
}
