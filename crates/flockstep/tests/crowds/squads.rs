//! Formations: everyone finds a place, turns with the leader, closes the gaps of the lost, and rests where it is sent.

use super::common::*;
use super::swap::least_distance;
use flockstep::prelude::*;
use flockstep::steer::FormationShape;

/// How far each place of a shape (ahead, to the right) is from the nearest member, at most; as everyone has a place of its own this
/// tells whether all are filled.
fn worst<const D: usize>(
    world: &World<D>,
    group: GroupId,
    origin: V<D>,
    ahead: V<D>,
    right: V<D>,
    places: &[[f64; 2]],
) -> f64 {
    let members: Vec<V<D>> =
        world.agents().filter(|agent| agent.group == group).map(|agent| wide(agent.position)).collect();
    assert_eq!(members.len(), places.len());
    let away = |place: &[f64; 2]| {
        let there = add(origin, add(mul(ahead, place[0]), mul(right, place[1])));
        members.iter().map(|member| len(sub(*member, there))).fold(f64::INFINITY, f64::min)
    };
    places.iter().map(away).fold(0.0, f64::max)
}

fn follower(shape: FormationShape, target: Target) -> Group {
    let formation = Formation { spacing: 3.0, slowing_distance: 8.0, ..Formation::new(shape, target) };
    Group::new("followers")
        .body(PointBody { max_speed: 12.0, max_force: 40.0, ..PointBody::default() })
        .behavior(Behavior::new(formation).weight(4.0))
}

/// The places of a vee behind its leader: one apart along either arm.
fn vee(count: usize) -> Vec<[f64; 2]> {
    let rank = |nth: usize| 3.0 * (nth / 2 + 1) as f64 / 2.0f64.sqrt();
    (0..count).map(|nth| [-rank(nth), if nth % 2 == 0 { rank(nth) } else { -rank(nth) }]).collect()
}

#[test]
fn a_vee_follows_its_leader_turns_with_it_and_closes_ranks() {
    let mut world = open::<2>(0.02, 3);
    world.set_marker("goal", [500.0, 0.0]).unwrap();
    let leader = Group::new("leader")
        .body(PointBody { max_speed: 6.0, max_force: 6.0, ..PointBody::default() })
        .behavior(Seek::new(Target::marker("goal")));
    world.add_groups(vec![leader, follower(FormationShape::Vee, Target::first("leader"))]).unwrap();
    world.spawn(GroupId(0), [0.0; 2], [6.0, 0.0]).unwrap();
    for nth in 0..10 {
        world.spawn(GroupId(1), [-10.0 - (nth % 3) as f32, 7.0 - nth as f32], [0.0; 2]).unwrap();
    }
    let off = |world: &World<2>, count: usize| {
        let leader = world.agent(AgentId(0)).unwrap();
        let (x, ahead) = (wide(leader.position), wide(leader.heading));
        worst(world, GroupId(1), x, ahead, [ahead[1], -ahead[0]], &vee(count))
    };
    (0..500).for_each(|_| world.step());
    assert!(off(&world, 10) < 0.1, "formed up after ten seconds: {}", off(&world, 10));
    world.set_marker("goal", [0.0, 500.0]).unwrap();
    (0..750).for_each(|_| world.step());
    assert!(off(&world, 10) < 0.3, "turned with the leader: {}", off(&world, 10));
    for id in [2, 5, 6] {
        world.despawn(AgentId(id)).unwrap();
    }
    (0..400).for_each(|_| world.step());
    assert!(off(&world, 7) < 0.3, "closed ranks: {}", off(&world, 7));
    // The leader is lost: without one there is no order to follow, and nothing breaks.
    world.despawn(AgentId(0)).unwrap();
    (0..10).for_each(|_| world.step());
}

#[test]
fn in_space_the_vee_is_level_beside_the_heading() {
    let mut world = open::<3>(0.02, 3);
    let leader = Group::new("leader").behavior(Seek::new(Target::point([0.0, 0.0, 900.0])));
    world.add_groups(vec![leader, follower(FormationShape::Vee, Target::first("leader"))]).unwrap();
    world.spawn(GroupId(0), [0.0; 3], [0.0, 0.0, 6.0]).unwrap();
    world
        .edit_group(GroupId(0), |group| {
            group.settings.body = PointBody { max_speed: 6.0, ..PointBody::default() }.into()
        })
        .unwrap();
    for nth in 0..6 {
        world.spawn(GroupId(1), [nth as f32 - 3.0, 2.0, -5.0], [0.0; 3]).unwrap();
    }
    (0..600).for_each(|_| world.step());
    let x = wide(world.agent(AgentId(0)).unwrap().position);
    let off = worst(&world, GroupId(1), x, [0.0, 0.0, 1.0], [1.0, 0.0, 0.0], &vee(6));
    assert!(off < 0.1, "{off}");
}

#[test]
fn a_squad_sent_to_a_marker_arrives_in_its_shape_and_rests() {
    for (shape, count) in [
        (FormationShape::Grid, 36),
        (FormationShape::Line, 9),
        (FormationShape::Column, 9),
        (FormationShape::Circle, 12),
        (FormationShape::Vee, 15),
        (FormationShape::Grid, 100),
    ] {
        let mut world = open::<2>(0.02, 3);
        world.set_marker("flag", [30.0, 10.0]).unwrap();
        let formation =
            Formation { spacing: 1.6, slowing_distance: 4.0, ..Formation::new(shape, Target::marker("flag")) };
        let squad = Group::new("squad")
            .sight(Sight { radius: 6.0, nearest: 16, ..Sight::default() })
            .body(PointBody { max_speed: 4.0, max_force: 40.0, radius: 0.4, ..PointBody::default() })
            .behavior(Behavior::new(formation).weight(4.0))
            .behavior(AvoidCollisions { horizon: 2.0, ..AvoidCollisions::reciprocal() });
        let group = world.add_group(squad).unwrap();
        for nth in 0..count {
            world.spawn(group, [(nth % 10) as f32 - 20.0, 1.1 * (nth / 10) as f32], [0.0; 2]).unwrap();
        }
        let mut least = f64::INFINITY;
        for _ in 0..2000 {
            world.step();
            least = least.min(least_distance(&world));
        }
        let fastest = world.agents().map(|agent| len(wide(agent.velocity))).fold(0.0, f64::max);
        let mut middle = [0.0; 2];
        for agent in world.agents() {
            middle = add(middle, mul(wide(agent.position), 1.0 / count as f64));
        }
        let now = least_distance(&world);
        eprintln!("{shape:?} of {count}: nearest {now}, nearest ever {least}, fastest {fastest:e}, middle {middle:?}");
        assert!((now - 1.6).abs() < 0.05, "{shape:?} of {count}: neighbours are {now} apart");
        assert!(fastest < 0.04, "{shape:?} of {count}: at rest, the fastest at {fastest}");
        assert!(len(sub(middle, [30.0, 10.0])) < 0.5, "{shape:?} of {count}: around the flag, at {middle:?}");
    }
}
