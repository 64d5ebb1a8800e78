//! A sweep that has been checked: which runs, how far, and what is measured.

use super::arguments::SweepArguments;
use super::column::column;
use super::journal::Identity;
use super::workers::in_parallel;
use crate::failure::Failure;
use crate::measure::{Measure, Meter};

use crate::scene::{self, ReachArguments};
use flockstep::World;
use flockstep_door::{bytes_of, check_room_for};
use flockstep_record::{Error, Table, Values, checksum};
use flockstep_scenario::{AnyWorld, Digest, Override, Scenario, Vary};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The most runs of a sweep.
const MOST_RUNS: u64 = 1_000_000;

/// A sweep that has been checked.
pub struct Plan {
    name: String,
    text: Vec<u8>,
    set: Vec<Override>,
    reach: ReachArguments,
    vary: Vec<Vary>,
    measures: Vec<Measure>,
    steps: u64,
    warmup: u64,
    every: u64,
    /// What the scenarios of all runs come to.
    scenarios: u64,
    /// How many combinations there are.
    pub runs: usize,
}

/// What a run came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The mean of each metric after the warmup.
    pub means: Vec<f64>,
    /// Each metric at the end.
    pub last: Vec<f64>,
    /// How many agents there were at the end.
    pub agents: u64,
    /// The hash at the end.
    pub hash: u64,
}

impl Plan {
    /// Checks the arguments, and reads the scenario with every combination: what is wrong is known before anything runs.
    pub fn resolve(arguments: &SweepArguments, workers: usize) -> Result<Plan, Failure> {
        let vary = arguments.vary.clone();
        check_paths(&vary, &arguments.set)?;
        let runs = count(&vary)?;
        let (steps, warmup, every) = (arguments.steps, arguments.warmup, arguments.every);
        if steps / every <= warmup / every {
            let problem = format!("no step after {warmup} is a multiple of --every {every}");
            return Err(Failure::Input(format!("--steps {steps} --warmup {warmup}: nothing is measured, {problem}")));
        }
        let name = arguments.scenario.clone();
        let text = scene::bytes(&name)?.into_owned();
        let (set, reach) = (arguments.set.clone(), arguments.reach);
        let measures = Vec::new();
        let mut plan = Plan { name, text, set, reach, vary, measures, steps, warmup, every, scenarios: 0, runs };
        let first = plan.scenario(0)?;
        let dimensions = first.dimensions;
        let groups: Vec<_> = first.groups.into_iter().map(|group| group.group).collect();
        let measure = |name: &String| Measure::find("--metric", name, &groups, dimensions);
        plan.measures = arguments.metric.iter().map(measure).collect::<Result<_, _>>()?;
        let twice = |(at, measure): &(usize, &Measure)| plan.measures[..*at].contains(measure);
        if let Some((_, measure)) = plan.measures.iter().enumerate().find(twice) {
            return Err(Failure::Input(format!("--metric {}: it stands there twice", measure.column)));
        }
        let (mut digests, mut largest) = (vec![0; runs], 0);
        let look = |run: usize| plan.scenario(run).map(|world| (Digest::of(&world).whole(), bytes_of(&world)));
        in_parallel(
            0..runs,
            workers,
            || false,
            look,
            |run, looked| {
                let (digest, bytes) = looked?;
                (digests[run], largest) = (digest, bytes.max(largest));
                Ok(())
            },
        )?;
        check_room_for(workers.min(runs), largest)
            .map_err(|too_large| Failure::Input(format!("--workers: {too_large}")))?;
        let bytes: Vec<u8> = digests.into_iter().flat_map(u64::to_le_bytes).collect();
        plan.scenarios = checksum(&bytes);
        Ok(plan)
    }

    /// Everything that the rows depend on.
    pub fn identity(&self) -> Identity {
        let number = |words: String| checksum(words.as_bytes());
        Identity(vec![
            ("version", number(env!("CARGO_PKG_VERSION").into())),
            ("--vary", number(format!("{:?}", self.vary))),
            ("--metric", number(format!("{:?}", self.measures))),
            ("--steps", self.steps),
            ("--warmup", self.warmup),
            ("--every", self.every),
            ("scenario", self.scenarios),
        ])
    }

