//! What the exchange with Bevy costs on top of the step, as ratios measured in one run.
//!
//! Each round makes one step of the same world alone and one frame of an app with it (schedules, step, events, and what is drawn
//! between two steps), in turn; the best of all rounds counts on both sides. Columns are read in place, so there is nothing to
//! copy; `instances` packs them into one buffer. The propagation of transforms to `GlobalTransform` is Bevy's own and not in it.
//!
//!     cargo run --release -p bevy_flockstep --example sync_cost [ROUNDS] [--check]
#![allow(clippy::print_stdout)] // its figures are what it is for

use bevy_app::{App, TaskPoolPlugin};
use bevy_flockstep::flockstep::{World as Engine, prelude::*};
use bevy_flockstep::prelude::*;
use bevy_time::{Fixed, Time, TimePlugin, TimeUpdateStrategy};
use std::process::ExitCode;
use std::time::{Duration, Instant};

const STEP: Duration = Duration::from_millis(20);

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let rounds = arguments.iter().find_map(|word| word.parse().ok()).unwrap_or(60);
    println!("agents   as         step alone   frame of the app   on top   at most");
    let rows = [
        (10_000, "entities", Some(0.25)),
        (10_000, "columns", None),
        (100_000, "entities", None),
        (100_000, "columns", Some(0.03)),
        (100_000, "instances", None),
    ];
    let mut holds = true;
    for (agents, kind, most) in rows {
        let [alone, frame] = measure(agents, kind, if agents > 50_000 { rounds / 4 + 3 } else { rounds });
        let on_top = frame / alone - 1.0;
        holds &= most.is_none_or(|most| on_top <= most);
        let most = most.map_or(String::new(), |most| format!("{:.0} %", most * 100.0));
        let (alone, frame, on_top) = (alone * 1e3, frame * 1e3, on_top * 100.0);
        println!("{agents:>7}  {kind:<9} {alone:>8.2} ms {frame:>15.2} ms {on_top:>9.1} % {most:>7}");
    }
    if holds || !arguments.iter().any(|word| word == "--check") { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The shortest times of a step alone and of a frame, in seconds.
fn measure(agents: usize, kind: &str, rounds: usize) -> [f64; 2] {
    let mut alone = birds(agents);
    let mut app = App::new();
    app.add_plugins((TaskPoolPlugin::default(), TimePlugin));
    app.insert_resource(Time::<Fixed>::from_duration(STEP));
    app.insert_resource(TimeUpdateStrategy::ManualDuration(STEP));
    app.add_plugins(FlockPlugin3d::default());
    let movement = if kind == "entities" { Movement::Flock } else { Movement::Columns };
    let flock = app.world_mut().spawn((Flock3d::new(alone.clone()), movement)).id();
    if kind == "instances" {
        app.world_mut().entity_mut(flock).insert(Instances::default());
    }
    app.update();
    // A frame a little longer than a step: what is drawn is between two of them.
    app.insert_resource(TimeUpdateStrategy::ManualDuration(STEP + Duration::from_micros(50)));
    let mut best = [f64::INFINITY; 2];
    for round in 0..rounds + 3 {
        let times = [time(|| alone.step()), time(|| app.update())];
        // The first ones wake threads and fill caches.
        if round >= 3 {
            best = [best[0].min(times[0]), best[1].min(times[1])];
        }
    }
    let stepped = app.world().get::<Flock3d>(flock).map_or(0, |flock| flock.world().steps());
    assert_eq!(stepped, alone.steps(), "a step a frame");
    best
}

fn time(what: impl FnOnce()) -> f64 {
    let start = Instant::now();
    what();
    start.elapsed().as_secs_f64()
}

/// Birds as far apart as in the engine's own benchmark: about 24 neighbours each.
fn birds(agents: usize) -> Engine<3> {
    let side = (agents as f32 * 4.0 / 3.0 * std::f32::consts::PI * 125.0 / 24.0).cbrt();
    let make = || -> Result<Engine<3>, bevy_flockstep::flockstep::Error> {
        let mut world = Engine::new(Space::new(Edge::Wrap, [0.0; 3], [side; 3])?, 0.02, 7)?;
        let group = Group::new("birds")
            .sight(Sight { radius: 5.0, ..Sight::default() })
            .body(PointBody { max_speed: 5.0, ..PointBody::default() })
            .place(Place::Box { min: [0.0; 3].into(), max: [side; 3].into() })
            .behavior(Separation::new(2.0))
            .behavior(Alignment::default())
            .behavior(Cohesion::default());
        let group = world.add_group(group)?;
        world.populate(group, agents)?;
        Ok(world)
    };
    make().expect("numbers that fit")
}
