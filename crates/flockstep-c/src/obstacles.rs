//! Obstacles, to add, change and move.

use crate::arguments::{array, given, missing, unknown, vector};
use crate::columns::list;
use crate::failure::Failure;
use crate::types::{Obstacle, ObstacleId, Vector};
use crate::world::{World, change, read};
use flockstep_scenario::either;
use std::ffi::c_int;
use std::mem::MaybeUninit;
use std::ptr::null;

/// A ball, in two dimensions a disc: `a` is its centre.
pub const FLOCKSTEP_BALL: c_int = 0;
/// A box along the axes: from the corner `a` to the corner `b`.
pub const FLOCKSTEP_BOX: c_int = 1;
/// All points nearer to the segment from `a` to `b` than `radius`.
pub const FLOCKSTEP_CAPSULE: c_int = 2;
/// A thin wall from `a` to `b`.
pub const FLOCKSTEP_SEGMENT: c_int = 3;
/// A convex polygon, in two dimensions: `points`.
pub const FLOCKSTEP_POLYGON: c_int = 4;
/// Everything behind a plane: `a` is a point of it, `b` where its free side is.
pub const FLOCKSTEP_PLANE: c_int = 5;

/// A ball of radius 1 at the origin.
#[unsafe(no_mangle)]
pub extern "C" fn flockstep_obstacle_default() -> Obstacle {
    let origin = Vector::default();
    Obstacle { kind: FLOCKSTEP_BALL, a: origin, b: origin, radius: 1.0, points: null(), point_count: 0 }
}

/// # Safety
/// The points are as many as the obstacle says.
unsafe fn shape<const D: usize>(obstacle: &Obstacle) -> Result<engine::Obstacle<D>, Failure> {
    let Obstacle { a, b, radius, .. } = *obstacle;
    Ok(match obstacle.kind {
        FLOCKSTEP_BALL => engine::Obstacle::Ball { center: vector(a, "a")?, radius },
        FLOCKSTEP_BOX => engine::Obstacle::Box { min: vector(a, "a")?, max: vector(b, "b")? },
        FLOCKSTEP_CAPSULE => engine::Obstacle::Capsule { from: vector(a, "a")?, to: vector(b, "b")?, radius },
        FLOCKSTEP_SEGMENT => engine::Obstacle::Segment { from: vector(a, "a")?, to: vector(b, "b")? },
        FLOCKSTEP_POLYGON => {
            // SAFETY: the caller's promise.
            let points = unsafe { array(obstacle.points, obstacle.point_count, "points")? };
            let corners = points.iter().map(|point| vector(*point, "points"));
            engine::Obstacle::Polygon { points: corners.collect::<Result<_, _>>()? }
        }
        FLOCKSTEP_PLANE => engine::Obstacle::Plane { point: vector(a, "a")?, normal: vector(b, "b")? },
        other => return Err(unknown("obstacle", other, "FLOCKSTEP_BALL to FLOCKSTEP_PLANE")),
    })
}

/// The engine's id of an obstacle that there is.
fn known(world: &World, id: ObstacleId) -> Result<engine::ObstacleId, Failure> {
    let found = id.engine()?;
    let there = either!(world.any(), any => any.obstacle(found).is_ok());
    if there { Ok(found) } else { Err(missing("obstacle", id.id)) }
}

/// Adds an obstacle. `out`, which may be null, gets its id.
///
/// # Safety
/// The header says what the pointers must be.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn flockstep_world_obstacle_add(
    world: Option<&mut World>,
    obstacle: Obstacle,
    out: Option<&mut MaybeUninit<ObstacleId>>,
) -> c_int {
    change(world, |world| {
        // SAFETY: the caller promises as many points as it says.
        let added = world.edit(|any| Ok(either!(any, any => any.add_obstacle(unsafe { shape(&obstacle)? }))?))?;
        if let Some(out) = out {
            out.write(added.into());
        }
        Ok(())
    })
}

/// Replaces an obstacle. It goes on moving as it did.
///
/// # Safety
/// The header says what the pointers must be.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn flockstep_world_obstacle_set(
    world: Option<&mut World>,
    id: ObstacleId,
    obstacle: Obstacle,
) -> c_int {
    change(world, |world| {
        let id = known(world, id)?;
        // SAFETY: the caller promises as many points as it says.
        world.edit(|any| Ok(either!(any, any => any.set_obstacle(id, unsafe { shape(&obstacle)? }))?))
    })
}

/// Moves the centre of an obstacle (of a plane the point `a`) to a place, at once.
#[unsafe(no_mangle)]
pub extern "C" fn flockstep_world_obstacle_move(world: Option<&mut World>, id: ObstacleId, position: Vector) -> c_int {
    change(world, |world| {
        let id = known(world, id)?;
        world.edit(|any| {
            Ok(either!(any, any => {
                let moved = any.obstacle(id)?.moved_to(vector(position, "position")?);
                any.set_obstacle(id, moved)
            })?)
        })
    })
}

/// Has an obstacle move at a velocity from now on; zero makes it stay.
#[unsafe(no_mangle)]
pub extern "C" fn flockstep_world_obstacle_velocity(
    world: Option<&mut World>,
    id: ObstacleId,
    velocity: Vector,
) -> c_int {
    change(world, |world| {
        let id = known(world, id)?;
        world.edit(|any| Ok(either!(any, any => any.set_obstacle_velocity(id, vector(velocity, "velocity")?))?))
    })
}

/// Removes an obstacle. The ids of the others stay.
#[unsafe(no_mangle)]
pub extern "C" fn flockstep_world_obstacle_remove(world: Option<&mut World>, id: ObstacleId) -> c_int {
    change(world, |world| {
        let id = known(world, id)?;
        world.edit(|any| Ok(either!(any, any => any.remove_obstacle(id).map(drop))?))?;
        Ok(())
    })
}

/// Where the centre of an obstacle is.
#[unsafe(no_mangle)]
pub extern "C" fn flockstep_world_obstacle_position(
    world: Option<&World>,
    id: ObstacleId,
    out: Option<&mut MaybeUninit<Vector>>,
) -> c_int {
    read(world, |world| {
        let (out, id) = (given(out, "out")?, known(world, id)?);
        out.write(either!(world.any(), any => any.obstacle(id)?.center().into()));
        Ok(())
    })
}

/// The obstacles, in the order they were added: those of the scenario first. The ids belong to the world and stay until
/// the next call that changes it; `*ids` is null if there are none.
#[unsafe(no_mangle)]
pub extern "C" fn flockstep_world_obstacles(
    world: Option<&World>,
    ids: Option<&mut MaybeUninit<*const ObstacleId>>,
    count: Option<&mut MaybeUninit<usize>>,
) -> c_int {
    read(world, |world| {
        let all = || either!(world.any(), any => any.obstacle_ids().iter().map(|id| (*id).into()).collect());
        list(world.kept.obstacles.get_or_init(all), given(ids, "ids")?, given(count, "count")?)
    })
}
