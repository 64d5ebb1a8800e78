//! Markers and obstacles as entities.

use crate::axes::from_vec3;
use crate::flock::{Flock, Inbox};
use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::prelude::*;
use bevy_ecs::world::DeferredWorld;
use bevy_math::{Vec2, Vec3};
use bevy_reflect::Reflect;
use bevy_transform::components::{GlobalTransform, Transform};
use bevy_transform::helper::TransformHelper;
use flockstep::{Error, Obstacle};
use tracing::{error, warn};

/// A marker of a flock's world, where this entity is: what behaviors seek, flee or follow by this name. Children of moving
/// entities move too. A marker that a behavior still names stays where it was when its entity goes.
#[derive(Component, Reflect, Clone, Debug, PartialEq)]
#[reflect(Component, Clone, PartialEq)]
#[component(immutable, on_insert = arrive::<FlockMarker>, on_discard = marker_goes)]
#[require(Transform)]
pub struct FlockMarker {
    /// The entity of the flock.
    pub flock: Entity,
    /// Its name.
    pub name: String,
}

/// An obstacle of a flock's world, where this entity is. It has no velocity of its own: the entity moves it.
#[derive(Component, Reflect, Clone, Debug, PartialEq)]
#[reflect(Component, Clone, PartialEq)]
#[component(immutable, on_insert = arrive::<FlockObstacle>, on_discard = obstacle_goes)]
#[require(Transform)]
pub struct FlockObstacle {
    /// The entity of the flock.
    pub flock: Entity,
    /// Its shape around the entity.
    pub shape: ObstacleShape,
}

/// The shape of an obstacle around its entity, scaled and turned with it.
#[derive(Reflect, Clone, Debug, PartialEq)]
pub enum ObstacleShape {
    /// A ball (in 2D a disc); of a scale that differs by axis the largest counts.
    Ball {
        /// Its radius.
        radius: f32,
    },
    /// A box. In 3D it stays along the axes of the world, whatever the rotation.
    Box {
        /// Half of its sides.
        half_size: Vec3,
    },
    /// A bar along local y with round ends, as Bevy's capsules are.
    Capsule {
        /// Its radius.
        radius: f32,
        /// Half of the way between the centres of its ends.
        half_length: f32,
    },
    /// A thin wall between two points.
    Segment {
        /// One end.
        from: Vec3,
        /// The other end.
        to: Vec3,
    },
    /// A convex polygon; only in 2D.
    Polygon {
        /// Its corners, one after the other, either way round.
        points: Vec<Vec2>,
    },
    /// Everything below the entity, in the direction of local −y: a floor, a shore.
    Plane,
}

impl ObstacleShape {
    /// The obstacle that it makes at a place.
    fn obstacle<const D: usize>(&self, at: &GlobalTransform) -> Obstacle<D> {
        let (scale, rotation, center) = at.to_scale_rotation_translation();
        let point = |local: Vec3| from_vec3::<D>(at.transform_point(local));
        let largest = scale.abs().max_element();
        let corner = |x: f32, y: f32| point(Vec3::new(x, y, 0.0));
        match self {
            ObstacleShape::Ball { radius } => Obstacle::Ball { center: from_vec3(center), radius: radius * largest },
            ObstacleShape::Box { half_size: Vec3 { x, y, .. } } if D == 2 => {
                Obstacle::Polygon { points: vec![corner(-x, -y), corner(*x, -y), corner(*x, *y), corner(-x, *y)] }
            }
            ObstacleShape::Box { half_size } => {
                let half = *half_size * scale.abs();
                Obstacle::Box { min: from_vec3(center - half), max: from_vec3(center + half) }
            }
            ObstacleShape::Capsule { radius, half_length } => Obstacle::Capsule {
                from: corner(0.0, -half_length),
                to: corner(0.0, *half_length),
                radius: radius * scale.abs().x.max(scale.abs().z * (D == 3) as u8 as f32),
            },
            ObstacleShape::Segment { from, to } => Obstacle::Segment { from: point(*from), to: point(*to) },
            ObstacleShape::Polygon { points } => {
                Obstacle::Polygon { points: points.iter().map(|corner| point(corner.extend(0.0))).collect() }
            }
            ObstacleShape::Plane => Obstacle::Plane { point: from_vec3(center), normal: from_vec3(rotation * Vec3::Y) },
        }
    }
}

trait OfFlock: Component {
    fn flock(&self) -> Entity;
}
impl OfFlock for FlockMarker {
    fn flock(&self) -> Entity {
        self.flock
    }
}
impl OfFlock for FlockObstacle {
    fn flock(&self) -> Entity {
        self.flock
    }
}

