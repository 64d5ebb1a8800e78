//! Settings made ready for stepping: names looked up, senses merged, numbers precomputed.
//!
//! Plans are derived from the settings and nothing else, and are made anew after an edit. Raw settings and resolved
//! plans are two types, so nothing half-checked ever runs.

mod names;
mod senses;
mod slot;

pub(crate) use names::{Customs, GroupIndex, Names, find_group};

use crate::agents::Optional;
use crate::error::Error;
use crate::group::{Behavior, Settings};
use crate::ids::AgentId;
use crate::locomote::BodyPlan;
use crate::perceive::{Eyes, Holds, Look};
use crate::scene::TargetPlan;
use crate::settings::parameters::Parameters;
use crate::settings::{Blend, Body, Captures};
use crate::steer::{AlignmentPick, CohesionPick, Formation, Rule, Slot};
use senses::Senses;
use slot::slot;

/// The most behaviors that one group or one agent can have: senses are merged by comparing each with all others.
pub const MOST_BEHAVIORS: usize = 1000;

/// One group's or one agent's settings, ready for stepping.
#[derive(Clone)]
pub(crate) struct Plan<const D: usize> {
    pub group: usize,
    pub slots: Vec<Slot<D>>,
    /// The behavior that has the last word, if one has.
    pub last_word: Option<usize>,
    pub captures: Option<CapturePlan>,
    /// Its agents decide anew every so many steps.
    pub refresh: u16,
    pub body: BodyPlan<D>,
    pub blend: Blend,
    pub wanders: bool,
}

/// What a plan's group eats.
#[derive(Clone)]
pub(crate) struct CapturePlan {
    pub sense: usize,
    pub distance: Option<f32>,
    pub respawn: bool,
}

/// All plans, by kind: those of the groups, then those of single agents. And what follows from them together.
#[derive(Clone, Default)]
pub(crate) struct Plans<const D: usize> {
    pub list: Vec<Plan<D>>,
    /// What each kind sees with.
    pub eyes: Vec<Eyes>,
    /// The group of each kind, and its bit; of more than 32 groups some share one.
    pub group_of: Vec<usize>,
    pub group_bits: Vec<u32>,
    /// The filter of the groups that each kind keeps clear of, if it does its share in avoiding collisions.
    pub yields: Vec<Option<u32>>,
    /// The agents that are targets.
    pub target_agents: Vec<AgentId>,
    /// The radius of the largest body of any plan.
    pub largest_radius: f32,
    /// What they ask for together.
    pub needs: PlansNeed,
}

/// What plans ask for together.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PlansNeed {
    pub census: bool,
    /// Whether anyone looks for the nearest of a group.
    pub nearest: bool,
    pub formations: bool,
    pub apart: bool,
    /// Which optional columns agents have.
    pub optional: Optional,
    /// What windows hold.
    pub holds: Holds,
}

impl<const D: usize> Plans<D> {
    /// The plan of a kind.
    #[inline(always)]
    pub fn of(&self, kind: u16) -> &Plan<D> {
        &self.list[usize::from(kind)]
    }

    /// Makes all plans anew: those of these groups and, after them, those of these settings of single agents.
    pub fn make<'a>(
        names: &Names<'a, D>,
        personalities: impl Iterator<Item = (usize, &'a Settings)>,
    ) -> Result<Plans<D>, Error> {
        let mut plans = Plans { largest_radius: names.largest_radius, ..Plans::default() };
        let groups = names.groups.iter().map(|group| &group.settings).enumerate();
        for (group, settings) in groups.chain(personalities) {
            let (plan, eyes) = plan(settings, group, names, &mut plans.target_agents)?;
            plans.put(plans.list.len(), plan, eyes);
        }
        plans.note_needs();
        Ok(plans)
    }

