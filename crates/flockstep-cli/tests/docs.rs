//! The docs say what is there.

mod common;

use common::Folder;
use std::path::Path;

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

fn read(name: &str) -> String {
    std::fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[test]
fn the_reference_is_what_the_registry_says() {
    let fresh = Folder::new().ok(&["describe", "--markdown"]).stdout;
    let hint = "write it anew: flockstep describe --markdown > docs/behaviors.md";
    assert!(read("docs/behaviors.md") == fresh, "{hint}");
}

#[test]
fn the_readme_lists_every_behavior_and_every_scene() {
    let readme = read("README.md");
    let folder = Folder::new();
    let behaviors = folder.ok(&["describe"]).stdout;
    for entry in flockstep::steer::REGISTRY {
        assert!(behaviors.contains(entry.name));
        assert!(readme.contains(&format!("| `{}` |", entry.name)), "README has no row for {}", entry.name);
    }
    for scene in folder.ok(&["list", "--names"]).stdout.lines() {
        assert!(readme.contains(&format!("`{scene}`")), "README does not name the scene {scene}");
    }
}

#[test]
fn every_path_in_the_docs_exists() {
    for page in ["ARCHITECTURE.md", "README.md", "CONTRIBUTING.md", "RELIABILITY.md"] {
        let text = read(page);
        let words = text.split(|c: char| c.is_whitespace() || "`()|,;:".contains(c));
        let paths = words.map(|word| word.trim_end_matches('.')).filter(|word| {
            ["crates/", "scenarios/", "docs/"].iter().any(|start| word.starts_with(start)) || word.ends_with(".md")
        });
        let mut count = 0;
        for path in paths.filter(|path| !path.contains("mine.")) {
            count += 1;
            assert!(root().join(path).exists(), "{page} names {path}, which is not there");
        }
        assert!(count > 0, "{page} names no path");
    }
}
