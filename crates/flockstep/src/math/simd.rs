//! Which instruction set the kernels use: the best one of this machine, found at run time, unless a test forces
//! another. Every one gives the same bits.
//!
//! On x86-64 there are three: SSE2, which every such processor has, AVX2 and AVX-512. A fourth (SSE 4.2) and plain
//! numbers would each add a fifth to the time that the engine takes to build, and no processor of the last ten years
//! would use them.
//!
//! With AVX-512 two agents may look side by side in one register. That pays where a register of sixteen numbers is
//! worked on in one go; some processors do it in two halves.

use fearless_simd::Level;
use std::sync::atomic::{AtomicU8, Ordering};

/// 0: the best there is; else one more than the place in [`levels`].
static FORCED: AtomicU8 = AtomicU8::new(0);

/// Runs code that is made for each instruction set with the one of a level: `dispatch!(level, simd => code)`.
macro_rules! dispatch {
    ($level:expr, $simd:ident => $run:expr) => {{
        #[cfg(target_arch = "x86_64")]
        {
            let level: fearless_simd::Level = $level;
            if let Some($simd) = level.as_avx512() {
                fearless_simd::Simd::vectorize($simd, #[inline(always)] || $run)
            } else if let Some($simd) = level.as_avx2() {
                fearless_simd::Simd::vectorize($simd, #[inline(always)] || $run)
            } else {
                let Some($simd) = level.as_sse2() else { unreachable!("every x86-64 processor has SSE2") };
                fearless_simd::Simd::vectorize($simd, #[inline(always)] || $run)
            }
        }
        #[cfg(not(target_arch = "x86_64"))]
        fearless_simd::dispatch!($level, $simd => $run)
    }};
}
pub(crate) use dispatch;

/// The level in force.
#[inline]
pub(crate) fn level() -> Level {
    forced().map_or_else(Level::new, |forced| forced.level)
}

/// Whether two agents look side by side where a register has room for both.
pub(crate) fn in_pairs() -> bool {
    forced().map_or_else(is_whole, |forced| forced.abreast)
}

fn forced() -> Option<SimdLevel> {
    match FORCED.load(Ordering::Relaxed) {
        0 => None,
        forced => all().into_iter().flatten().nth(usize::from(forced) - 1),
    }
}

/// One way to work.
#[derive(Clone, Copy)]
struct SimdLevel {
    name: &'static str,
    level: Level,
    abreast: bool,
}

impl SimdLevel {
    fn new(name: &'static str, level: Level) -> Option<SimdLevel> {
        Some(SimdLevel { name, level, abreast: false })
    }
}

/// Whether a register of sixteen numbers is worked on in one go. The fourth generation of AMD's Zen does it in two
/// halves; only AMD has SSE4a, and only the fifth generation has these intersections.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
fn is_whole() -> bool {
    !std::arch::is_x86_feature_detected!("sse4a") || std::arch::is_x86_feature_detected!("avx512vp2intersect")
}
#[cfg(not(any(target_arch = "x86", target_arch = "x86_64")))]
fn is_whole() -> bool {
    true
}

/// Has all that does not fit into registers begin at a line of the cache, in the function that this is inlined into.
/// Else a vector of sixteen numbers may lie across two lines, or now and then across two pages: then a step takes a
/// quarter longer, and whether it does is chance, as the stack of a program begins elsewhere every time.
#[inline(always)]
pub(crate) fn align_stack() {
    #[repr(align(64))]
    struct CacheLine {
        _room: [f32; 16],
    }
    // What lies on the stack aligned has the compiler align it all.
    std::hint::black_box(&mut CacheLine { _room: [0.0; 16] });
}

/// The names of the instruction sets that this machine can use, from the plain one to the best.
pub fn levels() -> Vec<&'static str> {
    all().into_iter().flatten().map(|way| way.name).collect()
}

/// The one of [`levels`] that is in use.
pub fn in_use() -> &'static str {
    let best = |way: &SimdLevel| !way.abreast || in_pairs();
    let way = forced().or_else(|| all().into_iter().flatten().rfind(best));
    way.map_or("plain", |way| way.name)
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

#[cfg(target_arch = "x86_64")]
fn all() -> [Option<SimdLevel>; 4] {
    use fearless_simd::Simd;
    let best = Level::new();
    let avx512 = best.as_avx512().and_then(|token| SimdLevel::new("avx512", token.level()));
    [
        best.as_sse2().and_then(|token| SimdLevel::new("sse2", token.level())),
        best.as_avx2().and_then(|token| SimdLevel::new("avx2", token.level())),
        avx512,
        avx512.map(|level| SimdLevel { name: "avx512-abreast", abreast: true, ..level }),
    ]
}

#[cfg(target_arch = "aarch64")]
fn all() -> [Option<SimdLevel>; 2] {
    use fearless_simd::Simd;
    [
        SimdLevel::new("plain", Level::fallback()),
        Level::new().as_neon().and_then(|token| SimdLevel::new("neon", token.level())),
    ]
}

/// A module with vector instructions does not load where there are none: plain kernels would only make it larger.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
fn all() -> [Option<SimdLevel>; 1] {
    [SimdLevel::new("simd128", Level::new())]
}

#[cfg(not(any(
    target_arch = "x86_64",
    target_arch = "aarch64",
    all(target_arch = "wasm32", target_feature = "simd128")
)))]
fn all() -> [Option<SimdLevel>; 1] {
    [SimdLevel::new("plain", Level::fallback())]
}