    /// Makes the plan of one kind anew, or adds it. Returns false, and changes nothing, if the other plans depend on
    /// what has changed.
    pub fn make_one(
        &mut self,
        kind: usize,
        names: &Names<D>,
        group: usize,
        settings: &Settings,
    ) -> Result<bool, Error> {
        let mut target_agents = self.target_agents.clone();
        let (plan, eyes) = plan(settings, group, names, &mut target_agents)?;
        let aims_at_agents = |plan: &Plan<D>| {
            let mut targets = plan.slots.iter().flat_map(|slot| &slot.targets);
            targets.any(|target| matches!(target, TargetPlan::Agent(_)))
        };
        let same_radius = names.largest_radius == self.largest_radius;
        if !same_radius || aims_at_agents(&plan) || self.list.get(kind).is_some_and(aims_at_agents) {
            return Ok(false);
        }
        self.put(kind, plan, eyes);
        self.note_needs();
        Ok(true)
    }

    fn put(&mut self, kind: usize, plan: Plan<D>, eyes: Eyes) {
        let last_word = plan.last_word.and_then(|nth| plan.slots[nth].sense);
        let yields = last_word.map(|sense| eyes.senses[sense].filter);
        if kind == self.list.len() {
            self.group_of.push(plan.group);
            self.group_bits.push(1 << (plan.group % 32));
            self.yields.push(yields);
            self.eyes.push(eyes);
            self.list.push(plan);
        } else {
            (self.group_of[kind], self.yields[kind], self.eyes[kind]) = (plan.group, yields, eyes);
            self.group_bits[kind] = 1 << (plan.group % 32);
            self.list[kind] = plan;
        }
    }

    fn note_needs(&mut self) {
        let some = |wanted: &dyn Fn(&Plan<D>) -> bool| self.list.iter().any(wanted);
        self.needs = PlansNeed {
            census: some(&|plan| plan.slots.iter().any(minds_whole_group)),
            nearest: some(&|plan| plan.sought().next().is_some()),
            formations: some(&|plan| plan.formation().is_some()),
            apart: some(&|plan| plan.body.solid),
            optional: Optional {
                memory: some(&|plan| plan.wanders),
                spin: some(&|plan| matches!(plan.body.body, Body::Rigid(_))),
                wait: some(&|plan| plan.refresh > 1),
            },
            holds: Holds::new(&self.eyes),
        };
    }
}

/// Whether a behavior minds a whole group.
fn minds_whole_group<const D: usize>(slot: &Slot<D>) -> bool {
    let flock = match &slot.rule {
        Rule::Alignment(rule) => rule.pick == AlignmentPick::Flock,
        Rule::Cohesion(rule) => rule.pick == CohesionPick::Flock,
        _ => false,
    };
    flock || slot.targets.iter().any(|target| matches!(target, TargetPlan::Group { .. }))
}

impl<const D: usize> Plan<D> {
    /// The groups of which it looks for the nearest.
    pub fn sought(&self) -> impl Iterator<Item = usize> {
        let targets = self.slots.iter().flat_map(|slot| &slot.targets);
        targets.filter_map(|target| match target {
            TargetPlan::Group { group, nearest: true } => Some(*group),
            _ => None,
        })
    }
    /// The formation that it keeps, if it keeps one.
    pub fn formation(&self) -> Option<(&Slot<D>, &Formation)> {
        self.slots.iter().find_map(|slot| match &slot.rule {
            Rule::Formation(formation) => Some((slot, formation)),
            _ => None,
        })
    }
}

