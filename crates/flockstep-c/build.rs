//! Names the shared library by the part of its version that programs depend on: they go on working with a newer one.

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let system = env::var("CARGO_CFG_TARGET_OS").unwrap_or_default();
    let part = |name: &str| env::var(format!("CARGO_PKG_VERSION_{name}")).unwrap_or_default();
    // Before 1.0 every second number may break programs.
    let major = if part("MAJOR") == "0" { format!("0.{}", part("MINOR")) } else { part("MAJOR") };
    match system.as_str() {
        "linux" | "freebsd" | "android" => {
            println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libflockstep.so.{major}");
        }
        "macos" => println!("cargo::rustc-cdylib-link-arg=-Wl,-install_name,@rpath/libflockstep.{major}.dylib"),
        _ => {}
    }
}
