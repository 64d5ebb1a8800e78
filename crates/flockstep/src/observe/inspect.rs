//! Looking inside one agent: what each of its behaviors wants at this instant, and what it goes by.
//!
//! Annotations are data; whoever draws, draws them.

use super::rehearsal::Rehearsal;
use crate::World;
use crate::blend::{blend, steering_of};
use crate::error::Error;
use crate::ids::{AgentId, GroupId};
use crate::math::vector::{Vector, dot, scale, sub};
use crate::perceive::{Eyes, Perceived, Sense, lets_through};
use crate::plan::Plan;
use crate::scene::Scene;
use crate::steer::{Me, Note, Seen};
use crate::step::{is_on, percept_of, view};
use std::any::Any;

/// What goes on inside one agent, as of the step that comes next.
#[derive(Clone, Debug, PartialEq)]
pub struct Insight<const D: usize> {
    /// Its id.
    pub id: AgentId,
    /// Its group.
    pub group: GroupId,
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
    pub sight: Option<FieldOfView<D>>,
    /// What it goes by.
    pub notes: Vec<Note<D>>,
}

/// A field of view and who is in it.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldOfView<const D: usize> {
    /// How far it reaches.
    pub radius: f32,
    /// Where it begins.
    pub radius_min: f32,
    /// Its angle in degrees, centred on the heading.
    pub angle_deg: f32,
    /// The ids of those in it and the ways to them.
    pub seen: Vec<(AgentId, Vector<D>)>,
}

/// Compiled in this crate, as the stages are.
static INSPECTS: (Inspect<2>, Inspect<3>) = (World::inspect_here, World::inspect_here);
type Inspect<const D: usize> = fn(&World<D>, AgentId) -> Result<Insight<D>, Error>;

impl<const D: usize> World<D> {
    /// Looks inside one agent at this instant: what it would decide if it decided in the next step. Changes nothing.
    /// Indexes everyone anew, so it costs about as much as the index stage.
    pub fn inspect(&self, id: AgentId) -> Result<Insight<D>, Error> {
        let mut found: Result<Insight<D>, Error> = Err(Error::NoAgent(id));
        let (world, into): (&dyn Any, &mut dyn Any) = (self, &mut found);
        if let (Some(plane), Some(into)) = (world.downcast_ref(), into.downcast_mut()) {
            *into = (INSPECTS.0)(plane, id);
        } else if let (Some(space), Some(into)) = (world.downcast_ref(), into.downcast_mut()) {
            *into = (INSPECTS.1)(space, id);
        }
        found
    }

    fn inspect_here(&self, id: AgentId) -> Result<Insight<D>, Error> {
        let rehearsal = Rehearsal::new(self);
        let before = &rehearsal.pipeline.before;
        let row = rehearsal.pipeline.rows.row(&before.id, id).ok_or(Error::NoAgent(id))?;
        let plan = rehearsal.plan(row);
        let seen = rehearsal.perceive(row..row + 1);
        let scene = rehearsal.scene();
        let (parts, steering) = steer(&scene, row, plan, &seen);
        let control = scene.control_of(row);
        let me = Me::new(&before.row(row), &plan.body, plan.group, row);
        Ok(Insight {
            id,
            group: GroupId::of(plan.group),
            position: me.position,
            velocity: me.velocity,
            heading: me.heading,
            parts,
            steering: control.map_or(steering, |control| steering_of(control, &plan.body, &me)),
            driven: control.is_some(),
        })
    }
}

/// The `steer` and `blend` stages for one agent, one behavior after the other.
fn steer<const D: usize>(
    scene: &Scene<D>,
    row: usize,
    plan: &Plan<D>,
    seen: &Perceived<D>,
) -> (Vec<Part<D>>, Vector<D>) {
    let agent = scene.before.row(row);
    let eyes = scene.around.eyes_of(row);
    let me = Me::new(&agent, &plan.body, plan.group, row);
    let mut memory = agent.memory;
    let mut parts = Vec::new();
    for slot in &plan.slots {
        let percept = &percept_of(slot, row, eyes, seen);
        let mut view = view(scene, plan, eyes, slot, row, percept, seen);
        view.memory = memory;
        let on = is_on(slot, row, &seen.percepts);
        let mut steering = [0.0; D];
        if on {
            steering = slot.rule.steer(&mut view);
            steering = scale(steering, view.weight);
            memory = view.memory;
        }
        let sight = slot.sense.map(|sense| field_of_view(scene, eyes, &eyes.senses[sense], &me));
        let here = |target: Seen<D>| Note::Target(view.place(target.offset));
        let mut notes: Vec<Note<D>> = view.targets().map(here).collect();
        slot.rule.note(&view, &mut notes);
        parts.push(Part { number: slot.number as usize, name: slot.rule.entry().name, on, steering, sight, notes });
    }
    let steerings: Vec<Vector<D>> = parts.iter().map(|part| part.steering).collect();
    let mut steering = blend(scene, plan, &me, &steerings);
    if let Some(nth) = plan.last_word.filter(|nth| parts[*nth].on) {
        let slot = &plan.slots[nth];
        let percept = &percept_of(slot, row, eyes, seen);
        let last = slot.rule.last_word(&view(scene, plan, eyes, slot, row, percept, seen), steering);
        // Its part is what it changes.
        parts[nth].steering = sub(last, steering);
        steering = last;
    }
    (parts, steering)
}

/// A sense by asking everyone: the engine's own answer to whom it sees is a sum.
fn field_of_view<const D: usize>(scene: &Scene<D>, eyes: &Eyes, sense: &Sense, me: &Me<D>) -> FieldOfView<D> {
    let mut seen: Vec<(f32, AgentId, Vector<D>)> = Vec::new();
    let everyone = scene.around.search.everyone(me.position, sense.radius, 0);
    for (row, offset) in everyone.filter(|_| sense.radius > 0.0) {
        if row != me.row && lets_through(&scene.around, eyes, sense, me.heading, row, offset) {
            seen.push((dot(offset, offset), scene.before.id[row], offset));
        }
    }
    if sense.nearest > 0 {
        seen.sort_by(|one, two| one.0.total_cmp(&two.0).then(one.1.cmp(&two.1)));
        seen.truncate(sense.nearest as usize);
    }
    FieldOfView {
        radius: sense.radius,
        radius_min: sense.bounds.radius2_min.sqrt(),
        angle_deg: angle_of(sense.bounds.cos_signed),
        seen: seen.into_iter().map(|(_, id, offset)| (id, offset)).collect(),
    }
}

/// The angle of view that a sense was made from.
fn angle_of(cos_signed: f32) -> f32 {
    if cos_signed < -1.0 {
        return 360.0;
    }
    let cos = cos_signed.abs().sqrt().copysign(cos_signed);
    2.0 * libm::acosf(cos.clamp(-1.0, 1.0)).to_degrees()
}
