//! `flockstep bench`: how fast is the engine here?
//!
//! The world is made with the engine alone, without a scenario: [`setting`]. [`neighbors`] counts what agents see,
//! [`report`] says it. [`record`] measures what recording adds.

mod arguments;
mod neighbors;
mod record;
mod report;
mod setting;

pub use arguments::BenchArguments;

use crate::failure::Failure;
use crate::output::say;
use flockstep::observe::{CaptureCount, Metric, Observer};
use flockstep::{Agent, AgentId, World};
use report::Report;
use std::time::{Duration, Instant};

/// Steps before the clock starts: buffers grow, caches fill.
const WARM_UP: u32 = 2;

/// Runs the benchmark.
pub fn bench(arguments: &BenchArguments) -> Result<(), Failure> {
    if let Some(format) = arguments.record {
        return record::bench(arguments, format);
    }
    let report = match arguments.dimensions {
        2 => measure::<2>(arguments)?,
        _ => measure::<3>(arguments)?,
    };
    say(&if arguments.json { report.json(arguments) } else { report.text(arguments) })
}

fn measure<const D: usize>(arguments: &BenchArguments) -> Result<Report, Failure> {
    let mut world = setting::world::<D>(arguments)?;
    for _ in 0..WARM_UP {
        world.step();
    }
    let seen_before = neighbors::mean_seen(&world);
    let mut stages = world.profile().stages().map(|(stage, _)| (stage, Duration::ZERO));
    let (mut all, mut measuring) = (Duration::ZERO, Duration::ZERO);
    let mut observer = arguments.metric.as_ref().map(|chosen| {
        let chosen = if chosen.is_empty() { Metric::usual() } else { chosen.clone() };
        Observer::<D>::new(&chosen, None)
    });
    let captures = CaptureCount::new(&world);
    let mut bodies = arguments.bodies.then(Bodies::<D>::default);
    let mut exchanging = Duration::ZERO;
    for _ in 0..arguments.steps {
        let began = Instant::now();
        world.step();
        all += began.elapsed();
        if let Some(observer) = &mut observer {
            let began = Instant::now();
            observer.observe(&world, &captures);
            measuring += began.elapsed();
        }
        if let Some(bodies) = &mut bodies {
            exchanging += bodies.exchange(&mut world)?;
        }
        stages.iter_mut().zip(world.profile().stages()).for_each(|(sum, stage)| sum.1 += stage.1);
    }
    let per_step = |time: Duration| time.as_secs_f64() * 1e3 / f64::from(arguments.steps);
    Ok(Report {
        threads: world.threads(),
        step_ms: per_step(all),
        bodies_ms: bodies.is_some().then(|| per_step(exchanging)),
        metrics_ms: observer.is_some().then(|| per_step(measuring)),
        stages: stages.iter().map(|(stage, time)| (*stage, per_step(*time))).collect(),
        seen: 0.5 * (seen_before + neighbors::mean_seen(&world)),
        bytes_per_agent: world.bytes() as f64 / arguments.agents as f64,
        hash: world.hash(),
    })
}

/// What a physics engine would keep of its bodies, in its own order.
#[derive(Default)]
struct Bodies<const D: usize> {
    ids: Vec<AgentId>,
    positions: Vec<[f32; D]>,
    velocities: Vec<[f32; D]>,
    steering: Vec<[f32; D]>,
}

impl<const D: usize> Bodies<D> {
    /// Feeds all bodies as they are and reads their steering back; returns how long that took.
    fn exchange(&mut self, world: &mut World<D>) -> Result<Duration, Failure> {
        let agents: Vec<Agent<D>> = world.agents_by_id().collect();
        self.ids = agents.iter().map(|agent| agent.id).collect();
        self.positions = agents.iter().map(|agent| agent.position).collect();
        self.velocities = agents.iter().map(|agent| agent.velocity).collect();
        self.steering.resize(agents.len(), [0.0; D]);
        let began = Instant::now();
        let fed = world.feed_bodies(&self.ids, &self.positions, &self.velocities);
        let read = fed.and_then(|()| world.read_steering(&self.ids, &mut self.steering));
        let took = began.elapsed();
        read.map_err(|error| Failure::Input(error.to_string()))?;
        Ok(took)
    }
}
