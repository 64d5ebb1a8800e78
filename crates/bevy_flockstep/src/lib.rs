//! Flocks in Bevy: fish, birds, soldiers and ships that flockstep moves, in 2D and 3D.
//!
//! A [`Flock`] is one world of flockstep, as a component: made in code, from a scenario file, or from the gallery. Its agents
//! are entities with a `Transform` and a [`FlockAgent`]. Both dimensions are one source: `Flock2d` is `Flock<2>`,
//! [`FlockPlugin2d`] is `FlockPlugin<2>`.
//!
//! The guide is docs/bevy.md; it is compiled with this crate.

mod agent;
mod asset;
mod axes;
#[cfg(feature = "debug")]
mod debug;
mod draw;
mod events;
mod flock;
mod plugin;
mod rollback;
mod roster;
mod scenery;
mod settings;
mod step;

pub use agent::{AgentVelocity, FlockAgent, JoinFlock, Steering};
pub use asset::{ScenarioAsset, ScenarioError, ScenarioLoader};
#[cfg(feature = "debug")]
pub use debug::{FlockDebugPlugin, FlockDebugPlugin2d, FlockDebugPlugin3d, FlockGizmos, Inspect};
pub use draw::{Instance, Instances};
pub use events::{Born, Captured, Died, Stranded};
pub use flock::{Flock, Flock2d, Flock3d, Movement};
pub use plugin::{FlockPlugin, FlockPlugin2d, FlockPlugin3d, FlockSystems, Pace};
pub use rollback::{FlockSnapshot, NoFlock};
pub use scenery::{FlockMarker, FlockObstacle, ObstacleShape};
pub use settings::{AgentSettings, FlockSettings, Setting};
pub use step::FlockHash;

pub use flockstep;
pub use flockstep_door::{OpenError, Prepare};

/// What most games need.
pub mod prelude {
    pub use crate::{
        AgentSettings, AgentVelocity, Born, Captured, Died, Flock, Flock2d, Flock3d, FlockAgent, FlockHash,
        FlockMarker, FlockObstacle, FlockPlugin2d, FlockPlugin3d, FlockSettings, FlockSnapshot, FlockSystems,
        Instances, JoinFlock, Movement, ObstacleShape, Pace, ScenarioAsset, Steering, Stranded,
    };
    #[cfg(feature = "debug")]
    pub use crate::{FlockDebugPlugin2d, FlockDebugPlugin3d, FlockGizmos, Inspect};
}

#[cfg(doctest)]
#[doc = include_str!("../../../docs/bevy.md")]
struct Guide;
