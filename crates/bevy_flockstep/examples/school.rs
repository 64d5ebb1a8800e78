//! A school of fish from the gallery, without a window: prints where the pike is and whom it eats.
//!
//!     cargo run -p bevy_flockstep --example school
#![allow(clippy::print_stdout)] // an example shows what it does

use bevy_app::prelude::*;
use bevy_app::{ScheduleRunnerPlugin, TaskPoolPlugin};
use bevy_ecs::prelude::*;
use bevy_flockstep::prelude::*;
use bevy_time::{Fixed, Time, TimePlugin};
use bevy_transform::prelude::*;
use std::time::Duration;

/// Frames until it ends.
const FRAMES: u32 = 240;

fn main() {
    let frame = Duration::from_millis(16);
    App::new()
        .add_plugins((TaskPoolPlugin::default(), TimePlugin, TransformPlugin, ScheduleRunnerPlugin::run_loop(frame)))
        .insert_resource(Time::<Fixed>::from_seconds(0.02))
        .add_plugins(FlockPlugin3d::default())
        .add_systems(Startup, |mut commands: Commands| {
            let school = Flock3d::open("school").expect("a scene of the gallery");
            commands.spawn((school, FlockHash::default()));
        })
        // Here a game with a window inserts a mesh and a material.
        .add_observer(|born: On<Born>, mut commands: Commands, flocks: Query<&Flock3d>| {
            let Ok(flock) = flocks.get(born.flock) else { return };
            let Ok(agent) = flock.world().agent(born.id()) else { return };
            if flock.world().groups()[agent.group.index()].name == "pike" {
                commands.entity(born.entity).insert(Pike);
            }
        })
        .add_observer(|eaten: On<Captured>| println!("fish {} was eaten", eaten.number))
        .add_systems(Update, watch)
        .run();
}

#[derive(Component)]
struct Pike;

fn watch(
    pikes: Query<&Transform, With<Pike>>,
    hashes: Query<&FlockHash>,
    mut frame: Local<u32>,
    mut exit: MessageWriter<AppExit>,
) {
    *frame += 1;
    if frame.is_multiple_of(60) {
        let places: Vec<_> = pikes.iter().map(|pike| pike.translation.round()).collect();
        println!("frame {}: the pike is at {places:?}", *frame);
    }
    if *frame >= FRAMES {
        for hash in &hashes {
            println!("hash {:016x} steps {}", hash.hash, hash.steps);
        }
        exit.write(AppExit::Success);
    }
}
