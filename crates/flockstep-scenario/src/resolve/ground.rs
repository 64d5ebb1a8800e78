//! Fields and paths.

use super::Reader;
use super::fields::Fields;
use super::names::Called;
use crate::ground::{CostSource, DEFAULT_MOVING_COST, FieldKind, FieldSettings, MAP_LEGEND, PathSettings, cost_of};
use crate::image::{self, Reach};
use crate::path::Path;
use crate::problem::Sort;
use crate::raw::{Node, Raw};
use crate::source::{excerpt, quoted};
use crate::suggest::listed;
use flockstep::ground::{Field, MOST_CELLS};
use flockstep::parameters::Point;
use flockstep::settings::Target;
use flockstep::{Error, Space, World};
use std::collections::BTreeSet;

/// The types of a field, each with its keys.
pub(crate) const FIELD_TYPES: &[(&str, &[&str])] = &[
    ("flow", &["name", "type", "map", "image", "min", "cell", "goals", "obstacles", "clearance", "moving_cost"]),
    ("constant", &["name", "type", "velocity"]),
    ("vortex", &["name", "type", "center", "speed", "radius"]),
    ("grid", &["name", "type", "min", "cell", "size", "velocities"]),
];
/// Keys of a path.
pub(crate) const PATH_KEYS: &[&str] = &["name", "points", "closed", "smooth", "radius"];

/// The most fields, and the most paths, of a file: each name is compared with all others.
const MOST_FIELDS: usize = 1_000;
/// The largest number of a current.
const FARTHEST_OF_FIELDS: f32 = 1e15;
const LENGTHS: ([f64; 2], &str) = ([0.0, 1e15], "a number from 0 to 1e15");
const CELLS: ([f64; 2], &str) = ([1e-6, 1e12], "a number from 1e-6 to 1e12");

