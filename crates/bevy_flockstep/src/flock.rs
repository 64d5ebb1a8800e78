//! A flock: one world, as a component.

use crate::asset::ScenarioAsset;
use crate::roster::Roster;
use bevy_asset::Handle;
use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::prelude::*;
use bevy_ecs::world::DeferredWorld;
use bevy_reflect::Reflect;
use bevy_reflect::std_traits::ReflectDefault;
use flockstep::{AgentId, Error, ObstacleId, Space, World as Engine};
use flockstep_door::{LiveWorld, OpenError, Prepare};
use flockstep_scenario::{AnyWorld, either};
use std::any::Any;
use std::sync::Arc;

/// A flock of a plane.
pub type Flock2d = Flock<2>;
/// A flock of space.
pub type Flock3d = Flock<3>;

/// One world of flockstep. Its agents are entities with a [`crate::FlockAgent`], or columns: see [`Movement`].
///
/// Despawn its entity, and its agents go with it.
#[derive(Component, Reflect)]
#[reflect(Component, Default)]
#[component(on_remove = release::<D>)]
#[require(Movement, Inbox)]
pub struct Flock<const D: usize> {
    /// The file it is made from, if it is.
    scenario: Option<Handle<ScenarioAsset>>,
    /// What of the file is still to be done.
    #[reflect(ignore)]
    pub(crate) file: File,
    /// Whether the world has been made from the file.
    #[reflect(ignore)]
    pub(crate) has_begun: bool,
    #[reflect(ignore)]
    pub(crate) live: LiveWorld,
    #[reflect(ignore)]
    pub(crate) prepare: Arc<dyn Prepare>,
    /// Whether its file was followed just now: settings and scenery of the game are to be told to the world again.
    #[reflect(ignore)]
    pub(crate) is_told_anew: bool,
    /// The agents as the game knows them.
    #[reflect(ignore)]
    pub(crate) roster: Roster,
    /// How far the moment that is drawn reaches from the step before the last to the last, from 0 to 1.
    pub(crate) fraction: f32,
}

/// Who moves the agents of a flock.
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[reflect(Component, Default, Clone, PartialEq)]
pub enum Movement {
    /// Flockstep does: transforms are written, never read.
    #[default]
    Flock,
    /// A physics engine does: transforms and [`crate::AgentVelocity`] are read, [`crate::Steering`] is written.
    Physics,
    /// Flockstep does, and there are no entities but the flock's own: read the columns of [`Flock::world`], or add
    /// [`crate::Instances`].
    Columns,
}

/// How a flock stands to its file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum File {
    /// There is none, or the world is what it says, or cannot be.
    #[default]
    Followed,
    /// It is loading, or there is a new edition of it.
    Changed,
}

/// What has happened to entities since the last step, in order.
#[derive(Component, Clone, Default)]
pub(crate) struct Inbox {
    pub joining: Vec<Entity>,
    pub leaving: Vec<(AgentId, Entity)>,
    /// Markers and obstacles that came; and that went, with what they were.
    pub arrived: Vec<Entity>,
    pub markers_gone: Vec<String>,
    pub obstacles_gone: Vec<Entity>,
    /// The obstacles that are entities.
    pub obstacles: Vec<(Entity, ObstacleId)>,
    /// Whether all markers and obstacles are to be read again, moved or not.
    pub reread: bool,
}

/// An empty flock.
impl<const D: usize> Default for Flock<D> {
    fn default() -> Self {
        let empty = Engine::<D>::new(Space::open(), 0.02, 0);
        Flock::of(LiveWorld::from_world(any_world(empty.unwrap_or_else(|_| unreachable!("0.02 s is a time step")))))
    }
}

impl<const D: usize> Flock<D> {
    /// A world made in code.
    pub fn new(world: Engine<D>) -> Flock<D> {
        Flock::of(LiveWorld::from_world(any_world(world)))
    }

    /// A scenario: a name of the gallery, the path of a file, or its text (which has a line break).
    pub fn open(scenario: &str) -> Result<Flock<D>, OpenError> {
        Flock::open_with(scenario, Arc::new(()))
    }

