//! The vehicles text: nine behaviors in the plane, layers, listed threats, a viewing angle, a body that keeps a blast.

use crate::TOLERANCE;
use crate::common::*;
use flockstep::prelude::*;
use flockstep::steer::{Distance, Falloff};

const TIME_STEP: f64 = 0.1;
const MAX_FORCE: f64 = 130.0;
const MAX_SPEED: f64 = 6.0;
const MASS: f64 = 1.6;
/// Weights, by the text's names.
const SEEK: f64 = 0.5;
const FLEE: f64 = 1.1;
const PURSUE: f64 = 0.8;
const EVADE: f64 = 0.9;
const ARRIVE: f64 = 5.0;
const SEPARATE: f64 = 60.0;
const ALIGN: f64 = 9.0;
const GATHER: f64 = 1.3;
/// Ranges.
const FLEE_DISTANCE: f64 = 7.0;
const EVADE_DISTANCE: f64 = 9.0;
const SLOWING_DISTANCE: f64 = 8.0;
const SEPARATE_DISTANCE: f64 = 3.0;
const ALIGN_DISTANCE: f64 = 5.0;
const GATHER_DISTANCE: f64 = 6.0;
/// Distance and angle in degrees of the pursuit's offset.
const OFFSET: [f64; 2] = [2.5, 130.0];

/// Who minds whom: agents flock with the layer "herd", flee from "predator", evade what is "predator" and "armed" and
/// whom they list.
const LAYERS: [&[&str]; 4] = [&["herd"], &["herd", "hare"], &["predator"], &["predator", "armed"]];

fn has_all(group: GroupId, layers: &[&str]) -> bool {
    layers.iter().all(|layer| LAYERS[group.index()].contains(layer))
}

/// How much of the neighbours an agent takes in: a viewing angle, or a number of the nearest.
#[derive(Clone, Copy)]
enum Limit {
    Angle(f64),
    Nearest(usize),
}

fn agents(limit: Limit, listed: &[AgentId]) -> Group {
    let separation = Separation {
        distance: Distance::Length(SEPARATE_DISTANCE as f32),
        falloff: Falloff::Inverse,
        clamp: false,
        ..Separation::default()
    };
    let pursue =
        Pursue { target: Target::first("hares"), offset_distance: OFFSET[0] as f32, offset_angle: OFFSET[1] as f32 };
    let armed = Of::Layers { layers: vec!["predator".into(), "armed".into()], all: true };
    let evade = Evade { target: listed.iter().copied().map(Target::Agent).collect(), distance: EVADE_DISTANCE as f32 };
    let arrive = Arrive {
        slowing_distance: SLOWING_DISTANCE as f32,
        stop_distance: 1e-5,
        approach_weight: Some(SEEK as f32),
        ..Arrive::new(Target::marker("home"))
    };
    let flock = |rule: Rule, radius: f64, weight: f64| {
        let mut behavior = Behavior::new(rule).of(Of::layers(["herd"])).radius(radius as f32).weight(weight as f32);
        match limit {
            Limit::Angle(angle) => behavior.common.angle = Some(angle as f32),
            Limit::Nearest(count) => behavior.common.nearest = Some(count as u32),
        }
        behavior
    };
    let push = |behavior: Behavior| behavior.response(Response::Push);
    let align = Alignment { normalize: true, ..Alignment::default() };
    let gather = Cohesion { include_self: true, ..Cohesion::default() };
    Group::new("agents")
        .layers(LAYERS[0].iter().copied())
        .body(PointBody {
            mass: MASS as f32,
            max_force: MAX_FORCE as f32,
            max_speed: MAX_SPEED as f32,
            ..PointBody::default()
        })
        .behavior(Behavior::new(Seek::new(Target::marker("goal"))).weight(SEEK as f32))
        .behavior(
            Behavior::new(Flee { distance: FLEE_DISTANCE as f32, ..Flee::default() })
                .of(Of::layers(["predator"]))
                .weight(FLEE as f32),
        )
        .behavior(Behavior::new(pursue).weight(PURSUE as f32))
        .behavior(Behavior::new(evade).of(armed).weight(EVADE as f32))
        .behavior(Behavior::new(arrive).weight(ARRIVE as f32))
        .behavior(push(flock(separation.into(), SEPARATE_DISTANCE, SEPARATE)))
        .behavior(flock(align.into(), ALIGN_DISTANCE, ALIGN).response(Response::Face))
        .behavior(push(flock(gather.into(), GATHER_DISTANCE, GATHER * MAX_SPEED)))
}

