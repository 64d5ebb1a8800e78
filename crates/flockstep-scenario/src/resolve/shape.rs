//! Balls, boxes and points: where agents are born, and obstacles.

use super::Reader;
use super::fields::Fields;
use crate::ground::{ObstacleSettings, ObstacleShape};
use crate::path::Path;
use crate::problem::Sort;
use crate::raw::Node;
use crate::suggest::listed;
use flockstep::parameters::Point;
use flockstep::settings::Place;
use flockstep::{Error, FARTHEST};

/// The shapes of a `place`, each with its keys.
pub(crate) const PLACE_SHAPES: &[(&str, &[&str])] =
    &[("ball", &["shape", "center", "radius"]), ("box", &["shape", "min", "max"]), ("points", &["shape", "points"])];
/// The shapes of an obstacle, each with its keys.
pub(crate) const OBSTACLE_SHAPES: &[(&str, &[&str])] = &[
    ("ball", &["shape", "center", "radius", "velocity"]),
    ("box", &["shape", "min", "max", "velocity"]),
    ("capsule", &["shape", "from", "to", "radius", "velocity"]),
    ("segment", &["shape", "from", "to", "velocity"]),
    ("polygon", &["shape", "points", "velocity"]),
    ("plane", &["shape", "point", "normal", "velocity"]),
];

impl Reader<'_> {
    pub(super) fn place(&mut self, node: &Node, path: &Path) -> Option<Place> {
        let (shape, fields) = self.shape(node, path, PLACE_SHAPES)?;
        match shape {
            "ball" => self.ball(&fields).map(|(center, radius)| Place::Ball { center, radius }),
            "box" => self.corners(&fields).map(|(min, max)| Place::Box { min, max }),
            _ => fields.required(self, "points", "an array of points", Reader::some_points).map(Place::Points),
        }
    }

    pub(super) fn obstacles(&mut self, node: &Node, path: &Path) -> Option<Vec<ObstacleSettings>> {
        if node.as_array().is_none() {
            return self.refuse(node, path, "an array of obstacles: [[obstacles]]");
        }
        self.list(node, path, Reader::obstacle)
    }

    fn obstacle(&mut self, node: &Node, path: &Path) -> Option<ObstacleSettings> {
        let (word, fields) = self.shape(node, path, OBSTACLE_SHAPES)?;
        let velocity = fields.read(self, "velocity", Reader::point);
        let shape = match word {
            "ball" => self.ball(&fields).map(|(center, radius)| ObstacleShape::Ball { center, radius }),
            "box" => self.corners(&fields).map(|(min, max)| ObstacleShape::Box { min, max }),
            "capsule" => {
                let (ends, radius) = (self.ends(&fields), self.radius(&fields));
                ends.zip(radius).map(|((from, to), radius)| ObstacleShape::Capsule { from, to, radius })
            }
            "segment" => self.ends(&fields).map(|(from, to)| ObstacleShape::Segment { from, to }),
            "polygon" => {
                let points = fields.required(self, "points", "an array of corners", Reader::some_points);
                points.map(|points| ObstacleShape::Polygon { points })
            }
            _ => {
                let point = fields.required(self, "point", "a point", Reader::point);
                let normal = fields.required(self, "normal", "a direction", Reader::point);
                point.zip(normal).map(|(point, normal)| ObstacleShape::Plane { point, normal })
            }
        }?;
        self.check_shape(&fields, &shape);
        Some(ObstacleSettings { shape, velocity })
    }

    /// Notes numbers that make no shape, each of them being right.
    fn check_shape(&mut self, fields: &Fields, shape: &ObstacleShape) {
        let checked = match self.dimensions {
            Some(2) => shape.obstacle::<2>().and_then(|obstacle| obstacle.check()),
            Some(3) => shape.obstacle::<3>().and_then(|obstacle| obstacle.check()),
            _ => return,
        };
        // Points of a wrong length, and corners in the wrong order, have been noted.
        if let (Err(Error::Misfit { problem, .. }), ObstacleShape::Polygon { .. }) = (&checked, shape) {
            self.note_problem(fields, "points", problem);
        }
        if let (Err(Error::Number { .. }), ObstacleShape::Plane { .. }) = (&checked, shape) {
            let at = fields.get("normal").map_or(fields.node.at, |node| node.at);
            self.note(at, &fields.path.key("normal"), "no direction".into(), "a normal that is not zero", Sort::Value);
        }
    }

    /// Points, at least one.
    pub(super) fn some_points(&mut self, node: &Node, path: &Path) -> Option<Vec<Point>> {
        let points = self.list(node, path, Reader::point)?;
        let none = node.as_array().is_some_and(<[Node]>::is_empty);
        if none { self.refuse(node, path, "at least one point") } else { Some(points) }
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
        center.zip(self.radius(fields))
    }

    fn radius(&mut self, fields: &Fields) -> Option<f32> {
        let allowed = "a number from 0 to 1e18";
        let read = |r: &mut Self, node: &Node, path: &Path| r.number(node, path, [0.0, f64::from(FARTHEST)], allowed);
        fields.required(self, "radius", allowed, read)
    }

    fn ends(&mut self, fields: &Fields) -> Option<(Point, Point)> {
        let from = fields.required(self, "from", "a point", Reader::point);
        let to = fields.required(self, "to", "a point", Reader::point);
        from.zip(to)
    }

    fn corners(&mut self, fields: &Fields) -> Option<(Point, Point)> {
        let min = fields.required(self, "min", "a point", Reader::point);
        let max = fields.required(self, "max", "a point", Reader::point);
        let (min, max) = min.zip(max)?;
        fields.ordered(self, ["min", "max"], &min, &max, |least, most| least <= most);
        Some((min, max))
    }
}
