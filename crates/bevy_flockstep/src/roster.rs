//! The agents of a flock as the game knows them, and how that is brought up to date with the world.

use crate::agent::{AgentVelocity, FlockAgent};
use crate::axes::{place, to_vec3};
use crate::events::{Born, Captured, Died, Stranded};
use crate::flock::{Flock, Movement};
use bevy_ecs::prelude::*;
use bevy_transform::components::Transform;
use flockstep::ground::Field;
use flockstep::{AgentId, World as Engine};

/// Who the game knows of, in the order of ids.
#[derive(Clone, Default)]
pub(crate) struct Roster {
    known: Vec<(AgentId, Option<Entity>)>,
    /// Those who were stranded after the last step, in the order of ids.
    stranded: Vec<AgentId>,
    /// Whether agents may have come or gone.
    pub is_stale: bool,
    /// Whether the world is another one now: its ids mean nothing to who is known.
    pub is_another: bool,
}

impl Roster {
    /// Of a world that nobody knows yet.
    pub fn unknown() -> Roster {
        Roster { is_stale: true, ..Roster::default() }
    }
    pub fn entity(&self, id: AgentId) -> Option<Entity> {
        self.known.binary_search_by_key(&id, |(id, _)| *id).ok().and_then(|at| self.known[at].1)
    }
    pub fn entities(&self) -> impl Iterator<Item = Entity> + '_ {
        self.known.iter().filter_map(|(_, entity)| *entity)
    }
    pub fn known_entities(&self) -> impl Iterator<Item = (AgentId, Entity)> + '_ {
        self.known.iter().filter_map(|(id, entity)| entity.map(|entity| (*id, entity)))
    }
    /// Who is known now, in place of who was known then; but only those whose entities live.
    pub fn as_of(&self, then: &Roster, lives: impl Fn(Entity) -> bool) -> Roster {
        let known = self.known.iter().copied().filter(|(_, entity)| entity.is_none_or(&lives));
        Roster { known: known.collect(), ..then.clone() }
    }
    /// An agent that came as an entity. Ids are never given again, so it is the last.
    pub fn add(&mut self, id: AgentId, entity: Option<Entity>) {
        let at = self.known.partition_point(|(other, _)| *other < id);
        self.known.insert(at, (id, entity));
    }
    /// Forgets an agent if this is its entity.
    pub fn remove(&mut self, id: AgentId, entity: Entity) -> bool {
        let found = self.known.binary_search_by_key(&id, |(id, _)| *id).ok();
        let found = found.filter(|at| self.known[*at].1 == Some(entity));
        found.map(|at| self.known.remove(at)).is_some()
    }

    /// Gives entities to agents that came, takes them from those that went, and says so.
    pub fn update<const D: usize>(
        &mut self,
        flock: Entity,
        world: &Engine<D>,
        movement: Movement,
        commands: &mut Commands,
    ) {
        let ids = world.ids();
        let mut living = world.rows_by_id().iter().map(|row| ids[*row as usize]).peekable();
        let another = std::mem::take(&mut self.is_another);
        let mut now = Vec::with_capacity(world.len());
        for (id, entity) in std::mem::take(&mut self.known) {
            while let Some(born) = living.next_if(|born| !another && *born < id) {
                now.push((born, give_birth(flock, world, born, movement, commands)));
            }
            if !another && living.next_if_eq(&id).is_some() {
                now.push((id, fit(flock, world, id, entity, movement, commands)));
                continue;
            }
            commands.trigger(Died { entity: entity.unwrap_or(flock), flock, number: id.0 });
            if let Some(entity) = entity {
                commands.entity(entity).try_despawn();
            }
        }
        now.extend(living.map(|born| (born, give_birth(flock, world, born, movement, commands))));
        self.known = now;
        self.is_stale = false;
    }

    /// Says who was eaten, and who has no way any more.
    pub fn announce<const D: usize>(&mut self, flock: Entity, world: &Engine<D>, commands: &mut Commands) {
        for capture in world.captures() {
            commands.trigger(Captured {
                entity: self.entity(capture.prey).unwrap_or(flock),
                flock,
                number: capture.prey.0,
                predator: self.entity(capture.predator),
                predator_number: capture.predator.0,
                respawned: capture.respawned,
            });
        }
        self.is_stale |= world.captures().iter().any(|capture| !capture.respawned);
        // Asking costs a look at everyone: not where nothing leads anywhere.
        let leads = world.fields().any(|(_, field)| matches!(field, Field::Flow(_)));
        let stranded = if leads { world.stranded() } else { Vec::new() };
        for id in stranded.iter().filter(|id| self.stranded.binary_search(id).is_err()) {
            commands.trigger(Stranded { entity: self.entity(*id).unwrap_or(flock), flock, number: id.0 });
        }
        self.stranded = stranded;
    }
}

fn give_birth<const D: usize>(
    flock: Entity,
    world: &Engine<D>,
    id: AgentId,
    movement: Movement,
    commands: &mut Commands,
) -> Option<Entity> {
    let entity = fit(flock, world, id, None, movement, commands);
    commands.trigger(Born { entity: entity.unwrap_or(flock), flock, number: id.0 });
    entity
}

/// An agent's entity, if this movement asks for one; spawned if there is none yet.
fn fit<const D: usize>(
    flock: Entity,
    world: &Engine<D>,
    id: AgentId,
    entity: Option<Entity>,
    movement: Movement,
    commands: &mut Commands,
) -> Option<Entity> {
    match (entity, movement) {
        (Some(entity), Movement::Columns) => {
            commands.entity(entity).try_despawn();
            None
        }
        (None, Movement::Flock | Movement::Physics) => {
            let agent = world.agent(id).ok()?;
            let mut transform = Transform::default();
            place(&mut transform, agent.position, agent.heading);
            let mut spawned = commands.spawn((FlockAgent { flock, number: id.0 }, transform));
            if movement == Movement::Physics {
                spawned.insert(AgentVelocity(to_vec3(agent.velocity)));
            }
            Some(spawned.id())
        }
        (Some(entity), Movement::Physics) => {
            let velocity = AgentVelocity(world.agent(id).map_or_else(|_| Default::default(), |a| to_vec3(a.velocity)));
            commands.entity(entity).queue_silenced(move |mut entity: EntityWorldMut| {
                if !entity.contains::<AgentVelocity>() {
                    entity.insert(velocity);
                }
            });
            Some(entity)
        }
        (entity, _) => entity,
    }
}

impl<const D: usize> Flock<D> {
    /// Entities come and go with their agents.
    pub(crate) fn update_roster(&mut self, entity: Entity, movement: Movement, commands: &mut Commands) {
        let mut roster = std::mem::take(&mut self.roster);
        roster.update(entity, self.world(), movement, commands);
        self.roster = roster;
    }
}

/// Before and after a step: entities come and go with their agents.
pub(crate) fn update_rosters<const D: usize>(
    mut flocks: Query<(Entity, &mut Flock<D>, Ref<Movement>)>,
    mut commands: Commands,
) {
    for (entity, mut flock, movement) in &mut flocks {
        if flock.roster.is_stale || movement.is_changed() {
            flock.update_roster(entity, *movement, &mut commands);
        }
    }
}

/// After a step: what happened in it.
pub(crate) fn announce<const D: usize>(mut flocks: Query<(Entity, &mut Flock<D>)>, mut commands: Commands) {
    for (entity, mut flock) in &mut flocks {
        let mut roster = std::mem::take(&mut flock.roster);
        roster.announce(entity, flock.world(), &mut commands);
        flock.roster = roster;
    }
}