/// The world as the text's formulas see it.
struct Text<'a> {
    everyone: &'a [Seen<2>],
    goal: V<2>,
    home: V<2>,
    listed: &'a [AgentId],
    limit: Limit,
}

#[derive(Default, Debug)]
struct Taken {
    fled: usize,
    evaded: usize,
    speeding_up: usize,
    slowing: usize,
    arrived: usize,
    truncated: usize,
    limited: usize,
    hidden: usize,
}

impl Text<'_> {
    fn seek(&self, me: &Seen<2>, point: V<2>) -> V<2> {
        if point == me.x { [0.0; 2] } else { sub(mul(unit(sub(point, me.x)), MAX_SPEED), me.v) }
    }

    fn others(&self, me: &Seen<2>, layers: &[&str], distance: f64) -> impl Iterator<Item = &Seen<2>> {
        let near = move |other: &&Seen<2>| len(sub(other.x, me.x)) < distance;
        self.everyone.iter().filter(|other| other.id != me.id && has_all(other.group, layers)).filter(near)
    }

    /// Neighbours for the three flocking behaviors.
    fn neighbors(&self, me: &Seen<2>, distance: f64, taken: &mut Taken) -> Vec<&Seen<2>> {
        let mut near: Vec<&Seen<2>> = self.others(me, &["herd"], distance).collect();
        match self.limit {
            Limit::Angle(angle) => {
                let found = near.len();
                near.retain(|other| dot(me.h, unit(sub(other.x, me.x))) > (angle / 2.0).to_radians().cos());
                taken.hidden += found - near.len();
            }
            Limit::Nearest(count) => {
                near.sort_by(|one, two| len(sub(one.x, me.x)).total_cmp(&len(sub(two.x, me.x))));
                taken.hidden += near.len().saturating_sub(count);
                near.truncate(count);
            }
        }
        near
    }

    fn predicted(&self, me: &Seen<2>, target: &Seen<2>) -> V<2> {
        let total = len(me.v) + len(target.v);
        let inverse = if total > 0.0 { 1.0 / total } else { 1.0 };
        add(target.x, mul(target.v, len(sub(me.x, target.x)) * inverse))
    }

    fn flee(&self, me: &Seen<2>, taken: &mut Taken) -> V<2> {
        let mut total = [0.0; 2];
        for threat in self.others(me, &["predator"], FLEE_DISTANCE) {
            taken.fled += 1;
            total = add(total, sub(mul(unit(sub(me.x, threat.x)), MAX_SPEED), me.v));
        }
        total
    }

    fn pursue(&self, me: &Seen<2>) -> V<2> {
        let Some(target) = self.everyone.iter().find(|other| other.group == GroupId(1)) else { return [0.0; 2] };
        let angle = target.h[1].atan2(target.h[0]) + OFFSET[1].to_radians();
        let beside = [angle.cos() * OFFSET[0], angle.sin() * OFFSET[0]];
        self.seek(me, add(self.predicted(me, target), beside))
    }

    fn evade(&self, me: &Seen<2>, taken: &mut Taken) -> V<2> {
        let listed = self.everyone.iter().filter(|other| other.id != me.id && self.listed.contains(&other.id));
        let listed = listed.filter(|other| len(sub(other.x, me.x)) < EVADE_DISTANCE);
        let mut total = [0.0; 2];
        for threat in listed.chain(self.others(me, &["predator", "armed"], EVADE_DISTANCE)) {
            taken.evaded += 1;
            total = add(total, sub(mul(unit(sub(me.x, self.predicted(me, threat))), MAX_SPEED), me.v));
        }
        total
    }

    /// Weighted already: it speeds up with the weight of seek.
    fn arrive(&self, me: &Seen<2>, taken: &mut Taken) -> V<2> {
        let to_home = sub(self.home, me.x);
        if len(to_home) <= 1e-5 {
            taken.arrived += 1;
            return mul(me.v, -ARRIVE);
        }
        let clipped = (MAX_SPEED * len(to_home) / SLOWING_DISTANCE).min(MAX_SPEED);
        if clipped > len(me.v) {
            taken.speeding_up += 1;
            return mul(self.seek(me, self.home), SEEK);
        }
        taken.slowing += 1;
        mul(sub(mul(unit(to_home), clipped), me.v), ARRIVE)
    }

    fn flock(&self, me: &Seen<2>, taken: &mut Taken) -> V<2> {
        let mut separate = [0.0; 2];
        for mate in self.neighbors(me, SEPARATE_DISTANCE, taken) {
            let away = sub(me.x, mate.x);
            separate = add(separate, mul(unit(away), 1.0 / len(away)));
        }
        let mates = self.neighbors(me, ALIGN_DISTANCE, taken);
        let sum = mates.iter().fold([0.0; 2], |sum, mate| add(sum, mate.h));
        let align = if mates.is_empty() { [0.0; 2] } else { sub(unit(sum), me.h) };
        let mates = self.neighbors(me, GATHER_DISTANCE, taken);
        let middle = mates.iter().fold(me.x, |sum, mate| add(sum, mate.x));
        let middle = mul(middle, 1.0 / (mates.len() + 1) as f64);
        let gather = if mates.is_empty() { [0.0; 2] } else { mul(unit(sub(middle, me.x)), MAX_SPEED) };
        add(add(mul(separate, SEPARATE), mul(align, ALIGN)), mul(gather, GATHER))
    }

    /// The text's velocity after one step.
    fn velocity(&self, me: &Seen<2>, taken: &mut Taken) -> V<2> {
        let parts = [
            mul(self.seek(me, self.goal), SEEK),
            mul(self.flee(me, taken), FLEE),
            mul(self.pursue(me), PURSUE),
            mul(self.evade(me, taken), EVADE),
            self.arrive(me, taken),
            self.flock(me, taken),
        ];
        let force = parts.into_iter().fold([0.0; 2], add);
        taken.truncated += usize::from(len(force) > MAX_FORCE);
        let moved = add(me.v, mul(truncate(force, MAX_FORCE), TIME_STEP / MASS));
        taken.limited += usize::from(len(moved) > MAX_SPEED);
        truncate(moved, MAX_SPEED)
    }
}

