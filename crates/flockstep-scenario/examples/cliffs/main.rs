//! Times and counts a step of worlds whose cost could grow faster than what they hold: at a size, at twice and at four
//! times as much. `cliffs [SCENE ...]`: all scenes, or these.

#![allow(clippy::print_stdout)] // it is a program

mod scenes;

use flockstep_scenario::Scenario;
use scenes::{SCENES, Scene};
use std::error::Error;
use std::time::Instant;

/// Milliseconds of a step, the best of a few, which for what takes long is one; and what it did.
fn step(scene: &Scene, size: usize) -> Result<(f64, u64), Box<dyn Error>> {
    let scenario = Scenario::parse(&(scene.text)(size), scene.name).map_err(|problems| format!("{problems}"))?;
    let (mut best, mut work) = (f64::INFINITY, 0);
    for _ in 0..5 {
        let mut world = scenario.build_with::<2>(|_| Ok(()))?;
        world.set_threads(1)?;
        (0..scene.before).for_each(|_| world.step());
        let start = Instant::now();
        world.step();
        best = best.min(1e3 * start.elapsed().as_secs_f64());
        work = scenes::total(&world.profile().work);
        if best > 500.0 {
            break;
        }
    }
    Ok((best, work))
}

fn main() -> Result<(), Box<dyn Error>> {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    println!(
        "{:8} {:>8} {:>9} {:>9} {:>9} {:>7} {:>9}  so many",
        "scene", "n", "ms, n", "ms, 2n", "ms, 4n", "growth", "of work"
    );
    for scene in SCENES.iter().filter(|scene| wanted.is_empty() || wanted.iter().any(|name| name == scene.name)) {
        let (one, two, four) = (step(scene, scene.size)?, step(scene, 2 * scene.size)?, step(scene, 4 * scene.size)?);
        println!(
            "{:8} {:>8} {:>9.2} {:>9.2} {:>9.2} {:>7.1} {:>9.1}  {}",
            scene.name,
            scene.size,
            one.0,
            two.0,
            four.0,
            four.0 / one.0,
            four.1 as f64 / one.1 as f64,
            scene.of
        );
    }
    Ok(())
}
