//! The corners: coincident agents, nobody at all, huge and tiny numbers, and numbers that are none.

#![allow(clippy::unwrap_used)]

mod common;

use common::*;
use flockstep::Error;
use flockstep::ground::{Field, Path};
use flockstep::observe::{Metrics, nearest_distances};
use flockstep::prelude::*;
use flockstep::settings::NoiseKind;
use flockstep::steer::{AlignmentPick, Average, CohesionPick, Distance, Falloff, FormationShape, Method, REGISTRY};

/// One of every behavior, more than one where they differ much.
fn every_behavior() -> Vec<Behavior> {
    let other = || Target::nearest("others");
    let mut all = vec![
        Behavior::new(Seek::new(Target::marker("mark"))),
        Behavior::new(Flee { target: vec![Target::Agent(AgentId(3)), Target::first("others")], distance: 20.0 })
            .of(Of::All),
        Behavior::new(Arrive::new(other())),
        Behavior::new(Pursue { offset_distance: 1.0, offset_angle: 30.0, ..Pursue::new(other()) }),
        Behavior::new(Evade::default()).of(Of::All),
        Behavior::new(Intercept::new(Target::first("others"))),
        Behavior::new(Wander::default()),
        Behavior::new(Cruise { nudge: 1.0, chances: [0.3, 0.6, 0.9], ..Cruise::default() }),
        Behavior::new(Spacing::default()).of(Of::All),
        Behavior::new(Avoid::default()).of(Of::All),
        Behavior::new(StayInside::default()),
        Behavior::new(AvoidObstacles::default()),
        Behavior::new(AvoidWalls::default()),
        Behavior::new(FollowWall::default()),
        Behavior::new(FollowField::new("wind")),
        Behavior::new(Drift { field: "wind".into(), ..Drift::default() }),
        Behavior::new(FollowPath::new("road")),
        Behavior::new(StayOnPath::new("road")),
        Behavior::new(AvoidCollisions { method: Method::Predictive, ..AvoidCollisions::default() }).of(Of::All),
        Behavior::new(AvoidCollisions { method: Method::Reciprocal, ..AvoidCollisions::default() }).of(Of::All),
        Behavior::new(FollowLeader::new(other())),
        Behavior::new(Formation::new(FormationShape::Vee, Target::marker("mark"))),
        Behavior::new(MatchVelocity::new(other())),
        Behavior::new(Interpose::new(other(), Target::marker("mark"))),
        Behavior::new(Hide::default()).of(Of::All),
        Behavior::new(Queue::new(2.0)).of(Of::All),
        Behavior::new(Tether::new(Target::marker("mark"), 3.0)),
        Behavior::new(Face::new(other())),
        Behavior::new(Custom::new("echo")),
        Behavior::new(Alignment { pick: AlignmentPick::Flock, average: Average::Velocity, ..Alignment::default() }),
        Behavior::new(Alignment { pick: AlignmentPick::Nearest, normalize: true, ..Alignment::default() }),
        Behavior::new(Alignment::default()).response(Response::Face),
        Behavior::new(Cohesion { pick: CohesionPick::Flock, inner_radius: Some(3.0), ..Cohesion::default() }),
        Behavior::new(Cohesion::default()).response(Response::Turn),
        Behavior::new(Separation { distance: Distance::Radii, ..Separation::default() }),
    ];
    for falloff in [Falloff::Linear, Falloff::Inverse, Falloff::Ratio, Falloff::Offset, Falloff::Constant] {
        for each in [false, true] {
            let rule = Separation { falloff, each, clamp: false, ..Separation::new(3.0) };
            all.push(Behavior::new(rule).of(Of::All).response(if each { Response::Swerve } else { Response::Push }));
        }
    }
    for entry in REGISTRY {
        assert!(all.iter().any(|one| one.rule.entry().name == entry.name), "{} is not tried", entry.name);
    }
    all
}

