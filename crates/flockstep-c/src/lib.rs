//! Flockstep for C, C++ and C#: what `include/flockstep.h` declares. A test compares that file with what these sources give.
//!
//! A world behind a handle is a [`flockstep_door::LiveWorld`]; this crate only turns pointers into references, errors
//! into codes and rows of the engine into plain structs. Pointers to one thing are `Option<&T>`, which has the form of a
//! pointer that may be null; so unsafe code is left to texts, arrays and the ends of a handle's life, in `arguments.rs`
//! and `open.rs`.

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
