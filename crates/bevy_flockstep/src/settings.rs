//! Settings as components.

use crate::agent::FlockAgent;
use crate::flock::Flock;
use bevy_ecs::prelude::*;
use bevy_reflect::Reflect;
use bevy_reflect::std_traits::ReflectDefault;
use flockstep::{AgentId, Error};
use flockstep_scenario::Override;
use tracing::error;

/// Settings of a flock, on its entity. Change it, and the running world follows before the next step; a new edition of
/// its file does not undo it. What is taken out of it stays as it was set last.
///
/// ```
/// # use bevy_flockstep::prelude::*;
/// let settings = FlockSettings::default().with("groups.bluegill.body.max_speed", 9).with("seed", 7);
/// ```
#[derive(Component, Reflect, Clone, Debug, Default, PartialEq)]
#[reflect(Component, Default, Clone, PartialEq)]
pub struct FlockSettings {
    /// Paths and values, as in the command line's `--set`.
    pub values: Vec<Setting>,
}

/// Settings of one agent, on its entity: those of its group with some replaced. Take the component away, and the agent
/// follows its group again.
///
/// ```
/// # use bevy_flockstep::prelude::*;
/// let shy = AgentSettings::default().with("behaviors.separation.weight", 3.5).with("body.max_speed", 2);
/// ```
#[derive(Component, Reflect, Clone, Debug, Default, PartialEq)]
#[reflect(Component, Default, Clone, PartialEq)]
pub struct AgentSettings {
    /// Paths and values, as in the command line's `--set` from the group on.
    pub values: Vec<Setting>,
}

/// A path and its value.
#[derive(Reflect, Clone, Debug, Default, PartialEq)]
pub struct Setting {
    /// Keys joined by dots.
    pub path: String,
    /// A TOML value, or a word.
    pub value: String,
}

macro_rules! with {
    ($($settings:ident),*) => {
        $(impl $settings {
            /// The same with this value.
            pub fn with(mut self, path: impl Into<String>, value: impl ToString) -> Self {
                self.set(path, value);
                self
            }
            /// Adds a value, or replaces the one of this path.
            pub fn set(&mut self, path: impl Into<String>, value: impl ToString) {
                let (path, value) = (path.into(), value.to_string());
                match self.values.iter_mut().find(|setting| setting.path == path) {
                    Some(setting) => setting.value = value,
                    None => self.values.push(Setting { path, value }),
                }
            }
        })*
    };
}
with!(FlockSettings, AgentSettings);

/// A refused setting is logged; the others are carried out.
pub(crate) fn set_flocks<const D: usize>(mut flocks: Query<(&mut Flock<D>, Ref<FlockSettings>)>) {
    for (mut flock, settings) in &mut flocks {
        if flock.is_loading() || !(flock.is_told_anew || settings.is_changed()) {
            continue;
        }
        for Setting { path, value } in &settings.values {
            if let Err(error) = flock.set(path, value) {
                error!("{error}");
            }
        }
    }
}

/// Agents whose settings are new, or that are newly agents.
type Resettled = Or<(Changed<AgentSettings>, Changed<FlockAgent>)>;

/// A new set of settings that is refused leaves the agent as it was, and is logged.
pub(crate) fn set_agents<const D: usize>(
    changed: Query<(Entity, &FlockAgent, &AgentSettings), Resettled>,
    mut removed: RemovedComponents<AgentSettings>,
    agents: Query<&FlockAgent, Without<AgentSettings>>,
    mut flocks: Query<&mut Flock<D>>,
) {
    for agent in removed.read().filter_map(|entity| agents.get(entity).ok()) {
        if let Ok(mut flock) = flocks.get_mut(agent.flock) {
            // One who is gone has no settings either.
            let _ = flock.engine().forget_personality(agent.id());
        }
    }
    for (entity, agent, settings) in &changed {
        let Ok(mut flock) = flocks.get_mut(agent.flock) else { continue };
        if let Err(error) = set_agent(&mut flock, agent.id(), settings) {
            error!("{entity}: {error}");
        }
    }
}

fn set_agent<const D: usize>(flock: &mut Flock<D>, id: AgentId, settings: &AgentSettings) -> Result<(), String> {
    let change = |setting: &Setting| Override { path: setting.path.clone(), value: setting.value.clone() };
    let changes: Vec<Override> = settings.values.iter().map(change).collect();
    match changes[..] {
        [] => flock.engine().forget_personality(id).map(drop).map_err(|error: Error| error.to_string()),
        _ => flock.live.set_agent(id, &changes).map_err(|error| error.to_string()),
    }
}
