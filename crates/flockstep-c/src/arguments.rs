//! What C hands over, checked as far as it can be.

use crate::code::{FLOCKSTEP_ARGUMENT, FLOCKSTEP_NOT_FOUND};
use crate::failure::Failure;
use crate::types::{Agent, Group, ObstacleId, Vector};
use engine::{AgentId, GroupId};
use std::ffi::{CStr, c_char};
use std::mem::MaybeUninit;

/// What must not be null.
pub(crate) fn given<T>(pointer: Option<T>, what: &str) -> Result<T, Failure> {
    pointer.ok_or_else(|| Failure::null(what))
}

/// A text.
///
/// # Safety
/// The pointer is null or leads to bytes that end with a zero and stay as they are for `'a`.
pub(crate) unsafe fn text<'a>(pointer: *const c_char, what: &str) -> Result<&'a str, Failure> {
    if pointer.is_null() {
        return Err(Failure::null(what));
    }
    // SAFETY: not null; the rest is the caller's promise.
    let text = unsafe { CStr::from_ptr(pointer) };
    let wrong = |_| Failure::new(FLOCKSTEP_ARGUMENT, format!("{what}: found bytes that are no text, allowed is UTF-8"));
    text.to_str().map_err(wrong)
}

/// The length of an array of `count` items, if memory can hold it and the pointer can be one.
fn check<T>(pointer: *const T, count: usize, what: &str) -> Result<(), Failure> {
    if pointer.is_null() {
        return Err(Failure::null(what));
    }
    if count > isize::MAX as usize / size_of::<T>() || !pointer.is_aligned() {
        let message = format!("{what}: found {count} items at {pointer:p}, allowed is an array in memory");
        return Err(Failure::new(FLOCKSTEP_ARGUMENT, message));
    }
    Ok(())
}

/// An array to read. It may be null if it has no items.
///
/// # Safety
/// The pointer is null or leads to `count` items that stay as they are for `'a`.
pub(crate) unsafe fn array<'a, T>(pointer: *const T, count: usize, what: &str) -> Result<&'a [T], Failure> {
    if count == 0 {
        return Ok(&[]);
    }
    check(pointer, count, what)?;
    // SAFETY: not null, aligned and not too long; the rest is the caller's promise.
    Ok(unsafe { std::slice::from_raw_parts(pointer, count) })
}

/// An array to write. It may be null if it has no items.
///
/// # Safety
/// The pointer is null or leads to memory for `count` items that nobody else uses for `'a`.
pub(crate) unsafe fn memory<'a, T>(
    pointer: *mut T,
    count: usize,
    what: &str,
) -> Result<&'a mut [MaybeUninit<T>], Failure> {
    if count == 0 {
        return Ok(&mut []);
    }
    check(pointer, count, what)?;
    // SAFETY: not null, aligned and not too long; it need not have values yet; the rest is the caller's promise.
    Ok(unsafe { std::slice::from_raw_parts_mut(pointer.cast(), count) })
}

/// As many numbers as a world has dimensions.
pub(crate) fn vector<const D: usize>(vector: Vector, what: &str) -> Result<[f32; D], Failure> {
    if D == 2 && vector.z != 0.0 {
        let message = format!("{what}: found a z of {}, allowed is 0: the world has two dimensions", vector.z);
        return Err(Failure::new(FLOCKSTEP_ARGUMENT, message));
    }
    let all = [vector.x, vector.y, vector.z];
    Ok(std::array::from_fn(|axis| all[axis]))
}

/// A constant of the header that is not one of those allowed.
pub(crate) fn unknown(what: &str, found: i32, allowed: &str) -> Failure {
    Failure::new(FLOCKSTEP_ARGUMENT, format!("{what}: found {found}, allowed is {allowed}"))
}

fn number(id: u32, what: &str) -> Result<u32, Failure> {
    id.checked_sub(1).ok_or_else(|| Failure::new(FLOCKSTEP_NOT_FOUND, format!("the {what} is 0, which is none")))
}

/// An id of something that is not there.
pub(crate) fn missing(what: &str, id: u32) -> Failure {
    Failure::new(FLOCKSTEP_NOT_FOUND, format!("there is no {what} {id}"))
}

impl Agent {
    pub(crate) fn engine(self) -> Result<AgentId, Failure> {
        number(self.id, "agent").map(AgentId)
    }
}
impl Group {
    pub(crate) fn engine(self) -> Result<GroupId, Failure> {
        number(self.id, "group").map(GroupId)
    }
}
impl ObstacleId {
    pub(crate) fn engine(self) -> Result<engine::ObstacleId, Failure> {
        number(self.id, "obstacle").map(engine::ObstacleId)
    }
}
