//! The craft text: rigid bodies steered by one lateral force at the bow, views, obstacles and leaders nobody appointed.

use crate::TOLERANCE;
use crate::common::*;
use flockstep::prelude::*;
use flockstep::steer::{Average, Distance, Falloff};

const TIME_STEP: f64 = 0.02;
const FORCE: f64 = 10.0;
const LENGTH: f64 = 1.5;
const SEPARATION: f64 = 3.0 * LENGTH;
const LOOKAHEAD: f64 = 5.0;
const BODY: RigidBody = RigidBody {
    mass: 2.0,
    inertia: 1.3,
    max_force: 25.0,
    max_speed: 6.0,
    thrust: 30.0,
    drag: 0.8,
    keel: 3.0,
    angular_drag: 1.7,
    radius: 0.5,
    length: LENGTH as f32,
    solid: false,
};
const PLAYER: GroupId = GroupId(2);

/// The text's three views: angle, and the factor of the body's length that is the radius.
#[derive(Clone, Copy)]
struct Sees {
    angle: f64,
    factor: f64,
}
const WIDE: Sees = Sees { angle: 270.0, factor: 4.0 };
const LIMITED: Sees = Sees { angle: 180.0, factor: 6.0 };
const NARROW: Sees = Sees { angle: 90.0, factor: 8.0 };

fn craft(name: &str, view: Sees, wide_separation: bool) -> Group {
    let separation = Separation {
        distance: Distance::Length(SEPARATION as f32),
        falloff: Falloff::Ratio,
        clamp: false,
        each: true,
        ..Separation::default()
    };
    let alignment = Alignment { average: Average::Velocity, ..Alignment::default() };
    let ruled = |rule: Rule, response: Response| Behavior::new(rule).response(response).weight(FORCE as f32);
    let mut separate = ruled(separation.into(), Response::Swerve);
    if wide_separation {
        separate = separate.angle(WIDE.angle as f32);
    }
    let mut lead = match name {
        "regular" => Behavior::new(Seek::new(Target::first("player"))).response(Response::Swerve),
        _ => Behavior::new(Intercept::new(Target::first("player"))),
    };
    lead = lead.weight(FORCE as f32).when(When::Leading);
    lead.common.ahead_angle = NARROW.angle as f32;
    lead.common.ahead_radius = Some((NARROW.factor * LENGTH) as f32);
    let radius = (view.factor * LENGTH) as f32;
    Group::new(name)
        .sight(Sight { radius, angle: view.angle as f32, ..Sight::default() })
        .body(BODY)
        .behavior(ruled(Cohesion::default().into(), Response::Turn))
        .behavior(ruled(alignment.into(), Response::Turn))
        .behavior(separate)
        .behavior(
            Behavior::new(AvoidObstacles { lookahead: LOOKAHEAD as f32, ..AvoidObstacles::default() })
                .weight(FORCE as f32),
        )
        .behavior(lead)
}

/// The text's local coordinates: first to starboard, then ahead.
fn local(me: &Seen<2>, way: V<2>) -> V<2> {
    [dot(way, [me.h[1], -me.h[0]]), dot(way, me.h)]
}

fn in_view(me: &Seen<2>, other: &Seen<2>, view: Sees) -> bool {
    let w = local(me, sub(other.x, me.x));
    if view.angle > 180.0 {
        // Factor 1: the blind wedge behind is bounded by lines at 45 degrees.
        w[1] > 0.0 || w[0].abs() > w[1].abs()
    } else if view.angle == 180.0 {
        w[1] > 0.0
    } else {
        w[1] > 0.0 && w[0].abs() < w[1].abs()
    }
}

fn toward(me: &Seen<2>, way: V<2>) -> f64 {
    if local(me, way)[0] > 0.0 { 1.0 } else { -1.0 }
}

#[derive(Default, Debug)]
struct Taken {
    flocked: usize,
    separated: usize,
    hidden: usize,
    avoided: usize,
    chased: usize,
    intercepted: usize,
    helm_limited: usize,
    speed_limited: usize,
}

/// The text's net steering force, to starboard.
fn steering(
    me: &Seen<2>,
    everyone: &[Seen<2>],
    obstacles: &[(V<2>, f64)],
    view: Sees,
    wide_separation: bool,
    taken: &mut Taken,
) -> f64 {
    let mut force = 0.0;
    let (mut middle, mut motion, mut count, mut in_front) = ([0.0; 2], [0.0; 2], 0.0, 0);
    for mate in everyone.iter().filter(|other| other.id != me.id && other.group == me.group) {
        let way = sub(mate.x, me.x);
        if in_view(me, mate, NARROW) && len(way) <= LENGTH * NARROW.factor {
            in_front += 1;
        }
        let seen = in_view(me, mate, view);
        taken.hidden += usize::from(!seen);
        if seen && len(way) <= LENGTH * view.factor {
            (middle, motion, count) = (add(middle, mate.x), add(motion, mate.v), count + 1.0);
        }
        let seen = if wide_separation { in_view(me, mate, WIDE) } else { seen };
        if seen && len(way) <= SEPARATION {
            taken.separated += 1;
            force -= toward(me, way) * FORCE * SEPARATION / len(way);
        }
    }
    if count > 0.0 {
        taken.flocked += 1;
        for way in [sub(mul(middle, 1.0 / count), me.x), mul(motion, 1.0 / count)] {
            let angle = dot(unit(me.v), unit(way)).acos();
            force += toward(me, way) * FORCE * angle / std::f64::consts::PI;
        }
    }
    for (center, radius) in obstacles {
        let a = sub(*center, me.x);
        let p = dot(a, unit(me.v));
        let feeler = LOOKAHEAD * LENGTH;
        if p > 0.0 && p < feeler && len(sub(mul(unit(me.v), p), a)) < *radius {
            taken.avoided += 1;
            force -= toward(me, a) * FORCE * feeler / len(a);
        }
    }
    if in_front == 0 {
        let player = everyone.iter().find(|other| other.group == PLAYER).unwrap();
        let way = sub(player.x, me.x);
        if me.group == GroupId(0) {
            taken.chased += 1;
            force += toward(me, way) * FORCE;
        } else {
            taken.intercepted += 1;
            let time = len(way) / len(sub(player.v, me.v));
            force += toward(me, add(way, mul(player.v, time))) * FORCE;
        }
    }
    force
}

