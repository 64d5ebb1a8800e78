//! A player's hand on an agent, with every body.

use crate::common::*;
use flockstep::prelude::*;

fn driven<const D: usize>(body: impl Into<Body>, velocity: [f32; D], control: Control<D>) -> World<D> {
    let mut world = open::<D>(0.1, 1);
    let back = Behavior::new(Seek::new(Target::point([-1e6; D]))).weight(100.0);
    world.add_group(Group::new("player").body(body).behavior(back)).unwrap();
    world.spawn(GroupId(0), [0.0; D], velocity).unwrap();
    world.control(AgentId(0), Some(control)).unwrap();
    world
}

/// Where it goes in the end.
fn settled<const D: usize>(mut world: World<D>) -> V<D> {
    (0..400).for_each(|_| world.step());
    wide(world.agent(AgentId(0)).unwrap().velocity)
}

fn point() -> PointBody {
    PointBody { max_speed: 4.0, ..PointBody::default() }
}
fn heading() -> HeadingBody {
    HeadingBody { speed: 4.0, max_turn: 90.0, ..HeadingBody::default() }
}
fn rigid() -> RigidBody {
    RigidBody { max_speed: 4.0, keel: 5.0, angular_drag: 5.0, ..RigidBody::default() }
}

#[test]
fn a_direction_is_where_it_goes() {
    let up = Control::Direction([0.0, 1.0]);
    assert_near(settled(driven(point(), [1.0, 0.0], up)), [0.0, 4.0], 1e-3, "point");
    assert_near(settled(driven(heading(), [1.0, 0.0], up)), [0.0, 4.0], 1e-3, "heading");
    assert_near(settled(driven(rigid(), [1.0, 0.0], up)), [0.0, 4.0], 1e-2, "rigid");
    let aside = Control::Direction(unit([1.0, -2.0, 2.0]).map(|c| c as f32));
    let want = mul(unit([1.0, -2.0, 2.0]), 4.0);
    assert_near(settled(driven(point(), [1.0, 0.0, 0.0], aside)), want, 1e-3, "point in space");
    assert_near(settled(driven(heading(), [1.0, 0.0, 0.0], aside)), want, 1e-3, "heading in space");
    // Astern: every body comes about.
    let astern = Control::Direction([-1.0, 0.0]);
    assert_near(settled(driven(point(), [1.0, 0.0], astern)), [-4.0, 0.0], 1e-3, "point");
    assert_near(settled(driven(heading(), [1.0, 0.0], astern)), [-4.0, 0.0], 1e-3, "heading");
    assert_near(settled(driven(rigid(), [1.0, 0.0], astern)), [-4.0, 0.0], 1e-2, "rigid");
}

/// Without a limit on its turn a heading body takes the direction at once and holds it.
#[test]
fn a_heading_body_takes_the_direction_as_it_is() {
    let nimble = HeadingBody { speed: 4.0, ..HeadingBody::default() };
    let mut world = driven(nimble, [1.0, 0.0], Control::Direction([0.0, 0.5]));
    for _ in 0..5 {
        world.step();
        assert_near(wide(world.agent(AgentId(0)).unwrap().velocity), [0.0, 4.0], 1e-5, "held");
    }
    // It cannot stop: no direction leaves it on its course.
    world.control(AgentId(0), Some(Control::Direction([0.0; 2]))).unwrap();
    world.step();
    assert_near(wide(world.agent(AgentId(0)).unwrap().velocity), [0.0, 4.0], 1e-5, "on its course");
}

#[test]
fn a_shorter_direction_is_a_lower_speed() {
    let slow = Control::Direction([0.0, 0.25]);
    assert_near(settled(driven(point(), [3.0, 0.0], slow)), [0.0, 1.0], 1e-3, "a quarter of full speed");
    let long = Control::Direction([0.0, 50.0]);
    assert_near(settled(driven(point(), [3.0, 0.0], long)), [0.0, 4.0], 1e-3, "no more than full speed");
    let none = Control::Direction([0.0, 0.0]);
    assert_near(settled(driven(point(), [3.0, 0.0], none)), [0.0, 0.0], 1e-3, "stop");
    // A rigid body has its thrust by the length, and only drag to stop it.
    assert_near(settled(driven(rigid(), [3.0, 0.0], none)), [0.0, 0.0], 1e-3, "adrift");
}

