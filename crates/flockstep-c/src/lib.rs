//! Flockstep for C, C++ and C#: what `include/flockstep.h` declares. A test compares that file with what these sources
//! give.
//!
//! A world behind a handle is a [`flockstep_door::LiveWorld`]; this crate only turns pointers into references, errors
//! into codes and columns of the engine into plain structs. A pointer to one thing is an `Option<&T>`, which has the
//! form of a pointer that may be null; so unsafe code is left to texts and arrays (`arguments.rs`) and to the end of a
//! handle's life (`open.rs`).

// Exported names and pointers from C cannot be had without. Every block says why it is sound.
#![allow(unsafe_code)]

mod advance;
mod agents;
mod arguments;
mod code;
mod columns;
mod failure;
mod games;
mod obstacles;
mod open;
mod scenery;
mod snapshot;
#[cfg(test)]
mod tests;
mod types;
mod world;
