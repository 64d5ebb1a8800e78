//! Where the rows are cut into batches changes no bit: what an agent perceives does not depend on who looks along.
//!
//! Every world here runs twice: cut as usual, and cut at random places into batches of 1 to 512 rows, on several threads.

#![allow(clippy::unwrap_used)]

mod common;

use common::scenes::{SCENES, many};
use common::{Draws, cube, free_body, open};
use flockstep::prelude::*;

/// Compares a world cut as usual with the same world cut at random, step by step.
#[track_caller]
fn assert_same_bits<const D: usize>(name: &str, world: &World<D>, steps: usize) {
    let mut usual = world.clone();
    let mut cut: Vec<World<D>> = (0..3).map(|_| world.clone()).collect();
    for (seed, world) in cut.iter_mut().enumerate() {
        world.cut_at_random(Some(seed as u64));
    }
    cut[2].set_threads(3).unwrap();
    for step in 0..steps {
        usual.step();
        for (seed, world) in cut.iter_mut().enumerate() {
            world.step();
            assert_eq!(world.hash(), usual.hash(), "{name} in {D} dimensions, step {step}, cuts {seed}");
        }
    }
}

/// A flock of so many in a cube, as dense as about `mates` in sight.
fn flock<const D: usize>(edge: Edge, agents: usize, mates: f64, seed: u64) -> World<D> {
    let ball = std::f64::consts::PI * if D == 2 { 1.0 } else { 4.0 / 3.0 };
    let half = 0.5 * (agents as f64 * ball / mates).powf(1.0 / D as f64);
    let mut world = cube::<D>(edge, half as f32, 0.05, seed);
    world.add_groups(vec![birds("birds", 1.0)]).unwrap();
    world.populate(GroupId(0), agents).unwrap();
    world
}

/// Birds that separate, align and cohere.
fn birds(name: &str, radius: f32) -> Group {
    Group::new(name)
        .sight(Sight { radius, angle: 270.0, ..Sight::default() })
        .body(PointBody { max_speed: 1.0, max_force: 0.5, radius: 0.1, ..PointBody::default() })
        .speed([0.0, 1.0])
        .behavior(Separation::new(0.5 * radius))
        .behavior(Alignment::default())
        .behavior(Cohesion::default())
}

fn plain<const D: usize>() {
    assert_same_bits("torus", &flock::<D>(Edge::Wrap, 3000, 20.0, 1), 60);
    assert_same_bits("open", &flock::<D>(Edge::Open, 3000, 20.0, 2), 40);
    assert_same_bits("bounce", &flock::<D>(Edge::Bounce, 2000, 8.0, 3), 40);
    assert_same_bits("sparse", &flock::<D>(Edge::Open, 2000, 0.05, 4), 20);
    assert_same_bits("small torus", &flock::<D>(Edge::Wrap, 300, 40.0, 5), 20);
}

/// Far-sighted few among many, several groups that mind one another, and settings of single agents.
fn several_groups<const D: usize>() {
    let mut world = flock::<D>(Edge::Wrap, 2000, 15.0, 6);
    let of = || Of::groups(["birds"]);
    let far = birds("far", 4.3).behavior(Behavior::new(Cohesion::default()).of(of()));
    let hunters = birds("hunters", 2.0).behavior(Behavior::new(Cohesion::default()).of(of()).weight(2.0));
    world.add_groups(vec![far, hunters]).unwrap();
    world
        .edit_group(GroupId(0), |group| {
            let flee = Flee { distance: 1.5, ..Flee::default() };
            let evade = Evade { distance: 1.0, ..Evade::default() };
            for rule in [Behavior::new(flee), Behavior::new(evade), Behavior::new(Avoid { distance: 0.7 })] {
                group.settings.behaviors.push(rule.of(Of::groups(["hunters"])));
            }
        })
        .unwrap();
    world.populate(GroupId(1), 9).unwrap();
    let hunters = world.populate(GroupId(2), 25).unwrap();
    world.edit_agent(hunters[3], |settings| settings.sight.radius = 3.1).unwrap();
    world.edit_agent(AgentId(77), |settings| settings.sight.radius = 0.8).unwrap();
    assert_same_bits("far-sighted and hunted", &world, 40);
}

