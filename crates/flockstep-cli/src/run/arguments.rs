//! What may be typed after `flockstep run`.

use crate::metrics::metric;
use crate::record::RecordArguments;
use crate::scene::ReachArguments;
use clap::Args;
use flockstep::observe::Metric;
use flockstep_scenario::Override;
use std::path::PathBuf;

/// Steps between two worlds of a recording, unless told otherwise: seeking makes half as many on the average.
const SNAPSHOTS: u64 = 200;

/// Run a scenario without a window.
///
/// The last line on stdout is `hash 0123456789abcdef steps N agents M`: the same scenario, seed and step count give the
/// same hash on any machine and any number of threads. The summary before it is for people and may change.
#[derive(Args, Clone, Debug)]
#[command(after_help = "Examples:
  flockstep run school
  flockstep run mine.toml --steps 1000 --out fish.csv --metrics order.csv --every 10
  flockstep run school --set groups.bluegill.body.max_speed=9 --seed 3
  flockstep run school --metrics flocks.csv --metric flocks,flock_largest --flock-distance 4
  flockstep run school --out - | head
  flockstep run school --out fish.parquet --columns step,id,x,y,z --groups bluegill
  flockstep run school --out fish.flock && flockstep replay fish.flock
  flockstep run mine.toml --steps 1000000 --checkpoint world.bin --checkpoint-every 1000
  flockstep run mine.toml --steps 1000000 --resume world.bin

Trajectory columns: step,time,id,group,x,y[,z],vx,vy[,vz],sx,sy[,sz], rows by step, then id. s is
the blended steering of that step. Step 0 is the start and has none, and neither has the first step
of a resumed run: a checkpoint does not keep it. docs/recording.md says what the formats hold.
Metrics columns: step,time,group,agents, then polarization,milling,spread,nearest_mean,speed,captures
or those of --metric; one row per group and one for all. Also to be had: center_x, center_y,
center_z, elongation, speed_deviation, fluctuation, nearest_min, nearest_q05, nearest_median,
nearest_q95, nearest_max, flocks, flock_largest, flock_mean, overlaps, collisions,
correlation_length, arrived, arrival_time. What cannot be told, as the nearest of one, is NaN.

Ctrl-C once finishes the step, writes whole rows, the checkpoint, the summary and the hash line, and
ends with code 130 (143 if asked to terminate); a second one ends at once. A reader that closes the
pipe, as head does, ends the run quietly with code 0.")]
pub struct RunArguments {
    /// A scenario file or the name of a gallery scene. May be left out with --resume.
    #[arg(required_unless_present = "resume")]
    pub scenario: Option<String>,

    /// Run up to this step, counted from the start of the world [default: 300].
    #[arg(long, value_name = "N", conflicts_with = "seconds")]
    pub steps: Option<u64>,

    /// Run up to this many seconds of the world's time, rounded to whole steps.
    #[arg(long, value_name = "S", value_parser = seconds, allow_negative_numbers = true)]
    pub seconds: Option<f64>,

    /// Threads to use; 0 is one per core. The motion does not depend on it.
    #[arg(long, value_name = "T", default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=1024))]
    pub threads: u16,

    /// The seed, in place of the scenario's.
    #[arg(long, value_name = "S")]
    pub seed: Option<u64>,

    /// A value in place of the scenario's, as in groups.bluegill.body.max_speed=9. May be given several times.
    #[arg(long, value_name = "PATH=VALUE")]
    pub set: Vec<Override>,

    #[command(flatten)]
    pub reach: ReachArguments,

    #[command(flatten)]
    pub record: RecordArguments,

    /// In a recording, keep the whole world at steps that are multiples of this, to seek from.
    #[arg(long, value_name = "K", default_value_t = SNAPSHOTS, value_parser = clap::value_parser!(u64).range(1..))]
    pub snapshot_every: u64,

    /// Write the metrics to this .csv file.
    #[arg(long, value_name = "FILE")]
    pub metrics: Option<PathBuf>,

    /// What to measure, for --metrics and the summary, as in polarization,flocks; docs/metrics.md says what each is.
    #[arg(long, value_name = "A,B,C", value_delimiter = ',', value_parser = metric)]
    pub metric: Option<Vec<Metric>>,

    /// Agents no farther apart than this are of one flock [default: the sight radius of their group].
    #[arg(long, value_name = "D", value_parser = distance, allow_negative_numbers = true)]
    pub flock_distance: Option<f64>,

    /// Write rows, metrics and the hashes of a recording at steps that are multiples of this.
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub every: u64,

    /// Keep a checkpoint in this file, to resume from: at the end, or as --checkpoint-every says, and when interrupted.
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,

    /// Write the checkpoint at steps that are multiples of this.
    #[arg(long, value_name = "K", requires = "checkpoint", value_parser = clap::value_parser!(u64).range(1..))]
    pub checkpoint_every: Option<u64>,

    /// Go on from this checkpoint, and in the files of --out and --metrics if they exist: what they say of later steps is
    /// cut off. With a scenario too, it must be the one that the checkpoint was made with.
    #[arg(long, value_name = "FILE")]
    pub resume: Option<PathBuf>,

    /// Overwrite output files that exist.
    #[arg(long)]
    pub force: bool,

    /// Print the hash line alone: no summary, no progress.
    #[arg(long, short)]
    pub quiet: bool,
}

impl RunArguments {
    /// A plain run of a scene.
    pub fn of_scene(name: &str) -> RunArguments {
        RunArguments {
            scenario: Some(name.into()),
            steps: None,
            seconds: None,
            threads: 0,
            seed: None,
            set: Vec::new(),
            reach: ReachArguments::default(),
            record: RecordArguments::default(),
            snapshot_every: SNAPSHOTS,
            metrics: None,
            metric: None,
            flock_distance: None,
            every: 1,
            checkpoint: None,
            checkpoint_every: None,
            resume: None,
            force: false,
            quiet: false,
        }
    }
}

/// A number of seconds, not negative.
pub fn seconds(text: &str) -> Result<f64, String> {
    let allowed = "allowed is a number of seconds, not negative";
    match text.parse::<f64>() {
        Ok(seconds) if seconds.is_finite() && seconds >= 0.0 => Ok(seconds),
        _ => Err(allowed.into()),
    }
}

fn distance(text: &str) -> Result<f64, String> {
    let distance = text.parse::<f64>().ok().filter(|distance| distance.is_finite() && *distance > 0.0);
    distance.ok_or_else(|| "allowed is a length greater than 0".into())
}