    /// The same with behaviors of the program's own.
    pub fn open_with(scenario: &str, prepare: Arc<dyn Prepare>) -> Result<Flock<D>, OpenError> {
        let live = LiveWorld::open_with(scenario, &[], prepare.clone())?;
        check_dimensions::<D>(live.world().dimensions())?;
        Ok(Flock { prepare, ..Flock::of(live) })
    }

    /// A scenario file that Bevy loads. The flock is empty until then; it follows the file when that changes.
    pub fn from_asset(scenario: Handle<ScenarioAsset>) -> Flock<D> {
        Flock { scenario: Some(scenario), file: File::Changed, ..Flock::default() }
    }

    /// The same with behaviors of the program's own that the file names.
    pub fn from_asset_with(scenario: Handle<ScenarioAsset>, prepare: Arc<dyn Prepare>) -> Flock<D> {
        Flock { prepare, ..Flock::from_asset(scenario) }
    }

    pub(crate) fn of(live: LiveWorld) -> Flock<D> {
        Flock {
            scenario: None,
            file: File::Followed,
            has_begun: false,
            live,
            prepare: Arc::new(()),
            is_told_anew: false,
            roster: Roster::unknown(),
            fraction: 1.0,
        }
    }

    /// The world.
    pub fn world(&self) -> &Engine<D> {
        let world = either!(self.live.world(), world => (world as &dyn Any).downcast_ref());
        world.unwrap_or_else(|| unreachable!("a flock is made from a world of its own dimension"))
    }
    /// The world, to change: whatever an agent, a group or the scenery can be told. Agents that come or go here get or lose
    /// their entities before the next step.
    pub fn world_mut(&mut self) -> &mut Engine<D> {
        self.roster.is_stale = true;
        self.engine()
    }
    /// The world, for what brings and takes nobody.
    pub(crate) fn engine(&mut self) -> &mut Engine<D> {
        let world = either!(self.live.world_mut(), world => (world as &mut dyn Any).downcast_mut());
        world.unwrap_or_else(|| unreachable!("a flock is made from a world of its own dimension"))
    }

    /// Whether it waits for its file.
    pub(crate) fn is_loading(&self) -> bool {
        self.file == File::Changed && !self.has_begun
    }
    /// The file it is made from, if it is.
    pub fn scenario(&self) -> Option<&Handle<ScenarioAsset>> {
        self.scenario.as_ref()
    }
    /// The entity of an agent.
    pub fn entity(&self, id: AgentId) -> Option<Entity> {
        self.roster.entity(id)
    }

    /// Edits the world by the paths of the command line's `--set`: `set("groups.bluegill.body.max_speed", "9")`. On an
    /// error nothing has changed.
    pub fn set(&mut self, path: &str, value: &str) -> Result<(), OpenError> {
        self.roster.is_stale = true;
        self.live.set(path, value)
    }
}

pub(crate) fn check_dimensions<const D: usize>(found: usize) -> Result<(), OpenError> {
    if found == D {
        return Ok(());
    }
    let problem = format!("found {found}, this flock has {D}");
    Err(OpenError::World(Error::Misfit { place: "dimensions".into(), problem }))
}

/// A world of `D` dimensions as one of either.
fn any_world<const D: usize>(world: Engine<D>) -> AnyWorld {
    let mut world = Some(world);
    let own: &mut dyn Any = &mut world;
    if let Some(plane) = own.downcast_mut::<Option<Engine<2>>>().and_then(Option::take) {
        return AnyWorld::Plane(plane);
    }
    let space = own.downcast_mut::<Option<Engine<3>>>().and_then(Option::take);
    AnyWorld::Space(space.unwrap_or_else(|| unreachable!("worlds have two or three dimensions")))
}

/// The agents of a flock go with it.
fn release<const D: usize>(mut world: DeferredWorld, context: HookContext) {
    let Some(flock) = world.get::<Flock<D>>(context.entity) else { return };
    let entities: Vec<Entity> = flock.roster.entities().collect();
    let mut commands = world.commands();
    entities.into_iter().for_each(|entity| commands.entity(entity).try_despawn());
}
