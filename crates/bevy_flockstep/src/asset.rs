//! Scenario files as assets.

use crate::flock::{File, Flock, Inbox, check_dimensions};
use bevy_asset::io::Reader;
use bevy_asset::{Asset, AssetEvent, AssetLoader, Assets, LoadContext};
use bevy_ecs::prelude::*;
use bevy_reflect::TypePath;
use flockstep_door::{LiveWorld, OpenError};
use flockstep_scenario::{Errors, MOST_BYTES, Scenario};
use std::fmt;
use tracing::error;

/// A scenario file, read and checked.
#[derive(Asset, TypePath, Clone, Debug)]
pub struct ScenarioAsset {
    /// The scenario.
    pub scenario: Scenario,
    /// Its path, for errors.
    pub source: String,
}

/// Reads scenario files (`.toml`). A broken one is an error that names every mistake with its line and column; Bevy logs it
/// and keeps the last good one, if there was one.
///
/// Images that a scenario names are looked up beside the path that Bevy gives: use [`Flock::open`] for these.
#[derive(Default, TypePath)]
pub struct ScenarioLoader;

/// Why a scenario file could not be loaded.
#[derive(Debug)]
#[non_exhaustive]
pub enum ScenarioError {
    /// It cannot be read.
    Unreadable(std::io::Error),
    /// It is longer than any scenario may be.
    TooLong,
    /// It has mistakes, each with its place.
    Mistakes(Errors),
}

impl fmt::Display for ScenarioError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ScenarioError::Unreadable(error) => error.fmt(f),
            ScenarioError::TooLong => write!(f, "more than {MOST_BYTES} bytes"),
            ScenarioError::Mistakes(errors) => errors.fmt(f),
        }
    }
}

impl std::error::Error for ScenarioError {}

impl AssetLoader for ScenarioLoader {
    type Asset = ScenarioAsset;
    type Settings = ();
    type Error = ScenarioError;

    async fn load(
        &self,
        reader: &mut dyn Reader,
        (): &(),
        context: &mut LoadContext<'_>,
    ) -> Result<ScenarioAsset, ScenarioError> {
        let mut bytes = Vec::new();
        reader.read_to_end(&mut bytes).await.map_err(ScenarioError::Unreadable)?;
        if bytes.len() > MOST_BYTES {
            return Err(ScenarioError::TooLong);
        }
        let source = context.path().to_string();
        let scenario = Scenario::parse_bytes(&bytes, &source, &[]).map_err(ScenarioError::Mistakes)?;
        Ok(ScenarioAsset { scenario, source })
    }

    fn extensions(&self) -> &[&str] {
        &["toml"]
    }
}

/// Notes which flocks have a new edition of their file. In every frame: a message lives no longer than two.
pub(crate) fn note_changes<const D: usize>(
    mut events: MessageReader<AssetEvent<ScenarioAsset>>,
    mut flocks: Query<&mut Flock<D>>,
) {
    for event in events.read() {
        let AssetEvent::Modified { id } = event else { continue };
        for mut flock in &mut flocks {
            if flock.scenario().is_some_and(|scenario| scenario.id() == *id) {
                flock.file = File::Changed;
            }
        }
    }
}

/// Has flocks follow their files: begin when they are loaded, change when they change. On an error the flock is what it
/// was.
pub(crate) fn follow_files<const D: usize>(
    files: Res<Assets<ScenarioAsset>>,
    mut flocks: Query<(&mut Flock<D>, &mut Inbox)>,
) {
    for (mut flock, mut inbox) in &mut flocks {
        if flock.file == File::Followed {
            continue;
        }
        let Some(file) = flock.scenario().and_then(|scenario| files.get(scenario)) else { continue };
        match follow(&mut flock, file) {
            Ok(is_another) => {
                (flock.is_told_anew, flock.roster.is_stale) = (true, true);
                if is_another {
                    flock.roster.is_another = true;
                    inbox.obstacles.clear();
                }
            }
            Err(error) => error!("{}: {error}", file.source),
        }
        flock.file = File::Followed;
    }
}

/// Returns whether the world is another one now.
fn follow<const D: usize>(flock: &mut Flock<D>, file: &ScenarioAsset) -> Result<bool, OpenError> {
    check_dimensions::<D>(file.scenario.dimensions)?;
    if flock.has_begun {
        return flock.live.follow(file.scenario.clone());
    }
    flock.live = LiveWorld::of(file.scenario.clone(), file.source.clone(), flock.prepare.clone())?;
    flock.has_begun = true;
    Ok(true)
}
