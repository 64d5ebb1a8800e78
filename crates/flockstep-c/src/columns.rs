//! All agents at once: in place, or copied.

use crate::arguments::{given, memory, unknown};
use crate::failure::Failure;
use crate::types::{Agent, Columns, Copy, Group};
use crate::world::{World, read};
use flockstep_scenario::either;
use std::ffi::c_int;
use std::mem::MaybeUninit;
use std::ptr::null;

/// Where agents are.
pub const FLOCKSTEP_POSITIONS: c_int = 0;
/// How they move.
pub const FLOCKSTEP_VELOCITIES: c_int = 1;
/// Where they point.
pub const FLOCKSTEP_HEADINGS: c_int = 2;
/// What their behaviors asked for in the last step.
pub const FLOCKSTEP_STEERING: c_int = 3;
/// Where they were before the last step.
pub const FLOCKSTEP_PREVIOUS_POSITIONS: c_int = 4;
/// Where they pointed before the last step.
pub const FLOCKSTEP_PREVIOUS_HEADINGS: c_int = 5;

/// The numbers of an agent side by side: x y x y, or x y z x y z.
pub const FLOCKSTEP_INTERLEAVED: c_int = 0;
/// All x, then all y, then all z.
pub const FLOCKSTEP_BY_AXIS: c_int = 1;

/// As in the columns. The order of rows changes with every step.
pub const FLOCKSTEP_ROW_ORDER: c_int = 0;
/// The eldest first: an agent keeps its place as long as no other comes or goes.
pub const FLOCKSTEP_ID_ORDER: c_int = 1;

/// A list of the world, to read in place.
pub(crate) fn list<T>(
    items: &[T],
    out: &mut MaybeUninit<*const T>,
    count: &mut MaybeUninit<usize>,
) -> Result<(), Failure> {
    out.write(if items.is_empty() { null() } else { items.as_ptr() });
    count.write(items.len());
    Ok(())
}

/// One column of a world, by axis.
fn column<const D: usize>(world: &engine::World<D>, column: c_int) -> Result<[&[f32]; D], Failure> {
    Ok(match column {
        FLOCKSTEP_POSITIONS => world.positions(),
        FLOCKSTEP_VELOCITIES => world.velocities(),
        FLOCKSTEP_HEADINGS => world.headings(),
        FLOCKSTEP_STEERING => world.steering(),
        FLOCKSTEP_PREVIOUS_POSITIONS => world.previous_positions(),
        FLOCKSTEP_PREVIOUS_HEADINGS => world.previous_headings(),
        other => return Err(unknown("column", other, "FLOCKSTEP_POSITIONS to FLOCKSTEP_PREVIOUS_HEADINGS")),
    })
}

fn in_place(world: Option<&World>, which: c_int, out: Option<&mut MaybeUninit<Columns>>) -> c_int {
    read(world, |world| {
        let out = given(out, "out")?;
        let axes: Vec<&[f32]> = either!(world.any(), any => column(any, which)?.to_vec());
        let start = |axis: usize| axes.get(axis).filter(|axis| !axis.is_empty()).map_or(null(), |axis| axis.as_ptr());
        out.write(Columns { x: start(0), y: start(1), z: start(2), count: axes[0].len() });
        Ok(())
    })
}

/// Where agents are.
#[unsafe(no_mangle)]
pub extern "C" fn flockstep_world_positions(world: Option<&World>, out: Option<&mut MaybeUninit<Columns>>) -> c_int {
    in_place(world, FLOCKSTEP_POSITIONS, out)
}

/// How agents move.
#[unsafe(no_mangle)]
pub extern "C" fn flockstep_world_velocities(world: Option<&World>, out: Option<&mut MaybeUninit<Columns>>) -> c_int {
    in_place(world, FLOCKSTEP_VELOCITIES, out)
}

/// Where agents point; directions of length 1.
#[unsafe(no_mangle)]
pub extern "C" fn flockstep_world_headings(world: Option<&World>, out: Option<&mut MaybeUninit<Columns>>) -> c_int {
    in_place(world, FLOCKSTEP_HEADINGS, out)
}

/// What the behaviors of agents asked for in the last step, before the limits of their bodies.
#[unsafe(no_mangle)]
pub extern "C" fn flockstep_world_steering(world: Option<&World>, out: Option<&mut MaybeUninit<Columns>>) -> c_int {
    in_place(world, FLOCKSTEP_STEERING, out)
}

/// Where agents were before the last step, to interpolate from.
#[unsafe(no_mangle)]
pub extern "C" fn flockstep_world_previous_positions(
    world: Option<&World>,
    out: Option<&mut MaybeUninit<Columns>>,
) -> c_int {
    in_place(world, FLOCKSTEP_PREVIOUS_POSITIONS, out)
}

/// Where agents pointed before the last step, to interpolate from.
#[unsafe(no_mangle)]
pub extern "C" fn flockstep_world_previous_headings(
    world: Option<&World>,
    out: Option<&mut MaybeUninit<Columns>>,
) -> c_int {
    in_place(world, FLOCKSTEP_PREVIOUS_HEADINGS, out)
}

