//! The plugins: what runs when.

use crate::agent::{AgentVelocity, FlockAgent, JoinFlock, Steering};
use crate::asset::{ScenarioAsset, ScenarioLoader, follow_files, note_changes};
use crate::draw::{Instances, read_overstep, write_instances, write_transforms};
use crate::events::{Born, Captured, Died, Stranded};
use crate::flock::{Flock, Movement};
use crate::roster::{announce, update_rosters};
use crate::scenery::{FlockMarker, FlockObstacle, read_scenery};
use crate::settings::{AgentSettings, FlockSettings, set_agents, set_flocks};
use crate::step::{FlockHash, PaceOf, compare_clocks, read_bodies, read_inboxes, step, write_hashes, write_steering};
use bevy_app::prelude::*;
use bevy_app::{FixedUpdate, PreUpdate, RunFixedMainLoop, RunFixedMainLoopSystems};
use bevy_asset::{AssetApp, Assets};
use bevy_ecs::intern::Interned;
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::ScheduleLabel;
use bevy_reflect::Reflect;

/// Flocks of a plane.
pub type FlockPlugin2d = FlockPlugin<2>;
/// Flocks of space.
pub type FlockPlugin3d = FlockPlugin<3>;

/// Runs flocks of `D` dimensions: in `FixedUpdate`, one step each time it runs, drawn between steps. Scenario files need
/// Bevy's `AssetPlugin`, added before.
pub struct FlockPlugin<const D: usize> {
    schedule: Interned<dyn ScheduleLabel>,
    pace: Pace,
    interpolates: bool,
}

/// How many steps a flock makes each time its schedule runs.
#[derive(Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pace {
    /// One, whatever the clock says: for fixed schedules, lockstep and rollback.
    #[default]
    StepPerRun,
    /// As many as fit into the time that passed, drawn between the last two: for `Update`.
    Clock {
        /// At most so many; a machine that cannot keep pace falls behind instead of freezing.
        most_steps: u32,
    },
}

/// The stages of the exchange, in this order in the flock's schedule; [`FlockSystems::Draw`] may be elsewhere.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FlockSystems {
    /// Files, settings, entities that come and go, markers, obstacles, and bodies of a physics engine go into the worlds.
    ReadIn,
    /// The worlds make their step.
    Step,
    /// Events, entities that come and go, steering and hashes come out.
    WriteOut,
    /// Transforms and instances are written: after the fixed loop of a frame if they are drawn between steps, else right
    /// after `WriteOut`.
    Draw,
}

impl<const D: usize> Default for FlockPlugin<D> {
    fn default() -> Self {
        FlockPlugin { schedule: FixedUpdate.intern(), pace: Pace::StepPerRun, interpolates: true }
    }
}

impl<const D: usize> FlockPlugin<D> {
    /// Runs in this schedule. Flocks are drawn as of their last step, if they do not go by the clock.
    pub fn in_schedule(schedule: impl ScheduleLabel) -> Self {
        FlockPlugin { schedule: schedule.intern(), ..FlockPlugin::default() }
    }
    /// The same at this pace.
    pub fn with_pace(mut self, pace: Pace) -> Self {
        self.pace = pace;
        self
    }
    /// The same drawn as of the last step, not between steps.
    pub fn without_interpolation(mut self) -> Self {
        self.interpolates = false;
        self
    }

    fn is_fixed(&self) -> bool {
        self.schedule == FixedUpdate.intern() && self.pace == Pace::StepPerRun
    }
}

impl<const D: usize> Plugin for FlockPlugin<D> {
    fn build(&self, app: &mut App) {
        use FlockSystems::{Draw, ReadIn, Step, WriteOut};
        let schedule = self.schedule;
        register::<D>(app);
        app.insert_resource(PaceOf::<D> { pace: self.pace, interpolates: self.interpolates });
        app.configure_sets(schedule, (ReadIn, Step, WriteOut, Draw).chain());
        let read_in = (
            set_flocks::<D>,
            update_rosters::<D>,
            read_inboxes::<D>,
            set_agents::<D>,
            read_scenery::<D>,
            read_bodies::<D>,
        );
        app.add_systems(schedule, read_in.chain().in_set(ReadIn));
        app.add_systems(schedule, step::<D>.in_set(Step));
        let write_out = (announce::<D>, update_rosters::<D>, write_steering::<D>, write_hashes::<D>);
        app.add_systems(schedule, write_out.chain().in_set(WriteOut));
        if app.is_plugin_added::<bevy_asset::AssetPlugin>() {
            if !app.world().contains_resource::<Assets<ScenarioAsset>>() {
                app.init_asset::<ScenarioAsset>().init_asset_loader::<ScenarioLoader>();
            }
            app.add_systems(PreUpdate, note_changes::<D>);
            app.add_systems(schedule, follow_files::<D>.in_set(ReadIn).before(set_flocks::<D>));
        }
        let draw = (write_transforms::<D>, write_instances::<D>);
        if self.is_fixed() {
            app.add_systems(schedule, compare_clocks::<D>.in_set(Step));
        }
        if self.is_fixed() && self.interpolates {
            let after = RunFixedMainLoopSystems::AfterFixedMainLoop;
            app.configure_sets(RunFixedMainLoop, Draw.in_set(after));
            app.add_systems(RunFixedMainLoop, (read_overstep::<D>, draw).chain().in_set(Draw));
        } else {
            app.add_systems(schedule, draw.in_set(Draw));
        }
    }
}

fn register<const D: usize>(app: &mut App) {
    app.register_type::<Flock<D>>()
        .register_type::<FlockAgent>()
        .register_type::<JoinFlock>()
        .register_type::<AgentVelocity>()
        .register_type::<Steering>()
        .register_type::<Movement>()
        .register_type::<FlockSettings>()
        .register_type::<AgentSettings>()
        .register_type::<FlockMarker>()
        .register_type::<FlockObstacle>()
        .register_type::<FlockHash>()
        .register_type::<Instances>()
        .register_type::<Pace>()
        .register_type::<Born>()
        .register_type::<Died>()
        .register_type::<Captured>()
        .register_type::<Stranded>();
}
