//! Runs a flock for very many steps and sees that it stays as it was: memory flat, time exact, numbers finite and normal, a step as long
//! at the end as at the beginning.
//!
//! `endure AGENTS STEPS [THREADS]`: a flock of three rules that wanders in a torus, at 24 neighbours an agent.

#![allow(clippy::print_stdout)] // it is a program

use flockstep::prelude::*;
use std::error::Error;
use std::process::ExitCode;
use std::time::Instant;

/// How many times on the way everything is looked at.
const LOOKS: u64 = 100;
const TIME_STEP: f32 = 0.02;

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let numbers: Result<Vec<u64>, _> = std::env::args().skip(1).map(|text| text.parse()).collect();
    let (agents, steps, threads) = match numbers.as_deref() {
        Ok([agents, steps]) => (*agents as usize, *steps, 1),
        Ok([agents, steps, threads]) => (*agents as usize, *steps, *threads as usize),
        _ => return Err("found something else, allowed is: endure AGENTS STEPS [THREADS], whole numbers".into()),
    };
    let mut world = flock(agents)?;
    world.set_threads(threads)?;
    let every = (steps / LOOKS).max(1);
    let mut looks: Vec<Look> = Vec::new();
    while world.steps() < steps {
        let (start, until) = (Instant::now(), steps.min(world.steps() + every));
        let made = until - world.steps();
        while world.steps() < until {
            world.step();
        }
        let nanoseconds = start.elapsed().as_nanos() as f64 / made as f64;
        looks.push(Look { nanoseconds, resident: resident(), held: world.bytes() });
        if let Some(wrong) = wrong(&world, agents) {
            println!("after {} steps: {wrong}", world.steps());
            return Ok(ExitCode::FAILURE);
        }
    }
    Ok(sum_up(&world, &looks))
}

struct Look {
    nanoseconds: f64,
    /// Bytes of the process in memory, where the system tells.
    resident: Option<u64>,
    /// Bytes that the world says it holds.
    held: usize,
}

fn flock(agents: usize) -> Result<World<2>, flockstep::Error> {
    // So wide that a circle of radius 5 holds 24 others on average.
    let half = 0.5 * (agents as f32 * 78.54 / 24.0).sqrt().max(12.0);
    let mut world = World::new(Space::new(Edge::Wrap, [-half; 2], [half; 2])?, TIME_STEP, 7)?;
    let sight = Sight { radius: 5.0, ..Sight::default() };
    let rules = Group::new("flock").sight(sight).behavior(Separation::new(2.0)).behavior(Alignment::default());
    let flock = world.add_group(rules.behavior(Cohesion::default()).behavior(Wander::default()))?;
    world.populate(flock, agents)?;
    Ok(world)
}

/// What must not happen, if it did.
fn wrong(world: &World<2>, agents: usize) -> Option<String> {
    // The time step is the decimal 0.02: fifty steps a second.
    let exact = world.steps() as f64 / 50.0;
    if (world.time() - exact).abs() > exact * 2.0 * f64::EPSILON {
        return Some(format!("the clock shows {} instead of {exact}", world.time()));
    }
    if world.len() != agents {
        return Some(format!("{} agents instead of {agents}", world.len()));
    }
    let columns = || world.positions().into_iter().chain(world.velocities()).chain(world.headings()).flatten();
    if let Some(number) = columns().find(|number| !number.is_finite() || number.is_subnormal()) {
        return Some(format!("{number:e} in the state"));
    }
    let half = world.space().max()[0];
    world.positions().into_iter().flatten().find(|x| x.abs() > half).map(|x| format!("someone is outside, at {x}"))
}

/// Says how it went. Memory may grow while buffers find their size, in the first tenth, and not after.
fn sum_up(world: &World<2>, looks: &[Look]) -> ExitCode {
    let tenth = looks.len().div_ceil(10);
    let (first, rest) = looks.split_at(tenth);
    let rest = if rest.is_empty() { first } else { rest };
    let median = |looks: &[Look]| {
        let mut times: Vec<f64> = looks.iter().map(|look| look.nanoseconds).collect();
        times.sort_by(f64::total_cmp);
        times[times.len() / 2] / 1000.0
    };
    let last = &looks[looks.len() - tenth..];
    println!("{} agents, {} steps, hash {:016x}", world.len(), world.steps(), world.hash());
    println!("clock {} s, exact to the last bit but one", world.time());
    println!("a step took {:.2} us in the first tenth, {:.2} us in the last", median(first), median(last));
    let grown = |bytes: &dyn Fn(&Look) -> u64, what: &str| {
        let before = first.iter().map(bytes).max().unwrap_or(0);
        let after = rest.iter().map(bytes).max().unwrap_or(0);
        println!("{what}: at most {before} bytes in the first tenth, {after} after");
        // Pages come and go by the dozen; a leak of one byte a step would show as megabytes.
        after > before + before / 20 + (1 << 20)
    };
    let held = grown(&|look| look.held as u64, "the world holds");
    let resident = looks.iter().all(|look| look.resident.is_some())
        && grown(&|look| look.resident.unwrap_or(0), "the process holds");
    if held || resident {
        println!("memory has grown");
    }
    ExitCode::from(u8::from(held || resident))
}

/// Bytes of this process in memory, on Linux.
fn resident() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(line.trim().trim_end_matches("kB").trim().parse::<u64>().ok()? * 1024)
}
