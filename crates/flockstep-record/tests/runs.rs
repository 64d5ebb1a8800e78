//! Whole runs with a fault on the way, of the kinds that are fuzzed (`fuzz/runs.rs`): kills and full disks at any moment. What is
//! resumed ends with the same hash and the same rows.
#![cfg(target_os = "linux")]
#![allow(clippy::expect_used, clippy::unwrap_used)]

#[path = "../../../fuzz/runs.rs"]
mod runs;

/// More of them, other ones each time: FLOCKSTEP_CASES=20000 cargo test --release -p flockstep-record --test runs
#[test]
fn what_is_resumed_ends_as_if_nothing_had_happened() {
    let given = std::env::var("FLOCKSTEP_CASES").ok().and_then(|cases| cases.parse().ok());
    let (cases, mut state) = match given {
        None => (150u64, 7u64),
        Some(cases) => (cases, u64::from(std::process::id())),
    };
    for case in 0..cases {
        let bytes: Vec<u8> = std::iter::repeat_with(|| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 56) as u8
        })
        .take(64)
        .collect();
        let ended = std::panic::catch_unwind(|| runs::run(&bytes));
        assert!(ended.is_ok(), "case {case}: {bytes:?}");
    }
}
