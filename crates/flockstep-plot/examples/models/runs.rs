//! Runs of scenes with other values and other seeds, and what they come to on the average.

use flockstep::World;
use flockstep::observe::{CaptureCount, Metric, Observer};
use flockstep_scenario::{AnyWorld, Override, Scenario, gallery};

/// A mean and its standard error.
#[derive(Clone, Copy, Debug)]
pub struct Estimate {
    pub mean: f64,
    pub error: f64,
}

impl Estimate {
    /// Of independent numbers.
    pub fn of(numbers: &[f64]) -> Estimate {
        let count = numbers.len() as f64;
        let mean = numbers.iter().sum::<f64>() / count;
        let variance = numbers.iter().map(|number| (number - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
        Estimate { mean, error: (variance / count).sqrt() }
    }
}

/// A scene with these values in place of the file's.
pub fn scene(name: &str, seed: u64, sets: &[String]) -> AnyWorld {
    let seed = format!("seed={seed}");
    let overrides: Vec<Override> = sets.iter().chain([&seed]).map(|set| set.parse().unwrap()).collect();
    let text = gallery::find(name).unwrap().text;
    Scenario::parse_with(text, name, &overrides).unwrap_or_else(|errors| panic!("{errors}")).build().unwrap()
}

/// How long a run is, and what is measured of it.
#[derive(Clone, Copy)]
pub struct Plan<'a> {
    /// Steps before anything is measured.
    pub settle: u32,
    /// Steps that are averaged over, every so many.
    pub measure: u32,
    pub every: u32,
    pub metrics: &'a [Metric],
    pub flock_distance: Option<f64>,
}

/// The averages of a run: for each group and for all, each metric, after `of`.
pub fn averages(world: AnyWorld, plan: Plan, of: impl Fn(f64) -> f64) -> Vec<Vec<f64>> {
    match world {
        AnyWorld::Plane(world) => averages_in(world, plan, of),
        AnyWorld::Space(world) => averages_in(world, plan, of),
    }
}

fn averages_in<const D: usize>(mut world: World<D>, plan: Plan, of: impl Fn(f64) -> f64) -> Vec<Vec<f64>> {
    (0..plan.settle).for_each(|_| world.step());
    let mut observer = Observer::new(plan.metrics, plan.flock_distance);
    let captures = CaptureCount::new(&world);
    let share = 1.0 / f64::from(plan.measure / plan.every);
    let mut sums = vec![vec![0.0; plan.metrics.len()]; world.groups().len() + 1];
    for _ in 0..plan.measure / plan.every {
        (0..plan.every).for_each(|_| world.step());
        for (sums, reading) in sums.iter_mut().zip(observer.observe(&world, &captures)) {
            sums.iter_mut().zip(&reading.values).for_each(|(sum, value)| *sum += of(*value) * share);
        }
    }
    sums
}
