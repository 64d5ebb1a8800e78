//! `flockstep replay`: a recording, played again and checked.

use crate::failure::Failure;
use crate::files::{self, Named, check_written};
use crate::output::{Stream, note};
use crate::record::{Destination, RecordArguments, Recorded, Recorder, selection};
use crate::run::{Progress, Signals, hash_line};
use clap::Args;
use flockstep_record::{Error, Recording, Replay, Rhythm, Selection};
use flockstep_scenario::AnyWorld;
use std::path::{Path, PathBuf};

/// Play a recording again and check that it goes the same way.
///
/// Every byte of the recording is compared with its checksum, and every hash that was recorded with the motion. The
/// last line on stdout is that of the run: `hash 0123456789abcdef steps N agents M`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  flockstep run school --steps 1000 --out fish.flock
  flockstep replay fish.flock                       is it the same here? Exit code 1 if not
  flockstep replay fish.flock --at 700 --fast       the world at a step, soon
  flockstep replay fish.flock --from 500 --to 600 --out some.csv
  flockstep replay fish.flock --every 10 --out fish.parquet")]
pub struct ReplayArguments {
    /// A recording: a .flock file of flockstep run --out.
    pub file: PathBuf,

    /// Begin at this step [default: the first that the recording holds].
    #[arg(long, value_name = "STEP")]
    pub from: Option<u64>,

    /// End at this step [default: the last that the recording holds].
    #[arg(long, value_name = "STEP")]
    pub to: Option<u64>,

    /// Go to this step and no further.
    #[arg(long, value_name = "STEP", conflicts_with_all = ["from", "to"])]
    pub at: Option<u64>,

    /// Do not check the parts that this replay does not need: other worlds, steps that are not asked for. Without this,
    /// every byte of the recording is compared with its checksum first.
    #[arg(long)]
    pub fast: bool,

    /// Threads to use; 0 is one per core.
    #[arg(long, value_name = "T", default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=1024))]
    pub threads: u16,

    #[command(flatten)]
    pub record: RecordArguments,

    /// Write rows at steps that are multiples of this.
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub every: u64,

    /// Overwrite a file that exists.
    #[arg(long)]
    pub force: bool,

    /// Print the hash line alone: no summary, no progress.
    #[arg(long, short)]
    pub quiet: bool,
}

/// Replays a recording.
pub fn replay(arguments: &ReplayArguments) -> Result<(), Failure> {
    let out = Destination::resolve(&arguments.record)?;
    if out.as_ref().is_some_and(Destination::is_recording) {
        return Err(Failure::Input("--out: a replay is written as rows; the recording is there already".into()));
    }
    if let Some(path) = out.as_ref().and_then(Destination::path) {
        let mut named = Named::default();
        named.note("the recording", &arguments.file);
        named.write("--out", path)?;
        check_written(path, arguments.force)?;
    }
    let locked = out.as_ref().and_then(Destination::path).filter(|path| !path.exists() || files::is_file(path));
    let _lock = locked.map(files::lock).transpose()?;
    let recording = Recording::open(&arguments.file).map_err(|error| bad_file(&arguments.file, error))?;
    let (from, to) = range(arguments, &recording)?;
    if arguments.fast {
        note("note: --fast: parts of the recording that this replay does not need are not checked");
    } else {
        recording.verify().map_err(|error| bad_file(&arguments.file, error))?;
    }
    if let Some(bytes) = recording.lost() {
        let until = recording.last_step();
        note(&format!(
            "note: {} was cut short ({bytes} bytes left over); it reaches step {until}",
            arguments.file.display()
        ));
    }
    // The way to the first step may be long; until then nothing is written, and a signal ends it at once.
    let mut replay = recording.replay(from, usize::from(arguments.threads))?;
    let signals = Signals::listen(|| None)?;
    let groups = selection(&arguments.record, replay.world().groups(), replay.world().dimensions())?;
    let mut writer = begin(arguments, out.as_ref(), &groups, replay.world())?;
    let stream = if out.as_ref().is_some_and(Destination::is_stdout) { Stream::Stderr } else { Stream::Stdout };
    let progress = Progress::new("step", from, to, !arguments.quiet && stream == Stream::Stdout);
    let mut compared = 0;
    let stopped = loop {
        compared += check(&recording, &replay)?;
        if let Some(writer) = &mut writer {
            match replay.world() {
                AnyWorld::Plane(world) => writer.observe(world, arguments.every)?,
                AnyWorld::Space(world) => writer.observe(world, arguments.every)?,
            }
        }
        progress.at(replay.world().steps());
        if replay.world().steps() >= to {
            break None;
        }
        if !replay.try_step(signals.stop())? {
            break signals.asked();
        }
    };
    writer.as_mut().map_or(Ok(()), Recorder::finish)?;
    drop(progress);
    let last = replay.world().steps();
    if !arguments.quiet {
        stream.say(&format!("steps {from} to {last}: {compared} hashes compared, all the same"))?;
    }
    stream.say(&match replay.world() {
        AnyWorld::Plane(world) => hash_line(world),
        AnyWorld::Space(world) => hash_line(world),
    })?;
    let interrupted = |signal| Failure::Interrupted { signal, reached: format!("stopped after step {last} of {to}") };
    stopped.map_or(Ok(()), |signal| Err(interrupted(signal)))
}

/// The steps to replay.
fn range(arguments: &ReplayArguments, recording: &Recording) -> Result<(u64, u64), Failure> {
    let (first, last) = (recording.first_step(), recording.last_step());
    let from = arguments.at.or(arguments.from).unwrap_or(first);
    let to = arguments.at.or(arguments.to).unwrap_or(last);
    let options = if arguments.at.is_some() { ["--at"; 2] } else { ["--from", "--to"] };
    for (option, step) in options.into_iter().zip([from, to]) {
        if !(first..=last).contains(&step) {
            let allowed = format!("allowed is a step from {first} to {last}, which the recording holds");
            return Err(Failure::Input(format!("{option} {step}: {allowed}")));
        }
    }
    if from > to {
        return Err(Failure::Input(format!("--from {from} --to {to}: it ends before it begins")));
    }
    Ok((from, to))
}

fn begin(
    arguments: &ReplayArguments,
    to: Option<&Destination>,
    selection: &Selection,
    world: &AnyWorld,
) -> Result<Option<Recorder>, Failure> {
    let Some(to) = to else { return Ok(None) };
    let rhythm = Rhythm { hashes: arguments.every, snapshots: arguments.every };
    let what = Recorded { to, selection, rhythm, scenario: None };
    let begun = match world {
        AnyWorld::Plane(world) => Recorder::begin(&what, world, arguments.force),
        AnyWorld::Space(world) => Recorder::begin(&what, world, arguments.force),
    };
    begun.map(Some)
}

/// Compares the hash of this step, if one was recorded, and counts it.
fn check(recording: &Recording, replay: &Replay) -> Result<u64, Failure> {
    let noted = recording.hash_at(replay.world().steps()).is_some();
    replay.check().map_err(|difference| Failure::Running(difference.to_string()))?;
    Ok(u64::from(noted))
}

/// A file that cannot be read is bad input, not a failure while running.
fn bad_file(path: &Path, error: Error) -> Failure {
    match error {
        Error::Io { source, .. } => files::unreadable(path, &source),
        other => Failure::Input(other.to_string()),
    }
}
