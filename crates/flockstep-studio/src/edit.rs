//! Changes of a document, as values: the panels make them, undo takes them back, the running world follows them.

use crate::document::Content;
use crate::fresh::{free_name, new_group, with_target};
use flockstep::parameters::{Parameters, Point, Value};
use flockstep::settings::{Behavior, Body, Captures, Place, Settings};
use flockstep::steer::Rule;
use flockstep_scenario::{ObstacleSettings, ScenarioAgent, ScenarioGroup, SpaceSettings};

/// Whose settings are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// A group's, by number.
    Group(usize),
    /// One agent's, by id, and its group's number: its personality.
    Agent(u32, usize),
}

/// Which of the settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// How far, how wide and how many they see.
    Sight,
    /// How steering becomes motion.
    Body,
    /// How several behaviors become one steering.
    Blend,
    /// A behavior, by its place in the list.
    Behavior(usize),
}

/// One change of a document.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)] // fields are what they are called
pub enum Edit {
    /// Sets a parameter.
    Set { who: Who, part: Part, parameter: String, value: Value },
    /// Gives another body, with its defaults.
    SetModel { who: Who, model: String },
    /// Adds a behavior of the registry at the end.
    AddBehavior { who: Who, name: String },
    /// Removes a behavior.
    RemoveBehavior { who: Who, at: usize },
    /// Moves a behavior to another place of the list.
    MoveBehavior { who: Who, from: usize, to: usize },
    /// Gives an agent back to its group.
    ForgetPersonality(u32),
    /// Adds a group with the three rules of a flock.
    AddGroup,
    /// Adds a copy of a group.
    CopyGroup(usize),
    /// Removes a group and its agents.
    RemoveGroup(usize),
    /// Renames a group, wherever it is named.
    RenameGroup { group: usize, name: String },
    /// How many agents are born where the group's place says.
    SetCount { group: usize, count: usize },
    /// The group's color, as `#rrggbb`.
    SetColor { group: usize, color: String },
    /// The layers it is in.
    SetLayers { group: usize, layers: Vec<String> },
    /// Whether a player may drive its agents.
    SetPlayer { group: usize, player: bool },
    /// Where its agents are born.
    SetPlace { group: usize, place: Option<Place> },
    /// Their speeds at birth.
    SetSpeed { group: usize, speed: Option<[f32; 2]> },
    /// Whom it eats.
    SetCaptures { group: usize, captures: Option<Captures> },
    /// One agent more, exactly here.
    AddAgent { group: usize, agent: ScenarioAgent },
    /// One agent less: this one in the running world.
    RemoveAgent { group: usize, id: u32 },
    /// Adds a marker or moves it.
    SetMarker { name: String, at: Point },
    /// Removes a marker.
    RemoveMarker(String),
    /// Adds an obstacle.
    AddObstacle(ObstacleSettings),
    /// Replaces an obstacle.
    SetObstacle { number: usize, obstacle: ObstacleSettings },
    /// Removes an obstacle.
    RemoveObstacle(usize),
    /// Replaces the space.
    SetSpace(SpaceSettings),
    /// The seed of all randomness.
    SetSeed(u64),
    /// The length of a step in seconds.
    SetTimeStep(f32),
    /// The scenario's name.
    SetName(String),
    /// One sentence about it.
    SetAbout(String),
}

