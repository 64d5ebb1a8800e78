//! The studio of Flockstep: see a flock, play in it, tune it, save it.
//!
//! Everything is in this library; what opens a window is thin. A [`Document`] holds the scenario and its undo list, a
//! [`Simulation`] runs the world it describes, a [`Studio`] holds both, and whatever a person does is a [`Command`] that
//! [`Studio::perform`] carries out: menus, shortcuts, the palette, the mouse and the tests all go that way.

mod app;
mod apply;
mod command;
mod document;
mod edit;
pub mod files;
mod fresh;
mod history;
#[cfg(not(target_arch = "wasm32"))]
pub mod native;
mod notice;
mod pictures;
mod preferences;
mod recorded;
mod rename;
mod scenery;
pub mod simulation;
mod studio;
mod ui;
mod watch;

pub use app::{App, KEY};
pub use command::{Answer, Command, Following, NAMED, Named, Panel, Selection, Window};
pub use document::{Content, Document, Origin, Personality};
pub use edit::{Edit, Part, Who};
pub use history::History;
pub use notice::{Notice, Notices};
pub use preferences::Preferences;
pub use recorded::Recorded;
pub use scenery::Scenery;
pub use simulation::Simulation;
pub use studio::{Mistakes, SPEEDS, Studio};
