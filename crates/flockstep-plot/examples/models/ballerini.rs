//! Ballerini et al. (2008): a flock that minds the seven nearest stays together under attack, one that minds all within a
//! distance falls to pieces.

use super::runs::{Estimate, scene};
use flockstep::observe::{CaptureCount, Metric, Observer};
use flockstep_plot::{Axis, Chart, Lines, Series, Style};
use flockstep_scenario::AnyWorld;

const SEEDS: u64 = 20;
/// The step at which pieces are counted: the falcons have been and gone.
const AFTER: u32 = 400;
/// Who is nearer than this to another is of one piece with it: three times the usual distance to the nearest.
const APART: f64 = 5.0;
const KINDS: [&str; 2] = ["seven nearest", "within a distance"];

/// Draws the pieces of both flocks over how far off the falcon frightens, and prints them.
pub fn compare() -> Chart {
    println!("| frightened within | pieces: {} | {} | largest piece: {0} | {1} |", KINDS[0], KINDS[1]);
    println!("| --- | --- | --- | --- | --- |");
    let (mut points, mut errors) = ([const { Vec::new() }; 4], [const { Vec::new() }; 4]);
    for fright in [0.0, 5.0, 10.0, 15.0, 20.0f64] {
        let found = measure(fright);
        let cells = found.map(|one| format!("{:.2} ± {:.2}", one.mean, one.error));
        println!("| {fright} | {} |", cells.join(" | "));
        for ((points, errors), one) in points.iter_mut().zip(&mut errors).zip(found) {
            points.push([fright, one.mean]);
            errors.push(one.error);
        }
    }
    let [pieces, metric_pieces, largest, metric_largest] = points;
    let [pieces_error, metric_pieces_error, largest_error, metric_largest_error] = errors;
    let panel = |name: &str, top: f64, values: [Vec<[f64; 2]>; 2], errors: [Vec<f64>; 2]| {
        let series = KINDS.into_iter().zip(values).zip(errors);
        let series =
            series.map(|((name, values), errors)| Series::line(name, values).style(Style::LineAndDots).errors(errors));
        let across = Axis::new("how far off the falcon frightens (units)");
        Lines::new("", across, Axis::new(name).from(0.0).from(top), series.collect())
    };
    Chart::new("After Ballerini et al. 2008: two flocks of 150 after the attack of a falcon")
        .columns(2)
        .with(panel("pieces", 2.0, [pieces, metric_pieces], [pieces_error, metric_pieces_error]))
        .with(panel("largest piece / flock", 1.0, [largest, metric_largest], [largest_error, metric_largest_error]))
}

/// The pieces of both flocks after the attack, and the shares of the largest.
fn measure(fright: f64) -> [Estimate; 4] {
    let sets = ["topological", "metric"].map(|group| format!("groups.{group}.behaviors.flee.distance={fright}"));
    let runs: Vec<[f64; 4]> = (1..=SEEDS).map(|seed| pieces(scene("ballerini", seed, &sets))).collect();
    [0, 1, 2, 3].map(|nth| Estimate::of(&runs.iter().map(|run| run[nth]).collect::<Vec<f64>>()))
}

fn pieces(world: AnyWorld) -> [f64; 4] {
    let AnyWorld::Space(mut world) = world else { panic!("a scene in space") };
    (0..AFTER).for_each(|_| world.step());
    let mut observer = Observer::new(&[Metric::Flocks, Metric::FlockLargest], Some(APART));
    let captures = CaptureCount::new(&world);
    let [one, two] = [0, 1].map(|group| observer.observe(&world, &captures)[group].clone());
    [one.values[0], two.values[0], one.values[1] / one.agents as f64, two.values[1] / two.agents as f64]
}
