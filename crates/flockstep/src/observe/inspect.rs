//! Looking inside one agent: what each of its behaviors wants at this instant, and what it goes by.
//!
//! Annotations are data; whoever draws, draws them.

use super::rehearsal::Rehearsal;
use crate::World;
use crate::batch::is_on;
use crate::blend::blend;
use crate::error::Error;
use crate::perceive::{Perceived, Percept, Sense, lets_through};
use crate::plan::Plan;
use crate::steer::{Me, Note, Seen, View};
use crate::vector::{Vector, dot, scale, sub};
use crate::world::agents::at;
use crate::world::control::steering_of;

/// What goes on inside one agent, as of the step that comes next.
#[derive(Clone, Debug, PartialEq)]
pub struct Insight<const D: usize> {
    /// Its id.
    pub id: u32,
    /// The number of its group.
    pub group: usize,
    /// Where it is.
    pub position: Vector<D>,
    /// How it moves.
    pub velocity: Vector<D>,
    /// Where it points.
    pub heading: Vector<D>,
    /// Each behavior that is enabled, in order.
    pub parts: Vec<Part<D>>,
    /// The blended steering, before the body's limits.
    pub steering: Vector<D>,
    /// Whether a player steers it, so that its behaviors count for nothing.
    pub driven: bool,
}

/// What one behavior of an agent wants.
#[derive(Clone, Debug, PartialEq)]
pub struct Part<const D: usize> {
    /// Its place in the list of behaviors.
    pub number: usize,
    /// Its name.
    pub name: &'static str,
    /// Whether its `when` holds.
    pub on: bool,
    /// Its steering times its weight.
    pub steering: Vector<D>,
    /// What it sees, if it looks at all.
    pub sight: Option<Field<D>>,
    /// What it goes by.
    pub notes: Vec<Note<D>>,
}

/// A field of view and who is in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Field<const D: usize> {
    /// How far it reaches.
    pub radius: f32,
    /// Where it begins.
    pub radius_min: f32,
    /// Its angle in degrees, centred on the heading.
    pub angle_deg: f32,
    /// The ids of those in it and the ways to them.
    pub seen: Vec<(u32, Vector<D>)>,
}

impl<const D: usize> World<D> {
    /// Looks inside one agent at this instant: what its next step will go by. Changes nothing. Indexes everyone anew, so
    /// it costs about as much as the index stage.
    pub fn inspect(&self, id: u32) -> Result<Insight<D>, Error> {
        self.row(id)?;
        let rehearsal = Rehearsal::new(self);
        let row = rehearsal.before.id.iter().position(|other| *other == id).ok_or(Error::NoAgent(id))?;
        let plan = rehearsal.plan(row);
        let (seen, _) = rehearsal.perceive(row..row + 1);
        let (parts, steering) = steer(&rehearsal, row, plan, &seen);
        let control = self.controls.binary_search_by_key(&id, |(id, _)| *id).ok().map(|at| self.controls[at].1);
        let before = &rehearsal.before;
        Ok(Insight {
            id,
            group: plan.group,
            position: at(&before.position, row),
            velocity: at(&before.velocity, row),
            heading: at(&before.heading, row),
            parts,
            steering: control.map_or(steering, |control| steering_of(&control, plan, &before.row(row))),
            driven: control.is_some(),
        })
    }
}

/// The `steer` and `blend` stages for one agent, one behavior after the other.
fn steer<const D: usize>(
    rehearsal: &Rehearsal<D>,
    row: usize,
    plan: &Plan<D>,
    seen: &Perceived<D>,
) -> (Vec<Part<D>>, Vector<D>) {
    let scene = rehearsal.scene();
    let agent = rehearsal.before.row(row);
    let me = Me::new(&agent, plan, row);
    let percept_of = |sense: usize| seen.percepts.of(row, sense, &plan.senses[sense]);
    let mut memory = agent.memory;
    let mut parts = Vec::new();
    for slot in &plan.slots {
        let percept = &slot.sense.map_or(Percept::EMPTY, percept_of);
        let (scene, hits) = (&scene, &seen.hits);
        let mut view = View { me, percept, plan, slot, scene, hits, memory, weight: slot.weight };
        let on = is_on(slot, row, &seen.percepts);
        let mut steering = [0.0; D];
        if on {
            steering = slot.rule.steer(&mut view);
            steering = scale(steering, view.weight);
            memory = view.memory;
        }
        let sight = slot.sense.map(|sense| field(rehearsal, plan, &plan.senses[sense], &me));
        let here = |target: Seen<D>| Note::Target(view.place(target.offset));
        let mut notes: Vec<Note<D>> = view.targets().map(here).collect();
        slot.rule.note(&view, &mut notes);
        parts.push(Part { number: slot.number as usize, name: slot.rule.entry().name, on, steering, sight, notes });
    }
    let steerings: Vec<Vector<D>> = parts.iter().map(|part| part.steering).collect();
    let mut steering = blend(&scene, plan, &me, &steerings);
    if let Some(nth) = plan.last_word.filter(|nth| parts[*nth].on) {
        let slot = &plan.slots[nth];
        let percept = &slot.sense.map_or(Percept::EMPTY, percept_of);
        let (scene, hits) = (&scene, &seen.hits);
        let view = View { me, percept, plan, slot, scene, hits, memory, weight: slot.weight };
        let last = slot.rule.last_word(&view, steering);
        // Its part is what it changes.
        parts[nth].steering = sub(last, steering);
        steering = last;
    }
    (parts, steering)
}

/// A sense by asking everyone: the engine's own answer to whom it sees is a sum.
fn field<const D: usize>(rehearsal: &Rehearsal<D>, plan: &Plan<D>, sense: &Sense, me: &Me<D>) -> Field<D> {
    let scene = rehearsal.scene();
    let mut seen: Vec<(f32, u32, Vector<D>)> = Vec::new();
    for (row, offset) in scene.search().everyone(me.position, sense.radius).filter(|_| sense.radius > 0.0) {
        if row != me.row && lets_through(&scene, plan, sense, me.heading, row, offset) {
            seen.push((dot(offset, offset), scene.before.id[row], offset));
        }
    }
    if sense.nearest > 0 {
        seen.sort_by(|one, two| one.0.total_cmp(&two.0).then(one.1.cmp(&two.1)));
        seen.truncate(sense.nearest as usize);
    }
    Field {
        radius: sense.radius,
        radius_min: sense.radius_min,
        angle_deg: angle_of(sense),
        seen: seen.into_iter().map(|(_, id, offset)| (id, offset)).collect(),
    }
}

/// The angle of view that a sense was made from.
fn angle_of(sense: &Sense) -> f32 {
    if sense.cos_signed < -1.0 {
        return 360.0;
    }
    let cos = sense.cos_signed.abs().sqrt().copysign(sense.cos_signed);
    2.0 * libm::acosf(cos.clamp(-1.0, 1.0)).to_degrees()
}
