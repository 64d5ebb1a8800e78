//! The canonical flock step, as the Rust peers run it: arguments, start, rules, clock.
//!
//! The same numbers stand in `../../mesa/flock.py`, `../../yuka/flock.mjs` and `../../nanoflann/flock.cpp`, and in
//! `flockstep bench`.

mod clock;
mod flock;
mod rules;
mod setting;

pub use clock::measure;
pub use flock::{Flock, Random, side, wrap};
pub use rules::{RADIUS, Sums, TIME_STEP, unit};
pub use setting::Setting;
