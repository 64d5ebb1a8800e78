//! Reading a snapshot, piece by piece. Any bytes are answered with a value or an error.

use super::{MAGIC, OLDEST, VERSION, WITH_HELD, checksum, damaged};
use crate::agents::{Columns, Control, Optional};
use crate::error::Error;
use crate::group::{Behavior, Common, Group, Settings};
use crate::ids::AgentId;
use crate::math::vector::Vector;
use crate::settings::parameters::{Parameters, Point, Value};
use crate::settings::{Body, Captures, Of, Pick, Place, Shape, Target};
use crate::steer::Rule;
use crate::world::MOST_AGENTS;

pub(super) struct Reader<'a> {
    pub bytes: &'a [u8],
    pub at: usize,
    /// The version of what is read; known once the head is.
    pub version: u32,
}

impl<'a> Reader<'a> {
    pub fn new(bytes: &'a [u8]) -> Reader<'a> {
        Reader { bytes, at: 0, version: 0 }
    }
    pub fn head(&mut self) -> Result<u32, Error> {
        if self.bytes.len() < 32 || &self.bytes[..8] != MAGIC {
            return Err(Error::Snapshot("it does not begin like one".into()));
        }
        self.at = 8;
        self.version = self.u32()?;
        if !(OLDEST..=VERSION).contains(&self.version) {
            let problem = format!("it has version {}, this program reads versions {OLDEST} to {VERSION}", self.version);
            return Err(Error::Snapshot(problem));
        }
        let dimensions = self.u32()?;
        let body = self.u64()?;
        if body != self.bytes.len() as u64 - 8 {
            let written = body.saturating_add(8);
            return Err(Error::Snapshot(format!("{} bytes are there, {written} were written", self.bytes.len())));
        }
        let (before, sum) = self.bytes.split_at(self.bytes.len() - 8);
        if sum != checksum(before).to_le_bytes() {
            return Err(damaged("the checksum does not match"));
        }
        Ok(dimensions)
    }
    pub fn take(&mut self, count: usize) -> Result<&'a [u8], Error> {
        // The checksum at the end is not part of the body.
        let end = self.at.checked_add(count).filter(|end| *end <= self.bytes.len().saturating_sub(8));
        let end = end.ok_or_else(|| damaged("it ends too soon"))?;
        let taken = &self.bytes[self.at..end];
        self.at = end;
        Ok(taken)
    }
    pub fn array<const N: usize>(&mut self) -> Result<[u8; N], Error> {
        self.take(N)?.try_into().map_err(|_| damaged("it ends too soon"))
    }
    pub fn u32(&mut self) -> Result<u32, Error> {
        Ok(u32::from_le_bytes(self.array()?))
    }
    pub fn u64(&mut self) -> Result<u64, Error> {
        Ok(u64::from_le_bytes(self.array()?))
    }
    pub fn f32(&mut self) -> Result<f32, Error> {
        Ok(f32::from_bits(self.u32()?))
    }
    pub fn flag(&mut self) -> Result<bool, Error> {
        Ok(self.array::<1>()?[0] != 0)
    }
    pub fn vector<const N: usize>(&mut self) -> Result<Vector<N>, Error> {
        let mut out = [0.0; N];
        for number in &mut out {
            *number = self.f32()?;
        }
        Ok(out)
    }
    pub fn text(&mut self) -> Result<String, Error> {
        let length = self.u32()? as usize;
        String::from_utf8(self.take(length)?.to_vec()).map_err(|_| damaged("a name that is not a text"))
    }
    pub fn list<T>(&mut self, read: impl Fn(&mut Self) -> Result<T, Error>) -> Result<Vec<T>, Error> {
        let count = self.u32()? as usize;
        // Every item takes a byte or more: a count beyond that is damage, and must not reserve memory.
        if count > self.bytes.len() - self.at {
            return Err(damaged("a list longer than the bytes"));
        }
        (0..count).map(|_| read(self)).collect()
    }
    pub fn point(&mut self) -> Result<Point, Error> {
        let numbers = self.list(Reader::f32)?;
        Point::from_slice(&numbers).ok_or_else(|| damaged("a point without two or three coordinates"))
    }
    pub fn of(&mut self) -> Result<Of, Error> {
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
    pub fn target(&mut self) -> Result<Target, Error> {
        Ok(match self.array::<1>()?[0] {
            0 => Target::Point(self.point()?),
            1 => Target::Marker(self.text()?),
            2 => {
                let group = self.text()?;
                let pick = Pick::from_word(&self.text()?).ok_or_else(|| damaged("an unknown pick"))?;
                Target::Group { group, pick }
            }
            3 => Target::Agent(AgentId(self.u32()?)),
            _ => return Err(damaged("an unknown target")),
        })
    }
    pub fn value(&mut self) -> Result<Value, Error> {
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
    pub fn parameters(&mut self, into: &mut dyn Parameters) -> Result<(), Error> {
        for (name, value) in self.list(|input| Ok((input.text()?, input.value()?)))? {
            into.set(&name, &value).map_err(|error| Error::Snapshot(error.to_string()))?;
        }
        Ok(())
    }
    pub fn settings(&mut self) -> Result<Settings, Error> {
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
    pub fn group(&mut self) -> Result<Group, Error> {
        let mut group = Group::new(self.text()?);
        group.layers = self.list(Reader::text)?;
        group.color = self.text()?;
        group.shape = match self.text()?.as_str() {
            "" => None,
            word => Some(Shape::from_word(word).ok_or_else(|| damaged("an unknown shape"))?),
        };
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
    pub fn control<const D: usize>(&mut self) -> Result<(AgentId, Control<D>), Error> {
        let id = AgentId(self.u32()?);
        let control = if self.flag()? {
            let [helm, pitch, thrust] = self.vector()?;
            Control::Helm { helm, pitch, thrust }
        } else {
            Control::Direction(self.vector()?)
        };
        Ok((id, control))
    }
    /// Fills a column with finite numbers.
    fn finite(&mut self, column: &mut [f32]) -> Result<(), Error> {
        let bytes = self.take(4 * column.len())?;
        for (number, bytes) in column.iter_mut().zip(bytes.chunks_exact(4)) {
            *number = f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
            if !number.is_finite() {
                return Err(damaged("a number that is not finite"));
            }
        }
        Ok(())
    }
    pub fn columns<const D: usize>(&mut self, kinds: usize, next_id: u32) -> Result<Columns<D>, Error> {
        let count = self.u32()? as usize;
        let (memory, spin) = (self.flag()?, self.flag()?);
        let wait = self.version >= WITH_HELD && self.flag()?;
        let optional = |there: bool, bytes: usize| if there { bytes } else { 0 };
        let row = D * 12 + optional(memory, D * 4) + optional(spin, 4) + optional(wait, D * 4 + 2) + 6;
        if count > MOST_AGENTS || count.saturating_mul(row) > self.bytes.len() - self.at {
            return Err(damaged("more agents than bytes"));
        }
        let mut columns = Columns::default();
        columns.resize(count, Optional { memory, spin, wait });
        columns.resize_steering(if wait { count } else { 0 });
        for column in columns.float_columns_mut() {
            self.finite(column)?;
        }
        for (wait, bytes) in columns.wait.iter_mut().zip(self.take(optional(wait, count * 2))?.chunks_exact(2)) {
            *wait = u16::from_le_bytes([bytes[0], bytes[1]]);
        }
        for (id, bytes) in columns.id.iter_mut().zip(self.take(count * 4)?.chunks_exact(4)) {
            *id = AgentId(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]));
        }
        for (kind, bytes) in columns.kind.iter_mut().zip(self.take(count * 2)?.chunks_exact(2)) {
            *kind = u16::from_le_bytes([bytes[0], bytes[1]]);
        }
        let mut ids = columns.id.clone();
        ids.sort_unstable();
        let twice = ids.windows(2).any(|pair| pair[0] == pair[1]);
        if twice || ids.last().is_some_and(|id| id.0 >= next_id) {
            return Err(damaged("ids that cannot be"));
        }
        if columns.kind.iter().any(|kind| usize::from(*kind) >= kinds) {
            return Err(damaged("agents of a group that does not exist"));
        }
        Ok(columns)
    }
}
