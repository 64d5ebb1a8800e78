//! The world: state, plans and pipeline, and what a program can do with them.

mod birth;
mod edit;
mod games;
mod hash;
mod obstacles;
mod personality;
mod read;
mod scenery;
#[cfg(feature = "serde")]
mod serde;
mod snapshot;

pub use games::Advance;

use crate::error::Error;
use crate::plan::{Customs, Plans};
use crate::profile::Profile;
use crate::space::Space;
use crate::state::{Capture, State};
use crate::step::{Change, Moves, Pipeline, Unfinished};
use crate::stop::{Stop, Stopped};
use crate::threads::Threads;
use std::any::Any;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A world of `D` dimensions, 2 or 3.
///
/// It is three things. The *state* is what a snapshot holds. The *plans* follow from the settings in it. The *pipeline*
/// is temporary working memory, which could be dropped between any two steps without changing the future. Beside them
/// are the behaviors of the program's own, which are code.
pub struct World<const D: usize> {
    pub(crate) state: State<D>,
    pub(crate) plans: Plans<D>,
    pub(crate) pipeline: Pipeline<D>,
    pub(crate) customs: Customs<D>,
}

/// The most agents a world holds.
pub const MOST_AGENTS: usize = 1 << 28;
/// The most groups a world holds, personalities included.
pub const MOST_KINDS: usize = 1 << 15;
/// The range of a time step in seconds.
pub const TIME_STEPS: [f32; 2] = [1e-6, 1e4];

/// The stages of the two worlds there are, compiled in this crate. Called as a generic function they would be compiled
/// once more in every crate that makes a step: in release builds that took half of the time of building the command
/// line.
static RUNS: (Run<2>, Run<3>) = (World::run_here, World::run_here);
type Run<const D: usize> = fn(&mut World<D>, Moves, Stop) -> Result<(), Stopped>;

/// The same state, to go its own way. It shares the threads, and works out the rest anew.
impl<const D: usize> Clone for World<D> {
    fn clone(&self) -> Self {
        let mut pipeline = Pipeline::new(self.pipeline.threads.clone());
        pipeline.before = self.pipeline.before.clone();
        World { state: self.state.clone(), plans: self.plans.clone(), pipeline, customs: self.customs.clone() }
    }
}

impl<const D: usize> World<D> {
    /// An empty world. `time_step` is in seconds and fixed for as long as it is not set anew.
    pub fn new(space: Space<D>, time_step: f32, seed: u64) -> Result<World<D>, Error> {
        const { assert!(D == 2 || D == 3, "worlds have two or three dimensions") };
        let (state, plans) = (State::new(space, seed), Plans::default());
        let mut world = World { state, plans, pipeline: Pipeline::new(Threads::default()), customs: Vec::new() };
        world.set_time_step(time_step)?;
        Ok(world)
    }

    /// Moves everyone by one time step.
    pub fn step(&mut self) {
        self.pipeline.captures.clear();
        self.step_once();
    }

    /// The same, unless `stop` becomes true before it is done: then the step is abandoned, soon, and the world is as it
    /// was before it; only the steering of the last step can no longer be read. For Ctrl-C, and for whoever else cannot
    /// wait for the end of a long step. It costs nothing.
    ///
    /// ```
    /// # use flockstep::prelude::*;
    /// # use std::sync::{Arc, atomic::{AtomicBool, Ordering}};
    /// let mut world = World::<2>::new(Space::open(), 0.1, 1)?;
    /// let stop = Arc::new(AtomicBool::new(false)); // another thread, or the handler of a signal, has a clone of it
    /// assert!(world.try_step(&stop).is_ok());
    /// stop.store(true, Ordering::Relaxed);
    /// assert!(world.try_step(&stop).is_err());
    /// assert_eq!(world.steps(), 1);
    /// # Ok::<(), flockstep::Error>(())
    /// ```
    pub fn try_step(&mut self, stop: &Arc<AtomicBool>) -> Result<(), Stopped> {
        self.run(Moves::Yes, Stop::on(stop))?;
        self.pipeline.captures.clear();
        self.end_step();
        Ok(())
    }

    pub(crate) fn step_once(&mut self) {
        let made = self.run(Moves::Yes, Stop::default());
        debug_assert!(made.is_ok(), "nobody asked to stop");
        self.end_step();
    }

    /// What comes after the stages of a step that moves everyone.
    fn end_step(&mut self) {
        self.state.scenery.solids.advance(&self.state.space, self.state.time_step);
        self.carry_out_captures();
        self.state.step += 1;
    }

