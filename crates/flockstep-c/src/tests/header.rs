//! The committed header is what the sources give.

use cbindgen::{Builder, Config};
use std::path::Path;

/// In the order in which the header has them.
const SOURCES: [&str; 12] = [
    "code",
    "types",
    "failure",
    "open",
    "world",
    "advance",
    "columns",
    "agents",
    "games",
    "scenery",
    "obstacles",
    "snapshot",
];

/// `FLOCKSTEP_WRITE_HEADER=1 cargo test -p flockstep-c header` writes it.
#[test]
fn the_header_is_what_the_sources_give() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut config = Config::from_file(root.join("cbindgen.toml")).unwrap_or_else(|error| panic!("{error}"));
    config.after_includes = Some(format!("\n#define FLOCKSTEP_VERSION \"{}\"", env!("CARGO_PKG_VERSION")));
    let mut builder = Builder::new().with_config(config);
    for source in SOURCES {
        builder = builder.with_src(root.join(format!("src/{source}.rs")));
    }
    let mut made = Vec::new();
    builder.generate().unwrap_or_else(|error| panic!("{error}")).write(&mut made);
    // What Rust says of safety is in the head of the file, for all functions.
    let made = String::from_utf8_lossy(&made).replace(SAFETY, "");
    let path = root.join("include/flockstep.h");
    if std::env::var_os("FLOCKSTEP_WRITE_HEADER").is_some() {
        assert!(std::fs::write(&path, &made).is_ok());
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(made == committed, "include/flockstep.h is not what the sources give: see src/tests/header.rs");
}

const SAFETY: &str = " *\n * # Safety\n * The header says what the pointers must be.\n";

/// A file that the list above forgets would be missing from the header.
#[test]
fn the_header_declares_every_function_that_is_exported() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let header = std::fs::read_to_string(root.join("include/flockstep.h")).unwrap_or_default();
    let files = std::fs::read_dir(root.join("src")).unwrap_or_else(|error| panic!("{error}"));
    let mut functions = 0;
    for file in files.flatten().filter(|file| file.path().is_file()) {
        let text = std::fs::read_to_string(file.path()).unwrap_or_default();
        for line in text.lines().filter(|line| line.starts_with("pub ")) {
            let Some((_, rest)) = line.split_once("extern \"C\" fn ") else { continue };
            let name = rest.split('(').next().unwrap_or_default();
            assert!(header.contains(&format!("{name}(")), "the header does not declare {name}");
            functions += 1;
        }
    }
    assert!(functions > 50, "{functions} functions");
}
