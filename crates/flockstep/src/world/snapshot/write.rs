//! Writing a snapshot, piece by piece.

use crate::agents::{Columns, Control};
use crate::group::{Group, Settings};
use crate::ids::AgentId;
use crate::settings::parameters::{Parameters, Point, Value};
use crate::settings::{Of, Place, Shape, Target};
use crate::state::Scenery;

pub(super) struct Writer(pub Vec<u8>);

impl Writer {
    pub fn u32(&mut self, number: u32) {
        self.0.extend_from_slice(&number.to_le_bytes());
    }
    pub fn u64(&mut self, number: u64) {
        self.0.extend_from_slice(&number.to_le_bytes());
    }
    pub fn f32(&mut self, number: f32) {
        self.u32(number.to_bits());
    }
    pub fn flag(&mut self, flag: bool) {
        self.0.push(u8::from(flag));
    }
    pub fn floats(&mut self, numbers: &[f32]) {
        numbers.iter().for_each(|number| self.f32(*number));
    }
    pub fn text(&mut self, text: &str) {
        self.u32(text.len() as u32);
        self.0.extend_from_slice(text.as_bytes());
    }
    pub fn list<T>(&mut self, items: &[T], write: impl Fn(&mut Writer, &T)) {
        self.u32(items.len() as u32);
        items.iter().for_each(|item| write(self, item));
    }
    pub fn point(&mut self, point: &Point) {
        self.list(point.as_slice(), |out, number| out.f32(*number));
    }
    pub fn of(&mut self, of: &Of) {
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
    pub fn target(&mut self, target: &Target) {
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
                self.u32(id.0);
            }
        }
    }
    pub fn value(&mut self, value: &Value) {
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
    pub fn parameters(&mut self, parameters: &dyn Parameters) {
        let specs = parameters.specs();
        self.u32(specs.len() as u32);
        for (place, spec) in specs.iter().enumerate() {
            self.text(spec.name);
            self.value(&parameters.get_at(place).unwrap_or(Value::None));
        }
    }
    pub fn settings(&mut self, settings: &Settings) {
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
    pub fn group(&mut self, group: &Group) {
        self.text(&group.name);
        self.list(&group.layers, |out, layer| out.text(layer));
        self.text(&group.color);
        self.text(group.shape.map_or("", Shape::word));
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
    pub fn control<const D: usize>(&mut self, id: AgentId, control: &Control<D>) {
        self.u32(id.0);
        match control {
            Control::Direction(direction) => {
                self.flag(false);
                self.floats(direction);
            }
            Control::Helm { helm, pitch, thrust } => {
                self.flag(true);
                self.floats(&[*helm, *pitch, *thrust]);
            }
        }
    }
    pub fn scenery<const D: usize>(&mut self, scenery: &Scenery<D>) {
        self.list(&scenery.markers, |out, (name, position)| {
            out.text(name);
            out.floats(position);
        });
        let (forms, centers) = scenery.solids.forms();
        self.list(forms, Writer::obstacle);
        self.list(scenery.fields.list(), |out, named| {
            out.text(&named.name);
            out.field(&named.field);
        });
        self.list(&scenery.paths, |out, line| {
            out.text(&line.name);
            out.path(&line.path);
        });
        scenery.solids.velocities().iter().chain(centers).for_each(|vector| self.floats(vector));
        self.list(scenery.solids.ids(), |out, id| out.u32(id.0));
        self.u32(scenery.solids.next_id());
    }
    pub fn columns<const D: usize>(&mut self, columns: &Columns<D>) {
        let optional = columns.optional();
        self.u32(columns.len() as u32);
        [optional.memory, optional.spin, optional.wait].into_iter().for_each(|there| self.flag(there));
        let floats = [&columns.position, &columns.velocity, &columns.heading, &columns.memory];
        floats.into_iter().flatten().for_each(|column| self.floats(column));
        if optional.wait {
            columns.steering.iter().for_each(|column| self.floats(column));
        }
        self.floats(&columns.spin);
        columns.wait.iter().for_each(|wait| self.0.extend_from_slice(&wait.to_le_bytes()));
        columns.id.iter().for_each(|id| self.u32(id.0));
        columns.kind.iter().for_each(|kind| self.0.extend_from_slice(&kind.to_le_bytes()));
    }
}
