//! Drawing what agents go by: a plugin of its own, with a gizmo group of its own.

use crate::agent::FlockAgent;
use crate::axes::to_vec3;
use crate::flock::Flock;
use bevy_app::{App, Plugin, PostUpdate};
use bevy_color::{Alpha, Color, Oklcha};
use bevy_ecs::prelude::*;
use bevy_gizmos::AppGizmoBuilder;
use bevy_gizmos::config::{GizmoConfigGroup, GizmoConfigStore};
use bevy_gizmos::gizmos::Gizmos;
use bevy_math::{Isometry3d, Quat, Vec3};
use bevy_reflect::Reflect;
use bevy_reflect::std_traits::ReflectDefault;
use flockstep::AgentId;
use flockstep::observe::{FieldOfView, Insight, Note, Part};

/// Draws what agents of flat flocks go by.
pub type FlockDebugPlugin2d = FlockDebugPlugin<2>;
/// Draws what agents of flocks in space go by.
pub type FlockDebugPlugin3d = FlockDebugPlugin<3>;

/// Draws what agents with an [`Inspect`] go by, as gizmos of the group [`FlockGizmos`]. Needs Bevy's `GizmoPlugin`.
#[derive(Default)]
pub struct FlockDebugPlugin<const D: usize>;

/// What is drawn of each agent that is inspected; as every gizmo group it has line width and on/off in Bevy's
/// `GizmoConfigStore`. A behavior has one color in all that is drawn of it.
#[derive(Reflect, GizmoConfigGroup, Clone, Debug)]
#[reflect(Default)]
pub struct FlockGizmos {
    /// How far and how wide each behavior looks, and ranges that it goes by.
    pub ranges: bool,
    /// Lines to those it sees.
    pub neighbours: bool,
    /// An arrow for what each behavior wants, and a white one for what comes of all.
    pub steering: bool,
    /// What each behavior aims at, expects or feels for.
    pub targets: bool,
    /// The length of an arrow for steering of length 1.
    pub steering_scale: f32,
}

impl Default for FlockGizmos {
    fn default() -> Self {
        FlockGizmos { ranges: true, neighbours: true, steering: true, targets: true, steering_scale: 0.2 }
    }
}

/// Whom to draw: on an agent's entity that agent; on a flock's entity the agents of these numbers. Each costs about as much
/// as sorting everyone into cells.
#[derive(Component, Reflect, Clone, Debug, Default, PartialEq, Eq)]
#[reflect(Component, Default, Clone, PartialEq)]
pub struct Inspect {
    /// The numbers of agents; only on a flock's entity.
    pub numbers: Vec<u32>,
}

impl<const D: usize> Plugin for FlockDebugPlugin<D> {
    fn build(&self, app: &mut App) {
        app.init_gizmo_group::<FlockGizmos>().register_type::<Inspect>().register_type::<FlockGizmos>();
        app.add_systems(PostUpdate, draw::<D>);
    }
}

fn draw<const D: usize>(
    agents: Query<&FlockAgent, With<Inspect>>,
    flocks: Query<(&Flock<D>, Option<&Inspect>)>,
    store: Res<GizmoConfigStore>,
    mut gizmos: Gizmos<FlockGizmos>,
) {
    let (config, what) = store.config::<FlockGizmos>();
    if !config.enabled {
        return;
    }
    let single = agents.iter().filter_map(|agent| Some((flocks.get(agent.flock).ok()?.0, agent.id())));
    let listed = flocks.iter().flat_map(|(flock, inspect)| {
        inspect.into_iter().flat_map(move |inspect| inspect.numbers.iter().map(move |number| (flock, AgentId(*number))))
    });
    for (flock, id) in single.chain(listed) {
        // One that is gone has nothing to show.
        if let Ok(insight) = flock.world().inspect(id) {
            draw_agent(&insight, what, &mut gizmos);
        }
    }
}

fn draw_agent<const D: usize>(insight: &Insight<D>, what: &FlockGizmos, gizmos: &mut Gizmos<FlockGizmos>) {
    let at = to_vec3(insight.position);
    for part in insight.parts.iter().filter(|part| part.on) {
        let color = Color::from(Oklcha::sequential_dispersed(part.number as u32));
        if let Some(sight) = &part.sight {
            if what.ranges {
                draw_sight::<D>(sight, at, to_vec3(insight.heading), color.with_alpha(0.3), gizmos);
            }
            for (_, way) in sight.seen.iter().filter(|_| what.neighbours) {
                gizmos.line(at, at + to_vec3(*way), color.with_alpha(0.5));
            }
        }
        draw_notes(part, at, what, color, gizmos);
        if what.steering && part.steering != [0.0; D] {
            gizmos.arrow(at, at + to_vec3(part.steering) * what.steering_scale, color);
        }
    }
    if what.steering && insight.steering != [0.0; D] {
        gizmos.arrow(at, at + to_vec3(insight.steering) * what.steering_scale, Color::WHITE);
    }
}

fn draw_notes<const D: usize>(
    part: &Part<D>,
    at: Vec3,
    what: &FlockGizmos,
    color: Color,
    gizmos: &mut Gizmos<FlockGizmos>,
) {
    let cross = |gizmos: &mut Gizmos<FlockGizmos>, point: Vec3| gizmos.cross(point, 0.5, color);
    for note in &part.notes {
        match note {
            Note::Target(point) if what.targets => {
                gizmos.line(at, to_vec3(*point), color);
                cross(gizmos, to_vec3(*point));
            }
            Note::Predicted(point) if what.targets => cross(gizmos, to_vec3(*point)),
            Note::Feeler(point) if what.targets => gizmos.line(at, to_vec3(*point), color),
            Note::Circle { center, radius, point } if what.targets => {
                ring::<D>(gizmos, to_vec3(*center), *radius, color);
                cross(gizmos, to_vec3(*point));
            }
            Note::Range { center, radius } if what.ranges => ring::<D>(gizmos, to_vec3(*center), *radius, color),
            _ => {}
        }
    }
}

/// A circle in the plane, a ball in space.
fn ring<const D: usize>(gizmos: &mut Gizmos<FlockGizmos>, center: Vec3, radius: f32, color: Color) {
    // Infinite ranges cannot be drawn.
    if !radius.is_finite() || radius <= 0.0 {
        return;
    }
    if D == 2 {
        gizmos.circle(Isometry3d::from_translation(center), radius, color);
    } else {
        gizmos.sphere(Isometry3d::from_translation(center), radius, color);
    }
}

fn draw_sight<const D: usize>(
    sight: &FieldOfView<D>,
    at: Vec3,
    heading: Vec3,
    color: Color,
    gizmos: &mut Gizmos<FlockGizmos>,
) {
    ring::<D>(gizmos, at, sight.radius, color);
    ring::<D>(gizmos, at, sight.radius_min, color);
    if sight.angle_deg >= 360.0 || !sight.radius.is_finite() {
        return;
    }
    let half = (sight.angle_deg * 0.5).to_radians();
    if D == 2 {
        for angle in [half, -half] {
            gizmos.line(at, at + Quat::from_rotation_z(angle) * heading * sight.radius, color);
        }
    } else {
        // The mouth of the cone.
        let facing = Quat::from_rotation_arc(Vec3::Z, heading.normalize_or(Vec3::Z));
        let mouth = Isometry3d::new(at + heading * sight.radius * half.cos(), facing);
        gizmos.circle(mouth, sight.radius * half.sin(), color);
    }
}
