//! A studio whose world runs in the test itself, in the real panels.

#![allow(dead_code)]

use egui_kittest::Harness;
use flockstep_scenario::{Scenario, gallery};
use flockstep_studio::files::{Entry, Files};
use flockstep_studio::{App, Command, Document, Origin, Preferences, Simulation, Studio};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use web_time::{Duration, SystemTime};

/// Files in memory; writing moves their clock.
#[derive(Clone, Default)]
pub struct Shelf(Rc<RefCell<BTreeMap<PathBuf, (String, u64)>>>);

impl Shelf {
    pub fn put(&self, path: &str, text: &str) {
        let mut shelf = self.0.borrow_mut();
        let age = shelf.get(Path::new(path)).map_or(0, |(_, age)| age + 1);
        shelf.insert(path.into(), (text.into(), age));
    }
    pub fn text(&self, path: &str) -> Option<String> {
        self.0.borrow().get(Path::new(path)).map(|(text, _)| text.clone())
    }
}

impl Files for Shelf {
    fn read(&self, path: &Path) -> Result<Vec<u8>, String> {
        let shelf = self.0.borrow();
        shelf
            .get(path)
            .map(|(text, _)| text.clone().into_bytes())
            .ok_or_else(|| format!("{}: not here", path.display()))
    }
    fn write(&self, path: &Path, text: &str) -> Result<(), String> {
        self.put(&path.display().to_string(), text);
        Ok(())
    }
    fn modified(&self, path: &Path) -> Option<SystemTime> {
        self.0.borrow().get(path).map(|(_, age)| SystemTime::UNIX_EPOCH + Duration::from_secs(*age))
    }
    fn list(&self, _: &Path) -> Result<Vec<Entry>, String> {
        let shelf = self.0.borrow();
        let name = |path: &PathBuf| path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into());
        Ok(shelf.keys().map(|path| Entry { name: name(path), folder: false }).collect())
    }
    fn home(&self) -> PathBuf {
        "/shelf".into()
    }
    fn whole(&self, path: &Path) -> PathBuf {
        path.into()
    }
}

pub fn scene(name: &str) -> Scenario {
    let scene = gallery::find(name).expect("a scene of the gallery");
    Scenario::parse(scene.text, scene.name).expect("the gallery is valid")
}

pub fn studio(name: &str, shelf: &Shelf) -> Studio {
    let document = Document::new(scene(name), Origin::Gallery(name.into()));
    Studio::new(document, Box::new(shelf.clone()), Preferences::default(), |document| {
        Simulation::here(document.content().clone())
    })
    .expect("the gallery builds")
}

/// The real panels, in a window of the usual size.
pub fn panels<'a>(name: &str, shelf: &Shelf) -> Harness<'a, App> {
    let studio = studio(name, shelf);
    let mut harness = Harness::builder()
        .with_size(egui::vec2(1360.0, 860.0))
        .with_max_steps(30)
        .build_eframe(move |context| App::new(context, studio));
    harness.run_steps(3);
    harness
}

/// Makes steps, stands still and takes the news.
pub fn steps(studio: &mut Studio, steps: usize) {
    (0..steps).for_each(|_| studio.perform(Command::Step));
    studio.refresh();
}

pub fn hash(studio: &mut Studio) -> u64 {
    studio.refresh();
    studio.frame().hash.expect("it stands still")
}

/// The hash of a scenario after some steps, as `flockstep run` has it.
pub fn run(scenario: &Scenario, steps: usize) -> u64 {
    let mut world = scenario.build().expect("it builds");
    (0..steps).for_each(|_| world.step());
    world.hash()
}
