//! `flockstep check`: is a file right, and if not, what is wrong with it?

use crate::failure::Failure;
use crate::output::{color, note, note_as_it_is, say};
use crate::scene::{self, ReachArguments};
use clap::Args;
use flockstep_scenario::warnings;

/// Check scenario files and show all their mistakes.
///
/// All mistakes of all files are shown, each with its place and what is allowed there, and warnings of what has no
/// effect where it stands. A gallery name works too. Exit code 0 if every file is right, warnings or not, 2 if not.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  flockstep check mine.toml
  flockstep check scenes/*.toml
  NO_COLOR=1 flockstep check mine.toml")]
pub struct CheckArguments {
    /// The files to check.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<String>,

    #[command(flatten)]
    pub reach: ReachArguments,
}

/// Checks every file, then says whether all were right.
pub fn check(arguments: &CheckArguments) -> Result<(), Failure> {
    let mut wrong = 0;
    for file in &arguments.files {
        match check_one(file, arguments.reach) {
            Ok(()) => say(&format!("ok {file}"))?,
            Err(failure) if arguments.files.len() == 1 => return Err(failure),
            Err(failure) => {
                wrong += 1;
                note_as_it_is(&failure.message(color()).unwrap_or_default());
            }
        }
    }
    match wrong {
        0 => Ok(()),
        wrong => Err(Failure::Input(format!("{wrong} of {} files are not usable scenarios", arguments.files.len()))),
    }
}

/// A file can read well and still not make a world: groups that do not fit together.
fn check_one(file: &str, reach: ReachArguments) -> Result<(), Failure> {
    let scenario = scene::load(file, &[], reach)?;
    scenario.build().map_err(|error| Failure::Input(format!("{file}: {error}")))?;
    warnings(&scenario).iter().for_each(|warning| note(&format!("warning: {file}: {warning}")));
    Ok(())
}