impl World {
    fn ids(&self) -> &[Agent] {
        self.kept.ids.get_or_init(|| either!(self.any(), world => world.ids().iter().map(|id| (*id).into()).collect()))
    }
    fn groups(&self) -> &[Group] {
        self.kept.groups.get_or_init(|| either!(self.any(), world => world.group_ids().map(Group::from).collect()))
    }
}

/// The ids of the agents, in the order of rows. They belong to the world and stay until the next call that changes it;
/// `*ids` is null if there are none.
#[unsafe(no_mangle)]
pub extern "C" fn flockstep_world_ids(
    world: Option<&World>,
    ids: Option<&mut MaybeUninit<*const Agent>>,
    count: Option<&mut MaybeUninit<usize>>,
) -> c_int {
    read(world, |world| list(world.ids(), given(ids, "ids")?, given(count, "count")?))
}

/// The groups of the agents, in the order of rows. They belong to the world and stay until the next call that changes
/// it; `*groups` is null if there are no agents.
#[unsafe(no_mangle)]
pub extern "C" fn flockstep_world_groups(
    world: Option<&World>,
    groups: Option<&mut MaybeUninit<*const Group>>,
    count: Option<&mut MaybeUninit<usize>>,
) -> c_int {
    read(world, |world| list(world.groups(), given(groups, "groups")?, given(count, "count")?))
}

/// Positions, interleaved, in the order of rows.
#[unsafe(no_mangle)]
pub extern "C" fn flockstep_copy_default() -> Copy {
    Copy { column: FLOCKSTEP_POSITIONS, layout: FLOCKSTEP_INTERLEAVED, order: FLOCKSTEP_ROW_ORDER }
}

/// Copies numbers of all agents into the caller's memory, which has `room` floats: at least the count of agents times
/// the number of dimensions.
///
/// # Safety
/// The header says what the pointers must be.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn flockstep_world_copy(world: Option<&World>, copy: Copy, into: *mut f32, room: usize) -> c_int {
    read(world, |world| {
        // SAFETY: the caller promises memory for so many numbers.
        let into = unsafe { memory(into, room, "into")? };
        let by_axis = match copy.layout {
            FLOCKSTEP_INTERLEAVED => false,
            FLOCKSTEP_BY_AXIS => true,
            other => return Err(unknown("layout", other, "FLOCKSTEP_INTERLEAVED or FLOCKSTEP_BY_AXIS")),
        };
        let by_id = is_by_id(copy.order)?;
        either!(world.any(), any => {
            let columns = column(any, copy.column)?;
            write(columns, by_id.then(|| any.rows_by_id()), by_axis, into)
        })
    })
}

/// Whether an order is that of ids.
fn is_by_id(order: c_int) -> Result<bool, Failure> {
    match order {
        FLOCKSTEP_ROW_ORDER => Ok(false),
        FLOCKSTEP_ID_ORDER => Ok(true),
        other => Err(unknown("order", other, "FLOCKSTEP_ROW_ORDER or FLOCKSTEP_ID_ORDER")),
    }
}

fn write<const D: usize>(
    columns: [&[f32]; D],
    rows: Option<&[u32]>,
    by_axis: bool,
    into: &mut [MaybeUninit<f32>],
) -> Result<(), Failure> {
    let count = columns[0].len();
    if into.len() < count * D {
        return Err(Failure::room("into", into.len(), count * D));
    }
    for (axis, column) in columns.iter().enumerate() {
        for at in 0..count {
            let row = rows.map_or(at, |rows| rows[at] as usize);
            into[if by_axis { axis * count + at } else { at * D + axis }].write(column[row]);
        }
    }
    Ok(())
}

/// Copies the ids of all agents into the caller's memory, which has room for `room` of them, in FLOCKSTEP_ROW_ORDER or
/// FLOCKSTEP_ID_ORDER.
///
/// # Safety
/// The header says what the pointers must be.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn flockstep_world_copy_ids(
    world: Option<&World>,
    order: c_int,
    into: *mut Agent,
    room: usize,
) -> c_int {
    // SAFETY: the caller promises memory for so many ids.
    read(world, |world| copy_list(world, world.ids(), order, unsafe { memory(into, room, "into")? }))
}

/// Copies the groups of all agents, as flockstep_world_copy_ids does.
///
/// # Safety
/// The header says what the pointers must be.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn flockstep_world_copy_groups(
    world: Option<&World>,
    order: c_int,
    into: *mut Group,
    room: usize,
) -> c_int {
    // SAFETY: the caller promises memory for so many groups.
    read(world, |world| copy_list(world, world.groups(), order, unsafe { memory(into, room, "into")? }))
}

fn copy_list<T: std::marker::Copy>(
    world: &World,
    items: &[T],
    order: c_int,
    into: &mut [MaybeUninit<T>],
) -> Result<(), Failure> {
    let by_id = is_by_id(order)?;
    if into.len() < items.len() {
        return Err(Failure::room("into", into.len(), items.len()));
    }
    let rows = by_id.then(|| either!(world.any(), any => any.rows_by_id()));
    for (at, place) in into.iter_mut().take(items.len()).enumerate() {
        place.write(items[rows.map_or(at, |rows| rows[at] as usize)]);
    }
    Ok(())
}
