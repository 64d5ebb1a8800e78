//! Runs every scene of the gallery, some once more with decisions held, with every instruction set of the machine and compares the hashes with the golden ones. Small
//! enough to be built for any machine that Rust knows; `.ci/everywhere` runs it on ARM and as WebAssembly.
//!
//! `hashes [SCENE ...]`: all scenes, or these.

#![allow(clippy::print_stdout)] // it is a program

use flockstep_scenario::{gallery, golden};
use std::error::Error;
use std::process::ExitCode;

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let levels = flockstep::simd::levels();
    println!("{} {}: {}", std::env::consts::ARCH, std::env::consts::OS, levels.join(", "));
    let (mut compared, mut differ) = (0, 0);
    for scene in gallery::scenes().iter().filter(|scene| wanted.is_empty() || wanted.iter().any(|w| w == scene.name)) {
        for (case, level) in golden::cases(scene).flat_map(|case| levels.iter().map(move |level| (case, level))) {
            flockstep::simd::force(Some(level));
            let hash = case.run(1)?;
            let same = case.hash() == Some(hash);
            compared += 1;
            differ += usize::from(!same);
            println!("{hash:016x} {} {level}: {}", case.name(), if same { "as everywhere" } else { "DIFFERS" });
        }
    }
    println!("{compared} hashes of {} steps compared, {differ} differ", golden::STEPS);
    Ok(ExitCode::from(u8::from(differ > 0 || compared == 0)))
}