fn bodies<const D: usize>() -> Vec<Body> {
    let mut bodies: Vec<Body> = vec![
        PointBody { max_speed: 8.0, ..PointBody::default() }.into(),
        PointBody { impulse: true, max_force: f32::INFINITY, min_speed: 1.0, max_speed: 8.0, ..PointBody::default() }
            .into(),
        PointBody { mass: 1e-6, max_speed: 1e9, max_force: f32::INFINITY, ..PointBody::default() }.into(),
        HeadingBody { speed: 8.0, max_turn: 90.0, noise: 20.0, ..HeadingBody::default() }.into(),
        HeadingBody { speed: 8.0, noise: 90.0, noise_kind: NoiseKind::Gaussian, ..HeadingBody::default() }.into(),
    ];
    if D == 2 {
        bodies.push(RigidBody { max_speed: 8.0, ..RigidBody::default() }.into());
        let stiff = RigidBody {
            drag: 1e6,
            keel: 1e6,
            angular_drag: 1e9,
            inertia: 1e-6,
            max_speed: 8.0,
            ..RigidBody::default()
        };
        bodies.push(stiff.into());
    }
    bodies
}

fn echo<const D: usize>(view: &View<'_, D>) -> [f32; D] {
    view.respond(view.percept.direction)
}

/// A world of two groups with every behavior, this body and this blend.
fn everything<const D: usize>(space: Space<D>, time_step: f32, body: &Body, blend: BlendKind) -> World<D> {
    let mut world = World::new(space, time_step, 5).unwrap();
    world.set_marker("mark", [1.0; D]).unwrap();
    world.register("echo", echo::<D>).unwrap();
    world.set_field("wind", Field::Current(Current::Constant { velocity: [1.5; D] })).unwrap();
    let points = vec![[-5.0; D], [0.0; D], [5.0; D]];
    world.set_path("road", Path { points, closed: false, smooth: true, radius: 1.0 }).unwrap();
    world.add_obstacle(Obstacle::Ball { center: [2.0; D], radius: 1.5 }).unwrap();
    world.add_obstacle(Obstacle::Box { min: [-6.0; D], max: [-4.0; D] }).unwrap();
    let group = |name: &str| {
        let mut group = Group::new(name).sight(sight(6.0)).body(body.clone()).blend(blend);
        group.settings.behaviors = every_behavior();
        group
    };
    world.add_groups(vec![group("ones"), group("others")]).unwrap();
    world
}

/// Fails unless everyone is where and how they may be.
#[track_caller]
fn assert_sound<const D: usize>(world: &World<D>, count: u32, what: &str) {
    assert_eq!(world.len(), count as usize, "{what}");
    let space = world.space();
    for (at, agent) in (0..).zip(world.agents_by_id()) {
        assert_eq!(agent.id, AgentId(at), "{what}");
        let numbers = agent.position.iter().chain(&agent.velocity).chain(&agent.heading).chain(&agent.steering);
        assert!(numbers.into_iter().all(|number| number.is_finite()), "{what}: {agent:?}");
        let settings = world.settings(agent.id).unwrap();
        let speed = len(wide(agent.velocity));
        assert!(speed <= f64::from(settings.body.max_speed()) * 1.00001, "{what}: speed {speed} of {agent:?}");
        assert!((len(wide(agent.heading)) - 1.0).abs() < 1e-3, "{what}: heading of {agent:?}");
        if space.edge() != Edge::Open {
            let inside = (0..D).all(|a| agent.position[a] >= space.min()[a] && agent.position[a] <= space.max()[a]);
            assert!(inside, "{what}: {agent:?} is outside");
        }
    }
}

const EDGES: [Edge; 4] = [Edge::Open, Edge::Wrap, Edge::Bounce, Edge::Clamp];
const BLENDS: [BlendKind; 4] = [BlendKind::Sum, BlendKind::Priority, BlendKind::Budget, BlendKind::Dither];