/// Makes a plan, and what its agents see with. `agents` collects the ids of agents that are targets.
fn plan<const D: usize>(
    settings: &Settings,
    group: usize,
    names: &Names<D>,
    agents: &mut Vec<AgentId>,
) -> Result<(Plan<D>, Eyes), Error> {
    let place = format!("groups.{}", names.groups[group].name);
    let wrong = |part: &str, error| Error::Parameter { place: format!("{place}.{part}"), error };
    settings.sight.check().map_err(|e| wrong("sight", e))?;
    settings.blend.check().map_err(|e| wrong("blend", e))?;
    let body = body(&settings.body, &place)?;
    let mut senses = Senses::new(names, settings);
    if settings.behaviors.len() > MOST_BEHAVIORS {
        let found = settings.behaviors.len() as u64;
        return Err(Error::TooMany { what: "behaviors in one group", found, most: MOST_BEHAVIORS as u64 });
    }
    let mut slots = Vec::new();
    for (number, behavior) in settings.behaviors.iter().enumerate() {
        let place = format!("{place}.behaviors.{}", behavior.rule.entry().name);
        check_behavior::<D>(behavior, &place)?;
        let slot = slot(behavior, number, &place, &mut senses, agents)?;
        if behavior.common.enabled {
            slots.push(slot);
        }
    }
    let mut last_words = (0..slots.len()).filter(|nth| slots[*nth].rule.has_last_word() && slots[*nth].weight > 0.0);
    let last_word = last_words.next();
    if last_words.next().is_some() {
        let place = format!("{place}.behaviors.avoid_collisions");
        return Err(Error::misfit(place, "only one reciprocal `avoid_collisions` can have the last word"));
    }
    if slots.iter().filter(|slot| matches!(slot.rule, Rule::Formation(_))).count() > 1 {
        return Err(Error::misfit(format!("{place}.behaviors.formation"), "a group keeps one formation at a time"));
    }
    let captures = match &names.groups[group].captures {
        None => None,
        Some(captures) => Some(capture(captures, &place, &mut senses)?),
    };
    let eyes = senses.finish(group)?;
    // Who looks at nobody saves nothing by holding what it decided.
    let refresh = if eyes.reach > 0.0 { settings.sight.refresh as u16 } else { 1 };
    let wanders = slots.iter().any(|slot| slot.rule.remembers());
    let blend = settings.blend.clone();
    Ok((Plan { group, slots, last_word, captures, refresh, body, blend, wanders }, eyes))
}

fn body<const D: usize>(body: &Body, place: &str) -> Result<BodyPlan<D>, Error> {
    let place_of = |part: &str| format!("{place}.{part}");
    body.parameters().check().map_err(|error| Error::Parameter { place: place_of("body"), error })?;
    if matches!(body, Body::Rigid(_)) && D != 2 {
        return Err(Error::misfit(place_of("body"), "the rigid body is for two dimensions"));
    }
    let axis_scale = match body {
        Body::Point(body) => {
            if body.min_speed > body.max_speed {
                return Err(Error::misfit(place_of("body.min_speed"), "greater than max_speed"));
            }
            body.axis_scale.map(|scale| scale.get().ok_or_else(|| wrong_length::<D>(place, "body.axis_scale")))
        }
        _ => None,
    };
    Ok(BodyPlan {
        max_speed: body.max_speed(),
        radius: body.radius(),
        solid: body.solid(),
        length: body.length(),
        body: body.clone(),
        axis_scale: axis_scale.transpose()?,
    })
}

fn check_behavior<const D: usize>(behavior: &Behavior, place: &str) -> Result<(), Error> {
    let wrong = |error| Error::Parameter { place: place.into(), error };
    behavior.rule.parameters().check().map_err(wrong)?;
    behavior.common.check().map_err(wrong)?;
    check_points::<D>(behavior, place)?;
    match behavior.rule.misfit() {
        Some(why) => Err(Error::misfit(place, why)),
        None => Ok(()),
    }
}

fn wrong_length<const D: usize>(place: &str, part: &str) -> Error {
    Error::misfit(format!("{place}.{part}"), format!("this world has {D} dimensions: it takes {D} numbers"))
}

/// Refuses points with another number of coordinates than the world has.
fn check_points<const D: usize>(behavior: &Behavior, place: &str) -> Result<(), Error> {
    if let Rule::StayInside(rule) = &behavior.rule {
        for (name, point) in [("center", &rule.center), ("min", &rule.min), ("max", &rule.max)] {
            if point.as_ref().is_some_and(|point| point.as_slice().len() != D) {
                return Err(wrong_length::<D>(place, name));
            }
        }
    }
    Ok(())
}

fn capture<const D: usize>(captures: &Captures, place: &str, senses: &mut Senses<D>) -> Result<CapturePlan, Error> {
    let place = format!("{place}.captures");
    captures.check().map_err(|error| Error::Parameter { place: place.clone(), error })?;
    let reach = captures.distance.unwrap_or(senses.radii());
    let look = Look::new(captures.of.clone(), reach).listing();
    let sense = senses.add(look, 0.0, Some(360.0), Some(0), &place)?;
    Ok(CapturePlan { sense, distance: captures.distance, respawn: captures.respawn })
}
