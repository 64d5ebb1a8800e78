//! What is shown: a scene of the gallery that runs, and what keys do to it.
//!
//! It is the studio without its panels: the same commands, the same thread for the world, so that keys are answered
//! however long a step takes.

use super::gaze::Gaze;
use super::keys::Action;
use super::tint::Tint;
use flockstep_scenario::{Scenario, gallery};
use flockstep_studio::files::NoFiles;
use flockstep_studio::{Command, Document, Origin, Preferences, Simulation, Studio};

/// A scene that runs.
pub struct Show {
    /// The document and its world.
    pub studio: Studio,
    /// From where it is seen.
    pub gaze: Gaze,
    /// The colors there are.
    pub tint: Tint,
    /// Whether the keys are shown.
    pub help: bool,
    /// Whether it should end.
    pub over: bool,
    /// The number of the scene in the gallery.
    scene: usize,
}

impl Show {
    /// A scene of the gallery that runs. `start` makes its world, on a thread or not.
    pub fn new<E: From<String>>(
        name: &str,
        tint: Tint,
        start: impl FnOnce(&Document) -> Result<Simulation, E>,
    ) -> Result<Show, E> {
        let scenes = gallery::scenes();
        let scene = scenes.iter().position(|scene| scene.name == name);
        let scene = scene.ok_or_else(|| format!("there is no scene \"{name}\""))?;
        let scenario = Scenario::parse(scenes[scene].text, name).map_err(|errors| errors.render(false))?;
        let document = Document::new(scenario, Origin::Gallery(name.into()));
        let mut studio = Studio::new(document, Box::new(NoFiles), Preferences::default(), start)?;
        studio.perform(Command::Play(true));
        Ok(Show { studio, gaze: Gaze::default(), tint, help: false, over: false, scene })
    }

    /// Does what a key asks for.
    pub fn act(&mut self, action: Action) {
        match action {
            Action::Do(command) => self.studio.perform(command),
            Action::Next => self.go(1),
            Action::Previous => self.go(gallery::scenes().len() - 1),
            Action::Help => self.help = !self.help,
            Action::Back if self.help => self.help = false,
            Action::Back | Action::Quit => self.over = true,
        }
    }

    /// So many scenes on; after the last comes the first.
    fn go(&mut self, by: usize) {
        let scenes = gallery::scenes();
        self.scene = (self.scene + by) % scenes.len();
        self.studio.perform(Command::OpenScene(scenes[self.scene].name.into()));
    }
}
