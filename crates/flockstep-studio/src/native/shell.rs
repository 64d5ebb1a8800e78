//! The window on a desktop.

use super::disk::Disk;
use crate::app::App;
use crate::document::{Document, Origin};
use crate::files::Files;
use crate::preferences::Preferences;
use crate::recorded::Recorded;
use crate::simulation::Simulation;
use crate::studio::Studio;
use flockstep_scenario::{Errors, Scenario, gallery};
use std::path::PathBuf;
use std::sync::Arc;

/// The scene that is opened where none is asked for.
pub const FIRST_SCENE: &str = "school";

/// How to begin.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The scene or file to open; unset: the one that was last open.
    pub scenario: Option<Opening>,
}

/// What to begin with.
#[derive(Clone, Debug)]
pub enum Opening {
    /// A scene of the gallery.
    Scene(String),
    /// A file: a scenario, or a recording.
    File(PathBuf),
}

/// What has been read: a document, and the recording it is shown by, if it is one.
struct Begun {
    document: Document,
    recording: Option<(Arc<dyn Recorded>, PathBuf)>,
}

impl From<Document> for Begun {
    fn from(document: Document) -> Begun {
        Begun { document, recording: None }
    }
}

/// Why the window did not open.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The file has mistakes.
    #[error("{0}")]
    Scenario(#[from] Errors),
    /// The file cannot be read, or makes no world.
    #[error("{0}")]
    File(String),
    /// There is no screen to open a window on.
    #[error(
        "there is no screen to open a window on ({0}): run it on a desktop, or use `flockstep run` for a run without one"
    )]
    NoScreen(String),
    /// There is no driver to draw with.
    #[error(
        "there is no graphics driver to draw with: install one (on Debian and Ubuntu `apt install mesa-vulkan-drivers` brings one \
         that needs no graphics card), or use `flockstep run` for a run without pictures"
    )]
    NoDriver,
    /// Anything else.
    #[error("the window could not be opened: {0}")]
    Window(String),
}

/// Opens the window and stays until it is closed.
pub fn run_native(options: Options) -> Result<(), Error> {
    let asked = options.scenario.map(|opening| open(&opening)).transpose()?;
    let icon = egui::IconData::default();
    let viewport = egui::ViewportBuilder::default()
        .with_title("Flockstep studio")
        .with_app_id("flockstep-studio")
        .with_inner_size([1360.0, 860.0])
        .with_min_inner_size([760.0, 480.0])
        .with_icon(icon);
    let native = eframe::NativeOptions { viewport, ..eframe::NativeOptions::default() };
    let make = |context: &eframe::CreationContext<'_>| -> Result<App, Box<dyn std::error::Error + Send + Sync>> {
        let preferences = App::preferences(context);
        let (Begun { document, recording }, problem) = asked.map_or_else(|| last(&preferences), |begun| (begun, None));
        let ctx = context.egui_ctx.clone();
        let wake = move || ctx.request_repaint();
        let mut studio = Studio::new(document, Box::new(Disk), preferences, |document| {
            Simulation::on_thread(document.content().clone(), wake)
        })?;
        if let Some((recorded, path)) = recording {
            studio.open_recording(recorded, path);
        }
        studio.perform(crate::Command::Play(true));
        if let Some(problem) = problem {
            studio.notices.complain(problem);
        }
        Ok(App::new(context, studio))
    };
    let result = eframe::run_native("Flockstep studio", native, Box::new(|context| Ok(Box::new(make(context)?))));
    result.map_err(explain)
}

/// Reads what to begin with.
fn open(opening: &Opening) -> Result<Begun, Error> {
    match opening {
        Opening::Scene(name) => {
            let scene = gallery::find(name).ok_or_else(|| Error::File(format!("there is no scene \"{name}\"")))?;
            let scenario = Scenario::parse(scene.text, scene.name)?;
            Ok(Document::new(scenario, Origin::Gallery(name.clone())).into())
        }
        Opening::File(path) => {
            let path = Disk.whole(path);
            if let Some(recorded) = Disk.recording(&path) {
                let recorded = recorded.map_err(Error::File)?;
                let scenario = recorded.scenario().map_err(Error::File)?;
                let document = Document::new(scenario, Origin::Recording(path.clone()));
                return Ok(Begun { document, recording: Some((recorded, path)) });
            }
            let bytes = Disk.read(&path).map_err(Error::File)?;
            let scenario = Scenario::parse_bytes(&bytes, &path.display().to_string(), &[])?;
            scenario.build().map_err(|error| Error::File(format!("{}: {error}", path.display())))?;
            Ok(Document::new(scenario, Origin::File(path)).into())
        }
    }
}

/// What was open last; if it can no longer be opened, the first scene, and why.
fn last(preferences: &Preferences) -> (Begun, Option<String>) {
    let opening = preferences.last.as_ref().map(|last| match gallery::find(last) {
        Some(_) => Opening::Scene(last.clone()),
        None => Opening::File(last.into()),
    });
    let problem = match opening.map(|opening| open(&opening)) {
        Some(Ok(begun)) => return (begun, None),
        Some(Err(Error::Scenario(_))) => Some("What was open last has mistakes; open it to see them".into()),
        Some(Err(error)) => Some(error.to_string()),
        None => None,
    };
    let first = open(&Opening::Scene(FIRST_SCENE.into()));
    (first.unwrap_or_else(|_| Document::new(empty(), Origin::Nowhere).into()), problem)
}

/// A world with nothing in it: what is left if even the gallery could not be read.
fn empty() -> Scenario {
    Scenario {
        name: String::new(),
        about: String::new(),
        dimensions: 2,
        seed: 0,
        time_step: 0.02,
        space: flockstep_scenario::SpaceSettings::open(2),
        markers: Vec::new(),
        groups: Vec::new(),
        obstacles: Vec::new(),
        fields: Vec::new(),
        paths: Vec::new(),
    }
}

/// One clear sentence for why there is no window.
fn explain(error: eframe::Error) -> Error {
    match error {
        // What it says beyond that is a list of the kinds of drivers that were not found.
        eframe::Error::Wgpu(_) => Error::NoDriver,
        eframe::Error::WinitEventLoop(error) => Error::NoScreen(one_line(&error.to_string())),
        eframe::Error::Winit(error) => Error::NoScreen(one_line(&error.to_string())),
        other => Error::Window(one_line(&other.to_string())),
    }
}

/// An error on one line, without the place in a library's source where it came up.
fn one_line(text: &str) -> String {
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let told = words.split_once(".rs:").and_then(|(_, rest)| rest.split_once(": ")).map(|(_, told)| told.to_string());
    told.unwrap_or(words).trim_end_matches('.').into()
}

#[cfg(test)]
mod tests {
    use super::one_line;

    #[test]
    fn an_error_is_told_without_its_place_in_the_source() {
        assert_eq!(one_line("os error at /a/b/mod.rs:765: DISPLAY is\n not set."), "DISPLAY is not set");
        assert_eq!(one_line("no adapter"), "no adapter");
    }
}
