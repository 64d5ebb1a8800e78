//! What agents move through, as a file gives it: obstacles, fields and paths.

use flockstep::ground::{Costs, Current, Field, Flow, Path};
use flockstep::parameters::Point;
use flockstep::settings::Target;
use flockstep::{Error, Obstacle, World};

/// Something solid.
#[derive(Clone, Debug, PartialEq)]
pub struct ObstacleSettings {
    /// Its shape.
    pub shape: ObstacleShape,
    /// How it moves, if it does.
    pub velocity: Option<Point>,
}

/// The shape of something solid.
#[derive(Clone, Debug, PartialEq)]
pub enum ObstacleShape {
    /// A ball (in 2D a disc).
    Ball {
        /// Its centre.
        center: Point,
        /// Its radius.
        radius: f32,
    },
    /// A box along the axes.
    Box {
        /// The least corner.
        min: Point,
        /// The greatest corner.
        max: Point,
    },
    /// A rounded bar.
    Capsule {
        /// One end.
        from: Point,
        /// The other end.
        to: Point,
        /// Its radius.
        radius: f32,
    },
    /// A thin wall.
    Segment {
        /// One end.
        from: Point,
        /// The other end.
        to: Point,
    },
    /// A convex polygon; only in 2D.
    Polygon {
        /// Its corners.
        points: Vec<Point>,
    },
    /// Everything behind a plane.
    Plane {
        /// A point of its surface.
        point: Point,
        /// Where its free side is.
        normal: Point,
    },
}

impl ObstacleShape {
    /// The shape in a world of known dimension.
    pub fn obstacle<const D: usize>(&self) -> Result<Obstacle<D>, Error> {
        let place = |point: &Point| coordinates("obstacles", point);
        Ok(match self {
            ObstacleShape::Ball { center, radius } => Obstacle::Ball { center: place(center)?, radius: *radius },
            ObstacleShape::Box { min, max } => Obstacle::Box { min: place(min)?, max: place(max)? },
            ObstacleShape::Capsule { from, to, radius } => {
                Obstacle::Capsule { from: place(from)?, to: place(to)?, radius: *radius }
            }
            ObstacleShape::Segment { from, to } => Obstacle::Segment { from: place(from)?, to: place(to)? },
            ObstacleShape::Polygon { points } => {
                Obstacle::Polygon { points: points.iter().map(place).collect::<Result<_, _>>()? }
            }
            ObstacleShape::Plane { point, normal } => Obstacle::Plane { point: place(point)?, normal: place(normal)? },
        })
    }
    /// That of an obstacle.
    pub fn of<const D: usize>(obstacle: &Obstacle<D>) -> ObstacleShape {
        match obstacle {
            Obstacle::Ball { center, radius } => ObstacleShape::Ball { center: (*center).into(), radius: *radius },
            Obstacle::Box { min, max } => ObstacleShape::Box { min: (*min).into(), max: (*max).into() },
            Obstacle::Capsule { from, to, radius } => {
                ObstacleShape::Capsule { from: (*from).into(), to: (*to).into(), radius: *radius }
            }
            Obstacle::Segment { from, to } => ObstacleShape::Segment { from: (*from).into(), to: (*to).into() },
            Obstacle::Polygon { points } => {
                ObstacleShape::Polygon { points: points.iter().map(|point| (*point).into()).collect() }
            }
            Obstacle::Plane { point, normal } => {
                ObstacleShape::Plane { point: (*point).into(), normal: (*normal).into() }
            }
        }
    }
    /// The same shape with its centre here.
    pub fn moved_to(&self, to: &Point) -> Result<ObstacleShape, Error> {
        if to.as_slice().len() == 3 {
            return Ok(ObstacleShape::of(&self.obstacle::<3>()?.moved_to(coordinates("obstacles", to)?)));
        }
        Ok(ObstacleShape::of(&self.obstacle::<2>()?.moved_to(coordinates("obstacles", to)?)))
    }
    /// The word of the shape in a file.
    pub fn word(&self) -> &'static str {
        match self {
            ObstacleShape::Ball { .. } => "ball",
            ObstacleShape::Box { .. } => "box",
            ObstacleShape::Capsule { .. } => "capsule",
            ObstacleShape::Segment { .. } => "segment",
            ObstacleShape::Polygon { .. } => "polygon",
            ObstacleShape::Plane { .. } => "plane",
        }
    }
}

impl From<ObstacleShape> for ObstacleSettings {
    /// One that stays.
    fn from(shape: ObstacleShape) -> ObstacleSettings {
        ObstacleSettings { shape, velocity: None }
    }
}

/// A field that leads or carries agents.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldSettings {
    /// Its name.
    pub name: String,
    /// What it is.
    pub kind: FieldKind,
}

/// What a field is.
#[derive(Clone, Debug, PartialEq)]
pub enum FieldKind {
    /// The way to goals from everywhere.
    Flow {
        /// Where costs and walls come from.
        costs: CostSource,
        /// The least corner of the grid; that of the space unless given.
        min: Option<Point>,
        /// How wide a cell is; such that the grid is as wide as the space unless given.
        cell: Option<f32>,
        /// Where it leads, besides the goals in a map.
        goals: Vec<Target>,
        /// Whether obstacles are in the way.
        obstacles: bool,
        /// How near to an obstacle a way may lead.
        clearance: f32,
        /// What a moving obstacle adds to the cost.
        moving_cost: f32,
    },
    /// The same velocity everywhere.
    Constant {
        /// It.
        velocity: Point,
    },
    /// Around a centre.
    Vortex {
        /// Its centre.
        center: Point,
        /// The speed at the radius.
        speed: f32,
        /// Where it is fastest.
        radius: f32,
    },
    /// Velocities on a grid.
    Grid {
        /// The first point.
        min: Point,
        /// How far points are apart.
        cell: f32,
        /// How many there are along x and y.
        size: [usize; 2],
        /// Row by row.
        velocities: Vec<Point>,
    },
}

