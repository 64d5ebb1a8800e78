//! Fields: around a wall, after a goal that moves, in a current, and nowhere where no way leads.

use flockstep::ground::Field;
use flockstep::prelude::*;
use flockstep::vector::{length, sub};

/// A square of 40 by 40 with cells 0.5 wide and a goal at a marker.
fn flow(world: &World<2>, obstacles: bool) -> Field<2> {
    let costs = Costs::open(world.space().min(), world.space().max(), 0.5).unwrap();
    Field::Flow(Flow { costs, goals: vec![Target::marker("goal")], obstacles, clearance: 0.5, moving_cost: 10.0 })
}

fn world(obstacles: &[Obstacle<2>]) -> World<2> {
    let space = Space::new(Edge::Clamp, [-20.0; 2], [20.0; 2]).unwrap();
    let mut world = World::new(space, 0.02, 4).unwrap();
    world.set_marker("goal", [15.0, 0.0]).unwrap();
    for obstacle in obstacles {
        world.add_obstacle(obstacle.clone()).unwrap();
    }
    world.set_field("way", flow(&world, true)).unwrap();
    let body = PointBody { max_speed: 4.0, max_force: 60.0, ..PointBody::default() };
    let follow = FollowField { slowing_distance: 1.0, ..FollowField::new("way") };
    world.add_group(Group::new("one").body(body).behavior(Behavior::new(follow).weight(5.0))).unwrap();
    world
}

/// Where agent 0 is after some steps, and how far it has gone.
fn walked(world: &mut World<2>, steps: usize) -> ([f32; 2], f32) {
    let mut gone = 0.0;
    let mut at = world.agent(AgentId(0)).unwrap().position;
    for _ in 0..steps {
        world.step();
        let now = world.agent(AgentId(0)).unwrap().position;
        gone += length(sub(now, at));
        at = now;
    }
    (at, gone)
}

#[test]
fn the_way_around_a_wall_is_hardly_longer_than_it_must_be() {
    let wall = Obstacle::Box { min: [-1.0, -20.0], max: [1.0, 10.0] };
    let mut world = world(std::slice::from_ref(&wall));
    world.spawn(GroupId(0), [-15.0, -5.0], [0.0; 2]).unwrap();
    let (at, gone) = walked(&mut world, 800);
    assert!(length(sub(at, [15.0, 0.0])) < 0.1, "{at:?}");
    // Around the two upper corners with half a unit of clearance.
    let corners = [[-1.5, 10.5], [1.5, 10.5]];
    let least = length(sub([-15.0, -5.0], corners[0])) + 3.0 + length(sub(corners[1], [15.0, 0.0]));
    assert!(gone < 1.04 * least, "{gone} of {least}");
}

#[test]
fn a_goal_that_moves_is_followed_and_a_door_that_closes_turns_them_around() {
    let walls =
        [Obstacle::Box { min: [-1.0, -15.0], max: [1.0, 10.0] }, Obstacle::Box { min: [-1.0, 12.5], max: [1.0, 20.0] }];
    let mut world = world(&walls);
    world.spawn(GroupId(0), [-15.0, 5.0], [0.0; 2]).unwrap();
    let (half_way, _) = walked(&mut world, 150);
    assert!(half_way[1] > 7.0, "to the upper door: {half_way:?}");
    // The upper door closes; the lower way is open.
    world.add_obstacle(Obstacle::Box { min: [-1.0, 10.0], max: [1.0, 12.5] }).unwrap();
    let whole = {
        world.step();
        world.touched_cells("way").unwrap()
    };
    assert!(whole < 80 * 80, "{whole} cells touched");
    let (lower, _) = walked(&mut world, 450);
    assert!(lower[1] < -10.0, "turned around: {lower:?}");
    let (there, _) = walked(&mut world, 500);
    assert!(length(sub(there, [15.0, 0.0])) < 0.2, "{there:?}");
    world.set_marker("goal", [-10.0, -10.0]).unwrap();
    let (back, _) = walked(&mut world, 900);
    assert!(length(sub(back, [-10.0, -10.0])) < 0.2, "{back:?}");
    // The goal in a wall: nobody knows a way, everybody stops and is listed.
    world.set_marker("goal", [0.0, 0.0]).unwrap();
    walked(&mut world, 100);
    assert_eq!(world.stranded(), [AgentId(0)]);
    assert!(length(world.agent(AgentId(0)).unwrap().velocity) < 0.05);
}

#[test]
fn where_no_way_leads_they_stop_and_are_listed() {
    let wall = Obstacle::Box { min: [-1.0, -20.0], max: [1.0, 20.0] };
    let mut world = world(&[wall]);
    world.spawn(GroupId(0), [-15.0, 3.0], [2.0, 1.0]).unwrap();
    world.spawn(GroupId(0), [10.0, 3.0], [0.0; 2]).unwrap();
    (0..100).for_each(|_| world.step());
    assert_eq!(world.stranded(), [AgentId(0)]);
    assert_eq!(world.cost_to_goal("way", [-15.0, 3.0]).unwrap(), f32::INFINITY);
    assert!(length(world.agent(AgentId(0)).unwrap().velocity) < 0.05);
    assert!(length(sub(world.agent(AgentId(1)).unwrap().position, [15.0, 0.0])) < 0.2);
}

