//! A world as bytes, and back.

use crate::agents::bytes_into;
use crate::arguments::{array, given};
use crate::world::{World, change, read};
use flockstep_scenario::either;
use std::ffi::{c_int, c_void};
use std::mem::MaybeUninit;

/// Copies the whole world into the caller's memory, which has `room` bytes: for rollback, saved games and checkpoints.
/// `*size` is how many bytes it takes. To ask for the size alone, `into` may be null; the bytes are worked out once.
///
/// # Safety
/// The header says what the pointers must be.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn flockstep_world_snapshot(
    world: Option<&World>,
    into: *mut c_void,
    room: usize,
    size: Option<&mut MaybeUninit<usize>>,
) -> c_int {
    read(world, |world| {
        let bytes = world.kept.snapshot.get_or_init(|| world.any().snapshot());
        // SAFETY: the caller promises memory for so many bytes.
        unsafe { bytes_into(bytes, into.cast(), room, given(size, "size")?) }
    })
}

/// Puts the world back to a snapshot of it: it goes on bit for bit as it did then. On an error it stays as it is.
///
/// # Safety
/// The header says what the pointers must be.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn flockstep_world_restore(
    world: Option<&mut World>,
    bytes: *const c_void,
    size: usize,
) -> c_int {
    change(world, |world| {
        // SAFETY: the caller promises so many bytes.
        let bytes = unsafe { array(bytes.cast::<u8>(), size, "bytes")? };
        world.edit(|any| Ok(either!(any, any => any.restore(bytes))?))?;
        world.events.clear();
        Ok(())
    })
}
