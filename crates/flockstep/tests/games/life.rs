//! Agents come and go.

use crate::common::*;
use flockstep::Error;
use flockstep::prelude::*;
use std::collections::BTreeMap;

fn flock() -> Group {
    Group::new("flock").sight(sight(4.0)).behavior(Separation::new(2.0)).behavior(Cohesion::default())
}

/// A thousand comings and goings between steps, against a plain list of who should be there.
#[test]
fn spawned_and_despawned_while_running() {
    let mut draws = Draws::new(5);
    let mut world = cube::<2>(Edge::Wrap, 20.0, 0.05, 5);
    world.add_groups(vec![flock(), Group::new("others").body(RigidBody::default())]).unwrap();
    let mut alive: BTreeMap<AgentId, GroupId> = BTreeMap::new();
    let mut highest = None;
    for round in 0..60 {
        for _ in 0..draws.below(25) {
            let group = GroupId(draws.below(2) as u32);
            let position = draws.vector(20.0);
            let id = world.spawn(group, position, [1.0, 0.0]).unwrap();
            assert!(highest.is_none_or(|highest| id > highest), "id {id} was given before");
            highest = Some(id);
            alive.insert(id, group);
            // There at once, and to be found by its id.
            assert_eq!(world.agent(id).unwrap().position, position);
        }
        for _ in 0..draws.below(20).min(alive.len()) {
            let id = *alive.keys().nth(draws.below(alive.len())).unwrap();
            alive.remove(&id);
            world.despawn(id).unwrap();
            assert_eq!(world.agent(id), Err(Error::NoAgent(id)));
            assert_eq!(world.despawn(id), Err(Error::NoAgent(id)));
        }
        if round % 3 > 0 {
            world.step();
        }
        let found: BTreeMap<AgentId, GroupId> = world.agents().map(|agent| (agent.id, agent.group)).collect();
        assert_eq!(found, alive, "round {round}");
        let ordered: Vec<AgentId> = world.agents_by_id().map(|agent| agent.id).collect();
        assert_eq!(ordered, alive.keys().copied().collect::<Vec<_>>());
        assert_eq!(world.group_len(GroupId(0)) + world.group_len(GroupId(1)), world.len());
        assert_eq!(world.group_len(GroupId(1)), alive.values().filter(|group| **group == GroupId(1)).count());
        // Columns of equal length, whatever came and went.
        assert_eq!(world.ids().len(), world.len());
        for columns in
            [world.positions(), world.velocities(), world.headings(), world.steering(), world.previous_positions()]
        {
            assert!(columns.iter().all(|column| column.len() == world.len()), "round {round}");
        }
    }
    assert!(alive.len() > 50);
}

#[test]
fn an_id_is_never_given_again() {
    let mut world = open::<3>(0.1, 1);
    world.add_group(flock()).unwrap();
    assert!(world.populate(GroupId(0), 10).unwrap().into_iter().eq((0..10).map(AgentId)));
    (0..10).for_each(|id| world.despawn(AgentId(id)).unwrap());
    assert!(world.is_empty());
    assert_eq!(world.spawn(GroupId(0), [0.0; 3], [0.0; 3]), Ok(AgentId(10)));
    let mut world = World::<3>::from_snapshot(&world.snapshot()).unwrap();
    world.despawn(AgentId(10)).unwrap();
    assert_eq!(world.populate(GroupId(0), 2).unwrap(), [11, 12].map(AgentId));
}

#[test]
fn rows_and_previous_positions_belong_together() {
    let mut world = cube::<2>(Edge::Wrap, 30.0, 0.1, 2);
    world.add_group(flock()).unwrap();
    world.populate(GroupId(0), 300).unwrap();
    for _ in 0..5 {
        world.step();
        world.despawn(world.ids()[17]).unwrap();
        world.spawn(GroupId(0), [1.0, 2.0], [0.0; 2]).unwrap();
        for (row, id) in world.ids().iter().enumerate() {
            let agent = world.agent(*id).unwrap();
            let (now, before) = (world.positions(), world.previous_positions());
            assert_eq!([now[0][row], now[1][row]], agent.position);
            // Nobody moved farther than its speed allows, so the previous position is the same agent's.
            let moved = world.space().offset([before[0][row], before[1][row]], agent.position);
            assert!(len(wide(moved)) <= 10.0 * 0.1 + 1e-4, "agent {id} jumped by {moved:?}");
        }
    }
}

