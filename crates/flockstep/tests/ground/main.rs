//! Moving through a world: obstacles, fields and paths, by what comes out.

#![allow(clippy::unwrap_used)]

mod fields;
mod obstacles;
mod paths;
mod resume;
