//! A player, blasts, and bodies that another program moves.

use crate::arguments::{array, memory, unknown, vector};
use crate::code::FLOCKSTEP_ARGUMENT;
use crate::failure::Failure;
use crate::types::{Agent, Control, Vector};
use crate::world::{World, change, read};
use engine::AgentId;
use flockstep_scenario::either;
use std::ffi::c_int;

/// The agent follows its behaviors again.
pub const FLOCKSTEP_RELEASE: c_int = 0;
/// Go this way.
pub const FLOCKSTEP_DIRECTION: c_int = 1;
/// A helm and an engine.
pub const FLOCKSTEP_HELM: c_int = 2;

/// Gives an agent back to its behaviors.
#[unsafe(no_mangle)]
pub extern "C" fn flockstep_control_default() -> Control {
    Control { kind: FLOCKSTEP_RELEASE, direction: Vector::default(), helm: 0.0, pitch: 0.0, thrust: 0.0 }
}

fn control<const D: usize>(control: &Control) -> Result<Option<engine::Control<D>>, Failure> {
    let Control { helm, pitch, thrust, .. } = *control;
    Ok(match control.kind {
        FLOCKSTEP_RELEASE => None,
        FLOCKSTEP_DIRECTION => Some(engine::Control::Direction(vector(control.direction, "direction")?)),
        FLOCKSTEP_HELM => Some(engine::Control::Helm { helm, pitch, thrust }),
        other => {
            return Err(unknown("control", other, "FLOCKSTEP_RELEASE, FLOCKSTEP_DIRECTION or FLOCKSTEP_HELM"));
        }
    })
}

/// Lets a player steer an agent in place of its behaviors, until it is released.
#[unsafe(no_mangle)]
pub extern "C" fn flockstep_world_control(world: Option<&mut World>, agent: Agent, hand: Control) -> c_int {
    change(world, |world| {
        let id = agent.engine()?;
        world.edit(|any| Ok(either!(any, any => any.control(id, control(&hand)?))?))
    })
}

/// Adds to an agent's velocity: a blast, a cannon.
#[unsafe(no_mangle)]
pub extern "C" fn flockstep_world_push(world: Option<&mut World>, agent: Agent, velocity: Vector) -> c_int {
    change(world, |world| {
        let id = agent.engine()?;
        world.edit(|any| Ok(either!(any, any => any.push(id, vector(velocity, "velocity")?))?))
    })
}

fn engine_ids(agents: &[Agent]) -> Result<Vec<AgentId>, Failure> {
    agents.iter().map(|agent| agent.engine()).collect()
}

/// So many numbers for so many agents.
fn numbers(count: usize, dimensions: usize) -> Result<usize, Failure> {
    let wrong = || Failure::new(FLOCKSTEP_ARGUMENT, format!("count: found {count}, more than memory can hold"));
    count.checked_mul(dimensions).ok_or_else(wrong)
}

/// Tells where `count` agents are and how they move: for bodies that another program moves. Positions and velocities
/// are interleaved, as many numbers an agent as the world has dimensions. On an error no agent is changed.
///
/// # Safety
/// The header says what the pointers must be.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn flockstep_world_feed(
    world: Option<&mut World>,
    agents: *const Agent,
    positions: *const f32,
    velocities: *const f32,
    count: usize,
) -> c_int {
    change(world, |world| {
        let length = numbers(count, world.any().dimensions())?;
        // SAFETY: the caller promises so many ids and numbers.
        let (agents, positions, velocities) = unsafe {
            let agents = array(agents, count, "agents")?;
            (agents, array(positions, length, "positions")?, array(velocities, length, "velocities")?)
        };
        let ids = engine_ids(agents)?;
        world.edit(|any| {
            Ok(either!(any, any => {
                any.feed_bodies(&ids, positions.as_chunks().0, velocities.as_chunks().0)
            })?)
        })
    })
}

/// Copies the steering of `count` agents into the caller's memory, which has `room` floats: interleaved, in the order
/// of `agents`. On an error nothing is written.
///
/// # Safety
/// The header says what the pointers must be.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn flockstep_world_steering_of(
    world: Option<&World>,
    agents: *const Agent,
    count: usize,
    into: *mut f32,
    room: usize,
) -> c_int {
    read(world, |world| {
        let length = numbers(count, world.any().dimensions())?;
        // SAFETY: the caller promises so many ids, and memory for so many numbers.
        let (agents, into) = unsafe { (array(agents, count, "agents")?, memory(into, room, "into")?) };
        if room < length {
            return Err(Failure::room("into", room, length));
        }
        let ids = engine_ids(agents)?;
        either!(world.any(), any => {
            let mut steering = vec![Default::default(); count];
            any.read_steering(&ids, &mut steering)?;
            into[..length].write_copy_of_slice(steering.as_flattened());
        });
        Ok(())
    })
}
