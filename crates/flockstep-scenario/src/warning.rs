//! What a scenario says that has no effect where it stands: no mistake, but probably not what was meant.

use crate::path::Path;
use crate::scenario::{Scenario, ScenarioGroup};
use flockstep::group::Common;
use flockstep::settings::{Blend, BlendKind, When};
use flockstep::steer::{Falloff, Rule, Separation};
use std::collections::HashMap;

/// The most that are told.
const MOST_WARNINGS: usize = 100;

/// What a scenario says that has no effect where it stands, one line each: where, and what it would take.
pub fn warnings(scenario: &Scenario) -> Vec<String> {
    let mut warnings = Vec::new();
    let groups = Path::ROOT.key("groups");
    for group in &scenario.groups {
        of_group(group, &groups.key(&group.group.name), &mut warnings);
        if warnings.len() >= MOST_WARNINGS {
            warnings.truncate(MOST_WARNINGS);
            break;
        }
    }
    warnings
}

fn of_group(ScenarioGroup { group, count, agents }: &ScenarioGroup, path: &Path, warnings: &mut Vec<String>) {
    if *count > 0 && !agents.is_empty() {
        let exact = agents.len();
        warnings.push(format!(
            "{}: {count} agents are born besides the {exact} of `agents`: {} in all",
            path.key("count"),
            count + exact
        ));
    }
    let blend = &group.settings.blend;
    if blend.kind != BlendKind::Priority && blend.threshold.to_bits() != Blend::default().threshold.to_bits() {
        no_effect(&path.key("blend").key("threshold"), "a blend of the type \"priority\"", warnings);
    }
    if blend.kind != BlendKind::Context && blend.time.to_bits() != Blend::default().time.to_bits() {
        no_effect(&path.key("blend").key("time"), "a blend of the type \"context\"", warnings);
    }
    let behaviors = path.key("behaviors");
    let mut counts: HashMap<&str, (usize, usize)> = HashMap::new();
    for behavior in &group.settings.behaviors {
        counts.entry(behavior.rule.entry().name).or_default().0 += 1;
    }
    for behavior in &group.settings.behaviors {
        let name = behavior.rule.entry().name;
        let Some((all, before)) = counts.get_mut(name) else { continue };
        *before += 1;
        let path = if *all == 1 { behaviors.key(name) } else { behaviors.nth(name, *before - 1) };
        of_common(&behavior.common, blend.kind, &path, warnings);
        if let Rule::Separation(rule) = &behavior.rule
            && rule.falloff != Falloff::Offset
            && rule.scale.to_bits() != Separation::default().scale.to_bits()
        {
            no_effect(&path.key("scale"), "the falloff \"offset\"", warnings);
        }
    }
}

fn of_common(common: &Common, blend: BlendKind, path: &Path, warnings: &mut Vec<String>) {
    let usual = Common::default();
    if blend != BlendKind::Priority && common.priority != usual.priority {
        no_effect(&path.key("priority"), "a blend of the type \"priority\"", warnings);
    }
    if blend != BlendKind::Dither && common.chance.to_bits() != usual.chance.to_bits() {
        no_effect(&path.key("chance"), "a blend of the type \"dither\"", warnings);
    }
    let looks_ahead = matches!(common.when, When::Leading | When::Following);
    let ahead = [
        ("angle", common.ahead_angle.to_bits() != usual.ahead_angle.to_bits()),
        ("radius", common.ahead_radius != usual.ahead_radius),
    ];
    for (key, _) in ahead.into_iter().filter(|(_, given)| *given && !looks_ahead) {
        no_effect(&path.key("ahead").key(key), "when = \"leading\" or \"following\"", warnings);
    }
    if common.when != When::Threatened && common.threat != usual.threat {
        no_effect(&path.key("threat"), "when = \"threatened\"", warnings);
    }
}

fn no_effect(path: &Path, without: &str, warnings: &mut Vec<String>) {
    if warnings.len() < MOST_WARNINGS {
        warnings.push(format!("{path} has no effect without {without}"));
    }
}