    /// Works out everyone's steering and moves nobody: for agents whose bodies belong to a physics engine.
    ///
    /// Feed positions and velocities in with [`World::feed_bodies`], call this, take the steering out with
    /// [`World::read_steering`]. Wander points move on and the step counter too, so that randomness does not repeat.
    pub fn steer(&mut self) {
        self.pipeline.captures.clear();
        let made = self.run(Moves::No, Stop::default());
        debug_assert!(made.is_ok(), "nobody asked to stop");
        self.state.step += 1;
    }

    /// The stages of one step.
    fn run(&mut self, moves: Moves, stop: Stop) -> Result<(), Stopped> {
        let world: &mut dyn Any = self;
        if let Some(plane) = world.downcast_mut() {
            (RUNS.0)(plane, moves, stop)
        } else if let Some(space) = world.downcast_mut() {
            (RUNS.1)(space, moves, stop)
        } else {
            Ok(())
        }
    }

    /// The panic of a behavior of the program's own goes on to the program; nobody has moved then.
    fn run_here(&mut self, moves: Moves, stop: Stop) -> Result<(), Stopped> {
        if stop.asked() {
            return Err(Stopped);
        }
        let World { state, plans, pipeline, .. } = self;
        let threads = pipeline.threads.enough_for(state.agents.len());
        pipeline.stop = stop;
        let outcome = threads.inside(|| pipeline.run(state, plans, moves));
        pipeline.stop = Stop::default();
        match outcome {
            Ok(()) => Ok(()),
            Err(Unfinished::Stopped) => Err(Stopped),
            Err(Unfinished::Panicked(panic)) => resume_unwind(panic),
        }
    }

    /// Has those born again or removed who were eaten.
    fn carry_out_captures(&mut self) {
        let captures = self.pipeline.take_captures();
        self.state.captured += captures.len() as u64;
        for Capture { prey, respawned, .. } in &captures {
            let Ok(row) = self.row(*prey) else { continue };
            if *respawned {
                self.respawn(row);
            } else {
                self.remove(row);
            }
        }
        self.pipeline.captures.extend(captures);
    }

    /// Something outside the stages changes agents: the one way to do it.
    pub(crate) fn change(&mut self, change: Change<D>) {
        self.pipeline.change(&mut self.state, change);
    }

    /// Changes the length of a step.
    pub fn set_time_step(&mut self, time_step: f32) -> Result<(), Error> {
        if !(TIME_STEPS[0]..=TIME_STEPS[1]).contains(&time_step) {
            return Err(Error::number("time_step", time_step, "a number of seconds from 1e-6 to 1e4"));
        }
        self.state.time_step = time_step;
        self.change(Change::Replanned(self.plans.needs.optional));
        Ok(())
    }
    /// Replaces the space. Agents outside are brought inside.
    pub fn set_space(&mut self, space: Space<D>) {
        self.state.space = space;
        self.change(Change::Respaced);
    }

    /// Uses this many threads; 1 uses none but the caller's, 0 one per core. The motion does not depend on it.
    pub fn set_threads(&mut self, count: usize) -> Result<(), Error> {
        let threads = Threads::new(count)?;
        self.pipeline.scratch = (0..threads.count()).map(|_| Default::default()).collect();
        self.pipeline.threads = threads;
        Ok(())
    }
    /// The number of threads in use.
    pub fn threads(&self) -> usize {
        self.pipeline.threads.count()
    }
    /// The threads themselves, for a program that has work of its own between two steps.
    pub fn pool(&self) -> &Threads {
        &self.pipeline.threads
    }
    /// Where the time of the last step went.
    pub fn profile(&self) -> &Profile {
        &self.pipeline.profile
    }
    /// Bytes that the agents, the cells and all buffers hold.
    pub fn bytes(&self) -> usize {
        let scenery = &self.state.scenery;
        self.state.agents.bytes() + self.pipeline.bytes() + scenery.solids.bytes() + scenery.fields.bytes()
    }

    /// Drops the pipeline and all that was worked out, as a test of the law that it holds no state.
    #[doc(hidden)]
    pub fn drop_pipeline(&mut self) {
        self.pipeline = Pipeline::new(self.pipeline.threads.clone());
        self.state.scenery.forget();
    }
    /// Cuts the rows into batches at random places instead of the usual ones, as a test of the law that it changes no
    /// bit.
    #[doc(hidden)]
    pub fn cut_at_random(&mut self, seed: Option<u64>) {
        self.pipeline.cuts = seed;
    }
}
