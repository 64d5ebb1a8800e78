//! What each edit does to a document.

use crate::document::{Content, Personality};
use crate::edit::{Edit, Part, Who};
use crate::fresh::{free_name, new_group, with_target};
use flockstep::group::{Behavior, Settings};
use flockstep::parameters::Parameters;
use flockstep::settings::Body;
use flockstep::steer::Rule;
use flockstep_scenario::{Scenario, ScenarioGroup};

impl Edit {
    /// Changes the content; on an error it may be half changed and must be thrown away.
    pub fn apply(&self, content: &mut Content) -> Result<(), String> {
        match self {
            Edit::Set { .. }
            | Edit::SetModel { .. }
            | Edit::AddBehavior { .. }
            | Edit::RemoveBehavior { .. }
            | Edit::MoveBehavior { .. }
            | Edit::ForgetPersonality(_) => self.apply_to_settings(content),
            Edit::SetMarker { .. }
            | Edit::RemoveMarker(_)
            | Edit::AddObstacle(_)
            | Edit::SetObstacle { .. }
            | Edit::RemoveObstacle(_)
            | Edit::SetSpace(_)
            | Edit::SetSeed(_)
            | Edit::SetTimeStep(_)
            | Edit::SetName(_)
            | Edit::SetAbout(_) => self.apply_to_world(content),
            Edit::Replace(scenario) => {
                replace(content, scenario);
                Ok(())
            }
            _ => self.apply_to_groups(content),
        }
    }

    fn apply_to_settings(&self, content: &mut Content) -> Result<(), String> {
        match self {
            Edit::Set { who, part, parameter, value } => {
                let settings = settings_mut(content, *who)?;
                match part {
                    Part::Sight => settings.sight.set(parameter, value),
                    Part::Body => settings.body.parameters_mut().set(parameter, value),
                    Part::Blend => settings.blend.set(parameter, value),
                    Part::Behavior(at) => behavior_mut(settings, *at)?.set(parameter, value),
                }
                .map_err(|error| error.to_string())?;
            }
            Edit::SetModel { who, model } => {
                let body = Body::of_model(model).ok_or_else(|| format!("there is no body \"{model}\""))?;
                settings_mut(content, *who)?.body = body;
            }
            Edit::AddBehavior { who, name } => {
                let rule = Rule::named(name).ok_or_else(|| format!("there is no behavior \"{name}\""))?;
                let behavior = with_target(Behavior::new(rule), content, *who);
                settings_mut(content, *who)?.behaviors.push(behavior);
            }
            Edit::RemoveBehavior { who, at } => {
                let settings = settings_mut(content, *who)?;
                behavior_mut(settings, *at)?;
                settings.behaviors.remove(*at);
            }
            Edit::MoveBehavior { who, from, to } => {
                let settings = settings_mut(content, *who)?;
                behavior_mut(settings, *from)?;
                let behavior = settings.behaviors.remove(*from);
                let to = (*to).min(settings.behaviors.len());
                settings.behaviors.insert(to, behavior);
            }
            Edit::ForgetPersonality(id) => drop(content.personalities.remove(id)),
            _ => {}
        }
        Ok(())
    }

