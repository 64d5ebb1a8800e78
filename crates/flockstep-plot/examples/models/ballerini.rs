//! Ballerini et al. (2008): who minds the seven nearest agrees at any density, who minds all within a distance does not.

use super::runs::{Estimate, Plan, averages, scene};
use flockstep::observe::Metric;
use flockstep_plot::{Axis, Chart, Lines, Series, Style};

const SEEDS: u64 = 4;
/// The metric range of the scene.
const RANGE: f64 = 4.0;
const AGENTS: f64 = 100.0;

/// Draws the order of both kinds over how thinly they are spread, and prints it.
pub fn compare() -> Chart {
    println!("| side of the space | spacing / range | seven nearest | within a distance |\n| --- | --- | --- | --- |");
    let (mut points, mut errors) = ([const { Vec::new() }; 2], [const { Vec::new() }; 2]);
    for side in [10.0, 20.0, 30.0, 40.0, 60.0, 80.0f64] {
        let spacing = side / AGENTS.cbrt() / RANGE;
        let found = measure(side);
        let cells = found.map(|order| format!("{:.3} ± {:.3}", order.mean, order.error));
        println!("| {side} | {spacing:.2} | {} |", cells.join(" | "));
        for (group, order) in found.into_iter().enumerate() {
            points[group].push([spacing, order.mean]);
            errors[group].push(order.error);
        }
    }
    let series = ["seven nearest", "within a distance"].into_iter().zip(points).zip(errors);
    let series =
        series.map(|((name, points), errors)| Series::line(name, points).style(Style::LineAndDots).errors(errors));
    let across = Axis::new("distance between neighbours / metric range").from(0.0);
    Chart::new("After Ballerini et al. 2008: the same rules, ever thinner spread").with(Lines::new(
        "",
        across,
        Axis::new("polarization").from(0.0).from(1.0),
        series.collect(),
    ))
}

/// The polarization of both groups after a quarter of a minute.
fn measure(side: f64) -> [Estimate; 2] {
    let sets = [format!("space.max=[{side}, {side}, {side}]")];
    let metrics = &[Metric::Polarization];
    let plan = Plan { settle: 300, measure: 60, every: 20, metrics, flock_distance: None };
    let runs: Vec<Vec<Vec<f64>>> =
        (1..=SEEDS).map(|seed| averages(scene("ballerini", seed, &sets), plan, |value| value)).collect();
    [0, 1].map(|group| Estimate::of(&runs.iter().map(|run| run[group][0]).collect::<Vec<f64>>()))
}
