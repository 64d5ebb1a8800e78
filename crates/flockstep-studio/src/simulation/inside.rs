//! What goes on inside the selected agent, in the three coordinates everything is drawn in.

use flockstep::observe::{Insight, Note};
use flockstep::{AgentId, GroupId, World};
use flockstep_scenario::AnyWorld;

/// What goes on inside one agent.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)] // fields are those of the engine's `Insight`
pub struct Inside {
    pub id: AgentId,
    pub group: GroupId,
    pub position: [f32; 3],
    pub velocity: [f32; 3],
    pub heading: [f32; 3],
    pub steering: [f32; 3],
    pub driven: bool,
    pub personality: bool,
    /// Which of the agents that the scenario places exactly it is, if it is one.
    pub placed: Option<usize>,
    pub parts: Vec<InsidePart>,
}

/// What one behavior of it wants.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct InsidePart {
    pub number: usize,
    pub name: &'static str,
    pub on: bool,
    pub steering: [f32; 3],
    /// Radius, least radius and angle in degrees of what it sees, and where those it sees are.
    pub sight: Option<(f32, f32, f32, Vec<[f32; 3]>)>,
    pub notes: Vec<Note<3>>,
}

/// Looks inside an agent, if it lives.
pub(crate) fn inside(world: &AnyWorld, id: AgentId) -> Option<Inside> {
    match world {
        AnyWorld::Plane(world) => look(world, id),
        AnyWorld::Space(world) => look(world, id),
    }
}

fn look<const D: usize>(world: &World<D>, id: AgentId) -> Option<Inside> {
    let personality = world.has_personality(id).ok()?;
    let Insight { group, position, velocity, heading, parts, steering, driven, .. } = world.inspect(id).ok()?;
    let part = |part: flockstep::observe::Part<D>| InsidePart {
        number: part.number,
        name: part.name,
        on: part.on,
        steering: wide(part.steering),
        sight: part.sight.map(|field| {
            let at = |offset: [f32; D]| wide(std::array::from_fn::<f32, D, _>(|axis| position[axis] + offset[axis]));
            let seen = field.seen.iter().map(|(_, offset)| at(*offset)).collect();
            (field.radius, field.radius_min, field.angle_deg, seen)
        }),
        notes: part.notes.into_iter().map(wide_note).collect(),
    };
    Some(Inside {
        id,
        group,
        position: wide(position),
        velocity: wide(velocity),
        heading: wide(heading),
        steering: wide(steering),
        driven,
        personality,
        placed: None,
        parts: parts.into_iter().map(part).collect(),
    })
}

/// A vector with a third coordinate of zero, if it has none.
pub(crate) fn wide<const D: usize>(vector: [f32; D]) -> [f32; 3] {
    std::array::from_fn(|axis| vector.get(axis).copied().unwrap_or(0.0))
}

fn wide_note<const D: usize>(note: Note<D>) -> Note<3> {
    match note {
        Note::Target(at) => Note::Target(wide(at)),
        Note::Predicted(at) => Note::Predicted(wide(at)),
        Note::Circle { center, radius, point } => Note::Circle { center: wide(center), radius, point: wide(point) },
        Note::Feeler(to) => Note::Feeler(wide(to)),
        Note::Range { center, radius } => Note::Range { center: wide(center), radius },
    }
}
