//! What may be typed after `flockstep bench`.

use crate::metrics::metric;
use clap::{Args, ValueEnum};
use flockstep::observe::Metric;
use flockstep_record::Format;

/// Measure the speed of the engine on this machine.
///
/// Agents with a sight of radius 1 and angle 270 separate, align and cohere on a torus (a world that wraps around), as
/// dense as the wanted number of neighbours says. Two steps to warm up are not counted.
#[derive(Args, Clone, Debug)]
#[command(after_help = "Examples:
  flockstep bench
  flockstep bench --dimensions 3 --agents 1000000 --neighbors 20 --steps 20
  flockstep bench --layout clumped --threads 1
  flockstep bench --json
  flockstep bench --metric
  flockstep bench --metric flocks,overlaps
  flockstep bench --agents 100000 --record parquet

The object of --json has the keys dimensions, agents, neighbors, threads, steps, step_ms,
agent_steps_per_s, neighbors_per_s, bytes_per_agent, stages (milliseconds of each stage) and hash.
neighbors_per_s counts the mates that agents really see, taken from a sample of up to 1000 of them before
the first and after the last step that is timed. With --metric there is metrics_ms too: the
milliseconds a step that measuring takes, beside step_ms; with --bodies there is bodies_ms.
format, step_ms, recorded_step_ms and bytes_per_row.")]
pub struct BenchArguments {
    /// 2 or 3.
    #[arg(long, value_name = "D", default_value_t = 2, value_parser = clap::value_parser!(u8).range(2..=3))]
    pub dimensions: u8,

    /// How many agents.
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = agents)]
    pub agents: usize,

    /// How many mates lie within the sight radius on average.
    #[arg(long, value_name = "K", default_value_t = 20.0, value_parser = neighbors, allow_negative_numbers = true)]
    pub neighbors: f64,

    /// How many steps to time.
    #[arg(long, value_name = "S", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    pub steps: u32,

    /// Where the agents are at the start.
    #[arg(long, value_enum, default_value_t = Layout::Uniform)]
    pub layout: Layout,

    /// Threads to use; 0 is one per core.
    #[arg(long, value_name = "T", default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=1024))]
    pub threads: u16,

    /// The seed of the start.
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,

    /// Mind only this many of the nearest mates; 0 is all of them.
    #[arg(long, value_name = "K", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=65535))]
    pub nearest: u32,

    /// Decide anew only every K steps, and hold the steering in between.
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100))]
    pub refresh: u32,

    /// Which behaviors the agents have.
    #[arg(long, value_enum, default_value_t = Rules::Three)]
    pub rules: Rules,

    /// With --rules hunted: one agent in so many is a hunter.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    pub hunter_in: u32,

    /// Split the agents over this many groups, each with a slightly shorter sight than the last and minding all.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub groups: u16,

    /// Measure these metrics after every step and say what that takes; without names, those of run --metrics.
    #[arg(long, value_name = "A,B,C", value_delimiter = ',', num_args = 0.., value_parser = metric)]
    pub metric: Option<Vec<Metric>>,

    /// Feed every body and read its steering back after every step, as for a physics engine, and say what that takes.
    #[arg(long)]
    pub bodies: bool,

    /// Print one JSON object instead of a text.
    #[arg(long)]
    pub json: bool,

    /// Measure instead what recording every step adds, in this format: csv, parquet or npy.
    #[arg(long, value_name = "FORMAT", value_parser = format)]
    pub record: Option<Format>,
}

fn format(name: &str) -> Result<Format, String> {
    Format::of(name).ok_or_else(|| format!("allowed is one of {}", Format::ALL.map(Format::name).join(", ")))
}

/// Where the agents are at the start.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// All over a torus.
    Uniform,
    /// On a torus, 90 % of the agents in 1 % of the volume.
    Clumped,
    /// All over an open world a million sight radii wide; --neighbors does not count.
    Sparse,
}

/// Which behaviors the agents have.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rules {
    /// Separation, alignment and cohesion.
    Three,
    /// These and wander, stay_inside, avoid, avoid_obstacles and evade as they come: of other groups, and there are none.
    Calm,
    /// The same, but everyone avoids and evades whoever is too near.
    Many,
    /// The same, but what they avoid and evade within their sight are hunters, as many as --hunter-in says.
    Hunted,
}

fn agents(text: &str) -> Result<usize, String> {
    let most = flockstep::MOST_AGENTS;
    let count = text.parse::<usize>().ok().filter(|count| (1..=most).contains(count));
    count.ok_or_else(|| format!("allowed is a whole number from 1 to {most}"))
}

fn neighbors(text: &str) -> Result<f64, String> {
    let count = text.parse::<f64>().ok().filter(|count| count.is_finite() && *count >= 0.001);
    count.ok_or_else(|| "allowed is a number from 0.001 up".into())
}
