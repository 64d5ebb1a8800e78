//! Making a running world follow its scenario.
//!
//! The world is told what the scenario should be, not what was done to it: the difference to what it was is carried out
//! live. So an edit, its undo and a file read anew take the same way.

use flockstep::parameters::Point;
use flockstep::{AgentId, Error, GroupId, ObstacleId, Space, World};
use flockstep_scenario::{AnyWorld, ObstacleSettings, Scenario, ScenarioAgent, ScenarioGroup};

/// The ids of what a scenario places exactly, in its order: agents group by group, and obstacles. Others that the world
/// has are the program's own, and no scenario changes them.
#[derive(Clone, Debug, Default)]
pub struct Placed {
    agents: Vec<Vec<AgentId>>,
    obstacles: Vec<ObstacleId>,
}

impl Placed {
    /// Those of a world at its start: ids are dealt out in order, in each group first to those that are placed.
    pub fn of(scenario: &Scenario) -> Placed {
        let mut next = 0;
        let mut ids = |group: &ScenarioGroup| {
            let first = next;
            next += (group.agents.len() + group.count) as u32;
            (first..first + group.agents.len() as u32).map(AgentId).collect()
        };
        let agents = scenario.groups.iter().map(&mut ids).collect();
        Placed { agents, obstacles: (0..scenario.obstacles.len() as u32).map(ObstacleId).collect() }
    }
    /// Which of the placed ones of its group an agent is.
    pub fn place_of(&self, group: GroupId, id: AgentId) -> Option<usize> {
        self.agents.get(group.index())?.iter().position(|other| *other == id)
    }
    /// An agent is gone for good.
    pub fn forget(&mut self, id: AgentId) {
        self.agents.iter_mut().for_each(|group| group.retain(|other| *other != id));
    }
}

/// Why a world must begin anew to follow a scenario, if it must.
pub fn why_anew(old: &Scenario, new: &Scenario) -> Option<String> {
    if old.dimensions != new.dimensions {
        return Some("another number of dimensions".into());
    }
    if old.seed != new.seed {
        return Some(format!("seed {}", new.seed));
    }
    let kept = old.groups.iter().zip(&new.groups).all(|(old, new)| old.group.name == new.group.name);
    if !kept || new.groups.len() < old.groups.len() {
        return Some("a group was removed or renamed".into());
    }
    None
}

/// Makes a world that follows the scenario `was` follow `is`. What [`why_anew`] names cannot be done live. On an error
/// part of the difference may have been carried out.
pub fn follow(world: &mut AnyWorld, placed: &mut Placed, was: &Scenario, is: &Scenario) -> Result<(), Error> {
    match world {
        AnyWorld::Plane(world) => follow_in(world, placed, was, is),
        AnyWorld::Space(world) => follow_in(world, placed, was, is),
    }
}

fn follow_in<const D: usize>(
    world: &mut World<D>,
    placed: &mut Placed,
    was: &Scenario,
    is: &Scenario,
) -> Result<(), Error> {
    if was.time_step.to_bits() != is.time_step.to_bits() {
        world.set_time_step(is.time_step)?;
    }
    if was.space != is.space {
        world.set_space(Space::new(is.space.edge, here::<D>(&is.space.min)?, here::<D>(&is.space.max)?)?);
    }
    for (name, at) in &is.markers {
        if was.markers.iter().all(|marker| marker != &(name.clone(), *at)) {
            world.set_marker(name, here::<D>(at)?)?;
        }
    }
    obstacles(world, &mut placed.obstacles, &was.obstacles, &is.obstacles)?;
    ground(world, was, is)?;
    for (id, (before, group)) in (0..).map(GroupId).zip(was.groups.iter().zip(&is.groups)) {
        if group.group != before.group {
            world.edit_group(id, |running| *running = group.group.clone())?;
        }
    }
    let added = is.groups[was.groups.len()..].iter().map(|group| group.group.clone()).collect();
    world.add_groups(added)?;
    remove_ground(world, was, is)?;
    for (name, _) in &was.markers {
        if is.markers.iter().all(|(other, _)| other != name) {
            world.remove_marker(name)?;
        }
    }
    placed.agents.resize(is.groups.len(), Vec::new());
    for (id, group) in (0..).map(GroupId).zip(&is.groups) {
        let before = was.groups.get(id.index());
        let ids = &mut placed.agents[id.index()];
        place(world, id, ids, before.map_or(&[], |group| &group.agents), &group.agents)?;
        let count = before.map_or(0, |group| group.count);
        world.populate(id, group.count.saturating_sub(count))?;
        remove_last(world, id, count.saturating_sub(group.count), ids)?;
    }
    Ok(())
}

