//! Numbers side by side, small vectors, repeatable random numbers, and the instruction set in use.

pub(crate) mod lane;
pub mod random;
pub mod simd;
pub mod vector;
