//! What is fuzzed, as functions of bytes: everything that reads, and whole runs with a fault on the way.

pub mod readers;
pub mod runs;
