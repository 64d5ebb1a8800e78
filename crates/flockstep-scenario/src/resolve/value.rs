//! Plain values: numbers, words, texts, points.

use super::Reader;
use crate::path::Path;
use crate::raw::{Node, Number, Raw};
use crate::source::quoted;
use crate::suggest::listed;
use flockstep::FARTHEST;
use flockstep::parameters::Point;

impl Reader<'_> {
    /// A number in a range. `inf` is one only if the range has it.
    pub(super) fn number(&mut self, node: &Node, path: &Path, range: [f64; 2], allowed: &str) -> Option<f32> {
        match &node.value {
            Raw::Number(number) if inside(number, range) => Some(number.single),
            _ => self.refuse(node, path, allowed),
        }
    }

    /// A whole number up to `most`.
    pub(super) fn whole(&mut self, node: &Node, path: &Path, most: u64) -> Option<u64> {
        let whole = match &node.value {
            Raw::Number(number) => number.whole.and_then(|whole| u64::try_from(whole).ok()),
            _ => None,
        };
        match whole.filter(|whole| *whole <= most) {
            Some(whole) => Some(whole),
            None => self.refuse(node, path, format!("a whole number from 0 to {most}")),
        }
    }

    pub(super) fn flag(&mut self, node: &Node, path: &Path) -> Option<bool> {
        match &node.value {
            Raw::Flag(flag) => Some(*flag),
            _ => self.refuse(node, path, "true or false"),
        }
    }

    pub(super) fn text(&mut self, node: &Node, path: &Path) -> Option<String> {
        match &node.value {
            Raw::Text(text) => Some(text.to_string()),
            _ => self.refuse(node, path, "a text in quotes"),
        }
    }

    /// A text that names something.
    pub(super) fn name(&mut self, node: &Node, path: &Path) -> Option<String> {
        let name = self.text(node, path)?;
        if name.is_empty() { self.refuse(node, path, "a name, not an empty text") } else { Some(name) }
    }

    /// One of these words.
    pub(super) fn word<'k>(&mut self, node: &Node, path: &Path, known: &'k [&'k str]) -> Option<&'k str> {
        let allowed = || format!("one of {}", listed(known.iter().copied(), quoted));
        let Raw::Text(text) = &node.value else { return self.refuse(node, path, allowed()) };
        match known.iter().find(|word| **word == *text) {
            Some(word) => Some(word),
            None => self.refuse_word(node, path, text, known.iter().copied(), allowed()),
        }
    }

    /// As many numbers as the world has dimensions.
    pub(super) fn point(&mut self, node: &Node, path: &Path) -> Option<Point> {
        let allowed = match self.dimensions {
            Some(2) => "two numbers, [x, y], in a world of two dimensions",
            Some(3) => "three numbers, [x, y, z], in a world of three dimensions",
            _ => "two or three numbers, one per dimension of the world",
        };
        let Some(items) = node.as_array() else { return self.refuse(node, path, allowed) };
        if items.len() > 3 || self.dimensions.is_some_and(|dimensions| items.len() != dimensions) {
            return self.refuse(node, path, allowed);
        }
        let farthest = f64::from(FARTHEST);
        let mut coordinates = [0.0; 3];
        let mut fits = true;
        for (place, item) in items.iter().enumerate() {
            let read = self.number(item, &path.place(place), [-farthest, farthest], "a number from -1e18 to 1e18");
            match read {
                Some(number) => coordinates[place] = number,
                None => fits = false,
            }
        }
        if !fits {
            return None;
        }
        match Point::from_slice(&coordinates[..items.len()]) {
            Some(point) => Some(point),
            None => self.refuse(node, path, allowed),
        }
    }
}

/// Whether a number lies in a range, ends included, in the precision that is stored.
pub(super) fn inside(number: &Number, range: [f64; 2]) -> bool {
    let rounds_to_infinity = number.single.is_infinite() && number.double.is_finite();
    let [least, most] = range.map(|end| end as f32);
    !number.overflows && !rounds_to_infinity && number.single >= least && number.single <= most
}
