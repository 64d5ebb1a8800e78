//! What a behavior aims at.

use super::parameters::{Kind, Parameter, Point, Spec, Value, words};
use crate::error::ParameterError;
use crate::ids::AgentId;

words! {
    /// Which member of a group is the target.
    pub enum Pick {
        /// The one nearest to the agent.
        Nearest = "nearest",
        /// The one with the lowest id.
        First = "first",
    }
}

/// What a behavior aims at.
#[derive(Clone, Debug, PartialEq)]
pub enum Target {
    /// A fixed point.
    Point(Point),
    /// A named marker, which may move.
    Marker(String),
    /// A member of a group.
    Group {
        /// The group's name.
        group: String,
        /// Which member.
        pick: Pick,
    },
    /// One agent, for as long as it lives.
    Agent(AgentId),
}

impl Target {
    /// A fixed point.
    pub fn point(point: impl Into<Point>) -> Target {
        Target::Point(point.into())
    }
    /// A named marker.
    pub fn marker(name: impl Into<String>) -> Target {
        Target::Marker(name.into())
    }
    /// The nearest member of a group.
    pub fn nearest(group: impl Into<String>) -> Target {
        Target::Group { group: group.into(), pick: Pick::Nearest }
    }
    /// The member of a group with the lowest id.
    pub fn first(group: impl Into<String>) -> Target {
        Target::Group { group: group.into(), pick: Pick::First }
    }
}

impl Parameter for Target {
    const KIND: Kind = Kind::Target;
    fn to_value(&self) -> Value {
        Value::Targets(vec![self.clone()])
    }
    fn from_value(value: &Value, spec: &Spec) -> Result<Self, ParameterError> {
        match value {
            Value::Targets(targets) if targets.len() == 1 => Ok(targets[0].clone()),
            _ => Err(spec.refuse(value)),
        }
    }
}

impl Parameter for Vec<Target> {
    const KIND: Kind = Kind::Targets;
    const OPTIONAL: bool = true;
    fn to_value(&self) -> Value {
        if self.is_empty() { Value::None } else { Value::Targets(self.clone()) }
    }
    fn from_value(value: &Value, spec: &Spec) -> Result<Self, ParameterError> {
        match value {
            Value::None => Ok(Vec::new()),
            Value::Targets(targets) => Ok(targets.clone()),
            _ => Err(spec.refuse(value)),
        }
    }
}