#[test]
fn a_step_of_the_vehicles_is_the_texts_own() {
    let mut taken = Taken::default();
    for seed in 0..16 {
        let limit = if seed % 2 == 0 { Limit::Angle(230.0) } else { Limit::Nearest(4) };
        let mut rng = Draws::new(900 + seed);
        let mut world = open::<2>(TIME_STEP as f32, seed);
        let (goal, home): ([f32; 2], [f32; 2]) = (rng.vector(15.0), rng.vector(9.0));
        world.set_marker("goal", goal).unwrap();
        world.set_marker("home", home).unwrap();
        // A hare, a mate and nobody: only those who exist, and only within the distance, are run from.
        let listed = [31, 5, 999].map(AgentId);
        let silent = |name: &str, layers: usize| Group::new(name).layers(LAYERS[layers].iter().copied());
        let groups = vec![agents(limit, &listed), silent("hares", 1), silent("dogs", 2), silent("wolves", 3)];
        world.add_groups(groups).unwrap();
        for nth in 0..40 {
            let group = if nth < 30 { 0 } else { 1 + nth % 3 };
            // The first starts at home.
            let position = if nth == 0 { home } else { rng.vector(10.0) };
            world.spawn(GroupId(group), position, rng.velocity(MAX_SPEED)).unwrap();
        }
        let before = everyone(&world);
        world.step();
        let text = Text { everyone: &before, goal: wide(goal), home: wide(home), listed: &listed, limit };
        for (was, is) in before.iter().zip(everyone(&world)).filter(|(was, _)| was.group == GroupId(0)) {
            let velocity = text.velocity(was, &mut taken);
            assert_near(is.v, velocity, TOLERANCE, "velocity");
            assert_near(is.x, add(was.x, mul(velocity, TIME_STEP)), TOLERANCE, "position");
        }
    }
    let Taken { fled, evaded, speeding_up, slowing, arrived, truncated, limited, hidden } = taken;
    let times = [fled, evaded, speeding_up, slowing, arrived, truncated, limited, hidden];
    assert!(times.iter().all(|times| *times > 5), "some branch was hardly taken: {taken:?}");
}

