//! Crowds, measured: nobody touches, nobody is stuck, everyone comes to rest.

#![allow(clippy::unwrap_used)]

#[path = "../common/mod.rs"]
mod common;

mod jitter;
mod rest;
mod squads;
mod swap;
