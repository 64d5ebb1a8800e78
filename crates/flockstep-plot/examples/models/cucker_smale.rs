//! Cucker and Smale (2007) with everyone minding everyone alike: deviations die out as exp(−K·t), exactly.

use super::runs::scene;
use flockstep::observe::{CaptureCount, Metric, Observer};
use flockstep_plot::{Axis, Chart, Lines, Series, Style};
use flockstep_scenario::AnyWorld;

const STEPS: u32 = 1000;

/// Draws the fluctuation of velocities over time beside the exact solutions, and prints how far they are apart.
pub fn compare() -> Chart {
    let AnyWorld::Space(mut world) = scene("cucker_smale", 11, &[]) else { panic!("a scene in space") };
    let (rate, time_step) = (0.5, 0.02f64);
    let mut observer = Observer::new(&[Metric::Fluctuation], None);
    let captures = CaptureCount::new(&world);
    let mut fluctuation = Vec::new();
    for step in 0..=STEPS {
        if step > 0 {
            world.step();
        }
        fluctuation.push([world.time(), observer.observe(&world, &captures)[0].values[0]]);
    }
    let start = fluctuation[0][1];
    let exact = |[time, _]: [f64; 2]| [time, start * (-rate * time).exp()];
    let discrete = |step: usize| start * (1.0 - rate * time_step).powi(step as i32);
    println!("| time | here | discrete exact | apart | exp(−K·t) |\n| --- | --- | --- | --- | --- |");
    for step in (0..=STEPS as usize).step_by(200) {
        let [time, found] = fluctuation[step];
        let want = discrete(step);
        println!(
            "| {time} | {found:.6} | {want:.6} | {:.1e} | {:.6} |",
            (found / want - 1.0).abs(),
            exact([time, 0.0])[1]
        );
    }
    let here = Series::line("here, every 25th step", fluctuation.iter().copied().step_by(25)).style(Style::Dots);
    let curve = Series::line("exact: exp(−K·t)", fluctuation.iter().copied().map(exact)).style(Style::Dashed);
    let y = Axis::new("fluctuation of velocities (units/s)").log();
    Chart::new("Cucker and Smale 2007, constant kernel: consensus at a known rate").with(Lines::new(
        "",
        Axis::new("time (s)"),
        y,
        vec![curve, here],
    ))
}
