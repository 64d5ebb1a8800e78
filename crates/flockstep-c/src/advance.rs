//! Time.

use crate::arguments::given;
use crate::types::{Advance, Event};
use crate::world::{World, change, read};
use engine::Capture;
use flockstep_scenario::either;
use std::ffi::c_int;
use std::mem::MaybeUninit;

/// An agent was eaten and is gone.
pub const FLOCKSTEP_CAPTURED: c_int = 1;
/// An agent was eaten and born again: it keeps its id.
pub const FLOCKSTEP_REBORN: c_int = 2;

fn event(capture: &Capture) -> Event {
    let kind = if capture.respawned { FLOCKSTEP_REBORN } else { FLOCKSTEP_CAPTURED };
    Event { kind, agent: capture.prey.into(), by: capture.predator.into() }
}

impl World {
    /// Keeps what happened since the world was last moved.
    fn note(&mut self) {
        let captures = either!(self.live.world(), world => world.captures());
        self.events.extend(captures.iter().map(event));
    }
}

/// Moves everyone by `n` time steps.
#[unsafe(no_mangle)]
pub extern "C" fn flockstep_world_step(world: Option<&mut World>, n: u32) -> c_int {
    change(world, |world| {
        world.events.clear();
        for _ in 0..n {
            world.live.world_mut().step();
            world.note();
        }
        Ok(())
    })
}

/// Makes as many steps as fit into the elapsed seconds, at most `most`, and keeps the rest for next time: for a game
/// loop. `out` may be null.
#[unsafe(no_mangle)]
pub extern "C" fn flockstep_world_advance(
    world: Option<&mut World>,
    elapsed: f64,
    most: u32,
    out: Option<&mut MaybeUninit<Advance>>,
) -> c_int {
    change(world, |world| {
        let made = world.edit(|any| Ok(either!(any, any => any.advance(elapsed, most))?))?;
        world.events.clear();
        world.note();
        if let Some(out) = out {
            out.write(Advance { steps: made.steps, fraction: made.fraction, skipped: made.skipped });
        }
        Ok(())
    })
}

/// Works out everyone's steering and moves nobody: for agents whose bodies belong to a physics engine. Feed their
/// positions and velocities with flockstep_world_feed, call this, and take the steering with flockstep_world_steering
/// or flockstep_world_steering_of. It counts as a step.
#[unsafe(no_mangle)]
pub extern "C" fn flockstep_world_steer(world: Option<&mut World>) -> c_int {
    change(world, |world| {
        world.events.clear();
        either!(world.live.world_mut(), any => any.steer());
        Ok(())
    })
}

/// What happened in the last call of flockstep_world_step, _advance or _steer. The events belong to the world and stay
/// until the next call that changes it; `*events` is null if there are none.
#[unsafe(no_mangle)]
pub extern "C" fn flockstep_world_events(
    world: Option<&World>,
    events: Option<&mut MaybeUninit<*const Event>>,
    count: Option<&mut MaybeUninit<usize>>,
) -> c_int {
    read(world, |world| crate::columns::list(&world.events, given(events, "events")?, given(count, "count")?))
}
