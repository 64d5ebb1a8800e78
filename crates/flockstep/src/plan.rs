//! Settings made ready for stepping: names looked up, senses merged, numbers precomputed.
//!
//! Plans are derived from the settings and nothing else, and are made anew after an edit. Raw settings and resolved
//! plans are two types, so nothing half-checked ever runs.

use crate::error::Error;
use crate::parameters::Parameters;
use crate::perceive::{Limits, Look, Sense, kernel};
use crate::settings::{Behavior, Blend, BlendKind, Body, Captures, Group, Of, Response, Settings, Target, When};
use crate::steer::{CustomBehavior, Ground, LookDefaults, Rule, is_straight};
use crate::vector::{Vector, is_finite, radians};
use std::sync::Arc;

/// What the names in settings can refer to.
pub(crate) struct Names<'a, const D: usize> {
    pub groups: &'a [Group],
    pub markers: &'a [(String, Vector<D>)],
    pub customs: &'a [(String, Arc<dyn CustomBehavior<D>>)],
    pub fields: Vec<String>,
    pub paths: Vec<String>,
    /// The radius of the largest body of any group or personality.
    pub largest_radius: f32,
}

/// One group's or one agent's settings, ready for stepping.
pub(crate) struct Plan<const D: usize> {
    pub group: usize,
    pub senses: Vec<Sense>,
    pub slots: Vec<Slot<D>>,
    /// The behavior that has the last word, if one has.
    pub last_word: Option<usize>,
    pub captures: Option<CapturePlan>,
    /// For each group, which filters admit its agents.
    pub admits: Vec<u32>,
    /// The largest radius of any sense.
    pub search_radius: f32,
    /// It looks anew every so many steps.
    pub refresh: u32,
    /// The largest radius of those that do not mind the nearest few alone; and if there is none, how many those mind.
    pub certain_radius: f32,
    pub nearest_only: Option<u32>,
    pub body: Body,
    pub blend: Blend,
    pub max_speed: f32,
    pub radius: f32,
    pub solid: bool,
    pub length: f32,
    pub axis_scale: Option<Vector<D>>,
    pub wanders: bool,
}

/// One behavior, ready for stepping.
pub(crate) struct Slot<const D: usize> {
    pub rule: Rule,
    pub response: Response,
    pub weight: f32,
    pub priority: u32,
    pub chance: f32,
    pub sense: Option<usize>,
    pub when: When,
    /// The sense that `when` asks.
    pub when_sense: usize,
    pub targets: Vec<TargetPlan<D>>,
    pub custom: Option<Arc<dyn CustomBehavior<D>>>,
    /// The number of the field or path that it goes by.
    pub ground: Option<usize>,
    /// Its place in the group's list.
    pub number: u32,
    /// Whether its steering is a sum over those its sense lists, which can be worked out side by side.
    pub answers_each: bool,
}

/// What a plan's group eats.
pub(crate) struct CapturePlan {
    pub sense: usize,
    pub distance: Option<f32>,
    pub respawn: bool,
}

/// A target with its names looked up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum TargetPlan<const D: usize> {
    Point(Vector<D>),
    Marker(usize),
    Group {
        group: usize,
        nearest: bool,
    },
    /// The place in the world's list of agents that are targets.
    Agent(usize),
}

/// The most filters (different `of`) one group can have: the bits of a table entry.
const MOST_FILTERS: usize = 32;

