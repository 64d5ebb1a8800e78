//! A behavior, read by the registry.

use super::Reader;
use super::fields::Fields;
use super::names::Called;
use crate::path::Path;
use crate::problem::Sort;
use crate::raw::Node;
use crate::source::{excerpt, quoted};
use crate::suggest::listed;
use flockstep::group::{Behavior, Common};
use flockstep::parameters::{Parameters, Value};
use flockstep::steer::{REGISTRY, Rule};

/// Pairs of parameters of which the first must not exceed the second.
const ORDERED: &[[&str; 2]] =
    &[["min", "max"], ["min_rate", "max_rate"], ["min_speed", "max_speed"], ["radius_min", "radius"]];

impl Reader<'_> {
    pub(super) fn behavior(&mut self, node: &Node, path: &Path) -> Option<Behavior> {
        let fields = self.unchecked(node, path, "a table with a type")?;
        let names: Vec<&str> = REGISTRY.iter().map(|entry| entry.name).collect();
        let allowed = format!("one of {}", listed(names.iter().copied(), quoted));
        let mut rule = fields.required(self, "type", &allowed, |r, node, path| {
            let name = r.word(node, path, &names)?;
            Rule::named(name)
        })?;
        let mut common = Common::default();
        self.fill(node, path, &mut [rule.parameters_mut(), &mut common], &["type"])?;
        for (key, called) in [("field", Called::Field), ("path", Called::Path)] {
            if rule.ground().is_some() && rule.parameters().get(key).is_ok() {
                fields.read(self, key, |r, node, path| r.reference(node, path, called));
            }
        }
        self.check_order(&fields, rule.parameters());
        self.check_order(&fields, &common);
        if let Some(allowed) = rule.misfit() {
            let at = fields.node.at;
            self.note(at, fields.path, excerpt(self.sources, at), allowed, Sort::Value);
        }
        Some(Behavior { rule, common })
    }

    /// Notes pairs of parameters that are the wrong way round.
    pub(super) fn check_order(&mut self, fields: &Fields, parameters: &dyn Parameters) {
        for [least, most] in ORDERED {
            let (Ok(low), Ok(high)) = (parameters.get(least), parameters.get(most)) else { continue };
            match (&low, &high) {
                (Value::Number(low), Value::Number(high)) if low > high => {}
                (Value::Numbers(low), Value::Numbers(high)) if low.iter().zip(high).any(|(l, h)| l > h) => {}
                _ => continue,
            }
            let (key, allowed) = match fields.get(most) {
                Some(_) if fields.get(least).is_none() => (most, format!("at least {least}, which is {}", shown(&low))),
                _ => (least, format!("at most {most}, which is {}", shown(&high))),
            };
            let at = fields.get(key).map_or(fields.node.at, |node| node.at);
            self.note(at, &fields.path.key(key), excerpt(self.sources, at), allowed, Sort::Value);
        }
    }
}

/// A value in the words of a message, with numbers as the `f32` that they are.
fn shown(value: &Value) -> String {
    match value {
        Value::Number(number) => format!("{}", *number as f32),
        Value::Numbers(numbers) => format!("{:?}", numbers.iter().map(|c| *c as f32).collect::<Vec<_>>()),
        other => other.describe(),
    }
}
