//! Unsafe code stands where it is known to stand, and nowhere else.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};

/// Where it may be: a global allocator, to count allocations, cannot be written without; nor can what C calls, nor the C
/// structs by which Python's tables go to other programs.
const ALLOWED: [&str; 3] =
    ["crates/flockstep/tests/allocations.rs", "crates/flockstep-c/src/", "crates/flockstep-python/src/arrow.rs"];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() && path.file_name().is_some_and(|name| name != "target") {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// Whether a line of code, not of a comment or a text, has the word.
fn has_word(line: &str) -> bool {
    let code = line.split("//").next().unwrap_or_default();
    let code: String = code.split('"').step_by(2).collect::<Vec<_>>().join(" ");
    code.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == "unsafe")
}

#[test]
fn unsafe_code_stands_where_it_must_and_each_block_says_why_it_is_sound() {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).canonicalize().unwrap();
    let mut files = Vec::new();
    sources(&root.join("crates"), &mut files);
    assert!(files.len() > 100, "{} files", files.len());
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let name = file.strip_prefix(&root).unwrap().to_string_lossy().replace('\\', "/");
        let lines: Vec<&str> = text.lines().collect();
        for (at, line) in lines.iter().enumerate().filter(|(_, line)| has_word(line)) {
            let allowed = ALLOWED.iter().any(|allowed| name.starts_with(allowed));
            assert!(allowed, "{name}:{}: unsafe code", at + 1);
            // A function of an unsafe trait is explained by the trait, one of a header by the header (its names all begin
            // with the library's); blocks and implementations explain themselves.
            let declared = ["unsafe fn", "unsafe extern \"C\" fn flockstep_", "#[unsafe(no_mangle)]"];
            let explained = lines[at.saturating_sub(3)..at].iter().any(|line| line.trim().starts_with("// SAFETY:"));
            let explained = explained || declared.iter().any(|declared| line.contains(declared));
            assert!(explained, "{name}:{}: no SAFETY comment", at + 1);
        }
    }
}

#[test]
fn every_crate_follows_the_lints_of_the_workspace() {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let workspace = fs::read_to_string(root.join("Cargo.toml")).unwrap();
    assert!(workspace.contains("unsafe_code = \"deny\""));
    for entry in fs::read_dir(root.join("crates")).unwrap() {
        let manifest = entry.unwrap().path().join("Cargo.toml");
        let text = fs::read_to_string(&manifest).unwrap();
        assert!(text.contains("[lints]\nworkspace = true"), "{} has lints of its own", manifest.display());
    }
}
