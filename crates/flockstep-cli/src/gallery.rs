//! `flockstep list`, `show` and `new`: the scenes that are built in, and a file of one's own.

use crate::failure::Failure;
use crate::files;
use crate::output::say;
use crate::scene;
use crate::table::{Align, Table};
use clap::Args;
use flockstep_scenario::{STARTER, Scenario, gallery};
use std::path::PathBuf;

/// List the scenes of the gallery.
///
/// A scene's name works wherever a scenario file does.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  flockstep list
  for scene in $(flockstep list --names); do flockstep run $scene --quiet; done")]
pub struct ListArguments {
    /// Print the names alone, one a line.
    #[arg(long)]
    pub names: bool,
}

/// Print the file of a gallery scene.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  flockstep show school
  flockstep show school | grep max_speed")]
pub struct ShowArguments {
    /// The scene.
    pub name: String,
}

/// Write a commented scenario file to start from.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  flockstep new mine.toml
  flockstep new mine.toml --from school
  flockstep check mine.toml && flockstep run mine.toml")]
pub struct NewArguments {
    /// The file to write.
    pub file: PathBuf,
    /// Start from this scene of the gallery.
    #[arg(long, value_name = "NAME")]
    pub from: Option<String>,
    /// Overwrite the file if it exists.
    #[arg(long)]
    pub force: bool,
}

/// Lists the gallery.
pub fn list(arguments: &ListArguments) -> Result<(), Failure> {
    if arguments.names {
        let names: Vec<&str> = gallery::scenes().iter().map(|scene| scene.name).collect();
        return if names.is_empty() { Ok(()) } else { say(&names.join("\n")) };
    }
    let heads = [("name", Align::Left), ("dimensions", Align::Right), ("agents", Align::Right), ("about", Align::Left)];
    let mut table = Table::new(&heads);
    for scene in gallery::scenes() {
        let scenario = Scenario::parse(scene.text, scene.name);
        let scenario = scenario.map_err(|errors| Failure::Scenario(Box::new(errors)))?;
        let agents: usize = scenario.groups.iter().map(|group| group.count + group.agents.len()).sum();
        table.row([scene.name.into(), scenario.dimensions.to_string(), agents.to_string(), scenario.about]);
    }
    say(&table.text(""))
}

/// Prints a scene's file.
pub fn show(arguments: &ShowArguments) -> Result<(), Failure> {
    say(scene::find(&arguments.name)?.text)
}

/// Writes a file to start from.
pub fn new(arguments: &NewArguments) -> Result<(), Failure> {
    let text = match &arguments.from {
        Some(name) => scene::find(name)?.text,
        None => STARTER,
    };
    files::check_replaced(&arguments.file, arguments.force)?;
    files::replace(&files::lock(&arguments.file)?, text.as_bytes())?;
    let path = arguments.file.display();
    say(&format!("wrote {path}\nnext: flockstep check {path}, then flockstep run {path}"))
}
