//! Sweeps: those of the command line, with their journal, and a table that stays in memory.

use crate::error::scenario_error;
use flockstep_cli::failure::Failure;
use flockstep_cli::scene::ReachArguments;
use flockstep_cli::sweep::{SweepArguments, make};
use flockstep_record::Values;
use flockstep_scenario::{Override, Vary};
use numpy::PyArray1;
use pyo3::exceptions::{PyKeyboardInterrupt, PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::path::PathBuf;

/// A failure of the command line in words of Python.
fn failed(py: Python<'_>, failure: Failure) -> PyErr {
    let words = |text: &str| text.replace("--force", "force=True").replace("--", "");
    match &failure {
        Failure::Input(text) => PyValueError::new_err(words(text)),
        Failure::Scenario(errors) => scenario_error(py, errors.to_string(), errors.iter()),
        Failure::Interrupted { reached, .. } => PyKeyboardInterrupt::new_err(words(reached)),
        other => PyOSError::new_err(other.message(false).unwrap_or_default()),
    }
}

/// Runs a sweep into a file and returns its columns by name, and how many of its runs had been made before. `watch` is
/// told how many of how many runs are done.
#[pyfunction]
#[allow(clippy::too_many_arguments)] // they are those of the command, and Python gives them by name
pub fn sweep<'py>(
    py: Python<'py>,
    scenario: String,
    vary: Vec<(String, Vec<String>)>,
    metric: Vec<String>,
    set: Vec<(String, String)>,
    steps: (u64, u64, u64),
    out: PathBuf,
    workers: u16,
    force: bool,
    watch: Py<PyAny>,
) -> PyResult<(Bound<'py, PyDict>, usize)> {
    let arguments = SweepArguments {
        scenario,
        vary: vary.into_iter().map(|(path, values)| Vary { path, values }).collect(),
        metric,
        set: set.into_iter().map(|(path, value)| Override { path, value }).collect(),
        reach: ReachArguments::default(),
        steps: steps.0,
        warmup: steps.1,
        every: steps.2,
        out,
        plot: None,
        workers,
        force,
        quiet: true,
    };
    let mut stopped = None;
    let made = py.detach(|| {
        make(&arguments, &mut |finished, runs| {
            let looked = Python::attach(|py| {
                py.check_signals()?;
                watch.call1(py, (finished, runs)).map(drop)
            });
            stopped = looked.err().or_else(|| stopped.take());
            stopped.is_some()
        })
    });
    if let Some(error) = stopped {
        return Err(error);
    }
    let made = made.map_err(|failure| failed(py, failure))?;
    let columns = PyDict::new(py);
    for (name, values) in made.table.iter().flat_map(|table| table.columns()) {
        match values {
            Values::Whole(values) => columns.set_item(name, PyArray1::from_slice(py, values))?,
            Values::Numbers(values) => columns.set_item(name, PyArray1::from_slice(py, values))?,
            Values::Texts(values) => columns.set_item(name, values)?,
        }
    }
    Ok((columns, made.before))
}
