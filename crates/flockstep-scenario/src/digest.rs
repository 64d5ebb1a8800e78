//! What a scenario comes to, in a few numbers: two of which all are equal make the same world.
//!
//! A checkpoint, its outputs and the journal of a sweep keep the digest of what they are of, so that nothing goes on
//! with another scenario. There is a number for each piece that a user knows by a name, so that what differs can be
//! named. What is for people alone (`name` and `about`) is no part of it.

use crate::ground::{CostSource, FieldKind};
use crate::path::key_text;
use crate::scenario::Scenario;
use std::collections::HashMap;
use twox_hash::XxHash64;

/// What a scenario comes to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Digest {
    /// The path of each piece, as in [`crate::Override`], and its number.
    pieces: Vec<(String, u64)>,
}

impl Digest {
    /// Of a scenario, images that it names included.
    pub fn of(scenario: &Scenario) -> Digest {
        let mut pieces = Vec::new();
        scenario.pieces(|path, text| pieces.push((path, XxHash64::oneshot(0, text.as_bytes()))));
        for field in &scenario.fields {
            let FieldKind::Flow { costs: CostSource::Image { size, costs, .. }, .. } = &field.kind else { continue };
            let words = size.iter().map(|side| *side as u64).chain(costs.iter().map(|cost| u64::from(cost.to_bits())));
            let bytes: Vec<u8> = words.flat_map(u64::to_le_bytes).collect();
            pieces.push((format!("fields.{}.image", key_text(&field.name)), XxHash64::oneshot(0, &bytes)));
        }
        Digest { pieces }
    }

    /// One that was kept.
    pub fn from_pieces(pieces: Vec<(String, u64)>) -> Digest {
        Digest { pieces }
    }
    /// The path and the number of each piece, to be kept.
    pub fn pieces(&self) -> &[(String, u64)] {
        &self.pieces
    }

    /// All of it in one number.
    pub fn whole(&self) -> u64 {
        let mut bytes = Vec::new();
        for (path, number) in &self.pieces {
            bytes.extend_from_slice(path.as_bytes());
            bytes.push(0);
            bytes.extend_from_slice(&number.to_le_bytes());
        }
        XxHash64::oneshot(0, &bytes)
    }

    /// In what another one, as it was kept, differs from this one, in words; the first of all differences.
    pub fn difference(&self, kept: &Digest) -> Option<String> {
        let numbers = |digest: &Digest| digest.pieces.iter().cloned().collect::<HashMap<String, u64>>();
        let (now, then) = (numbers(self), numbers(kept));
        for (path, number) in &self.pieces {
            match then.get(path) {
                None => return Some(format!("{path} was not there")),
                Some(other) if other != number => return Some(format!("{path} was another")),
                Some(_) => {}
            }
        }
        if let Some((path, _)) = kept.pieces.iter().find(|(path, _)| !now.contains_key(path)) {
            return Some(format!("{path} is not there any more"));
        }
        (self != kept).then(|| "its parts stood in another order".into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "dimensions = 2\nseed = 3\n[markers]\nb = [1, 2]\na = [0, 0]\n\
                        [[groups]]\nname = 'fish'\ncount = 3\n[[groups.behaviors]]\ntype = 'cohesion'\n\
                        [[groups]]\nname = 'pike'\ncount = 1\n";

    fn digest(text: &str) -> Digest {
        Digest::of(&Scenario::parse(text, "a.toml").expect("a scenario"))
    }

    #[test]
    fn a_difference_is_named() {
        let before = digest(TEXT);
        assert_eq!(digest(TEXT).difference(&before), None);
        for (from, to, named) in [
            ("seed = 3", "seed = 4", Some("seed")),
            ("dimensions = 2", "dimensions = 2\ntime_step = 0.1", Some("time_step")),
            ("dimensions = 2", "dimensions = 2\nname = 'x'\nabout = 'y'", None),
            ("[1, 2]", "[1, 3]", Some("markers.b")),
            ("a = [0, 0]\n", "", Some("markers.a is not there")),
            ("b = [1, 2]\na = [0, 0]\n", "a = [0, 0]\nb = [1, 2]\n", Some("order")),
            ("count = 3", "count = 4", Some("groups.fish.count")),
            ("count = 3", "agents = [{ position = [1, 1] }]\ncount = 3", Some("groups.fish.agents")),
            ("cohesion", "alignment", Some("groups.fish ")),
            ("'pike'", "'perch'", Some("groups.perch")),
            (
                "dimensions = 2",
                "dimensions = 2\nobstacles = [{ shape = 'ball', center = [0, 0], radius = 1 }]",
                Some("obstacles"),
            ),
        ] {
            let now = digest(&TEXT.replacen(from, to, 1));
            let difference = now.difference(&before);
            assert_eq!(difference.is_some(), named.is_some(), "{from} -> {to}: {difference:?}");
            assert!(difference.unwrap_or_default().contains(named.unwrap_or_default()), "{from} -> {to}");
            assert_eq!(now.whole() == before.whole(), named.is_none());
        }
    }

    #[test]
    fn how_a_file_is_written_does_not_matter() {
        let other = TEXT.replace("seed = 3\n", "# a remark\nseed = 0x3\ntime_step = 2e-2\n");
        assert_eq!(digest(&other), digest(TEXT));
    }
}