#[test]
fn the_helm_turns_to_starboard_and_to_port() {
    fn helm<const D: usize>(helm: f32) -> Control<D> {
        Control::Helm { helm, pitch: 0.0, thrust: 1.0 }
    }
    // Moving along x, starboard is −y.
    for (side, sign) in [(1.0, -1.0), (-1.0, 1.0)] {
        let bodies: [Body; 3] = [point().into(), heading().into(), rigid().into()];
        for body in bodies {
            let mut world = driven(body.clone(), [3.0, 0.0], helm(side));
            (0..3).for_each(|_| world.step());
            let heading = world.agent(AgentId(0)).unwrap().heading;
            assert!(f64::from(heading[1]) * sign > 0.05, "{} helm {side}: {heading:?}", body.model());
        }
        // In space with y up, moving along x, starboard is +z.
        let bodies: [Body; 2] = [point().into(), heading().into()];
        for body in bodies {
            let mut world = driven(body.clone(), [3.0, 0.0, 0.0], helm(side));
            (0..3).for_each(|_| world.step());
            let heading = world.agent(AgentId(0)).unwrap().heading;
            assert!(f64::from(heading[2]) * sign < -0.05, "{} helm {side}: {heading:?}", body.model());
            assert!(heading[1].abs() < 1e-4, "{heading:?}");
        }
    }
}

#[test]
fn the_pitch_goes_up_and_down_in_space() {
    for (pitch, sign) in [(1.0, 1.0), (-1.0, -1.0)] {
        let bodies: [Body; 2] = [point().into(), heading().into()];
        for body in bodies {
            let control = Control::Helm { helm: 0.0, pitch, thrust: 1.0 };
            let mut world = driven(body.clone(), [3.0, 0.0, 0.0], control);
            (0..3).for_each(|_| world.step());
            let heading = world.agent(AgentId(0)).unwrap().heading;
            assert!(f64::from(heading[1]) * sign > 0.05, "{} pitch {pitch}: {heading:?}", body.model());
        }
    }
}

#[test]
fn amidships_it_goes_straight_by_its_thrust() {
    let ahead = |thrust: f32| Control::Helm { helm: 0.0, pitch: 0.0, thrust };
    assert_near(settled(driven(point(), [1.0, 0.0], ahead(0.5))), [2.0, 0.0], 1e-3, "half speed");
    assert_near(settled(driven(point(), [1.0, 0.0], ahead(9.0))), [4.0, 0.0], 1e-3, "a share is at most 1");
    assert_near(settled(driven(point(), [1.0, 0.0], ahead(-9.0))), [0.0, 0.0], 1e-3, "and at least 0");
    assert_near(settled(driven(heading(), [1.0, 0.0], ahead(0.0))), [4.0, 0.0], 1e-3, "constant speed");
    // Thrust 10 against drag 1: a share of 0.3 makes a speed of 3.
    assert_near(settled(driven(rigid(), [1.0, 0.0], ahead(0.3))), [3.0, 0.0], 1e-3, "rigid");
}

#[test]
fn given_back_it_follows_its_behaviors_again() {
    let mut world = driven(point(), [4.0, 0.0], Control::Direction([1.0, 0.0]));
    (0..10).for_each(|_| world.step());
    assert!(world.agent(AgentId(0)).unwrap().velocity[0] > 3.9);
    world.control(AgentId(0), None).unwrap();
    (0..100).for_each(|_| world.step());
    assert!(world.agent(AgentId(0)).unwrap().velocity[0] < 0.0);
    world.control(AgentId(0), None).unwrap();
    assert!(world.control(AgentId(7), None).is_err());
    assert!(world.control(AgentId(7), Some(Control::Direction([0.0; 2]))).is_err());
}

/// Several players, set in any order; one leaves with its agent.
#[test]
fn each_player_has_its_own_agent() {
    let mut world = open::<2>(0.1, 1);
    world.add_group(Group::new("players").body(point())).unwrap();
    world.populate(GroupId(0), 50).unwrap();
    for id in [31, 4, 17, 4] {
        let direction = [(id as f32).cos(), (id as f32).sin()];
        world.control(AgentId(id), Some(Control::Direction(direction))).unwrap();
    }
    world.despawn(AgentId(17)).unwrap();
    (0..100).for_each(|_| world.step());
    for id in [31u32, 4] {
        let want = mul([f64::from(id).cos(), f64::from(id).sin()], 4.0);
        assert_near(wide(world.agent(AgentId(id)).unwrap().velocity), want, 1e-3, "its player's direction");
    }
    assert_near(wide(world.agent(AgentId(8)).unwrap().steering), [0.0; 2], 1e-6, "nobody steers the others");
}
