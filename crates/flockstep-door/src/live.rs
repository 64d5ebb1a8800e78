//! A world that runs, and the scenario it runs.

use crate::error::OpenError;
use crate::follow::{Placed, follow, why_anew};
use crate::origin::Origin;
use crate::room::check_room;
use flockstep::{AgentId, Error, World};
use flockstep_scenario::{AnyWorld, Override, Scenario, ScenarioGroup, SpaceSettings, either};
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
        check_room(&scenario)?;
        let (world, placed) = (build(&scenario, &*prepare)?, Placed::of(&scenario));
        Ok(LiveWorld { world, scenario, placed, source, prepare, fresh: true })
    }

    /// A world that a program has made itself. The fields, paths and obstacles in it are no part of its scenario: edits by
    /// path go around them, and are refused while a behavior names one of these fields or paths.
    pub fn from_world(world: AnyWorld) -> LiveWorld {
        let scenario = Scenario {
            name: String::new(),
            about: String::new(),
            dimensions: world.dimensions(),
            seed: world.seed(),
            time_step: world.time_step(),
            space: SpaceSettings::open(world.dimensions()),
            markers: Vec::new(),
            groups: Vec::new(),
            obstacles: Vec::new(),
            fields: Vec::new(),
            paths: Vec::new(),
        };
        let mut live = LiveWorld {
            world,
            scenario,
            placed: Placed::default(),
            source: "world".into(),
            prepare: Arc::new(()),
            fresh: false,
        };
        live.scenario = live.scenario();
        live
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
        self.go_from(&was, is)
    }

    /// Carries out the difference between two scenarios.
    fn go_from(&mut self, was: &Scenario, is: Scenario) -> Result<(), OpenError> {
        check_room(&is)?;
        // An edit may fail half-way; the copy is what there was before it.
        let before = (self.world.clone(), self.placed.clone());
        if let Err(error) = follow(&mut self.world, &mut self.placed, was, &is) {
            (self.world, self.placed) = before;
            return Err(error.into());
        }
        self.scenario = is;
        Ok(())
    }

    /// Gives one agent settings of its own: those of its group, with some values replaced. Paths are those of `set` from
    /// the group on: `body.max_speed`. On an error nothing has changed.
    pub fn set_agent(&mut self, id: AgentId, changes: &[Override]) -> Result<(), OpenError> {
        let group = either!(&self.world, world => world.agent(id)?.group).index();
        let mut was = self.scenario();
        was.groups.iter_mut().for_each(|group| group.agents.clear());
        let table = match was.groups[group].group.name.as_str() {
            name if name.contains('"') => (group + 1).to_string(),
            name => format!("\"{name}\""),
        };
        let whole = |change: &Override| Override {
            path: format!("groups.{table}.{}", change.path),
            value: change.value.clone(),
        };
        let changes: Vec<Override> = changes.iter().map(whole).collect();
        let mut is = Scenario::parse_with(&was.to_toml(), &self.source, &changes)?;
        let settings = std::mem::take(&mut is.groups[group].group.settings);
        is.groups[group].group.settings.clone_from(&was.groups[group].group.settings);
        if is.groups[group].group != was.groups[group].group || is.groups[group].count != was.groups[group].count {
            let problem = "one agent has sight, body, blend and behaviors of its own, and nothing else".into();
            return Err(Error::Misfit { place: format!("agent {id}"), problem }.into());
        }
        // An edit has the agent decide anew, which one that changes nothing must not.
        if either!(&self.world, world => world.has_personality(id)? && *world.settings(id)? == settings) {
            return Ok(());
        }
        self.fresh = false;
        Ok(either!(&mut self.world, world => world.edit_agent(id, |own| *own = settings))?)
    }

    /// Brings the world to another edition of its scenario: live where it can be, anew where it must. What the program
    /// itself has changed stays where both editions agree. Returns whether it began anew. On an error nothing has changed.
    pub fn follow(&mut self, is: Scenario) -> Result<bool, OpenError> {
        if self.fresh || why_anew(&self.scenario, &is).is_some() {
            return self.begin(is).map(|()| true);
        }
        let was = self.scenario.clone();
        self.go_from(&was, is).map(|()| false)
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
