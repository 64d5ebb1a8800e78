//! Changes of a document, as values: the panels make them, undo takes them back, the running world follows them.

use flockstep::AgentId;
use flockstep::parameters::{Point, Value};
use flockstep::settings::{Captures, Place, Shape};
use flockstep_scenario::{ObstacleSettings, Scenario, ScenarioAgent, SpaceSettings};

/// Whose settings are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// A group's, by number.
    Group(usize),
    /// One agent's, by id, and its group's number: its personality.
    Agent(AgentId, usize),
}

/// Which of the settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// How far, how wide and how many they see.
    Sight,
    /// How steering becomes motion.
    Body,
    /// How several behaviors become one steering.
    Blend,
    /// A behavior, by its place in the list.
    Behavior(usize),
}

/// One change of a document.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)] // fields are what they are called
pub enum Edit {
    /// Sets a parameter.
    Set { who: Who, part: Part, parameter: String, value: Value },
    /// Gives another body, with its defaults.
    SetModel { who: Who, model: String },
    /// Adds a behavior of the registry at the end.
    AddBehavior { who: Who, name: String },
    /// Removes a behavior.
    RemoveBehavior { who: Who, at: usize },
    /// Moves a behavior to another place of the list.
    MoveBehavior { who: Who, from: usize, to: usize },
    /// Gives an agent back to its group.
    ForgetPersonality(AgentId),
    /// Adds a group with the three rules of a flock.
    AddGroup,
    /// Adds a copy of a group.
    CopyGroup(usize),
    /// Removes a group and its agents.
    RemoveGroup(usize),
    /// Renames a group, wherever it is named.
    RenameGroup { group: usize, name: String },
    /// How many agents are born where the group's place says.
    SetCount { group: usize, count: usize },
    /// The group's color, as `#rrggbb`.
    SetColor { group: usize, color: String },
    /// What its agents look like; none: what fits its name and body.
    SetShape { group: usize, shape: Option<Shape> },
    /// The layers it is in.
    SetLayers { group: usize, layers: Vec<String> },
    /// Whether a player may drive its agents.
    SetPlayer { group: usize, player: bool },
    /// Where its agents are born.
    SetPlace { group: usize, place: Option<Place> },
    /// Their speeds at birth.
    SetSpeed { group: usize, speed: Option<[f32; 2]> },
    /// Whom it eats.
    SetCaptures { group: usize, captures: Option<Captures> },
    /// One agent more, exactly here.
    AddAgent { group: usize, agent: ScenarioAgent },
    /// One agent less: this one in the running world, which is this one of those that were placed, or one of the others.
    RemoveAgent { group: usize, id: AgentId, placed: Option<usize> },
    /// Adds a marker or moves it.
    SetMarker { name: String, at: Point },
    /// Removes a marker.
    RemoveMarker(String),
    /// Adds an obstacle.
    AddObstacle(ObstacleSettings),
    /// Replaces an obstacle.
    SetObstacle { number: usize, obstacle: ObstacleSettings },
    /// Removes an obstacle.
    RemoveObstacle(usize),
    /// Replaces the space.
    SetSpace(SpaceSettings),
    /// The seed of all randomness.
    SetSeed(u64),
    /// The length of a step in seconds.
    SetTimeStep(f32),
    /// The scenario's name.
    SetName(String),
    /// One sentence about it.
    SetAbout(String),
    /// Another scenario in its place: the file was read again.
    Replace(Box<Scenario>),
}

impl Edit {
    /// What it does, for the undo list.
    pub fn label(&self) -> String {
        match self {
            Edit::Set { parameter, .. } => format!("set {parameter}"),
            Edit::SetModel { model, .. } => format!("{model} body"),
            Edit::AddBehavior { name, .. } => format!("add {name}"),
            Edit::RemoveBehavior { .. } => "remove a behavior".into(),
            Edit::MoveBehavior { .. } => "reorder behaviors".into(),
            Edit::ForgetPersonality(id) => format!("give agent {id} back to its group"),
            Edit::AddGroup => "add a group".into(),
            Edit::CopyGroup(_) => "copy a group".into(),
            Edit::RemoveGroup(_) => "remove a group".into(),
            Edit::RenameGroup { name, .. } => format!("rename to {name}"),
            Edit::SetCount { count, .. } => format!("{count} agents"),
            Edit::SetColor { .. } => "set color".into(),
            Edit::SetShape { .. } => "set shape".into(),
            Edit::SetLayers { .. } => "set layers".into(),
            Edit::SetPlayer { .. } => "set player".into(),
            Edit::SetPlace { .. } => "set place".into(),
            Edit::SetSpeed { .. } => "set speed at birth".into(),
            Edit::SetCaptures { .. } => "set captures".into(),
            Edit::AddAgent { .. } => "add an agent".into(),
            Edit::RemoveAgent { id, .. } => format!("remove agent {id}"),
            Edit::SetMarker { name, .. } => format!("place marker {name}"),
            Edit::RemoveMarker(name) => format!("remove marker {name}"),
            Edit::AddObstacle(_) => "add an obstacle".into(),
            Edit::SetObstacle { .. } => "change an obstacle".into(),
            Edit::RemoveObstacle(_) => "remove an obstacle".into(),
            Edit::SetSpace(_) => "set the space".into(),
            Edit::SetSeed(seed) => format!("seed {seed}"),
            Edit::SetTimeStep(_) => "set the time step".into(),
            Edit::SetName(_) => "set the name".into(),
            Edit::SetAbout(_) => "set the description".into(),
            Edit::Replace(_) => "read the file again".into(),
        }
    }

    /// What it changes: edits with the same key can become one.
    pub fn key(&self) -> String {
        match self {
            Edit::Set { who, part, parameter, .. } => format!("{who:?} {part:?} {parameter}"),
            Edit::SetCount { group, .. } => format!("count {group}"),
            Edit::SetColor { group, .. } => format!("color {group}"),
            Edit::SetMarker { name, .. } => format!("marker {name}"),
            Edit::SetObstacle { number, .. } => format!("obstacle {number}"),
            Edit::SetPlace { group, .. } => format!("place {group}"),
            Edit::SetSpeed { group, .. } => format!("speed {group}"),
            Edit::SetSpace(_) => "space".into(),
            Edit::SetTimeStep(_) => "time step".into(),
            Edit::SetSeed(_) => "seed".into(),
            Edit::Replace(_) => "file".into(),
            other => format!("{other:?}"),
        }
    }
}
