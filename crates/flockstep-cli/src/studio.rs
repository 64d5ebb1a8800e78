//! `flockstep studio`: the interactive app.

use crate::failure::Failure;
use crate::scene;
use clap::Args;
use flockstep_studio::native::{self, Error, Opening, Options, run_native};
use std::path::Path;

/// See a flock, play in it, tune it, save it: the interactive app.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  flockstep studio             what was open last, or the showpiece
  flockstep studio craft       a scene of the gallery
  flockstep studio mine.toml   your own; it is read again when it changes on disk")]
pub struct StudioArguments {
    /// A scenario file, or the name of a gallery scene.
    pub scenario: Option<String>,
}

/// Opens the window and stays until it is closed.
pub fn studio(arguments: &StudioArguments) -> Result<(), Failure> {
    let scenario = arguments.scenario.as_deref().map(opening).transpose()?;
    run_native(Options { scenario }).map_err(|error| match error {
        Error::Scenario(errors) => Failure::Scenario(Box::new(errors)),
        native::Error::File(problem) => Failure::Input(problem),
        other => Failure::Running(other.to_string()),
    })
}

/// A file that exists wins over a scene of the same name.
fn opening(name: &str) -> Result<Opening, Failure> {
    if Path::new(name).exists() {
        return Ok(Opening::File(name.into()));
    }
    scene::load(name, &[])?;
    Ok(Opening::Scene(name.into()))
}
