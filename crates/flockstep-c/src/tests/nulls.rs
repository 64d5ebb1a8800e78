//! Null is refused everywhere, with a message. (The tests in C go on from here: wrong sizes, stale ids, wild numbers.)

use crate::advance::*;
use crate::agents::*;
use crate::code::{FLOCKSTEP_NULL, FLOCKSTEP_OK};
use crate::columns::*;
use crate::failure::flockstep_error_message;
use crate::games::*;
use crate::obstacles::*;
use crate::open::*;
use crate::scenery::*;
use crate::snapshot::*;
use crate::types::{Agent, Group, ObstacleId, Vector};
use crate::world::*;
use std::ffi::CStr;
use std::ptr::{null, null_mut};

#[test]
fn no_function_takes_a_null_world() {
    let (agent, group, obstacle, zero) = (Agent { id: 1 }, Group { id: 1 }, ObstacleId { id: 1 }, Vector::default());
    // SAFETY: null and empty are allowed everywhere; texts end.
    let codes = unsafe {
        [
            flockstep_world_open(null(), None),
            flockstep_world_clone(None, None),
            flockstep_world_restart(None),
            flockstep_world_set(None, c"seed".as_ptr(), c"1".as_ptr()),
            flockstep_world_set_threads(None, 1),
            flockstep_world_step(None, 1),
            flockstep_world_advance(None, 1.0, 1, None),
            flockstep_world_steer(None),
            flockstep_world_events(None, None, None),
            flockstep_world_positions(None, None),
            flockstep_world_velocities(None, None),
            flockstep_world_headings(None, None),
            flockstep_world_steering(None, None),
            flockstep_world_previous_positions(None, None),
            flockstep_world_previous_headings(None, None),
            flockstep_world_ids(None, None, None),
            flockstep_world_groups(None, None, None),
            flockstep_world_copy(None, flockstep_copy_default(), null_mut(), 0),
            flockstep_world_copy_ids(None, 0, null_mut(), 0),
            flockstep_world_copy_groups(None, 0, null_mut(), 0),
            flockstep_world_group(None, null(), None),
            flockstep_world_group_name(None, group, null_mut(), 0, None),
            flockstep_world_agent(None, agent, None),
            flockstep_world_spawn(None, group, zero, zero, None),
            flockstep_world_populate(None, group, 1, None),
            flockstep_world_despawn(None, agent),
            flockstep_world_control(None, agent, flockstep_control_default()),
            flockstep_world_push(None, agent, zero),
            flockstep_world_feed(None, null(), null(), null(), 0),
            flockstep_world_steering_of(None, null(), 0, null_mut(), 0),
            flockstep_world_marker(None, null(), zero),
            flockstep_world_marker_position(None, null(), None),
            flockstep_world_marker_remove(None, null()),
            flockstep_world_stranded(None, None, None),
            flockstep_world_obstacle_add(None, flockstep_obstacle_default(), None),
            flockstep_world_obstacle_set(None, obstacle, flockstep_obstacle_default()),
            flockstep_world_obstacle_move(None, obstacle, zero),
            flockstep_world_obstacle_velocity(None, obstacle, zero),
            flockstep_world_obstacle_remove(None, obstacle),
            flockstep_world_obstacle_position(None, obstacle, None),
            flockstep_world_obstacles(None, None, None),
            flockstep_world_snapshot(None, null_mut(), 0, None),
            flockstep_world_restore(None, null(), 0),
        ]
    };
    assert_eq!(codes, [FLOCKSTEP_NULL; 43]);
    // SAFETY: the message is a text of the library; closing null is allowed.
    let told = unsafe {
        flockstep_world_close(null_mut());
        CStr::from_ptr(flockstep_error_message()).to_string_lossy()
    };
    assert_eq!(told, "world is null");
    assert_eq!(flockstep_world_hash(None), 0);
    assert_eq!(flockstep_world_count(None), 0);
    assert!(!flockstep_world_contains(None, agent));
    assert_ne!(FLOCKSTEP_NULL, FLOCKSTEP_OK);
}
