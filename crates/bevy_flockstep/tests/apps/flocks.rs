//! Flocks that flockstep moves: golden hashes, schedules, entities on both sides, interpolation.

use crate::common::*;
use bevy_app::{App, Update};
use bevy_ecs::prelude::*;
use bevy_ecs::reflect::{AppTypeRegistry, ReflectComponent};
use bevy_flockstep::flockstep::AgentId;
use bevy_flockstep::prelude::*;
use bevy_math::Vec3;
use bevy_time::TimeUpdateStrategy;
use bevy_transform::components::{GlobalTransform, Transform};
use flockstep_scenario::{Scenario, gallery, golden};
use std::time::Duration;

/// The hash of a scene after as many steps as golden ones have, through an app.
fn hash_of<const D: usize>(scene: &str, mut app: App) -> u64 {
    app.add_plugins(bevy_flockstep::FlockPlugin::<D>::in_schedule(Update));
    let flock = app.world_mut().spawn((Flock::<D>::open(scene).expect("a scene"), FlockHash::default())).id();
    frames(&mut app, golden::STEPS as usize);
    let hash = app.world().get::<FlockHash>(flock).expect("a hash");
    assert_eq!(hash.steps, golden::STEPS);
    assert_eq!(app.world().get::<Flock<D>>(flock).expect("a flock").world().hash(), hash.hash);
    hash.hash
}

#[test]
fn every_scene_of_the_gallery_comes_to_its_golden_hash() {
    for scene in gallery::scenes() {
        let dimensions = Scenario::parse(scene.text, scene.name).expect("a scenario").dimensions;
        let hash = if dimensions == 3 { hash_of::<3>(scene.name, bare()) } else { hash_of::<2>(scene.name, bare()) };
        assert_eq!(Some(hash), golden::hash_of(scene.name), "{}", scene.name);
    }
}

#[test]
fn a_scene_of_another_dimension_is_refused() {
    let refused = Flock3d::open("align").err().expect("align is flat");
    assert_eq!(refused.to_string(), "dimensions: found 2, this flock has 3");
}

#[test]
fn every_agent_is_an_entity_where_the_world_has_it() {
    let mut app = plane();
    let flock_entity = spawn(&mut app, BIRDS);
    frames(&mut app, 5);
    let all = agents(&mut app);
    assert_eq!(all.len(), 30);
    // The clock is on a step exactly: what is drawn is the step before.
    for (number, entity) in all {
        let world = flock(&app, flock_entity).world();
        let row = world.row(AgentId(number)).expect("it lives");
        let [x, y] = world.previous_positions();
        let transform = app.world().get::<Transform>(entity).expect("a transform");
        assert_eq!(transform.translation, Vec3::new(x[row], y[row], 0.0));
        let [hx, hy] = world.previous_headings();
        assert!((transform.rotation * Vec3::Y).distance(Vec3::new(hx[row], hy[row], 0.0)) < 1e-3);
        assert!(app.world().get::<GlobalTransform>(entity).is_some(), "required components come along");
        assert_eq!(flock(&app, flock_entity).entity(AgentId(number)), Some(entity));
    }
}

#[test]
fn transforms_are_between_two_steps() {
    let mut app = plane();
    let flock_entity = spawn(&mut app, BIRDS);
    frames(&mut app, 5);
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(5)));
    let (_, entity) = agents(&mut app)[7];
    for quarter in 1..4 {
        app.update();
        let world = flock(&app, flock_entity).world();
        let row = world.row(AgentId(7)).expect("it lives");
        let (before, now) = (world.previous_positions(), world.positions());
        let point = |columns: [&[f32]; 2]| Vec3::new(columns[0][row], columns[1][row], 0.0);
        let wanted = point(before).lerp(point(now), quarter as f32 / 4.0);
        let found = app.world().get::<Transform>(entity).expect("a transform").translation;
        assert!(found.distance(wanted) < 1e-4 && point(before) != point(now), "{quarter}: {found} {wanted}");
    }
}

#[test]
fn over_the_seam_of_a_torus_the_short_way_is_drawn() {
    let text = BIRDS
        .replace("count = 30", "agents = [{ position = [39.9, 5], velocity = [10, 0] }]\n")
        .replace("max_speed = 4", "max_speed = 10\nmin_speed = 10");
    let mut app = plane();
    spawn(&mut app, &text);
    frames(&mut app, 1);
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(5)));
    let (_, entity) = agents(&mut app)[0];
    for _ in 0..4 {
        app.update();
        let x = app.world().get::<Transform>(entity).expect("a transform").translation.x;
        assert!(!(1.0..39.0).contains(&x), "half-way across the world: {x}");
    }
}

