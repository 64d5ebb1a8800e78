//! Bevy apps without a window, on a clock of their own.

use bevy_app::{App, TaskPoolPlugin};
use bevy_ecs::prelude::*;
use bevy_flockstep::prelude::*;
use bevy_time::{Fixed, Time, TimePlugin, TimeUpdateStrategy};
use bevy_transform::TransformPlugin;
use std::time::Duration;

/// One frame of the tests, and one step of their flocks.
pub const FRAME: Duration = Duration::from_millis(20);

/// An app with the clock that tests turn, one step a frame.
pub fn bare() -> App {
    let mut app = App::new();
    app.add_plugins((TaskPoolPlugin::default(), TimePlugin, TransformPlugin));
    app.insert_resource(Time::<Fixed>::from_duration(FRAME));
    app.insert_resource(TimeUpdateStrategy::ManualDuration(FRAME));
    app
}

/// The same with flocks of the plane; the first frame, which has no time yet, has passed.
pub fn plane() -> App {
    let mut app = bare();
    app.add_plugins(FlockPlugin2d::default());
    app.update();
    app
}

pub fn frames(app: &mut App, count: usize) {
    (0..count).for_each(|_| app.update());
}

pub fn spawn(app: &mut App, text: &str) -> Entity {
    app.world_mut().spawn(Flock2d::open(text).expect("a scenario")).id()
}

pub fn flock(app: &App, entity: Entity) -> &Flock2d {
    app.world().get::<Flock2d>(entity).expect("a flock")
}

pub fn flock_mut(app: &mut App, entity: Entity) -> Mut<'_, Flock2d> {
    app.world_mut().get_mut::<Flock2d>(entity).expect("a flock")
}

/// Every agent of the app: its number and its entity, in order.
pub fn agents(app: &mut App) -> Vec<(u32, Entity)> {
    let mut query = app.world_mut().query::<(&FlockAgent, Entity)>();
    let mut all: Vec<_> = query.iter(app.world()).map(|(agent, entity)| (agent.number, entity)).collect();
    all.sort_unstable();
    all
}

/// A few birds that keep together.
pub const BIRDS: &str = "
dimensions = 2
seed = 4
[space]
edge = 'wrap'
min = [0, 0]
max = [40, 40]
[markers]
home = [1, 2]
[[groups]]
name = 'birds'
count = 30
[groups.body]
max_speed = 4
[[groups.behaviors]]
type = 'cohesion'
[[groups.behaviors]]
type = 'separation'
";
