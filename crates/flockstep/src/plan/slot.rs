//! One behavior made ready for stepping.

use super::names::{find_ground, find_target};
use super::senses::Senses;
use crate::error::Error;
use crate::group::Behavior;
use crate::ids::AgentId;
use crate::perceive::Look;
use crate::settings::{BlendKind, Of, Response, When};
use crate::steer::{LookDefaults, Rule, Slot, is_straight};

/// Makes a behavior ready. `agents` collects the ids of agents that are targets.
pub(super) fn slot<const D: usize>(
    behavior: &Behavior,
    number: usize,
    place: &str,
    senses: &mut Senses<D>,
    agents: &mut Vec<AgentId>,
) -> Result<Slot<D>, Error> {
    let common = &behavior.common;
    let custom = match &behavior.rule {
        Rule::Custom(custom) => Some(senses.names.find_custom(&custom.name)?),
        _ => None,
    };
    let defaults = LookDefaults {
        sight: &senses.settings.sight,
        radius: common.radius,
        of: common.of.as_ref(),
        radii: senses.radii(),
    };
    let look = match &custom {
        Some(custom) => custom.needs().look(&defaults),
        None => behavior.rule.looks(&defaults),
    };
    let minded = look.as_ref().map(|look| look.of.clone());
    let sense = match look {
        Some(look) if common.enabled => {
            Some(senses.add(look, common.radius_min, common.angle, common.nearest, place)?)
        }
        // What is off is checked all the same.
        Some(look) => senses.check(&look.of, place).map(|()| None)?,
        None => None,
    };
    let when_sense = match when_look(behavior, minded, senses.settings.sight.radius) {
        Some((look, angle)) if common.enabled => senses.add(look, 0.0, angle, Some(0), place)?,
        _ => 0,
    };
    let targets = behavior.rule.targets().iter().map(|target| find_target(target, senses.names, place, agents));
    let targets = targets.collect::<Result<Vec<_>, _>>()?;
    let ground = behavior.rule.ground().map(|ground| find_ground(ground, senses.names)).transpose()?;
    // A context blend goes by the aims themselves.
    let response = match senses.settings.blend.kind {
        BlendKind::Context => Response::Push,
        _ => behavior.response_in_force(),
    };
    let lists_all = sense.is_some_and(|sense| senses.lists_all(sense));
    Ok(Slot {
        rule: behavior.rule.clone(),
        response,
        answers_each: behavior.rule.answers_each() && is_straight(response) && lists_all,
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

/// What a behavior's `when` looks at, and through which angle; `minded` is whom the behavior itself minds.
fn when_look(behavior: &Behavior, minded: Option<Of>, sight_radius: f32) -> Option<(Look, Option<f32>)> {
    let common = &behavior.common;
    match common.when {
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
    }
}
