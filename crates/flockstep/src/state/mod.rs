//! The state of a world: exactly what a snapshot holds.
//!
//! Everything else is derived: plans from the settings in here, the pipeline from the plans and the agents.

mod birth;

pub use birth::FASTEST;
pub(crate) use birth::{Motion, check_motion, check_motions};

use crate::agents::{Columns, Control};
use crate::ground::{Fields, Line, Solids};
use crate::group::{Group, Settings};
use crate::ids::AgentId;
use crate::math::vector::Vector;
use crate::space::Space;
use crate::stop::Stop;

/// A predator touched prey and ate it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Capture {
    /// The one who ate.
    pub predator: AgentId,
    /// The eaten.
    pub prey: AgentId,
    /// Whether the eaten was born again (and keeps its id) instead of being removed.
    pub respawned: bool,
}

/// The state of a world.
#[derive(Clone)]
pub(crate) struct State<const D: usize> {
    pub space: Space<D>,
    pub groups: Vec<Group>,
    /// Settings of single agents, each with the group they belong to.
    pub personalities: Vec<Option<(usize, Settings)>>,
    pub scenery: Scenery<D>,
    /// The agents that players drive, in the order of ids.
    pub controls: Vec<(AgentId, Control<D>)>,
    /// By group: where a formation that was sent somewhere faced last; zero for one that was not.
    pub facings: Vec<Vector<D>>,
    pub seed: u64,
    pub step: u64,
    pub time_step: f32,
    /// Seconds that `advance` has not yet turned into a step.
    pub remainder: f64,
    pub next_id: u32,
    /// How many agents have been eaten.
    pub captured: u64,
    pub agents: Columns<D>,
}

/// What agents move through. Trees of obstacles and the ways of flow fields are worked out of it and kept in there;
/// dropping them changes nothing.
#[derive(Clone, Default)]
pub(crate) struct Scenery<const D: usize> {
    pub markers: Vec<(String, Vector<D>)>,
    pub solids: Solids<D>,
    pub fields: Fields<D>,
    pub paths: Vec<Line<D>>,
}

impl<const D: usize> Scenery<D> {
    /// Brings what is worked out of it up to date, for a step; who stops on the way forgets it.
    pub fn update(&mut self, space: &Space<D>, stop: &Stop) {
        self.solids.index(space);
        self.fields.update(&self.markers, &self.solids, space, stop);
    }
    /// Drops what is worked out of it.
    pub fn forget(&mut self) {
        self.solids.forget();
        self.fields.forget();
    }
}

impl<const D: usize> State<D> {
    /// An empty world.
    pub fn new(space: Space<D>, seed: u64) -> State<D> {
        State {
            space,
            groups: Vec::new(),
            personalities: Vec::new(),
            scenery: Scenery::default(),
            controls: Vec::new(),
            facings: Vec::new(),
            seed,
            step: 0,
            time_step: 0.0,
            remainder: 0.0,
            next_id: 0,
            captured: 0,
            agents: Columns::default(),
        }
    }
    /// A personality's group and settings. A slot that nobody has keeps its number and follows the first group, which
    /// costs nothing.
    pub fn personality(&self, slot: usize) -> (usize, &Settings) {
        match &self.personalities[slot] {
            Some((group, settings)) => (*group, settings),
            None => (0, &self.groups[0].settings),
        }
    }
}