fn all_stay_sound<const D: usize>() {
    for body in bodies::<D>() {
        for edge in EDGES {
            for (blend, time_step) in BLENDS.into_iter().zip([1e-6, 0.02, 10.0, 1e4]).chain([
                (BlendKind::Sum, 10.0),
                (BlendKind::Context, 0.02),
                (BlendKind::Context, 1e4),
            ]) {
                let space = Space::new(edge, [-10.0; D], [10.0; D]).unwrap();
                let mut world = everything(space, time_step, &body, blend);
                let mut draws = Draws::new(9);
                for nth in 0..50u32 {
                    let position = if nth % 5 == 0 { [10.0; D] } else { draws.vector(10.0) };
                    let velocity = if nth % 3 == 0 { [0.0; D] } else { draws.velocity(7.9) };
                    world.spawn(GroupId(nth % 2), position, velocity).unwrap();
                }
                for step in 0..25 {
                    world.step();
                    let what = format!("{} {edge:?} {blend:?} dt {time_step} step {step}", body.model());
                    assert_sound(&world, 50, &what);
                }
            }
        }
    }
}

#[test]
fn every_body_blend_edge_and_time_step_stays_sound_in_the_plane() {
    all_stay_sound::<2>();
}

#[test]
fn every_body_blend_edge_and_time_step_stays_sound_in_space() {
    all_stay_sound::<3>();
}

/// Far from the origin and far from one another: coordinates that single precision resolves to a unit, or to sixty.
fn far_stays_sound<const D: usize>() {
    for body in bodies::<D>() {
        for (edge, far, spread) in [
            (Edge::Open, 1e7, 5.0),
            (Edge::Open, 1e9, 1e9),
            (Edge::Open, 1e18, 1e17),
            (Edge::Wrap, 1e7, 5.0),
            (Edge::Clamp, 1e7, 5.0),
        ] {
            let space = Space::new(edge, [-far as f32 - 100.0; D], [far as f32 + 100.0; D]);
            let space = if edge == Edge::Open { Space::open() } else { space.unwrap() };
            let mut world = everything(space, 0.1, &body, BlendKind::Sum);
            let mut draws = Draws::new(10);
            for nth in 0..48 {
                // Some in each corner.
                let corner: [f64; D] = std::array::from_fn(|axis| if nth >> axis & 1 == 0 { far } else { -far });
                let offset = wide(draws.vector::<D>(spread));
                let position = add(corner, offset).map(|c| c.clamp(-1e18, 1e18) as f32);
                world.spawn(GroupId(nth % 2), position, draws.velocity(7.9)).unwrap();
            }
            for step in 0..15 {
                world.step();
                assert_sound(&world, 48, &format!("{} {edge:?} at {far:e} step {step}", body.model()));
            }
        }
    }
}

#[test]
fn far_corners_stay_sound_in_the_plane() {
    far_stays_sound::<2>();
}

#[test]
fn far_corners_stay_sound_in_space() {
    far_stays_sound::<3>();
}

/// Everyone in one point, at rest.
fn coincident_agents_part<const D: usize>() {
    let run = || {
        let mut world = open::<D>(0.1, 1);
        world.add_group(Group::new("heap").behavior(Separation::new(2.0))).unwrap();
        for _ in 0..40 {
            world.spawn(GroupId(0), [3.0; D], [0.0; D]).unwrap();
        }
        (0..10).for_each(|_| world.step());
        world
    };
    let world = run();
    let nearest = nearest_distances(&world, None);
    assert!(nearest.iter().all(|distance| *distance > 1e-4), "some are still together: {nearest:?}");
    assert_eq!(world.hash(), run().hash());
}

#[test]
fn a_heap_of_agents_parts() {
    coincident_agents_part::<2>();
    coincident_agents_part::<3>();
}

