//! The plain structs of the header.

use engine::{AgentId, GroupId, ObstacleId as EngineObstacleId};
use std::ffi::{c_char, c_int};

/// An agent. Zero is none. Ids are never given again: that of an agent that is gone is refused, not mistaken for
/// another. (Files and other front ends show the number that is one less.)
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Agent {
    /// Zero is none.
    pub id: u32,
}

/// A group. Zero is none; a world's groups are numbered from 1 in the order of its scenario.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Group {
    /// Zero is none.
    pub id: u32,
}

/// An obstacle of a world. Zero is none.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ObstacleId {
    /// Zero is none.
    pub id: u32,
}

impl From<AgentId> for Agent {
    fn from(id: AgentId) -> Agent {
        Agent { id: id.0 + 1 }
    }
}
impl From<GroupId> for Group {
    fn from(id: GroupId) -> Group {
        Group { id: id.0 + 1 }
    }
}
impl From<EngineObstacleId> for ObstacleId {
    fn from(id: EngineObstacleId) -> ObstacleId {
        ObstacleId { id: id.0 + 1 }
    }
}

/// A place, a velocity or a direction. In a world of two dimensions z is 0: anything else is refused.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Vector {
    /// Along the first axis.
    pub x: f32,
    /// Along the second axis; up, in three dimensions.
    pub y: f32,
    /// Along the third axis.
    pub z: f32,
}

impl<const D: usize> From<[f32; D]> for Vector {
    fn from(numbers: [f32; D]) -> Vector {
        Vector { x: numbers[0], y: numbers[1], z: numbers.get(2).copied().unwrap_or(0.0) }
    }
}

/// A setting to open a world with, as of the command line's `--set path=value`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// Where: "groups.bluegill.body.max_speed".
    pub path: *const c_char,
    /// A TOML value or a word: "9".
    pub value: *const c_char,
}

/// How to open a world; see flockstep_options_default.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Settings that replace those of the scenario; null if there are none. Read during the call only.
    pub settings: *const Setting,
    /// How many.
    pub setting_count: usize,
    /// Threads that move the agents: 1 is the calling one alone, 0 is one per core. The motion does not depend on it.
    pub threads: u32,
}

/// A mistake in a scenario or in a path. The texts belong to the library, as long as the list of problems.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Problem {
    /// The file's name, "scenario" for a text, or the setting that was wrong.
    pub source: *const c_char,
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
    /// The path of the key, as flockstep_world_set takes it; empty for a mistake of syntax.
    pub path: *const c_char,
    /// What was found.
    pub found: *const c_char,
    /// What is allowed.
    pub allowed: *const c_char,
    /// What was probably meant, or null.
    pub did_you_mean: *const c_char,
}

/// One number for each agent and axis, in the order of rows: `x[i], y[i], z[i]` are of the agent `ids[i]`. They belong
/// to the world and stay until the next call that changes it.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Columns {
    /// Along x; null if there are no agents.
    pub x: *const f32,
    /// Along y; null if there are no agents.
    pub y: *const f32,
    /// Along z; null in a world of two dimensions or if there are no agents.
    pub z: *const f32,
    /// How many agents.
    pub count: usize,
}

/// What to copy, and how; see flockstep_copy_default.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Copy {
    /// FLOCKSTEP_POSITIONS and so on.
    pub column: c_int,
    /// FLOCKSTEP_INTERLEAVED or FLOCKSTEP_BY_AXIS.
    pub layout: c_int,
    /// FLOCKSTEP_ROW_ORDER or FLOCKSTEP_ID_ORDER.
    pub order: c_int,
}

/// What flockstep_world_advance did.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct Advance {
    /// Steps made.
    pub steps: u32,
    /// How far the time left over reaches into the next step, from 0 to 1: draw at
    /// previous + (position - previous) * fraction.
    pub fraction: f32,
    /// Seconds given up because the world could not keep pace.
    pub skipped: f64,
}

/// Something that happened.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    /// FLOCKSTEP_CAPTURED or FLOCKSTEP_REBORN.
    pub kind: c_int,
    /// To whom.
    pub agent: Agent,
    /// By whom.
    pub by: Agent,
}

/// One agent.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct State {
    /// Its id.
    pub agent: Agent,
    /// Its group.
    pub group: Group,
    /// Where it is.
    pub position: Vector,
    /// How it moves.
    pub velocity: Vector,
    /// Where it points; of length 1.
    pub heading: Vector,
    /// What its behaviors asked for in the last step.
    pub steering: Vector,
}

/// A player's hand on an agent; see flockstep_control_default.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Control {
    /// FLOCKSTEP_RELEASE, FLOCKSTEP_DIRECTION or FLOCKSTEP_HELM.
    pub kind: c_int,
    /// FLOCKSTEP_DIRECTION: go this way; a length of 1 is full speed.
    pub direction: Vector,
    /// FLOCKSTEP_HELM: from -1 (hard to port) to 1 (hard to starboard).
    pub helm: f32,
    /// FLOCKSTEP_HELM: from -1 (down) to 1 (up); only in three dimensions.
    pub pitch: f32,
    /// FLOCKSTEP_HELM: from 0 (adrift) to 1 (full ahead).
    pub thrust: f32,
}

/// Something solid; see flockstep_obstacle_default.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Obstacle {
    /// FLOCKSTEP_BALL and so on.
    pub kind: c_int,
    /// The ball's centre; the box's least corner; one end of a capsule or segment; a point of the plane.
    pub a: Vector,
    /// The box's greatest corner; the other end; where the plane's free side is.
    pub b: Vector,
    /// Of a ball or capsule.
    pub radius: f32,
    /// The corners of a convex polygon, in two dimensions. Read during the call only.
    pub points: *const Vector,
    /// How many.
    pub point_count: usize,
}
