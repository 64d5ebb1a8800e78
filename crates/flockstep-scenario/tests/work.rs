//! What a step does grows like what the world holds, or like its pairs where all see all: counted, not timed.

#![allow(clippy::unwrap_used)]

#[path = "../examples/cliffs/scenes.rs"]
mod scenes;

use flockstep::Work;
use flockstep_scenario::Scenario;
use scenes::{SCENES, Scene, total};

fn work(scene: &Scene, size: usize) -> Work {
    let scenario = Scenario::parse(&(scene.text)(size), scene.name).unwrap_or_else(|problems| panic!("{problems}"));
    let mut world = scenario.build_with::<2>(|_| Ok(())).unwrap();
    world.set_threads(1).unwrap();
    (0..=scene.before).for_each(|_| world.step());
    world.profile().work
}

#[test]
fn no_scene_does_more_than_its_share_when_it_grows() {
    for scene in SCENES {
        let size = scene.size / 5;
        let (one, four) = (work(scene, size), work(scene, 4 * size));
        let growth = total(&four) as f64 / total(&one) as f64;
        // With a logarithm, and for what is bounded only beyond this size.
        assert!(growth < 1.7 * scene.most, "{}, {size} {}: {growth:.1} times\n{one:?}\n{four:?}", scene.name, scene.of);
    }
}

/// A crowd in one point does hardly more than the same crowd in a small ball.
#[test]
fn one_point_costs_what_a_small_ball_costs() {
    let find = |name: &str| SCENES.iter().find(|scene| scene.name == name).unwrap();
    let ball = total(&work(find("ball"), 2000));
    for name in ["point", "hair", "context"] {
        let this = total(&work(find(name), 2000));
        assert!(this < 2 * ball, "{name}: {this}, the ball {ball}");
    }
}

/// On any number of threads a step does the same.
#[test]
fn work_does_not_depend_on_threads() {
    for scene in SCENES.iter().filter(|scene| scene.before == 0) {
        let scenario = Scenario::parse(&(scene.text)(1500), scene.name).unwrap_or_else(|problems| panic!("{problems}"));
        let on = |threads: usize| {
            let mut world = scenario.build_with::<2>(|_| Ok(())).unwrap();
            world.set_threads(threads).unwrap();
            world.step();
            world.profile().work
        };
        assert_eq!(on(1), on(3), "{}", scene.name);
    }
}
