//! A world that runs, and the scenario it runs.

use crate::error::OpenError;
use crate::follow::{Placed, follow, why_anew};
use crate::origin::Origin;
use flockstep::{Error, World};
use flockstep_scenario::{AnyWorld, Override, Scenario, ScenarioGroup};
use std::sync::Arc;

/// Behaviors of the program's own, registered while a world is still empty.
pub trait Prepare: Send + Sync {
    /// In a world of two dimensions.
    fn plane(&self, world: &mut World<2>) -> Result<(), Error>;
    /// In a world of three dimensions.
    fn space(&self, world: &mut World<3>) -> Result<(), Error>;
}

/// None.
impl Prepare for () {
    fn plane(&self, _: &mut World<2>) -> Result<(), Error> {
        Ok(())
    }
    fn space(&self, _: &mut World<3>) -> Result<(), Error> {
        Ok(())
    }
}

/// A running world of either dimension that knows its scenario.
///
/// Everything but edits by path is done with the world itself: [`LiveWorld::world_mut`]. Edits made there are respected
/// by later edits by path.
#[derive(Clone)]
pub struct LiveWorld {
    world: AnyWorld,
    scenario: Scenario,
    placed: Placed,
    /// The name in errors; images are looked up in its folder.
    source: String,
    prepare: Arc<dyn Prepare>,
    /// Whether it is as it was built: nobody has had the world to change.
    fresh: bool,
}

impl LiveWorld {
    /// Opens a scenario, given as a name of the gallery, a path, or its text (which has a line break), with some values
    /// replaced as by `--set`.
    pub fn open(scenario: &str, overrides: &[Override]) -> Result<LiveWorld, OpenError> {
        LiveWorld::open_with(scenario, overrides, Arc::new(()))
    }

    /// The same with behaviors of the program's own.
    pub fn open_with(
        scenario: &str,
        overrides: &[Override],
        prepare: Arc<dyn Prepare>,
    ) -> Result<LiveWorld, OpenError> {
        let Origin { text, source } = Origin::find(scenario)?;
        LiveWorld::of(Scenario::parse_bytes(&text, &source, overrides)?, source, prepare)
    }

    /// A scenario that has been read already. `source` is its name in errors; images are looked up in its folder.
    pub fn of(scenario: Scenario, source: String, prepare: Arc<dyn Prepare>) -> Result<LiveWorld, OpenError> {
        let (world, placed) = (build(&scenario, &*prepare)?, Placed::of(&scenario));
        Ok(LiveWorld { world, scenario, placed, source, prepare, fresh: true })
    }

    /// The world.
    pub fn world(&self) -> &AnyWorld {
        &self.world
    }
    /// The world, to step and change.
    pub fn world_mut(&mut self) -> &mut AnyWorld {
        self.fresh = false;
        &mut self.world
    }
    /// Changes the world by a call that changes nothing if it fails, as those of the engine: one that failed leaves a
    /// world that is still as it was opened.
    pub fn change<T, E>(&mut self, act: impl FnOnce(&mut AnyWorld) -> Result<T, E>) -> Result<T, E> {
        let done = act(&mut self.world);
        self.fresh &= done.is_err();
        done
    }
    /// Uses this many threads; 1 uses none but the caller's, 0 one per core.
    pub fn set_threads(&mut self, count: usize) -> Result<(), OpenError> {
        Ok(self.world.set_threads(count)?)
    }

    /// The scenario as it stands: groups, markers, space and time step as they are now; obstacles, fields, paths and
    /// counts as they were opened or set by path.
    pub fn scenario(&self) -> Scenario {
        let mut scenario = self.scenario.clone();
        match &self.world {
            AnyWorld::Plane(world) => settings_now(world, &mut scenario),
            AnyWorld::Space(world) => settings_now(world, &mut scenario),
        }
        scenario
    }

    /// Edits the world by the paths of `--set`, such as `groups.bluegill.body.max_speed`. `value` is a TOML value, or a
    /// word. On an error nothing has changed.
    ///
    /// A world that is still as it was opened becomes what `--set` would have made it, agents placed anew. Any other goes
    /// on with the new setting; it refuses a seed, a number of dimensions or a group that goes, which take a new world.
    pub fn set(&mut self, path: &str, value: &str) -> Result<(), OpenError> {
        let was = self.scenario();
        let change = Override { path: path.into(), value: value.into() };
        let is = Scenario::parse_with(&was.to_toml(), &self.source, &[change])?;
        if self.fresh {
            return self.begin(is);
        }
        if let Some(reason) = why_anew(&was, &is) {
            return Err(OpenError::OnlyAtStart { path: path.into(), reason });
        }
        // An edit may fail half-way; the copy is what there was before it.
        let before = (self.world.clone(), self.placed.clone());
        if let Err(error) = follow(&mut self.world, &mut self.placed, &was, &is) {
            (self.world, self.placed) = before;
            return Err(error.into());
        }
        self.scenario = is;
        Ok(())
    }

    /// Begins anew, with the settings as they are.
    pub fn restart(&mut self) -> Result<(), OpenError> {
        self.begin(self.scenario())
    }

    fn begin(&mut self, scenario: Scenario) -> Result<(), OpenError> {
        let threads = self.world.threads();
        let mut anew = LiveWorld::of(scenario, self.source.clone(), self.prepare.clone())?;
        anew.set_threads(threads)?;
        *self = anew;
        Ok(())
    }
}

fn build(scenario: &Scenario, prepare: &dyn Prepare) -> Result<AnyWorld, Error> {
    match scenario.dimensions {
        2 => scenario.build_with(|world| prepare.plane(world)).map(AnyWorld::Plane),
        _ => scenario.build_with(|world| prepare.space(world)).map(AnyWorld::Space),
    }
}

/// Writes what a program may have changed in the world itself into its scenario.
fn settings_now<const D: usize>(world: &World<D>, scenario: &mut Scenario) {
    scenario.time_step = world.time_step();
    let space = world.space();
    (scenario.space.edge, scenario.space.min, scenario.space.max) =
        (space.edge(), space.min().into(), space.max().into());
    scenario.markers = world.markers().iter().map(|(name, at)| (name.clone(), (*at).into())).collect();
    scenario.groups.truncate(world.groups().len());
    for (at, group) in world.groups().iter().enumerate() {
        match scenario.groups.get_mut(at) {
            Some(old) => old.group.clone_from(group),
            None => scenario.groups.push(ScenarioGroup { group: group.clone(), count: 0, agents: Vec::new() }),
        }
    }
}
