//! `flockstep run`: a world, stepped without a window.
//!
//! [`arguments`] is what was typed, [`order`] what it means once checked. Then one loop steps the world and shows it to
//! whoever watches: [`trajectory`], [`metrics`], [`checkpoint`], [`progress`].

mod arguments;
mod checkpoint;
mod metrics;
mod order;
mod progress;
mod signals;
mod summary;
mod tally;
mod trajectory;

pub use arguments::{RunArguments, seconds};
pub use progress::Progress;
pub use signals::Signals;
pub use summary::{quantity, threads};

use crate::failure::Failure;
use crate::files::Sink;
use crate::output::Stream;
use crate::plain::SHOWPIECE;
use checkpoint::Checkpoint;
use flockstep::World;
use flockstep_scenario::AnyWorld;
use metrics::MetricsTable;
use order::{Destination, Order};
use std::io::IsTerminal;
use std::time::Instant;
use tally::Tally;
use trajectory::Trajectory;

/// What plain `flockstep` says on how to go on.
const HINT: &str =
    "next: flockstep list shows more scenes, flockstep new mine.toml begins your own, flockstep --help the rest";

/// Runs a scenario.
pub fn run(arguments: &RunArguments) -> Result<(), Failure> {
    carry_out(arguments, None)
}

/// Runs the showpiece of the gallery and says how to go on.
pub fn showpiece() -> Result<(), Failure> {
    carry_out(&RunArguments::of_scene(SHOWPIECE), Some(HINT))
}

fn carry_out(arguments: &RunArguments, hint: Option<&str>) -> Result<(), Failure> {
    let (order, world) = Order::resolve(arguments)?;
    match world {
        AnyWorld::Plane(world) => drive(&order, world, hint),
        AnyWorld::Space(world) => drive(&order, world, hint),
    }
}

fn drive<const D: usize>(order: &Order, mut world: World<D>, hint: Option<&str>) -> Result<(), Failure> {
    let signals = Signals::listen()?;
    let mut watchers = Watchers::begin(order, &world)?;
    let mut tally = Tally::new(&world);
    let stdout_is_data = order.out == Some(Destination::Stdout);
    let rows_on_screen = stdout_is_data && std::io::stdout().is_terminal();
    let progress = Progress::new("step", world.steps(), order.last_step, !order.quiet && !rows_on_screen);
    let started = Instant::now();

    watchers.observe(order, &world, &tally)?;
    let mut stopped = signals.asked();
    while world.steps() < order.last_step && stopped.is_none() {
        let (agents, began) = (world.len(), Instant::now());
        world.step();
        tally.add(&world, agents, began.elapsed());
        watchers.observe(order, &world, &tally)?;
        watchers.keep(&world)?;
        progress.at(world.steps());
        // A request that came during the last step found nothing left to stop.
        stopped = signals.asked().filter(|_| world.steps() < order.last_step);
    }
    watchers.finish(&world, stopped.is_some())?;
    drop(progress);

    let stream = if stdout_is_data { Stream::Stderr } else { Stream::Stdout };
    if !order.quiet {
        stream.say(&summary::summary(order, &world, &tally, started.elapsed()))?;
    }
    if let Some(hint) = hint {
        stream.say(hint)?;
    }
    stream.say(&summary::hash_line(&world))?;
    match stopped {
        None => Ok(()),
        Some(signal) => {
            let reached = format!("stopped after step {} of {}", world.steps(), order.last_step);
            Err(Failure::Interrupted { signal, reached })
        }
    }
}

/// Everyone who looks at the world as it goes.
struct Watchers {
    trajectory: Option<Trajectory>,
    metrics: Option<MetricsTable>,
    checkpoint: Option<Checkpoint>,
}

impl Watchers {
    /// Opens every file, so that one that cannot be written is known before the first step.
    fn begin<const D: usize>(order: &Order, world: &World<D>) -> Result<Watchers, Failure> {
        let checkpoint = Checkpoint::begin(order)?;
        let metrics = order.metrics.as_ref().map(|path| Sink::file(path, order.force)).transpose()?;
        let metrics = metrics.map(|sink| MetricsTable::begin(sink, world)).transpose()?;
        let sink = match &order.out {
            None => None,
            Some(Destination::Stdout) => Some(Sink::stdout()),
            Some(Destination::File(path)) => Some(Sink::file(path, order.force)?),
        };
        let trajectory = sink.map(|sink| Trajectory::begin(sink, world)).transpose()?;
        Ok(Watchers { trajectory, metrics, checkpoint })
    }

    fn observe<const D: usize>(&mut self, order: &Order, world: &World<D>, tally: &Tally) -> Result<(), Failure> {
        if !world.steps().is_multiple_of(order.every) {
            return Ok(());
        }
        if let Some(trajectory) = &mut self.trajectory {
            trajectory.observe(world)?;
        }
        if let Some(metrics) = &mut self.metrics {
            metrics.observe(world, tally)?;
        }
        Ok(())
    }

    /// Writes the checkpoint if it is time to. The rows go first: a run resumed from it begins where they end.
    fn keep<const D: usize>(&mut self, world: &World<D>) -> Result<(), Failure> {
        if self.checkpoint.as_ref().is_some_and(|checkpoint| checkpoint.is_due(world)) {
            self.flush()?;
        }
        self.checkpoint.as_mut().map_or(Ok(()), |checkpoint| checkpoint.observe(world))
    }

    fn finish<const D: usize>(&mut self, world: &World<D>, interrupted: bool) -> Result<(), Failure> {
        self.flush()?;
        self.checkpoint.as_mut().map_or(Ok(()), |checkpoint| checkpoint.finish(world, interrupted))
    }

    fn flush(&mut self) -> Result<(), Failure> {
        if let Some(trajectory) = &mut self.trajectory {
            trajectory.flush()?;
        }
        self.metrics.as_mut().map_or(Ok(()), MetricsTable::flush)
    }
}
