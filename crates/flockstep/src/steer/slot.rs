//! One behavior of a plan, ready for stepping: names looked up, its sense known.

use super::{CustomBehavior, Rule};
use crate::scene::TargetPlan;
use crate::settings::{Response, When};
use std::sync::Arc;

/// One behavior, ready for stepping.
#[derive(Clone)]
pub(crate) struct Slot<const D: usize> {
    pub rule: Rule,
    pub response: Response,
    pub weight: f32,
    pub priority: u32,
    pub chance: f32,
    pub sense: Option<usize>,
    pub when: When,
    /// The sense that `when` asks.
    pub when_sense: usize,
    pub targets: Vec<TargetPlan<D>>,
    pub custom: Option<Arc<dyn CustomBehavior<D>>>,
    /// The number of the field or path that it goes by.
    pub ground: Option<usize>,
    /// Its place in the group's list.
    pub number: u32,
    /// Whether its steering is a sum over those its sense lists, which can be worked out side by side.
    pub answers_each: bool,
}
