//! Worlds from scenarios, of either dimension.

use crate::Scenario;
use crate::ground::{coordinates, misfit};
use flockstep::group::Group;
use flockstep::{AgentId, Error, GroupId, Profile, Space, Stopped, World};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A world of either dimension, for front ends.
#[allow(clippy::large_enum_variant)] // a program has one, and hardly ever moves it
#[derive(Clone)]
pub enum AnyWorld {
    /// Two dimensions.
    Plane(World<2>),
    /// Three dimensions.
    Space(World<3>),
}

/// Does the same with a world of either dimension: `either!(any, world => world.len())`.
#[macro_export]
macro_rules! either {
    ($any:expr, $world:ident => $what:expr) => {
        match $any {
            $crate::AnyWorld::Plane($world) => $what,
            $crate::AnyWorld::Space($world) => $what,
        }
    };
}

impl AnyWorld {
    /// 2 or 3.
    pub fn dimensions(&self) -> usize {
        match self {
            AnyWorld::Plane(_) => 2,
            AnyWorld::Space(_) => 3,
        }
    }
    /// Moves everyone by one time step.
    pub fn step(&mut self) {
        either!(self, world => world.step())
    }
    /// The same, unless `stop` becomes true before it is done: see [`World::try_step`].
    pub fn try_step(&mut self, stop: &Arc<AtomicBool>) -> Result<(), Stopped> {
        either!(self, world => world.try_step(stop))
    }
    /// Steps made so far.
    pub fn steps(&self) -> u64 {
        either!(self, world => world.steps())
    }
    /// Seconds of the world's own time.
    pub fn time(&self) -> f64 {
        either!(self, world => world.time())
    }
    /// The length of a step in seconds.
    pub fn time_step(&self) -> f32 {
        either!(self, world => world.time_step())
    }
    /// The seed of all randomness.
    pub fn seed(&self) -> u64 {
        either!(self, world => world.seed())
    }
    /// A fingerprint of the state.
    pub fn hash(&self) -> u64 {
        either!(self, world => world.hash())
    }
    /// How many agents there are.
    pub fn len(&self) -> usize {
        either!(self, world => world.len())
    }
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        either!(self, world => world.is_empty())
    }
    /// The groups.
    pub fn groups(&self) -> &[Group] {
        either!(self, world => world.groups())
    }
    /// How many agents of a group there are.
    pub fn group_len(&self, group: GroupId) -> usize {
        either!(self, world => world.group_len(group))
    }
    /// The ids of the agents that follow a field from where there is no way to its goal.
    pub fn stranded(&self) -> Vec<AgentId> {
        either!(self, world => world.stranded())
    }
    /// How many agents have been eaten since the beginning.
    pub fn capture_count(&self) -> u64 {
        either!(self, world => world.capture_count())
    }
    /// Where the time of the last step went.
    pub fn profile(&self) -> &Profile {
        either!(self, world => world.profile())
    }
    /// Bytes that the agents, the cells and all buffers hold.
    pub fn bytes(&self) -> usize {
        either!(self, world => world.bytes())
    }
    /// Uses this many threads; 1 uses none but the caller's, 0 one per core.
    pub fn set_threads(&mut self, count: usize) -> Result<(), Error> {
        either!(self, world => world.set_threads(count))
    }
    /// The number of threads in use.
    pub fn threads(&self) -> usize {
        either!(self, world => world.threads())
    }
    /// The whole world as bytes.
    pub fn snapshot(&self) -> Vec<u8> {
        either!(self, world => world.snapshot())
    }
    /// A world from a snapshot, of the dimension the snapshot says.
    pub fn from_snapshot(bytes: &[u8]) -> Result<AnyWorld, Error> {
        match World::<2>::snapshot_dimensions(bytes)? {
            2 => World::from_snapshot(bytes).map(AnyWorld::Plane),
            _ => World::from_snapshot(bytes).map(AnyWorld::Space),
        }
    }
}

impl Scenario {
    /// The world at its start.
    pub fn build(&self) -> Result<AnyWorld, Error> {
        match self.dimensions {
            2 => self.build_with(|_| Ok(())).map(AnyWorld::Plane),
            3 => self.build_with(|_| Ok(())).map(AnyWorld::Space),
            other => Err(misfit("dimensions", format!("found {other}, allowed is 2 or 3"))),
        }
    }

    /// The world at its start. `prepare` is called on the world while it is still empty: there a program registers the
    /// behaviors of its own that the scenario names.
    pub fn build_with<const D: usize>(
        &self,
        prepare: impl FnOnce(&mut World<D>) -> Result<(), Error>,
    ) -> Result<World<D>, Error> {
        if self.dimensions != D {
            return Err(misfit("dimensions", format!("found {}, this world has {D}", self.dimensions)));
        }
        let space = Space::new(
            self.space.edge,
            coordinates("space.min", &self.space.min)?,
            coordinates("space.max", &self.space.max)?,
        )?;
        let mut world = World::new(space, self.time_step, self.seed)?;
        prepare(&mut world)?;
        for (name, position) in &self.markers {
            world.set_marker(name, coordinates(&format!("markers.{name}"), position)?)?;
        }
        for obstacle in &self.obstacles {
            let id = world.add_obstacle(obstacle.shape.obstacle()?)?;
            if let Some(velocity) = &obstacle.velocity {
                world.set_obstacle_velocity(id, coordinates::<D>("obstacles", velocity)?)?;
            }
        }
        for field in &self.fields {
            world.set_field(&field.name, field.kind.field(&world)?)?;
        }
        for path in &self.paths {
            world.set_path(&path.name, path.path()?)?;
        }
        let ids = world.add_groups(self.groups.iter().map(|group| group.group.clone()).collect())?;
        for (id, group) in ids.into_iter().zip(&self.groups) {
            for agent in &group.agents {
                let place = format!("groups.{}.agents", group.group.name);
                let position: [f32; D] = coordinates(&place, &agent.position)?;
                world.spawn(id, position, coordinates::<D>(&place, &agent.velocity)?)?;
            }
            world.populate(id, group.count)?;
        }
        Ok(world)
    }
}
