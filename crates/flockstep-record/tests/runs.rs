//! Whole runs with a fault on the way, of the kinds that are fuzzed (`fuzz/runs.rs`): kills and full disks at any
//! moment. What is resumed ends with the same hash and the same rows.
#![cfg(target_os = "linux")]
#![allow(clippy::expect_used, clippy::unwrap_used)]

#[path = "../../../fuzz/runs.rs"]
mod runs;

use std::path::Path;

/// Where fuzzing begins, what it found, and some that are drawn. One test: a full disk is a limit of the whole process.
///
/// More of them, other ones each time: FLOCKSTEP_CASES=20000 cargo test --release -p flockstep-record --test runs
#[test]
fn what_is_resumed_ends_as_if_nothing_had_happened() {
    let bears = |bytes: &[u8], what: &str| {
        assert!(std::panic::catch_unwind(|| runs::run(bytes)).is_ok(), "{what}: {bytes:?}");
    };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/run");
    let files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(files.len() > 2);
    files.iter().for_each(|file| bears(&std::fs::read(file).unwrap(), &file.display().to_string()));

    let given = std::env::var("FLOCKSTEP_CASES").ok().and_then(|cases| cases.parse().ok());
    let (cases, mut state) = match given {
        None => (200u64, 7u64),
        Some(cases) => (cases, u64::from(std::process::id())),
    };
    for case in 0..cases {
        let bytes: Vec<u8> = std::iter::repeat_with(|| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 56) as u8
        })
        .take(64)
        .collect();
        bears(&bytes, &format!("case {case}"));
    }
}
