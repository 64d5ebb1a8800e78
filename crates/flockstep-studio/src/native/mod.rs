//! What only a desktop has: files, threads, a window.

mod disk;
mod recording;
mod shell;

pub use disk::Disk;
pub use shell::{Error, FIRST_SCENE, Opening, Options, run_native};
