//! The same bits on any number of threads, and after going on from a snapshot.

use flockstep::ground::{Field, Path};
use flockstep::prelude::*;
use flockstep::steer::Along;

/// Walkers on a map with a cart, a wind and a path: everything the ground has.
fn world() -> World<2> {
    let space = Space::new(Edge::Wrap, [-16.0; 2], [16.0; 2]).unwrap();
    let mut world = World::new(space, 0.02, 4).unwrap();
    world.set_marker("goal", [12.0, 3.0]).unwrap();
    let mut costs = Costs::open([-16.0; 2], [16.0; 2], 0.5).unwrap();
    (0..50).for_each(|y| costs.set([30, y], f32::INFINITY).unwrap());
    let goals = vec![Target::marker("goal"), Target::point([-12.0, -12.0])];
    let flow = Flow { costs, goals, obstacles: true, clearance: 0.3, moving_cost: 15.0 };
    world.set_field("way", Field::Flow(flow)).unwrap();
    world.set_field("eddy", Field::Current(Current::Vortex { center: [4.0, 4.0], speed: 1.0, radius: 5.0 })).unwrap();
    let velocities = (0..9).map(|nth| [nth as f32 * 0.1, -0.2]).collect();
    let grid = Current::Grid { min: [-16.0; 2], cell: 16.0, size: [3, 3], velocities };
    world.set_field("breeze", Field::Current(grid)).unwrap();
    let points = vec![[-10.0, 8.0], [0.0, 12.0], [9.0, 9.0]];
    world.set_path("road", Path { points, closed: true, smooth: true, radius: 0.8 }).unwrap();
    let cart = world.add_obstacle(Obstacle::Box { min: [-8.0, -1.0], max: [-5.0, 1.0] }).unwrap();
    world.set_obstacle_velocity(cart, [3.0, 0.7]).unwrap();
    world.add_obstacle(Obstacle::Polygon { points: vec![[4.0, -8.0], [8.0, -8.0], [6.0, -5.0]] }).unwrap();
    world.add_obstacle(Obstacle::Capsule { from: [-12.0, 4.0], to: [-9.0, 6.0], radius: 0.5 }).unwrap();
    world.add_obstacle(Obstacle::Segment { from: [9.0, -2.0], to: [11.0, -6.0] }).unwrap();
    world.add_obstacle(Obstacle::Plane { point: [0.0, -15.5], normal: [0.0, 1.0] }).unwrap();
    let body = PointBody { max_speed: 3.0, radius: 0.2, ..PointBody::default() };
    let walkers = Group::new("walkers")
        .body(body.clone())
        .sight(Sight { radius: 1.5, ..Sight::default() })
        .behavior(Behavior::new(FollowField::new("way")).weight(3.0))
        .behavior(Separation::new(0.8))
        .behavior(AvoidWalls { distance: 0.5, ..AvoidWalls::default() })
        .behavior(Drift { field: "eddy".into(), drag: 0.2 });
    let guards = Group::new("guards")
        .body(body)
        .behavior(Behavior::new(FollowPath { along: Along::Patrol, ..FollowPath::new("road") }).weight(3.0))
        .behavior(StayOnPath::new("road"))
        .behavior(FollowWall::default())
        .behavior(Behavior::new(AvoidObstacles { swept: true, feelers: 3, ..AvoidObstacles::default() }).weight(3.0))
        .behavior(Drift { field: "breeze".into(), drag: 0.1 });
    world.add_groups(vec![walkers, guards]).unwrap();
    world.populate(GroupId(0), 1500).unwrap();
    world.populate(GroupId(1), 200).unwrap();
    world
}

#[test]
fn threads_and_snapshots_change_nothing() {
    let mut through = world();
    through.set_threads(1).unwrap();
    (0..60).for_each(|_| through.step());
    let saved = through.snapshot();
    // A change on the way, which the resumed world has to make, too.
    let close = |world: &mut World<2>| world.set_costs("way", &[([30, 52], f32::INFINITY), ([30, 53], 9.0)]).unwrap();
    close(&mut through);
    (0..60).for_each(|_| through.step());

    let mut resumed = World::<2>::from_snapshot(&saved).unwrap();
    resumed.set_threads(2).unwrap();
    assert_eq!(resumed.snapshot(), saved);
    assert_eq!(resumed.obstacles(), World::<2>::from_snapshot(&saved).unwrap().obstacles());
    close(&mut resumed);
    (0..60).for_each(|_| resumed.step());
    assert_eq!(resumed.hash(), through.hash());
    assert_eq!(resumed.obstacles(), through.obstacles());
    assert_eq!(resumed.snapshot(), through.snapshot());
}

#[test]
fn a_goal_that_has_moved_into_a_wall_can_be_saved_and_resumed() {
    let mut world = world();
    world.set_marker("goal", [-0.7, -10.0]).unwrap();
    (0..5).for_each(|_| world.step());
    let resumed = World::<2>::from_snapshot(&world.snapshot()).unwrap();
    assert_eq!(resumed.hash(), world.hash());
}

#[test]
fn looking_inside_sees_what_the_step_sees() {
    let mut world = world();
    (0..20).for_each(|_| world.step());
    for id in [0, 700, 1600] {
        let seen = world.inspect(AgentId(id)).unwrap();
        let mut next = World::<2>::from_snapshot(&world.snapshot()).unwrap();
        next.steer();
        assert_eq!(seen.steering, next.agent(AgentId(id)).unwrap().steering, "agent {id}");
    }
}