#[test]
fn two_coincident_agents_part_in_opposite_directions() {
    let behaviors: [Behavior; 4] = [
        Separation::new(2.0).into(),
        Spacing::default().into(),
        Behavior::new(Flee::default()).of(Of::Mates).response(Response::Push),
        Behavior::new(Avoid::default()).of(Of::Mates),
    ];
    for behavior in behaviors {
        let name = behavior.rule.entry().name;
        let mut world = open::<3>(0.1, 1);
        world.add_group(Group::new("pair").behavior(behavior)).unwrap();
        for _ in 0..2 {
            world.spawn(GroupId(0), [7.0, 8.0, 9.0], [0.0; 3]).unwrap();
        }
        world.step();
        let [one, two] = everyone(&world)[..] else { panic!("two agents") };
        assert!(len(one.v) > 1e-3, "{name} does not part them");
        assert_near(one.v, mul(two.v, -1.0), 1e-6, name);
    }
}

#[test]
fn nobody_and_almost_nobody_is_fine() {
    for edge in EDGES {
        let space = Space::<3>::new(edge, [-10.0; 3], [10.0; 3]).unwrap();
        let mut world = everything(space, 0.1, &Body::default(), BlendKind::Sum);
        world.step();
        world.steer();
        world.advance(1.0, 5).unwrap();
        assert_sound(&world, 0, "empty groups");
        let metrics = Metrics::of(&world, None, &nearest_distances(&world, None));
        assert!(metrics.agents == 0 && metrics.polarization == 0.0 && metrics.nearest_mean.is_nan());
        let copy = World::<3>::new(space, 0.1, 5).unwrap();
        assert_eq!(World::<3>::from_snapshot(&copy.snapshot()).unwrap().hash(), copy.hash());
        // Alone with every behavior, the other group empty; then with one other.
        for count in 1..3 {
            world.spawn(GroupId(count - 1), [0.0; 3], [0.0; 3]).unwrap();
            for _ in 0..30 {
                world.step();
                assert_sound(&world, count, "almost empty");
            }
        }
        assert_eq!(nearest_distances(&world, Some(GroupId(0))).len(), 0);
        assert_eq!(nearest_distances(&world, None).len(), 2);
    }
    let mut nothing = World::<2>::new(Space::open(), 0.1, 1).unwrap();
    nothing.step();
    nothing.set_threads(3).unwrap();
    nothing.step();
    assert!(nothing.is_empty() && nothing.steps() == 2);
}

/// Agents that see nothing of interest, at rest, stay where they are for ever.
#[test]
fn at_rest_nothing_happens() {
    let mut world = open::<2>(0.1, 1);
    let group = Group::new("stones").behavior(Alignment::default()).behavior(Separation::new(1.0));
    world.add_group(group.behavior(Flee::default())).unwrap();
    for nth in 0..40 {
        world.spawn(GroupId(0), [nth as f32 * 3.0, 0.0], [0.0; 2]).unwrap();
    }
    let before = everyone(&world);
    (0..10).for_each(|_| world.step());
    for (was, is) in before.iter().zip(everyone(&world)) {
        assert_eq!((was.x, was.v, was.h), (is.x, is.v, is.h));
    }
}

/// Memory follows the agents, never the volume: a world a million radii wide costs what a dense one costs.
#[test]
fn memory_follows_agents_not_volume() {
    let bytes = |half: f64, edge: Edge| {
        let space = Space::<3>::new(edge, [-half as f32; 3], [half as f32; 3]).unwrap();
        let mut world = World::new(space, 0.1, 3).unwrap();
        let group = Group::new("dust").sight(sight(1.0)).behavior(Separation::new(1.0)).behavior(Cohesion::default());
        world.add_group(group).unwrap();
        world.populate(GroupId(0), 5000).unwrap();
        (0..3).for_each(|_| world.step());
        world.bytes()
    };
    let dense = bytes(8.0, Edge::Wrap);
    assert!(dense < 5000 * 250, "{dense} bytes for 5000 agents");
    for half in [100.0, 1e4, 5e5, 1e9] {
        for edge in [Edge::Open, Edge::Wrap, Edge::Clamp] {
            let sparse = bytes(half, edge);
            assert!(sparse < dense + dense / 2, "{sparse} bytes at {half} {edge:?}, {dense} when dense");
        }
    }
}