#[test]
fn a_flock_by_the_clock_keeps_real_time_in_update() {
    let mut app = bare();
    app.add_plugins(FlockPlugin2d::in_schedule(Update).with_pace(Pace::Clock { most_steps: 5 }));
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(50)));
    app.update();
    let flock_entity = spawn(&mut app, BIRDS);
    frames(&mut app, 20);
    assert_eq!(flock(&app, flock_entity).world().steps(), 50, "20 frames of 50 ms are 50 steps of 20 ms");
}

#[test]
fn entities_that_go_take_their_agents_along_and_agents_their_entities() {
    let mut app = plane();
    let flock_entity = spawn(&mut app, BIRDS);
    frames(&mut app, 2);
    let (_, third) = agents(&mut app)[3];
    app.world_mut().despawn(third);
    frames(&mut app, 1);
    assert!(!flock(&app, flock_entity).world().contains(AgentId(3)));
    assert_eq!(flock(&app, flock_entity).world().len(), 29);
    flock_mut(&mut app, flock_entity).world_mut().despawn(AgentId(5)).expect("it lives");
    frames(&mut app, 1);
    let numbers: Vec<u32> = agents(&mut app).iter().map(|(number, _)| *number).collect();
    assert!(!numbers.contains(&3) && !numbers.contains(&5) && numbers.len() == 28);
    let group = flock(&app, flock_entity).world().group_id("birds").expect("birds");
    flock_mut(&mut app, flock_entity).world_mut().populate(group, 4).expect("room");
    frames(&mut app, 1);
    assert_eq!(agents(&mut app).len(), 32);
    app.world_mut().despawn(flock_entity);
    assert_eq!(agents(&mut app), [], "agents go with their flock");
}

#[test]
fn an_entity_joins_where_it_is() {
    let mut app = plane();
    let flock_entity = spawn(&mut app, BIRDS);
    frames(&mut app, 1);
    let join = JoinFlock::new(flock_entity, "birds").with_velocity(Vec3::X);
    let bird = app.world_mut().spawn((Transform::from_xyz(7.0, 8.0, 3.0), join)).id();
    let stray = app.world_mut().spawn(JoinFlock::new(flock_entity, "brids")).id();
    frames(&mut app, 1);
    let agent = app.world().get::<FlockAgent>(bird).expect("an agent");
    assert_eq!((agent.number, agent.flock), (30, flock_entity));
    let place = app.world().get::<Transform>(bird).expect("a transform").translation;
    assert!(place.distance(Vec3::new(7.0, 8.0, 3.0)) < 0.1, "its z stays: {place}");
    assert!(app.world().get::<FlockAgent>(stray).is_none(), "there is no such group");
    assert_eq!(flock(&app, flock_entity).world().len(), 31);
}

#[test]
fn systems_can_be_ordered_against_every_stage() {
    #[derive(Resource, Default)]
    struct Seen(Vec<(u8, u64)>);
    let note = |stage: u8| {
        move |mut seen: ResMut<Seen>, flocks: Query<&Flock2d>| {
            seen.0.push((stage, flocks.iter().map(|flock| flock.world().steps()).sum()));
        }
    };
    let mut app = plane();
    app.init_resource::<Seen>();
    app.add_systems(bevy_app::FixedUpdate, note(0).before(FlockSystems::ReadIn));
    app.add_systems(bevy_app::FixedUpdate, note(1).after(FlockSystems::ReadIn).before(FlockSystems::Step));
    app.add_systems(bevy_app::FixedUpdate, note(2).after(FlockSystems::Step).before(FlockSystems::WriteOut));
    app.add_systems(bevy_app::FixedUpdate, note(3).after(FlockSystems::WriteOut));
    spawn(&mut app, BIRDS);
    app.update();
    assert_eq!(app.world().resource::<Seen>().0, [(0, 0), (1, 0), (2, 1), (3, 1)]);
}

#[test]
fn what_the_game_types_is_in_the_registry() {
    let app = plane();
    let registry = app.world().resource::<AppTypeRegistry>().read();
    for name in
        ["FlockAgent", "JoinFlock", "Movement", "FlockSettings", "AgentSettings", "FlockMarker", "FlockObstacle"]
    {
        let known = registry.get_with_short_type_path(name).unwrap_or_else(|| panic!("{name} is not registered"));
        assert!(known.data::<ReflectComponent>().is_some(), "{name} is no component");
    }
    assert!(registry.get_with_short_type_path("Flock<2>").is_some());
}
