//! `flockstep run`: a world, stepped without a window.
//!
//! [`arguments`] is what was typed, [`order`] what it means once checked. Then one loop steps the world and shows it to
//! whoever watches: [`record`](crate::record), [`metrics`], [`checkpoint`], [`progress`]. If it does not come to its end, [`advice`]
//! says how to go on.

mod advice;
mod arguments;
mod checkpoint;
mod kept;
mod memory;
mod metrics;
mod order;
mod origin;
mod progress;
mod signals;
mod summary;
mod tally;
mod written;

pub use arguments::RunArguments;
#[cfg(feature = "studio")]
pub use arguments::seconds;
pub use progress::Progress;
pub use signals::{Signals, outlive_file_size_limit};
pub use summary::{hash_line, quantity, threads};

use crate::csv::Rows;
use crate::failure::Failure;
use crate::files::Sink;
use crate::output::{self, Stream};
use crate::plain::SHOWPIECE;
use crate::record::{Destination, Recorded, Recorder};
use advice::Advice;
use checkpoint::Checkpoint;
use flockstep::World;
use flockstep::observe::Observer;
use flockstep_record::After;
use flockstep_scenario::AnyWorld;
use memory::Memory;
use metrics::MetricsTable;
use order::Order;
use std::io::IsTerminal;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;
use tally::Tally;
use written::{Locks, Written, marked};

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
    let advice = Arc::new(Advice::new(&order, world.steps()));
    let last_word = Arc::clone(&advice);
    let signals = Signals::listen(move || Some(last_word.line()))?;
    let ended = match world {
        AnyWorld::Plane(world) => drive(&order, world, hint, &signals, &advice),
        AnyWorld::Space(world) => drive(&order, world, hint, &signals, &advice),
    };
    ended.map_err(|failure| failure.and(&advice.line()))
}

/// Remembers what the run that this one goes on from had counted; where that run did not count, says so.
fn recall<const D: usize>(
    order: &Order,
    world: &World<D>,
    tally: &mut Tally,
    observer: &mut Observer<D>,
) -> Result<(), Failure> {
    if let Some(memory) = &order.memory {
        let recalled = memory.recall(world, &mut tally.captures, observer);
        return recalled.map_err(|problem| Failure::Input(format!("--resume: {problem}")));
    }
    if order.resumed.is_some() && order.remembers() && world.steps() > 0 {
        let step = world.steps();
        output::note(&format!(
            "note: the checkpoint does not hold what these metrics go by: they count from step {step} on"
        ));
    }
    Ok(())
}

