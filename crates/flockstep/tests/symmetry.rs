//! Symmetries of space: whatever is moved, turned, mirrored or given other ids does the same, moved, turned, mirrored or
//! under other ids. Worlds without chance, without ties, with every behavior that prefers no direction of its own.

#![allow(clippy::unwrap_used)]

mod common;

use common::*;
use flockstep::prelude::*;
use flockstep::steer::{AlignmentPick, Average, CohesionAverage, CohesionPick, Falloff};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use std::f64::consts::TAU;

/// A way to move the whole world: a point goes to `turn·x + shift`.
#[derive(Clone, Copy, Debug)]
struct Motion<const D: usize> {
    turn: [V<D>; D],
    shift: V<D>,
}

impl<const D: usize> Motion<D> {
    fn none() -> Motion<D> {
        Motion { turn: std::array::from_fn(|row| std::array::from_fn(|c| f64::from(row == c))), shift: [0.0; D] }
    }
    /// This, after a turn by an angle in the plane of two axes.
    fn turned(self, one: usize, two: usize, angle: f64) -> Motion<D> {
        let (sin, cos) = angle.sin_cos();
        let mut turn = self.turn;
        for column in 0..D {
            let (a, b) = (self.turn[one][column], self.turn[two][column]);
            turn[one][column] = a * cos - b * sin;
            turn[two][column] = a * sin + b * cos;
        }
        Motion { turn, ..self }
    }
    fn quarters(self, one: usize, two: usize, count: usize) -> Motion<D> {
        // Exactly, without the rounding of a sine.
        (0..count % 4).fold(self, |motion, _| {
            let mut turn = motion.turn;
            turn[one] = motion.turn[two].map(|c| -c);
            turn[two] = motion.turn[one];
            Motion { turn, ..motion }
        })
    }
    fn mirrored(mut self, axis: usize) -> Motion<D> {
        self.turn[axis] = self.turn[axis].map(|c| -c);
        self
    }
    fn vector(&self, v: V<D>) -> V<D> {
        std::array::from_fn(|row| dot(self.turn[row], v))
    }
    fn point(&self, x: V<D>) -> V<D> {
        add(self.vector(x), self.shift)
    }
    fn single(v: V<D>) -> [f32; D] {
        v.map(|c| c as f32)
    }
    /// −1 if left and right change places.
    fn handedness(&self) -> f64 {
        let t = &self.turn;
        if D == 2 { t[0][0] * t[1][1] - t[0][1] * t[1][0] } else { 1.0 }
    }
}

/// Everything a world is made of, in double precision.
#[derive(Clone, Debug)]
struct Setup<const D: usize> {
    space: Space<D>,
    agents: Vec<(GroupId, V<D>, V<D>)>,
    markers: [V<D>; 2],
    obstacles: Vec<(V<D>, f32)>,
}

const GROUPS: usize = 6;

impl<const D: usize> Setup<D> {
    /// Coordinates are multiples of 1/1024, so that moving them by such a multiple loses nothing.
    fn random(seed: u64, count: usize, half: f64) -> Setup<D> {
        let mut draws = Draws::new(seed);
        let mut point = |half: f64| wide(draws.vector::<D>(half)).map(|c| (c * 1024.0).round() / 1024.0);
        let agents = (0..count).map(|nth| (GroupId((nth % GROUPS) as u32), point(half), point(2.0))).collect();
        let markers = [point(half), point(half)];
        let obstacles = (0..4).map(|nth| (point(half), 1.0 + nth as f32)).collect();
        Setup { space: Space::open(), agents, markers, obstacles }
    }

