//! Times a step of worlds whose cost could grow faster than what they hold, at a size, at twice and at four times as much.
//!
//! `cliffs [SCENE ...]`: all scenes, or these.

#![allow(clippy::print_stdout)] // it is a program

mod scenes;

use flockstep_scenario::Scenario;
use scenes::{SCENES, Scene};
use std::error::Error;
use std::time::Instant;

/// Milliseconds of a step: the best of a few, which for what takes long is one.
fn step(scene: &Scene, size: usize) -> Result<f64, Box<dyn Error>> {
    let scenario = Scenario::parse(&(scene.text)(size), scene.name).map_err(|problems| format!("{problems}"))?;
    let mut best = f64::INFINITY;
    for _ in 0..3 {
        let mut world = scenario.build_with::<2>(|_| Ok(()))?;
        world.set_threads(1)?;
        if !scene.first {
            world.step();
        }
        let start = Instant::now();
        world.step();
        best = best.min(1e3 * start.elapsed().as_secs_f64());
        if best > 300.0 {
            break;
        }
    }
    Ok(best)
}

fn main() -> Result<(), Box<dyn Error>> {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    if let Ok(size) = std::env::var("ONE") {
        for s in SCENES.iter().filter(|s| wanted.iter().any(|n| n == s.name)) {
            println!("{}", step(s, size.parse()?)?);
        }
        return Ok(());
    }
    println!("{:8} {:46} {:>8} {:>9} {:>9} {:>9}  growth", "scene", "so many", "n", "ms, n", "ms, 2n", "ms, 4n");
    for scene in SCENES.iter().filter(|scene| wanted.is_empty() || wanted.iter().any(|name| name == scene.name)) {
        let [one, two, four] = [1, 2, 4].map(|times| step(scene, times * scene.size));
        let [one, two, four] = [one?, two?, four?];
        let growth = four / one;
        println!("{:8} {:46} {:>8} {one:>9.2} {two:>9.2} {four:>9.2}  {growth:.1}", scene.name, scene.of, scene.size);
    }
    Ok(())
}
