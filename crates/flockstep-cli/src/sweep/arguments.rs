//! What may be typed after `flockstep sweep`.

use crate::scene::ReachArguments;
use clap::Args;
use flockstep_scenario::{Override, Vary};
use std::path::PathBuf;

/// Run a scenario with every combination of some values, and put what comes out into one table.
///
/// Each run has a core of its own. The table does not depend on how many there are. A sweep that is stopped, however, goes
/// on where it was when the same command is given again.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  flockstep sweep align --vary groups.vehicle.behaviors.alignment.weight=0..5/11 --vary seed=1..20 \\
      --metric polarization --steps 500 --warmup 300 --out order.csv --plot order.svg
  flockstep sweep school --vary groups.bluegill.blend=sum,priority --metric milling,bluegill.spread --out table.parquet

Values: A..B/N is N numbers evenly from A to B, A..B the whole numbers from A to B, and A,B,C is what it
says: numbers, words or other TOML values. The first --vary changes slowest.
Columns: one for each --vary, then for each metric its mean over the steps after the warmup and its last
value (NAME_last), then the number of agents and the hash at the end. GROUP.NAME is the metric of a group.
While it runs, finished rows are kept in a file beside the table (.journal).")]
pub struct SweepArguments {
    /// A scenario file or the name of a gallery scene.
    pub scenario: String,

    /// A value to vary, as in seed=1..20 or groups.fish.body.max_speed=2..8/4. May be given several times.
    #[arg(long, value_name = "PATH=VALUES", required = true)]
    pub vary: Vec<Vary>,

    /// What to measure: the names of metrics, of all agents or of a group's (GROUP.NAME).
    #[arg(long, value_name = "A,B,C", value_delimiter = ',', required = true)]
    pub metric: Vec<String>,

    /// A value in place of the scenario's in every run. May be given several times.
    #[arg(long, value_name = "PATH=VALUE")]
    pub set: Vec<Override>,

    /// What the files that the scenario names are allowed.
    #[command(flatten)]
    pub reach: ReachArguments,

    /// Run each combination up to this step.
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u64).range(1..))]
    pub steps: u64,

    /// Leave this many steps out of the means.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub warmup: u64,

    /// Measure at steps that are multiples of this.
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub every: u64,

    /// Write the table to this .csv or .parquet file.
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,

    /// Draw the table into this .svg or .png file: lines over one varied number, a map of colors over two.
    #[arg(long, value_name = "FILE")]
    pub plot: Option<PathBuf>,

    /// Runs at the same time; 0 is one per core. The table does not depend on it.
    #[arg(long, value_name = "W", default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=1024))]
    pub workers: u16,

    /// Overwrite a table or a picture that exists, and what is left of another sweep.
    #[arg(long)]
    pub force: bool,

    /// No summary, no progress.
    #[arg(long, short)]
    pub quiet: bool,
}
