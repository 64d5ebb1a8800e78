//! The scenes of docs/crowds.md look right, as numbers; and what is wrong with a formation is said where it is.

#![allow(clippy::unwrap_used, clippy::print_stderr)] // what was measured is printed

use flockstep::{Agent, World};
use flockstep_scenario::{AnyWorld, Scenario, gallery};

fn plane(name: &str) -> World<2> {
    match Scenario::parse(gallery::find(name).unwrap().text, name).unwrap().build().unwrap() {
        AnyWorld::Plane(world) => world,
        AnyWorld::Space(_) => panic!("{name} is a plane"),
    }
}

fn distance<const D: usize>(one: [f32; D], two: [f32; D]) -> f32 {
    (0..D).map(|axis| (one[axis] - two[axis]).powi(2)).sum::<f32>().sqrt()
}
fn least_distance<const D: usize>(agents: &[Agent<D>]) -> f32 {
    let pairs = agents.iter().enumerate().flat_map(|(nth, one)| agents[..nth].iter().map(move |two| (one, two)));
    pairs.map(|(one, two)| distance(one.position, two.position)).fold(f32::INFINITY, f32::min)
}
fn members<const D: usize>(world: &World<D>, group: &str) -> Vec<Agent<D>> {
    let group = world.group_id(group).unwrap();
    world.agents().filter(|agent| agent.group == group).collect()
}

#[test]
fn walkers_swap_places_and_nobody_touches() {
    let mut world = plane("swap");
    let start: Vec<[f32; 2]> = world.agents_by_id().map(|agent| agent.position).collect();
    for step in 0..1200 {
        world.step();
        let least = least_distance(&world.agents().collect::<Vec<_>>());
        assert!(least >= 1.0, "step {step}: {least}");
    }
    for agent in world.agents() {
        let goal = start[agent.id.index()].map(|c| -c);
        assert!(distance(agent.position, goal) < 0.3, "walker {} is at {:?}", agent.id, agent.position);
    }
}

#[test]
fn geese_fly_in_a_vee() {
    let AnyWorld::Space(mut world) =
        Scenario::parse(gallery::find("geese").unwrap().text, "geese").unwrap().build().unwrap()
    else {
        panic!("geese fly in space")
    };
    (0..1500).for_each(|_| world.step());
    let leader = members(&world, "leader")[0];
    let (mut off, mut sides) = (0.0f32, [0; 2]);
    for goose in members(&world, "geese") {
        let to: [f32; 3] = std::array::from_fn(|axis| goose.position[axis] - leader.position[axis]);
        let along: f32 = (0..3).map(|axis| to[axis] * leader.heading[axis]).sum();
        let across = (distance(to, [0.0; 3]).powi(2) - along * along).sqrt();
        // An arm is as far to the side as to the rear.
        off = off.max((along + across).abs());
        let side = to[0] * leader.heading[2] - to[2] * leader.heading[0];
        sides[usize::from(side > 0.0)] += 1;
    }
    eprintln!("geese are at most {off} off their arm, {sides:?} to either side");
    // The arms are 21 long, and the leader turns.
    assert!(off < 4.5, "{off}");
    assert_eq!(sides, [7, 7]);
}

#[test]
fn hiders_keep_something_between_the_hunter_and_themselves() {
    let mut world = plane("hiders");
    let (mut hidden, mut seen) = (0, 0);
    for step in 0..1500 {
        world.step();
        if step < 200 || step % 20 != 0 {
            continue;
        }
        let hunter = members(&world, "hunter")[0];
        for hider in members(&world, "hiders") {
            let to: [f32; 2] = std::array::from_fn(|axis| hider.position[axis] - hunter.position[axis]);
            let away = distance(to, [0.0; 2]);
            if away > 30.0 {
                continue;
            }
            let direction = to.map(|c| c / away);
            let blocked =
                world.obstacles().iter().any(|one| one.sweep(hunter.position, direction, away, 0.0).is_some());
            if blocked { hidden += 1 } else { seen += 1 }
        }
        for agent in world.agents() {
            let radius = if agent.id == hunter.id { 0.8 } else { 0.4 };
            let nearest = world.obstacles().iter().map(|one| one.nearest_point(agent.position).distance);
            let nearest = nearest.fold(f32::INFINITY, f32::min);
            assert!(nearest > radius - 1e-3, "step {step}: {} is in an obstacle: {nearest}", agent.id);
        }
    }
    eprintln!("{hidden} times hidden, {seen} times seen");
    assert!(hidden > 2 * seen, "{hidden} hidden, {seen} seen");
}

#[test]
fn squads_pass_and_rest_in_their_shapes() {
    let mut world = plane("squad");
    let fastest = |world: &World<2>| world.agents().map(|one| distance(one.velocity, [0.0; 2])).fold(0.0, f32::max);
    let mut steps = 0;
    while steps < 60 || fastest(&world) > 0.02 {
        world.step();
        steps += 1;
        let least = least_distance(&world.agents().collect::<Vec<_>>());
        assert!(steps < 60 || least >= 0.8 - 1e-3, "step {steps}: two of radius 0.4 are {least} apart");
        assert!(steps < 6000, "the squads do not come to rest");
    }
    eprintln!("at rest after {steps} steps");
    for (squad, spacing) in [("pikes", 1.6), ("wedge", 1.8)] {
        let members = members(&world, squad);
        let fastest = members.iter().map(|one| distance(one.velocity, [0.0; 2])).fold(0.0, f32::max);
        let apart = least_distance(&members);
        assert!(fastest < 0.05 && (apart - spacing).abs() < 0.1, "{squad}: {fastest} fast, {apart} apart");
    }
}

#[test]
fn what_does_not_fit_together_is_said_where_it_is() {
    let file = |behavior: &str| {
        format!("dimensions = 2\n[[groups]]\nname = \"squad\"\ncount = 3\n[[groups.behaviors]]\n{behavior}\n")
    };
    for (behavior, says) in [
        ("type = \"formation\"\ntarget = { point = [0, 0] }\nshape = \"slots\"", "takes a drawing in `slots`"),
        ("type = \"interpose\"\nbetween = { point = [0, 0] }", "`between` takes two targets"),
        ("type = \"formation\"\ntarget = { point = [0, 0] }\nshape = \"wedge\"", "\"vee\""),
        ("type = \"avoid_collisions\"\nmethod = \"reciprocal\"\nhorizon = 0", "from 0.001"),
    ] {
        let error = Scenario::parse(&file(behavior), "squad.toml").unwrap_err().render(false);
        assert!(error.contains(says) && error.contains("squad.toml:"), "{error}");
    }
}
