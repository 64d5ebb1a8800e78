//! Going back: a flock as it was, entities included.

use crate::agent::{AgentVelocity, FlockAgent};
use crate::draw::place_all;
use crate::flock::{Flock, Inbox, Movement};
use crate::roster::Roster;
use crate::settings::{AgentSettings, FlockSettings};
use crate::step::FlockHash;
use bevy_ecs::component::Mutable;
use bevy_ecs::prelude::*;
use bevy_ecs::world::CommandQueue;
use bevy_transform::components::Transform;
use flockstep::AgentId;
use flockstep_door::LiveWorld;
use std::fmt;

/// A flock at one instant, to go back to: its world, its settings, and the bodies of agents that a physics engine moves.
///
/// Going back brings entities in step too: those of agents that were born since are despawned ([`crate::Died`]), those of
/// agents that died since are spawned anew ([`crate::Born`]). Markers and obstacles that are entities are the game's own to
/// put back; they are read again before the next step.
///
/// ```
/// # use bevy_app::App; use bevy_flockstep::prelude::*;
/// # let mut app = App::new();
/// # let flock = app.world_mut().spawn(Flock2d::open("starter").unwrap_or_default()).id();
/// let saved = FlockSnapshot::<2>::save(app.world(), flock)?;
/// // ... play on with inputs that turn out to be wrong ...
/// saved.restore(app.world_mut())?;
/// # Ok::<(), bevy_flockstep::NoFlock>(())
/// ```
#[derive(Clone)]
pub struct FlockSnapshot<const D: usize> {
    flock: Entity,
    live: LiveWorld,
    roster: Roster,
    inbox: Inbox,
    movement: Movement,
    fraction: f32,
    settings: Option<FlockSettings>,
    agents: Vec<SavedAgent>,
}

/// What an agent's entity has besides what the world knows; only of agents that have any of it.
#[derive(Clone)]
struct SavedAgent {
    id: AgentId,
    settings: Option<AgentSettings>,
    body: Option<(Transform, AgentVelocity)>,
}

/// An entity is no flock of these dimensions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoFlock {
    /// The entity.
    pub entity: Entity,
    /// The dimensions asked for.
    pub dimensions: usize,
}

impl fmt::Display for NoFlock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} has no flock of {} dimensions", self.entity, self.dimensions)
    }
}

impl std::error::Error for NoFlock {}

impl<const D: usize> FlockSnapshot<D> {
    /// Saves a flock. Between two steps; costs about what copying its columns costs.
    pub fn save(world: &World, flock: Entity) -> Result<FlockSnapshot<D>, NoFlock> {
        let none = NoFlock { entity: flock, dimensions: D };
        let entity = world.get_entity(flock).map_err(|_| none)?;
        let own = entity.get::<Flock<D>>().ok_or(none)?;
        let movement = entity.get::<Movement>().copied().unwrap_or_default();
        let saved =
            own.roster.entities().filter_map(|entity| SavedAgent::save(world.get_entity(entity).ok()?, movement));
        Ok(FlockSnapshot {
            flock,
            live: own.live.clone(),
            roster: own.roster.clone(),
            inbox: entity.get::<Inbox>().cloned().unwrap_or_default(),
            movement,
            fraction: own.fraction,
            settings: entity.get::<FlockSettings>().cloned(),
            agents: saved.collect(),
        })
    }

    /// The steps that the flock had made.
    pub fn steps(&self) -> u64 {
        self.live.world().steps()
    }
    /// The hash of its state.
    pub fn hash(&self) -> u64 {
        self.live.world().hash()
    }

    /// Makes the flock what it was.
    pub fn restore(&self, world: &mut World) -> Result<(), NoFlock> {
        let mut own = match world.get_entity_mut(self.flock) {
            Ok(mut entity) => entity.get_mut::<Flock<D>>().map(|mut flock| std::mem::take(&mut *flock)),
            Err(_) => None,
        }
        .ok_or(NoFlock { entity: self.flock, dimensions: D })?;
        own.live = self.live.clone();
        own.fraction = self.fraction;
        let is_agent = |entity: Entity| world.get::<FlockAgent>(entity).is_some();
        own.roster = own.roster.as_of(&self.roster, is_agent);
        let mut queue = CommandQueue::default();
        let mut commands = Commands::new(&mut queue, world);
        own.update_roster(self.flock, self.movement, &mut commands);
        queue.apply(world);
        let entities: Vec<(AgentId, Entity)> = own.roster.known_entities().collect();
        let hash = FlockHash { hash: own.world().hash(), steps: own.world().steps() };
        if self.movement == Movement::Flock {
            place_all(own.world(), own.fraction, &entities, world);
        }
        if let Some(mut flock) = world.get_mut::<Flock<D>>(self.flock) {
            *flock = own;
        }
        put_back(world, self.flock, Some(self.movement));
        put_back(world, self.flock, self.settings.clone());
        if let Some(mut known) = world.get_mut::<FlockHash>(self.flock) {
            *known = hash;
        }
        self.restore_agents(&entities, world);
        self.restore_inbox(world);
        Ok(())
    }

    fn restore_agents(&self, entities: &[(AgentId, Entity)], world: &mut World) {
        let mut saved = self.agents.iter().peekable();
        for (id, entity) in entities {
            while saved.next_if(|agent| agent.id < *id).is_some() {}
            let agent = saved.next_if(|agent| agent.id == *id);
            put_back(world, *entity, agent.and_then(|agent| agent.settings.clone()));
            if let Some((transform, velocity)) = agent.and_then(|agent| agent.body)
                && let Ok(mut entity) = world.get_entity_mut(*entity)
            {
                entity.insert((transform, velocity));
            }
        }
    }

    /// What was pending then is pending now; obstacles without an entity by now are to go.
    fn restore_inbox(&self, world: &mut World) {
        let mut inbox = self.inbox.clone();
        inbox.reread = true;
        let gone =
            inbox.obstacles.iter().map(|(entity, _)| *entity).filter(|entity| world.get_entity(*entity).is_err());
        let gone: Vec<Entity> = gone.collect();
        inbox.obstacles_gone.extend(gone);
        if let Some(mut own) = world.get_mut::<Inbox>(self.flock) {
            *own = inbox;
        }
    }
}

impl SavedAgent {
    fn save(entity: EntityRef, movement: Movement) -> Option<SavedAgent> {
        let settings = entity.get::<AgentSettings>().cloned();
        let body = entity.get::<Transform>().copied().zip(entity.get::<AgentVelocity>().copied());
        let body = body.filter(|_| movement == Movement::Physics);
        let id = entity.get::<FlockAgent>()?.id();
        (settings.is_some() || body.is_some()).then_some(SavedAgent { id, settings, body })
    }
}

/// Makes a component what it was. Not a change: the world has what it says already.
fn put_back<C: Component<Mutability = Mutable> + PartialEq>(world: &mut World, entity: Entity, was: Option<C>) {
    let Ok(mut entity) = world.get_entity_mut(entity) else { return };
    match (entity.get_mut::<C>(), was) {
        (Some(mut is), Some(was)) => *is.bypass_change_detection() = was,
        (None, Some(was)) => drop(entity.insert(was)),
        (Some(_), None) => drop(entity.remove::<C>()),
        (None, None) => {}
    }
}
