//! Flockstep in Python: what is written in Rust of the package `flockstep`.
//!
//! Users see the package in `python/flockstep`, which has the docs and checks shapes. Here are the world ([`core`]), what is
//! done to many agents at once ([`control`]), the moment that rules in Python are given ([`view`]) and the place where the
//! engine finds what they say ([`mail`]), what a run leaves behind ([`rows`], [`meter`], [`sweep`], [`arrow`]).

mod arrow;
mod columns;
mod command;
mod control;
mod core;
mod error;
mod mail;
mod meter;
mod neighbors;
mod rows;
mod sweep;
mod view;

use pyo3::prelude::*;

/// The part of the package that is written in Rust.
#[pymodule]
mod _flockstep {
    #[pymodule_export]
    #[allow(non_upper_case_globals)]
    const __version__: &str = env!("CARGO_PKG_VERSION");
    #[pymodule_export]
    use super::arrow::arrow_stream;
    #[pymodule_export]
    use super::command::command_line;
    #[pymodule_export]
    use super::core::{Core, check};
    #[pymodule_export]
    use super::gallery;
    #[pymodule_export]
    use super::meter::{Meter, metric_list};
    #[pymodule_export]
    use super::rows::{RowFile, Rows};
    #[pymodule_export]
    use super::sweep::sweep;
    #[pymodule_export]
    use super::view::View;
}

/// The scenes of the gallery: name and text.
#[pyfunction]
fn gallery() -> Vec<(&'static str, &'static str)> {
    flockstep_scenario::gallery::scenes().iter().map(|scene| (scene.name, scene.text)).collect()
}
