//! `flockstep studio`: the interactive app.

use crate::display;
use crate::failure::Failure;
use crate::scene;
use clap::Args;
use flockstep_studio::native::{Error, Opening, Options, run_native};

/// What is said where no screen is named.
const NO_SCREEN: &str = "there is no screen to open a window on (neither DISPLAY nor WAYLAND_DISPLAY is set): \
    run it on a desktop, or plain `flockstep` to see a flock live in the terminal";

/// See a flock, play in it, tune it, save it: the interactive app.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  flockstep studio             what was open last, or the showpiece
  flockstep studio craft       a scene of the gallery
  flockstep studio mine.toml   your own; it is read again when it changes on disk
  flockstep studio fish.flock  a recording of flockstep run --out: play it, seek in it")]
pub struct StudioArguments {
    /// A scenario file, the name of a gallery scene, or a recording (.flock).
    pub scenario: Option<String>,
}

/// Opens the window and stays until it is closed.
pub fn studio(arguments: &StudioArguments) -> Result<(), Failure> {
    let scenario = arguments.scenario.as_deref().map(opening).transpose()?;
    if !display::has_screen() {
        return Err(Failure::Running(NO_SCREEN.into()));
    }
    open(scenario).map_err(failure)
}

/// Opens the window on a scenario (or on what was open last) and stays until it is closed.
pub fn open(scenario: Option<Opening>) -> Result<(), Error> {
    run_native(Options { scenario })
}

/// Why the window did not open, in the words of this program.
pub fn failure(error: Error) -> Failure {
    match error {
        Error::Scenario(errors) => Failure::Scenario(Box::new(errors)),
        Error::File(problem) => Failure::Input(problem),
        other => Failure::Running(other.to_string()),
    }
}

/// A file that exists wins over a scene of the same name.
fn opening(name: &str) -> Result<Opening, Failure> {
    if scene::is_own(name) {
        return Ok(Opening::File(name.into()));
    }
    scene::load(name, &[], scene::ReachArguments::default())?;
    Ok(Opening::Scene(name.into()))
}
