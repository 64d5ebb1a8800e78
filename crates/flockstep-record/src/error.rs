//! What can go wrong with what a run leaves behind.

use std::io;

/// Why something could not be written or read.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Reading or writing failed; `doing` completes "cannot ...".
    #[error("cannot {doing}: {source}")]
    Io {
        /// What was tried.
        doing: String,
        /// What the system said.
        source: io::Error,
    },
    /// A name that nothing has.
    #[error("found the unknown {what} \"{found}\", allowed is one of {}", .allowed.join(", "))]
    Unknown {
        /// What should have been named.
        what: &'static str,
        /// The name.
        found: String,
        /// The names there are.
        allowed: Vec<String>,
    },
    /// Something that cannot be done as it was asked for.
    #[error("{0}")]
    Input(String),
    /// A file that is not what it should be.
    #[error("{name}: {problem}")]
    File {
        /// The file.
        name: String,
        /// What is wrong with it.
        problem: String,
    },
}

impl Error {
    pub(crate) fn io(doing: impl Into<String>) -> impl FnOnce(io::Error) -> Error {
        let doing = doing.into();
        move |source| Error::Io { doing, source }
    }
    pub(crate) fn file(name: impl Into<String>, problem: impl Into<String>) -> Error {
        Error::File { name: name.into(), problem: problem.into() }
    }
}