    /// The place of each varied value in a run: the last one changes fastest.
    fn places(&self, run: usize) -> Vec<usize> {
        let mut rest = run;
        let mut places: Vec<usize> = self
            .vary
            .iter()
            .rev()
            .map(|vary| {
                let place = rest % vary.values.len();
                rest /= vary.values.len();
                place
            })
            .collect();
        places.reverse();
        places
    }

    fn scenario(&self, run: usize) -> Result<Scenario, Failure> {
        let values = self.vary.iter().zip(self.places(run));
        let varied = values.map(|(vary, at)| Override { path: vary.path.clone(), value: vary.values[at].clone() });
        let overrides: Vec<Override> = self.set.iter().cloned().chain(varied).collect();
        scene::parse(&self.text, &self.name, &overrides, self.reach)
    }

    /// Makes a run; nothing if it was stopped on the way.
    pub fn run(&self, run: usize, stop: &Arc<AtomicBool>) -> Result<Option<Outcome>, Failure> {
        let world = self.scenario(run)?.build();
        let world = world.map_err(|error| Failure::Input(format!("{} in run {}: {error}", self.name, run + 1)))?;
        Ok(match world {
            AnyWorld::Plane(world) => self.drive(world, stop),
            AnyWorld::Space(world) => self.drive(world, stop),
        })
    }

    fn drive<const D: usize>(&self, mut world: World<D>, stop: &Arc<AtomicBool>) -> Option<Outcome> {
        let mut meter = Meter::new(&self.measures, &world);
        while world.steps() < self.steps {
            world.try_step(stop).ok()?;
            meter.follow(&world);
            let step = world.steps();
            let counts = step > self.warmup && step.is_multiple_of(self.every);
            if counts || step == self.steps {
                meter.measure(&world, counts);
            }
        }
        let (means, last) = (meter.means(), meter.last);
        Some(Outcome { means, last, agents: world.len() as u64, hash: world.hash() })
    }

    /// How many numbers of an outcome are metrics.
    pub fn metrics(&self) -> usize {
        self.measures.len()
    }

    /// The names of the columns that are varied, and of those that are measured.
    pub fn columns(&self) -> (Vec<&str>, Vec<&str>) {
        let varied = self.vary.iter().map(|vary| vary.path.as_str()).collect();
        (varied, self.measures.iter().map(|measure| measure.column.as_str()).collect())
    }

    /// The table of all runs.
    pub fn table(&self, outcomes: &[Outcome]) -> Result<Table, Error> {
        let mut table = Table::default();
        for (nth, vary) in self.vary.iter().enumerate() {
            table.push(&vary.path, column(vary, (0..outcomes.len()).map(|run| self.places(run)[nth])))?;
        }
        for (nth, measure) in self.measures.iter().enumerate() {
            let column =
                |of: fn(&Outcome) -> &Vec<f64>| Values::Numbers(outcomes.iter().map(|one| of(one)[nth]).collect());
            table.push(&measure.column, column(|outcome| &outcome.means))?;
            table.push(format!("{}_last", measure.column), column(|outcome| &outcome.last))?;
        }
        table.push("agents", Values::Whole(outcomes.iter().map(|outcome| outcome.agents as i64).collect()))?;
        table.push("hash", Values::Texts(outcomes.iter().map(|outcome| format!("{:016x}", outcome.hash)).collect()))?;
        Ok(table)
    }
}

fn check_paths(vary: &[Vary], set: &[Override]) -> Result<(), Failure> {
    for (at, one) in vary.iter().enumerate() {
        let twice = vary[..at].iter().any(|other| other.path == one.path);
        let problem = if twice {
            "it is varied twice"
        } else if set.iter().any(|other| other.path == one.path) {
            "it is set by --set too"
        } else {
            continue;
        };
        return Err(Failure::Input(format!("--vary {}: {problem}", one.path)));
    }
    Ok(())
}

fn count(vary: &[Vary]) -> Result<usize, Failure> {
    let runs = vary.iter().fold(1u128, |runs, vary| runs.saturating_mul(vary.values.len() as u128));
    if runs > u128::from(MOST_RUNS) {
        return Err(Failure::Input(format!("--vary: these are {runs} combinations, allowed are at most {MOST_RUNS}")));
    }
    Ok(runs as usize)
}