/// Makes a plan. `agents` collects the ids of agents that are targets.
pub(crate) fn plan<const D: usize>(
    settings: &Settings,
    group: usize,
    names: &Names<D>,
    agents: &mut Vec<u32>,
) -> Result<Plan<D>, Error> {
    let place = format!("groups.{}", names.groups[group].name);
    let wrong = |part: &str, error| Error::Parameter { place: format!("{place}.{part}"), error };
    settings.sight.check().map_err(|e| wrong("sight", e))?;
    settings.body.parameters().check().map_err(|e| wrong("body", e))?;
    settings.blend.check().map_err(|e| wrong("blend", e))?;
    if matches!(settings.body, Body::Rigid(_)) && D != 2 {
        return Err(Error::misfit(format!("{place}.body"), "the rigid body is for two dimensions"));
    }
    let axis_scale = match &settings.body {
        Body::Point(body) => {
            if body.min_speed > body.max_speed {
                return Err(Error::misfit(format!("{place}.body.min_speed"), "greater than max_speed"));
            }
            body.axis_scale.map(|scale| scale.get().ok_or_else(|| wrong_length::<D>(&place, "body.axis_scale")))
        }
        _ => None,
    }
    .transpose()?;
    let mut senses = Senses { names, settings, filters: Vec::new(), senses: Vec::new() };
    let mut slots = Vec::new();
    for (number, behavior) in settings.behaviors.iter().enumerate() {
        let place = format!("{place}.behaviors.{}", behavior.rule.entry().name);
        let wrong = |error| Error::Parameter { place: place.clone(), error };
        behavior.rule.parameters().check().map_err(wrong)?;
        behavior.common.check().map_err(wrong)?;
        check_points::<D>(behavior, &place)?;
        if let Some(why) = behavior.rule.misfit() {
            return Err(Error::misfit(place, why));
        }
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
    let Senses { filters, mut senses, .. } = senses;
    let admits: Vec<u32> = (0..names.groups.len())
        .map(|other| {
            let admitted = |of: &Of| admits(of, group, other, names.groups);
            filters.iter().enumerate().filter(|(_, of)| admitted(of)).fold(0, |bits, (at, _)| bits | 1 << at)
        })
        .collect();
    let many_groups = names.groups.len() > 32;
    for sense in &mut senses {
        let admitted = |group: &usize| admits[*group] >> sense.filter & 1 == 1;
        let bits = (0..names.groups.len()).filter(admitted).fold(0u32, |bits, group| bits | 1 << (group % 32));
        let all = (0..names.groups.len()).all(|group| admitted(&group));
        let wants = &sense.wants;
        let radii = wants.push.is_some_and(|push| push.distance.is_none());
        sense.groups = if all || names.groups.len() == 1 { None } else { Some(bits) };
        // With a single group a filter lets through everyone or no one.
        if names.groups.len() == 1 && !all {
            (sense.radius, sense.radius2) = (0.0, -1.0);
        }
        let both = wants.course && wants.velocity;
        let lists = sense.nearest > 0 || wants.nearest || wants.list || radii;
        sense.direct = !lists && !both && (all || !many_groups);
        (sense.kernel, sense.limits) = (kernel(sense), Limits::new(sense));
    }
    // Whom a sum sees anyway, it notes for those who list them.
    let lists = |sense: &Sense| sense.lists_all() && sense.radius > 0.0;
    for nth in (0..senses.len()).filter(|nth| lists(&senses[*nth])).collect::<Vec<_>>() {
        let by = senses.iter().position(|other| other.can_note(&senses[nth]));
        senses[nth].noted_by = by;
        let radius = senses[nth].radius;
        if let Some(by) = by.map(|by| &mut senses[by]) {
            by.limits.note(radius, by.notes);
            by.notes = true;
        }
    }
    Ok(Plan {
        group,
        certain_radius: senses
            .iter()
            .filter(|sense| sense.nearest == 0)
            .fold(0.0f32, |most, sense| most.max(sense.radius)),
        nearest_only: senses
            .iter()
            .map(|sense| sense.nearest)
            .min()
            .filter(|least| *least > 0)
            .and(senses.iter().map(|sense| sense.nearest).max()),
        search_radius: senses.iter().fold(0.0f32, |most, sense| most.max(sense.radius)),
        refresh: settings.sight.refresh,
        senses,
        wanders: slots.iter().any(|slot| slot.rule.remembers()),
        slots,
        last_word,
        captures,
        admits,
        max_speed: settings.body.max_speed(),
        radius: settings.body.radius(),
        solid: settings.body.solid(),
        length: settings.body.length(),
        body: settings.body.clone(),
        blend: settings.blend.clone(),
        axis_scale,
    })
}

impl<const D: usize> Plan<D> {
    /// Whether its agents do their share in keeping clear of those of a group.
    pub fn yields_to(&self, group: usize) -> bool {
        let sense = self.last_word.and_then(|nth| self.slots[nth].sense);
        sense.is_some_and(|sense| self.admits[group] >> self.senses[sense].filter & 1 == 1)
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

fn slot<const D: usize>(
    behavior: &Behavior,
    number: usize,
    place: &str,
    senses: &mut Senses<D>,
    agents: &mut Vec<u32>,
) -> Result<Slot<D>, Error> {
    let common = &behavior.common;
    let defaults = LookDefaults {
        sight: &senses.settings.sight,
        radius: common.radius,
        of: common.of.as_ref(),
        radii: senses.radii(),
    };
    let look = behavior.rule.looks(&defaults);
    let minded = look.as_ref().map(|look| look.of.clone());
    let sense = match look {
        Some(look) if common.enabled => {
            Some(senses.add(look, common.radius_min, common.angle, common.nearest, place)?)
        }
        Some(look) => {
            senses.check(&look.of, place)?;
            None
        }
        None => None,
    };
    let sight_radius = senses.settings.sight.radius;
    let when_look = match common.when {
        When::Always => None,
        When::Alone => Some((Look::new(Of::Mates, sight_radius), None)),
        When::Leading | When::Following => {
            let radius = common.ahead_radius.unwrap_or(sight_radius);
            Some((Look::new(Of::Mates, radius), Some(common.ahead_angle)))
        }
        When::Threatened => {
            let of = common.threat.clone().or(common.of.clone()).or(minded).unwrap_or(Of::Others);
            Some((Look::new(of, sight_radius), None))
        }
    };
    let when_sense = match when_look {
        Some((look, angle)) if common.enabled => senses.add(look, 0.0, angle, Some(0), place)?,
        _ => 0,
    };
    let targets = behavior.rule.targets().iter().map(|target| find_target(target, senses.names, place, agents));
    let targets = targets.collect::<Result<Vec<_>, _>>()?;
    let custom = match &behavior.rule {
        Rule::Custom(custom) => {
            let found = senses.names.customs.iter().find(|(name, _)| *name == custom.name);
            let known = || senses.names.customs.iter().map(|(name, _)| name.clone()).collect();
            let missing =
                || Error::NoSuch { kind: "custom behavior", name: format!("\"{}\"", custom.name), known: known() };
            Some(found.ok_or_else(missing)?.1.clone())
        }
        _ => None,
    };
    let ground = behavior.rule.ground().map(|ground| find_ground(ground, senses.names)).transpose()?;
    // A context blend goes by the aims themselves.
    let response = match senses.settings.blend.kind {
        BlendKind::Context => Response::Push,
        _ => behavior.response_in_force(),
    };
    let lists_all = |sense: usize| senses.senses[sense].nearest == 0;
    Ok(Slot {
        rule: behavior.rule.clone(),
        response,
        answers_each: behavior.rule.answers_each() && is_straight(response) && sense.is_some_and(lists_all),
        weight: common.weight,
        priority: common.priority,
        chance: common.chance,
        sense,
        when: common.when,
        when_sense,
        targets,
        custom,
        ground,
        number: number as u32,
    })
}

/// The number of a field or path.
fn find_ground<const D: usize>(ground: Ground<'_>, names: &Names<D>) -> Result<usize, Error> {
    let (kind, name, known) = match ground {
        Ground::Field(name) => ("field", name, &names.fields),
        Ground::Path(name) => ("path", name, &names.paths),
    };
    let missing = || Error::NoSuch { kind, name: format!("\"{name}\""), known: known.clone() };
    known.iter().position(|other| other == name).ok_or_else(missing)
}

fn capture<const D: usize>(captures: &Captures, place: &str, senses: &mut Senses<D>) -> Result<CapturePlan, Error> {
    let place = format!("{place}.captures");
    captures.check().map_err(|error| Error::Parameter { place: place.clone(), error })?;
    let reach = captures.distance.unwrap_or(senses.radii());
    let look = Look::new(captures.of.clone(), reach).listing();
    let sense = senses.add(look, 0.0, Some(360.0), Some(0), &place)?;
    Ok(CapturePlan { sense, distance: captures.distance, respawn: captures.respawn })
}

fn find_target<const D: usize>(
    target: &Target,
    names: &Names<D>,
    place: &str,
    agents: &mut Vec<u32>,
) -> Result<TargetPlan<D>, Error> {
    match target {
        Target::Point(point) => {
            let point: Vector<D> = point.get().ok_or_else(|| wrong_length::<D>(place, "target.point"))?;
            if !is_finite(point) {
                return Err(Error::number(&format!("{place}.target.point"), point, "finite numbers"));
            }
            Ok(TargetPlan::Point(point))
        }
        Target::Marker(name) => match names.markers.iter().position(|(marker, _)| marker == name) {
            Some(marker) => Ok(TargetPlan::Marker(marker)),
            None => {
                let known = names.markers.iter().map(|(marker, _)| marker.clone()).collect();
                Err(Error::NoSuch { kind: "marker", name: format!("\"{name}\""), known })
            }
        },
        Target::Group { group, pick } => {
            let nearest = *pick == crate::settings::Pick::Nearest;
            find_group(names.groups, group).map(|group| TargetPlan::Group { group, nearest })
        }
        Target::Agent(id) => {
            let slot = agents.iter().position(|other| other == id).unwrap_or_else(|| {
                agents.push(*id);
                agents.len() - 1
            });
            Ok(TargetPlan::Agent(slot))
        }
    }
}

pub(crate) fn find_group(groups: &[Group], name: &str) -> Result<usize, Error> {
    groups.iter().position(|group| group.name == name).ok_or_else(|| Error::NoSuch {
        kind: "group",
        name: format!("\"{name}\""),
        known: groups.iter().map(|group| group.name.clone()).collect(),
    })
}

/// Whether `of`, said by an agent of group `own`, means the agents of group `other`.
fn admits(of: &Of, own: usize, other: usize, groups: &[Group]) -> bool {
    match of {
        Of::Mates => own == other,
        Of::Others => own != other,
        Of::All => true,
        Of::Layers { layers, all: false } => layers.iter().any(|layer| groups[other].layers.contains(layer)),
        Of::Layers { layers, all: true } => layers.iter().all(|layer| groups[other].layers.contains(layer)),
        Of::Groups(names) => names.contains(&groups[other].name),
    }
}

/// The senses of a plan in the making.
struct Senses<'a, const D: usize> {
    names: &'a Names<'a, D>,
    settings: &'a Settings,
    filters: Vec<Of>,
    senses: Vec<Sense>,
}

impl<const D: usize> Senses<'_, D> {
    /// How far apart two bodies can be and touch: the own radius and the largest there is.
    fn radii(&self) -> f32 {
        self.settings.body.radius() + self.names.largest_radius
    }

    /// Refuses groups and layers that nobody has.
    fn check(&self, of: &Of, place: &str) -> Result<(), Error> {
        match of {
            Of::Groups(groups) => groups.iter().try_for_each(|g| find_group(self.names.groups, g).map(|_| ())),
            Of::Layers { layers, .. } => {
                for layer in layers {
                    if !self.names.groups.iter().any(|group| group.layers.contains(layer)) {
                        let mut known: Vec<String> = self.names.groups.iter().flat_map(|g| g.layers.clone()).collect();
                        known.sort();
                        known.dedup();
                        return Err(Error::NoSuch { kind: "layer", name: format!("\"{layer}\" ({place})"), known });
                    }
                }
                Ok(())
            }
            Of::Mates | Of::Others | Of::All => Ok(()),
        }
    }

    /// The sense for a look: one that is there already if its filter is the same, else a new one.
    fn add(
        &mut self,
        look: Look,
        radius_min: f32,
        angle: Option<f32>,
        nearest: Option<u32>,
        place: &str,
    ) -> Result<usize, Error> {
        self.check(&look.of, place)?;
        let filter = match self.filters.iter().position(|of| *of == look.of) {
            Some(filter) => filter,
            None => {
                if self.filters.len() == MOST_FILTERS {
                    let found = MOST_FILTERS as u64 + 1;
                    return Err(Error::TooMany { what: "different `of` in one group", found, most: found - 1 });
                }
                self.filters.push(look.of);
                self.filters.len() - 1
            }
        };
        let angle = angle.unwrap_or(self.settings.sight.angle);
        let cos = libm::cosf(radians(0.5 * angle));
        let sense = Sense {
            filter: filter as u32,
            radius: look.radius,
            radius2: look.radius * look.radius,
            radius_min,
            cos_signed: if angle < 360.0 { cos * cos.abs() } else { -2.0 },
            nearest: nearest.unwrap_or(self.settings.sight.nearest),
            wants: look.wants,
            groups: None,
            direct: false,
            kernel: 0,
            limits: Limits::default(),
            noted_by: None,
            notes: false,
        };
        if let Some(at) = self.senses.iter().position(|other| other.takes(&sense)) {
            self.senses[at].merge(&sense.wants);
            return Ok(at);
        }
        self.senses.push(sense);
        Ok(self.senses.len() - 1)
    }
}
