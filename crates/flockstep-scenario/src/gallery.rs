//! The gallery: scenarios built into the program, one list for tests, benches, studio and command line.

/// A scenario of the gallery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scene {
    /// Its name: that of its file, without the extension.
    pub name: &'static str,
    /// The text of its file.
    pub text: &'static str,
}

/// Made by the build script from the folder `scenarios`.
const SCENES: &[Scene] = include!(concat!(env!("OUT_DIR"), "/scenes.rs"));

/// Every scenario of the gallery, in the order of names.
pub fn scenes() -> &'static [Scene] {
    SCENES
}

/// The scenario of this name.
pub fn find(name: &str) -> Option<&'static Scene> {
    scenes().iter().find(|scene| scene.name == name)
}