/// All that a flock of three rules in space costs: 160 bytes an agent at most, however many threads sort it.
#[test]
fn a_flock_costs_at_most_160_bytes_an_agent() {
    let agents = 60_000;
    let space = Space::<3>::new(Edge::Wrap, [0.0; 3], [22.0; 3]).unwrap();
    let mut world = World::new(space, 0.05, 3).unwrap();
    world.set_threads(2).unwrap();
    let rules = Group::new("flock").sight(sight(1.0)).behavior(Separation::new(0.5));
    world.add_group(rules.behavior(Alignment::default()).behavior(Cohesion::default())).unwrap();
    world.populate(GroupId(0), agents).unwrap();
    (0..3).for_each(|_| world.step());
    assert!(world.bytes() <= 160 * agents, "{} bytes an agent", world.bytes() / agents);
}

const NOT_NUMBERS: [f32; 3] = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY];

/// Fails unless the call is refused and the world is the same as before, down to the last setting.
#[track_caller]
fn assert_refused<T>(world: &mut World<2>, what: &str, call: impl FnOnce(&mut World<2>) -> Result<T, Error>) {
    let (hash, bytes) = (world.hash(), world.snapshot());
    assert!(call(world).is_err(), "{what} is accepted");
    assert_eq!(world.hash(), hash, "{what} is refused, but the agents have changed");
    assert!(world.snapshot() == bytes, "{what} is refused, but the world has changed");
}

fn populated() -> World<2> {
    let space = Space::new(Edge::Wrap, [-10.0; 2], [10.0; 2]).unwrap();
    let mut world = everything(space, 0.1, &Body::default(), BlendKind::Sum);
    world.populate(GroupId(0), 20).unwrap();
    world.populate(GroupId(1), 20).unwrap();
    world.step();
    world
}

