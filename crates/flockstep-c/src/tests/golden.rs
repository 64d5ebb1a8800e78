//! Every scene comes to the same bits through the functions of the header.

use crate::advance::flockstep_world_step;
use crate::code::FLOCKSTEP_OK;
use crate::open::{flockstep_scene_name, flockstep_world_close, flockstep_world_open};
use crate::world::{World, flockstep_world_hash};
use flockstep_scenario::golden;
use std::ffi::CStr;
use std::mem::MaybeUninit;
use std::ptr::null_mut;

#[test]
fn every_scene_has_its_golden_hash() {
    let mut scenes = 0;
    loop {
        let name = flockstep_scene_name(scenes);
        if name.is_null() {
            break;
        }
        let mut world: MaybeUninit<*mut World> = MaybeUninit::new(null_mut());
        // SAFETY: the name is a text of the library; the world is closed once and not used afterwards.
        let (text, hash) = unsafe {
            assert_eq!(flockstep_world_open(name, Some(&mut world)), FLOCKSTEP_OK);
            let world = world.assume_init();
            assert_eq!(flockstep_world_step(world.as_mut(), golden::STEPS as u32), FLOCKSTEP_OK);
            let hash = flockstep_world_hash(world.as_ref());
            flockstep_world_close(world);
            (CStr::from_ptr(name).to_string_lossy(), hash)
        };
        assert_eq!(Some(hash), golden::hash_of(&text), "{text}");
        scenes += 1;
    }
    assert_eq!(scenes, flockstep_scenario::gallery::scenes().len());
}
