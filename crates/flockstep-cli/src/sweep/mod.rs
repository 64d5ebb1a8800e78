//! `flockstep sweep`: a scenario with every combination of some values, one run per core, one table.
//!
//! `arguments` is what was typed, `plan` what it means once checked and how a run is made, `journal` what survives a kill.

mod arguments;
mod chart;
mod column;
mod journal;
mod plan;
mod workers;

pub use arguments::SweepArguments;

use crate::failure::Failure;
use crate::files::{self, Named, check_replaced};
use crate::output::say;
use crate::plot::Form;
use crate::run::{Progress, Signals};
use crate::scene;
use flockstep_record::file::Lock;
use flockstep_record::{Format, Table};
use journal::Journal;
use plan::{Outcome, Plan};
use std::cell::Cell;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;
use workers::in_parallel;

/// What is said when a sweep does not come to its end.
const GO_ON: &str = "to go on: the same command again; runs that are done are not made anew";

/// What a sweep came to.
pub struct Made {
    /// The table; none if it was stopped on the way.
    pub table: Option<Table>,
    /// How many runs it has.
    pub runs: usize,
    /// How many of them are done.
    pub finished: usize,
    /// How many of those had been made before.
    pub before: usize,
    /// How many were made at the same time.
    pub workers: usize,
}

/// Runs a sweep.
pub fn sweep(arguments: &SweepArguments) -> Result<(), Failure> {
    let signals = Signals::listen(|| Some(GO_ON.into()))?;
    let began = Instant::now();
    let mut progress = None;
    let made = make(arguments, &mut |finished, runs| {
        let bar = || Progress::new("run", finished as u64, runs as u64, !arguments.quiet);
        progress.get_or_insert_with(bar).at(finished as u64);
        signals.asked().is_some()
    });
    drop(progress);
    let Made { table, runs, finished, before, workers } = made.map_err(|failure| failure.and(GO_ON))?;
    if let (None, Some(signal)) = (table, signals.asked()) {
        return Err(Failure::Interrupted { signal, reached: format!("{finished} of {runs} runs are done\n{GO_ON}") });
    }
    if arguments.quiet {
        return Ok(());
    }
    let resumed = if before > 0 { format!(" ({before} of them from before)") } else { String::new() };
    let seconds = began.elapsed().as_secs_f64();
    say(&format!("{}: {runs} runs{resumed}, {seconds:.2} s, {workers} at a time", arguments.out.display()))
}

/// Makes the runs of a sweep that are not done yet, and writes its table and picture. Meanwhile `watch` is told about
/// twenty times a second how many of how many runs are done, on this thread; when it returns true the sweep is stopped.
pub fn make(arguments: &SweepArguments, watch: &mut dyn FnMut(usize, usize) -> bool) -> Result<Made, Failure> {
    let format = format_of(&arguments.out)?;
    let form = arguments.plot.as_ref().map(|path| Form::of("--plot", path)).transpose()?;
    check_outputs(arguments)?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let workers = if arguments.workers == 0 { cores } else { usize::from(arguments.workers) };
    let plan = Plan::resolve(arguments, workers)?;
    let lock = files::lock(&arguments.out)?;
    let plot_lock = arguments.plot.as_ref().map(|path| files::lock(path)).transpose()?;
    std::iter::once(&lock).chain(&plot_lock).try_for_each(|lock| files::begin(lock).map(drop))?;
    let (mut journal, kept) = Journal::open(&arguments.out, &plan.identity(), plan.metrics(), arguments.force)?;

    let mut outcomes: Vec<Option<Outcome>> = vec![None; plan.runs];
    for (run, outcome) in kept {
        if let Some(place) = outcomes.get_mut(run) {
            *place = Some(outcome);
        }
    }
    let before = outcomes.iter().flatten().count();
    let missing: Vec<usize> = (0..plan.runs).filter(|run| outcomes[*run].is_none()).collect();
    let (finished, stop) = (Cell::new(before), Arc::new(AtomicBool::new(false)));
    in_parallel(
        missing,
        workers,
        || {
            let stopped = watch(finished.get(), plan.runs);
            stop.fetch_or(stopped, Ordering::Relaxed) || stopped
        },
        |run| plan.run(run, &stop),
        |run, outcome| {
            if let Some(outcome) = outcome? {
                journal.add(run, &outcome)?;
                outcomes[run] = Some(outcome);
                finished.set(finished.get() + 1);
            }
            Ok(())
        },
    )?;
    let mut made = Made { table: None, runs: plan.runs, finished: finished.get(), before, workers };
    if made.finished < plan.runs {
        return Ok(made);
    }
    let table = plan.table(&outcomes.into_iter().flatten().collect::<Vec<_>>())?;
    write(&table, &lock, format)?;
    if let Some((form, lock)) = form.zip(plot_lock.as_ref()) {
        let (varied, measured) = plan.columns();
        form.write(&chart::chart(&arguments.scenario, &table, &varied, &measured), lock)?;
    }
    journal.remove();
    made.table = Some(table);
    Ok(made)
}

/// Refuses files that cannot be written, or are named twice, before anything runs.
fn check_outputs(arguments: &SweepArguments) -> Result<(), Failure> {
    let mut outputs = std::iter::once(&arguments.out).chain(&arguments.plot);
    // A sweep that was killed while it wrote them left its journal, and what is there is its own. Else they are refused soon.
    let begun = Journal::is_beside(&arguments.out) && arguments.out.exists();
    let mut named = Named::default();
    if scene::is_own(&arguments.scenario) {
        named.note("the scenario", Path::new(&arguments.scenario));
    }
    named.write("--out", &arguments.out)?;
    arguments.plot.as_ref().map_or(Ok(()), |path| named.write("--plot", path))?;
    outputs.try_for_each(|path| check_replaced(path, arguments.force || begun))
}

fn format_of(path: &Path) -> Result<Format, Failure> {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_string());
    match ending.as_deref().and_then(Format::of) {
        Some(format @ (Format::Csv | Format::Parquet)) => Ok(format),
        _ => {
            let allowed = "allowed is a name ending in .csv or .parquet";
            Err(Failure::Input(format!("--out {}: {allowed}", path.display())))
        }
    }
}

fn write(table: &Table, to: &Lock, format: Format) -> Result<(), Failure> {
    let bytes = if format == Format::Parquet { table.parquet()? } else { table.csv() };
    files::replace(to, &bytes)
}
