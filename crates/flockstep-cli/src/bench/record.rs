//! `flockstep bench --record`: what recording every step adds to the time of a run.

use super::arguments::BenchArguments;
use super::{WARM_UP, setting};
use crate::failure::Failure;
use crate::files;
use crate::output::say;
use crate::run::threads;
use flockstep::World;
use flockstep_record::{Format, Out, Selection, Trajectory};
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// The steps are made in this many turns with recording and as many without: whatever else the machine does meets both.
const TURNS: u32 = 6;

/// Measures and says it.
pub fn bench(arguments: &BenchArguments, format: Format) -> Result<(), Failure> {
    match arguments.dimensions {
        2 => measure::<2>(arguments, format),
        _ => measure::<3>(arguments, format),
    }
}

fn measure<const D: usize>(arguments: &BenchArguments, format: Format) -> Result<(), Failure> {
    let mut world = setting::world::<D>(arguments)?;
    for _ in 0..WARM_UP {
        world.step();
    }
    let folder = scratch()?;
    let file = folder.path().join(format!("rows.{}", format.name()));
    let steps = arguments.steps.div_ceil(TURNS);
    let (mut plain, mut recorded, mut bytes) = (Duration::ZERO, Duration::ZERO, 0);
    for _ in 0..TURNS {
        let began = Instant::now();
        (0..steps).for_each(|_| world.step());
        plain += began.elapsed();
        let began = Instant::now();
        record(&mut world, &file, format, steps)?;
        recorded += began.elapsed();
        bytes += fs::metadata(&file).map_or(0, |about| about.len());
        // The next turn is not to pay for throwing this one's file away.
        let _ = fs::remove_file(&file);
    }
    let rows = (world.len() as u64 * u64::from(steps * TURNS)).max(1);
    let per_step = |time: Duration| time.as_secs_f64() * 1e3 / f64::from(steps * TURNS);
    let (plain_ms, recorded_ms) = (per_step(plain), per_step(recorded));
    let cost = 100.0 * (1.0 - plain_ms / recorded_ms);
    let (agents, name, per_row) = (arguments.agents, format.name(), bytes as f64 / rows as f64);
    if arguments.json {
        return say(&format!(
            "{{\"dimensions\":{D},\"agents\":{agents},\"threads\":{},\"steps\":{},\"format\":\"{name}\",\
             \"step_ms\":{plain_ms:.6},\"recorded_step_ms\":{recorded_ms:.6},\"bytes_per_row\":{per_row:.3}}}",
            world.threads(),
            steps * TURNS
        ));
    }
    say(&format!(
        "{agents} agents in {D}D, {}, {} steps each way\n{plain_ms:.3} ms per step, {recorded_ms:.3} ms with every step \
         recorded as {name}: {cost:.1} % of the run's time\n{per_row:.1} bytes per row",
        threads(world.threads()),
        steps * TURNS
    ))
}

/// Makes steps and records each of them; what is still to be written at the end counts too.
fn record<const D: usize>(world: &mut World<D>, path: &Path, format: Format, steps: u32) -> Result<(), Failure> {
    let file = files::create(path, false)?;
    let selection = Selection::new(world.groups(), D, None, None)?;
    let mut trajectory = Trajectory::begin(Out::file(path, file), format, selection, world.len())?;
    for _ in 0..steps {
        world.step();
        trajectory.observe(world)?;
    }
    trajectory.finish().map_err(Failure::from)
}

/// A folder of its own, under a random name, that is gone in the end.
fn scratch() -> Result<TempDir, Failure> {
    let made = tempfile::Builder::new().prefix("flockstep-bench-").tempdir();
    made.map_err(|error| Failure::io("make a folder for the rows", &error))
}