fn arrive<C: OfFlock>(mut world: DeferredWorld, context: HookContext) {
    let Some(flock) = world.get::<C>(context.entity).map(OfFlock::flock) else { return };
    match world.get_mut::<Inbox>(flock) {
        Some(mut inbox) => inbox.arrived.push(context.entity),
        None => warn!("{} is scenery of {flock}, which is no flock", context.entity),
    }
}

fn marker_goes(mut world: DeferredWorld, context: HookContext) {
    let Some(marker) = world.get::<FlockMarker>(context.entity).cloned() else { return };
    if let Some(mut inbox) = world.get_mut::<Inbox>(marker.flock) {
        inbox.markers_gone.push(marker.name);
    }
}

fn obstacle_goes(mut world: DeferredWorld, context: HookContext) {
    let Some(flock) = world.get::<FlockObstacle>(context.entity).map(|obstacle| obstacle.flock) else { return };
    if let Some(mut inbox) = world.get_mut::<Inbox>(flock) {
        inbox.obstacles_gone.push(context.entity);
    }
}

type Scenery = (Entity, Option<&'static FlockMarker>, Option<&'static FlockObstacle>);
type Is = Or<(With<FlockMarker>, With<FlockObstacle>)>;

/// Reads what came, went or moved into the worlds.
pub(crate) fn read_scenery<const D: usize>(
    mut flocks: Query<(Entity, &mut Flock<D>, &mut Inbox)>,
    all: Query<Scenery, Is>,
    moved: Query<Entity, (Is, Changed<Transform>)>,
    children: Query<Entity, (Is, With<ChildOf>)>,
    places: TransformHelper,
) {
    for (entity, mut flock, mut inbox) in &mut flocks {
        if flock.is_loading() {
            continue;
        }
        remove_gone(entity, &mut flock, &mut inbox, &all);
        // Those that came first, in their order: it decides over the ids of obstacles.
        let mut due = std::mem::take(&mut inbox.arrived);
        match std::mem::take(&mut inbox.reread) | std::mem::take(&mut flock.is_told_anew) {
            true => due.extend(all.iter().map(|(entity, ..)| entity)),
            // What hangs on another entity moves without being changed itself.
            false => due.extend(moved.iter().chain(&children)),
        }
        for (place, marker, obstacle) in due.into_iter().filter_map(|place| all.get(place).ok()) {
            let Ok(at) = places.compute_global_transform(place) else { continue };
            if let Some(marker) = marker.filter(|marker| marker.flock == entity) {
                let result = flock.engine().set_marker(&marker.name, from_vec3::<D>(at.translation()));
                log(place, result);
            }
            if let Some(obstacle) = obstacle.filter(|obstacle| obstacle.flock == entity) {
                let result = put_obstacle(&mut flock, &mut inbox, place, obstacle.shape.obstacle(&at));
                log(place, result);
            }
        }
    }
}

fn put_obstacle<const D: usize>(
    flock: &mut Flock<D>,
    inbox: &mut Inbox,
    entity: Entity,
    obstacle: Obstacle<D>,
) -> Result<(), Error> {
    let world = flock.engine();
    let known = inbox.obstacles.iter_mut().find(|(other, _)| *other == entity);
    match known {
        // One that stands still does not make the engine index its obstacles anew.
        Some((_, id)) if world.obstacle(*id) == Ok(&obstacle) => {}
        // A world that began anew has lost it.
        Some((_, id)) if world.obstacle(*id).is_err() => *id = world.add_obstacle(obstacle)?,
        Some((_, id)) => world.set_obstacle(*id, obstacle)?,
        None => inbox.obstacles.push((entity, world.add_obstacle(obstacle)?)),
    }
    Ok(())
}

fn remove_gone<const D: usize>(
    flock_entity: Entity,
    flock: &mut Flock<D>,
    inbox: &mut Inbox,
    all: &Query<Scenery, Is>,
) {
    for entity in std::mem::take(&mut inbox.obstacles_gone) {
        // Replaced, not gone: it has arrived again.
        let is_here = |obstacle: &FlockObstacle| obstacle.flock == flock_entity;
        if all.get(entity).is_ok_and(|(_, _, obstacle)| obstacle.is_some_and(is_here)) {
            continue;
        }
        if let Some(at) = inbox.obstacles.iter().position(|(other, _)| *other == entity) {
            let (_, id) = inbox.obstacles.remove(at);
            // The game may have removed it from the world itself.
            let _ = flock.engine().remove_obstacle(id);
        }
    }
    for name in std::mem::take(&mut inbox.markers_gone) {
        let is_this = |marker: &FlockMarker| marker.flock == flock_entity && marker.name == name;
        if !all.iter().any(|(_, marker, _)| marker.is_some_and(is_this)) {
            // One that a behavior names stays.
            let _ = flock.engine().remove_marker(&name);
        }
    }
}

fn log(entity: Entity, result: Result<(), Error>) {
    if let Err(error) = result {
        error!("{entity}: {error}");
    }
}
