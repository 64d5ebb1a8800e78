//! What fuzzing has found, and where it begins, read once more by the same functions: whatever the bytes are, every reader comes
//! back soon and does not break.

mod common;
#[path = "../../../fuzz/readers.rs"]
mod readers;

use common::Dice;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The files of a reader's corpus, in order.
fn corpus(name: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(name);
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{name}: {error}"));
    let mut files: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    files.into_iter().map(|path| (path.clone(), std::fs::read(path).expect("a file"))).collect()
}

/// Reads bytes, which must not break the reader nor take long. If they do, they are kept.
fn bears(name: &str, read: fn(&[u8]), bytes: &[u8], what: &str) {
    let began = Instant::now();
    let ended = std::panic::catch_unwind(|| read(bytes)).is_ok();
    // Debug builds are slow, and so may the machine be.
    if !ended || began.elapsed() > Duration::from_secs(30) {
        let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("broke-{name}"));
        std::fs::write(&kept, bytes).expect("a file");
        panic!("{what} breaks the reader of {name} (in {:?}): {}", began.elapsed(), kept.display());
    }
}

#[test]
fn every_reader_bears_its_corpus() {
    for (name, read) in readers::READERS {
        let files = corpus(name);
        assert!(files.len() > 2, "{name}: no corpus");
        files.iter().for_each(|(path, bytes)| bears(name, *read, bytes, &path.display().to_string()));
    }
    readers::tidy_up();
}

/// Not guided by coverage as fuzzing is, but there wherever there are tests. `FLOCKSTEP_MUTATIONS` says how many of each file.
#[test]
fn every_reader_bears_its_corpus_with_pieces_changed() {
    let wanted = std::env::var("FLOCKSTEP_MUTATIONS").ok().and_then(|text| text.parse().ok()).unwrap_or(4);
    for (salt, (name, read)) in readers::READERS.iter().enumerate() {
        let files = corpus(name);
        let mut dice = Dice::new(salt as u64);
        for (path, bytes) in &files {
            for nth in 0..wanted {
                let other = &files[dice.below(files.len())].1;
                let changed = changed(bytes, other, &mut dice);
                bears(name, *read, &changed, &format!("{} changed the {nth}th time", path.display()));
            }
        }
    }
    readers::tidy_up();
}

/// Bytes with a few pieces changed, cut out, doubled or taken from elsewhere.
fn changed(bytes: &[u8], other: &[u8], dice: &mut Dice) -> Vec<u8> {
    const ODD: [u64; 8] = [0, 1, u64::MAX, 1 << 31, 1 << 63, 0x7F80_0000, 0x7FC0_0000, 0xFFFF_FFFE];
    let mut bytes = bytes.to_vec();
    for _ in 0..=dice.below(4) {
        let from = dice.below(bytes.len() + 1);
        let to = (from + dice.below(9)).min(bytes.len());
        let piece: Vec<u8> = match dice.below(5) {
            0 => ODD[dice.below(ODD.len())].to_le_bytes()[..to - from].to_vec(),
            1 => bytes[from..to].iter().map(|byte| byte ^ (1 << dice.below(8))).collect(),
            2 => Vec::new(),
            3 => bytes[from..to].repeat(2 + dice.below(40)),
            _ => {
                let from = dice.below(other.len() + 1);
                other[from..(from + dice.below(60)).min(other.len())].to_vec()
            }
        };
        bytes.splice(from..to, piece);
    }
    bytes
}

#[test]
fn the_corpus_has_a_folder_and_a_target_for_every_reader_and_for_runs() {
    let fuzz = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz");
    let names = |folder: &str| {
        let entries = std::fs::read_dir(fuzz.join(folder)).expect("a folder");
        let stem = |path: std::path::PathBuf| path.file_stem().map(|stem| stem.to_string_lossy().to_string());
        let mut names: Vec<String> = entries.filter_map(|entry| stem(entry.ok()?.path())).collect();
        names.sort();
        names
    };
    let mut readers: Vec<String> = readers::READERS.iter().map(|(name, _)| name.to_string()).collect();
    readers.push("run".to_string()); // whole runs: crates/flockstep-record/tests/runs.rs goes over that corpus
    readers.sort();
    assert_eq!((names("corpus"), names("fuzz_targets")), (readers.clone(), readers));
}
