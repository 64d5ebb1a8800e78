//! Scenario files as assets: loaded, changed while the game runs, broken and mended.

use crate::common::*;
use bevy_app::App;
use bevy_asset::{AssetLoadFailedEvent, AssetPlugin, AssetServer};
use bevy_ecs::prelude::*;
use bevy_flockstep::prelude::*;
use bevy_transform::components::Transform;
use std::path::Path;
use std::time::{Duration, Instant};

/// An app whose assets are in this folder, and are watched.
fn watching(folder: &Path) -> App {
    let mut app = bare();
    app.add_plugins(AssetPlugin { file_path: folder.display().to_string(), ..AssetPlugin::default() });
    app.add_plugins(FlockPlugin2d::default());
    app.init_resource::<Failures>();
    app.add_systems(
        bevy_app::Update,
        |mut failed: MessageReader<AssetLoadFailedEvent<ScenarioAsset>>, mut all: ResMut<Failures>| {
            all.0.extend(failed.read().map(|failed| failed.error.to_string()));
        },
    );
    app
}

#[derive(Resource, Default)]
struct Failures(Vec<String>);

/// Runs frames until it is so, for some seconds at most.
fn until(app: &mut App, what: &str, so: impl Fn(&App) -> bool) {
    let start = Instant::now();
    while !so(app) {
        assert!(start.elapsed() < Duration::from_secs(20), "{what}");
        app.update();
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn load(app: &mut App, file: &str) -> Entity {
    let handle = app.world().resource::<AssetServer>().load(file.to_string());
    app.world_mut().spawn(Flock2d::from_asset(handle)).id()
}

#[test]
fn a_file_is_followed_live_and_a_broken_one_keeps_the_running_world() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |text: &str| std::fs::write(folder.path().join("birds.toml"), text).expect("a file");
    write(BIRDS);
    let mut app = watching(folder.path());
    let birds = load(&mut app, "birds.toml");
    until(&mut app, "it is loaded", |app| flock(app, birds).world().len() == 30);
    let rock = FlockObstacle { flock: birds, shape: ObstacleShape::Ball { radius: 1.0 } };
    app.world_mut().spawn((rock, Transform::from_xyz(90.0, 0.0, 0.0)));
    frames(&mut app, 5);
    let speed = |app: &App| flock(app, birds).world().groups()[0].settings.body.max_speed();

    write(&BIRDS.replace("max_speed = 4", "max_speed = 7").replace("count = 30", "count = 32"));
    until(&mut app, "it follows", |app| speed(app) == 7.0);
    frames(&mut app, 1);
    assert!(flock(&app, birds).world().steps() > 5, "it went on");
    assert_eq!((flock(&app, birds).world().len(), agents(&mut app).len()), (32, 32));
    assert_eq!(flock(&app, birds).world().obstacles().len(), 1, "the game's own obstacle stays");

    write(&BIRDS.replace("max_speed = 4", "max_sped = 4"));
    until(&mut app, "it is told", |app| !app.world().resource::<Failures>().0.is_empty());
    let told = &app.world().resource::<Failures>().0[0];
    assert!(told.contains("birds.toml:14:1: ") && told.contains("did you mean max_speed?"), "{told}");
    let steps = flock(&app, birds).world().steps();
    frames(&mut app, 3);
    assert_eq!((speed(&app), flock(&app, birds).world().steps()), (7.0, steps + 3), "the world runs on");

    write(&BIRDS.replace("max_speed = 4", "max_speed = 5"));
    until(&mut app, "it is mended", |app| speed(app) == 5.0);
}

#[test]
fn another_seed_begins_anew_and_what_the_game_has_told_is_told_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |text: &str| std::fs::write(folder.path().join("birds.toml"), text).expect("a file");
    write(BIRDS);
    let mut app = watching(folder.path());
    let birds = load(&mut app, "birds.toml");
    // All of it before the file is there.
    let settings = FlockSettings::default().with("groups.birds.body.max_speed", 3);
    app.world_mut().entity_mut(birds).insert(settings);
    let rock = FlockObstacle { flock: birds, shape: ObstacleShape::Ball { radius: 1.0 } };
    app.world_mut().spawn((rock, Transform::from_xyz(90.0, 0.0, 0.0)));
    let guest = app.world_mut().spawn(JoinFlock::new(birds, "birds")).id();
    until(&mut app, "it is loaded", |app| flock(app, birds).world().len() == 31);
    frames(&mut app, 10);
    assert_eq!(app.world().get::<FlockAgent>(guest).expect("it has joined").number, 30);
    let before = agents(&mut app);
    let ball = "[[obstacles]]\nshape = 'ball'\ncenter = [50, 0]\nradius = 1\n[[groups]]\nname = 'birds'";
    write(&BIRDS.replace("seed = 4", "seed = 5").replace("[[groups]]\nname = 'birds'", ball));
    until(&mut app, "it begins anew", |app| flock(app, birds).world().seed() == 5);
    frames(&mut app, 1);
    let after = agents(&mut app);
    assert_eq!(after.len(), 30);
    assert!(before.iter().all(|(_, entity)| after.iter().all(|(_, other)| other != entity)));
    let world = flock(&app, birds).world();
    assert_eq!(world.groups()[0].settings.body.max_speed(), 3.0);
    let centers: Vec<f32> = world.obstacles().iter().map(|obstacle| obstacle.center()[0]).collect();
    assert_eq!(centers, [50.0, 90.0]);
}

#[test]
fn both_plugins_take_their_own_files_and_one_of_another_dimension_leaves_its_flock_empty() {
    let folder = tempfile::tempdir().expect("a folder");
    let deep = "dimensions = 3\n[[groups]]\nname='fish'\ncount=3\n";
    std::fs::write(folder.path().join("deep.toml"), deep).expect("a file");
    let mut app = watching(folder.path());
    app.add_plugins(FlockPlugin3d::default());
    let flat = load(&mut app, "deep.toml");
    let handle = app.world().resource::<AssetServer>().load("deep.toml");
    let deep = app.world_mut().spawn(Flock3d::from_asset(handle)).id();
    let fish = |app: &App| app.world().get::<Flock3d>(deep).map_or(0, |flock| flock.world().len());
    until(&mut app, "it is loaded", |app| fish(app) == 3);
    frames(&mut app, 3);
    assert!(flock(&app, flat).world().is_empty());
    assert_eq!(agents(&mut app).len(), 3);
}
