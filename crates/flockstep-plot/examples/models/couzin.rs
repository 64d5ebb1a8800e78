//! Couzin et al. (2002): four kinds of groups by the width of the zone of orientation.

use super::runs::{Estimate, Plan, averages, scene};
use flockstep::observe::Metric;
use flockstep_plot::{Axis, Chart, Lines, Series, Style};

const SEEDS: u64 = 20;

/// Kind, widths of the zones of orientation and attraction, and the polarization and milling that are expected.
const KINDS: [(&str, f64, f64, f64, f64); 4] = [
    ("swarm", 0.0, 15.0, 0.17, 0.17),
    ("torus", 1.0, 14.0, 0.09, 0.90),
    ("dynamic parallel", 3.0, 14.0, 0.91, 0.03),
    ("highly parallel", 10.0, 14.0, 1.0, 0.02),
];

/// Draws order and rotation over the width of the zone of orientation, and prints them.
pub fn compare() -> Chart {
    println!("| kind | Δr_o | Δr_a | polarization expected | here | milling expected | here |");
    println!("| --- | --- | --- | --- | --- | --- | --- |");
    let (mut points, mut errors) = ([const { Vec::new() }; 4], [const { Vec::new() }; 2]);
    for (kind, orientation, attraction, order, mill) in KINDS {
        let [found_order, found_mill] = measure(&sets(orientation, attraction));
        println!(
            "| {kind} | {orientation} | {attraction} | {order} | {:.3} ± {:.3} | {mill} | {:.3} ± {:.3} |",
            found_order.mean, found_order.error, found_mill.mean, found_mill.error
        );
        for (series, value) in points.iter_mut().zip([order, found_order.mean, mill, found_mill.mean]) {
            series.push([orientation, value]);
        }
        errors[0].push(found_order.error);
        errors[1].push(found_mill.error);
    }
    let [order, found_order, mill, found_mill] = points;
    let [order_errors, mill_errors] = errors;
    let across = || Axis::new("width of the zone of orientation Δr_o (units)");
    let panel = |name: &str, expected: Vec<[f64; 2]>, found: Vec<[f64; 2]>, errors: Vec<f64>| {
        let series = vec![
            Series::line("expected", expected).style(Style::Dashed),
            Series::line("here", found).style(Style::Dots).errors(errors),
        ];
        Lines::new("", across(), Axis::new(name).from(0.0).from(1.0), series)
    };
    Chart::new("Couzin et al. 2002: swarm, torus, dynamic and highly parallel group, N = 100")
        .columns(2)
        .with(panel("polarization", order, found_order, order_errors))
        .with(panel("milling", mill, found_mill, mill_errors))
}

fn sets(orientation: f64, attraction: f64) -> Vec<String> {
    let (near, far) = (1.0 + orientation, 1.0 + orientation + attraction);
    vec![
        format!("groups.animals.behaviors.alignment.radius={near}"),
        format!("groups.animals.behaviors.alignment.enabled={}", orientation > 0.0),
        format!("groups.animals.behaviors.cohesion.radius_min={near}"),
        format!("groups.animals.behaviors.cohesion.radius={far}"),
        format!("groups.animals.sight.radius={far}"),
    ]
}

fn measure(sets: &[String]) -> [Estimate; 2] {
    let metrics = &[Metric::Polarization, Metric::Milling];
    let plan = Plan { settle: 1000, measure: 200, every: 5, metrics, flock_distance: None };
    let runs: Vec<Vec<f64>> =
        (1..=SEEDS).map(|seed| averages(scene("couzin", seed, sets), plan, |value| value)[0].clone()).collect();
    [0, 1].map(|metric| Estimate::of(&runs.iter().map(|run| run[metric]).collect::<Vec<f64>>()))
}
