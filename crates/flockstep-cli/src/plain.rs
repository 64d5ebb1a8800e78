//! Plain `flockstep`: the showpiece of the gallery, as well as it can be seen from here. In a window; where there is no
//! screen, live in the terminal; where there is no terminal, as a run with its summary.

use crate::failure::Failure;
use crate::run;
#[cfg(feature = "studio")]
use crate::{display, live, output, studio};
#[cfg(feature = "studio")]
use flockstep_studio::native::{Error, Opening};

/// The scene that plain `flockstep` shows.
pub const SHOWPIECE: &str = "school";

/// Shows the showpiece: without what draws, as a run with its summary.
#[cfg(not(feature = "studio"))]
pub fn plain() -> Result<(), Failure> {
    run::showpiece()
}

/// Shows the showpiece.
#[cfg(feature = "studio")]
pub fn plain() -> Result<(), Failure> {
    let mut told = None;
    if display::has_screen() {
        match studio::open(Some(Opening::Scene(SHOWPIECE.into()))) {
            Ok(()) => return Ok(()),
            // A window is not to be had; the flock still is.
            Err(error @ (Error::NoScreen(_) | Error::NoDriver)) => {
                let sentence = error.to_string();
                output::note(&format!("note: {sentence}"));
                told = Some(sentence);
            }
            Err(other) => return Err(studio::failure(other)),
        }
    }
    if display::has_terminal() {
        return live::live(SHOWPIECE, told);
    }
    run::showpiece()
}
