//! Markers, and who finds no way.

use crate::arguments::{given, text, vector};
use crate::code::FLOCKSTEP_NOT_FOUND;
use crate::columns::list;
use crate::failure::Failure;
use crate::types::{Agent, Vector};
use crate::world::{World, change, read};
use flockstep_scenario::either;
use std::ffi::{c_char, c_int};
use std::mem::MaybeUninit;

/// Moves a marker, which behaviors can go to; adds it if there is none of this name.
///
/// # Safety
/// The header says what the pointers must be.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn flockstep_world_marker(
    world: Option<&mut World>,
    name: *const c_char,
    position: Vector,
) -> c_int {
    change(world, |world| {
        // SAFETY: the caller promises a text that ends.
        let name = unsafe { text(name, "name")? };
        world.edit(|any| Ok(either!(any, any => any.set_marker(name, vector(position, "position")?))?))
    })
}

/// Where a marker is.
///
/// # Safety
/// The header says what the pointers must be.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn flockstep_world_marker_position(
    world: Option<&World>,
    name: *const c_char,
    out: Option<&mut MaybeUninit<Vector>>,
) -> c_int {
    read(world, |world| {
        let out = given(out, "out")?;
        // SAFETY: the caller promises a text that ends.
        let name = unsafe { text(name, "name")? };
        let found: Option<Vector> = either!(world.any(), any => {
            any.markers().iter().find(|(marker, _)| marker == name).map(|(_, at)| (*at).into())
        });
        let missing = || Failure::new(FLOCKSTEP_NOT_FOUND, format!("there is no marker {name}"));
        out.write(found.ok_or_else(missing)?);
        Ok(())
    })
}

/// Removes a marker that no behavior names.
///
/// # Safety
/// The header says what the pointers must be.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn flockstep_world_marker_remove(world: Option<&mut World>, name: *const c_char) -> c_int {
    change(world, |world| {
        // SAFETY: the caller promises a text that ends.
        let name = unsafe { text(name, "name")? };
        world.edit(|any| Ok(either!(any, any => any.remove_marker(name))?))
    })
}

/// The agents that follow a flow field from where there is no way to its goal: they stop. The ids belong to the world
/// and stay until the next call that changes it; `*agents` is null if there are none.
#[unsafe(no_mangle)]
pub extern "C" fn flockstep_world_stranded(
    world: Option<&World>,
    agents: Option<&mut MaybeUninit<*const Agent>>,
    count: Option<&mut MaybeUninit<usize>>,
) -> c_int {
    read(world, |world| {
        let stranded = || world.any().stranded().into_iter().map(Agent::from).collect();
        list(world.kept.stranded.get_or_init(stranded), given(agents, "agents")?, given(count, "count")?)
    })
}
