//! The scenes of obstacles, fields and paths, by what comes out of them.

#![allow(clippy::unwrap_used, clippy::print_stdout)] // what was measured is printed

use flockstep::prelude::*;
use flockstep::vector::{length, sub};
use flockstep_scenario::{AnyWorld, Override, Scenario, gallery};
use std::collections::HashSet;

fn world(scene: &str, overrides: &[&str]) -> World<2> {
    let overrides: Vec<Override> = overrides.iter().map(|text| text.parse().unwrap()).collect();
    let scenario = Scenario::parse_with(gallery::find(scene).unwrap().text, scene, &overrides).unwrap();
    match scenario.build().unwrap() {
        AnyWorld::Plane(world) => world,
        AnyWorld::Space(_) => panic!("{scene} is flat"),
    }
}

/// How many agents of the first group have their middle in something solid.
fn in_walls(world: &World<2>) -> usize {
    let solid =
        |at: [f32; 2]| world.walls().iter().chain(world.obstacles()).any(|wall| wall.nearest_point(at).inside());
    world.agents().filter(|agent| agent.group == GroupId(0) && solid(agent.position)).count()
}

#[test]
fn five_thousand_find_the_exit_of_the_maze_and_turn_around_at_a_closed_door() {
    let mut world = world("maze", &["groups.walkers.count=5000", "time_step=0.05"]);
    let mut out: HashSet<AgentId> = HashSet::new();
    let mut steps = 0;
    while out.len() < 5000 && steps < 4000 {
        // Half-way the way in from the left is walled up.
        if steps == 250 {
            world.add_obstacle(Obstacle::Box { min: [12.0, 17.0], max: [13.0, 20.0] }).unwrap();
        }
        world.step();
        steps += 1;
        out.extend(world.captures().iter().map(|capture| capture.prey));
        if steps == 251 {
            let touched = world.touched_cells("exit").unwrap();
            assert!(touched > 0 && touched < 41 * 41, "{touched} cells touched");
        }
        if steps % 200 == 0 {
            let inside = in_walls(&world);
            assert!(inside <= 50, "{inside} of 5000 in a wall at step {steps}");
        }
    }
    println!("maze: all out after {:.0} s", world.time());
    assert_eq!(out.len(), 5000, "after {steps} steps");
    assert!(world.stranded().is_empty());
}

#[test]
fn five_hundred_solid_bodies_get_through_a_door_two_bodies_wide() {
    let mut world = world("doorway", &[]);
    let (mut left, mut since) = (500, 0.0);
    while left > 0 {
        world.step();
        let through = world.group_len(GroupId(0)) < left;
        (left, since) = if through { (world.group_len(GroupId(0)), world.time()) } else { (left, since) };
        // The first come from 12 units away; then one follows the other.
        assert!(world.time() - since < 15.0, "{left} are left, nobody got through since {since:.0} s");
        if world.steps().is_multiple_of(250) {
            let bodies: Vec<_> = world.agents().filter(|agent| agent.group == GroupId(0)).collect();
            for (nth, one) in bodies.iter().enumerate() {
                let gap = |wall: &Obstacle<2>| wall.nearest_point(one.position).distance;
                assert!(world.obstacles().iter().all(|wall| gap(wall) > 0.399), "in a wall: {one:?}");
                let touches = |other: &Agent<2>| length(sub(one.position, other.position)) < 0.799;
                assert!(!bodies[..nth].iter().any(touches), "overlaps: {one:?}");
            }
        }
    }
    println!("doorway: all through after {:.0} s", world.time());
    // One body close behind the other at full speed would take 500·0.8/2 = 200 seconds.
    assert!((150.0..400.0).contains(&world.time()), "{} s", world.time());
}

#[test]
fn people_cross_the_market_both_ways_around_stalls_and_cart() {
    let mut world = world("market", &[]);
    let mut arrived = [HashSet::new(), HashSet::new()];
    let start = world.obstacles()[5].center();
    for step in 0..3000 {
        world.step();
        for capture in world.captures() {
            arrived[usize::from(capture.prey.0 >= 220)].insert(capture.prey);
        }
        if step % 100 == 99 {
            assert_eq!(in_walls(&world), 0, "step {step}");
        }
    }
    assert!(length(sub(world.obstacles()[5].center(), start)) > 1.0);
    assert!(arrived.iter().all(|group| group.len() > 180), "{} and {}", arrived[0].len(), arrived[1].len());
}

#[test]
fn patrol_keeps_to_its_paths() {
    let mut world = world("patrol", &[]);
    (0..1000).for_each(|_| world.step());
    let mut lines = ["wall", "ring road"].map(|name| world.path_line(name).unwrap().to_vec());
    let off = |line: &[[f32; 2]], at: [f32; 2]| {
        let piece = |pair: &[[f32; 2]]| Obstacle::Segment { from: pair[0], to: pair[1] }.nearest_point(at).distance;
        line.windows(2).map(piece).fold(f32::INFINITY, f32::min)
    };
    for agent in world.agents() {
        let line = &mut lines[usize::from(agent.group > GroupId(0))];
        assert!(off(line, agent.position) < 4.0, "{agent:?}");
    }
}