    fn groups(&self, motion: &Motion<D>) -> Vec<Group> {
        let body = PointBody { max_speed: 4.0, max_force: 15.0, ..PointBody::default() };
        let seen = |angle: f32, nearest: u32| Sight { radius: 5.0, angle, nearest, refresh: 1 };
        let push = |rule: Rule| Behavior::new(rule).response(Response::Push);
        let flock = Group::new("flock")
            .layers(["prey"])
            .sight(seen(250.0, 0))
            .body(body.clone())
            .behavior(Behavior::new(Separation::new(3.0)).weight(5.0))
            .behavior(Alignment::default())
            .behavior(Cohesion::default())
            .behavior(Behavior::new(Avoid { distance: 6.0 }).of(Of::groups(["hunters"])).weight(3.0));
        let direction = Cohesion { average: CohesionAverage::Direction, ..Cohesion::default() };
        let pairs = Group::new("pairs")
            .layers(["prey"])
            .sight(seen(360.0, 5))
            .body(body.clone())
            .behavior(Spacing::default())
            .behavior(push(Alignment { pick: AlignmentPick::Nearest, ..Alignment::default() }.into()).of(Of::All))
            .behavior(push(direction.into()).of(Of::layers(["prey"])))
            .behavior(push(Separation { falloff: Falloff::Inverse, mean: true, ..Separation::new(4.0) }.into()));
        // In space the offset of a pursuit turns about a fixed axis: it has a direction of its own.
        let (distance, angle) = if D == 2 { (1.5, 40.0 * motion.handedness() as f32) } else { (0.0, 0.0) };
        let pursue = Pursue { target: Target::nearest("flock"), offset_distance: distance, offset_angle: angle };
        let hunters = Group::new("hunters")
            .sight(seen(360.0, 0))
            .body(body.clone())
            .behavior(pursue)
            .behavior(Behavior::new(Evade { distance: 4.0, ..Evade::default() }).of(Of::groups(["craft"])))
            .behavior(Behavior::new(Intercept::new(Target::nearest("pairs"))).weight(2.0))
            .behavior(AvoidObstacles { lookahead: 6.0, ..AvoidObstacles::default() });
        let [home, goal] = self.markers.map(|marker| motion.point(marker));
        let center = Target::point(Motion::single(goal));
        let errands = Group::new("errands")
            .sight(seen(300.0, 0))
            .body(body.clone())
            .blend(BlendKind::Budget)
            .behavior(Behavior::new(Seek::new(Target::marker("home"))).when(When::Leading))
            .behavior(Arrive { slowing_distance: 12.0, ..Arrive::new(center.clone()) })
            .behavior(Flee { target: vec![center], distance: 9.0 })
            .behavior(StayInside::ball(Motion::single(home), 4.0))
            .behavior(Cruise { chances: [0.0; 3], ..Cruise::default() });
        let turns: Body = if D == 2 {
            RigidBody { keel: 2.0, max_speed: 6.0, ..RigidBody::default() }.into()
        } else {
            HeadingBody { speed: 2.0, max_turn: 90.0, ..HeadingBody::default() }.into()
        };
        let each = Separation { falloff: Falloff::Ratio, each: true, clamp: false, ..Separation::new(3.0) };
        let ruled = |rule: Rule, response: Response| Behavior::new(rule).response(response).weight(4.0);
        let craft = Group::new("craft")
            .sight(seen(200.0, 0))
            .body(turns)
            .behavior(ruled(Cohesion::default().into(), Response::Turn).of(Of::All))
            .behavior(ruled(Alignment { average: Average::Velocity, ..Alignment::default() }.into(), Response::Turn))
            .behavior(ruled(each.into(), Response::Swerve).of(Of::All));
        let whole = Cohesion { pick: CohesionPick::Flock, inner_radius: Some(6.0), ..Cohesion::default() };
        let fleet = Group::new("fleet")
            .sight(seen(360.0, 0))
            .body(body)
            .blend(BlendKind::Priority)
            .behavior(push(Separation::new(1.0).into()).of(Of::All))
            .behavior(push(whole.into()).priority(1))
            .behavior(push(Alignment { pick: AlignmentPick::Flock, ..Alignment::default() }.into()).priority(1))
            .behavior(ruled(Alignment::default().into(), Response::Face).priority(1));
        vec![flock, pairs, hunters, errands, craft, fleet]
    }

