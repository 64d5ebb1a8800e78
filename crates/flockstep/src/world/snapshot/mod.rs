//! The whole world as bytes, and back: the run continues bit for bit. For rollback, saved games and checkpoints.
//!
//! Layout, all little-endian: the magic `FLOCKSTP`, the version, the dimension, the length of the body, the body, and a
//! checksum over everything before it. Settings are written as (name, value) pairs from their own tables, so a snapshot
//! of an older version that knows fewer parameters still reads. Custom behaviors are code and travel by name only.

mod ground;
mod read;
mod write;

use super::agents::at;
use super::{Control, Edge, MOST_KINDS, Space, World};
use crate::bound::FARTHEST;
use crate::error::Error;
use crate::perceive::Kept;
use crate::steer::CustomBehavior;
use crate::vector::{Vector, length};
use read::Reader;
use std::sync::Arc;
use write::Writer;

const MAGIC: &[u8; 8] = b"FLOCKSTP";
const VERSION: u32 = 3;
/// The first version that says where the centres of the obstacles are.
const WITH_CENTERS: u32 = 3;
/// The oldest version that is still read.
const OLDEST: u32 = 2;

impl<const D: usize> World<D> {
    /// The whole world as bytes.
    pub fn snapshot(&self) -> Vec<u8> {
        let mut out = Writer(Vec::with_capacity(256 + self.len() * (D * 16 + 10)));
        out.0.extend_from_slice(MAGIC);
        out.u32(VERSION);
        out.u32(D as u32);
        out.u64(0);
        out.u64(self.seed);
        out.u64(self.step);
        out.f32(self.time_step);
        out.u32(self.next_id);
        out.u64(self.captured);
        out.u64(self.remainder.to_bits());
        out.text(self.space.edge().word());
        out.floats(&self.space.min());
        out.floats(&self.space.max());
        out.list(&self.groups, |out, group| out.group(group));
        out.list(&self.personalities, |out, personality| {
            out.flag(personality.is_some());
            if let Some((group, settings)) = personality {
                out.u32(*group as u32);
                out.settings(settings);
            }
        });
        out.list(&self.markers, |out, (name, position)| {
            out.text(name);
            out.floats(position);
        });
        let (forms, centers) = self.solids.forms();
        out.list(forms, Writer::obstacle);
        out.list(self.fields.list(), |out, named| {
            out.text(&named.name);
            out.field(&named.field);
        });
        out.list(&self.paths, |out, line| {
            out.text(&line.name);
            out.path(&line.path);
        });
        self.obstacle_velocities().iter().chain(centers).for_each(|vector| out.floats(vector));
        out.list(&self.squads.facings, |out, facing| out.floats(facing));
        out.list(&self.controls, |out, (id, control)| {
            out.u32(*id);
            match control {
                Control::Direction(direction) => {
                    out.flag(false);
                    out.floats(direction);
                }
                Control::Helm { helm, pitch, thrust } => {
                    out.flag(true);
                    out.floats(&[*helm, *pitch, *thrust]);
                }
            }
        });
        out.columns(&self.now);
        // Whom everyone keeps an eye on follows from where they were at the last fresh look.
        if let Some((found_at, positions)) = self.kept.found().filter(|_| self.kept.lasts(self.step, self.refresh)) {
            out.u64(found_at);
            positions.iter().for_each(|column| out.floats(column));
        }
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
        let mut world = Self::from_snapshot_with(bytes, self.customs.clone())?;
        world.threads = self.threads.clone();
        world.scratch = std::mem::take(&mut self.scratch);
        world.grid = std::mem::take(&mut self.grid);
        *self = world;
        Ok(())
    }

    /// The dimension of the world in a snapshot.
    pub fn snapshot_dimensions(bytes: &[u8]) -> Result<usize, Error> {
        let mut input = Reader::new(bytes);
        input.head().map(|dimensions| dimensions as usize)
    }

