//! A physics engine moves the bodies, flockstep steers them: places and velocities in, forces out.
//!
//! The physics here is small (drag, a floor that bodies bounce off), and goes where avian or rapier would: avian's
//! `LinearVelocity` is read before `FlockSystems::ReadIn`, its `ConstantForce` written after `FlockSystems::WriteOut`.
//!
//!     cargo run -p bevy_flockstep --example physics
#![allow(clippy::print_stdout)] // an example shows what it does

use bevy_app::TaskPoolPlugin;
use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_flockstep::prelude::*;
use bevy_math::Vec3;
use bevy_time::{Fixed, Time, TimePlugin, TimeUpdateStrategy};
use bevy_transform::prelude::*;
use std::time::Duration;

const DRONES: &str = "
dimensions = 3
[markers]
pad = [30, 12, 0]
[[groups]]
name = 'drones'
count = 40
place = { shape = 'ball', center = [0, 10, 0], radius = 8 }
[groups.sight]
radius = 8
[groups.body]
max_speed = 6
max_force = 12
[[groups.behaviors]]
type = 'separation'
distance = 3
weight = 2
[[groups.behaviors]]
type = 'cohesion'
weight = 0.3
[[groups.behaviors]]
type = 'arrive'
target = { marker = 'pad' }
slowing_distance = 10
";

fn main() {
    let mut app = App::new();
    app.add_plugins((TaskPoolPlugin::default(), TimePlugin, TransformPlugin));
    let step = Duration::from_millis(20);
    app.insert_resource(Time::<Fixed>::from_duration(step));
    app.insert_resource(TimeUpdateStrategy::ManualDuration(step));
    app.add_plugins(FlockPlugin3d::default());
    app.add_systems(FixedUpdate, small_physics.after(FlockSystems::WriteOut));
    let flock = Flock3d::open(DRONES).expect("a scenario");
    app.world_mut().spawn((flock, Movement::Physics));
    for second in 0..10 {
        let mut bodies = app.world_mut().query_filtered::<&Transform, With<FlockAgent>>();
        let places: Vec<Vec3> = bodies.iter(app.world()).map(|place| place.translation).collect();
        let middle = places.iter().sum::<Vec3>() / places.len().max(1) as f32;
        println!("{second} s: {} drones around {middle:.1}", places.len());
        (0..50).for_each(|_| app.update());
    }
}

/// Force and drag become velocity, velocity becomes motion; the floor gives back half of a fall.
fn small_physics(time: Res<Time>, mut bodies: Query<(&Steering, &mut AgentVelocity, &mut Transform)>) {
    let seconds = time.delta_secs();
    for (steering, mut velocity, mut place) in &mut bodies {
        let drag = -0.2 * velocity.0;
        velocity.0 += (steering.0.clamp_length_max(12.0) + drag) * seconds;
        place.translation += velocity.0 * seconds;
        if place.translation.y < 0.0 {
            place.translation.y = 0.0;
            velocity.0.y = velocity.0.y.abs() * 0.5;
        }
    }
}
