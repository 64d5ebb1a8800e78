//! Read in, step, write out: what is exchanged with the worlds around a step.

use crate::agent::{AgentVelocity, FlockAgent, JoinFlock, Steering};
use crate::axes::{from_vec3, to_vec3};
use crate::events::Born;
use crate::flock::{Flock, Inbox, Movement};
use crate::plugin::Pace;
use bevy_ecs::prelude::*;
use bevy_reflect::Reflect;
use bevy_reflect::std_traits::ReflectDefault;
use bevy_time::{Fixed, Time};
use bevy_transform::components::Transform;
use tracing::{error, warn};

/// The hash of a flock's state after its last step: equal on every machine that plays the same. Add it to the flock's
/// entity to have it worked out after every step.
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[reflect(Component, Default, Clone, PartialEq)]
pub struct FlockHash {
    /// The hash.
    pub hash: u64,
    /// The steps made so far.
    pub steps: u64,
}

/// Entities that were despawned leave their worlds, and those that join come into them.
pub(crate) fn read_inboxes<const D: usize>(
    mut flocks: Query<(Entity, &mut Flock<D>, &mut Inbox, &Movement)>,
    joining: Query<(&JoinFlock, &Transform)>,
    mut commands: Commands,
) {
    for (flock_entity, mut flock, mut inbox, movement) in &mut flocks {
        for (id, entity) in std::mem::take(&mut inbox.leaving) {
            if flock.roster.remove(id, entity) {
                // It may have died in the same moment.
                let _ = flock.engine().despawn(id);
            }
        }
        // There is no group to join yet.
        if flock.is_loading() {
            continue;
        }
        for entity in std::mem::take(&mut inbox.joining) {
            let Ok((join, transform)) = joining.get(entity) else { continue };
            if join.flock != flock_entity {
                continue;
            }
            let (position, velocity) = (from_vec3::<D>(transform.translation), from_vec3::<D>(join.velocity));
            let world = flock.engine();
            let born = world.group_id(&join.group).and_then(|group| world.spawn(group, position, velocity));
            commands.entity(entity).remove::<JoinFlock>();
            match born {
                Ok(id) => {
                    let agent = FlockAgent { flock: flock_entity, number: id.0 };
                    commands.entity(entity).insert(agent);
                    if *movement == Movement::Physics {
                        commands.entity(entity).insert(AgentVelocity(join.velocity));
                    }
                    commands.trigger(Born { entity, flock: flock_entity, number: id.0 });
                    flock.roster.add(id, Some(entity));
                }
                Err(error) => error!("{entity} cannot join: {error}"),
            }
        }
    }
}

/// Bodies that a physics engine moves: where they are and how they move.
pub(crate) fn read_bodies<const D: usize>(
    mut flocks: Query<(Entity, &mut Flock<D>, &Movement)>,
    agents: Query<(&FlockAgent, &Transform, &AgentVelocity)>,
) {
    for (entity, mut flock, _) in flocks.iter_mut().filter(|(.., movement)| **movement == Movement::Physics) {
        let (mut ids, mut positions, mut velocities) = (Vec::new(), Vec::new(), Vec::new());
        for (agent, transform, velocity) in agents.iter().filter(|(agent, ..)| agent.flock == entity) {
            if flock.world().contains(agent.id()) {
                ids.push(agent.id());
                positions.push(from_vec3::<D>(transform.translation));
                velocities.push(from_vec3::<D>(velocity.0));
            }
        }
        if flock.engine().feed_bodies(&ids, &positions, &velocities).is_err() {
            // One of them is where nobody can be: the others go on without it.
            for ((id, position), velocity) in ids.into_iter().zip(positions).zip(velocities) {
                if let Err(error) = flock.engine().feed(id, position, velocity) {
                    error!("agent {id} of {entity}: {error}");
                }
            }
        }
    }
}

/// One step of every world; or as many as the clock asks for.
pub(crate) fn step<const D: usize>(
    mut flocks: Query<(&mut Flock<D>, &Movement)>,
    pace: Res<PaceOf<D>>,
    time: Res<Time>,
) {
    for (mut flock, movement) in &mut flocks {
        let world = flock.engine();
        match (movement, pace.pace) {
            (Movement::Physics, _) => world.steer(),
            (_, Pace::StepPerRun) => world.step(),
            (_, Pace::Clock { most_steps }) => match world.advance(time.delta_secs_f64(), most_steps) {
                Ok(advance) if pace.interpolates => flock.fraction = advance.fraction,
                Ok(_) => {}
                Err(error) => error!("{error}"),
            },
        }
    }
}

/// The pace of the flocks of `D` dimensions.
#[derive(Resource)]
pub(crate) struct PaceOf<const D: usize> {
    pub pace: Pace,
    pub interpolates: bool,
}

/// Says once for each flock that its own clock and Bevy's do not agree.
pub(crate) fn compare_clocks<const D: usize>(
    flocks: Query<(Entity, &Flock<D>)>,
    fixed: Res<Time<Fixed>>,
    mut told: Local<Vec<(Entity, u32, u64)>>,
) {
    for (entity, flock) in flocks.iter().filter(|(_, flock)| !flock.world().is_empty()) {
        let (own, bevys) = (flock.world().time_step(), fixed.timestep().as_secs_f64());
        let found = (entity, own.to_bits(), bevys.to_bits());
        if (f64::from(own) / bevys - 1.0).abs() > 0.001 && !told.contains(&found) {
            told.push(found);
            warn!(
                "{entity} has steps of {own} s and FixedUpdate runs every {bevys:.6} s, so it moves {:.2} times as fast \
                 as it should: insert Time::<Fixed>::from_seconds({own}), or add the plugin with Pace::Clock in Update",
                f64::from(own) / bevys
            );
        }
    }
}

/// What agents want whose bodies a physics engine moves.
pub(crate) fn write_steering<const D: usize>(
    flocks: Query<(&Flock<D>, &Movement)>,
    mut agents: Query<(&FlockAgent, &mut Steering)>,
) {
    for (agent, mut steering) in &mut agents {
        let Ok((flock, Movement::Physics)) = flocks.get(agent.flock) else { continue };
        if let Ok(row) = flock.world().row(agent.id()) {
            steering.0 = to_vec3(std::array::from_fn::<f32, D, _>(|axis| flock.world().steering()[axis][row]));
        }
    }
}

pub(crate) fn write_hashes<const D: usize>(mut flocks: Query<(&Flock<D>, &mut FlockHash)>) {
    for (flock, mut hash) in &mut flocks {
        *hash = FlockHash { hash: flock.world().hash(), steps: flock.world().steps() };
    }
}
