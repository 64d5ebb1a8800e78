//! Errors as JavaScript gets them: the class `FlockstepError` of the package, with the problems as data.

use flockstep::Error;
use flockstep_door::OpenError;
use flockstep_scenario::{Errors, Problem};
use wasm_bindgen::prelude::*;

#[wasm_bindgen(raw_module = "../error.js")]
extern "C" {
    /// What every method of the package throws.
    pub type FlockstepError;
    #[wasm_bindgen(constructor)]
    fn new(code: &str, message: &str, problems: js_sys::Array) -> FlockstepError;

    /// A problem as a plain object.
    #[wasm_bindgen(js_name = problem)]
    fn js_problem(
        place: &str,
        line: u32,
        column: u32,
        path: &str,
        found: &str,
        allowed: &str,
        meant: Option<String>,
        message: &str,
    ) -> JsValue;
}

/// What a method gives back.
pub type Outcome<T> = Result<T, FlockstepError>;

/// An error without problems in a text.
pub fn failure(code: &str, message: &str) -> FlockstepError {
    FlockstepError::new(code, message, js_sys::Array::new())
}

impl From<Error> for FlockstepError {
    fn from(error: Error) -> FlockstepError {
        let code = match error {
            Error::NoAgent(_) => "no-agent",
            Error::Snapshot(_) => "snapshot",
            _ => "refused",
        };
        failure(code, &error.to_string())
    }
}

impl From<Errors> for FlockstepError {
    fn from(errors: Errors) -> FlockstepError {
        FlockstepError::new("scenario", &errors.to_string(), errors.iter().map(as_object).collect())
    }
}

impl From<OpenError> for FlockstepError {
    fn from(error: OpenError) -> FlockstepError {
        match error {
            OpenError::Scenario(errors) => errors.into(),
            OpenError::World(error) => error.into(),
            OpenError::Unknown { name, meant } => {
                let meant = meant.map_or(String::new(), |meant| format!("; did you mean \"{meant}\"?"));
                let text = "the text of a scenario has at least one line break";
                failure("no-scene", &format!("there is no gallery scene \"{name}\"{meant} ({text})"))
            }
            OpenError::OnlyAtStart { .. } => failure("only-at-start", &error.to_string()),
            error => failure("refused", &error.to_string()),
        }
    }
}

fn as_object(problem: &Problem) -> JsValue {
    js_problem(
        &problem.source,
        problem.line as u32,
        problem.column as u32,
        &problem.path,
        &problem.found,
        &problem.allowed,
        problem.did_you_mean.clone(),
        &problem.message(),
    )
}
