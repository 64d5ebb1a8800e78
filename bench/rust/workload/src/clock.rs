//! How long a step takes.

use crate::Setting;
use std::time::{Duration, Instant};

/// Steps before the clock starts.
const WARM_UP: u32 = 2;
/// No more: the flock slowly draws together, and the work grows.
const MOST_STEPS: u32 = 200;

/// Steps for as long as the setting says and prints what it found as JSON. `step` returns how many mates all agents
/// found together.
pub fn measure(setting: &Setting, mut step: impl FnMut() -> u64) {
    for _ in 0..WARM_UP {
        step();
    }
    let (mut steps, mut time, mut mates) = (0u32, Duration::ZERO, 0u64);
    while steps == 0 || (time.as_secs_f64() < setting.seconds && steps < MOST_STEPS) {
        let began = Instant::now();
        mates += step();
        time += began.elapsed();
        steps += 1;
    }
    let step_ms = time.as_secs_f64() * 1e3 / f64::from(steps);
    let mates = mates as f64 / f64::from(steps) / setting.agents as f64;
    println!("{{\"step_ms\":{step_ms:.6},\"steps\":{steps},\"mates\":{mates:.3}}}");
}
