//! The whole world as bytes, and back: the run continues bit for bit. For rollback, saved games and checkpoints.
//!
//! Layout, all little-endian: the magic `FLOCKSTP`, the version, the dimension, the length of the body, the body, and a
//! checksum over everything before it. Settings are written as (name, value) pairs from their own tables, so a snapshot
//! of an older version that knows fewer parameters still reads. Custom behaviors are code and travel by name only.

use super::agents::{Columns, at};
use super::{Control, Edge, MOST_AGENTS, MOST_KINDS, Obstacle, Space, World};
use crate::bound::FARTHEST;
use crate::error::Error;
use crate::parameters::{Parameters, Point, Value};
use crate::settings::{Behavior, Body, Captures, Common, Group, Of, Pick, Place, Settings, Target};
use crate::steer::{CustomBehavior, Rule};
use crate::vector::{Vector, length};
use std::sync::Arc;

const MAGIC: &[u8; 8] = b"FLOCKSTP";
const VERSION: u32 = 1;

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
        out.list(&self.obstacles, |out, obstacle| match obstacle {
            Obstacle::Ball { center, radius } => {
                out.flag(false);
                out.floats(center);
                out.f32(*radius);
            }
            Obstacle::Box { min, max } => {
                out.flag(true);
                out.floats(min);
                out.floats(max);
            }
        });
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
        let mut input = Reader { bytes, at: 0 };
        input.head().map(|dimensions| dimensions as usize)
    }

    fn from_snapshot_with(bytes: &[u8], customs: Vec<(String, Arc<dyn CustomBehavior<D>>)>) -> Result<World<D>, Error> {
        let mut input = Reader { bytes, at: 0 };
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
        let obstacles = input.list(|input| {
            Ok(if input.flag()? {
                Obstacle::Box { min: input.vector()?, max: input.vector()? }
            } else {
                Obstacle::Ball { center: input.vector()?, radius: input.f32()? }
            })
        })?;
        for obstacle in obstacles {
            world.add_obstacle(obstacle)?;
        }
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
        if input.at != input.bytes.len() - 8 {
            return Err(damaged("more bytes than it says"));
        }
        Ok(world)
    }
}