/// Changes the obstacles that the scenario changed: those that move are not where it has them.
fn obstacles<const D: usize>(
    world: &mut World<D>,
    ids: &mut Vec<ObstacleId>,
    was: &[ObstacleSettings],
    wanted: &[ObstacleSettings],
) -> Result<(), Error> {
    // The program may have taken some away.
    let lives = |world: &World<D>, id: &ObstacleId| world.obstacle(*id).is_ok();
    for (number, obstacle) in wanted.iter().enumerate() {
        if was.get(number) == Some(obstacle) {
            continue;
        }
        let shape = obstacle.shape.obstacle::<D>()?;
        let id = match ids.get(number).copied().filter(|id| lives(world, id)) {
            Some(id) => {
                world.set_obstacle(id, shape)?;
                id
            }
            None => world.add_obstacle(shape)?,
        };
        match ids.get_mut(number) {
            Some(known) => *known = id,
            None => ids.push(id),
        }
        let velocity = obstacle.velocity.as_ref().map_or(Ok([0.0; D]), here::<D>)?;
        world.set_obstacle_velocity(id, velocity)?;
    }
    for id in ids.drain(wanted.len().min(ids.len())..).filter(|id| lives(world, id)).collect::<Vec<_>>() {
        world.remove_obstacle(id)?;
    }
    Ok(())
}

/// Changes the fields and paths that the scenario changed.
fn ground<const D: usize>(world: &mut World<D>, was: &Scenario, is: &Scenario) -> Result<(), Error> {
    for field in is.fields.iter().filter(|field| !was.fields.contains(field)) {
        world.set_field(&field.name, field.kind.field(world)?)?;
    }
    for path in is.paths.iter().filter(|path| !was.paths.contains(path)) {
        world.set_path(&path.name, path.path()?)?;
    }
    Ok(())
}

/// Brings and takes away agents that are placed exactly: what is the same at the beginning and at the end of both lists
/// goes on living.
fn place<const D: usize>(
    world: &mut World<D>,
    group: GroupId,
    ids: &mut Vec<AgentId>,
    was: &[ScenarioAgent],
    is: &[ScenarioAgent],
) -> Result<(), Error> {
    let first = was.iter().zip(is).take_while(|(was, is)| was == is).count();
    let last = was[first..].iter().rev().zip(is[first..].iter().rev()).take_while(|(was, is)| was == is).count();
    for id in ids.drain(first..was.len() - last).filter(|id| world.contains(*id)).collect::<Vec<_>>() {
        world.despawn(id)?;
    }
    for (at, agent) in is.iter().enumerate().take(is.len() - last).skip(first) {
        ids.insert(at, world.spawn(group, here::<D>(&agent.position)?, here::<D>(&agent.velocity)?)?);
    }
    Ok(())
}

/// Removes the fields and paths that the scenario no longer has, once no behavior names them.
fn remove_ground<const D: usize>(world: &mut World<D>, was: &Scenario, is: &Scenario) -> Result<(), Error> {
    for field in was.fields.iter().filter(|field| is.fields.iter().all(|other| other.name != field.name)) {
        world.remove_field(&field.name)?;
    }
    for path in was.paths.iter().filter(|path| is.paths.iter().all(|other| other.name != path.name)) {
        world.remove_path(&path.name)?;
    }
    Ok(())
}

/// Removes the youngest agents of a group that were not placed.
fn remove_last<const D: usize>(
    world: &mut World<D>,
    group: GroupId,
    fewer: usize,
    placed: &[AgentId],
) -> Result<(), Error> {
    if fewer == 0 {
        return Ok(());
    }
    let mut kept = placed.to_vec();
    kept.sort_unstable();
    let own = world.agents().filter(|agent| agent.group == group && kept.binary_search(&agent.id).is_err());
    let mut ids: Vec<AgentId> = own.map(|agent| agent.id).collect();
    ids.sort_unstable();
    ids.iter().rev().take(fewer).try_for_each(|id| world.despawn(*id))
}

fn here<const D: usize>(point: &Point) -> Result<[f32; D], Error> {
    point.get().ok_or_else(|| Error::Misfit {
        place: "point".into(),
        problem: format!("this world has {D} dimensions: it takes {D} numbers"),
    })
}
