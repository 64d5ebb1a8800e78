//! Crowds, measured: nobody touches, nobody is stuck, everyone comes to rest.

#![allow(clippy::unwrap_used, clippy::print_stderr)] // what was measured is printed

#[path = "../common/mod.rs"]
mod common;

mod jitter;
mod rest;
mod squads;
mod swap;
