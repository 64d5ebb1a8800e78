//! `follow_field`: go where a field leads.

use super::{About, Ground, LookDefaults, Note, Steers, View};
use crate::ground::{Field, Way};
use crate::math::vector::{Vector, clamp_length, scale};
use crate::perceive::Look;
use crate::settings::parameters::{LENGTH, parameters};
use crate::settings::{Of, Response};

pub(crate) const ABOUT: About = About {
    what: "Goes where a field leads: around walls to its goal, or along a current.",
    formula: "flow: unit(−∇u), u the cost of the cheapest way, interpolated between cells; straight for a goal in \
              sight, up to 256 cells off; \
              ·min(1, d/slowing_distance) near it; ·min(1, gap/give_way) behind whoever has a shorter way. Current: \
              its velocity/s_max, at most 1 long",
    source: "J. Sethian (1999), fast marching; A. Treuille, S. Cooper and Z. Popović, Continuum crowds (2006)",
    fails: "Where no way leads to the goal it stops (World::stranded lists who). Momentum can carry a body into a \
            wall: \
            solid bodies stay out. A field is no wider than its cells: a gap narrower than one may be closed. Where \
            many meet at \
            a gap, nobody gets through unless they have a `give_way`.",
};

parameters! {
    /// Goes where a field leads.
    pub struct FollowField {
        /// The name of the field.
        field("field", required): String = String::new();
        /// Within this distance of the goal it slows down; 0 for not at all.
        slowing_distance("slowing_distance"): f32 = 0.0, unit "units", range LENGTH, slider [0.0, 20.0];
        /// It lets others go first who have a shorter way: it slows down when the gap to one is less than this, and
        /// stops when they touch. 0 for not at all. Of a crowd at a door only those in front then push, and nobody
        /// blocks it.
        give_way("give_way"): f32 = 0.0, unit "units", range LENGTH, slider [0.0, 5.0];
    }
}

impl FollowField {
    /// One that follows the field of this name.
    pub fn new(field: impl Into<String>) -> FollowField {
        FollowField { field: field.into(), ..FollowField::default() }
    }

    /// The aim; `None` for stop here.
    fn aim<const D: usize>(&self, view: &View<'_, D>) -> Option<Vector<D>> {
        let me = &view.me;
        let named = view.slot.ground.and_then(|number| view.scene.fields.get(number))?;
        match &named.field {
            Field::Current(current) => {
                let velocity = current.at(view.space(), me.position);
                Some(clamp_length(scale(velocity, 1.0 / me.max_speed.max(1e-9)), 1.0))
            }
            Field::Flow(flow) => match named.course.way(flow, [me.position[0], me.position[1]]) {
                Way::Toward(direction, distance) => {
                    let slowed = self.slowing_distance > 0.0;
                    let share = if slowed { (distance / self.slowing_distance).min(1.0) } else { 1.0 };
                    let share = share * self.way_left(view, |at| named.course.value(flow, [at[0], at[1]]));
                    let mut aim = [0.0; D];
                    (aim[0], aim[1]) = (direction[0] * share, direction[1] * share);
                    Some(aim)
                }
                Way::Here | Way::None => None,
            },
        }
    }
}

impl FollowField {
    /// The share of full speed that those leave who go first.
    fn way_left<const D: usize>(&self, view: &View<'_, D>, cost: impl Fn(Vector<D>) -> f32) -> f32 {
        if self.give_way == 0.0 {
            return 1.0;
        }
        let me = &view.me;
        let own = cost(me.position);
        let mut gap = self.give_way;
        for other in view.neighbors() {
            // Two who have it equally far go by their ids: one of them always goes.
            if (cost(view.place(other.offset)), other.id) < (own, me.id) {
                gap = gap.min(other.distance - other.radius - me.radius);
            }
        }
        (gap / self.give_way).max(0.0)
    }
}

impl Steers for FollowField {
    fn looks(&self, defaults: &LookDefaults) -> Option<Look> {
        let far = self.give_way + defaults.radii;
        (self.give_way > 0.0).then(|| defaults.look(Of::Mates, far).listing())
    }
    fn ground(&self) -> Option<Ground<'_>> {
        Some(Ground::Field(&self.field))
    }
    fn note<const D: usize>(&self, view: &View<'_, D>, notes: &mut Vec<Note<D>>) {
        notes.extend(self.aim(view).map(|aim| Note::Feeler(view.place(scale(aim, 2.0 * view.me.length)))));
    }
    fn steer<const D: usize>(&self, view: &mut View<'_, D>) -> Vector<D> {
        match self.aim(view) {
            Some(aim) => view.respond(aim),
            // To stop is to lose its velocity; a response other than steer has none in it.
            None if view.slot.response == Response::Steer => view.me.velocity.map(|c| -c),
            None => [0.0; D],
        }
    }
}