/// Born where its group says, and inside the world.
#[test]
fn places_of_birth() {
    let ball = Place::Ball { center: [5.0, 0.0, 0.0].into(), radius: 2.0 };
    let cuboid = Place::Box { min: [-3.0, 1.0, 2.0].into(), max: [-2.0, 4.0, 2.0].into() };
    let points = Place::Points(vec![[1.0, 1.0, 1.0].into(), [2.0, 2.0, 2.0].into(), [99.0, 0.0, 0.0].into()]);
    let mut world = cube::<3>(Edge::Bounce, 20.0, 0.1, 3);
    let group = |name: &str, place: Option<Place>| Group { place, ..Group::new(name) }.speed([1.0, 3.0]);
    let groups = vec![
        group("ball", Some(ball)),
        group("box", Some(cuboid)),
        group("points", Some(points)),
        group("space", None),
    ];
    world.add_groups(groups).unwrap();
    for number in 0..4 {
        world.populate(GroupId(number), 400).unwrap();
    }
    let mut far: f64 = 0.0;
    for agent in world.agents_by_id() {
        let x = wide(agent.position);
        let nth = agent.id.index() % 400;
        match agent.group.0 {
            0 => assert!(len(sub(x, [5.0, 0.0, 0.0])) <= 2.0001),
            1 => assert!((-3.0..=-2.0).contains(&x[0]) && (1.0..=4.0).contains(&x[1]) && x[2] == 2.0),
            2 => assert_eq!(x, [[1.0; 3], [2.0; 3], [20.0, 0.0, 0.0]][nth % 3]),
            _ => {
                assert!(x.iter().all(|c| c.abs() <= 20.0));
                far = far.max(len(x));
            }
        }
        let speed = len(wide(agent.velocity));
        assert!((0.9999..3.0001).contains(&speed), "{speed}");
        assert_near(wide(agent.heading), unit(wide(agent.velocity)), 1e-5, "it points where it moves");
    }
    assert!(far > 20.0, "nobody in the corners: {far}");
}

/// A flock at an edge, and what a game does to it. Who was saved looks up where everyone points; who goes on works it out from the
/// velocities as long as nobody was meddled with. Both must see the same.
#[test]
fn where_everyone_points_is_the_same_whether_remembered_or_worked_out() {
    for (edge, solid) in
        [Edge::Open, Edge::Wrap, Edge::Bounce, Edge::Clamp].into_iter().zip([false, true, false, false])
    {
        let mut world = cube::<2>(edge, 12.0, 0.1, 5);
        let body = PointBody { max_speed: 3.0, max_force: 6.0, radius: 0.2, solid, ..PointBody::default() };
        let birds = Group::new("birds")
            .body(body.clone())
            .speed([0.0, 3.0])
            .sight(Sight { radius: 2.0, angle: 200.0, ..Sight::default() })
            .behavior(Separation::new(1.0))
            .behavior(Alignment::default())
            .behavior(Wander::default());
        let hawk = Group::new("hawk").body(body).behavior(Seek::new(Target::nearest("birds"))).captures(Captures {
            of: Of::groups(["birds"]),
            distance: Some(0.5),
            respawn: true,
        });
        world.add_groups(vec![birds, hawk]).unwrap();
        world.populate(GroupId(0), 120).unwrap();
        world.populate(GroupId(1), 2).unwrap();
        for round in 0..40 {
            match round % 8 {
                2 => world.push(AgentId(3), [-4.0, 1.0]).unwrap(),
                4 => world.feed(AgentId(5), [6.0, 6.0], [0.0, 0.0]).unwrap(),
                5 => drop(world.spawn(GroupId(0), [6.0, 5.0], [0.0, -1.0]).unwrap()),
                6 => world.steer(),
                _ => {}
            }
            let mut saved = World::<2>::from_snapshot(&world.snapshot()).unwrap();
            world.step();
            saved.step();
            assert_eq!(world.hash(), saved.hash(), "{edge:?}, round {round}");
        }
        assert!(world.capture_count() > 0, "{edge:?}: nobody was eaten");
    }
}
