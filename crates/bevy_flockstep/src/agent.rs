//! Agents as entities: who they are, how they come and go.

use crate::flock::Inbox;
use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::prelude::*;
use bevy_ecs::world::DeferredWorld;
use bevy_math::Vec3;
use bevy_reflect::Reflect;
use bevy_reflect::std_traits::ReflectDefault;
use bevy_transform::components::Transform;
use flockstep::AgentId;
use tracing::warn;

/// An agent of a flock. Flockstep inserts it; despawn the entity, and the agent leaves the flock's world with it.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Component, Clone, PartialEq)]
#[component(immutable, on_discard = leave)]
#[require(Transform)]
pub struct FlockAgent {
    /// The entity of its flock.
    pub flock: Entity,
    /// The number of its id in the flock's world.
    pub number: u32,
}

impl FlockAgent {
    /// Its id in the flock's world.
    pub fn id(&self) -> AgentId {
        AgentId(self.number)
    }
}

/// Makes an entity an agent: where its transform is, in the next step. It becomes a [`FlockAgent`] then. Those who join
/// before the same step get their ids in the order in which this was inserted.
#[derive(Component, Reflect, Clone, Debug, PartialEq)]
#[reflect(Component, Clone, PartialEq)]
#[component(on_insert = join)]
#[require(Transform)]
pub struct JoinFlock {
    /// The entity of the flock.
    pub flock: Entity,
    /// The name of the group.
    pub group: String,
    /// How it moves at first.
    pub velocity: Vec3,
}

impl JoinFlock {
    /// Joins this group of a flock, at rest.
    pub fn new(flock: Entity, group: impl Into<String>) -> JoinFlock {
        JoinFlock { flock, group: group.into(), velocity: Vec3::ZERO }
    }
    /// The same, moving.
    pub fn with_velocity(mut self, velocity: Vec3) -> JoinFlock {
        self.velocity = velocity;
        self
    }
}

/// How an agent moves that a physics engine moves; see [`crate::Movement::Physics`]. Written by the game, read by
/// flockstep.
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq)]
#[reflect(Component, Default, Clone, PartialEq)]
#[require(Steering)]
pub struct AgentVelocity(pub Vec3);

/// What an agent that a physics engine moves wants: a force for a point body. Its length is not limited yet: clamp it to
/// what the body can do. Written by flockstep, read by the game.
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq)]
#[reflect(Component, Default, Clone, PartialEq)]
pub struct Steering(pub Vec3);

fn join(mut world: DeferredWorld, context: HookContext) {
    let Some(flock) = world.get::<JoinFlock>(context.entity).map(|join| join.flock) else { return };
    match world.get_mut::<Inbox>(flock) {
        Some(mut inbox) => inbox.joining.push(context.entity),
        None => warn!("{} cannot join: {flock} is no flock", context.entity),
    }
}

fn leave(mut world: DeferredWorld, context: HookContext) {
    let Some(agent) = world.get::<FlockAgent>(context.entity).copied() else { return };
    if let Some(mut inbox) = world.get_mut::<Inbox>(agent.flock) {
        inbox.leaving.push((agent.id(), context.entity));
    }
}
