//! Settings, markers and obstacles as components.

use crate::common::*;
use bevy_ecs::prelude::*;
use bevy_flockstep::flockstep::{AgentId, Obstacle};
use bevy_flockstep::prelude::*;
use bevy_math::{Quat, Vec3};
use bevy_transform::components::Transform;

#[test]
fn settings_of_a_flock_change_the_running_world() {
    let mut app = plane();
    let birds = spawn(&mut app, BIRDS);
    frames(&mut app, 3);
    let settings = FlockSettings::default().with("groups.birds.body.max_speed", 9).with("groups.bird.body.mass", 2);
    app.world_mut().entity_mut(birds).insert(settings);
    frames(&mut app, 1);
    assert_eq!(flock(&app, birds).world().groups()[0].settings.body.max_speed(), 9.0, "the wrong one is logged");
    app.world_mut().get_mut::<FlockSettings>(birds).expect("settings").set("groups.birds.count", 33);
    frames(&mut app, 1);
    assert_eq!((flock(&app, birds).world().len(), agents(&mut app).len()), (33, 33));
    assert_eq!(flock(&app, birds).world().steps(), 5, "it went on");
}

#[test]
fn settings_at_the_start_are_those_of_set() {
    let mut app = plane();
    let settings = FlockSettings::default().with("seed", 9);
    let birds = app.world_mut().spawn((Flock2d::open(BIRDS).expect("a scenario"), settings, FlockHash::default())).id();
    frames(&mut app, 20);
    let mut wanted = flockstep_door::LiveWorld::open(&BIRDS.replace("seed = 4", "seed = 9"), &[]).expect("a world");
    (0..20).for_each(|_| wanted.world_mut().step());
    assert_eq!(app.world().get::<FlockHash>(birds).expect("a hash").hash, wanted.world().hash());
}

#[test]
fn settings_of_one_agent_come_and_go_with_the_component() {
    let mut app = plane();
    let birds = spawn(&mut app, BIRDS);
    frames(&mut app, 2);
    let (_, entity) = agents(&mut app)[4];
    let own = AgentSettings::default().with("body.max_speed", 1.5).with("behaviors.cohesion.weight", 0);
    app.world_mut().entity_mut(entity).insert(own);
    frames(&mut app, 1);
    let settings = |app: &bevy_app::App, number| {
        let settings = flock(app, birds).world().settings(AgentId(number)).expect("it lives").clone();
        (settings.body.max_speed(), settings.behaviors[0].common.weight)
    };
    assert_eq!((settings(&app, 4), settings(&app, 5)), ((1.5, 0.0), (4.0, 1.0)));
    app.world_mut().get_mut::<AgentSettings>(entity).expect("settings").set("body.max_speed", "fast");
    frames(&mut app, 1);
    assert_eq!(settings(&app, 4), (1.5, 0.0), "a wrong value changes nothing");
    app.world_mut().entity_mut(entity).remove::<AgentSettings>();
    frames(&mut app, 1);
    assert_eq!(settings(&app, 4), (4.0, 1.0));
}

#[test]
fn a_joining_entity_brings_its_settings() {
    let mut app = plane();
    let birds = spawn(&mut app, BIRDS);
    let own = AgentSettings::default().with("body.max_speed", 1.5);
    app.world_mut().spawn((JoinFlock::new(birds, "birds"), own));
    frames(&mut app, 1);
    assert_eq!(flock(&app, birds).world().settings(AgentId(30)).expect("it lives").body.max_speed(), 1.5);
}

#[test]
fn a_marker_is_where_its_entity_is_even_as_a_child() {
    let mut app = plane();
    let birds = spawn(&mut app, BIRDS);
    let ship = app.world_mut().spawn(Transform::from_xyz(10.0, 0.0, 0.0)).id();
    let marker = FlockMarker { flock: birds, name: "home".into() };
    let mast = app.world_mut().spawn((marker, Transform::from_xyz(0.0, 5.0, 0.0), ChildOf(ship))).id();
    let markers = |app: &bevy_app::App| flock(app, birds).world().markers().to_vec();
    frames(&mut app, 1);
    assert_eq!(markers(&app), [("home".to_string(), [10.0, 5.0])]);
    app.world_mut().get_mut::<Transform>(ship).expect("a ship").translation.x = 12.0;
    frames(&mut app, 1);
    assert_eq!(markers(&app), [("home".to_string(), [12.0, 5.0])]);
    app.world_mut().despawn(mast);
    frames(&mut app, 1);
    assert_eq!(markers(&app), [], "no behavior names it");
}

