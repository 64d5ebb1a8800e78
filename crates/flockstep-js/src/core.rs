//! A world as JavaScript holds it: opening, stepping, editing.

use crate::error::{Outcome, failure};
use crate::observe::Observing;
use crate::saved;
use flockstep::{Capture, World};
use flockstep_door::{LiveWorld, Origin};
use flockstep_scenario::{Override, Scenario, either};
use std::sync::Arc;
use wasm_bindgen::prelude::*;

/// The memory of a module ends at four gigabytes; an agent takes at most 160 bytes while it moves, and an edit copies
/// the world.
const MOST_AGENTS: usize = 10_000_000;

/// A world of either dimension, and what has happened in it.
#[wasm_bindgen]
pub struct Core {
    pub(crate) live: LiveWorld,
    pub(crate) observing: Observing,
    /// Who ate whom in the last call that made steps.
    pub(crate) events: Vec<Capture>,
    /// The group of each row, when it was asked for last.
    pub(crate) groups: Vec<u32>,
}

impl Core {
    fn of(live: LiveWorld) -> Core {
        let observing = Observing::of(live.world());
        Core { live, observing, events: Vec::new(), groups: Vec::new() }
    }
    fn build(scenario: Scenario, source: String) -> Outcome<LiveWorld> {
        let agents = |group: &flockstep_scenario::ScenarioGroup| group.count.saturating_add(group.agents.len());
        let found = scenario.groups.iter().map(agents).fold(0, usize::saturating_add);
        if found > MOST_AGENTS {
            let most = "WebAssembly has memory for";
            return Err(failure("refused", &format!("too many agents: {found}, {most} at most {MOST_AGENTS}")));
        }
        Ok(LiveWorld::of(scenario, source, Arc::new(()))?)
    }
}

#[wasm_bindgen]
impl Core {
    /// Opens a scene of the gallery by name, or the text of a scenario. `paths` and `values` replace values as `--set`
    /// does.
    pub fn open(scenario: &str, paths: Vec<String>, values: Vec<String>) -> Outcome<Core> {
        let overrides: Vec<Override> =
            paths.into_iter().zip(values).map(|(path, value)| Override { path, value }).collect();
        let Origin { text, source } = Origin::find(scenario)?;
        let scenario = Scenario::parse_bytes(&text, &source, &overrides)?;
        Ok(Core::of(Core::build(scenario, source)?))
    }

    /// A world from a snapshot. `scenario` is needed for one that does not carry its own.
    pub fn restore(bytes: &[u8], scenario: Option<String>) -> Outcome<Core> {
        let (state, own) = saved::split(bytes)?;
        let Some(text) = own.or(scenario.as_deref()) else {
            return Err(failure("snapshot", "this snapshot does not carry its scenario: give the text of it as well"));
        };
        let Origin { text, source } = Origin::find(text)?;
        let mut live = Core::build(Scenario::parse_bytes(&text, &source, &[])?, source)?;
        either!(live.world_mut(), world => world.restore(state))?;
        Ok(Core::of(live))
    }
    /// The whole world as bytes, with its scenario.
    pub fn snapshot(&self) -> Vec<u8> {
        saved::join(self.live.world().snapshot(), &self.live.scenario().to_toml())
    }

    /// Edits by the paths of `--set`. On an error nothing has changed.
    pub fn set(&mut self, path: &str, value: &str) -> Outcome<()> {
        self.live.set(path, value)?;
        self.observing.outdated = true;
        Ok(())
    }
    /// Begins anew with the settings as they are.
    pub fn restart(&mut self) -> Outcome<()> {
        self.live.restart()?;
        self.observing = Observing::of(self.live.world());
        self.events.clear();
        Ok(())
    }
    /// The scenario as it stands.
    pub fn scenario(&self) -> String {
        self.live.scenario().to_toml()
    }

    /// Makes steps.
    pub fn step(&mut self, count: u32) {
        self.begin();
        for _ in 0..count {
            self.live.world_mut().step();
            self.look();
        }
    }
    /// Works out everyone's steering and moves nobody.
    pub fn steer(&mut self) {
        self.begin();
        either!(self.live.world_mut(), world => world.steer());
    }
    /// Makes the steps that fit into so many seconds: how many, how far the rest reaches into the next one, and the
    /// seconds given up.
    pub fn advance(&mut self, seconds: f64, most: u32) -> Outcome<Vec<f64>> {
        self.begin();
        let done = either!(self.live.world_mut(), world => world.advance(seconds, most))?;
        self.look();
        Ok(vec![f64::from(done.steps), f64::from(done.fraction), done.skipped])
    }
    fn begin(&mut self) {
        self.events.clear();
        self.observing.update(self.live.world());
    }
    /// Notes what happened in the steps just made.
    fn look(&mut self) {
        fn captures<const D: usize>(world: &World<D>) -> &[Capture] {
            world.captures()
        }
        self.events.extend_from_slice(either!(self.live.world(), world => captures(world)));
        self.observing.follow(self.live.world());
    }

    /// Who ate whom in the last call that made steps: predator, prey, and 1 if the prey was born again, one after
    /// another.
    pub fn events(&self) -> Vec<u32> {
        let numbers = |event: &Capture| [event.predator.0, event.prey.0, u32::from(event.respawned)];
        self.events.iter().flat_map(numbers).collect()
    }
    /// The fingerprint of the state, 16 hexadecimal digits.
    pub fn hash(&self) -> String {
        format!("{:016x}", self.live.world().hash())
    }
    /// 2 or 3.
    pub fn dimensions(&self) -> u32 {
        self.live.world().dimensions() as u32
    }
    /// How many agents there are.
    pub fn length(&self) -> u32 {
        self.live.world().len() as u32
    }
    /// Steps made so far.
    pub fn steps(&self) -> f64 {
        self.live.world().steps() as f64
    }
    /// Seconds of the world's own time.
    pub fn time(&self) -> f64 {
        self.live.world().time()
    }
    /// The length of a step in seconds.
    pub fn time_step(&self) -> f32 {
        self.live.world().time_step()
    }
    /// The seed of all randomness.
    pub fn seed(&self) -> u64 {
        self.live.world().seed()
    }
}
