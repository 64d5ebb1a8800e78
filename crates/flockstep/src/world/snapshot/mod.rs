//! The whole world as bytes, and back: the run continues bit for bit. For rollback, saved games and checkpoints.
//!
//! Layout, all little-endian: the magic `FLOCKSTP`, the version, the dimension, the length of the body, the body, and a
//! checksum over everything before it. Settings are written as (name, value) pairs from their own tables, so a snapshot
//! of an older version that knows fewer parameters still reads. Custom behaviors are code and travel by name only.

mod ground;
mod read;
mod write;

use super::{MOST_KINDS, World};
use crate::agents::at;
use crate::error::Error;
use crate::ids::ObstacleId;
use crate::math::vector::{Vector, length};
use crate::plan::Customs;
use crate::space::{Edge, FARTHEST, Space};
use read::Reader;
use write::Writer;

const MAGIC: &[u8; 8] = b"FLOCKSTP";
const VERSION: u32 = 4;
/// The first version that says where the centres of the obstacles are; and that says which ids obstacles have, and what
/// agents hold.
const WITH_CENTERS: u32 = 3;
const WITH_HELD: u32 = 4;
/// The oldest version that is still read.
const OLDEST: u32 = 2;

impl<const D: usize> World<D> {
    /// The whole world as bytes.
    pub fn snapshot(&self) -> Vec<u8> {
        let state = &self.state;
        let mut out = Writer(Vec::with_capacity(256 + self.len() * (D * 16 + 10)));
        out.0.extend_from_slice(MAGIC);
        out.u32(VERSION);
        out.u32(D as u32);
        out.u64(0);
        out.u64(state.seed);
        out.u64(state.step);
        out.f32(state.time_step);
        out.u32(state.next_id);
        out.u64(state.captured);
        out.u64(state.remainder.to_bits());
        out.text(state.space.edge().word());
        out.floats(&state.space.min());
        out.floats(&state.space.max());
        out.list(&state.groups, |out, group| out.group(group));
        out.list(&state.personalities, |out, personality| {
            out.flag(personality.is_some());
            if let Some((group, settings)) = personality {
                out.u32(*group as u32);
                out.settings(settings);
            }
        });
        out.scenery(&state.scenery);
        out.list(&state.facings, |out, facing| out.floats(facing));
        out.list(&state.controls, |out, (id, control)| out.control(*id, control));
        out.columns(&state.agents);
        let body = out.0.len() as u64;
        out.0[16..24].copy_from_slice(&body.to_le_bytes());
        let checksum = checksum(&out.0);
        out.u64(checksum);
        out.0
    }

    /// A world from a snapshot, with as many threads as by default.
    pub fn from_snapshot(bytes: &[u8]) -> Result<World<D>, Error> {
        Self::from_snapshot_with(bytes, Vec::new())
    }

    /// Puts this world back to a snapshot of it, keeping its threads and its custom behaviors. On an error it stays as
    /// it is.
    pub fn restore(&mut self, bytes: &[u8]) -> Result<(), Error> {
        let World { state, plans, .. } = Self::from_snapshot_with(bytes, self.customs.clone())?;
        (self.state, self.plans) = (state, plans);
        // The working memory is used on; what it says of the agents is not.
        self.pipeline.before = Default::default();
        self.pipeline.rows.forget();
        self.pipeline.captures.clear();
        Ok(())
    }

    /// The dimension of the world in a snapshot.
    pub fn snapshot_dimensions(bytes: &[u8]) -> Result<usize, Error> {
        let mut input = Reader::new(bytes);
        input.head().map(|dimensions| dimensions as usize)
    }