/// The nearest seven, on a torus, in a crowd with some far from it, and of one group among several.
fn nearest<const D: usize>() {
    for (name, edge) in [("nearest, torus", Edge::Wrap), ("nearest, open", Edge::Open)] {
        let mut world = flock::<D>(edge, 2500, 30.0, 7);
        world.edit_group(GroupId(0), |group| group.settings.sight.nearest = 7).unwrap();
        assert_same_bits(name, &world, 30);
    }
    let mut world = clumps::<D>(3, 30.0);
    world.edit_group(GroupId(0), |group| group.settings.sight.nearest = 7).unwrap();
    assert_same_bits("nearest, clumped", &world, 20);
}

/// Crowds far apart in an open world, and some in between: cells are folded where there are few agents for so much space.
fn clumps<const D: usize>(count: usize, apart: f32) -> World<D> {
    let mut world = open::<D>(0.05, 8);
    world.add_group(birds("birds", 1.0)).unwrap();
    let mut draws = Draws::new(5);
    let centers: Vec<[f32; D]> = (0..count).map(|_| draws.vector::<D>(f64::from(apart))).collect();
    for nth in 0..2400 {
        let (center, spread) = if nth % 20 == 0 { ([0.0; D], f64::from(apart)) } else { (centers[nth % count], 2.0) };
        let offset = draws.vector::<D>(spread);
        let place: [f32; D] = std::array::from_fn(|axis| center[axis] + offset[axis]);
        world.spawn(GroupId(0), place, draws.velocity::<D>(1.0)).unwrap();
    }
    world
}

fn crowds<const D: usize>() {
    assert_same_bits("clumped", &clumps::<D>(4, 30.0), 30);
    assert_same_bits("folded", &clumps::<D>(5, 3e5), 15);
    let mut around = clumps::<D>(5, 3e4);
    around.set_space(Space::new(Edge::Wrap, [-3e4; D], [3e4; D]).unwrap());
    assert_same_bits("folded torus", &around, 15);
}

/// Solid bodies, agents at rest, coincident agents, decisions that are held, lists and formations.
fn the_rest<const D: usize>() {
    let mut world = flock::<D>(Edge::Clamp, 1200, 12.0, 9);
    world
        .edit_group(GroupId(0), |group| {
            group.settings.body = PointBody { solid: true, radius: 0.2, ..free_body(1.0) }.into();
            group.settings.behaviors.push(Behavior::new(AvoidCollisions::default()));
        })
        .unwrap();
    assert_same_bits("solid", &world, 15);
    let mut world = flock::<D>(Edge::Wrap, 1500, 15.0, 10);
    for nth in 0..40 {
        world.spawn(GroupId(0), [0.3 * (nth / 4) as f32; D], [0.0; D]).unwrap();
    }
    assert_same_bits("at rest and coincident", &world, 30);
    world.edit_group(GroupId(0), |group| group.settings.sight.refresh = 4).unwrap();
    assert_same_bits("held", &world, 30);
}

macro_rules! in_both {
    ($($name:ident, $plane:ident, $space:ident;)*) => {$(
        #[test]
        fn $plane() {
            $name::<2>();
        }
        #[test]
        fn $space() {
            $name::<3>();
        }
    )*};
}

in_both! {
    plain, a_flock_in_the_plane, a_flock_in_space;
    several_groups, several_groups_in_the_plane, several_groups_in_space;
    nearest, the_nearest_in_the_plane, the_nearest_in_space;
    crowds, crowds_in_the_plane, crowds_in_space;
    the_rest, solid_resting_and_held_in_the_plane, solid_resting_and_held_in_space;
}

#[test]
fn the_scenes_of_the_other_tests() {
    for (name, scene) in SCENES.iter().copied().chain([("many", many as fn() -> common::scenes::Any)]) {
        match scene() {
            common::scenes::Any::Plane(world) => assert_same_bits(name, &world, 12),
            common::scenes::Any::Space(world) => assert_same_bits(name, &world, 12),
        }
    }
}
