//! Which instruction set the kernels use: the best one of this machine, found at run time, unless a test forces
//! another. Every one gives the same bits.

use fearless_simd::Level;
use std::sync::atomic::{AtomicU8, Ordering};

/// 0: the best there is; else one more than the place in [`levels`].
static FORCED: AtomicU8 = AtomicU8::new(0);

/// The level in force.
#[inline]
pub(crate) fn level() -> Level {
    match FORCED.load(Ordering::Relaxed) {
        0 => Level::new(),
        forced => all().into_iter().flatten().nth(usize::from(forced) - 1).map_or_else(Level::new, |(_, level)| level),
    }
}

/// The names of the instruction sets that this machine can use, from the plain one to the best.
pub fn levels() -> Vec<&'static str> {
    all().into_iter().flatten().map(|(name, _)| name).collect()
}

/// Forces one of [`levels`] for the whole process, or with `None` the best one again. For tests and measurements: the
/// motion does not depend on it. Returns whether this machine has it.
pub fn force(name: Option<&str>) -> bool {
    let place = match name {
        None => Some(0),
        Some(name) => levels().iter().position(|level| *level == name).map(|at| at as u8 + 1),
    };
    if let Some(place) = place {
        FORCED.store(place, Ordering::Relaxed);
    }
    place.is_some()
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
fn all() -> [Option<(&'static str, Level)>; 5] {
    use fearless_simd::Simd;
    let best = Level::new();
    [
        Some(("plain", Level::fallback())),
        best.as_sse2().map(|token| ("sse2", token.level())),
        best.as_sse4_2().map(|token| ("sse4.2", token.level())),
        best.as_avx2().map(|token| ("avx2", token.level())),
        best.as_avx512().map(|token| ("avx512", token.level())),
    ]
}

#[cfg(target_arch = "aarch64")]
fn all() -> [Option<(&'static str, Level)>; 2] {
    use fearless_simd::Simd;
    [Some(("plain", Level::fallback())), Level::new().as_neon().map(|token| ("neon", token.level()))]
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
fn all() -> [Option<(&'static str, Level)>; 2] {
    [Some(("plain", Level::fallback())), Some(("simd128", Level::new()))]
}

#[cfg(not(any(
    target_arch = "x86",
    target_arch = "x86_64",
    target_arch = "aarch64",
    all(target_arch = "wasm32", target_feature = "simd128")
)))]
fn all() -> [Option<(&'static str, Level)>; 1] {
    [Some(("plain", Level::fallback()))]
}
