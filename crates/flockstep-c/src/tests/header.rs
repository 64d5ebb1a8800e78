//! The committed header is what the sources give.

use cbindgen::{Builder, Config};
use std::path::Path;

/// In the order in which the header has them.
const SOURCES: [&str; 11] =
    ["code", "types", "failure", "world", "open", "advance", "columns", "agents", "games", "scenery", "obstacles"];

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
