//! The library, and worlds that begin and end.

use crate::arguments::{array, given, text};
use crate::failure::{Failure, guard, value};
use crate::types::{Options, Setting};
use crate::world::{World, change, look, read};
use flockstep_door::LiveWorld;
use flockstep_scenario::{Override, gallery};
use std::ffi::{CStr, CString, c_char, c_int};
use std::mem::MaybeUninit;
use std::ptr::{null, null_mut};
use std::sync::LazyLock;

/// The version of the library, such as "0.1.0"; the header's is FLOCKSTEP_VERSION. The text is never freed.
#[unsafe(no_mangle)]
pub extern "C" fn flockstep_version() -> *const c_char {
    const VERSION: &CStr = match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
        Ok(version) => version,
        Err(_) => c"",
    };
    VERSION.as_ptr()
}

/// The name of a scene of the gallery, in the order of names; null if there are not so many. The text is never freed.
#[unsafe(no_mangle)]
pub extern "C" fn flockstep_scene_name(index: usize) -> *const c_char {
    static NAMES: LazyLock<Vec<CString>> =
        LazyLock::new(|| gallery::scenes().iter().filter_map(|scene| CString::new(scene.name).ok()).collect());
    value(|| NAMES.get(index).map_or(null(), |name| name.as_ptr())).unwrap_or(null())
}

/// No settings of its own, the calling thread alone.
#[unsafe(no_mangle)]
pub extern "C" fn flockstep_options_default() -> Options {
    Options { settings: null(), setting_count: 0, threads: 1 }
}

/// Opens a world: by the name of a scene of the gallery ("school"), by the path of a scenario file, or from the text of
/// a scenario, which is what has a line break in it. A file wins over a scene of the same name. All texts are UTF-8.
///
/// On success `*out` is the world, to be closed by the caller; otherwise it is null.
///
/// # Safety
/// The header says what the pointers must be.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn flockstep_world_open(
    scenario: *const c_char,
    out: Option<&mut MaybeUninit<*mut World>>,
) -> c_int {
    // SAFETY: the same promises, and there are no settings.
    unsafe { flockstep_world_open_with(scenario, flockstep_options_default(), out) }
}

/// The same with settings that replace those of the scenario, and threads.
///
/// # Safety
/// The header says what the pointers must be.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn flockstep_world_open_with(
    scenario: *const c_char,
    options: Options,
    out: Option<&mut MaybeUninit<*mut World>>,
) -> c_int {
    guard(|| {
        let out = given(out, "out")?;
        out.write(null_mut());
        // SAFETY: the caller promises texts that end, and as many settings as it says.
        let (scenario, settings) = unsafe { (text(scenario, "scenario")?, overrides(&options)?) };
        let mut live = LiveWorld::open(scenario, &settings)?;
        if options.threads != 1 {
            live.set_threads(options.threads as usize)?;
        }
        out.write(Box::into_raw(Box::new(World::new(live))));
        Ok(())
    })
}

/// # Safety
/// The settings are as many as the options say, and their texts end.
unsafe fn overrides(options: &Options) -> Result<Vec<Override>, Failure> {
    // SAFETY: the caller's promise.
    let settings = unsafe { array(options.settings, options.setting_count, "settings")? };
    let read = |setting: &Setting| {
        // SAFETY: the caller's promise.
        let (path, value) = unsafe { (text(setting.path, "path")?, text(setting.value, "value")?) };
        Ok(Override { path: path.into(), value: value.into() })
    };
    settings.iter().map(read).collect()
}

/// Closes a world that was opened or cloned, once: it and what it handed out are gone then. Null is allowed and does
/// nothing.
///
/// # Safety
/// The header says what the pointers must be.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn flockstep_world_close(world: *mut World) {
    if !world.is_null() {
        // SAFETY: it came out of a box when it was opened, and the caller closes it once.
        value(|| drop(unsafe { Box::from_raw(world) }));
    }
}

/// The same world once more, to go its own way. On success `*out` is the copy, to be closed by the caller; otherwise it
/// is null. The copy shares the threads.
#[unsafe(no_mangle)]
pub extern "C" fn flockstep_world_clone(world: Option<&World>, out: Option<&mut MaybeUninit<*mut World>>) -> c_int {
    let mut out = out;
    if let Some(out) = &mut out {
        out.write(null_mut());
    }
    read(world, |world| {
        let out = given(out, "out")?;
        let mut copy = World::new(world.live.clone());
        copy.events.clone_from(&world.events);
        out.write(Box::into_raw(Box::new(copy)));
        Ok(())
    })
}

/// Begins anew, with the settings as they are.
#[unsafe(no_mangle)]
pub extern "C" fn flockstep_world_restart(world: Option<&mut World>) -> c_int {
    change(world, |world| {
        world.live.restart()?;
        world.events.clear();
        Ok(())
    })
}

/// Sets a value by its path, as the command line's `--set` does: "groups.bluegill.body.max_speed", "9". `value` is a
/// TOML value or a word. A world that is as it was opened becomes what it would have been with this value, its agents
/// placed anew; any other goes on with it. On an error nothing has changed.
///
/// # Safety
/// The header says what the pointers must be.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn flockstep_world_set(
    world: Option<&mut World>,
    path: *const c_char,
    value: *const c_char,
) -> c_int {
    change(world, |world| {
        // SAFETY: the caller promises texts that end.
        let (path, value) = unsafe { (text(path, "path")?, text(value, "value")?) };
        Ok(world.live.set(path, value)?)
    })
}

/// Uses so many threads from now on: 1 is the calling one alone, 0 is one per core. The motion does not depend on it.
#[unsafe(no_mangle)]
pub extern "C" fn flockstep_world_set_threads(world: Option<&mut World>, threads: u32) -> c_int {
    change(world, |world| Ok(world.live.set_threads(threads as usize)?))
}

/// The number of threads in use; 0 if the world is null.
#[unsafe(no_mangle)]
pub extern "C" fn flockstep_world_threads(world: Option<&World>) -> u32 {
    look(world, |world| world.any().threads() as u32)
}
