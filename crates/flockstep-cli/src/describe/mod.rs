//! `flockstep describe`: the reference, made from the engine's one registry.

mod markdown;
mod reference;
mod text;

use crate::failure::Failure;
use crate::output::say;
use crate::suggest::did_you_mean;
use clap::Args;
use flockstep::steer::REGISTRY;

/// Explain behaviors, bodies, blends, sight and captures.
///
/// Without a name: a table of all behaviors.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  flockstep describe
  flockstep describe separation
  flockstep describe bodies
  flockstep describe --markdown > reference.md

Besides the behaviors there are: bodies, blends, sight, common (what every behavior has), captures.")]
pub struct DescribeArguments {
    /// A behavior, or bodies, blends, sight, common or captures.
    pub name: Option<String>,
    /// Write it as Markdown; without a name, the whole reference.
    #[arg(long)]
    pub markdown: bool,
}

/// Prints the reference, or one part of it.
pub fn describe(arguments: &DescribeArguments) -> Result<(), Failure> {
    let pages = match &arguments.name {
        None if arguments.markdown => return say(&markdown::whole()),
        None => return say(&text::overview()),
        Some(name) => reference::find(name).ok_or_else(|| unknown(name))?,
    };
    let texts: Vec<String> =
        pages.iter().map(|page| if arguments.markdown { markdown::page(page) } else { text::page(page) }).collect();
    say(&texts.join("\n"))
}

fn unknown(name: &str) -> Failure {
    let behaviors: Vec<&str> = REGISTRY.iter().map(|entry| entry.name).collect();
    let topics = reference::TOPICS.map(|(topic, _)| topic);
    let meant = did_you_mean(name, behaviors.iter().chain(&topics).copied());
    Failure::Input(format!(
        "there is nothing to describe under \"{name}\"{meant}\nbehaviors: {}\nbesides: {}",
        behaviors.join(", "),
        topics.join(", ")
    ))
}
