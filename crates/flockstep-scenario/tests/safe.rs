//! Any valid world is safe: whatever its settings, after every step all numbers are finite, speed limits are kept, nobody is lost and
//! nobody is outside a closed world; a step does no more than its share; and the motion is the same on several threads, and
//! from a snapshot.
//!
//! Worlds are drawn from the tables of parameters, so a new behavior or parameter is tried without being named here.
//! `FLOCKSTEP_CASES=20000 cargo test --release -p flockstep-scenario --test safe` draws that many, other ones each time.

#![allow(clippy::unwrap_used)]

mod draw;
mod sound;

use flockstep::parameters::Value;
use flockstep::settings::{Pick, Target};
use flockstep::steer::{Rule, View};
use flockstep::{Error, Work, World};
use flockstep_scenario::{Scenario, ScenarioGroup};
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
        check_work(scenario, &world)?;
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

/// How many look for the nearest of a group, each as often as it has such a target.
fn seekers(scenario: &Scenario) -> usize {
    let nearest = |target: &Target| matches!(target, Target::Group { pick: Pick::Nearest, .. });
    let of_rule = |rule: &Rule| -> usize {
        let set = rule.parameters();
        let values = set.specs().iter().filter_map(|spec| set.get(spec.name).ok());
        let sought =
            |value| if let Value::Targets(list) = value { list.iter().filter(|one| nearest(one)).count() } else { 0 };
        values.map(sought).sum()
    };
    let of_group = |group: &ScenarioGroup| {
        let behaviors = &group.group.settings.behaviors;
        (group.count + group.agents.len()) * behaviors.iter().map(|one| of_rule(&one.rule)).sum::<usize>()
    };
    scenario.groups.iter().map(of_group).sum()
}

/// Refuses a step that did more than its share: for each agent and rule as much as there are agents, but of those who coincide
/// only some, of those sought only those along a branch of a tree, of a heap only some.
fn check_work<const D: usize>(scenario: &Scenario, world: &World<D>) -> Result<(), TestCaseError> {
    let work = world.profile().work;
    let count = |of: &dyn Fn(&ScenarioGroup) -> usize| scenario.groups.iter().map(of).sum::<usize>() as u64;
    let agents = count(&|group| group.count + group.agents.len());
    let most_rules = scenario.groups.iter().map(|group| group.group.settings.behaviors.len() as u64).max().unwrap_or(0);
    let solid = scenario.groups.iter().any(|group| group.group.settings.body.solid());
    let obstacles = scenario.obstacles.len() as u64 + 20;
    let depth = u64::from((agents + 1).ilog2() + 1);
    let bound = Work {
        candidates: 4 * (2 * most_rules + 2) * agents * (agents / 8 + 1),
        partings: 64 * most_rules * agents,
        targets: 24 * depth * seekers(scenario) as u64 + 128 * agents,
        obstacles: (4 * most_rules + if solid { 600 } else { 20 }) * agents * obstacles,
        bodies: if solid { 24_000 * agents } else { 0 },
        cells: 1200 * most_rules * agents + 1000,
        letters: 64,
    };
    let within = [
        work.candidates <= bound.candidates,
        work.partings <= bound.partings,
        work.targets <= bound.targets,
        work.obstacles <= bound.obstacles,
        work.bodies <= bound.bodies,
        work.cells <= bound.cells,
        work.letters <= bound.letters,
    ];
    prop_assert!(!within.contains(&false), "{work:?}, allowed are {bound:?}");
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: config().cases / 10, ..config() })]

    #[test]
    fn no_crowd_in_a_tight_place_does_more_than_its_share(words in prop::collection::vec(any::<u64>(), 0..600)) {
        let scenario = draw::crowd(&words);
        fn run<const D: usize>(scenario: &Scenario) -> Result<(), TestCaseError> {
            let mut world = scenario.build_with::<D>(prepare).unwrap_or_else(|error| panic!("{error}"));
            for _ in 0..2 {
                world.step();
                check_work(scenario, &world)?;
            }
            Ok(())
        }
        let wrong = if scenario.dimensions == 2 { run::<2>(&scenario) } else { run::<3>(&scenario) };
        prop_assert!(wrong.is_ok(), "{}\n{}", wrong.unwrap_err(), scenario.to_toml());
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
