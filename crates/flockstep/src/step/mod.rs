//! One step, on one page: [`Pipeline::run`].
//!
//! `index` sorts all agents into cells. Then, batch by batch and on all threads, agents perceive, steer, blend,
//! locomote and are bound. Every stage up to blend reads the columns `before`, which nobody writes any more; locomote
//! and bound write the columns `now`, which nobody reads yet. So the stages of different batches overlap freely and
//! everyone still sees the same instant. Last, solid bodies are set apart.

mod apart;
mod batch;
mod bodies;
mod change;
mod formations;
mod pairs;
mod pipeline;

pub(crate) use batch::{is_on, percept_of, view};
pub(crate) use bodies::Bodies;
pub(crate) use change::Change;
pub(crate) use pipeline::Pipeline;

use crate::plan::Plans;
use crate::profile::Clock;
use crate::state::State;
use crate::work;
use std::any::Any;

/// Whether agents move or only say how they would.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Moves {
    Yes,
    No,
}

/// Why a step did not come to its end.
pub(crate) enum Unfinished {
    /// A behavior of the program's own panicked with this.
    Panicked(Box<dyn Any + Send>),
    /// Someone asked for it.
    Stopped,
}

impl<const D: usize> Pipeline<D> {
    /// The stages of one step over all agents. If it does not come to its end, nobody has moved.
    pub fn run(&mut self, state: &mut State<D>, plans: &Plans<D>, moves: Moves) -> Result<(), Unfinished> {
        let mut clock = Clock::start();
        work::take();
        let mut scenery = std::mem::take(&mut state.scenery);
        self.index(state, &mut scenery, plans);
        state.scenery = scenery;
        let (index, work) = (clock.lap(), work::take());

        let mut now = std::mem::take(&mut state.agents);
        let outcome = self.for_each_batch(state, plans, &mut now, |batch| {
            batch.perceive();
            if self.stop.asked() {
                return;
            }
            batch.steer();
            batch.blend();
            if moves == Moves::Yes {
                batch.locomote();
                batch.bound();
            } else {
                batch.stay();
            }
        });
        state.agents = now;
        self.share_out_times(index, clock.lap());
        self.profile.work += work;
        if outcome.is_ok() && moves == Moves::Yes && plans.needs.apart {
            self.set_apart(state, plans);
            self.profile.bound += clock.lap();
            self.profile.work += work::take();
        }
        if outcome.is_err() || self.stop.asked() {
            self.take_back(state);
            return outcome.map_err(Unfinished::Panicked).and(Err(Unfinished::Stopped));
        }
        state.facings.clone_from(&self.formations.facings);
        Ok(())
    }
}
