//! How long a step takes on one thread with one instruction set: what other builds of the engine are compared with.
//!
//! `pace SCENARIO.toml BLOCKS LEVEL`: prints the microseconds of a step in the quickest tenth of the blocks of steps, and the hash.
//! `web/js/bench.js` runs it beside the WebAssembly build.

#![allow(clippy::print_stdout)] // it is a program

use flockstep_scenario::Scenario;
use std::error::Error;
use std::time::Instant;

/// Steps before the clock starts: buffers grow, caches fill.
const WARM_UP: usize = 20;
/// Steps that are timed as one: the clock of a browser is as coarse as a step.
const BLOCK: usize = 20;

fn main() -> Result<(), Box<dyn Error>> {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let [path, blocks, level] = &given[..] else { return Err("allowed is: pace SCENARIO.toml BLOCKS LEVEL".into()) };
    if !flockstep::simd::force(Some(level)) {
        return Err(format!("found {level}, allowed is one of {}", flockstep::simd::levels().join(", ")).into());
    }
    let mut world = Scenario::parse(&std::fs::read_to_string(path)?, path)?.build()?;
    world.set_threads(1)?;
    (0..WARM_UP).for_each(|_| world.step());
    let mut times: Vec<f64> = Vec::new();
    for _ in 0..blocks.parse()? {
        let start = Instant::now();
        (0..BLOCK).for_each(|_| world.step());
        times.push(start.elapsed().as_secs_f64() * 1e6 / BLOCK as f64);
    }
    times.sort_by(f64::total_cmp);
    println!("{:.1} {:016x}", times.get(times.len() / 10).ok_or("no blocks")?, world.hash());
    Ok(())
}
