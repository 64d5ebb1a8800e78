//! Paths: along, back, to and fro, and back from outside.

use flockstep::ground::Path;
use flockstep::prelude::*;
use flockstep::steer::Along;
use flockstep::vector::length;

/// A ring of radius 20 as twelve points, and a walker of speed 4.
fn ring(behavior: impl Into<Behavior>, start: [f32; 2], velocity: [f32; 2]) -> World<2> {
    let mut world = World::<2>::new(Space::open(), 0.02, 1).unwrap();
    let points = (0..12).map(|nth| {
        let (sin, cos) = libm::sincosf(nth as f32 * std::f32::consts::PI / 6.0);
        [20.0 * cos, 20.0 * sin]
    });
    let path = Path { points: points.collect(), closed: true, smooth: true, radius: 2.0 };
    world.set_path("ring", path).unwrap();
    let body = PointBody { max_speed: 4.0, max_force: 40.0, ..PointBody::default() };
    world.add_group(Group::new("one").body(body).behavior(behavior.into().weight(5.0))).unwrap();
    world.spawn(GroupId(0), start, velocity).unwrap();
    world
}

/// The angle it has gone around the middle in some steps, in turns, and the farthest it was off the ring.
fn turns(world: &mut World<2>, steps: usize) -> (f32, f32) {
    let (mut turned, mut off) = (0.0, 0.0f32);
    let mut before = world.agent(AgentId(0)).unwrap().position;
    for _ in 0..steps {
        world.step();
        let now = world.agent(AgentId(0)).unwrap().position;
        turned += libm::atan2f(before[0] * now[1] - before[1] * now[0], before[0] * now[0] + before[1] * now[1]);
        off = off.max((length(now) - 20.0).abs());
        before = now;
    }
    (turned / std::f32::consts::TAU, off)
}

#[test]
fn a_loop_is_followed_either_way_within_its_radius() {
    for (along, sign) in [(Along::Forward, 1.0), (Along::Backward, -1.0)] {
        let follow = FollowPath { along, ..FollowPath::new("ring") };
        // From inside the ring, heading the wrong way.
        let mut world = ring(follow, [15.0, 0.0], [0.0, -2.0 * sign]);
        (0..500).for_each(|_| world.step());
        let (turned, off) = turns(&mut world, 3000);
        // 60 seconds at a speed of 4 on a circumference of 126, or of 111 at the inner side of the path, which is shorter.
        assert!((1.8..2.3).contains(&(sign * turned)), "{along:?}: {turned} turns");
        assert!(off < 2.8, "{along:?}: {off} off");
    }
}

#[test]
fn a_patrol_goes_to_and_fro() {
    let mut world = World::<2>::new(Space::open(), 0.02, 1).unwrap();
    let points = vec![[0.0, 0.0], [20.0, 0.0], [20.0, 10.0]];
    world.set_path("beat", Path { points, closed: false, smooth: false, radius: 0.5 }).unwrap();
    let body = PointBody { max_speed: 4.0, max_force: 40.0, ..PointBody::default() };
    let patrol = FollowPath { along: Along::Patrol, ..FollowPath::new("beat") };
    world.add_group(Group::new("one").body(body).behavior(Behavior::new(patrol).weight(5.0))).unwrap();
    world.spawn(GroupId(0), [10.0, 0.0], [1.0, 0.0]).unwrap();
    let mut visits = Vec::new();
    for _ in 0..2500 {
        world.step();
        let at = world.agent(AgentId(0)).unwrap().position;
        let end = if length(at) < 2.5 {
            Some('a')
        } else if at[1] > 7.5 {
            Some('b')
        } else {
            None
        };
        if end.is_some() && visits.last() != Some(&end) {
            visits.push(end);
        }
        assert!((-3.0..23.0).contains(&at[0]) && (-3.0..13.0).contains(&at[1]), "{at:?}");
    }
    // 50 seconds at a speed of 4 on a beat of 30.
    assert!((5..=8).contains(&visits.len()), "{visits:?}");
}

#[test]
fn at_the_end_of_an_open_path_it_stops() {
    let mut world = World::<2>::new(Space::open(), 0.02, 1).unwrap();
    world
        .set_path("way", Path { points: vec![[0.0; 2], [20.0, 0.0]], closed: false, smooth: false, radius: 1.0 })
        .unwrap();
    let body = PointBody { max_speed: 4.0, max_force: 40.0, ..PointBody::default() };
    world.add_group(Group::new("one").body(body).behavior(Behavior::new(FollowPath::new("way")).weight(5.0))).unwrap();
    world.spawn(GroupId(0), [3.0, 5.0], [0.0; 2]).unwrap();
    (0..1000).for_each(|_| world.step());
    let agent = world.agent(AgentId(0)).unwrap();
    assert!(length([agent.position[0] - 20.0, agent.position[1]]) < 0.05, "{agent:?}");
    assert!(length(agent.velocity) < 0.04, "{agent:?}");
}

#[test]
fn who_may_leave_a_path_comes_back_and_is_free_on_it() {
    let mut world = ring(StayOnPath::new("ring"), [20.0, 0.0], [0.0, 0.0]);
    world.step();
    assert_eq!(world.agent(AgentId(0)).unwrap().steering, [0.0; 2], "free on it");
    let mut world = ring(StayOnPath::new("ring"), [30.0, 0.0], [1.0, 0.0]);
    (0..300).for_each(|_| world.step());
    assert!((length(world.agent(AgentId(0)).unwrap().position) - 20.0).abs() < 2.5);
}

#[test]
fn names_and_points_are_checked() {
    let mut world = World::<2>::new(Space::open(), 0.02, 1).unwrap();
    let one_point = Path { points: vec![[1.0, 1.0]], closed: false, smooth: false, radius: 1.0 };
    assert!(world.set_path("p", one_point).unwrap_err().to_string().contains("found 1 points, allowed are 2 to 10000"));
    let missing = world.add_group(Group::new("one").behavior(FollowPath::new("p"))).unwrap_err();
    assert_eq!(missing.to_string(), "there is no path \"p\"; known: ");
    let path = Path { points: vec![[0.0; 2], [1.0, 0.0]], closed: false, smooth: false, radius: 1.0 };
    world.set_path("p", path).unwrap();
    world.add_group(Group::new("one").behavior(FollowPath::new("p"))).unwrap();
    assert!(world.remove_path("p").is_err(), "a behavior names it");
    assert!(world.remove_path("q").is_err());
}
