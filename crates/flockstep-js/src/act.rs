//! Doing something to agents: births, deaths, pushes, bodies of another program, players.

use crate::core::Core;
use crate::error::Outcome;
use flockstep::{AgentId, Control, Error, World};
use flockstep_scenario::either;
use wasm_bindgen::prelude::*;

fn wrong(what: &str, found: usize, allowed: String) -> Error {
    Error::Number { what: what.into(), found: format!("{found} numbers"), allowed }
}

/// A vector of as many numbers as the world has dimensions.
fn vector<const D: usize>(what: &str, numbers: &[f32]) -> Result<[f32; D], Error> {
    numbers.try_into().map_err(|_| wrong(what, numbers.len(), format!("{D}, as many as the world has dimensions")))
}

/// Vectors one after another.
fn vectors<'a, const D: usize>(what: &str, count: usize, numbers: &'a [f32]) -> Result<&'a [[f32; D]], Error> {
    match numbers.as_chunks() {
        (vectors, []) if vectors.len() == count => Ok(vectors),
        _ => Err(wrong(what, numbers.len(), format!("{D} for each id: {}", D * count))),
    }
}

fn spawn<const D: usize>(world: &mut World<D>, group: u32, place: &[f32], velocity: &[f32]) -> Result<AgentId, Error> {
    world.spawn(group.into(), vector::<D>("position", place)?, vector::<D>("velocity", velocity)?)
}

fn feed<const D: usize>(world: &mut World<D>, ids: &[u32], places: &[f32], velocities: &[f32]) -> Result<(), Error> {
    let (places, velocities) =
        (vectors("positions", ids.len(), places)?, vectors("velocities", ids.len(), velocities)?);
    let ids: Vec<AgentId> = ids.iter().copied().map(AgentId).collect();
    world.feed_bodies(&ids, places, velocities)
}

fn push<const D: usize>(world: &mut World<D>, id: u32, change: &[f32]) -> Result<(), Error> {
    world.push(AgentId(id), vector::<D>("change", change)?)
}

fn direct<const D: usize>(world: &mut World<D>, id: u32, direction: &[f32]) -> Result<(), Error> {
    world.control(AgentId(id), Some(Control::Direction(vector("direction", direction)?)))
}

fn mark<const D: usize>(world: &mut World<D>, name: &str, place: &[f32]) -> Result<(), Error> {
    world.set_marker(name, vector::<D>("position", place)?)
}

#[wasm_bindgen]
impl Core {
    /// The number of a group.
    pub fn group_number(&self, name: &str) -> Outcome<u32> {
        Ok(either!(self.live.world(), world => world.group_id(name))?.0)
    }
    /// Puts an agent into the world; returns its id.
    pub fn spawn(&mut self, group: u32, position: &[f32], velocity: &[f32]) -> Outcome<u32> {
        let id = either!(self.live.world_mut(), world => spawn(world, group, position, velocity))?;
        self.observing.outdated = true;
        Ok(id.0)
    }
    /// Takes an agent out of the world.
    pub fn despawn(&mut self, id: u32) -> Outcome<()> {
        Ok(either!(self.live.world_mut(), world => world.despawn(AgentId(id)))?)
    }
    /// Tells where agents are and how they move: all of them or, on an error, none.
    pub fn feed(&mut self, ids: &[u32], positions: &[f32], velocities: &[f32]) -> Outcome<()> {
        Ok(either!(self.live.world_mut(), world => feed(world, ids, positions, velocities))?)
    }
    /// Adds to an agent's velocity.
    pub fn push(&mut self, id: u32, change: &[f32]) -> Outcome<()> {
        Ok(either!(self.live.world_mut(), world => push(world, id, change))?)
    }
    /// Has an agent go where a player wants.
    pub fn direct(&mut self, id: u32, direction: &[f32]) -> Outcome<()> {
        Ok(either!(self.live.world_mut(), world => direct(world, id, direction))?)
    }
    /// Puts a player at the helm of an agent.
    pub fn helm(&mut self, id: u32, helm: f32, pitch: f32, thrust: f32) -> Outcome<()> {
        let id = AgentId(id);
        Ok(either!(self.live.world_mut(), world => world.control(id, Some(Control::Helm { helm, pitch, thrust })))?)
    }
    /// Gives an agent back to its behaviors.
    pub fn release(&mut self, id: u32) -> Outcome<()> {
        Ok(either!(self.live.world_mut(), world => world.control(AgentId(id), None))?)
    }
    /// Moves a marker, or makes one.
    pub fn mark(&mut self, name: &str, position: &[f32]) -> Outcome<()> {
        Ok(either!(self.live.world_mut(), world => mark(world, name, position))?)
    }
}