fn drive<const D: usize>(
    order: &Order,
    mut world: World<D>,
    hint: Option<&str>,
    signals: &Signals,
    advice: &Arc<Advice>,
) -> Result<(), Failure> {
    let mut watchers = Watchers::begin(order, &world, advice)?;
    let mut tally = Tally::new(&world);
    recall(order, &world, &mut tally, &mut watchers.observer)?;
    let stdout_is_data = order.out.as_ref().is_some_and(Destination::is_stdout);
    let rows_on_screen = stdout_is_data && std::io::stdout().is_terminal();
    let progress = Progress::new("step", world.steps(), order.last_step, !order.quiet && !rows_on_screen);
    let started = Instant::now();

    watchers.observe_start(order, &world, &tally)?;
    let mut stopped = signals.asked();
    while world.steps() < order.last_step && stopped.is_none() {
        let (agents, began) = (world.len(), Instant::now());
        if world.try_step(signals.stop()).is_err() {
            stopped = signals.asked();
            break;
        }
        tally.add(&world, agents, began.elapsed());
        watchers.observe(order, &world, &tally)?;
        watchers.keep(&world, &tally)?;
        progress.at(world.steps());
        // A request that came during the last step found nothing left to stop.
        stopped = signals.asked().filter(|_| world.steps() < order.last_step);
    }
    watchers.finish(&world, &tally, stopped.is_some())?;
    drop(progress);

    let stream = if stdout_is_data { Stream::Stderr } else { Stream::Stdout };
    if !order.quiet {
        let wall = started.elapsed();
        let readings = watchers.observer.observe(&world, &tally.captures);
        stream.say(&summary::summary(order, &world, &tally, readings, wall))?;
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
struct Watchers<const D: usize> {
    recorder: Watcher<Recorder>,
    observer: Observer<D>,
    metrics: Watcher<MetricsTable>,
    checkpoint: Option<Checkpoint>,
    written: Vec<Written>,
    /// Held until the last of them has ended.
    _locks: Locks,
}

/// One who writes a file, if one was asked for.
enum Watcher<T> {
    None,
    /// In a new file, from the first step on.
    Begins(T),
    /// In a file that an earlier run has brought up to the first step.
    GoesOn(T),
}

impl<T> Watcher<T> {
    fn get(&mut self) -> Option<&mut T> {
        match self {
            Watcher::None => None,
            Watcher::Begins(watcher) | Watcher::GoesOn(watcher) => Some(watcher),
        }
    }
    /// The one who has not seen the first step.
    fn new_one(&mut self) -> Option<&mut T> {
        if matches!(self, Watcher::GoesOn(_)) { None } else { self.get() }
    }
}

impl<const D: usize> Watchers<D> {
    /// Opens every file, so that one that cannot be written is known before the first step: first it is looked whether
    /// all can be, and then the first one is made or cut.
    fn begin(order: &Order, world: &World<D>, advice: &Arc<Advice>) -> Result<Watchers<D>, Failure> {
        let written = Written::of(order);
        let mut locks = Locks::take(order, &written)?;
        let checkpoint = locks.checkpoint.take().map(|lock| Checkpoint::begin(order, lock, advice));
        let goes_on = |path: &Path| Written::goes_on(order, path);
        let metrics = match &order.metrics {
            None => Watcher::None,
            Some(path) if goes_on(path) => {
                let after = After::new(world.steps(), order.every, true);
                Watcher::GoesOn(MetricsTable::begin(world, &order.metric, |heads| Sink::go_on(path, after, heads))?)
            }
            Some(path) => {
                let begin = |heads: &Rows| Sink::file(path, order.force, heads);
                Watcher::Begins(MetricsTable::begin(world, &order.metric, begin)?)
            }
        };
        let recorder = Watchers::recorder(order, world, goes_on)?;
        let observer = Observer::new(&order.metric, order.flock_distance);
        Ok(Watchers { recorder, observer, metrics, checkpoint, written, _locks: locks })
    }

    fn recorder(
        order: &Order,
        world: &World<D>,
        goes_on: impl Fn(&Path) -> bool,
    ) -> Result<Watcher<Recorder>, Failure> {
        let Some(to) = &order.out else { return Ok(Watcher::None) };
        let what =
            Recorded { to, selection: &order.selection, rhythm: order.rhythm, scenario: order.scenario.as_deref() };
        Ok(match to.path().filter(|path| goes_on(path)) {
            Some(path) => Watcher::GoesOn(Recorder::go_on(&what, path, world)?),
            None => Watcher::Begins(Recorder::begin(&what, world, order.force)?),
        })
    }

    /// Notes the world before the first step, in files that do not have it yet.
    fn observe_start(&mut self, order: &Order, world: &World<D>, tally: &Tally) -> Result<(), Failure> {
        let (recorder, metrics) = (self.recorder.new_one(), self.metrics.new_one());
        observe(order, world, tally, recorder, &mut self.observer, metrics)
    }

    fn observe(&mut self, order: &Order, world: &World<D>, tally: &Tally) -> Result<(), Failure> {
        observe(order, world, tally, self.recorder.get(), &mut self.observer, self.metrics.get())
    }

    /// Writes the checkpoint if it is time to. The rows go first: a run resumed from it begins where they end.
    fn keep(&mut self, world: &World<D>, tally: &Tally) -> Result<(), Failure> {
        let Some(checkpoint) = self.checkpoint.as_mut().filter(|checkpoint| checkpoint.is_due(world)) else {
            return Ok(());
        };
        self.recorder.get().map_or(Ok(()), Recorder::settle)?;
        self.metrics.get().map_or(Ok(()), MetricsTable::flush)?;
        checkpoint.write(world, marked(&mut self.written)?, &Memory::of(&tally.captures, &self.observer))
    }

    fn finish(&mut self, world: &World<D>, tally: &Tally, interrupted: bool) -> Result<(), Failure> {
        self.metrics.get().map_or(Ok(()), MetricsTable::flush)?;
        let mut outputs = Vec::new();
        if self.checkpoint.is_some() {
            self.recorder.get().map_or(Ok(()), Recorder::settle)?;
            // Before the files have their ends: a resumed run goes on from here.
            outputs = marked(&mut self.written)?;
        }
        self.recorder.get().map_or(Ok(()), Recorder::finish)?;
        match self.checkpoint.as_mut().filter(|checkpoint| checkpoint.is_missing(world, interrupted)) {
            Some(checkpoint) => checkpoint.write(world, outputs, &Memory::of(&tally.captures, &self.observer)),
            None => Ok(()),
        }
    }
}

fn observe<const D: usize>(
    order: &Order,
    world: &World<D>,
    tally: &Tally,
    recorder: Option<&mut Recorder>,
    observer: &mut Observer<D>,
    metrics: Option<&mut MetricsTable>,
) -> Result<(), Failure> {
    recorder.map_or(Ok(()), |recorder| recorder.observe(world, order.every))?;
    if !world.steps().is_multiple_of(order.every) {
        return Ok(());
    }
    // Some metrics go by what was seen before, also where nothing is written but the summary.
    if metrics.is_some() || order.remembers() && !order.quiet {
        let readings = observer.observe(world, &tally.captures);
        return metrics.map_or(Ok(()), |metrics| metrics.observe(world, readings));
    }
    Ok(())
}
