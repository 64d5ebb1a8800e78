//! Touching prey eats it.

use crate::common::*;
use flockstep::prelude::*;

fn eater(respawn: bool) -> Group {
    let body = PointBody { radius: 1.0, ..PointBody::default() };
    Group::new("eater").body(body).captures(Captures { of: Of::Others, distance: None, respawn })
}

fn food() -> Group {
    Group::new("food").body(PointBody { radius: 0.5, ..PointBody::default() })
}

/// Eaten for good.
fn capture(predator: u32, prey: u32) -> Capture {
    Capture { predator: AgentId(predator), prey: AgentId(prey), respawned: false }
}

#[test]
fn who_is_touched_is_removed() {
    let mut world = open::<2>(0.1, 1);
    world.add_groups(vec![eater(false), food()]).unwrap();
    world.spawn(GroupId(0), [0.0; 2], [0.0; 2]).unwrap();
    for x in [1.4, 1.6, -1.5, 40.0] {
        world.spawn(GroupId(1), [x, 0.0], [0.0; 2]).unwrap();
    }
    world.step();
    // The sum of both radii is 1.5.
    assert_eq!(world.captures(), [1, 3].map(|prey| capture(0, prey)));
    assert_eq!((world.capture_count(), world.len()), (2, 3));
    assert!(!world.contains(AgentId(1)) && world.contains(AgentId(2)));
    world.step();
    assert!(world.captures().is_empty() && world.capture_count() == 2);
}

#[test]
fn a_distance_of_its_own_and_mates_are_safe() {
    let mut world = open::<3>(0.1, 1);
    let near = Captures { of: Of::Others, distance: Some(0.25), respawn: false };
    world.add_groups(vec![Group::new("eater").captures(near), food()]).unwrap();
    world.spawn(GroupId(0), [0.0; 3], [0.0; 3]).unwrap();
    world.spawn(GroupId(0), [0.1, 0.0, 0.0], [0.0; 3]).unwrap();
    world.spawn(GroupId(1), [0.0, 0.3, 0.0], [0.0; 3]).unwrap();
    world.spawn(GroupId(1), [0.0, 0.0, 0.2], [0.0; 3]).unwrap();
    world.step();
    assert_eq!(world.captures(), [capture(0, 3)]);
    assert!(world.contains(AgentId(1)) && world.contains(AgentId(2)));
}

/// Whoever touches at the same instant, the lowest id eats, and an agent is eaten once.
#[test]
fn the_lowest_id_eats_and_an_agent_is_eaten_once() {
    for threads in [1, 4] {
        let mut world = open::<2>(0.1, 1);
        world.set_threads(threads).unwrap();
        world.add_groups(vec![food(), eater(false)]).unwrap();
        for _ in 0..1500 {
            world.spawn(GroupId(0), [0.0; 2], [0.0; 2]).unwrap();
        }
        for _ in 0..1500 {
            world.spawn(GroupId(1), [0.0; 2], [0.0; 2]).unwrap();
        }
        world.step();
        assert_eq!((world.capture_count(), world.len(), world.captures().len()), (1500, 1500, 1500));
        for (prey, capture) in (0..).zip(world.captures()) {
            assert_eq!((capture.predator, capture.prey), (AgentId(1500), AgentId(prey)));
        }
    }
}

#[test]
fn the_eaten_can_be_born_again_at_their_place() {
    let mut world = cube::<2>(Edge::Bounce, 20.0, 0.1, 1);
    // Partly outside the world: the reborn are brought inside.
    let place = Place::Ball { center: [25.0, 0.0].into(), radius: 6.0 };
    world.add_groups(vec![eater(true), food().place(place).speed([2.0, 3.0])]).unwrap();
    world.spawn(GroupId(0), [0.0; 2], [0.0; 2]).unwrap();
    for _ in 0..60 {
        world.spawn(GroupId(1), [0.5, 0.0], [0.0; 2]).unwrap();
    }
    world.step();
    assert_eq!((world.capture_count(), world.len()), (60, 61));
    assert!(world.captures().iter().all(|capture| capture.respawned && capture.predator == AgentId(0)));
    for agent in world.agents_by_id().skip(1) {
        let [x, y] = agent.position;
        assert!((18.9..=20.0).contains(&x) && (-6.1..=6.1).contains(&y), "{agent:?}");
        assert!((1.999..3.001).contains(&len(wide(agent.velocity))), "{agent:?}");
    }
    // The drawn path does not cross the world.
    let (now, before) = (world.positions(), world.previous_positions());
    for row in 0..world.len() {
        assert!((now[0][row] - before[0][row]).abs() < 1.0);
    }
    world.step();
    assert_eq!((world.capture_count(), world.captures().len()), (60, 0), "not eaten again from afar");
}

/// A reborn craft does not spin on from its last life.
#[test]
fn the_reborn_are_at_ease() {
    let mut world = open::<2>(0.1, 1);
    let spinner = Group::new("craft")
        .body(RigidBody { angular_drag: 0.0, ..RigidBody::default() })
        .place(Place::Points(vec![[100.0, 0.0].into()]));
    world.add_groups(vec![eater(true), spinner]).unwrap();
    world.spawn(GroupId(0), [0.0, 50.0], [0.0; 2]).unwrap();
    world.spawn(GroupId(1), [0.0; 2], [1.0, 0.0]).unwrap();
    world.control(AgentId(1), Some(Control::Helm { helm: 1.0, pitch: 0.0, thrust: 0.0 })).unwrap();
    (0..5).for_each(|_| world.step());
    world.control(AgentId(1), None).unwrap();
    let at = world.agent(AgentId(1)).unwrap().position;
    world.feed(AgentId(0), at, [0.0; 2]).unwrap();
    world.step();
    assert_eq!(world.capture_count(), 1);
    let heading = world.agent(AgentId(1)).unwrap().heading;
    world.step();
    assert_near(wide(world.agent(AgentId(1)).unwrap().heading), wide(heading), 1e-6, "it does not turn");
}

/// A prey whose personality makes it larger than any of its kind is touched from farther off.
#[test]
fn a_personalitys_radius_counts() {
    let mut world = open::<2>(0.1, 1);
    world.add_groups(vec![eater(false), food()]).unwrap();
    world.spawn(GroupId(0), [0.0; 2], [0.0; 2]).unwrap();
    world.spawn(GroupId(1), [6.0, 0.0], [0.0; 2]).unwrap();
    world.step();
    assert_eq!(world.capture_count(), 0);
    world.edit_agent(AgentId(1), |own| own.body = PointBody { radius: 5.5, ..PointBody::default() }.into()).unwrap();
    world.step();
    assert_eq!(world.capture_count(), 1);
}

/// Eaten at the same instant as it eats: both happen.
#[test]
fn eater_and_eaten_at_once() {
    let mut world = open::<2>(0.1, 1);
    let all = |name: &str| Group::new(name).captures(Captures { of: Of::Others, ..Captures::default() });
    world.add_groups(vec![all("one"), all("two")]).unwrap();
    world.spawn(GroupId(0), [0.0; 2], [0.0; 2]).unwrap();
    world.spawn(GroupId(1), [0.5, 0.0], [0.0; 2]).unwrap();
    world.spawn(GroupId(1), [50.0, 0.0], [0.0; 2]).unwrap();
    world.step();
    assert_eq!((world.captures(), world.len()), (&[capture(1, 0), capture(0, 1)][..], 1));
}
