//! The `flockstep` command as a library: run, check, list, describe and measure flocks.
//!
//! `arguments` is what may be typed. Each command is a module that turns its raw arguments into checked ones, does
//! its work and returns; only `output` and `live` write to the terminal, and only the program that calls [`main`] ends
//! the process. The Python package calls it too, and makes its sweeps with [`sweep`]; it leaves the feature `studio` out,
//! and with it everything that draws.

mod arguments;
mod bench;
mod check;
mod completions;
mod describe;
#[cfg(feature = "studio")]
mod display;
#[cfg(feature = "studio")]
mod doctor;
pub mod failure;
mod files;
mod gallery;
#[cfg(feature = "studio")]
mod live;
mod measure;
mod metrics;
mod output;
mod plain;
mod plot;
mod record;
#[cfg(feature = "studio")]
mod render;
mod replay;
mod run;
pub mod scene;
mod schema;
#[cfg(feature = "studio")]
mod studio;
mod suggest;
pub mod sweep;
mod table;
mod verify;

use arguments::{Arguments, Command};
use clap::Parser;
use failure::Failure;
use flockstep_record::csv;
use std::ffi::OsString;

/// Carries out a command: its words, that of the program first. Returns the code to end with.
pub fn main(words: impl IntoIterator<Item = OsString>) -> u8 {
    run::outlive_file_size_limit();
    let arguments = match Arguments::try_parse_from(words) {
        Ok(arguments) => arguments,
        Err(answer) => {
            // Help and version come this way too, with code 0. If nobody reads them, that is no failure.
            let _ = answer.print();
            return u8::try_from(answer.exit_code()).unwrap_or(2);
        }
    };
    match carry_out(arguments.command) {
        Ok(()) => 0,
        Err(failure) => {
            if let Some(message) = failure.message(output::color()) {
                output::note_as_it_is(&message);
            }
            failure.exit_code()
        }
    }
}

fn carry_out(command: Option<Command>) -> Result<(), Failure> {
    match command {
        None => plain::plain(),
        Some(Command::Run(arguments)) => run::run(&arguments),
        Some(Command::Replay(arguments)) => replay::replay(&arguments),
        Some(Command::Sweep(arguments)) => sweep::sweep(&arguments),
        #[cfg(feature = "studio")]
        Some(Command::Render(arguments)) => render::render(&arguments),
        Some(Command::Check(arguments)) => check::check(&arguments),
        Some(Command::List(arguments)) => gallery::list(&arguments),
        Some(Command::Show(arguments)) => gallery::show(&arguments),
        Some(Command::New(arguments)) => gallery::new(&arguments),
        Some(Command::Describe(arguments)) => describe::describe(&arguments),
        Some(Command::Schema(arguments)) => schema::schema(&arguments),
        Some(Command::Bench(arguments)) => bench::bench(&arguments),
        Some(Command::Plot(arguments)) => plot::plot(&arguments),
        Some(Command::Verify(arguments)) => verify::verify(&arguments),
        #[cfg(feature = "studio")]
        Some(Command::Doctor(arguments)) => doctor::doctor(&arguments),
        #[cfg(feature = "studio")]
        Some(Command::Studio(arguments)) => studio::studio(&arguments),
        Some(Command::Completions(arguments)) => completions::completions(&arguments),
    }
}
