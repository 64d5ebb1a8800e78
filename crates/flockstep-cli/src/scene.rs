//! Finding a scenario: a path, or a name of the gallery.

use crate::failure::Failure;
use crate::files::unreadable;
use crate::suggest::did_you_mean;
use clap::Args;
pub use flockstep_door::is_own;
use flockstep_door::{OpenError, Origin, check_room};
use flockstep_scenario::gallery::{self, Scene};
use flockstep_scenario::{Override, Reach, Scenario};
use std::borrow::Cow;

/// What the files that a scenario names are allowed.
#[derive(Args, Clone, Copy, Debug, Default)]
pub struct ReachArguments {
    /// Let the scenario name images outside its own folder. Without this, a file from a stranger reads nothing else.
    #[arg(long)]
    pub allow_outside: bool,
}

impl ReachArguments {
    /// How far a scenario reaches.
    pub fn reach(self) -> Reach {
        if self.allow_outside { Reach::Anywhere } else { Reach::Folder }
    }
}

/// Finds and reads a scenario. A file that exists wins over a scene of the same name.
pub fn load(name: &str, overrides: &[Override], reach: ReachArguments) -> Result<Scenario, Failure> {
    parse(&bytes(name)?, name, overrides, reach)
}

/// Reads the text of a scenario.
pub fn parse(text: &[u8], name: &str, overrides: &[Override], reach: ReachArguments) -> Result<Scenario, Failure> {
    let read = Scenario::parse_reaching(text, name, overrides, reach.reach());
    let scenario = read.map_err(|errors| Failure::Scenario(Box::new(errors)))?;
    check_room(&scenario).map_err(|too_large| Failure::Input(format!("{name}: {too_large}")))?;
    Ok(scenario)
}

/// The text of a scenario.
pub fn bytes(name: &str) -> Result<Cow<'static, [u8]>, Failure> {
    let found = Origin::find(name).map_err(|error| match error {
        OpenError::Unreadable { path, error } => unreadable(&path, &error),
        _ => unknown(name, "file and no gallery scene"),
    })?;
    Ok(found.text)
}

/// A scene of the gallery.
pub fn find(name: &str) -> Result<&'static Scene, Failure> {
    gallery::find(name).ok_or_else(|| unknown(name, "gallery scene"))
}

fn unknown(name: &str, kind: &str) -> Failure {
    let meant = did_you_mean(name, gallery::scenes().iter().map(|scene| scene.name));
    Failure::Input(format!("there is no {kind} \"{name}\"{meant}\nflockstep list shows the gallery"))
}