impl<const D: usize> World<D> {
    /// Refuses what no step leaves behind: the stages rely on it.
    fn check_agents(&self) -> Result<(), Error> {
        for row in 0..self.len() {
            let (position, heading): (Vector<D>, Vector<D>) = (at(&self.now.position, row), at(&self.now.heading, row));
            if self.space.inside(position) != position || position.iter().any(|c| c.abs() > FARTHEST) {
                return Err(damaged("an agent outside the world"));
            }
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

struct Writer(Vec<u8>);

impl Writer {
    fn u32(&mut self, number: u32) {
        self.0.extend_from_slice(&number.to_le_bytes());
    }
    fn u64(&mut self, number: u64) {
        self.0.extend_from_slice(&number.to_le_bytes());
    }
    fn f32(&mut self, number: f32) {
        self.u32(number.to_bits());
    }
    fn flag(&mut self, flag: bool) {
        self.0.push(u8::from(flag));
    }
    fn floats(&mut self, numbers: &[f32]) {
        numbers.iter().for_each(|number| self.f32(*number));
    }
    fn text(&mut self, text: &str) {
        self.u32(text.len() as u32);
        self.0.extend_from_slice(text.as_bytes());
    }
    fn list<T>(&mut self, items: &[T], write: impl Fn(&mut Writer, &T)) {
        self.u32(items.len() as u32);
        items.iter().for_each(|item| write(self, item));
    }
    fn point(&mut self, point: &Point) {
        self.list(point.as_slice(), |out, number| out.f32(*number));
    }
    fn of(&mut self, of: &Of) {
        let (tag, names): (u8, &[String]) = match of {
            Of::Mates => (0, &[]),
            Of::Others => (1, &[]),
            Of::All => (2, &[]),
            Of::Layers { layers, all: false } => (3, layers),
            Of::Layers { layers, all: true } => (4, layers),
            Of::Groups(groups) => (5, groups),
        };
        self.0.push(tag);
        self.list(names, |out, name| out.text(name));
    }
    fn target(&mut self, target: &Target) {
        match target {
            Target::Point(point) => {
                self.0.push(0);
                self.point(point);
            }
            Target::Marker(name) => {
                self.0.push(1);
                self.text(name);
            }
            Target::Group { group, pick } => {
                self.0.push(2);
                self.text(group);
                self.text(pick.word());
            }
            Target::Agent(id) => {
                self.0.push(3);
                self.u32(*id);
            }
        }
    }
    fn value(&mut self, value: &Value) {
        match value {
            Value::None => self.0.push(0),
            Value::Flag(flag) => {
                self.0.push(1);
                self.flag(*flag);
            }
            Value::Number(number) => {
                self.0.push(2);
                self.u64(number.to_bits());
            }
            Value::Word(word) => {
                self.0.push(3);
                self.text(word);
            }
            Value::Numbers(numbers) => {
                self.0.push(4);
                self.list(numbers, |out, number| out.u64(number.to_bits()));
            }
            Value::Of(of) => {
                self.0.push(5);
                self.of(of);
            }
            Value::Targets(targets) => {
                self.0.push(6);
                self.list(targets, Writer::target);
            }
        }
    }
    fn parameters(&mut self, parameters: &dyn Parameters) {
        let specs = parameters.specs();
        self.u32(specs.len() as u32);
        for (place, spec) in specs.iter().enumerate() {
            self.text(spec.name);
            self.value(&parameters.get_at(place).unwrap_or(Value::None));
        }
    }
    fn settings(&mut self, settings: &Settings) {
        self.parameters(&settings.sight);
        self.text(settings.body.model());
        self.parameters(settings.body.parameters());
        self.parameters(&settings.blend);
        self.list(&settings.behaviors, |out, behavior| {
            out.text(behavior.rule.entry().name);
            out.parameters(behavior.rule.parameters());
            out.parameters(&behavior.common);
        });
    }
    fn group(&mut self, group: &Group) {
        self.text(&group.name);
        self.list(&group.layers, |out, layer| out.text(layer));
        self.text(&group.color);
        self.flag(group.player);
        self.settings(&group.settings);
        match &group.place {
            None => self.0.push(0),
            Some(Place::Ball { center, radius }) => {
                self.0.push(1);
                self.point(center);
                self.f32(*radius);
            }
            Some(Place::Box { min, max }) => {
                self.0.push(2);
                self.point(min);
                self.point(max);
            }
            Some(Place::Points(points)) => {
                self.0.push(3);
                self.list(points, Writer::point);
            }
        }
        self.list(&group.speed.map_or(vec![], |speed| speed.to_vec()), |out, speed| out.f32(*speed));
        self.flag(group.captures.is_some());
        if let Some(captures) = &group.captures {
            self.parameters(captures);
        }
    }
    fn columns<const D: usize>(&mut self, columns: &Columns<D>) {
        self.u32(columns.len() as u32);
        self.flag(!columns.memory[0].is_empty());
        self.flag(!columns.spin.is_empty());
        let floats = [&columns.position, &columns.velocity, &columns.heading, &columns.memory];
        for column in floats.into_iter().flatten().chain(std::iter::once(&columns.spin)) {
            self.floats(column);
        }
        columns.id.iter().for_each(|id| self.u32(*id));
        columns.kind.iter().for_each(|kind| self.0.extend_from_slice(&kind.to_le_bytes()));
    }
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    fn head(&mut self) -> Result<u32, Error> {
        if self.bytes.len() < 32 || &self.bytes[..8] != MAGIC {
            return Err(Error::Snapshot("it does not begin like one".into()));
        }
        self.at = 8;
        let version = self.u32()?;
        if version != VERSION {
            return Err(Error::Snapshot(format!("it has version {version}, this program reads version {VERSION}")));
        }
        let dimensions = self.u32()?;
        let body = self.u64()?;
        if body != self.bytes.len() as u64 - 8 {
            return Err(Error::Snapshot(format!("{} bytes are there, {} were written", self.bytes.len(), body + 8)));
        }
        let (before, sum) = self.bytes.split_at(self.bytes.len() - 8);
        if sum != checksum(before).to_le_bytes() {
            return Err(damaged("the checksum does not match"));
        }
        Ok(dimensions)
    }
    fn take(&mut self, count: usize) -> Result<&'a [u8], Error> {
        // The checksum at the end is not part of the body.
        let end = self.at.checked_add(count).filter(|end| *end <= self.bytes.len().saturating_sub(8));
        let end = end.ok_or_else(|| damaged("it ends too soon"))?;
        let taken = &self.bytes[self.at..end];
        self.at = end;
        Ok(taken)
    }
    fn array<const N: usize>(&mut self) -> Result<[u8; N], Error> {
        self.take(N)?.try_into().map_err(|_| damaged("it ends too soon"))
    }
    fn u32(&mut self) -> Result<u32, Error> {
        Ok(u32::from_le_bytes(self.array()?))
    }
    fn u64(&mut self) -> Result<u64, Error> {
        Ok(u64::from_le_bytes(self.array()?))
    }
    fn f32(&mut self) -> Result<f32, Error> {
        Ok(f32::from_bits(self.u32()?))
    }
    fn flag(&mut self) -> Result<bool, Error> {
        Ok(self.array::<1>()?[0] != 0)
    }
    fn vector<const N: usize>(&mut self) -> Result<Vector<N>, Error> {
        let mut out = [0.0; N];
        for number in &mut out {
            *number = self.f32()?;
        }
        Ok(out)
    }
    fn text(&mut self) -> Result<String, Error> {
        let length = self.u32()? as usize;
        String::from_utf8(self.take(length)?.to_vec()).map_err(|_| damaged("a name that is not a text"))
    }
    fn list<T>(&mut self, read: impl Fn(&mut Self) -> Result<T, Error>) -> Result<Vec<T>, Error> {
        let count = self.u32()? as usize;
        // Every item takes a byte or more: a count beyond that is damage, and must not reserve memory.
        if count > self.bytes.len() - self.at {
            return Err(damaged("a list longer than the bytes"));
        }
        (0..count).map(|_| read(self)).collect()
    }
    fn point(&mut self) -> Result<Point, Error> {
        let numbers = self.list(Reader::f32)?;
        Point::from_slice(&numbers).ok_or_else(|| damaged("a point without two or three coordinates"))
    }
    fn of(&mut self) -> Result<Of, Error> {
        let tag = self.array::<1>()?[0];
        let names = self.list(Reader::text)?;
        Ok(match tag {
            0 => Of::Mates,
            1 => Of::Others,
            2 => Of::All,
            3 | 4 => Of::Layers { layers: names, all: tag == 4 },
            5 => Of::Groups(names),
            _ => return Err(damaged("an unknown choice of agents")),
        })
    }
    fn target(&mut self) -> Result<Target, Error> {
        Ok(match self.array::<1>()?[0] {
            0 => Target::Point(self.point()?),
            1 => Target::Marker(self.text()?),
            2 => {
                let group = self.text()?;
                let pick = Pick::from_word(&self.text()?).ok_or_else(|| damaged("an unknown pick"))?;
                Target::Group { group, pick }
            }
            3 => Target::Agent(self.u32()?),
            _ => return Err(damaged("an unknown target")),
        })
    }
    fn value(&mut self) -> Result<Value, Error> {
        Ok(match self.array::<1>()?[0] {
            0 => Value::None,
            1 => Value::Flag(self.flag()?),
            2 => Value::Number(f64::from_bits(self.u64()?)),
            3 => Value::Word(self.text()?),
            4 => Value::Numbers(self.list(|input| Ok(f64::from_bits(input.u64()?)))?),
            5 => Value::Of(self.of()?),
            6 => Value::Targets(self.list(Reader::target)?),
            _ => return Err(damaged("an unknown value")),
        })
    }
    fn parameters(&mut self, into: &mut dyn Parameters) -> Result<(), Error> {
        for (name, value) in self.list(|input| Ok((input.text()?, input.value()?)))? {
            into.set(&name, &value).map_err(|error| Error::Snapshot(error.to_string()))?;
        }
        Ok(())
    }
    fn settings(&mut self) -> Result<Settings, Error> {
        let mut settings = Settings::default();
        self.parameters(&mut settings.sight)?;
        settings.body = Body::of_model(&self.text()?).ok_or_else(|| damaged("an unknown body"))?;
        self.parameters(settings.body.parameters_mut())?;
        self.parameters(&mut settings.blend)?;
        settings.behaviors = self.list(|input| {
            let mut rule = Rule::named(&input.text()?).ok_or_else(|| damaged("an unknown behavior"))?;
            input.parameters(rule.parameters_mut())?;
            let mut common = Common::default();
            input.parameters(&mut common)?;
            Ok(Behavior { rule, common })
        })?;
        Ok(settings)
    }
    fn group(&mut self) -> Result<Group, Error> {
        let mut group = Group::new(self.text()?);
        group.layers = self.list(Reader::text)?;
        group.color = self.text()?;
        group.player = self.flag()?;
        group.settings = self.settings()?;
        group.place = match self.array::<1>()?[0] {
            0 => None,
            1 => Some(Place::Ball { center: self.point()?, radius: self.f32()? }),
            2 => Some(Place::Box { min: self.point()?, max: self.point()? }),
            3 => Some(Place::Points(self.list(Reader::point)?)),
            _ => return Err(damaged("an unknown place")),
        };
        group.speed = match self.list(Reader::f32)?[..] {
            [] => None,
            [least, most] => Some([least, most]),
            _ => return Err(damaged("a range of speeds that is not two numbers")),
        };
        if self.flag()? {
            let mut captures = Captures::default();
            self.parameters(&mut captures)?;
            group.captures = Some(captures);
        }
        Ok(group)
    }
    fn columns<const D: usize>(&mut self, kinds: usize, next_id: u32) -> Result<Columns<D>, Error> {
        let count = self.u32()? as usize;
        let (memory, spin) = (self.flag()?, self.flag()?);
        let row = D * 12 + if memory { D * 4 } else { 0 } + if spin { 4 } else { 0 } + 6;
        if count > MOST_AGENTS || count.saturating_mul(row) > self.bytes.len() - self.at {
            return Err(damaged("more agents than bytes"));
        }
        let mut columns = Columns::default();
        columns.resize(count, memory, spin);
        for column in columns.float_columns_mut() {
            for (number, bytes) in column.iter_mut().zip(self.take(count * 4)?.chunks_exact(4)) {
                *number = f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
                if !number.is_finite() {
                    return Err(damaged("a number that is not finite"));
                }
            }
        }
        for (id, bytes) in columns.id.iter_mut().zip(self.take(count * 4)?.chunks_exact(4)) {
            *id = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
        }
        for (kind, bytes) in columns.kind.iter_mut().zip(self.take(count * 2)?.chunks_exact(2)) {
            *kind = u16::from_le_bytes([bytes[0], bytes[1]]);
        }
        let mut ids = columns.id.clone();
        ids.sort_unstable();
        let twice = ids.windows(2).any(|pair| pair[0] == pair[1]);
        if twice || ids.last().is_some_and(|id| *id >= next_id) {
            return Err(damaged("ids that cannot be"));
        }
        if columns.kind.iter().any(|kind| usize::from(*kind) >= kinds) {
            return Err(damaged("agents of a group that does not exist"));
        }
        Ok(columns)
    }
}