impl Reader<'_> {
    pub(super) fn field_list(
        &mut self,
        node: &Node,
        path: &Path,
        space: &crate::SpaceSettings,
        markers: &[(String, Point)],
    ) -> Option<Vec<FieldSettings>> {
        if node.as_array().is_none() {
            return self.refuse(node, path, "an array of fields: [[fields]]");
        }
        self.few(node, path, MOST_FIELDS, "fields")?;
        let mut names: Vec<String> = Vec::new();
        self.list(node, path, |reader, item, path| {
            let field = reader.field(item, path, space, markers)?;
            reader.unique(&mut names, &field.name, item, path);
            Some(field)
        })
    }

    fn field(
        &mut self,
        node: &Node,
        path: &Path,
        space: &crate::SpaceSettings,
        markers: &[(String, Point)],
    ) -> Option<FieldSettings> {
        let names: Vec<&'static str> = FIELD_TYPES.iter().map(|(name, _)| *name).collect();
        let allowed = format!("one of {}", listed(names.iter().copied(), quoted));
        let unchecked = self.unchecked(node, path, "a table with a type")?;
        let kind = unchecked.required(self, "type", &allowed, |r, node, path| r.word(node, path, &names))?;
        let keys = FIELD_TYPES.iter().find(|(name, _)| *name == kind).map_or(&[][..], |(_, keys)| keys);
        let fields = self.fields(node, path, keys)?;
        let name = fields.required(self, "name", "a name", Reader::name);
        let kind = match kind {
            "flow" => self.flow(&fields, space, markers),
            "constant" => {
                let velocity = fields.required(self, "velocity", "a velocity", Reader::point);
                velocity.map(|velocity| FieldKind::Constant { velocity })
            }
            "vortex" => {
                let center = fields.required(self, "center", "a point", Reader::point);
                let speed = self.ranged_needed(&fields, "speed", ([-1e9, 1e9], "a number from -1e9 to 1e9"));
                let radius = self.ranged_needed(&fields, "radius", ([1e-6, 1e15], "a number from 1e-6 to 1e15"));
                let all = center.zip(speed).zip(radius);
                all.map(|((center, speed), radius)| FieldKind::Vortex { center, speed, radius })
            }
            _ => self.grid(&fields),
        };
        let kind = kind?;
        self.check_current(&fields, &kind);
        Some(FieldSettings { name: name?, kind })
    }

    fn flow(
        &mut self,
        fields: &Fields,
        space: &crate::SpaceSettings,
        markers: &[(String, Point)],
    ) -> Option<FieldKind> {
        if self.dimensions == Some(3) {
            let at = fields.get("type").map_or(fields.node.at, |node| node.at);
            let allowed = "a field with goals only in a world of two dimensions";
            self.note(at, &fields.path.key("type"), quoted("flow"), allowed, Sort::Value);
            return None;
        }
        let costs = match (fields.get("map"), fields.get("image")) {
            (Some(_), Some(_)) => {
                let at = fields.get("image").map_or(fields.node.at, |node| node.at);
                self.note(at, &fields.path.key("image"), "image beside map".into(), "one of the two", Sort::Value);
                None
            }
            (Some(_), None) => fields.read(self, "map", Reader::map).map(CostSource::Map),
            (None, Some(_)) => fields.read(self, "image", Reader::image),
            (None, None) => {
                let _ = self.ranged_needed(fields, "cell", CELLS)?;
                Some(CostSource::Open)
            }
        };
        let min = fields.read(self, "min", Reader::point);
        let cell = self.ranged_if_given(fields, "cell", CELLS);
        let goals = fields.read(self, "goals", Reader::goals);
        let flag = |r: &mut Self, node: &Node, path: &Path| match node.value {
            Raw::Flag(flag) => Some(flag),
            _ => r.refuse(node, path, "true or false"),
        };
        let kind = FieldKind::Flow {
            costs: costs?,
            min,
            cell,
            goals: goals.unwrap_or_default(),
            obstacles: fields.read(self, "obstacles", flag).unwrap_or(true),
            clearance: self.ranged_if_given(fields, "clearance", LENGTHS).unwrap_or(0.0),
            moving_cost: self
                .ranged_if_given(fields, "moving_cost", ([0.0, 1e6], "a number from 0 to 1e6"))
                .unwrap_or(DEFAULT_MOVING_COST),
        };
        // Goals that are none have been noted.
        if fields.get("goals").is_none() || !matches!(&kind, FieldKind::Flow { goals, .. } if goals.is_empty()) {
            self.check_flow(fields, &kind, space, markers);
        }
        Some(kind)
    }

    /// Notes numbers that are too far off for a current.
    fn check_current(&mut self, fields: &Fields, kind: &FieldKind) {
        let (points, key): (Vec<&Point>, &str) = match kind {
            FieldKind::Flow { .. } => return,
            FieldKind::Constant { velocity } => (vec![velocity], "velocity"),
            FieldKind::Vortex { center, .. } => (vec![center], "center"),
            FieldKind::Grid { min, velocities, .. } => {
                let far = min.as_slice().iter().any(|c| c.abs() > FARTHEST_OF_FIELDS);
                (velocities.iter().chain([min]).collect(), if far { "min" } else { "velocities" })
            }
        };
        if points.iter().any(|point| point.as_slice().iter().any(|c| c.abs() > FARTHEST_OF_FIELDS)) {
            let at = fields.get(key).map_or(fields.node.at, |node| node.at);
            let found = excerpt(self.sources, at);
            self.note(at, &fields.path.key(key), found, "numbers from -1e15 to 1e15", Sort::Value);
        }
    }

    /// Notes what does not fit together: no goal, a goal in a wall, too many cells.
    fn check_flow(
        &mut self,
        fields: &Fields,
        kind: &FieldKind,
        space: &crate::SpaceSettings,
        markers: &[(String, Point)],
    ) {
        let (Some(2), Some(min), Some(max)) = (self.dimensions, space.min.get(), space.max.get()) else { return };
        let Ok(mut world) = Space::new(space.edge, min, max).and_then(|space| World::<2>::new(space, 0.02, 0)) else {
            return;
        };
        // Too many have been asked for and noted: no more are made.
        if self.budget.cells == 0 {
            return;
        }
        let goals: &[Target] = if let FieldKind::Flow { goals, .. } = kind { goals } else { &[] };
        let named: BTreeSet<&str> = goals
            .iter()
            .filter_map(|goal| if let Target::Marker(name) = goal { Some(name.as_str()) } else { None })
            .collect();
        for (name, point) in markers.iter().filter(|(name, _)| named.contains(name.as_str())) {
            if let Some(point) = point.get::<2>() {
                let _ = world.set_marker(name, point);
            }
        }
        let made =
            kind.field(&world).and_then(|field| self.pay_for(&field).and_then(|()| world.set_field("field", field)));
        let Err(error) = made else { return };
        let (key, problem) = match &error {
            Error::Misfit { place, problem } if place.ends_with("goals") => ("goals", problem.clone()),
            // Markers that do not exist have been noted.
            Error::NoSuch { .. } => return,
            Error::Misfit { problem, .. } => ("cell", problem.clone()),
            other => ("cell", other.to_string()),
        };
        self.note_problem(fields, key, &problem);
    }

    /// Takes the cells of a field off what all fields may have together.
    fn pay_for(&mut self, field: &Field<2>) -> Result<(), Error> {
        let Field::Flow(flow) = field else { return Ok(()) };
        let cells = flow.costs.costs().len();
        let left = self.budget.cells.checked_sub(cells);
        self.budget.cells = left.unwrap_or(0);
        let problem = || format!("found {cells} cells more, allowed are {MOST_CELLS} in all fields together");
        left.map(|_| ()).ok_or_else(|| Error::Misfit { place: "cell".into(), problem: problem() })
    }

    /// Notes what the engine has against several values together, in its own words.
    pub(super) fn note_problem(&mut self, fields: &Fields, key: &str, problem: &str) {
        let at = fields.get(key).map_or(fields.node.at, |node| node.at);
        let words = problem.strip_prefix("found ").and_then(|rest| rest.split_once(", allowed "));
        let (found, allowed) = words.unwrap_or((problem, "is what fits together"));
        let allowed = allowed.split_once(' ').map_or(allowed, |(_, allowed)| allowed);
        self.note(at, &fields.path.key(key), found.into(), allowed, Sort::Value);
    }

    fn goals(&mut self, node: &Node, path: &Path) -> Option<Vec<Target>> {
        let one = |r: &mut Self, node: &Node, path: &Path| {
            let allowed = "{ point = [..] } or { marker = \"..\" }";
            if node.as_table().is_none() {
                return r.refuse(node, path, allowed);
            }
            let fields = r.fields(node, path, &["point", "marker"])?;
            match (fields.get("point"), fields.get("marker")) {
                (Some(_), None) => fields.read(r, "point", Reader::point).map(Target::Point),
                (None, Some(_)) => {
                    fields.read(r, "marker", |r, n, p| r.reference(n, p, Called::Marker)).map(Target::Marker)
                }
                _ => r.refuse(node, path, allowed),
            }
        };
        if node.as_array().is_some() {
            self.list(node, path, one)
        } else {
            one(self, node, path).map(|goal| vec![goal])
        }
    }

    /// The rows of a map, all of one length.
    fn map(&mut self, node: &Node, path: &Path) -> Option<Vec<String>> {
        let text = self.text(node, path)?;
        let rows: Vec<String> = text.lines().map(str::to_string).filter(|row| !row.is_empty()).collect();
        let Some(first) = rows.first() else { return self.refuse(node, path, "rows of characters") };
        let columns = first.chars().count();
        if let Some(short) = rows.iter().position(|row| row.chars().count() != columns) {
            let found = format!("{} characters in row {}", rows[short].chars().count(), short + 1);
            self.note(node.at, path, found, format!("{columns} in every row, as in the first"), Sort::Value);
            return None;
        }
        for (nth, row) in rows.iter().enumerate() {
            if let Some(unknown) = row.chars().find(|character| cost_of(*character).is_none()) {
                self.note(node.at, path, format!("{unknown:?} in row {}", nth + 1), MAP_LEGEND, Sort::Value);
                return None;
            }
        }
        if columns * rows.len() > MOST_CELLS {
            return self.refuse(node, path, format!("at most {MOST_CELLS} cells"));
        }
        Some(rows)
    }

    /// The costs of an image beside the file.
    fn image(&mut self, node: &Node, path: &Path) -> Option<CostSource> {
        let name = self.text(node, path)?;
        let file = self.sources.first().map_or("", |source| &source.name);
        match image::read(file, &name, self.reach, &mut self.budget) {
            Ok((size, costs)) => Some(CostSource::Image { path: name, size, costs }),
            Err(problem) => {
                let allowed = match self.reach {
                    Reach::Folder => "the path of a PNG image in the folder of the file or below it",
                    Reach::Anywhere => "the path of a PNG image",
                };
                self.note(node.at, path, format!("{}, {problem}", quoted(&name)), allowed, Sort::Value);
                None
            }
        }
    }

    fn grid(&mut self, fields: &Fields) -> Option<FieldKind> {
        let min = fields.required(self, "min", "a point", Reader::point);
        let cell = self.ranged_needed(fields, "cell", CELLS);
        let count = |r: &mut Self, node: &Node, path: &Path| r.whole(node, path, MOST_CELLS as u64).map(|n| n as usize);
        let pair = |r: &mut Self, node: &Node, path: &Path| match r.list(node, path, count)?[..] {
            [wide, high] if wide > 0 && high > 0 => Some([wide, high]),
            _ => r.refuse(node, path, "two whole numbers, how many points there are along x and y"),
        };
        let size = fields.required(self, "size", "two whole numbers", pair);
        let velocities = fields.required(self, "velocities", "an array of velocities", Reader::some_points);
        let (((min, cell), size), velocities) = min.zip(cell).zip(size).zip(velocities)?;
        if size[0].checked_mul(size[1]) != Some(velocities.len()) {
            let at = fields.get("velocities").map_or(fields.node.at, |node| node.at);
            let (found, wanted) = (velocities.len(), size[0].saturating_mul(size[1]));
            let path = fields.path.key("velocities");
            self.note(
                at,
                &path,
                format!("{found} velocities"),
                format!("{wanted}, one per point of the grid"),
                Sort::Value,
            );
        }
        Some(FieldKind::Grid { min, cell, size, velocities })
    }

    pub(super) fn path_list(&mut self, node: &Node, path: &Path) -> Option<Vec<PathSettings>> {
        if node.as_array().is_none() {
            return self.refuse(node, path, "an array of paths: [[paths]]");
        }
        self.few(node, path, MOST_FIELDS, "paths")?;
        let mut names: Vec<String> = Vec::new();
        self.list(node, path, |reader, item, path| {
            let settings = reader.path_settings(item, path)?;
            reader.unique(&mut names, &settings.name, item, path);
            Some(settings)
        })
    }

    fn path_settings(&mut self, node: &Node, path: &Path) -> Option<PathSettings> {
        let fields = self.fields(node, path, PATH_KEYS)?;
        let name = fields.required(self, "name", "a name", Reader::name);
        let points = fields.required(self, "points", "an array of points", Reader::some_points);
        let flag = |r: &mut Self, node: &Node, path: &Path| match node.value {
            Raw::Flag(flag) => Some(flag),
            _ => r.refuse(node, path, "true or false"),
        };
        let closed = fields.read(self, "closed", flag).unwrap_or(false);
        let smooth = fields.read(self, "smooth", flag).unwrap_or(false);
        let radius = self.ranged_if_given(&fields, "radius", LENGTHS).unwrap_or(0.0);
        let settings = PathSettings { name: name?, points: points?, closed, smooth, radius };
        let checked = match self.dimensions {
            Some(2) => settings.path::<2>().and_then(|path| path.check()),
            Some(3) => settings.path::<3>().and_then(|path| path.check()),
            _ => Ok(()),
        };
        // Points of a wrong length have been noted.
        if let Err(Error::Misfit { problem, .. }) = checked
            && settings.points.iter().all(|point| Some(point.as_slice().len()) == self.dimensions)
        {
            self.note_problem(&fields, "points", &problem);
        }
        Some(settings)
    }

    /// Notes a name that is taken.
    fn unique(&mut self, names: &mut Vec<String>, name: &str, node: &Node, path: &Path) {
        if names.iter().any(|other| other == name) {
            let at = node.as_table().and_then(|table| table.get("name")).map_or(node.at, |node| node.at);
            self.note(at, &path.key("name"), quoted(name), "a name that is not taken", Sort::Value);
        }
        names.push(name.into());
    }

    fn ranged_if_given(&mut self, fields: &Fields, key: &str, (range, allowed): ([f64; 2], &str)) -> Option<f32> {
        fields.read(self, key, |r, node, path| r.number(node, path, range, allowed))
    }
    fn ranged_needed(&mut self, fields: &Fields, key: &str, (range, allowed): ([f64; 2], &str)) -> Option<f32> {
        fields.required(self, key, allowed, |r, node, path| r.number(node, path, range, allowed))
    }
}
