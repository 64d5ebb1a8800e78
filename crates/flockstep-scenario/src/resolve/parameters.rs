//! Structs of parameters, read by their own tables.

use super::Reader;
use super::value::inside;
use crate::path::Path;
use crate::problem::Sort;
use crate::raw::{Node, Raw};
use crate::suggest::is_like;
use flockstep::parameters::{Kind, Parameters, Spec, Value};

/// A parameter that a table may give, and to which struct it belongs.
struct Slot {
    set: usize,
    place: usize,
    spec: &'static Spec,
    given: bool,
}

impl Reader<'_> {
    /// Fills structs of parameters from one table. Where two have a parameter of the same name, the first takes it.
    /// `besides` are keys that the caller reads.
    pub(super) fn fill(
        &mut self,
        node: &Node,
        path: &Path,
        sets: &mut [&mut dyn Parameters],
        besides: &[&'static str],
    ) -> Option<()> {
        let Some(table) = node.as_table() else { return self.refuse(node, path, "a table") };
        let mut slots = slots(sets);
        let known = keys(besides, slots.iter().map(|slot| slot.spec.name));
        let mut unknown = Vec::new();
        for entry in &table.entries {
            if besides.contains(&&*entry.key) {
                continue;
            }
            let key_path = path.key(&entry.key);
            if let Some(slot) = slots.iter_mut().find(|slot| slot.spec.name == entry.key) {
                self.fill_one(slot, sets, &entry.node, &key_path);
                continue;
            }
            let parts = parts_of(&slots, &entry.key);
            if parts.is_empty() {
                self.unknown_key(entry, path, &known);
                unknown.push(&*entry.key);
                continue;
            }
            let Some(fields) = self.fields(&entry.node, &key_path, &parts) else { continue };
            for inner in &fields.table.entries {
                let name = format!("{}.{}", entry.key, inner.key);
                if let Some(slot) = slots.iter_mut().find(|slot| slot.spec.name == name) {
                    self.fill_one(slot, sets, &inner.node, &key_path.key(&inner.key));
                }
            }
        }
        for slot in slots.iter().filter(|slot| slot.spec.required && !slot.given) {
            // A key that looks like it is wrong, and nothing is missing.
            if unknown.iter().any(|key| is_like(key, slot.spec.name)) {
                continue;
            }
            self.note(node.at, &path.key(slot.spec.name), "nothing".into(), slot.spec.allowed(), Sort::Missing);
        }
        Some(())
    }

    fn fill_one(&mut self, slot: &mut Slot, sets: &mut [&mut dyn Parameters], node: &Node, path: &Path) {
        slot.given = true;
        let Some(value) = self.value(node, path, slot.spec) else { return };
        if sets[slot.set].set_at(slot.place, &value).is_err() {
            self.refuse::<()>(node, path, slot.spec.allowed());
        }
    }

    /// The value of a parameter, in the form its kind asks for.
    fn value(&mut self, node: &Node, path: &Path, spec: &Spec) -> Option<Value> {
        match (spec.kind, &node.value) {
            (Kind::Number | Kind::NumberOrWord(_), Raw::Number(number)) => {
                if inside(number, spec.range) {
                    return Some(Value::Number(f64::from(number.single)));
                }
                self.refuse(node, path, spec.allowed())
            }
            (Kind::Count, Raw::Number(number)) if !number.overflows => Some(Value::Number(number.double)),
            (Kind::Flag, Raw::Flag(flag)) => Some(Value::Flag(*flag)),
            (Kind::Word(known) | Kind::NumberOrWord(known), Raw::Text(word)) => {
                if known.contains(&&**word) {
                    return Some(Value::Word(word.to_string()));
                }
                self.refuse_word(node, path, word, known.iter().copied(), spec.allowed())
            }
            (Kind::Text, Raw::Text(text)) => Some(Value::Word(text.to_string())),
            (Kind::Point, _) => {
                let point = self.point(node, path)?;
                Some(Value::Numbers(point.as_slice().iter().map(|c| f64::from(*c)).collect()))
            }
            (Kind::Three, Raw::Array(items)) if items.len() == 3 => {
                let allowed = spec.allowed().replace("three numbers", "a number");
                let number = |(place, item)| self.number(item, &path.place(place), spec.range, &allowed);
                let numbers: Vec<f64> = items.iter().enumerate().filter_map(number).map(f64::from).collect();
                (numbers.len() == 3).then_some(Value::Numbers(numbers))
            }
            (Kind::Of, _) => self.of(node, path, spec).map(Value::Of),
            (Kind::Target, _) => self.target(node, path, spec).map(|target| Value::Targets(vec![target])),
            (Kind::Targets, _) => self.targets(node, path, spec).map(Value::Targets),
            _ => self.refuse(node, path, spec.allowed()),
        }
    }
}

fn slots(sets: &[&mut dyn Parameters]) -> Vec<Slot> {
    let mut slots: Vec<Slot> = Vec::new();
    for (set, parameters) in sets.iter().enumerate() {
        for (place, spec) in parameters.specs().iter().enumerate() {
            if slots.iter().all(|slot| slot.spec.name != spec.name) {
                slots.push(Slot { set, place, spec, given: false });
            }
        }
    }
    slots
}

/// The names after the dot of the parameters that a table of this key holds.
fn parts_of(slots: &[Slot], key: &str) -> Vec<&'static str> {
    let part = |slot: &Slot| slot.spec.name.split_once('.').filter(|(table, _)| *table == key).map(|(_, part)| part);
    slots.iter().filter_map(part).collect()
}

/// The keys of a table with these parameters: each once, the part before a dot standing for its table.
pub(crate) fn keys(besides: &[&'static str], names: impl Iterator<Item = &'static str>) -> Vec<&'static str> {
    let mut keys = besides.to_vec();
    for name in names {
        let key = name.split_once('.').map_or(name, |(table, _)| table);
        if !keys.contains(&key) {
            keys.push(key);
        }
    }
    keys
}
