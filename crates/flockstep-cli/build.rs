//! Notes which compiler built the program and for which machine, for `flockstep doctor`.

use std::env;
use std::process::Command;

fn main() {
    let compiler = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let answer = Command::new(compiler).arg("--version").output();
    let version = answer.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_string()).unwrap_or_default();
    println!("cargo::rustc-env=FLOCKSTEP_COMPILER={version}");
    println!("cargo::rustc-env=FLOCKSTEP_TARGET={}", env::var("TARGET").unwrap_or_default());
    println!("cargo::rerun-if-changed=build.rs");
}