#[test]
fn obstacles_are_where_their_entities_are() {
    let mut app = plane();
    let birds = spawn(&mut app, BIRDS);
    let rock = FlockObstacle { flock: birds, shape: ObstacleShape::Ball { radius: 2.0 } };
    let bar = ObstacleShape::Capsule { radius: 1.0, half_length: 3.0 };
    let wall = ObstacleShape::Box { half_size: Vec3::new(2.0, 1.0, 0.0) };
    let place = |x: f32| Transform::from_xyz(x, 5.0, 9.0);
    let rock = app.world_mut().spawn((rock, place(10.0).with_scale(Vec3::splat(2.0)))).id();
    let turned = place(20.0).with_rotation(Quat::from_rotation_z(std::f32::consts::FRAC_PI_2));
    app.world_mut().spawn((FlockObstacle { flock: birds, shape: bar }, turned));
    app.world_mut().spawn((FlockObstacle { flock: birds, shape: wall }, turned));
    frames(&mut app, 1);
    let obstacles = |app: &bevy_app::App| flock(app, birds).world().obstacles().to_vec();
    assert_eq!(obstacles(&app)[0], Obstacle::Ball { center: [10.0, 5.0], radius: 4.0 });
    let Obstacle::Capsule { from, to, radius } = obstacles(&app)[1] else { panic!("a capsule") };
    assert!(
        (from[0] - 23.0).abs() < 1e-5 && (to[0] - 17.0).abs() < 1e-5 && (radius - 1.0).abs() < 1e-5,
        "{from:?} {to:?}"
    );
    let (least, most) = obstacles(&app)[2].bounds();
    assert!((most[0] - least[0] - 2.0).abs() < 1e-5 && (most[1] - least[1] - 4.0).abs() < 1e-5, "turned on its side");
    app.world_mut().get_mut::<Transform>(rock).expect("a rock").translation.x = 11.0;
    frames(&mut app, 1);
    assert_eq!(obstacles(&app)[0].center(), [11.0, 5.0]);
    app.world_mut().despawn(rock);
    frames(&mut app, 1);
    assert_eq!(obstacles(&app).len(), 2);
    let broken = FlockObstacle { flock: birds, shape: ObstacleShape::Ball { radius: f32::NAN } };
    app.world_mut().spawn(broken);
    frames(&mut app, 1);
    assert_eq!(obstacles(&app).len(), 2, "refused and logged");
}

#[test]
fn scenery_and_agents_that_change_flocks_leave_the_old_one() {
    let mut app = plane();
    let (one, two) = (spawn(&mut app, BIRDS), spawn(&mut app, BIRDS));
    let rock = |flock| FlockObstacle { flock, shape: ObstacleShape::Ball { radius: 2.0 } };
    let marker = |flock| FlockMarker { flock, name: "nest".into() };
    let place = app.world_mut().spawn((rock(one), marker(one))).id();
    frames(&mut app, 1);
    let bird = flock(&app, one).entity(AgentId(0)).expect("a bird");
    app.world_mut().entity_mut(place).insert((rock(two), marker(two)));
    app.world_mut().entity_mut(bird).insert(JoinFlock::new(two, "birds"));
    frames(&mut app, 2);
    let counts = |app: &bevy_app::App, entity| {
        let world = flock(app, entity).world();
        (world.len(), world.obstacles().len(), world.markers().len())
    };
    assert_eq!((counts(&app, one), counts(&app, two)), ((29, 0, 1), (31, 1, 2)));
    assert_eq!(app.world().get::<FlockAgent>(bird).expect("an agent").flock, two);
}