#[test]
fn what_is_not_a_number_is_refused_and_changes_nothing() {
    let mut world = populated();
    for bad in NOT_NUMBERS {
        for pair in [[bad, 0.0], [0.0, bad]] {
            assert!(Space::<2>::new(Edge::Open, pair, [1.0; 2]).is_err());
            assert!(Space::<2>::new(Edge::Open, [0.0; 2], pair).is_err());
            assert_refused(&mut world, "spawn", |world| world.spawn(GroupId(0), pair, [0.0; 2]));
            assert_refused(&mut world, "spawn", |world| world.spawn(GroupId(0), [0.0; 2], pair));
            assert_refused(&mut world, "feed", |world| world.feed(AgentId(0), pair, [0.0; 2]));
            assert_refused(&mut world, "feed", |world| world.feed(AgentId(0), [0.0; 2], pair));
            assert_refused(&mut world, "push", |world| world.push(AgentId(0), pair));
            assert_refused(&mut world, "control", |world| world.control(AgentId(0), Some(Control::Direction(pair))));
            assert_refused(&mut world, "set_marker", |world| world.set_marker("mark", pair));
            assert_refused(&mut world, "set_marker", |world| world.set_marker("new", pair));
            let obstacles = [
                Obstacle::Ball { center: pair, radius: 1.0 },
                Obstacle::Ball { center: [0.0; 2], radius: bad },
                Obstacle::Box { min: pair, max: [1.0; 2] },
                Obstacle::Box { min: [0.0; 2], max: pair },
            ];
            for obstacle in obstacles {
                assert_refused(&mut world, "add_obstacle", |world| world.add_obstacle(obstacle.clone()));
                assert_refused(&mut world, "set_obstacle", |world| world.set_obstacle(ObstacleId(0), obstacle.clone()));
            }
            let places = [
                Place::Ball { center: pair.into(), radius: 1.0 },
                Place::Ball { center: [0.0; 2].into(), radius: bad },
                Place::Box { min: pair.into(), max: [1.0; 2].into() },
                Place::Box { min: [0.0; 2].into(), max: pair.into() },
                Place::Points(vec![[0.0; 2].into(), pair.into()]),
            ];
            for place in places {
                assert_refused(&mut world, "place", |world| world.add_group(Group::new("new").place(place.clone())));
                assert_refused(&mut world, "place", |world| {
                    world.edit_group(GroupId(0), |group| group.place = Some(place))
                });
            }
            let behaviors: Vec<Behavior> = vec![
                Seek::new(Target::point(pair)).into(),
                Arrive::new(Target::point(pair)).into(),
                Flee { target: vec![Target::point(pair)], ..Flee::default() }.into(),
                StayInside::ball(pair, 1.0).into(),
                StayInside::cuboid(pair, [1.0; 2]).into(),
                Separation::new(bad).into(),
                Behavior::new(Alignment::default()).weight(bad),
                Behavior::new(Alignment::default()).radius(bad),
                Behavior::new(Alignment::default()).angle(bad),
            ];
            for behavior in behaviors {
                let name = behavior.rule.entry().name;
                let group = Group::new("new").behavior(behavior.clone());
                assert_refused(&mut world, name, |world| world.add_group(group));
                let mine = behavior.clone();
                assert_refused(&mut world, name, |world| {
                    world.edit_group(GroupId(0), |group| group.settings.behaviors.push(mine))
                });
                assert_refused(&mut world, name, |world| {
                    world.edit_agent(AgentId(3), |own| own.behaviors.push(behavior))
                });
            }
        }
        for time_step in [bad, 0.0, -0.1, 1e-7, 2e4] {
            assert!(World::<2>::new(Space::open(), time_step, 1).is_err());
            assert_refused(&mut world, "set_time_step", |world| world.set_time_step(time_step));
        }
        for elapsed in [f64::from(bad), -1e-9] {
            assert_refused(&mut world, "advance", |world| world.advance(elapsed, 3));
        }
        for (helm, pitch, thrust) in [(bad, 0.0, 0.0), (0.0, bad, 0.0), (0.0, 0.0, bad)] {
            assert_refused(&mut world, "control", |world| {
                world.control(AgentId(0), Some(Control::Helm { helm, pitch, thrust }))
            });
        }
        assert_refused(&mut world, "speed", |world| {
            world.edit_group(GroupId(0), |group| group.speed = Some([0.0, bad]))
        });
        assert_refused(&mut world, "speed", |world| {
            world.edit_group(GroupId(0), |group| group.speed = Some([bad, 1.0]))
        });
        assert_refused(&mut world, "sight", |world| {
            world.edit_group(GroupId(0), |group| group.settings.sight.radius = bad)
        });
        assert_refused(&mut world, "sight", |world| world.edit_agent(AgentId(4), |own| own.sight.angle = bad));
        let captures = Captures { of: Of::Others, distance: Some(bad), respawn: false };
        assert_refused(&mut world, "captures", |world| {
            world.edit_group(GroupId(0), |group| group.captures = Some(captures))
        });
    }
}

/// Every number of every body, behavior and blend, one after the other.
#[test]
fn every_number_of_every_setting_is_checked() {
    let mut world = populated();
    let mut tried = 0;
    for bad in [f32::NAN, f32::NEG_INFINITY, -1.0] {
        let bodies: [Body; 3] =
            [PointBody::default().into(), RigidBody::default().into(), HeadingBody::default().into()];
        for body in bodies {
            for change in numbers_of(&body, bad) {
                tried += 1;
                assert_refused(&mut world, &format!("{change:?}"), |world| {
                    world.edit_group(GroupId(0), |group| group.settings.body = change)
                });
            }
        }
    }
    assert!(tried > 60, "{tried}");
    let infinite = [("max_speed", f32::INFINITY), ("mass", 0.0), ("min_speed", 11.0)];
    for (what, value) in infinite {
        let mut body = PointBody::default();
        match what {
            "max_speed" => body.max_speed = value,
            "mass" => body.mass = value,
            _ => body.min_speed = value,
        }
        assert_refused(&mut world, what, |world| {
            world.edit_group(GroupId(0), |group| group.settings.body = body.into())
        });
    }
    assert_refused(&mut world, "threads", |world| world.set_threads(5000));
}

