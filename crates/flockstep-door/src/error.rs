//! What can go wrong when a world is opened or edited, as data.

use crate::room::TooLarge;
use flockstep_scenario::{Errors, Problem};
use std::io;
use std::path::PathBuf;
use thiserror::Error;

/// Why a world could not be opened or edited. Nothing has changed then.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum OpenError {
    /// There is no file and no scene of the gallery of this name.
    #[error("there is no file and no gallery scene \"{name}\"{}", meant.as_ref().map_or(String::new(), |meant| format!("; did you mean \"{meant}\"?")))]
    Unknown {
        /// The name.
        name: String,
        /// A scene with nearly this name.
        meant: Option<String>,
    },
    /// A file that cannot be read.
    #[error("cannot read {}: {error}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        #[source]
        error: io::Error,
    },
    /// Mistakes in a scenario or in a path to edit, each with its place.
    #[error("{0}")]
    Scenario(Errors),
    /// The world would not fit into the memory that is free.
    #[error("{0}")]
    TooLarge(#[from] TooLarge),
    /// The engine refuses it.
    #[error("{0}")]
    World(#[from] flockstep::Error),
    /// A running world cannot take this edit: it would have to begin anew.
    #[error("{path}: {reason}: that takes a new world, and this one has begun")]
    OnlyAtStart {
        /// The path of the edit.
        path: String,
        /// What would have to begin anew.
        reason: String,
    },
}

impl OpenError {
    /// The mistakes in the scenario; none for any other error.
    pub fn problems(&self) -> impl Iterator<Item = &Problem> {
        let errors = if let OpenError::Scenario(errors) = self { Some(errors) } else { None };
        errors.into_iter().flatten()
    }
}

impl From<Errors> for OpenError {
    fn from(errors: Errors) -> OpenError {
        OpenError::Scenario(errors)
    }
}
