//! Whom a behavior minds.

use super::parameters::{Kind, Parameter, Spec, Value};
use crate::error::ParameterError;

/// Whom a behavior minds.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Of {
    /// Agents of the own group.
    Mates,
    /// Agents of every other group.
    Others,
    /// Every agent.
    All,
    /// Agents of groups with these layers.
    Layers {
        /// The layers' names.
        layers: Vec<String>,
        /// Whether a group must have all of them instead of any.
        all: bool,
    },
    /// Agents of these groups.
    Groups(Vec<String>),
}

impl Of {
    /// Groups with any of these layers.
    pub fn layers<S: Into<String>>(layers: impl IntoIterator<Item = S>) -> Of {
        Of::Layers { layers: layers.into_iter().map(Into::into).collect(), all: false }
    }
    /// These groups.
    pub fn groups<S: Into<String>>(groups: impl IntoIterator<Item = S>) -> Of {
        Of::Groups(groups.into_iter().map(Into::into).collect())
    }
}

impl Parameter for Of {
    const KIND: Kind = Kind::Of;
    fn to_value(&self) -> Value {
        Value::Of(self.clone())
    }
    fn from_value(value: &Value, spec: &Spec) -> Result<Self, ParameterError> {
        match value {
            Value::Of(of) => Ok(of.clone()),
            _ => Err(spec.refuse(value)),
        }
    }
}