/// The wander point after a step, read out of the steering: with the circle at no distance the aim is the way to it.
fn wander_points<const D: usize>(wander: &Wander, steps: usize) -> Vec<V<D>> {
    let mut world = open::<D>(0.1, 77);
    let wander = Behavior::new(wander.clone()).response(Response::Push);
    let group = world.add_group(Group::new("lone").body(free_body(5.0)).behavior(wander)).unwrap();
    let heading = std::array::from_fn(|axis| if axis == 1 { 2.0 } else { 0.0 });
    world.spawn(group, [0.0; D], heading).unwrap();
    (0..steps)
        .map(|_| {
            world.steer();
            wide(world.agent(AgentId(0)).unwrap().steering)
        })
        .collect()
}

fn wander_keeps_to_its_circles<const D: usize>() {
    let (strength, rate) = (4.0, 0.5);
    let circle = Wander { strength, rate, distance: Some(0.0) };
    let points = wander_points::<D>(&circle, 400);
    // The target circle has radius `rate` and its centre on the future circle of radius `strength`: seen from the
    // middle it spans asin(rate/strength) to either side.
    let most = f64::from(rate / strength).asin();
    let mut greatest: f64 = 0.0;
    for pair in points.windows(2) {
        let angle = dot(pair[0], pair[1]).min(1.0).acos();
        assert!(angle <= most + 1e-3, "moved by {angle}, at most {most}");
        greatest = greatest.max(angle);
    }
    assert!(greatest > 0.9 * most, "the point hardly moves: {greatest} of {most}");
    for point in &points {
        assert_close(len(*point), 1.0, 1e-5, "on the circle");
    }
    // With the circle ahead, the same draws: the aim is the way to its centre plus the same point.
    for distance in [Some(6.0), Some(1.0), None] {
        let ahead = wander_points::<D>(&Wander { distance, ..circle.clone() }, 400);
        let heading: V<D> = std::array::from_fn(|axis| if axis == 1 { 1.0 } else { 0.0 });
        let far = f64::from(distance.unwrap_or(5.0));
        for (point, aim) in points.iter().zip(ahead) {
            let want = unit(add(mul(heading, far), mul(*point, f64::from(strength))));
            assert_near(aim, want, TOLERANCE, "toward the point on the circle ahead");
        }
    }
}

#[test]
fn wander_keeps_to_its_circles_in_the_plane() {
    wander_keeps_to_its_circles::<2>();
}

#[test]
fn wander_keeps_to_its_circles_in_space() {
    wander_keeps_to_its_circles::<3>();
}

/// Launched by a cannon, a vehicle is not slowed to its max speed at once: its own force alone can brake it.
#[test]
fn a_blast_is_not_lost() {
    let body = PointBody { mass: 2.0, max_force: 10.0, max_speed: 3.0, ..PointBody::default() };
    let seek = Behavior::new(Seek::new(Target::point([-1000.0, 0.0])));
    let mut world = open::<2>(0.1, 1);
    let group = world.add_group(Group::new("vehicle").body(body).behavior(seek)).unwrap();
    world.spawn(group, [0.0; 2], [-3.0, 0.0]).unwrap();
    world.push(AgentId(0), [50.0, 0.0]).unwrap();
    let mut speed = 47.0;
    for _ in 0..20 {
        world.step();
        speed -= 10.0 / 2.0 * 0.1;
        assert_near(
            wide(world.agent(AgentId(0)).unwrap().velocity),
            [speed, 0.0],
            TOLERANCE,
            "braked by the body alone",
        );
    }
    // Once within its own limits again, it keeps to them.
    for _ in 0..400 {
        world.step();
    }
    assert_near(wide(world.agent(AgentId(0)).unwrap().velocity), [-3.0, 0.0], TOLERANCE, "seeking again");
}
