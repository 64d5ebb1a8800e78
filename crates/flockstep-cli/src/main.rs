//! The `flockstep` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(flockstep_cli::main(std::env::args_os()))
}
