//! Flockstep moves flocks: fish, birds, soldiers, ships, drones.
//!
//! Agents follow simple rules (separate, align, cohere, seek, flee ...) and a group emerges. In order, this crate aims
//! to be
//!
//! 1. **deterministic**: the same scenario, seed and step count give the same bits, on any number of threads and any
//!    machine;
//! 2. **fast**: one neighbour search per agent, however many behaviors it has;
//! 3. **complete**: behaviors, bodies and blends of the literature, with their own formulas;
//! 4. **plain**: `[f32; D]` in and out, no I/O, no global state.
//!
//! ```
//! use flockstep::prelude::*;
//!
//! let space = Space::new(Edge::Wrap, [0.0, 0.0], [100.0, 100.0])?;
//! let mut world = World::<2>::new(space, 0.02, 7)?;
//! let birds = world.add_group(
//!     Group::new("birds")
//!         .behavior(Separation::new(2.0))
//!         .behavior(Alignment::default())
//!         .behavior(Cohesion::default()),
//! )?;
//! world.populate(birds, 500)?;
//! for _ in 0..100 {
//!     world.step();
//! }
//! println!("{:016x}", world.hash());
//! # Ok::<(), flockstep::Error>(())
//! ```
//!
//! One step is seven stages, and each is a module: index, [`perceive`], [`steer`], blend, locomote, bound, and
//! [`observe`].

mod agents;
mod blend;
mod bound;
mod error;
pub mod ground;
pub mod group;
mod ids;
mod index;
mod locomote;
mod math;
pub mod observe;
pub mod perceive;
mod plan;
mod profile;
mod scene;
pub mod settings;
mod space;
mod state;
pub mod steer;
mod step;
mod stop;
mod threads;
mod work;
mod world;

pub use agents::{Agent, Control};
pub use error::{Error, ParameterError};
pub use ground::Obstacle;
pub use ids::{AgentId, GroupId, ObstacleId};
pub use math::{random, simd, vector};
pub use plan::MOST_BEHAVIORS;
pub use profile::Profile;
pub use settings::parameters;
pub use space::{Edge, FARTHEST, Space};
pub use state::{Capture, FASTEST};
pub use stop::Stopped;
pub use threads::Threads;
#[doc(hidden)]
pub use work::Work;
pub use world::{Advance, MOST_AGENTS, MOST_KINDS, TIME_STEPS, World};

/// What most programs need.
pub mod prelude {
    pub use crate::ground::{Costs, Current, Flow};
    pub use crate::group::{Behavior, Group, Settings};
    pub use crate::parameters::{Parameters, Point, Value};
    pub use crate::settings::{
        Blend, BlendKind, Body, Captures, HeadingBody, Of, Place, PointBody, Response, RigidBody, Sight, Target, When,
    };
    pub use crate::steer::{
        Alignment, Arrive, Avoid, AvoidCollisions, AvoidObstacles, AvoidWalls, Cohesion, Cruise, Custom, Drift, Evade,
        Face, Flee, FollowField, FollowLeader, FollowPath, FollowWall, Formation, Hide, Intercept, Interpose,
        MatchVelocity, Pursue, Queue, Rule, Seek, Separation, Spacing, StayInside, StayOnPath, Tether, View, Wander,
    };
    pub use crate::{
        Advance, Agent, AgentId, Capture, Control, Edge, GroupId, Obstacle, ObstacleId, Profile, Space, World,
    };
}

#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct CrateReadme;
