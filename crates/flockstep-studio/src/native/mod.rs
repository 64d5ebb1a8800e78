//! What only a desktop has: files, threads, a window.

mod disk;

pub use disk::Disk;
