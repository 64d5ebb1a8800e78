//! `flockstep completions`: what a shell needs to complete our commands.

use crate::arguments::Arguments;
use crate::failure::Failure;
use crate::output::say;
use clap::{Args, CommandFactory};
use clap_complete::Shell;

/// Print completions for a shell.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  flockstep completions bash > ~/.local/share/bash-completion/completions/flockstep
  flockstep completions zsh > ~/.zfunc/_flockstep
  flockstep completions fish > ~/.config/fish/completions/flockstep.fish")]
pub struct CompletionsArguments {
    /// The shell.
    #[arg(value_enum)]
    pub shell: Shell,
}

/// Prints the completions.
pub fn completions(arguments: &CompletionsArguments) -> Result<(), Failure> {
    // Into memory first: the generator panics when its writer fails, as a closed pipe does.
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Arguments::command(), "flockstep", &mut script);
    say(&String::from_utf8_lossy(&script))
}
