//! Renaming a group wherever it is named.

use crate::document::Content;
use flockstep::group::Settings;
use flockstep::parameters::{Parameters, Value};
use flockstep::settings::{Of, Target};

/// Renames a group, and whatever refers to it.
pub(crate) fn group(content: &mut Content, group: usize, name: &str) -> Result<(), String> {
    let groups = &mut content.scenario.groups;
    let old = groups.get(group).ok_or("there is no such group")?.group.name.clone();
    if name.trim().is_empty() {
        return Err("a group must have a name".into());
    }
    if groups.iter().enumerate().any(|(number, other)| number != group && other.group.name == name) {
        return Err(format!("there is already a group \"{name}\""));
    }
    groups[group].group.name = name.into();
    for group in groups.iter_mut() {
        rename_in(&mut group.group.settings, &old, name);
        if let Some(captures) = &mut group.group.captures {
            captures.of = renamed_of(&captures.of, &old, name);
        }
    }
    content.personalities.values_mut().for_each(|own| rename_in(&mut own.settings, &old, name));
    Ok(())
}

fn rename_in(settings: &mut Settings, old: &str, new: &str) {
    for behavior in &mut settings.behaviors {
        rename_values(behavior.rule.parameters_mut(), old, new);
        rename_values(&mut behavior.common, old, new);
    }
}

fn rename_values(parameters: &mut dyn Parameters, old: &str, new: &str) {
    for place in 0..parameters.specs().len() {
        let renamed = match parameters.get_at(place) {
            Some(Value::Of(of)) => Value::Of(renamed_of(&of, old, new)),
            Some(Value::Targets(targets)) => {
                Value::Targets(targets.iter().map(|target| renamed_target(target, old, new)).collect())
            }
            _ => continue,
        };
        // It was of this kind before, so it fits.
        let set = parameters.set_at(place, &renamed);
        debug_assert!(set.is_ok(), "{set:?}");
    }
}

fn renamed_of(of: &Of, old: &str, new: &str) -> Of {
    match of {
        Of::Groups(groups) => Of::groups(groups.iter().map(|name| if name == old { new } else { name.as_str() })),
        other => other.clone(),
    }
}

fn renamed_target(target: &Target, old: &str, new: &str) -> Target {
    match target {
        Target::Group { group, pick } if group == old => Target::Group { group: new.into(), pick: *pick },
        other => other.clone(),
    }
}
