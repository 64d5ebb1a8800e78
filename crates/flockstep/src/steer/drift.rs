//! `drift`: be carried along by a current.

use super::{About, Ground, LookDefaults, Note, Steers, View};
use crate::ground::Field;
use crate::math::vector::{Vector, scale, sub};
use crate::perceive::Look;
use crate::settings::parameters::parameters;

pub(crate) const ABOUT: About = About {
    what: "Is carried along by a current or the wind, besides whatever else it does.",
    formula: "drag·(w − v), where w is the velocity of the field where the agent is and v its own",
    source: "Linear drag (G. Stokes, 1851)",
    fails: "The force counts toward the body's max_force, and its max_speed holds: a slow body is not carried faster \
            than that. A field \
            with goals carries nobody.",
};

parameters! {
    /// Is carried along by a current.
    pub struct Drift {
        /// The name of the field.
        field("field", required): String = String::new();
        /// How strongly it is carried along: the share of the difference made up in a second, for a mass of 1.
        drag("drag"): f32 = 1.0, unit "1/s", range [0.0, 1e6], slider [0.0, 10.0];
    }
}

impl Steers for Drift {
    fn looks(&self, _: &LookDefaults) -> Option<Look> {
        None
    }
    fn ground(&self) -> Option<Ground<'_>> {
        Some(Ground::Field(&self.field))
    }
    fn note<const D: usize>(&self, view: &View<'_, D>, notes: &mut Vec<Note<D>>) {
        notes.extend(current(view).map(|velocity| Note::Feeler(view.place(velocity))));
    }
    fn steer<const D: usize>(&self, view: &mut View<'_, D>) -> Vector<D> {
        let Some(velocity) = current(view) else { return [0.0; D] };
        view.respond(scale(sub(velocity, view.me.velocity), self.drag))
    }
}

/// The velocity of the field where the agent is.
fn current<const D: usize>(view: &View<'_, D>) -> Option<Vector<D>> {
    match &view.scene.fields.get(view.slot.ground?)?.field {
        Field::Current(current) => Some(current.at(view.space(), view.me.position)),
        Field::Flow(_) => None,
    }
}