    /// The world after some steps, moved so before it began: everyone in the order of `agents`.
    fn run(&self, motion: &Motion<D>, order: &[usize], steps: usize) -> Vec<Seen<D>> {
        let mut world = World::new(self.space, 0.05, 1).unwrap();
        world.set_marker("home", Motion::single(motion.point(self.markers[0]))).unwrap();
        for (center, radius) in &self.obstacles {
            let center = Motion::single(motion.point(*center));
            world.add_obstacle(Obstacle::Ball { center, radius: *radius }).unwrap();
        }
        world.add_groups(self.groups(motion)).unwrap();
        let mut ids = vec![AgentId(0); self.agents.len()];
        for nth in order {
            let (group, x, v) = self.agents[*nth];
            ids[*nth] = world.spawn(group, Motion::single(motion.point(x)), Motion::single(motion.vector(v))).unwrap();
        }
        (0..steps).for_each(|_| world.step());
        let everyone = everyone(&world);
        ids.into_iter().map(|id| everyone[id.index()]).collect()
    }

    /// Fails unless the moved world does the same as this one.
    fn assert_moves_alike(&self, motion: &Motion<D>, order: &[usize], tolerance: f64) {
        let straight: Vec<usize> = (0..self.agents.len()).collect();
        for steps in [1, 3] {
            let plain = self.run(&Motion::none(), &straight, steps);
            let moved = self.run(motion, order, steps);
            for (nth, (one, two)) in plain.iter().zip(&moved).enumerate() {
                let what = |part: &str| format!("{part} of agent {nth}, group {}, after {steps} steps", one.group);
                let mut apart = sub(motion.point(one.x), two.x);
                if self.space.edge() == Edge::Wrap {
                    let sides = wide(self.space.sides());
                    apart = std::array::from_fn(|a| apart[a] - sides[a] * (apart[a] / sides[a]).round());
                }
                // Rounding grows with the distance from the origin and from step to step.
                let limit = tolerance * steps as f64 * 3.0;
                assert_near(apart, [0.0; D], limit, &what("position"));
                assert_near(two.v, motion.vector(one.v), limit * 10.0, &what("velocity"));
                assert_near(two.h, motion.vector(one.h), limit * 10.0, &what("heading"));
            }
        }
    }
}

fn straight(count: usize) -> Vec<usize> {
    (0..count).collect()
}

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, rng_seed: RngSeed::Fixed(8), failure_persistence: None, ..ProptestConfig::default() }
}

const COUNT: usize = 90;
const HALF: f64 = 12.0;

fn check_translation<const D: usize>(seed: u64, shift: [i32; D]) {
    let setup = Setup::<D>::random(seed, COUNT, HALF);
    let motion = Motion { shift: shift.map(|c| f64::from(c) / 1024.0), ..Motion::none() };
    setup.assert_moves_alike(&motion, &straight(COUNT), 1e-4);
}

/// On a torus a shift takes some agents around it.
fn check_torus<const D: usize>(seed: u64, shift: [i32; D]) {
    let mut setup = Setup::<D>::random(seed, COUNT, HALF);
    setup.space = Space::new(Edge::Wrap, [-HALF as f32; D], [HALF as f32; D]).unwrap();
    // The middle of a whole group and a ball to stay inside are plain coordinates, torus or not.
    let bound_to_a_place = |agent: &&mut (GroupId, V<D>, V<D>)| matches!(agent.0, GroupId(3 | 5));
    setup.agents.iter_mut().filter(bound_to_a_place).for_each(|agent| agent.0 = GroupId(0));
    let motion = Motion { shift: shift.map(|c| f64::from(c) / 1024.0), ..Motion::none() };
    setup.assert_moves_alike(&motion, &straight(COUNT), 1e-4);
}

fn check_relabel<const D: usize>(seed: u64) {
    let setup = Setup::<D>::random(seed, COUNT, HALF);
    let mut draws = Draws::new(seed);
    let mut order = straight(COUNT);
    for at in (1..COUNT).rev() {
        order.swap(at, draws.below(at + 1));
    }
    setup.assert_moves_alike(&Motion::none(), &order, 3e-5);
}

