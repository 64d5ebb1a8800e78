//! Single agents and their groups.

use crate::arguments::{given, memory, missing, text, vector};
use crate::failure::Failure;
use crate::types::{Agent, Group, State, Vector};
use crate::world::{World, change, look, read};
use engine::GroupId;
use flockstep_scenario::either;
use std::ffi::{c_char, c_int};
use std::mem::MaybeUninit;

/// The group of this name.
///
/// # Safety
/// The header says what the pointers must be.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn flockstep_world_group(
    world: Option<&World>,
    name: *const c_char,
    out: Option<&mut MaybeUninit<Group>>,
) -> c_int {
    read(world, |world| {
        let out = given(out, "out")?;
        // SAFETY: the caller promises a text that ends.
        let name = unsafe { text(name, "name")? };
        out.write(either!(world.any(), any => any.group_id(name))?.into());
        Ok(())
    })
}

/// Copies the name of a group and a zero into the caller's memory, which has `room` bytes. `*size` is how many bytes it
/// takes, the zero included. To ask for the size alone, `into` may be null.
///
/// # Safety
/// The header says what the pointers must be.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn flockstep_world_group_name(
    world: Option<&World>,
    group: Group,
    into: *mut c_char,
    room: usize,
    size: Option<&mut MaybeUninit<usize>>,
) -> c_int {
    read(world, |world| {
        let name = &world.any().groups()[group_of(world, group)?.index()].name;
        let bytes: Vec<u8> = name.bytes().filter(|byte| *byte != 0).chain([0]).collect();
        // SAFETY: the caller promises memory for so many bytes.
        unsafe { bytes_into(&bytes, into.cast(), room, given(size, "size")?) }
    })
}

/// Copies bytes whose number the caller may not know yet.
///
/// # Safety
/// `into` is null or leads to memory of `room` bytes.
pub(crate) unsafe fn bytes_into(
    bytes: &[u8],
    into: *mut u8,
    room: usize,
    size: &mut MaybeUninit<usize>,
) -> Result<(), Failure> {
    size.write(bytes.len());
    if into.is_null() {
        return Ok(());
    }
    if room < bytes.len() {
        return Err(Failure::room("into", room, bytes.len()));
    }
    // SAFETY: the caller's promise.
    let into = unsafe { memory(into, bytes.len(), "into")? };
    into.write_copy_of_slice(bytes);
    Ok(())
}

/// The engine's id of a group that there is.
fn group_of(world: &World, group: Group) -> Result<GroupId, Failure> {
    let id = group.engine()?;
    if id.index() < world.any().groups().len() { Ok(id) } else { Err(missing("group", group.id)) }
}

/// How many agents of a group there are; 0 if there is no such group.
#[unsafe(no_mangle)]
pub extern "C" fn flockstep_world_group_count(world: Option<&World>, group: Group) -> usize {
    look(world, |world| group.engine().map_or(0, |group| world.any().group_len(group)))
}

/// One agent, in constant time.
#[unsafe(no_mangle)]
pub extern "C" fn flockstep_world_agent(
    world: Option<&World>,
    agent: Agent,
    out: Option<&mut MaybeUninit<State>>,
) -> c_int {
    read(world, |world| {
        let out = given(out, "out")?;
        out.write(either!(world.any(), any => {
            let found = any.agent(agent.engine()?)?;
            State {
                agent,
                group: found.group.into(),
                position: found.position.into(),
                velocity: found.velocity.into(),
                heading: found.heading.into(),
                steering: found.steering.into(),
            }
        }));
        Ok(())
    })
}

/// Whether an agent lives; false if the world is null.
#[unsafe(no_mangle)]
pub extern "C" fn flockstep_world_contains(world: Option<&World>, agent: Agent) -> bool {
    look(world, |world| agent.engine().is_ok_and(|id| either!(world.any(), any => any.contains(id))))
}

/// Puts an agent into the world. `out`, which may be null, gets its id.
#[unsafe(no_mangle)]
pub extern "C" fn flockstep_world_spawn(
    world: Option<&mut World>,
    group: Group,
    position: Vector,
    velocity: Vector,
    out: Option<&mut MaybeUninit<Agent>>,
) -> c_int {
    change(world, |world| {
        let id = group_of(world, group)?;
        let born = world.edit(|any| {
            Ok(either!(any, any => {
                any.spawn(id, vector(position, "position")?, vector(velocity, "velocity")?)
            })?)
        })?;
        if let Some(out) = out {
            out.write(born.into());
        }
        Ok(())
    })
}

/// Puts `count` agents of a group where its `place` says. Their ids follow one another; `first`, which may be null,
/// gets the first (none if `count` is 0).
#[unsafe(no_mangle)]
pub extern "C" fn flockstep_world_populate(
    world: Option<&mut World>,
    group: Group,
    count: u32,
    first: Option<&mut MaybeUninit<Agent>>,
) -> c_int {
    change(world, |world| {
        let id = group_of(world, group)?;
        let born = world.edit(|any| Ok(either!(any, any => any.populate(id, count as usize))?))?;
        if let Some(first) = first {
            first.write(born.first().map_or(Agent::default(), |id| (*id).into()));
        }
        Ok(())
    })
}

/// Takes an agent out of the world.
#[unsafe(no_mangle)]
pub extern "C" fn flockstep_world_despawn(world: Option<&mut World>, agent: Agent) -> c_int {
    change(world, |world| {
        let id = agent.engine()?;
        world.edit(|any| Ok(either!(any, any => any.despawn(id))?))
    })
}
