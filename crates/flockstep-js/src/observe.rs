//! Numbers that describe a flock.

use crate::core::Core;
use crate::error::{Outcome, failure};
use flockstep::observe::{CaptureCount, METRICS, Metric, Observer, Reading};
use flockstep::{Error, World};
use flockstep_scenario::{AnyWorld, either, nearest_name};
use wasm_bindgen::prelude::*;

/// What is remembered of a world to measure it.
pub struct Observing {
    captures: CaptureCount,
    /// Groups or agents have come since the captures were counted last.
    pub outdated: bool,
    /// Contacts and arrivals, in words of the engine's.
    memory: Vec<u64>,
}

impl Observing {
    pub fn of(world: &AnyWorld) -> Observing {
        let captures = either!(world, world => CaptureCount::new(world));
        Observing { captures, outdated: false, memory: Vec::new() }
    }

    /// Gets to know who has come. Groups are never removed.
    pub fn update(&mut self, world: &AnyWorld) {
        if self.outdated {
            let mut eaten = self.captures.memory().to_vec();
            eaten.resize(world.groups().len(), 0);
            self.captures = either!(world, world => CaptureCount::new(world));
            let known = self.captures.recall(&eaten);
            debug_assert!(known.is_some(), "a number for each group");
            self.outdated = false;
        }
    }

    /// Counts the captures of the steps just made.
    pub fn follow(&mut self, world: &AnyWorld) {
        let captures = &mut self.captures;
        either!(world, world => captures.follow(world));
    }

    fn read<const D: usize>(&mut self, world: &World<D>, metrics: &[Metric]) -> Vec<f64> {
        let mut observer = Observer::new(metrics, None);
        // What was remembered of fewer groups is of another world.
        let _ = observer.recall(world, &self.memory);
        let numbers = |reading: &Reading| [&[reading.agents as f64][..], &reading.values[..]].concat();
        let numbers = observer.observe(world, &self.captures).iter().flat_map(numbers).collect();
        if metrics.iter().any(|metric| metric.entry().remembers) {
            self.memory = observer.memory();
        }
        numbers
    }
}

fn metric(name: &str, dimensions: usize) -> Outcome<Metric> {
    let known = || METRICS.iter().filter(|entry| entry.metric.fits(dimensions)).map(|entry| entry.name);
    if let Some(metric) = Metric::named(name).filter(|metric| metric.fits(dimensions)) {
        return Ok(metric);
    }
    let meant = nearest_name(name, known()).map_or(String::new(), |meant| format!("; did you mean {meant}?"));
    let known = known().map(String::from).collect();
    let error = Error::NoSuch { kind: "metric", name: format!("\"{name}\""), known };
    Err(failure("refused", &format!("{error}{meant}")))
}

#[wasm_bindgen]
impl Core {
    /// The names of the metrics that are measured unless others are asked for.
    pub fn usual_metrics() -> Vec<String> {
        Metric::usual().iter().map(|metric| metric.entry().name.into()).collect()
    }
    /// Measures the world: for each group, and last for all, the number of agents and then a number for each metric.
    pub fn metrics(&mut self, names: Vec<String>) -> Outcome<Vec<f64>> {
        let world = self.live.world();
        self.observing.update(world);
        let metrics: Result<Vec<Metric>, _> = names.iter().map(|name| metric(name, world.dimensions())).collect();
        let metrics = metrics?;
        let observing = &mut self.observing;
        Ok(either!(world, world => observing.read(world, &metrics)))
    }
}
