//! What happens in a flock, as events to observe.
//!
//! Each is triggered on the entity of the agent, or on that of the flock where agents are columns. Observe one entity
//! with `commands.entity(fish).observe(...)`, all with `app.add_observer(...)`.

use bevy_ecs::prelude::*;
use bevy_reflect::Reflect;
use flockstep::AgentId;

/// An agent has come into the world: at the start, by a birth, or by [`crate::JoinFlock`].
#[derive(EntityEvent, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Born {
    /// The agent's entity, or the flock's.
    pub entity: Entity,
    /// The flock.
    pub flock: Entity,
    /// The number of the agent's id.
    pub number: u32,
}

/// The world has taken an agent out. Its entity is despawned after all observers have run. Not triggered when the game
/// despawns the entity itself.
#[derive(EntityEvent, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Died {
    /// The agent's entity, or the flock's.
    pub entity: Entity,
    /// The flock.
    pub flock: Entity,
    /// The number of the agent's id.
    pub number: u32,
}

/// An agent was eaten. If it was not born again, [`Died`] follows.
#[derive(EntityEvent, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Captured {
    /// The entity of the eaten, or the flock's.
    pub entity: Entity,
    /// The flock.
    pub flock: Entity,
    /// The number of the id of the eaten.
    pub number: u32,
    /// The entity of the one who ate; none where agents are columns, or if it was eaten too.
    pub predator: Option<Entity>,
    /// The number of the id of the one who ate.
    pub predator_number: u32,
    /// Whether the eaten was born again elsewhere, and lives on as the same entity.
    pub respawned: bool,
}

/// An agent follows a flow field, and there is no way to its goal any more: it stops. Triggered once each time it happens.
#[derive(EntityEvent, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stranded {
    /// The agent's entity, or the flock's.
    pub entity: Entity,
    /// The flock.
    pub flock: Entity,
    /// The number of the agent's id.
    pub number: u32,
}

macro_rules! ids {
    ($($event:ident),*) => {
        $(impl $event {
            /// The agent's id in the flock's world.
            pub fn id(&self) -> AgentId {
                AgentId(self.number)
            }
        })*
    };
}
ids!(Born, Died, Captured, Stranded);
