//! The five texts, each worked out by hand.
//!
//! For every text one step of a small random world is computed here in double precision, from the text's own
//! formulas and with none of the engine's code, and compared with the engine under the settings that stand for that
//! text. What a text leaves to chance is checked by what must hold for any draw.

#![allow(clippy::unwrap_used)]

#[path = "../common/mod.rs"]
mod common;
mod craft;
mod fleet;
mod school;
mod units;
mod vehicles;

/// How far single precision may stray from the formulas, relative to the size of the numbers.
const TOLERANCE: f64 = 1e-5;
