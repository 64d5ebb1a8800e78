//! Recordings that replay: a few bytes a step instead of rows.
//!
//! The same world always moves the same way, so a recording need not hold the motion. It holds the world at the start, what
//! came from outside since, hashes that prove the motion is the same, and the world again now and then, to seek from.
//!
//! The file is the magic `FLOCKREC`, a version, and [parts](part) one after the other, each with its length and checksums:
//! the scenario as text (`SCEN`), worlds (`SNAP`), hashes (`HASH`), controls of agents (`CTRL`), a world that was changed from
//! outside (`EDIT`), and an end (`LAST`). A file that was cut short replays up to the last whole part.

mod controls;
mod part;
mod read;
mod replay;
mod write;

pub use read::Recording;
pub use replay::{Difference, Replay};
pub use write::{RecordingWriter, Rhythm};
