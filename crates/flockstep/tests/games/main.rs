//! What a game does with a running world: agents come and go, settings change, time passes unevenly, other programs move
//! the bodies, players take the helm, predators eat, and everything can be saved.

#![allow(clippy::unwrap_used)]

mod bodies;
mod captures;
#[path = "../common/mod.rs"]
mod common;
mod edits;
mod life;
mod players;
mod snapshots;
mod time;