/// What costs of a way come from.
#[derive(Clone, Debug, PartialEq)]
pub enum CostSource {
    /// The same everywhere, with cells of the width that is given.
    Open,
    /// Rows of characters, the first on top.
    Map(Vec<String>),
    /// An image beside the file.
    Image {
        /// Its path from the folder of the file.
        path: String,
        /// How many pixels it has along x and y.
        size: [usize; 2],
        /// The cost of each, the lowest row first.
        costs: Vec<f32>,
    },
}

/// What stands for what in a map.
pub const MAP_LEGEND: &str = "# a wall, . or a space open, 1 to 9 a cost, G a goal";
/// What a moving obstacle adds to the cost unless a file says otherwise.
pub const DEFAULT_MOVING_COST: f32 = 10.0;

/// The cost that a character of a map stands for.
pub(crate) fn cost_of(character: char) -> Option<f32> {
    match character {
        '#' => Some(f32::INFINITY),
        '.' | ' ' | 'G' => Some(1.0),
        '1'..='9' => character.to_digit(10).map(|digit| digit as f32),
        _ => None,
    }
}

impl FieldKind {
    /// The field in a world, made while the world has its space.
    pub fn field<const D: usize>(&self, world: &World<D>) -> Result<Field<D>, Error> {
        let current = |current| Ok(Field::Current(current));
        match self {
            FieldKind::Flow { costs, min, cell, goals, obstacles, clearance, moving_cost } => {
                let (low, high) = (world.space().min(), world.space().max());
                let min: [f32; 2] = match min {
                    Some(min) => coordinates("fields", min)?,
                    None => [low[0], low[1]],
                };
                let width = |columns: usize| cell.unwrap_or((high[0] - min[0]) / columns.max(1) as f32);
                let mut goals = goals.clone();
                let costs = match costs {
                    CostSource::Open => Costs::open(min, [high[0], high[1]], cell.unwrap_or(1.0))?,
                    CostSource::Image { size, costs, .. } => Costs::new(min, width(size[0]), *size, costs.clone())?,
                    CostSource::Map(rows) => {
                        let columns = rows.first().map_or(0, |row| row.chars().count());
                        let cell = width(columns);
                        let mut cells = Vec::with_capacity(columns * rows.len());
                        for (y, row) in rows.iter().rev().enumerate() {
                            for (x, character) in row.chars().enumerate() {
                                let unknown = || misfit("fields", format!("found {character:?} in a map"));
                                cells.push(cost_of(character).ok_or_else(unknown)?);
                                if character == 'G' {
                                    let middle = |axis: usize, place: usize| min[axis] + (place as f32 + 0.5) * cell;
                                    goals.push(Target::point([middle(0, x), middle(1, y)]));
                                }
                            }
                        }
                        Costs::new(min, cell, [columns, rows.len()], cells)?
                    }
                };
                let (obstacles, clearance, moving_cost) = (*obstacles, *clearance, *moving_cost);
                Ok(Field::Flow(Flow { costs, goals, obstacles, clearance, moving_cost }))
            }
            FieldKind::Constant { velocity } => {
                current(Current::Constant { velocity: coordinates("fields", velocity)? })
            }
            FieldKind::Vortex { center, speed, radius } => {
                current(Current::Vortex { center: coordinates("fields", center)?, speed: *speed, radius: *radius })
            }
            FieldKind::Grid { min, cell, size, velocities } => {
                let velocities = velocities.iter().map(|velocity| coordinates("fields", velocity));
                current(Current::Grid {
                    min: [min.as_slice()[0], min.as_slice()[1]],
                    cell: *cell,
                    size: *size,
                    velocities: velocities.collect::<Result<_, _>>()?,
                })
            }
        }
    }
}

/// A line to follow.
#[derive(Clone, Debug, PartialEq)]
pub struct PathSettings {
    /// Its name.
    pub name: String,
    /// Its points.
    pub points: Vec<Point>,
    /// Whether the last point is joined to the first.
    pub closed: bool,
    /// Whether it bends smoothly through the points.
    pub smooth: bool,
    /// How far from the line one is still on the path.
    pub radius: f32,
}

impl PathSettings {
    /// The path in a world of known dimension.
    pub fn path<const D: usize>(&self) -> Result<Path<D>, Error> {
        let points = self.points.iter().map(|point| coordinates("paths", point)).collect::<Result<_, _>>()?;
        Ok(Path { points, closed: self.closed, smooth: self.smooth, radius: self.radius })
    }
}

pub(crate) fn misfit(place: &str, problem: String) -> Error {
    Error::Misfit { place: place.into(), problem }
}

pub(crate) fn coordinates<const D: usize>(place: &str, point: &Point) -> Result<[f32; D], Error> {
    point.get().ok_or_else(|| misfit(place, format!("this world has {D} dimensions: it takes {D} numbers")))
}
