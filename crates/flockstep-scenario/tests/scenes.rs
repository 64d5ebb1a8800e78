//! The scenes look right: what a person sees in each of the five texts' systems, as numbers.

#![allow(clippy::unwrap_used)]

use flockstep::{Agent, World};
use flockstep_scenario::{AnyWorld, Override, Scenario, gallery};

fn world(name: &str, sets: &[&str]) -> AnyWorld {
    let overrides: Vec<Override> = sets.iter().map(|set| set.parse().unwrap()).collect();
    let text = gallery::find(name).unwrap().text;
    Scenario::parse_with(text, name, &overrides).unwrap_or_else(|errors| panic!("{errors}")).build().unwrap()
}

fn plane(name: &str, sets: &[&str]) -> World<2> {
    match world(name, sets) {
        AnyWorld::Plane(world) => world,
        AnyWorld::Space(_) => panic!("{name} is a plane"),
    }
}

fn space(name: &str) -> World<3> {
    match world(name, &[]) {
        AnyWorld::Space(world) => world,
        AnyWorld::Plane(_) => panic!("{name} is a space"),
    }
}

fn members<const D: usize>(world: &World<D>, group: &str) -> Vec<Agent<D>> {
    let group = world.group_id(group).unwrap();
    world.agents().filter(|agent| agent.group == group).collect()
}

fn distance<const D: usize>(one: [f32; D], two: [f32; D]) -> f32 {
    (0..D).map(|axis| (one[axis] - two[axis]).powi(2)).sum::<f32>().sqrt()
}

fn polarization<const D: usize>(agents: &[Agent<D>]) -> f32 {
    let mut sum = [0.0; D];
    for agent in agents {
        let speed = distance(agent.velocity, [0.0; D]);
        (0..D).for_each(|axis| sum[axis] += agent.velocity[axis] / speed);
    }
    distance(sum, [0.0; D]) / agents.len() as f32
}

#[test]
fn fish_school_and_scatter_from_the_pike() {
    let mut world = space("school");
    let (mut order, mut near, mut away) = (0.0, 0, 0);
    for step in 1..=1200 {
        world.step();
        if step < 300 || step % 50 != 0 {
            continue;
        }
        let pike = members(&world, "pike")[0];
        let fish = members(&world, "bluegill");
        order += polarization(&fish) / 19.0;
        for one in fish.iter().filter(|one| distance(one.position, pike.position) < 8.0) {
            near += 1;
            let gains: f32 = (0..3).map(|a| (one.position[a] - pike.position[a]) * one.velocity[a]).sum();
            away += usize::from(gains > 0.0);
        }
    }
    assert!(order > 0.7, "they swim together: {order}");
    assert!(near > 50 && away * 10 > near * 9, "{away} of {near} near the pike swim away from it");
    assert!(world.agents().all(|agent| distance(agent.position, [0.0; 3]) < 40.0), "nobody leaves the tank");
    assert!(world.capture_count() > 0, "the pike eats");
    assert_eq!(world.len(), 291, "and the eaten are born again");
}

#[test]
fn units_reach_their_destinations_together() {
    let mut world = plane("units", &[]);
    for _ in 0..450 {
        world.step();
    }
    let red = members(&world, "red");
    assert!(polarization(&red) > 0.95, "on the way they go as one");
    for _ in 0..450 {
        world.step();
    }
    for (group, flag) in [("red", [22.0, 6.0]), ("blue", [-22.0, -6.0])] {
        for unit in members(&world, group) {
            assert!(distance(unit.position, flag) < 4.0, "{group} {} is at {:?}", unit.id, unit.position);
        }
    }
}

/// How far mates are along a craft's course, over how far they are across it.
fn file(angle: &str) -> f32 {
    let set = |group: &str| format!("groups.{group}.sight.angle={angle}");
    let mut world = plane("craft", &[&set("regular"), &set("interceptor")]);
    let (mut along, mut across) = (0.0, 0.0);
    for step in 1..=4000 {
        world.step();
        if step < 1500 || step % 100 != 0 {
            continue;
        }
        let craft = members(&world, "regular");
        for one in &craft {
            let speed = distance(one.velocity, [0.0; 2]);
            for mate in craft.iter().filter(|mate| mate.id != one.id) {
                let way = world.space().offset(one.position, mate.position);
                let ahead = (way[0] * one.velocity[0] + way[1] * one.velocity[1]) / speed;
                let square = way[0] * way[0] + way[1] * way[1];
                if square < 625.0 {
                    along += ahead * ahead;
                    across += square - ahead * ahead;
                }
            }
        }
    }
    (along / across).sqrt()
}

#[test]
fn craft_file_in_narrow_view_and_bunch_in_wide_view() {
    let (narrow, wide) = (file("60"), file("270"));
    assert!(narrow > 2.0, "like ants: {narrow}");
    assert!(wide < 1.3, "abreast as well as ahead: {wide}");
}

#[test]
fn ships_flock() {
    let mut world = space("fleet");
    for _ in 0..600 {
        world.step();
    }
    for (group, safe) in [("frigates", 5.0), ("scouts", 3.2)] {
        let ships = members(&world, group);
        assert!(polarization(&ships) > 0.98, "{group} go one way");
        let nearest = |one: &Agent<3>| {
            let others = ships.iter().filter(|other| other.id != one.id);
            others.map(|other| distance(one.position, other.position)).fold(f32::INFINITY, f32::min)
        };
        let mean = ships.iter().map(nearest).sum::<f32>() / ships.len() as f32;
        assert!(mean > 0.5 * safe, "{group} keep apart: {mean}");
    }
}

#[test]
fn vehicles_flee_the_player_they_seek() {
    let mut world = plane("vehicles", &[]);
    for _ in 0..1000 {
        world.step();
    }
    let player = members(&world, "player")[0];
    let near = |agent: &&Agent<2>| {
        let way = world.space().offset(player.position, agent.position);
        distance(way, [0.0; 2]) < 4.0
    };
    let vehicles = members(&world, "vehicle");
    assert!(vehicles.iter().filter(near).count() < 4, "they keep clear of it");
    let nearest = |one: &Agent<2>| {
        let ways = vehicles.iter().filter(|other| other.id != one.id);
        ways.map(|other| distance(world.space().offset(one.position, other.position), [0.0; 2]))
            .fold(f32::INFINITY, f32::min)
    };
    let mean = vehicles.iter().map(nearest).sum::<f32>() / vehicles.len() as f32;
    assert!((1.0..6.0).contains(&mean), "and of each other, in flocks: {mean}");
}

#[test]
fn single_behaviors_do_what_their_scenes_say() {
    let last = |name: &str, steps: usize| {
        let mut world = plane(name, &[]);
        (0..steps).for_each(|_| world.step());
        world
    };
    let arrived = last("arrive", 900);
    let one = arrived.agents().next().unwrap();
    assert!(distance(one.position, [12.0, 6.0]) < 0.2 && distance(one.velocity, [0.0; 2]) < 0.01, "{one:?}");
    let aligned = last("align", 900);
    assert!(polarization(&members(&aligned, "vehicle")) > 0.95);
    let seeking = last("seek", 400);
    assert!(distance(seeking.agents().next().unwrap().position, [10.0, 5.0]) < 6.0);
    let pursuing = last("pursue", 900);
    let (player, chaser) = (members(&pursuing, "player")[0], members(&pursuing, "vehicle")[0]);
    assert!(distance(player.position, chaser.position) < 4.0);
}