impl Edit {
    /// What it does, for the undo list.
    pub fn label(&self) -> String {
        match self {
            Edit::Set { parameter, .. } => format!("set {parameter}"),
            Edit::SetModel { model, .. } => format!("{model} body"),
            Edit::AddBehavior { name, .. } => format!("add {name}"),
            Edit::RemoveBehavior { .. } => "remove a behavior".into(),
            Edit::MoveBehavior { .. } => "reorder behaviors".into(),
            Edit::ForgetPersonality(id) => format!("give agent {id} back to its group"),
            Edit::AddGroup => "add a group".into(),
            Edit::CopyGroup(_) => "copy a group".into(),
            Edit::RemoveGroup(_) => "remove a group".into(),
            Edit::RenameGroup { name, .. } => format!("rename to {name}"),
            Edit::SetCount { count, .. } => format!("{count} agents"),
            Edit::SetColor { .. } => "set color".into(),
            Edit::SetLayers { .. } => "set layers".into(),
            Edit::SetPlayer { .. } => "set player".into(),
            Edit::SetPlace { .. } => "set place".into(),
            Edit::SetSpeed { .. } => "set speed at birth".into(),
            Edit::SetCaptures { .. } => "set captures".into(),
            Edit::AddAgent { .. } => "add an agent".into(),
            Edit::RemoveAgent { id, .. } => format!("remove agent {id}"),
            Edit::SetMarker { name, .. } => format!("place marker {name}"),
            Edit::RemoveMarker(name) => format!("remove marker {name}"),
            Edit::AddObstacle(_) => "add an obstacle".into(),
            Edit::SetObstacle { .. } => "change an obstacle".into(),
            Edit::RemoveObstacle(_) => "remove an obstacle".into(),
            Edit::SetSpace(_) => "set the space".into(),
            Edit::SetSeed(seed) => format!("seed {seed}"),
            Edit::SetTimeStep(_) => "set the time step".into(),
            Edit::SetName(_) => "set the name".into(),
            Edit::SetAbout(_) => "set the description".into(),
        }
    }

    /// What it changes: edits with the same key can become one.
    pub fn key(&self) -> String {
        match self {
            Edit::Set { who, part, parameter, .. } => format!("{who:?} {part:?} {parameter}"),
            Edit::SetCount { group, .. } => format!("count {group}"),
            Edit::SetColor { group, .. } => format!("color {group}"),
            Edit::SetMarker { name, .. } => format!("marker {name}"),
            Edit::SetObstacle { number, .. } => format!("obstacle {number}"),
            Edit::SetPlace { group, .. } => format!("place {group}"),
            Edit::SetSpeed { group, .. } => format!("speed {group}"),
            Edit::SetSpace(_) => "space".into(),
            Edit::SetTimeStep(_) => "time step".into(),
            Edit::SetSeed(_) => "seed".into(),
            other => format!("{other:?}"),
        }
    }

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
            Edit::SetLayers { group, layers } => group_mut(content, *group)?.group.layers.clone_from(layers),
            Edit::SetPlayer { group, player } => group_mut(content, *group)?.group.player = *player,
            Edit::SetPlace { group, place } => group_mut(content, *group)?.group.place.clone_from(place),
            Edit::SetSpeed { group, speed } => group_mut(content, *group)?.group.speed = *speed,
            Edit::SetCaptures { group, captures } => group_mut(content, *group)?.group.captures.clone_from(captures),
            Edit::AddAgent { group, agent } => group_mut(content, *group)?.agents.push(*agent),
            Edit::RemoveAgent { group, id } => {
                content.personalities.remove(id);
                let group = group_mut(content, *group)?;
                if group.count > 0 {
                    group.count -= 1;
                } else {
                    group.agents.pop().ok_or("the group has no agents")?;
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

fn group_mut(content: &mut Content, group: usize) -> Result<&mut ScenarioGroup, String> {
    content.scenario.groups.get_mut(group).ok_or_else(|| format!("there is no group number {group}"))
}

fn settings_mut(content: &mut Content, who: Who) -> Result<&mut Settings, String> {
    match who {
        Who::Group(group) => Ok(&mut group_mut(content, group)?.group.settings),
        Who::Agent(id, group) => {
            let of_group = group_mut(content, group)?.group.settings.clone();
            Ok(content.personalities.entry(id).or_insert(of_group))
        }
    }
}

fn behavior_mut(settings: &mut Settings, at: usize) -> Result<&mut Behavior, String> {
    settings.behaviors.get_mut(at).ok_or_else(|| format!("there is no behavior number {at}"))
}