#[test]
fn who_gives_way_waits_behind_whoever_has_less_far_to_go() {
    let mut world = world(&[]);
    let give_way = FollowField { give_way: 1.0, ..FollowField::new("way") };
    world.edit_group(GroupId(0), |group| group.settings.behaviors = vec![Behavior::new(give_way).weight(5.0)]).unwrap();
    let post = Group::new("post").body(PointBody { max_speed: 0.0, ..PointBody::default() });
    let post = world.add_group(post).unwrap();
    // Touching: half a body ahead, abreast, and one that is no mate.
    for (id, at) in [[-10.0, 0.0], [-9.5, 0.85], [-10.0, 8.0], [-10.0, 9.0]].into_iter().enumerate() {
        assert_eq!(world.spawn(GroupId(0), at, [0.0; 2]).unwrap(), AgentId(id as u32));
    }
    world.spawn(post, [-9.2, 0.0], [0.0; 2]).unwrap();
    world.step();
    let speed = |id| length(world.agent(AgentId(id)).unwrap().velocity);
    assert!(speed(1) > 10.0 * speed(0), "the one in front goes, the one behind waits: {} {}", speed(1), speed(0));
    assert!(speed(2) > 10.0 * speed(3), "the lower is nearer: {} {}", speed(2), speed(3));
    // As soon as there is room, everyone goes, and all arrive.
    (0..1500).for_each(|_| world.step());
    for agent in (0..4).map(|id| world.agent(AgentId(id)).unwrap()) {
        assert!(length(sub(agent.position, [15.0, 0.0])) < 4.0, "{agent:?}");
    }
}

#[test]
fn a_field_that_cannot_be_is_refused_and_changes_nothing() {
    let mut world = world(&[]);
    let mut costs = Costs::open([-20.0; 2], [20.0; 2], 0.5).unwrap();
    costs.set([70, 40], f32::INFINITY).unwrap();
    let walled =
        Flow { costs, goals: vec![Target::marker("goal")], obstacles: false, clearance: 0.0, moving_cost: 0.0 };
    let refused = world.set_field("way", Field::Flow(walled.clone())).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "fields.way.goals: found the goal [15.0, 0.0] in a wall, allowed is where a way can lead"
    );
    for goals in [vec![], vec![Target::marker("nowhere")], vec![Target::nearest("one")], vec![Target::point([1.0; 3])]]
    {
        assert!(world.set_field("way", Field::Flow(Flow { goals, ..walled.clone() })).is_err());
    }
    assert!(world.set_costs("way", &[([80, 0], 1.0)]).is_err());
    assert!(world.set_costs("way", &[([0, 0], f32::NAN)]).is_err());
    assert!(world.set_costs("no way", &[]).is_err());
    assert!(world.remove_field("way").is_err(), "a behavior names it");
    assert!(world.remove_marker("goal").is_err(), "a field leads to it");
    let mut space = World::<3>::new(Space::open(), 0.02, 1).unwrap();
    let costs = Costs::open([0.0; 2], [1.0; 2], 1.0).unwrap();
    let goals = vec![Target::point([0.0; 3])];
    let flow = Flow { costs, goals, obstacles: false, clearance: 0.0, moving_cost: 0.0 };
    let refused = space.set_field("way", Field::Flow(flow)).unwrap_err().to_string();
    assert_eq!(refused, "fields.way: found goals in three dimensions, allowed is a field with goals in two");
}

#[test]
fn a_current_carries_what_drifts_and_is_followed() {
    let mut world = World::<3>::new(Space::open(), 0.02, 4).unwrap();
    world.set_field("wind", Field::Current(Current::Constant { velocity: [2.0, 0.0, -1.0] })).unwrap();
    let body = PointBody { max_speed: 5.0, ..PointBody::default() };
    let drift = Drift { field: "wind".into(), drag: 2.0 };
    let leaf = Group::new("leaf").body(body.clone()).behavior(drift);
    let glider = Group::new("glider").body(body).behavior(Behavior::new(FollowField::new("wind")).weight(5.0));
    world.add_groups(vec![leaf, glider]).unwrap();
    let ids =
        [world.spawn(GroupId(0), [0.0; 3], [0.0; 3]).unwrap(), world.spawn(GroupId(1), [0.0; 3], [0.0; 3]).unwrap()];
    (0..50).for_each(|_| world.step());
    // Linear drag: after a second the share 1 − e⁻² of the wind.
    let leaf = world.agent(ids[0]).unwrap().velocity;
    let share = 1.0 - libm::expf(-2.0);
    assert!(length(sub(leaf, [2.0 * share, 0.0, -share])) < 0.03, "{leaf:?}");
    (0..200).for_each(|_| world.step());
    for id in ids {
        assert!(length(sub(world.agent(id).unwrap().velocity, [2.0, 0.0, -1.0])) < 0.01);
    }
}
