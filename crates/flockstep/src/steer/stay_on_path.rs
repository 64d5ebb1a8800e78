//! `stay_on_path`: come back to a path.

use super::follow_path::ahead_on;
use super::{About, Ground, LookDefaults, Note, Steers, View};
use crate::math::vector::{Vector, add, unit};
use crate::perceive::Look;
use crate::settings::parameters::parameters;

pub(crate) const ABOUT: About = About {
    what: "Comes back to a path when it is about to leave it; on it, it is free.",
    formula: "unit(way to the place on the path nearest to where the agent will be after foresight seconds) if that \
              is farther off the path than \
              its radius",
    source: "C. Reynolds (1999), stay on path",
    fails: "It does not go along: follow_path does. In a path narrower than the body it never rests.",
};

parameters! {
    /// Comes back to a path.
    pub struct StayOnPath {
        /// The name of the path.
        path("path", required): String = String::new();
        /// How many seconds it looks ahead.
        foresight("foresight"): f32 = 0.5, unit "s", range [0.0, 1e6], slider [0.0, 5.0];
    }
}

impl StayOnPath {
    /// One that stays on the path of this name.
    pub fn new(path: impl Into<String>) -> StayOnPath {
        StayOnPath { path: path.into(), ..StayOnPath::default() }
    }
}

impl Steers for StayOnPath {
    fn looks(&self, _: &LookDefaults) -> Option<Look> {
        None
    }
    fn ground(&self) -> Option<Ground<'_>> {
        Some(Ground::Path(&self.path))
    }
    fn note<const D: usize>(&self, view: &View<'_, D>, notes: &mut Vec<Note<D>>) {
        if let Some(line) = view.path() {
            let (on, future) = ahead_on(view, line, self.foresight);
            notes.push(Note::Feeler(view.place(add(future, on.offset))));
        }
    }
    fn steer<const D: usize>(&self, view: &mut View<'_, D>) -> Vector<D> {
        let Some(line) = view.path() else { return [0.0; D] };
        let (on, future) = ahead_on(view, line, self.foresight);
        if on.distance <= line.path.radius {
            return [0.0; D];
        }
        view.respond(unit(add(future, on.offset)))
    }
}
