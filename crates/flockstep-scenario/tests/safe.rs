//! Any valid world is safe: whatever its settings, after every step all numbers are finite, speed limits are kept, nobody is lost and
//! nobody is outside a closed world; and the motion is the same on several threads, and from a snapshot.
//!
//! Worlds are drawn from the tables of parameters, so a new behavior or parameter is tried without being named here.
//! `FLOCKSTEP_CASES=20000 cargo test --release -p flockstep-scenario --test safe` draws that many, other ones each time.

#![allow(clippy::unwrap_used)]

mod draw;
mod sound;

use flockstep::steer::View;
use flockstep::{Error, World};
use flockstep_scenario::Scenario;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use sound::{check_step, speeds};
use std::panic::{AssertUnwindSafe, catch_unwind};

const STEPS: usize = 5;

fn config() -> ProptestConfig {
    let asked = std::env::var("FLOCKSTEP_CASES").ok();
    let number =
        |text: &String| text.parse().unwrap_or_else(|_| panic!("FLOCKSTEP_CASES: {text:?} is no whole number"));
    ProptestConfig {
        cases: asked.as_ref().map_or(300, number),
        // The ordinary suite tries the same worlds every time; whoever asks for more gets new ones.
        rng_seed: if asked.is_some() { RngSeed::Random } else { RngSeed::Fixed(1) },
        // A tape means something else as soon as the tables change, so failing ones are not kept.
        failure_persistence: None,
        max_shrink_iters: 2000,
        ..ProptestConfig::default()
    }
}

/// The behaviors of a program that drawn scenarios name: one that goes with the others, one that asks for too much, and one that has
/// no answer.
fn prepare<const D: usize>(world: &mut World<D>) -> Result<(), Error> {
    world.register("x", |view: &View<'_, D>| view.respond(view.percept.direction))?;
    world.register("", |_: &View<'_, D>| [f32::MAX; D])?;
    world.register("a \"b\"", |_: &View<'_, D>| [f32::NAN; D])
}

fn check<const D: usize>(scenario: &Scenario) -> Result<(), TestCaseError> {
    let build = |threads: usize| {
        let mut world = scenario.build_with::<D>(prepare).unwrap_or_else(|error| panic!("{error}"));
        world.set_threads(threads).unwrap();
        world
    };
    let (mut world, mut threaded, mut resumed) = (build(1), build(3), None);
    prop_assert_eq!(world.hash(), threaded.hash());
    for step in 0..STEPS {
        if step == 2 {
            let mut other = build(1);
            let saved = world.snapshot();
            other.restore(&saved).unwrap_or_else(|error| panic!("{error}"));
            prop_assert!(other.snapshot() == saved, "a snapshot of the restored world is the same bytes");
            resumed = Some(other);
        }
        let before = speeds(&world);
        world.step();
        check_step(&world, &before)?;
        threaded.step();
        prop_assert_eq!(world.hash(), threaded.hash(), "on three threads, step {}", step);
        if let Some(resumed) = &mut resumed {
            resumed.step();
            prop_assert_eq!(world.hash(), resumed.hash(), "resumed, step {}", step);
        }
    }
    prop_assert!(
        resumed.is_none_or(|resumed| resumed.snapshot() == world.snapshot()),
        "all is the same, not only the motion"
    );
    prop_assert!(threaded.snapshot() == world.snapshot());
    Ok(())
}

fn check_either(scenario: &Scenario) -> Result<(), TestCaseError> {
    if scenario.dimensions == 2 { check::<2>(scenario) } else { check::<3>(scenario) }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn any_world_stays_sound_and_repeats_itself(words in prop::collection::vec(any::<u64>(), 0..600)) {
        let scenario = draw::run(&words);
        let checked = catch_unwind(AssertUnwindSafe(|| check_either(&scenario)));
        let wrong = match checked {
            Ok(Ok(())) => None,
            Ok(Err(error)) => Some(error.to_string()),
            Err(_) => Some("it panicked".into()),
        };
        // The file of the world is what one wants to see, and to keep as a test.
        prop_assert!(wrong.is_none(), "{}\n{}", wrong.unwrap_or_default(), scenario.to_toml());
    }
}

/// Found by drawing: a ball around the end of the world held places beyond it, and a snapshot of them was refused.
#[test]
fn who_is_born_at_the_end_of_the_world_can_be_saved() {
    let text = "dimensions = 3\n[[groups]]\nname = 'far'\ncount = 13\nsight = { refresh = 31 }\n\
                place = { shape = 'ball', center = [-1e18, 1e18, 1e18], radius = 1e15 }\n\
                [[groups.behaviors]]\ntype = 'cohesion'\n";
    check_either(&Scenario::parse(text, "far.toml").unwrap()).unwrap();
}

/// Found by drawing: rounding made a polygon that moves far off the origin thinner with every step, until it had no area and a
/// snapshot of it was refused.
#[test]
fn a_polygon_that_moves_far_off_can_be_saved() {
    let text = "dimensions = 2\ntime_step = 0.1\n\
                [space]\nedge = 'wrap'\nmin = [1e9, 1e9]\nmax = [1000000256, 1000000256]\n\
                [[groups]]\nname = 'few'\ncount = 3\nplace = { shape = 'ball', center = [1e9, 1e9], radius = 1 }\n\
                [[obstacles]]\nshape = 'polygon'\npoints = [[0, 0], [3, 0], [0, 3]]\nvelocity = [1, 2]\n";
    check_either(&Scenario::parse(text, "polygon.toml").unwrap()).unwrap();
}