/// The body with each of its numbers in turn replaced, past the setters that would refuse it.
fn numbers_of(body: &Body, bad: f32) -> Vec<Body> {
    macro_rules! each {
        ($body:expr, $($field:ident)*) => {
            vec![$({
                let mut copy = $body.clone();
                copy.$field = bad;
                Body::from(copy)
            }),*]
        };
    }
    match body {
        Body::Point(body) => each!(body, mass max_force max_speed min_speed radius length),
        Body::Rigid(body) => {
            each!(body, mass inertia max_force max_speed thrust drag keel angular_drag radius length)
        }
        Body::Heading(body) => each!(body, speed max_turn noise radius length),
    }
}

/// Numbers that are finite but absurd: refused, or survived.
#[test]
fn absurd_numbers_are_refused_or_survived() {
    let mut world = populated();
    assert_refused(&mut world, "far", |world| world.spawn(GroupId(0), [2e18, 0.0], [0.0; 2]));
    assert_refused(&mut world, "fast", |world| world.spawn(GroupId(0), [0.0; 2], [2e12, 0.0]));
    assert_refused(&mut world, "fast", |world| world.push(AgentId(0), [2e12, 0.0]));
    assert_refused(&mut world, "far", |world| world.feed(AgentId(0), [-2e18, 0.0], [0.0; 2]));
    assert_refused(&mut world, "no group", |world| world.spawn(GroupId(2), [0.0; 2], [0.0; 2]));
    assert_refused(&mut world, "no group", |world| world.populate(GroupId(7), 1));
    assert_refused(&mut world, "too many", |world| world.populate(GroupId(0), 1 << 30));
    assert_refused(&mut world, "too many", |world| world.populate(GroupId(0), usize::MAX));
    assert_refused(&mut world, "no agent", |world| world.despawn(AgentId(4000)));
    assert_refused(&mut world, "no agent", |world| world.feed(AgentId(4000), [0.0; 2], [0.0; 2]));
    assert_refused(&mut world, "no obstacle", |world| world.set_obstacle(ObstacleId(9), world.obstacles()[0].clone()));
    assert_refused(&mut world, "no obstacle", |world| world.remove_obstacle(ObstacleId(2)));
    assert!(Space::<2>::new(Edge::Wrap, [-1e30; 2], [1e30; 2]).is_err());
    let wide = Place::Box { min: [-1e30; 2].into(), max: [1e30; 2].into() };
    assert_refused(&mut world, "far place", |world| world.edit_group(GroupId(0), |group| group.place = Some(wide)));
    let far = Place::Points(vec![[3e38, 0.0].into()]);
    assert_refused(&mut world, "far place", |world| world.edit_group(GroupId(0), |group| group.place = Some(far)));
    // A marker at the end of the numbers is only somewhere to go.
    let mut world = everything(Space::<2>::open(), 0.1, &Body::default(), BlendKind::Sum);
    world.set_marker("mark", [f32::MAX, -f32::MAX]).unwrap();
    world.add_obstacle(Obstacle::Ball { center: [f32::MAX, 0.0], radius: f32::MAX }).unwrap();
    world.add_obstacle(Obstacle::Box { min: [-f32::MAX; 2], max: [f32::MAX; 2] }).unwrap();
    for nth in 0..40 {
        world.spawn(GroupId(nth % 2), [nth as f32, 0.0], [0.0; 2]).unwrap();
    }
    for _ in 0..20 {
        world.step();
        assert_sound(&world, 40, "a marker and obstacles at the end of the numbers");
    }
    // The largest radii there are.
    world.edit_group(GroupId(0), |group| group.settings.sight.radius = 1e15).unwrap();
    (0..3).for_each(|_| world.step());
    assert_sound(&world, 40, "a radius of 1e15");
}
