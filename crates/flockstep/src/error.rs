//! What can go wrong, as types. Showing them to people is the front end's work.

use crate::ids::AgentId;
use thiserror::Error;

/// A parameter was named or filled in wrongly.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ParameterError {
    /// There is no such parameter.
    #[error("there is no parameter \"{parameter}\"; known: {}", known.join(", "))]
    Unknown {
        /// The name that was asked for.
        parameter: String,
        /// The names there are.
        known: Vec<String>,
    },
    /// The value does not fit.
    #[error("{parameter}: found {found}, allowed is {allowed}")]
    Value {
        /// The parameter's name.
        parameter: String,
        /// The value that was given.
        found: String,
        /// What would have been allowed.
        allowed: String,
    },
}

/// A call to the engine that could not be carried out. The world is unchanged.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Error {
    /// A number that is not finite, or out of range.
    #[error("{what}: found {found}, allowed is {allowed}")]
    Number {
        /// Which number.
        what: String,
        /// Its value.
        found: String,
        /// What would have been allowed.
        allowed: String,
    },
    /// There is no agent with this id (any more).
    #[error("there is no agent with id {0}")]
    NoAgent(AgentId),
    /// There is no group, marker, obstacle, behavior ... of this name or number.
    #[error("there is no {kind} {name}; known: {}", known.join(", "))]
    NoSuch {
        /// Group, marker, ...
        kind: &'static str,
        /// The name or number asked for.
        name: String,
        /// The names there are.
        known: Vec<String>,
    },
    /// A name that is already taken.
    #[error("there is already a {kind} \"{name}\"")]
    Taken {
        /// Group, marker, ...
        kind: &'static str,
        /// The name.
        name: String,
    },
    /// A parameter was named or filled in wrongly.
    #[error("{place}: {error}")]
    Parameter {
        /// The path of the struct it belongs to.
        place: String,
        /// What is wrong with it.
        #[source]
        error: ParameterError,
    },
    /// Something does not fit together.
    #[error("{place}: {problem}")]
    Misfit {
        /// The path.
        place: String,
        /// The problem.
        problem: String,
    },
    /// More of something than a world can hold.
    #[error("too many {what}: {found}, at most {most}")]
    TooMany {
        /// Of what.
        what: &'static str,
        /// How many were asked for.
        found: u64,
        /// How many there may be.
        most: u64,
    },
    /// Bytes that are not a snapshot, or not a whole one.
    #[error("not a usable snapshot: {0}")]
    Snapshot(String),
}

impl Error {
    pub(crate) fn number(what: &str, found: impl std::fmt::Debug, allowed: &str) -> Error {
        Error::Number { what: what.into(), found: format!("{found:?}"), allowed: allowed.into() }
    }
    pub(crate) fn lengths(what: &str, wanted: usize, found: usize) -> Error {
        Error::Number {
            what: what.into(),
            found: format!("{found} of them"),
            allowed: format!("as many as ids: {wanted}"),
        }
    }
    pub(crate) fn misfit(place: impl Into<String>, problem: impl Into<String>) -> Error {
        Error::Misfit { place: place.into(), problem: problem.into() }
    }
}
