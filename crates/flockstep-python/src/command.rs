//! `python -m flockstep`: the command line.

use pyo3::prelude::*;
use std::ffi::OsString;

/// Carries out a command: its words, that of the program first. Returns the code to end with.
#[pyfunction]
pub fn command_line(py: Python<'_>, words: Vec<OsString>) -> u8 {
    py.detach(|| flockstep_cli::main(words))
}
