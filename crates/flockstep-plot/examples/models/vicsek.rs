//! Vicsek et al. (1995): order over noise, beside an independent simulation and an exact formula.

use super::runs::{Estimate, Plan, averages, scene};
use flockstep::observe::Metric;
use flockstep_plot::{Axis, Chart, Lines, Series, Style};
use serde_json::Value as Json;

const REFERENCE: &str = include_str!("../../../flockstep/tests/golden/vicsek_1995.json");
const SEEDS: u64 = 16;

/// Draws both comparisons and prints the first.
pub fn compare() -> Chart {
    Chart::new("Vicsek et al. 1995: order over noise").columns(2).with(against_reference()).with(against_formula())
}

fn sets(agents: u64, side: f64, radius: f64, noise: f64) -> Vec<String> {
    vec![
        format!("groups.particles.count={agents}"),
        format!("space.max=[{side}, {side}]"),
        format!("groups.particles.sight.radius={radius}"),
        format!("groups.particles.body.noise={}", noise.to_degrees()),
    ]
}

fn order(sets: &[String], settle: u32, measure: u32, of: impl Fn(f64) -> f64 + Copy) -> Estimate {
    let plan = Plan { settle, measure, every: 1, metrics: &[Metric::Polarization], flock_distance: None };
    let runs: Vec<f64> = (1..=SEEDS).map(|seed| averages(scene("vicsek", seed, sets), plan, of)[0][0]).collect();
    Estimate::of(&runs)
}

fn against_reference() -> Lines {
    println!("| N | η | reference | here | apart in standard errors |\n| --- | --- | --- | --- | --- |");
    let reference: Json = serde_json::from_str(REFERENCE).unwrap();
    let mut series = Vec::new();
    for agents in [40, 100] {
        let rows = reference["rows"].as_array().unwrap().iter();
        let (mut theirs, mut ours, mut errors) = (Vec::new(), Vec::new(), Vec::new());
        // The thin worlds forget their start too slowly, and every second row draws the curve as well.
        let drawn = |row: &&Json| {
            let number = |key: &str| row[key].as_f64().unwrap();
            row["N"] == agents && number("L") < 10.0 && (2.0 * number("eta")).round() % 2.0 == 0.0
        };
        for row in rows.filter(drawn) {
            let number = |key: &str| row[key].as_f64().unwrap();
            let (noise, order_there) = (number("eta"), number("va"));
            let found = order(&sets(agents, number("L"), 1.0, noise), 1000, 2000, |order| order);
            let apart = (found.mean - order_there) / (found.error.powi(2) + number("se").powi(2)).sqrt().max(1e-6);
            println!(
                "| {agents} | {noise:.2} | {order_there:.4} ± {:.4} | {:.4} ± {:.4} | {apart:+.1} |",
                number("se"),
                found.mean,
                found.error
            );
            theirs.push([noise, order_there]);
            ours.push([noise, found.mean]);
            errors.push(found.error);
        }
        series.push(Series::line(format!("reference, N = {agents}"), theirs).style(Style::Dashed));
        series.push(Series::line(format!("here, N = {agents}"), ours).style(Style::Dots).errors(errors));
    }
    Lines::new(
        "density 4, range 1",
        Axis::new("noise η (radians)"),
        Axis::new("polarization v_a").from(0.0).from(1.0),
        series,
    )
}

fn against_formula() -> Lines {
    println!("\n| N | η | exact ⟨v_a²⟩ | here |\n| --- | --- | --- | --- |");
    let agents = 100;
    let exact = |noise: f64| {
        let (one, factor) = (1.0 / agents as f64, (0.5 * noise).sin() / (0.5 * noise).max(1e-12));
        one + (1.0 - one) * factor * factor
    };
    let curve = (1..=126).map(|step| 0.05 * f64::from(step)).map(|noise| [noise, exact(noise)]);
    let (mut ours, mut errors) = (Vec::new(), Vec::new());
    for step in 1..=6 {
        let noise = f64::from(step);
        let found = order(&sets(agents, 3.0, 10.0, noise), 5, 300, |order| order * order);
        println!("| {agents} | {noise} | {:.4} | {:.4} ± {:.4} |", exact(noise), found.mean, found.error);
        ours.push([noise, found.mean]);
        errors.push(found.error);
    }
    let exact = Series::line("exact, everyone in range", curve).style(Style::Dashed);
    let here = Series::line("here, everyone in range, N = 100", ours).style(Style::Dots).errors(errors);
    Lines::new(
        "everyone in range",
        Axis::new("noise η (radians)"),
        Axis::new("mean of v_a²").from(0.0),
        vec![exact, here],
    )
}