proptest! {
    #![proptest_config(config(40))]

    #[test]
    fn moved_in_the_plane(seed in any::<u64>(), x in -200_000..200_000i32, y in -200_000..200_000i32) {
        check_translation::<2>(seed, [x, y]);
    }

    #[test]
    fn moved_in_space(seed in any::<u64>(), x in -200_000..200_000i32, y in -200_000..200_000i32, z in -200_000..200_000i32) {
        check_translation::<3>(seed, [x, y, z]);
    }

    #[test]
    fn moved_around_a_torus_in_the_plane(seed in any::<u64>(), x in -12_000..12_000i32, y in -12_000..12_000i32) {
        check_torus::<2>(seed, [x, y]);
    }

    #[test]
    fn moved_around_a_torus_in_space(seed in any::<u64>(), x in -12_000..12_000i32, y in -12_000..12_000i32, z in -12_000..12_000i32) {
        check_torus::<3>(seed, [x, y, z]);
    }

    #[test]
    fn turned_in_the_plane(seed in any::<u64>(), angle in 0.0..TAU) {
        let setup = Setup::<2>::random(seed, COUNT, HALF);
        setup.assert_moves_alike(&Motion::none().turned(0, 1, angle), &straight(COUNT), 3e-5);
    }

    #[test]
    fn turned_in_space(seed in any::<u64>(), a in 0.0..TAU, b in 0.0..TAU, c in 0.0..TAU) {
        let setup = Setup::<3>::random(seed, COUNT, HALF);
        let motion = Motion::none().turned(0, 1, a).turned(1, 2, b).turned(0, 1, c);
        setup.assert_moves_alike(&motion, &straight(COUNT), 3e-5);
    }

    #[test]
    fn turned_by_quarters_in_closed_worlds(seed in any::<u64>(), a in 0..4usize, b in 0..4usize, edge in 0..4usize) {
        let edge = [Edge::Open, Edge::Wrap, Edge::Bounce, Edge::Clamp][edge];
        let mut plane = Setup::<2>::random(seed, COUNT, HALF);
        plane.space = Space::new(edge, [-HALF as f32; 2], [HALF as f32; 2]).unwrap();
        plane.assert_moves_alike(&Motion::none().quarters(0, 1, a), &straight(COUNT), 3e-5);
        let mut space = Setup::<3>::random(seed, COUNT, HALF);
        space.space = Space::new(edge, [-HALF as f32; 3], [HALF as f32; 3]).unwrap();
        space.assert_moves_alike(&Motion::none().quarters(0, 1, a).quarters(1, 2, b), &straight(COUNT), 3e-5);
    }

    #[test]
    fn mirrored(seed in any::<u64>(), angle in 0.0..TAU, axis in 0..3usize, edge in 0..4usize) {
        let edge = [Edge::Open, Edge::Wrap, Edge::Bounce, Edge::Clamp][edge];
        let mut plane = Setup::<2>::random(seed, COUNT, HALF);
        plane.assert_moves_alike(&Motion::none().turned(0, 1, angle).mirrored(axis % 2), &straight(COUNT), 3e-5);
        plane.space = Space::new(edge, [-HALF as f32; 2], [HALF as f32; 2]).unwrap();
        plane.assert_moves_alike(&Motion::none().mirrored(axis % 2), &straight(COUNT), 3e-5);
        let mut space = Setup::<3>::random(seed, COUNT, HALF);
        space.assert_moves_alike(&Motion::none().turned(0, 2, angle).mirrored(axis), &straight(COUNT), 3e-5);
        space.space = Space::new(edge, [-HALF as f32; 3], [HALF as f32; 3]).unwrap();
        space.assert_moves_alike(&Motion::none().mirrored(axis), &straight(COUNT), 3e-5);
    }

    #[test]
    fn under_other_ids(seed in any::<u64>()) {
        check_relabel::<2>(seed);
        check_relabel::<3>(seed);
    }
}
