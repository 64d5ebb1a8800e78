//! What goes wrong, as Python's exceptions. The classes are those of `flockstep._errors`.

use flockstep_door::OpenError;
use flockstep_scenario::Problem;
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;

/// A `ScenarioError` with what is wrong, place by place.
pub fn scenario_error<'a>(py: Python<'_>, message: String, problems: impl Iterator<Item = &'a Problem>) -> PyErr {
    let rows: Vec<(String, usize, usize, String, String)> = problems
        .map(|problem| {
            let Problem { source, line, column, path, .. } = problem;
            (source.clone(), *line, *column, path.clone(), problem.message())
        })
        .collect();
    let made = py.import("flockstep._errors").and_then(|errors| errors.call_method1("scenario_error", (message, rows)));
    made.map_or_else(|error| error, PyErr::from_value)
}

/// A world that could not be opened or edited.
pub fn open_error(py: Python<'_>, error: OpenError) -> PyErr {
    match error {
        OpenError::Unreadable { .. } => PyOSError::new_err(error.to_string()),
        OpenError::Unknown { .. } | OpenError::Scenario(_) => scenario_error(py, error.to_string(), error.problems()),
        other => PyValueError::new_err(other.to_string()),
    }
}

/// A call that the engine refuses.
pub fn refused(error: flockstep::Error) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// What could not be written.
pub fn record_error(error: flockstep_record::Error) -> PyErr {
    match error {
        flockstep_record::Error::Io { .. } => PyOSError::new_err(error.to_string()),
        other => PyValueError::new_err(other.to_string()),
    }
}
