//! The `flockstep` command: run, check, list, describe and measure flocks.
//!
//! [`arguments`] is what may be typed. Each command is a module that turns its raw arguments into checked ones, does
//! its work and returns; only [`output`] and [`live`] write to the terminal, and only this function ends the process.

mod arguments;
mod bench;
mod check;
mod completions;
mod describe;
mod display;
mod doctor;
mod failure;
mod files;
mod gallery;
mod live;
mod measure;
mod metrics;
mod output;
mod plain;
mod plot;
mod record;
mod render;
mod replay;
mod room;
mod run;
mod scene;
mod schema;
mod studio;
mod suggest;
mod sweep;
mod table;
mod verify;

use arguments::{Arguments, Command};
use clap::Parser;
use failure::Failure;
use flockstep_record::csv;
use std::process::ExitCode;

fn main() -> ExitCode {
    run::outlive_file_size_limit();
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(answer) => {
            // Help and version come this way too, with code 0. If nobody reads them, that is no failure.
            let _ = answer.print();
            return ExitCode::from(u8::try_from(answer.exit_code()).unwrap_or(2));
        }
    };
    match carry_out(arguments.command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            if let Some(message) = failure.message(output::color()) {
                output::note_as_it_is(&message);
            }
            ExitCode::from(failure.exit_code())
        }
    }
}

fn carry_out(command: Option<Command>) -> Result<(), Failure> {
    match command {
        None => plain::plain(),
        Some(Command::Run(arguments)) => run::run(&arguments),
        Some(Command::Replay(arguments)) => replay::replay(&arguments),
        Some(Command::Sweep(arguments)) => sweep::sweep(&arguments),
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
        Some(Command::Doctor(arguments)) => doctor::doctor(&arguments),
        Some(Command::Studio(arguments)) => studio::studio(&arguments),
        Some(Command::Completions(arguments)) => completions::completions(&arguments),
    }
}
