//! Ballerini et al. (2008): who minds the seven nearest stays together at any density, who minds all within a distance does
//! not.

use super::runs::{Estimate, Plan, averages, scene};
use flockstep::observe::Metric;
use flockstep_plot::{Axis, Chart, Lines, Series, Style};

const SEEDS: u64 = 6;
/// The metric range of the scene; agents no farther apart than this are of one flock.
const RANGE: f64 = 4.0;
const AGENTS: f64 = 200.0;

/// Draws the largest flock's share and the order over how wide the flocks start, and prints them.
pub fn compare() -> Chart {
    println!("| spacing / range | largest flock, topological | metric | polarization, topological | metric |");
    println!("| --- | --- | --- | --- | --- |");
    let names = ["seven nearest", "within a distance"];
    let mut points = [[const { Vec::new() }; 2], [const { Vec::new() }; 2]];
    let mut errors = points.clone();
    for radius in [8.0, 12.0, 16.0, 20.0, 26.0, 32.0, 40.0f64] {
        // The mean distance between neighbours at the start, as a share of the metric range.
        let spacing = (4.0 / 3.0 * std::f64::consts::PI * radius.powi(3) / AGENTS).cbrt() / RANGE;
        let found = measure(radius);
        let shown = |estimate: &Estimate| format!("{:.3} ± {:.3}", estimate.mean, estimate.error);
        let cells: Vec<String> = found.iter().flatten().map(shown).collect();
        println!("| {spacing:.2} | {} |", cells.join(" | "));
        for metric in 0..2 {
            for group in 0..2 {
                points[metric][group].push([spacing, found[metric][group].mean]);
                errors[metric][group].push(found[metric][group].error);
            }
        }
    }
    let mut chart = Chart::new("After Ballerini et al. 2008: the same rules, started ever wider").columns(2);
    for (metric, name) in ["share of the largest flock", "polarization"].into_iter().enumerate() {
        let series = (0..2).map(|group| {
            let line = Series::line(names[group], points[metric][group].clone()).style(Style::LineAndDots);
            line.errors(errors[metric][group].clone())
        });
        let across = Axis::new("spacing at the start / metric range").from(0.0);
        chart = chart.with(Lines::new("", across, Axis::new(name).from(0.0).from(1.0), series.collect()));
    }
    chart
}

/// Share of the largest flock and polarization, of both groups, after a minute.
fn measure(radius: f64) -> [[Estimate; 2]; 2] {
    let sets: Vec<String> =
        ["topological", "metric"].map(|group| format!("groups.{group}.place.radius={radius}")).into();
    let metrics = &[Metric::FlockLargest, Metric::Polarization];
    let plan = Plan { settle: 1000, measure: 200, every: 50, metrics, flock_distance: Some(RANGE) };
    let runs: Vec<Vec<Vec<f64>>> =
        (1..=SEEDS).map(|seed| averages(scene("ballerini", seed, &sets), plan, |value| value)).collect();
    let of = |metric: usize, group: usize, scale: f64| {
        Estimate::of(&runs.iter().map(|run| run[group][metric] * scale).collect::<Vec<f64>>())
    };
    [[of(0, 0, 1.0 / AGENTS), of(0, 1, 1.0 / AGENTS)], [of(1, 0, 1.0), of(1, 1, 1.0)]]
}
