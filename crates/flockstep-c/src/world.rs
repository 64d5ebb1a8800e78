//! The handle: a running world, and what was worked out of it for C since it last changed.

use crate::code::FLOCKSTEP_PANIC;
use crate::failure::{Failure, guard};
use crate::types::{Agent, Event, Group, ObstacleId};
use flockstep_door::LiveWorld;
use flockstep_scenario::AnyWorld;
use std::ffi::c_int;
use std::sync::OnceLock;

/// A world, of two or three dimensions. Close it with flockstep_world_close.
///
/// Threads: calls that take a `const` world may run on several threads at once; any other call must be alone with its
/// world. Different worlds have nothing in common.
pub struct World {
    pub(crate) live: LiveWorld,
    pub(crate) kept: Kept,
    /// What happened in the last call that moved the world.
    pub(crate) events: Vec<Event>,
    /// A call panicked while it was changing the world.
    broken: bool,
}

/// Lists that C reads in place and the engine has in another form.
#[derive(Default)]
pub(crate) struct Kept {
    pub ids: OnceLock<Vec<Agent>>,
    pub groups: OnceLock<Vec<Group>>,
    pub stranded: OnceLock<Vec<Agent>>,
    pub obstacles: OnceLock<Vec<ObstacleId>>,
    pub snapshot: OnceLock<Vec<u8>>,
}

/// Several threads may read a world at once.
const _: () = {
    const fn may_be_shared<T: Send + Sync>() {}
    may_be_shared::<World>();
};

impl World {
    pub(crate) fn new(live: LiveWorld) -> World {
        World { live, kept: Kept::default(), events: Vec::new(), broken: false }
    }
    pub(crate) fn any(&self) -> &AnyWorld {
        self.live.world()
    }
    /// Changes the world by a call of the engine, which changes nothing if it fails.
    pub(crate) fn edit<T>(&mut self, act: impl FnOnce(&mut AnyWorld) -> Result<T, Failure>) -> Result<T, Failure> {
        self.live.change(act)
    }
    fn check(&self) -> Result<(), Failure> {
        if self.broken {
            let message = "an earlier call ended in a mistake of flockstep itself: this world can only be closed";
            return Err(Failure::new(FLOCKSTEP_PANIC, message));
        }
        Ok(())
    }
}

/// A call that changes a world.
pub(crate) fn change(world: Option<&mut World>, act: impl FnOnce(&mut World) -> Result<(), Failure>) -> c_int {
    let Some(world) = world else { return guard(|| Err(Failure::null("world"))) };
    let code = guard(|| {
        world.check()?;
        world.kept = Kept::default();
        act(world)
    });
    world.broken |= code == FLOCKSTEP_PANIC;
    code
}

/// A call that reads a world.
pub(crate) fn read(world: Option<&World>, act: impl FnOnce(&World) -> Result<(), Failure>) -> c_int {
    let Some(world) = world else { return guard(|| Err(Failure::null("world"))) };
    guard(|| world.check().and_then(|()| act(world)))
}

/// A call that returns a number of a world; zero without one.
pub(crate) fn look<T: Default>(world: Option<&World>, act: impl FnOnce(&World) -> T) -> T {
    let mut found = T::default();
    read(world, |world| {
        found = act(world);
        Ok(())
    });
    found
}

/// A hash of every agent and of the step count: equal worlds have equal hashes, on any machine and from any language.
/// 0 if the world is null.
#[unsafe(no_mangle)]
pub extern "C" fn flockstep_world_hash(world: Option<&World>) -> u64 {
    look(world, |world| world.any().hash())
}

/// How many agents there are; 0 if the world is null.
#[unsafe(no_mangle)]
pub extern "C" fn flockstep_world_count(world: Option<&World>) -> usize {
    look(world, |world| world.any().len())
}

/// 2 or 3; 0 if the world is null.
#[unsafe(no_mangle)]
pub extern "C" fn flockstep_world_dimensions(world: Option<&World>) -> u32 {
    look(world, |world| world.any().dimensions() as u32)
}

/// Steps made so far; 0 if the world is null.
#[unsafe(no_mangle)]
pub extern "C" fn flockstep_world_steps(world: Option<&World>) -> u64 {
    look(world, |world| world.any().steps())
}

/// Seconds of the world's own time: steps times the time step; 0 if the world is null.
#[unsafe(no_mangle)]
pub extern "C" fn flockstep_world_time(world: Option<&World>) -> f64 {
    look(world, |world| world.any().time())
}

/// The length of a step in seconds; 0 if the world is null.
#[unsafe(no_mangle)]
pub extern "C" fn flockstep_world_time_step(world: Option<&World>) -> f32 {
    look(world, |world| world.any().time_step())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::code::FLOCKSTEP_OK;

    #[test]
    fn a_world_that_panicked_half_way_is_refused_from_then_on() {
        let mut world = World::new(LiveWorld::open("seek", &[]).unwrap_or_else(|error| panic!("{error}")));
        assert_eq!(change(Some(&mut world), |_| Ok(())), FLOCKSTEP_OK);
        assert_eq!(change(Some(&mut world), |_| panic!("half-way")), FLOCKSTEP_PANIC);
        assert_eq!(change(Some(&mut world), |_| Ok(())), FLOCKSTEP_PANIC);
        assert_eq!(read(Some(&world), |_| Ok(())), FLOCKSTEP_PANIC);
        assert_eq!(flockstep_world_count(Some(&world)), 0);
    }
}
