//! The other ways to move: a physics engine moves, or there are no entities at all; and what is drawn for debugging.

use crate::common::*;
use bevy_app::{App, FixedUpdate, Update};
use bevy_asset::{AssetPlugin, Assets};
use bevy_ecs::prelude::*;
use bevy_flockstep::flockstep::AgentId;
use bevy_flockstep::prelude::*;
use bevy_gizmos::config::GizmoConfigStore;
use bevy_gizmos::{GizmoAsset, GizmoHandles, GizmoPlugin};
use bevy_math::Vec3;
use bevy_transform::components::Transform;

const SEEKERS: &str = "
dimensions = 2
[markers]
home = [10, 0]
[[groups]]
name = 'ships'
agents = [{ position = [0, 0] }, { position = [0, 5] }]
[groups.body]
max_force = 3
max_speed = 2
[[groups.behaviors]]
type = 'seek'
target = { marker = 'home' }
";

/// Forces become velocities, velocities become places.
fn integrate(mut bodies: Query<(&Steering, &mut AgentVelocity, &mut Transform)>) {
    for (steering, mut velocity, mut transform) in &mut bodies {
        velocity.0 += steering.0.clamp_length_max(3.0) * 0.02;
        transform.translation += velocity.0 * 0.02;
    }
}

#[test]
fn a_physics_engine_moves_and_flockstep_steers() {
    let mut app = plane();
    let ships = app.world_mut().spawn((Flock2d::open(SEEKERS).expect("a scenario"), Movement::Physics)).id();
    app.add_systems(FixedUpdate, integrate.after(FlockSystems::WriteOut));
    frames(&mut app, 200);
    for (number, entity) in agents(&mut app) {
        let place = app.world().get::<Transform>(entity).expect("a transform").translation;
        assert!(place.x > 4.0, "it has come nearer: {place}");
        let agent = flock(&app, ships).world().agent(AgentId(number)).expect("it lives");
        let velocity = app.world().get::<AgentVelocity>(entity).expect("a velocity").0;
        let known = Vec3::new(agent.position[0], agent.position[1], 0.0);
        assert!(
            known.distance(place - velocity * 0.02) < 1e-4,
            "the world knows where physics had it: {known} {place}"
        );
    }
    let (_, lost) = agents(&mut app)[0];
    app.world_mut().get_mut::<Transform>(lost).expect("a transform").translation.x = f32::NAN;
    let before = flock(&app, ships).world().agent(AgentId(1)).expect("it lives").position;
    frames(&mut app, 2);
    let after = flock(&app, ships).world().agent(AgentId(1)).expect("it lives").position;
    assert_ne!(before, after, "the others go on without one that is nowhere");
}

#[test]
fn a_flock_as_columns_has_no_entities_and_fills_instances() {
    let mut app = plane();
    let flock_2d = Flock2d::open(BIRDS).expect("a scenario");
    let birds = app.world_mut().spawn((flock_2d, Movement::Columns, Instances::default())).id();
    frames(&mut app, 4);
    assert_eq!(agents(&mut app), []);
    let instances = app.world().get::<Instances>(birds).expect("instances");
    assert_eq!((instances.list.len(), instances.bytes().len()), (30, 30 * 32));
    let world = flock(&app, birds).world();
    for (row, instance) in instances.list.iter().enumerate() {
        let [x, y] = world.previous_positions();
        assert_eq!((instance.number, instance.position), (world.ids()[row].0, [x[row], y[row], 0.0]));
        let length = Vec3::from(instance.heading).length();
        assert!((length - 1.0).abs() < 1e-5);
    }
    *app.world_mut().get_mut::<Movement>(birds).expect("a movement") = Movement::Flock;
    frames(&mut app, 1);
    assert_eq!(agents(&mut app).len(), 30, "entities come when they are asked for");
    *app.world_mut().get_mut::<Movement>(birds).expect("a movement") = Movement::Columns;
    frames(&mut app, 1);
    assert_eq!(agents(&mut app), []);
    assert_eq!(flock(&app, birds).world().len(), 30, "and the agents live on");
}

/// How many points of lines the gizmos have.
fn drawn(app: &App) -> usize {
    let handles = app.world().resource::<GizmoHandles>();
    let assets = app.world().resource::<Assets<GizmoAsset>>();
    let all = handles.handles().values().flatten().filter_map(|handle| assets.get(handle));
    all.map(|asset| asset.buffer().buffer().list_positions.len() + asset.buffer().buffer().strip_positions.len()).sum()
}

#[test]
fn what_an_agent_goes_by_is_drawn_part_by_part() {
    let mut app = bare();
    app.add_plugins((AssetPlugin::default(), GizmoPlugin, FlockPlugin2d::in_schedule(Update)));
    app.add_plugins(FlockDebugPlugin2d::default());
    let flock_2d = Flock2d::open(&BIRDS.replace("type = 'separation'", "type = 'seek'\ntarget = { marker = 'home' }"))
        .expect("a scenario");
    let birds = app.world_mut().spawn(flock_2d).id();
    frames(&mut app, 3);
    assert_eq!(drawn(&app), 0, "nobody is inspected");
    let (_, first) = agents(&mut app)[0];
    app.world_mut().entity_mut(first).insert(Inspect::default());
    app.update();
    let all = drawn(&app);
    type Switch = fn(&mut FlockGizmos, bool);
    let switches: [Switch; 4] = [
        |gizmos, on| gizmos.ranges = on,
        |gizmos, on| gizmos.neighbours = on,
        |gizmos, on| gizmos.steering = on,
        |gizmos, on| gizmos.targets = on,
    ];
    for (nth, switch) in switches.iter().enumerate() {
        switch(app.world_mut().resource_mut::<GizmoConfigStore>().config_mut::<FlockGizmos>().1, false);
        app.update();
        assert!(drawn(&app) < all, "switch {nth} takes something away");
        switch(app.world_mut().resource_mut::<GizmoConfigStore>().config_mut::<FlockGizmos>().1, true);
    }
    app.world_mut().entity_mut(first).remove::<Inspect>();
    app.world_mut().entity_mut(birds).insert(Inspect { numbers: vec![0, 1, 99] });
    app.update();
    assert!(drawn(&app) > all, "by number, two of them; one that is not there draws nothing");
}