    fn apply_to_groups(&self, content: &mut Content) -> Result<(), String> {
        let dimensions = content.scenario.dimensions;
        match self {
            Edit::AddGroup => {
                let name = free_name(content, "group");
                content.scenario.groups.push(new_group(name, dimensions, content.scenario.groups.len()));
            }
            Edit::CopyGroup(group) => {
                let mut copy = group_mut(content, *group)?.clone();
                copy.group.name = free_name(content, &copy.group.name);
                content.scenario.groups.push(copy);
            }
            Edit::RemoveGroup(group) => {
                group_mut(content, *group)?;
                content.scenario.groups.remove(*group);
                content.personalities.clear();
            }
            Edit::RenameGroup { group, name } => crate::rename::group(content, *group, name)?,
            Edit::SetCount { group, count } => group_mut(content, *group)?.count = *count,
            Edit::SetColor { group, color } => group_mut(content, *group)?.group.color.clone_from(color),
            Edit::SetShape { group, shape } => group_mut(content, *group)?.group.shape = *shape,
            Edit::SetLayers { group, layers } => group_mut(content, *group)?.group.layers.clone_from(layers),
            Edit::SetPlayer { group, player } => group_mut(content, *group)?.group.player = *player,
            Edit::SetPlace { group, place } => group_mut(content, *group)?.group.place.clone_from(place),
            Edit::SetSpeed { group, speed } => group_mut(content, *group)?.group.speed = *speed,
            Edit::SetCaptures { group, captures } => group_mut(content, *group)?.group.captures.clone_from(captures),
            Edit::AddAgent { group, agent } => group_mut(content, *group)?.agents.push(*agent),
            Edit::RemoveAgent { group, id, placed } => {
                content.personalities.remove(id);
                let group = group_mut(content, *group)?;
                match placed {
                    Some(place) if *place < group.agents.len() => drop(group.agents.remove(*place)),
                    None if group.count > 0 => group.count -= 1,
                    _ => return Err("the group has no such agent".into()),
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn apply_to_world(&self, content: &mut Content) -> Result<(), String> {
        let scenario = &mut content.scenario;
        match self {
            Edit::SetMarker { name, at } => match scenario.markers.iter_mut().find(|(marker, _)| marker == name) {
                Some(marker) => marker.1 = *at,
                None => scenario.markers.push((name.clone(), *at)),
            },
            Edit::RemoveMarker(name) => scenario.markers.retain(|(marker, _)| marker != name),
            Edit::AddObstacle(obstacle) => scenario.obstacles.push(obstacle.clone()),
            Edit::SetObstacle { number, obstacle } => {
                *scenario.obstacles.get_mut(*number).ok_or("there is no such obstacle")? = obstacle.clone();
            }
            Edit::RemoveObstacle(number) => {
                scenario.obstacles.get(*number).ok_or("there is no such obstacle")?;
                scenario.obstacles.remove(*number);
            }
            Edit::SetSpace(space) => scenario.space = *space,
            Edit::SetSeed(seed) => scenario.seed = *seed,
            Edit::SetTimeStep(time_step) => scenario.time_step = *time_step,
            Edit::SetName(name) => scenario.name.clone_from(name),
            Edit::SetAbout(about) => scenario.about.clone_from(about),
            _ => {}
        }
        Ok(())
    }
}

/// Puts another scenario in place. Agents keep their personalities if the groups are the same.
fn replace(content: &mut Content, scenario: &Scenario) {
    let names = |scenario: &Scenario| scenario.groups.iter().map(|group| group.group.name.clone()).collect::<Vec<_>>();
    if names(&content.scenario) != names(scenario) || content.scenario.dimensions != scenario.dimensions {
        content.personalities.clear();
    }
    content.scenario = scenario.clone();
}

fn group_mut(content: &mut Content, group: usize) -> Result<&mut ScenarioGroup, String> {
    content.scenario.groups.get_mut(group).ok_or_else(|| format!("there is no group number {group}"))
}

fn settings_mut(content: &mut Content, who: Who) -> Result<&mut Settings, String> {
    match who {
        Who::Group(group) => Ok(&mut group_mut(content, group)?.group.settings),
        Who::Agent(id, group) => {
            let own = group_mut(content, group)?.group.settings.clone();
            let of_group = || Personality { group, settings: own.clone() };
            let personality = content.personalities.entry(id).or_insert_with(of_group);
            if personality.group != group {
                *personality = of_group();
            }
            Ok(&mut personality.settings)
        }
    }
}

fn behavior_mut(settings: &mut Settings, at: usize) -> Result<&mut Behavior, String> {
    settings.behaviors.get_mut(at).ok_or_else(|| format!("there is no behavior number {at}"))
}
