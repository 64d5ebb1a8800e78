//! What functions return.

use std::ffi::c_int;

/// It is done.
pub const FLOCKSTEP_OK: c_int = 0;
/// A pointer is null that must not be.
pub const FLOCKSTEP_NULL: c_int = 1;
/// A number, a length or a text is not one that is allowed.
pub const FLOCKSTEP_ARGUMENT: c_int = 2;
/// There is no such scene, file, group, marker or obstacle, or the agent is gone.
pub const FLOCKSTEP_NOT_FOUND: c_int = 3;
/// The scenario or the path has mistakes: see flockstep_problems.
pub const FLOCKSTEP_SCENARIO: c_int = 4;
/// A file cannot be read.
pub const FLOCKSTEP_FILE: c_int = 5;
/// The bytes are no snapshot of such a world.
pub const FLOCKSTEP_SNAPSHOT: c_int = 6;
/// The caller's memory is too small for what it asks for.
pub const FLOCKSTEP_ROOM: c_int = 7;
/// The edit takes a new world, and this one has begun.
pub const FLOCKSTEP_BEGUN: c_int = 8;
/// A mistake in the library itself. A world that was being changed can only be closed from then on.
pub const FLOCKSTEP_PANIC: c_int = 9;
