//! Errors as codes: what a thread's last failed call said, and panics that do not get out.

use crate::code::*;
use crate::types::Problem;
use engine::Error;
use flockstep_door::OpenError;
use std::any::Any;
use std::cell::{Cell, RefCell};
use std::ffi::{CString, c_char, c_int};
use std::mem::MaybeUninit;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::ptr::null;
use std::sync::Once;

/// Why a call could not be carried out.
#[derive(Debug)]
pub(crate) struct Failure {
    pub code: c_int,
    pub message: String,
    pub problems: Vec<flockstep_scenario::Problem>,
}

impl Failure {
    pub fn new(code: c_int, message: impl Into<String>) -> Failure {
        Failure { code, message: message.into(), problems: Vec::new() }
    }
    pub fn null(what: &str) -> Failure {
        Failure::new(FLOCKSTEP_NULL, format!("{what} is null"))
    }
    pub fn room(what: &str, given: usize, needed: usize) -> Failure {
        Failure::new(FLOCKSTEP_ROOM, format!("{what}: found room for {given}, needed is {needed}"))
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        let code = match &error {
            Error::NoAgent(_) | Error::NoSuch { .. } => FLOCKSTEP_NOT_FOUND,
            Error::Snapshot(_) => FLOCKSTEP_SNAPSHOT,
            _ => FLOCKSTEP_ARGUMENT,
        };
        // Ids are one more here than in the engine.
        let message = match error {
            Error::NoAgent(id) => format!("there is no agent {}", u64::from(id.0) + 1),
            other => other.to_string(),
        };
        Failure::new(code, message)
    }
}

impl From<OpenError> for Failure {
    fn from(error: OpenError) -> Failure {
        let code = match &error {
            OpenError::Unknown { .. } => FLOCKSTEP_NOT_FOUND,
            OpenError::Unreadable { .. } => FLOCKSTEP_FILE,
            OpenError::Scenario(_) => FLOCKSTEP_SCENARIO,
            OpenError::OnlyAtStart { .. } => FLOCKSTEP_BEGUN,
            _ => FLOCKSTEP_ARGUMENT,
        };
        Failure { code, message: error.to_string(), problems: error.problems().cloned().collect() }
    }
}

/// What a thread is told about its last call that failed. Kept by thread, so that calls on several threads do not mix.
#[derive(Default)]
struct Last {
    message: CString,
    problems: Vec<Problem>,
    /// What the problems point to.
    texts: Vec<CString>,
}

thread_local! {
    static LAST: RefCell<Last> = RefCell::default();
    /// Whether the thread is in a call, and what panicked there.
    static INSIDE: Cell<bool> = const { Cell::new(false) };
    static PANIC: RefCell<String> = const { RefCell::new(String::new()) };
}

/// A text for C, without the zeros that would end it early.
fn c_text(text: &str) -> CString {
    CString::new(text.replace('\0', "")).unwrap_or_default()
}

impl Last {
    fn of(failure: &Failure) -> Last {
        let mut last = Last { message: c_text(&failure.message), ..Last::default() };
        for problem in &failure.problems {
            let mut keep = |text: &str| {
                last.texts.push(c_text(text));
                last.texts.last().map_or(null(), |text| text.as_ptr())
            };
            last.problems.push(Problem {
                source: keep(&problem.source),
                line: problem.line as u32,
                column: problem.column as u32,
                path: keep(&problem.path),
                found: keep(&problem.found),
                allowed: keep(&problem.allowed),
                did_you_mean: problem.did_you_mean.as_deref().map_or(null(), keep),
            });
        }
        last
    }
}

/// Does what a call asks for. An error is remembered for the thread and becomes its code; so does a panic.
pub(crate) fn guard(act: impl FnOnce() -> Result<(), Failure>) -> c_int {
    let failure = match caught(act) {
        Ok(Ok(())) => return FLOCKSTEP_OK,
        Ok(Err(failure)) => failure,
        Err(panic) => Failure::new(FLOCKSTEP_PANIC, format!("a mistake in flockstep itself: {}", words(&*panic))),
    };
    LAST.with_borrow_mut(|last| *last = Last::of(&failure));
    failure.code
}

/// The same for a call that returns a value: nothing if it panics.
pub(crate) fn value<T>(act: impl FnOnce() -> T) -> Option<T> {
    caught(act).ok()
}

fn caught<T>(act: impl FnOnce() -> T) -> Result<T, Box<dyn Any + Send>> {
    do_not_print();
    let outside = INSIDE.replace(true);
    // A world that panicked half-way is marked by the caller and not used any more.
    let outcome = catch_unwind(AssertUnwindSafe(act));
    INSIDE.set(outside);
    outcome
}

/// Panics of a call, and of the threads that work for it, go to the caller and not to the error stream.
fn do_not_print() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = take_hook();
        set_hook(Box::new(move |info| {
            let inside = INSIDE.try_with(Cell::get).unwrap_or(false);
            let worker = std::thread::current().name().is_some_and(|name| name.starts_with("flockstep-"));
            if inside || worker {
                let told = |panic: &RefCell<String>| panic.replace(info.to_string());
                drop(PANIC.try_with(told));
            } else {
                before(info);
            }
        }));
    });
}

/// What a panic said: with its place, unless it came from another thread.
fn words(panic: &(dyn Any + Send)) -> String {
    let said = PANIC.take();
    let text = panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    if said.is_empty() { text.unwrap_or("a panic").to_string() } else { said.replace('\n', " ") }
}

/// What was wrong with the last call of this thread that returned a code other than FLOCKSTEP_OK; an empty text if
/// there was none. The text belongs to the library and stays until the next call of this thread that fails.
#[unsafe(no_mangle)]
pub extern "C" fn flockstep_error_message() -> *const c_char {
    value(|| LAST.with_borrow(|last| last.message.as_ptr())).unwrap_or(c"".as_ptr())
}

/// The mistakes that made the last failed call of this thread return FLOCKSTEP_SCENARIO: how many, and in `out` (unless
/// it is null) where they begin. They belong to the library and stay until the next call of this thread that fails.
#[unsafe(no_mangle)]
pub extern "C" fn flockstep_problems(out: Option<&mut MaybeUninit<*const Problem>>) -> usize {
    let all = value(|| LAST.with_borrow(|last| (last.problems.as_ptr(), last.problems.len())));
    let (first, count) = all.unwrap_or((null(), 0));
    if let Some(out) = out {
        out.write(if count == 0 { null() } else { first });
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ffi::CStr;

    #[test]
    fn a_panic_becomes_a_code_with_its_words_and_its_place() {
        let nobody = || -> Result<(), Failure> { panic!("the sky fell") };
        assert_eq!(guard(nobody), FLOCKSTEP_PANIC);
        // SAFETY: the message is a text of the library, and no other call fails before it is read.
        let told = unsafe { CStr::from_ptr(flockstep_error_message()) }.to_string_lossy();
        assert!(told.contains("the sky fell") && told.contains("failure.rs"), "{told}");
        assert_eq!(value(|| -> u32 { panic!("again") }), None);
    }

    #[test]
    fn each_thread_has_its_own_message() {
        assert_eq!(guard(|| Err(Failure::null("this"))), FLOCKSTEP_NULL);
        let other = std::thread::spawn(|| {
            // SAFETY: as above.
            let told = unsafe { CStr::from_ptr(flockstep_error_message()) };
            told.to_bytes().len()
        });
        assert_eq!(other.join().ok(), Some(0));
    }
}
