//! Balls, boxes and points: where agents are born, and obstacles.

use super::Reader;
use super::fields::Fields;
use crate::path::Path;
use crate::raw::Node;
use crate::scenario::ObstacleSettings;
use crate::suggest::listed;
use flockstep::FARTHEST;
use flockstep::parameters::Point;
use flockstep::settings::Place;

/// The shapes of a `place`, each with its keys.
pub(crate) const PLACE_SHAPES: &[(&str, &[&str])] =
    &[("ball", &["shape", "center", "radius"]), ("box", &["shape", "min", "max"]), ("points", &["shape", "points"])];
/// The shapes of an obstacle, each with its keys.
pub(crate) const OBSTACLE_SHAPES: &[(&str, &[&str])] =
    &[("ball", &["shape", "center", "radius"]), ("box", &["shape", "min", "max"])];

impl Reader<'_> {
    pub(super) fn place(&mut self, node: &Node, path: &Path) -> Option<Place> {
        let (shape, fields) = self.shape(node, path, PLACE_SHAPES)?;
        match shape {
            "ball" => self.ball(&fields).map(|(center, radius)| Place::Ball { center, radius }),
            "box" => self.corners(&fields).map(|(min, max)| Place::Box { min, max }),
            _ => {
                let read = |r: &mut Self, node: &Node, path: &Path| {
                    let points = r.list(node, path, Reader::point)?;
                    let none = node.as_array().is_some_and(<[Node]>::is_empty);
                    if none { r.refuse(node, path, "at least one point") } else { Some(points) }
                };
                fields.required(self, "points", "an array of points", read).map(Place::Points)
            }
        }
    }

    pub(super) fn obstacles(&mut self, node: &Node, path: &Path) -> Option<Vec<ObstacleSettings>> {
        if node.as_array().is_none() {
            return self.refuse(node, path, "an array of obstacles: [[obstacles]]");
        }
        self.list(node, path, Reader::obstacle)
    }

    fn obstacle(&mut self, node: &Node, path: &Path) -> Option<ObstacleSettings> {
        let (shape, fields) = self.shape(node, path, OBSTACLE_SHAPES)?;
        if shape == "ball" {
            return self.ball(&fields).map(|(center, radius)| ObstacleSettings::Ball { center, radius });
        }
        self.corners(&fields).map(|(min, max)| ObstacleSettings::Box { min, max })
    }

    /// The shape that a table says it has, and its keys.
    fn shape<'n, 'a>(
        &mut self,
        node: &'n Node<'a>,
        path: &'n Path<'n>,
        shapes: &[(&'static str, &[&str])],
    ) -> Option<(&'static str, Fields<'n, 'a>)> {
        let names: Vec<&'static str> = shapes.iter().map(|(name, _)| *name).collect();
        let allowed = format!("one of {}", listed(names.iter().copied(), crate::source::quoted));
        let unchecked = self.unchecked(node, path, "a table with a shape")?;
        let shape = unchecked.required(self, "shape", &allowed, |r, node, path| {
            let word = r.word(node, path, &names)?;
            shapes.iter().find(|(name, _)| *name == word)
        })?;
        Some((shape.0, self.fields(node, path, shape.1)?))
    }

    fn ball(&mut self, fields: &Fields) -> Option<(Point, f32)> {
        let center = fields.required(self, "center", "a point", Reader::point);
        let allowed = "a number from 0 to 1e18";
        let read = |r: &mut Self, node: &Node, path: &Path| r.number(node, path, [0.0, f64::from(FARTHEST)], allowed);
        let radius = fields.required(self, "radius", allowed, read);
        center.zip(radius)
    }

    fn corners(&mut self, fields: &Fields) -> Option<(Point, Point)> {
        let min = fields.required(self, "min", "a point", Reader::point);
        let max = fields.required(self, "max", "a point", Reader::point);
        let (min, max) = min.zip(max)?;
        fields.ordered(self, ["min", "max"], &min, &max, |least, most| least <= most);
        Some((min, max))
    }
}
