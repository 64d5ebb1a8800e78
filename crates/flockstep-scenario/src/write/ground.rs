//! Obstacles, fields and paths.

use super::{ball, cuboid, number, point, points, target};
use crate::ground::{
    CostSource, DEFAULT_MOVING_COST, FieldKind, FieldSettings, ObstacleSettings, ObstacleShape, PathSettings,
};
use crate::path::text_literal;

type Entries = Vec<(&'static str, String)>;

pub(super) fn obstacle_entries(obstacle: &ObstacleSettings) -> Entries {
    let shape = || ("shape", text_literal(obstacle.shape.word()));
    let mut entries = match &obstacle.shape {
        ObstacleShape::Ball { center, radius } => ball(center, *radius),
        ObstacleShape::Box { min, max } => cuboid(min, max),
        ObstacleShape::Capsule { from, to, radius } => {
            vec![shape(), ("from", point(from)), ("to", point(to)), ("radius", number(*radius))]
        }
        ObstacleShape::Segment { from, to } => vec![shape(), ("from", point(from)), ("to", point(to))],
        ObstacleShape::Polygon { points: corners } => vec![shape(), ("points", points(corners))],
        ObstacleShape::Plane { point: on, normal } => vec![shape(), ("point", point(on)), ("normal", point(normal))],
    };
    entries.extend(obstacle.velocity.as_ref().map(|velocity| ("velocity", point(velocity))));
    entries
}

pub(super) fn field_entries(field: &FieldSettings) -> Entries {
    let mut entries = vec![("name", text_literal(&field.name))];
    match &field.kind {
        FieldKind::Flow { costs, min, cell, goals, obstacles, clearance, moving_cost } => {
            entries.push(("type", "\"flow\"".into()));
            match costs {
                CostSource::Open => {}
                // A map has nothing in it that needs an escape.
                CostSource::Map(rows) => entries.push(("map", format!("\"\"\"\n{}\n\"\"\"", rows.join("\n")))),
                CostSource::Image { path, .. } => entries.push(("image", text_literal(path))),
            }
            entries.extend(min.as_ref().map(|min| ("min", point(min))));
            entries.extend(cell.map(|cell| ("cell", number(cell))));
            match goals.as_slice() {
                [] => {}
                [one] => entries.push(("goals", target(one))),
                all => entries.push(("goals", format!("[{}]", all.iter().map(target).collect::<Vec<_>>().join(", ")))),
            }
            if !obstacles {
                entries.push(("obstacles", "false".into()));
            }
            if clearance.to_bits() != 0.0f32.to_bits() {
                entries.push(("clearance", number(*clearance)));
            }
            if moving_cost.to_bits() != DEFAULT_MOVING_COST.to_bits() {
                entries.push(("moving_cost", number(*moving_cost)));
            }
        }
        FieldKind::Constant { velocity } => {
            entries.extend([("type", "\"constant\"".into()), ("velocity", point(velocity))]);
        }
        FieldKind::Vortex { center, speed, radius } => entries.extend([
            ("type", "\"vortex\"".into()),
            ("center", point(center)),
            ("speed", number(*speed)),
            ("radius", number(*radius)),
        ]),
        FieldKind::Grid { min, cell, size, velocities } => entries.extend([
            ("type", "\"grid\"".into()),
            ("min", point(min)),
            ("cell", number(*cell)),
            ("size", format!("[{}, {}]", size[0], size[1])),
            ("velocities", points(velocities)),
        ]),
    }
    entries
}

pub(super) fn path_entries(path: &PathSettings) -> Entries {
    let mut entries = vec![("name", text_literal(&path.name)), ("points", points(&path.points))];
    for (key, flag) in [("closed", path.closed), ("smooth", path.smooth)] {
        if flag {
            entries.push((key, "true".into()));
        }
    }
    if path.radius.to_bits() != 0.0f32.to_bits() {
        entries.push(("radius", number(path.radius)));
    }
    entries
}