    fn from_snapshot_with(bytes: &[u8], customs: Vec<(String, Arc<dyn CustomBehavior<D>>)>) -> Result<World<D>, Error> {
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
        (world.step, world.next_id, world.captured) = (step, next_id, captured);
        world.remainder = if remainder.is_finite() { remainder.max(0.0) } else { 0.0 };
        let groups = input.list(Reader::group)?;
        world.personalities = input
            .list(|input| Ok(if input.flag()? { Some((input.u32()? as usize, input.settings()?)) } else { None }))?;
        for (name, position) in input.list(|input| Ok((input.text()?, input.vector::<D>()?)))? {
            world.set_marker(&name, position)?;
        }
        for obstacle in input.list(Reader::obstacle)? {
            world.add_obstacle(obstacle)?;
        }
        for (name, field) in input.list(|input| Ok((input.text()?, input.field()?)))? {
            world.set_field_as_it_is(&name, field)?;
        }
        for (name, path) in input.list(|input| Ok((input.text()?, input.path()?)))? {
            world.set_path(&name, path)?;
        }
        for number in 0..world.obstacles().len() {
            world.set_obstacle_velocity(number, input.vector::<D>()?)?;
        }
        for number in 0..if input.version < WITH_CENTERS { 0 } else { world.obstacles().len() } {
            let center = input.vector::<D>()?;
            if center != world.obstacles()[number].center() && !center.iter().all(|c| c.abs() <= FARTHEST) {
                return Err(damaged("an obstacle outside the world"));
            }
            world.solids.put(number, center);
        }
        world.squads.facings = input.list(Reader::vector::<D>)?;
        let controls = input.list(|input| {
            let id = input.u32()?;
            let control = if input.flag()? {
                let [helm, pitch, thrust] = input.vector()?;
                Control::Helm { helm, pitch, thrust }
            } else {
                Control::Direction(input.vector()?)
            };
            Ok((id, control))
        })?;
        let kinds = groups.len() + world.personalities.len();
        let homeless =
            world.personalities.iter().any(|one| one.as_ref().map_or(0, |(group, _)| *group) >= groups.len());
        if kinds > MOST_KINDS || homeless {
            return Err(damaged("groups that do not exist"));
        }
        // Far more than any run reaches; counting on from here must not overflow.
        if step.max(captured) > 1 << 62 {
            return Err(damaged("a count that cannot be"));
        }
        // Personalities are planned together with the groups they belong to.
        world.add_groups(groups)?;
        world.now = input.columns(kinds, next_id)?;
        let (memory, spin, len) = (world.needs_memory(), world.needs_spin(), world.now.len());
        world.now.resize(len, memory, spin);
        world.check_agents()?;
        // Until the next step nobody has moved.
        world.before = world.now.clone();
        for (id, control) in controls {
            world.control(id, Some(control))?;
        }
        if input.at < input.bytes.len() - 8 {
            let found_at = input.u64()?;
            if found_at > step {
                return Err(damaged("a look around in the future"));
            }
            let positions = input.positions(len)?;
            (0..len).try_for_each(|row| world.check_place(at(&positions, row)))?;
            world.kept = Kept::lost(found_at, positions);
        }
        if input.at != input.bytes.len() - 8 {
            return Err(damaged("more bytes than it says"));
        }
        Ok(world)
    }
}

impl<const D: usize> World<D> {
    fn check_place(&self, position: Vector<D>) -> Result<(), Error> {
        if self.space.inside(position) != position || position.iter().any(|c| c.abs() > FARTHEST) {
            return Err(damaged("an agent outside the world"));
        }
        Ok(())
    }
    /// Refuses what no step leaves behind: the stages rely on it.
    fn check_agents(&self) -> Result<(), Error> {
        for row in 0..self.len() {
            let (position, heading): (Vector<D>, Vector<D>) = (at(&self.now.position, row), at(&self.now.heading, row));
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