    fn from_snapshot_with(bytes: &[u8], customs: Customs<D>) -> Result<World<D>, Error> {
        let mut input = Reader::new(bytes);
        let dimensions = input.head()?;
        if dimensions as usize != D {
            return Err(Error::Snapshot(format!("it has {dimensions} dimensions, this world has {D}")));
        }
        let (seed, step, time_step) = (input.u64()?, input.u64()?, input.f32()?);
        let (next_id, captured, remainder) = (input.u32()?, input.u64()?, f64::from_bits(input.u64()?));
        let edge = Edge::from_word(&input.text()?).ok_or_else(|| damaged("an unknown edge"))?;
        let space = Space::new(edge, input.vector()?, input.vector()?)?;
        let mut world = World::new(space, time_step, seed)?;
        world.customs = customs;
        (world.state.step, world.state.next_id, world.state.captured) = (step, next_id, captured);
        world.state.remainder = if remainder.is_finite() { remainder.max(0.0) } else { 0.0 };
        // Far more than any run reaches; counting on from here must not overflow.
        if step.max(captured) > 1 << 62 {
            return Err(damaged("a count that cannot be"));
        }
        let groups = input.list(Reader::group)?;
        let personalities = input
            .list(|input| Ok(if input.flag()? { Some((input.u32()? as usize, input.settings()?)) } else { None }))?;
        let kinds = groups.len() + personalities.len();
        let homeless = personalities.iter().any(|one| one.as_ref().map_or(0, |(group, _)| *group) >= groups.len());
        if kinds > MOST_KINDS || homeless {
            return Err(damaged("groups that do not exist"));
        }
        world.read_scenery(&mut input)?;
        world.state.facings = input.list(Reader::vector::<D>)?;
        let controls = input.list(Reader::control::<D>)?;
        // Personalities are planned together with the groups they belong to.
        world.state.personalities = personalities;
        world.add_groups(groups)?;
        world.read_agents(&mut input, kinds)?;
        for (id, control) in controls {
            world.control(id, Some(control))?;
        }
        if input.version < WITH_HELD {
            // Where everyone was at the last fresh look: `sight.refresh` holds decisions now, and everyone decides
            // anew.
            input.at = input.bytes.len() - 8;
        }
        if input.at != input.bytes.len() - 8 {
            return Err(damaged("more bytes than it says"));
        }
        Ok(world)
    }

    fn read_scenery(&mut self, input: &mut Reader) -> Result<(), Error> {
        for (name, position) in input.list(|input| Ok((input.text()?, input.vector::<D>()?)))? {
            self.set_marker(&name, position)?;
        }
        for obstacle in input.list(Reader::obstacle)? {
            self.add_obstacle(obstacle)?;
        }
        for (name, field) in input.list(|input| Ok((input.text()?, input.field()?)))? {
            self.set_field_as_it_is(&name, field)?;
        }
        for (name, path) in input.list(|input| Ok((input.text()?, input.path()?)))? {
            self.set_path(&name, path)?;
        }
        let count = self.obstacles().len();
        for number in 0..count {
            self.set_obstacle_velocity(ObstacleId(number as u32), input.vector::<D>()?)?;
        }
        for number in 0..if input.version < WITH_CENTERS { 0 } else { count } {
            let center = input.vector::<D>()?;
            if center != self.obstacles()[number].center() && !center.iter().all(|c| c.abs() <= FARTHEST) {
                return Err(damaged("an obstacle outside the world"));
            }
            self.state.scenery.solids.put(number, center);
        }
        if input.version >= WITH_HELD {
            let ids = input.list(|input| Ok(ObstacleId(input.u32()?)))?;
            let next_id = input.u32()?;
            if !self.state.scenery.solids.set_ids(ids, next_id) {
                return Err(damaged("ids of obstacles that cannot be"));
            }
        }
        Ok(())
    }

    fn read_agents(&mut self, input: &mut Reader, kinds: usize) -> Result<(), Error> {
        let mut agents = input.columns(kinds, self.state.next_id)?;
        agents.resize(agents.len(), self.plans.needs.optional);
        agents.resize_steering(agents.len());
        self.state.agents = agents;
        self.check_agents()
    }
}

impl<const D: usize> World<D> {
    fn check_place(&self, position: Vector<D>) -> Result<(), Error> {
        if self.state.space.inside(position) != position || position.iter().any(|c| c.abs() > FARTHEST) {
            return Err(damaged("an agent outside the world"));
        }
        Ok(())
    }
    /// Refuses what no step leaves behind: the stages rely on it.
    fn check_agents(&self) -> Result<(), Error> {
        for row in 0..self.len() {
            let agents = &self.state.agents;
            let (position, heading): (Vector<D>, Vector<D>) = (at(&agents.position, row), at(&agents.heading, row));
            self.check_place(position)?;
            if !(0.99..1.01).contains(&length(heading)) {
                return Err(damaged("a heading that is not of length 1"));
            }
        }
        Ok(())
    }
}

fn damaged(what: &str) -> Error {
    Error::Snapshot(format!("damaged: {what}"))
}

/// FNV-1a over words of eight bytes (Fowler, Noll and Vo), finished by a shift.
fn checksum(bytes: &[u8]) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    let mut words = bytes.chunks_exact(8);
    for word in &mut words {
        let word = word.iter().rev().fold(0u64, |word, byte| word << 8 | u64::from(*byte));
        hash = (hash ^ word).wrapping_mul(0x0000_0100_0000_01B3);
        hash ^= hash >> 29;
    }
    for byte in words.remainder() {
        hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01B3);
    }
    hash ^ (hash >> 32)
}
