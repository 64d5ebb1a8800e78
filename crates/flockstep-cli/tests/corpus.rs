//! What fuzzing has found, and where it begins, read once more by the same functions: whatever the bytes are, every reader comes
//! back soon and does not break.

#[path = "../../../fuzz/readers.rs"]
mod readers;

use std::path::Path;
use std::time::{Duration, Instant};

#[test]
fn every_reader_bears_its_corpus() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus");
    for (name, read) in readers::READERS {
        let entries = std::fs::read_dir(corpus.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
        let mut files: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
        files.sort();
        assert!(files.len() > 2, "{name}: no corpus");
        for file in &files {
            let bytes = std::fs::read(file).expect("a file");
            let began = Instant::now();
            let read = std::panic::catch_unwind(|| read(&bytes));
            assert!(read.is_ok(), "{} breaks the reader", file.display());
            // Debug builds are slow, and so may the machine be.
            assert!(began.elapsed() < Duration::from_secs(30), "{} took {:?}", file.display(), began.elapsed());
        }
    }
}

#[test]
fn the_corpus_has_a_folder_and_a_target_for_every_reader() {
    let fuzz = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz");
    let names = |folder: &str| {
        let entries = std::fs::read_dir(fuzz.join(folder)).expect("a folder");
        let stem = |path: std::path::PathBuf| path.file_stem().map(|stem| stem.to_string_lossy().to_string());
        let mut names: Vec<String> = entries.filter_map(|entry| stem(entry.ok()?.path())).collect();
        names.sort();
        names
    };
    let mut readers: Vec<String> = readers::READERS.iter().map(|(name, _)| name.to_string()).collect();
    readers.sort();
    assert_eq!((names("corpus"), names("fuzz_targets")), (readers.clone(), readers));
}
