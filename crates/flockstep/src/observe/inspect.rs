//! Looking inside one agent: what each of its behaviors wants at this instant, and what it goes by.
//!
//! Annotations are data; whoever draws, draws them.

use super::rehearsal::{Perceived, Rehearsal, from_here};
use crate::World;
use crate::batch::is_on;
use crate::blend::{blend, dither_draw};
use crate::error::Error;
use crate::perceive::{Percept, Runs, Sense};
use crate::plan::{Plan, Slot};
use crate::steer::{Me, Rule, View};
use crate::vector::{Vector, dot, length, scale};
use crate::world::agents::at;
use crate::world::control::steering_of;
use std::cell::RefCell;

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

/// Something an agent goes by, in the coordinates of the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Note<const D: usize> {
    /// What a behavior aims at, or flees.
    Target(Vector<D>),
    /// Where something is expected to be.
    Predicted(Vector<D>),
    /// The circle that a wander point drifts along.
    Circle {
        /// Its centre.
        center: Vector<D>,
        /// Its radius.
        radius: f32,
        /// The point on it.
        point: Vector<D>,
    },
    /// The feeler for obstacles: from the agent to here.
    Feeler(Vector<D>),
    /// A range around a point: a slowing distance, a place to stay in.
    Range {
        /// Its centre.
        center: Vector<D>,
        /// Its radius.
        radius: f32,
    },
}

impl<const D: usize> World<D> {
    /// Looks inside one agent at this instant: what its next step will go by. Changes nothing. Indexes everyone anew, so
    /// it costs about as much as the index stage.
    pub fn inspect(&self, id: u32) -> Result<Insight<D>, Error> {
        self.row(id)?;
        let rehearsal = Rehearsal::new(self);
        let row = rehearsal.before.id.iter().position(|other| *other == id).ok_or(Error::NoAgent(id))?;
        let plan = rehearsal.plan(row);
        let seen = rehearsal.perceive(row..row + 1);
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
    let spare = RefCell::new(Runs::default());
    spare.borrow_mut().begin();
    let agent = rehearsal.before.row(row);
    let me = Me {
        id: agent.id,
        position: agent.position,
        velocity: agent.velocity,
        speed: length(agent.velocity),
        heading: agent.heading,
        max_speed: plan.max_speed,
        radius: plan.radius,
        length: plan.length,
        row,
    };
    let own = seen.of(0, plan);
    let mut memory = agent.memory;
    let mut parts = Vec::new();
    for slot in &plan.slots {
        let percept = slot.sense.map_or(const { &Percept::EMPTY }, |sense| &own[sense]);
        let (scene, spare, hits) = (&scene, &spare, &seen.hits);
        let mut view = View { me, percept, plan, slot, scene, hits, spare, memory, weight: slot.weight };
        let on = is_on(slot, own);
        let mut steering = [0.0; D];
        if on {
            steering = slot.rule.steer(&mut view);
            steering = scale(steering, view.weight);
            memory = view.memory;
        }
        let sight = slot.sense.map(|sense| field(rehearsal, plan, &plan.senses[sense], &me));
        let notes = notes(slot, &view, sight.as_ref());
        parts.push(Part { number: slot.number as usize, name: slot.rule.entry().name, on, steering, sight, notes });
    }
    let steerings: Vec<Vector<D>> = parts.iter().map(|part| part.steering).collect();
    let steering = blend(plan, &steerings, dither_draw(scene.seed, me.id, scene.step));
    (parts, steering)
}

/// A sense by asking everyone: the engine's own answer to whom it sees is a sum.
fn field<const D: usize>(rehearsal: &Rehearsal<D>, plan: &Plan<D>, sense: &Sense, me: &Me<D>) -> Field<D> {
    let scene = rehearsal.scene();
    let minds = |row: usize| {
        let group = scene.group_of[usize::from(scene.before.kind[row])];
        row != me.row && plan.admits[group] >> sense.filter & 1 == 1
    };
    let mut seen: Vec<(f32, u32, Vector<D>)> = Vec::new();
    for (row, offset) in scene.search().everyone(me.position, sense.radius) {
        let (square, ahead) = (dot(offset, offset), dot(offset, me.heading));
        let in_view = ahead * ahead.abs() >= square * sense.cos_signed;
        if sense.radius > 0.0 && minds(row) && in_view && square >= sense.radius_min * sense.radius_min {
            seen.push((square, scene.before.id[row], offset));
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

/// What a behavior goes by.
fn notes<const D: usize>(slot: &Slot<D>, view: &View<'_, D>, sight: Option<&Field<D>>) -> Vec<Note<D>> {
    let me = &view.me;
    let here = |offset: Vector<D>| from_here(me.position, offset);
    let mut notes: Vec<Note<D>> = view.targets().map(|target| Note::Target(here(target.offset))).collect();
    match &slot.rule {
        Rule::Arrive(rule) => {
            let radius = rule.slowing_distance;
            notes.extend(view.target().map(|target| Note::Range { center: here(target.offset), radius }));
        }
        Rule::Pursue(rule) => notes.extend(rule.point(view).map(|point| Note::Predicted(here(point)))),
        Rule::Intercept(rule) => notes.extend(rule.point(view).map(|point| Note::Predicted(here(point)))),
        Rule::Evade(rule) => {
            let near = |offset: &Vector<D>| length(*offset) < rule.distance;
            let agents = view.neighbors().map(|threat| (threat.offset, threat.velocity));
            let targets = view.targets().map(|target| (target.offset, target.velocity));
            let expected = agents.chain(targets).filter(|(offset, _)| near(offset));
            notes.extend(expected.map(|(offset, velocity)| Note::Predicted(here(view.predicted(offset, velocity)))));
        }
        Rule::Wander(rule) => {
            let ahead = rule.distance.unwrap_or(me.max_speed);
            let center = here(scale(me.heading, ahead));
            let point = std::array::from_fn(|axis| center[axis] + view.memory[axis] * rule.strength);
            notes.push(Note::Circle { center, radius: rule.strength, point });
        }
        Rule::AvoidObstacles(rule) => {
            notes.push(Note::Feeler(here(scale(me.heading, rule.lookahead * me.length))));
        }
        Rule::StayInside(rule) => {
            let center = rule.center.and_then(|center| center.get());
            notes.extend(rule.radius.map(|radius| Note::Range { center: center.unwrap_or([0.0; D]), radius }));
        }
        // Separation may begin nearer than it looks.
        Rule::Separation(rule) => {
            if let (crate::steer::Distance::Length(distance), Some(sight)) = (rule.distance, sight)
                && distance != sight.radius
            {
                notes.push(Note::Range { center: me.position, radius: distance });
            }
        }
        Rule::Flee(_)
        | Rule::Seek(_)
        | Rule::Cruise(_)
        | Rule::Spacing(_)
        | Rule::Alignment(_)
        | Rule::Cohesion(_)
        | Rule::Avoid(_)
        | Rule::Custom(_) => {}
    }
    notes
}
