//! Writes the list of the gallery from the folder of scenarios, so that a new file needs no second entry.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    let folder = here.join("scenarios");
    println!("cargo::rerun-if-changed={}", folder.display());
    fs::write(out.join("scenes.rs"), list(&folder)?)
}

fn list(folder: &Path) -> io::Result<String> {
    let mut files = Vec::new();
    for file in fs::read_dir(folder)? {
        let path = file?.path();
        if path.extension().is_some_and(|extension| extension == "toml") {
            files.push(path);
        }
    }
    files.sort();
    let mut list = String::from("&[\n");
    for file in &files {
        println!("cargo::rerun-if-changed={}", file.display());
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        let path = file.display().to_string();
        let _ = writeln!(list, "    Scene {{ name: {name:?}, text: include_str!({path:?}) }},");
    }
    list.push(']');
    Ok(list)
}
