//! What a run leaves behind.
//!
//! A [`Trajectory`] is rows that other tools read: CSV, Parquet or NumPy, chosen by [`Selection`] and [`Format`],
//! written by a thread of its own. A [`Recording`] is what the world needs to go the same way again: a few bytes a
//! step, made by a [`RecordingWriter`], played by a [`Replay`]. A [`Mark`] is how a file is known again. Everything
//! that is written goes through [`mod@file`].

mod after;
mod columns;
pub mod csv;
mod error;
pub mod file;
mod frames;
mod mark;
mod out;
mod planes;
mod queue;
mod recording;
mod table;
mod trajectory;
mod write;

pub use after::After;
pub use columns::{Column, Selection, Vector};
pub use error::Error;
pub use mark::{Mark, Marker};
pub use out::{Out, with_ending};
pub use recording::{Difference, Recording, RecordingWriter, Replay, Rhythm};
pub use table::{Table, Values};
pub use trajectory::Trajectory;
pub use write::Format;

/// A checksum (xxHash64) that tells a whole line or part from a torn one.
pub fn checksum(bytes: &[u8]) -> u64 {
    twox_hash::XxHash64::oneshot(0, bytes)
}
