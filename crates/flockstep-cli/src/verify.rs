//! `flockstep verify`: does this machine compute the same bits as every other one?

use crate::failure::Failure;
use crate::output::say;
use crate::scene;
use clap::Args;
use flockstep::simd;
use flockstep_scenario::gallery::{self, Scene};
use flockstep_scenario::golden::{self, Case};
use std::fmt::Write as _;

/// Check that this machine computes the same bits as every other one.
///
/// Runs the scenes of the gallery for 300 steps and compares their hashes with those that were committed with the program: with each
/// instruction set of this machine, and on several threads. Some run once more with everyone deciding only in every fourth step. It
/// takes some seconds. Exit code 0 if all are the same, 1 if not.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  flockstep verify
  flockstep verify school maze")]
pub struct VerifyArguments {
    /// Scenes of the gallery; none means all.
    #[arg(value_name = "SCENE")]
    pub scenes: Vec<String>,
}

/// One way of computing.
struct Way {
    name: String,
    level: Option<&'static str>,
    threads: usize,
}

/// Every instruction set on one thread; the best one on all cores' threads, and on the most that is promised.
fn ways() -> Vec<Way> {
    let one = |level: &'static str| Way { name: level.into(), level: Some(level), threads: 1 };
    let several = |threads: usize| Way { name: format!("{threads} threads"), level: None, threads };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let mut ways: Vec<Way> = simd::levels().into_iter().map(one).collect();
    ways.extend([cores, 32].into_iter().filter(|threads| *threads > 1).map(several));
    ways.dedup_by(|next, way| next.name == way.name);
    ways
}

/// Runs and compares, a line for every scene as soon as it is done.
pub fn verify(arguments: &VerifyArguments) -> Result<(), Failure> {
    let scenes: Vec<&Scene> = match &arguments.scenes[..] {
        [] => gallery::scenes().iter().collect(),
        names => names.iter().map(|name| scene::find(name)).collect::<Result<_, _>>()?,
    };
    let ways = ways();
    let cases: Vec<Case> = scenes.into_iter().flat_map(golden::cases).collect();
    let widest = cases.iter().map(|case| case.name().len()).max().unwrap_or(0);
    let heads: String = ways.iter().map(|way| format!("  {}", way.name)).collect();
    say(&format!("{:widest$}  {:16}{heads}", "scene", "hash"))?;
    let mut differ = 0;
    for case in &cases {
        let (line, wrong) = compare(case, &ways)?;
        differ += wrong;
        say(&format!("{:widest$}  {line}", case.name()))?;
    }
    let compared = cases.len() * ways.len();
    let steps = golden::STEPS;
    if differ == 0 {
        return say(&format!("{compared} hashes after {steps} steps: all as on every other machine"));
    }
    Err(Failure::Running(format!(
        "{differ} of {compared} hashes after {steps} steps differ: worlds do not move here as they do elsewhere\n\
         please report it, with this table and what flockstep doctor prints"
    )))
}

/// A line of the table, and how many hashes of it differ.
fn compare(case: &Case, ways: &[Way]) -> Result<(String, usize), Failure> {
    let failed = |why: String| Failure::Running(format!("{}: {why}", case.name()));
    let golden = case.hash().ok_or_else(|| failed("no hash of it was committed".into()))?;
    let (mut line, mut wrong) = (format!("{golden:016x}"), 0);
    for way in ways {
        simd::force(way.level);
        let found = case.run(way.threads);
        simd::force(None);
        let same = found.map_err(|error| failed(error.to_string()))? == golden;
        wrong += usize::from(!same);
        let width = way.name.len();
        let _ = write!(line, "  {:width$}", if same { "ok" } else { "WRONG" });
    }
    Ok((line.trim_end().to_string(), wrong))
}
