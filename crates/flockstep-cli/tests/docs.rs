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

/// Every file of the project below a folder, as a path from the root.
fn files(folder: &Path, found: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())).flatten() {
        let (path, name) = (entry.path(), entry.file_name());
        let skipped = ["target", ".git", ".work", "node_modules"].iter().any(|skipped| name == *skipped);
        if path.is_dir() && !skipped {
            files(&path, found);
        } else if !skipped {
            let path = path.strip_prefix(root()).unwrap_or(&path);
            found.push(path.to_string_lossy().replace('\\', "/"));
        }
    }
}

/// Whether a word of a page looks like a path of the project.
fn is_path(word: &str) -> bool {
    let begins = ["crates/", "docs/", "fuzz/", ".ci/"].iter().any(|start| word.starts_with(start));
    let source = [".rs", ".toml", ".wgsl"].iter().any(|end| word.ends_with(end)) && word.contains('/');
    (begins || source || word.ends_with(".md")) && !word.contains("mine.") && !word.contains('*')
}

/// Whole paths from the root, and shortened ones (`steer/cohesion.rs`): some file must end like that.
#[test]
fn every_path_in_the_docs_exists() {
    let mut all = Vec::new();
    files(root(), &mut all);
    let pages = ["ARCHITECTURE.md", "README.md", "CONTRIBUTING.md", "RELIABILITY.md"].map(String::from);
    // The log of what was tried uses the names of its day.
    let docs = all.iter().filter(|path| path.starts_with("docs/") && path.ends_with(".md"));
    let docs: Vec<String> = docs.filter(|path| *path != "docs/performance-log.md").cloned().collect();
    assert!(docs.len() > 5, "{docs:?}");
    for page in pages.iter().chain(&docs) {
        let text = read(page);
        let words = text.split(|c: char| c.is_whitespace() || "`()[]|,;:\"'".contains(c));
        for path in words.map(|word| word.trim_end_matches('.')).filter(|word| is_path(word)) {
            let known = root().join(path).exists() || all.iter().any(|file| file.ends_with(&format!("/{path}")));
            assert!(known, "{page} names {path}, which is not there");
        }
    }
    assert!(is_path("steer/cohesion.rs") && !all.iter().any(|file| file.ends_with("/steer/no_such.rs")));
}
