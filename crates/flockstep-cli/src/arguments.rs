//! What may be typed: the list of commands. Each command's own arguments stand in its module.

use crate::{bench, check, completions, describe, gallery, plot, replay, run, schema, sweep, verify};
#[cfg(feature = "studio")]
use crate::{doctor, render, studio};
use clap::{Parser, Subcommand};

/// Moves flocks: fish, birds, soldiers, ships, drones.
///
/// A scenario is a TOML file, or the name of a scene of the built-in gallery.
#[derive(Parser, Debug)]
#[command(
    name = "flockstep",
    version,
    max_term_width = 100,
    after_help = "Examples:
  flockstep                          a school of fish in a window; with no screen live in the
                                     terminal; with no terminal 300 steps and a summary
  flockstep studio                   see it, play in it, tune it: the interactive app
  flockstep list                     what the gallery holds
  flockstep run school --steps 1000  run a scene without a window
  flockstep render school -o a.gif   a picture, a GIF or a film of it, without a window
  flockstep new mine.toml            a commented file to start from
  flockstep check mine.toml          is it right?
  flockstep describe separation      what a behavior does, and its parameters

Exit codes:
  0 done, 1 failed while running (disk, device), 2 bad input or usage,
  130 stopped by Ctrl-C, 143 stopped by a request to terminate"
)]
pub struct Arguments {
    /// What to do; nothing shows the gallery's showpiece, as well as it can be seen from here.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// What to do. What each does is told by its arguments.
#[derive(Subcommand, Debug)]
pub enum Command {
    Run(Box<run::RunArguments>),
    Replay(replay::ReplayArguments),
    Sweep(sweep::SweepArguments),
    #[cfg(feature = "studio")]
    Render(Box<render::RenderArguments>),
    Check(check::CheckArguments),
    List(gallery::ListArguments),
    Show(gallery::ShowArguments),
    New(gallery::NewArguments),
    Describe(describe::DescribeArguments),
    Schema(schema::SchemaArguments),
    Bench(bench::BenchArguments),
    Plot(plot::PlotArguments),
    Verify(verify::VerifyArguments),
    #[cfg(feature = "studio")]
    Doctor(doctor::DoctorArguments),
    #[cfg(feature = "studio")]
    Studio(studio::StudioArguments),
    Completions(completions::CompletionsArguments),
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_arguments_fit_together() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn every_command_has_examples() {
        for command in Arguments::command().get_subcommands() {
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            assert!(help.contains("Examples:"), "{} has no examples", command.get_name());
        }
    }
}