/// The rigid step: velocity, position, spin and heading after it.
fn rigid(me: &Seen<2>, spin: f64, force: f64, thrust: f64, taken: &mut Taken) -> (V<2>, V<2>, f64, V<2>) {
    let body = |of: fn(&RigidBody) -> f32| f64::from(of(&BODY));
    let starboard = [me.h[1], -me.h[0]];
    let most = body(|b| b.max_force);
    taken.helm_limited += usize::from(force.abs() > most);
    let lateral = force.clamp(-most, most);
    let mut total = add(mul(me.h, thrust), mul(starboard, lateral));
    total = sub(total, mul(me.v, body(|b| b.drag)));
    total = sub(total, mul(starboard, body(|b| b.keel) * dot(me.v, starboard)));
    let moved = add(me.v, mul(total, TIME_STEP / body(|b| b.mass)));
    taken.speed_limited += usize::from(len(moved) > body(|b| b.max_speed));
    let velocity = truncate(moved, body(|b| b.max_speed));
    let position = add(me.x, mul(velocity, TIME_STEP));
    let torque = -lateral * body(|b| b.length) / 2.0 - body(|b| b.angular_drag) * spin;
    let spin = spin + torque / body(|b| b.inertia) * TIME_STEP;
    let angle = me.h[1].atan2(me.h[0]) + spin * TIME_STEP;
    (velocity, position, spin, [angle.cos(), angle.sin()])
}

#[test]
fn a_step_of_the_craft_is_the_texts_own() {
    let mut taken = Taken::default();
    for (seed, view) in [WIDE, LIMITED, NARROW].into_iter().cycle().take(15).enumerate() {
        let wide_separation = seed % 2 == 1;
        let mut rng = Draws::new(1300 + seed as u64);
        let mut world = cube::<2>(Edge::Wrap, 200.0, TIME_STEP as f32, 5);
        let player = Group::new("player").body(BODY);
        world
            .add_groups(vec![
                craft("regular", view, wide_separation),
                craft("interceptor", view, wide_separation),
                player,
            ])
            .unwrap();
        let mut obstacles = Vec::new();
        for _ in 0..6 {
            let (center, radius) = (rng.vector(14.0), rng.range(1.0, 3.0));
            world.add_obstacle(Obstacle::Ball { center, radius }).unwrap();
            obstacles.push((wide(center), f64::from(radius)));
        }
        for nth in 0..31 {
            let group = if nth == 30 { PLAYER } else { GroupId(nth % 2) };
            world.spawn(group, rng.vector(12.0), rng.velocity(f64::from(BODY.max_speed))).unwrap();
        }
        let before = everyone(&world);
        world.step();
        for (was, is) in before.iter().zip(everyone(&world)).filter(|(was, _)| was.group != PLAYER) {
            let force = steering(was, &before, &obstacles, view, wide_separation, &mut taken);
            let starboard = [was.h[1], -was.h[0]];
            let got = wide(world.agent(was.id).unwrap().steering);
            assert_near(got, mul(starboard, force), 3e-5, "steering");
            let (velocity, position, _, heading) = rigid(was, 0.0, force, f64::from(BODY.thrust), &mut taken);
            assert_near(is.v, velocity, TOLERANCE, "velocity");
            assert_near(is.x, position, TOLERANCE, "position");
            assert_near(is.h, heading, TOLERANCE, "heading");
        }
    }
    let Taken { flocked, separated, hidden, avoided, chased, intercepted, helm_limited, speed_limited } = taken;
    let times = [flocked, separated, hidden, avoided, chased, intercepted, helm_limited, speed_limited];
    assert!(times.iter().all(|times| *times > 5), "some branch was hardly taken: {taken:?}");
}

/// The player's craft on the arrow keys: many steps, so that spin, drag and keel all have their say.
#[test]
fn the_players_craft_follows_the_rigid_step() {
    let mut world = cube::<2>(Edge::Wrap, 500.0, TIME_STEP as f32, 5);
    let group = world.add_group(Group::new("player").body(BODY)).unwrap();
    world.spawn(group, [0.0; 2], [1.0, 2.0]).unwrap();
    let mut want = everyone(&world)[0];
    let mut spin = 0.0;
    for step in 0..300 {
        let (helm, thrust) = ([0.0, 0.4, -0.7, 0.2][step / 75], [1.0, 0.5, 1.0, 0.0][step / 75]);
        world.control(AgentId(0), Some(Control::Helm { helm, pitch: 0.0, thrust })).unwrap();
        world.step();
        let force = f64::from(helm) * f64::from(BODY.max_force);
        let thrust = f64::from(thrust) * f64::from(BODY.thrust);
        (want.v, want.x, spin, want.h) = rigid(&want, spin, force, thrust, &mut Taken::default());
        let is = everyone(&world)[0];
        // Rounding adds up over the steps.
        assert_near(is.v, want.v, 1e-4, "velocity");
        assert_near(is.x, want.x, 1e-4, "position");
        assert_near(is.h, want.h, 1e-4, "heading");
    }
    assert!(spin.abs() > 1e-3 && len(want.x) > 5.0);
}
