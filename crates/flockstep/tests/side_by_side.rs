//! Agents steer in eights, and answer those on their lists in eights, whosever list they are on. Looking inside an agent works
//! everything out for it alone. Both must say the same.

#![allow(clippy::unwrap_used)]

mod common;

use common::*;
use flockstep::prelude::*;

/// Fish and pikes on a torus, all mixed: everyone has behaviors that are worked out in different ways.
fn world<const D: usize>(seed: u64) -> World<D> {
    let mut world = cube::<D>(Edge::Wrap, 12.0, 0.1, seed);
    for at in [-6.0, 5.0] {
        world.add_obstacle(Obstacle::Ball { center: [at; D], radius: 2.0 }).unwrap();
    }
    let flee = Flee { distance: 2.0, ..Flee::default() };
    let evade = Evade { distance: 3.0, ..Evade::default() };
    let mut shy = Behavior::new(evade.clone()).of(Of::groups(["pikes"])).response(Response::Face);
    (shy.common.when, shy.common.threat) = (When::Threatened, Some(Of::groups(["pikes"])));
    let fish = Group::new("fish")
        .sight(Sight { radius: 3.0, angle: 270.0, ..Sight::default() })
        .body(PointBody { max_speed: 2.0, ..PointBody::default() })
        .behavior(Separation::new(1.0))
        .behavior(Alignment::default())
        .behavior(Wander::default())
        .behavior(Behavior::new(flee.clone()).of(Of::Mates).response(Response::Push))
        .behavior(Behavior::new(evade.clone()).of(Of::All))
        .behavior(shy)
        .behavior(Behavior::new(Avoid { distance: 2.0 }).of(Of::All))
        .behavior(AvoidObstacles { lookahead: 4.0, ..AvoidObstacles::default() })
        .behavior(StayInside::cuboid([-10.0; D], [10.0; D]));
    let pikes = Group::new("pikes")
        .behavior(Behavior::new(evade).of(Of::Mates))
        .behavior(Behavior::new(flee).of(Of::Others).response(Response::Turn))
        .behavior(Behavior::new(Wander::default()).weight(2.0));
    world.add_groups(vec![fish, pikes]).unwrap();
    let mut draws = Draws::new(seed);
    for nth in 0..700 {
        world.spawn(GroupId(u32::from(nth % 9 == 0)), draws.vector::<D>(12.0), draws.velocity::<D>(2.0)).unwrap();
    }
    world
}

fn check<const D: usize>() {
    for seed in 1..=3 {
        let mut world = world::<D>(seed);
        (0..3).for_each(|_| world.step());
        let alone: Vec<_> = world.ids().iter().map(|id| world.inspect(*id).unwrap()).collect();
        world.steer();
        for insight in alone {
            let together = wide(world.agent(insight.id).unwrap().steering);
            let alone = wide(insight.steering);
            assert_near(together, alone, 2e-5 * (1.0 + len(alone)), &format!("seed {seed}, agent {}", insight.id));
        }
    }
}

#[test]
fn in_the_plane_eights_steer_as_each_alone() {
    check::<2>();
}

#[test]
fn in_space_eights_steer_as_each_alone() {
    check::<3>();
}

/// Coincident threats are answered one by one; the others of the same batch must not be lost.
#[test]
fn who_coincides_with_a_threat_flees_as_alone() {
    let mut world = open::<2>(0.1, 3);
    let flee = Flee { distance: 4.0, ..Flee::default() };
    world.add_group(Group::new("shy").behavior(Behavior::new(flee).of(Of::Mates))).unwrap();
    for nth in 0..40 {
        let at = [(nth / 2) as f32, 0.5 * (nth % 3) as f32];
        world.spawn(GroupId(0), if nth > 30 { [15.0, 1.0] } else { at }, [1.0, 0.0]).unwrap();
    }
    let alone: Vec<_> = world.ids().iter().map(|id| world.inspect(*id).unwrap()).collect();
    world.steer();
    for insight in alone {
        assert_near(wide(world.agent(insight.id).unwrap().steering), wide(insight.steering), 1e-5, "coincident");
    }
}

/// Only those in the slabs around an agent can push it, however far off a push would begin.
#[test]
fn a_push_that_begins_beyond_the_sight_is_cut_there() {
    let mut world = cube::<2>(Edge::Wrap, 20.0, 0.1, 5);
    let separation = Separation { clamp: false, ..Separation::new(9.0) };
    let shoal = Group::new("shoal").behavior(Behavior::new(separation).radius(2.0)).behavior(Alignment::default());
    world.add_group(shoal.sight(sight(2.0))).unwrap();
    let mut draws = Draws::new(5);
    for _ in 0..900 {
        world.spawn(GroupId(0), draws.vector::<2>(20.0), draws.velocity::<2>(1.0)).unwrap();
    }
    let alone: Vec<_> = world.ids().iter().map(|id| world.inspect(*id).unwrap()).collect();
    world.steer();
    for insight in alone {
        let near = insight.parts[0].sight.as_ref().unwrap().seen.iter().map(|(_, way)| wide(*way));
        let push = near.fold([0.0; 2], |sum, way| sub(sum, mul(unit(way), (9.0 - len(way)) / 9.0)));
        assert_near(wide(insight.parts[0].steering), push, 1e-4 * (1.0 + len(push)), "the push by hand");
        let (together, all) = (wide(world.agent(insight.id).unwrap().steering), wide(insight.steering));
        assert_near(together, all, 1e-4 * (1.0 + len(all)), "side by side");
    }
}

/// On a lattice several are equally near: then the lowest id is the nearest, whatever order they are found in.
#[test]
fn of_those_equally_near_the_lowest_id_is_the_nearest() {
    let mut world = open::<2>(0.1, 3);
    let avoid = Behavior::new(Avoid { distance: 1.2 }).of(Of::All).response(Response::Push);
    world.add_group(Group::new("lattice").sight(sight(3.0)).behavior(avoid)).unwrap();
    let side = 12;
    // Every fifth place, around and around: neighbours on the lattice have ids far apart.
    let places: Vec<[i32; 2]> =
        (0..side * side).map(|nth| nth * 5 % (side * side)).map(|at| [at % side, at / side]).collect();
    for place in &places {
        world.spawn(GroupId(0), place.map(|c| c as f32), [1.0, 0.0]).unwrap();
    }
    world.steer();
    for (id, [x, y]) in places.iter().enumerate() {
        let beside = |other: &&[i32; 2]| (other[0] - x).abs() + (other[1] - y).abs() == 1;
        let nearest = places.iter().find(beside).unwrap();
        let away = [x - nearest[0], y - nearest[1]].map(f64::from);
        let steering = wide(world.agent(AgentId(id as u32)).unwrap().steering);
        assert_near(steering, away, 1e-6, &format!("agent {id} at {x}, {y}"));
    }
}
