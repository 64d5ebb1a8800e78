//! What another library's own unit tests expect, where its definitions and ours agree.
//!
//! The numbers are those of yuka 0.7.8 (MIT). Every case is either checked or left out for a reason given here; a case
//! that nobody thought of fails. Where ours differs on purpose, the behavior's own description says so.

#![allow(clippy::unwrap_used)]

mod common;

use common::*;
use flockstep::prelude::*;
use flockstep::steer::{Distance, Falloff, REGISTRY};
use serde_json::Value as Json;

const CASES: &str = include_str!("golden/yuka_unit_expectations.json");

/// Three numbers of a case.
fn three(json: &Json) -> Option<[f32; 3]> {
    let numbers: Vec<f32> = json.as_array()?.iter().map(|number| number.as_f64().unwrap() as f32).collect();
    numbers.try_into().ok()
}
fn number(case: &Json, key: &str, default: f32) -> f32 {
    case.get(key).map_or(default, |value| value.as_f64().unwrap() as f32)
}

/// The world of a case: the vehicle at the origin in the group "me", a point body of max speed 1, pointing along z.
struct Vehicle {
    world: World<3>,
}

const FORWARD: [f32; 3] = [0.0, 0.0, 1.0];

impl Vehicle {
    fn new(case: &Json, behavior: impl Into<Behavior>) -> Vehicle {
        let mut world = open::<3>(number(case, "dt", 1.0), 1);
        let body = PointBody {
            max_speed: number(case, "max_speed", 1.0),
            max_force: number(case, "max_force", 100.0),
            mass: number(case, "mass", 1.0),
            ..PointBody::default()
        };
        if let Some(force) = case.get("force_in").and_then(three) {
            world.register("force", move |_: &View<'_, 3>| force).unwrap();
        }
        for (nth, force) in case.get("forces").and_then(Json::as_array).into_iter().flatten().enumerate() {
            let force = three(force).unwrap();
            world.register(format!("force {nth}"), move |_: &View<'_, 3>| force).unwrap();
        }
        let me = Group::new("me").body(body.clone()).behavior(behavior);
        world.add_groups(vec![me, Group::new("others").body(body)]).unwrap();
        let mut vehicle = Vehicle { world };
        let velocity = case.get("vel").and_then(three).unwrap_or([0.0; 3]);
        vehicle.put(GroupId(0), [0.0; 3], FORWARD, velocity);
        vehicle
    }
    /// An agent that points so, moving or not.
    fn put(&mut self, group: GroupId, position: [f32; 3], forward: [f32; 3], velocity: [f32; 3]) {
        let id = self.world.spawn(group, position, forward).unwrap();
        self.world.feed(id, position, velocity).unwrap();
    }
    /// Another vehicle, as a case describes it.
    fn other(mut self, other: &Json) -> Vehicle {
        let velocity = other.get("vel").and_then(three).unwrap_or([0.0; 3]);
        self.put(GroupId(1), three(&other["pos"]).unwrap(), FORWARD, velocity);
        self
    }
    /// At its full speed: the library's estimates always take this one.
    fn at_full_speed(mut self) -> Vehicle {
        self.world.feed(AgentId(0), [0.0; 3], FORWARD).unwrap();
        self
    }
    fn force(mut self) -> V<3> {
        self.world.steer();
        wide(self.world.agent(AgentId(0)).unwrap().steering)
    }
}

fn push(rule: impl Into<Rule>) -> Behavior {
    Behavior::new(rule).response(Response::Push)
}

/// The force that we make of a case, or the reason why it is left out.
fn ours(case: &Json) -> Result<V<3>, &'static str> {
    let target = case.get("target").and_then(three);
    let predicted = case.get("prediction_factor").is_some();
    let name = case["b"].as_str().unwrap();
    Ok(match name {
        "seek" => Vehicle::new(case, Seek::new(Target::point(target.unwrap()))).force(),
        "flee" if target == Some([0.0; 3]) => return Err("coincident: they have a fixed axis, we the ids"),
        "flee" => {
            let flee = Flee { target: vec![Target::point(target.unwrap())], distance: number(case, "panic", 10.0) };
            Vehicle::new(case, flee).force()
        }
        "arrive" if case.get("vel").is_none() && target == Some([0.0, 0.0, 1.0]) => {
            return Err("speeding up inside the slowing distance: they ramp, we seek");
        }
        "arrive" => {
            let arrive = Arrive {
                slowing_distance: number(case, "max_speed", 1.0) * number(case, "deceleration", 3.0),
                stop_distance: number(case, "tolerance", 0.0),
                ..Arrive::new(Target::point(target.unwrap()))
            };
            Vehicle::new(case, arrive).force()
        }
        "pursuit" | "evade" if predicted => return Err("we have no prediction factor"),
        // They work with the top speed, we with the present one: at full speed the aims are the same. Theirs is at rest,
        // so that their force is the aim.
        "pursuit" => {
            let vehicle = Vehicle::new(case, push(Pursue::new(Target::first("others"))));
            vehicle.other(&case["evader"]).at_full_speed().force()
        }
        "evade" if number(case, "panic", 0.0) == 5.0 => {
            return Err("they measure the distance to the predicted point, we to where the threat is");
        }
        "evade" => {
            let evade = Evade { distance: number(case, "panic", 10.0), ..Evade::default() };
            Vehicle::new(case, push(evade)).other(&case["pursuer"]).at_full_speed().force()
        }
        "separation" => {
            let rule = Separation {
                distance: Distance::Length(10.0),
                falloff: Falloff::Inverse,
                clamp: false,
                ..Separation::default()
            };
            let mut vehicle = Vehicle::new(case, rule);
            for neighbor in case["neighbors"].as_array().unwrap() {
                let position = three(&neighbor["pos"]).unwrap();
                // A coincident neighbour does not push there; here it does, by the ids.
                if position != [0.0; 3] {
                    vehicle.put(GroupId(0), position, FORWARD, [0.0; 3]);
                }
            }
            vehicle.force()
        }
        "alignment" => {
            let mut vehicle = Vehicle::new(case, Behavior::new(Alignment::default()).response(Response::Face));
            for neighbor in case["neighbors"].as_array().unwrap() {
                // They average where the bows point, we where the motion goes: here these are the same.
                let forward = three(&neighbor["forward"]).unwrap();
                vehicle.put(GroupId(0), [1.0, 1.0, 1.0], forward, forward);
            }
            vehicle.force()
        }
        "cohesion" => {
            let mut vehicle = Vehicle::new(case, Cohesion::default());
            for neighbor in case["neighbors"].as_array().unwrap() {
                vehicle.put(GroupId(0), three(&neighbor["pos"]).unwrap(), FORWARD, [0.0; 3]);
            }
            vehicle.force()
        }
        "obstacle_avoidance" if case["obstacles"].as_array().unwrap().len() == 2 => {
            return Err("they mind the nearest alone and brake; we steer aside from each");
        }
        "obstacle_avoidance" => {
            let mut vehicle = Vehicle::new(case, AvoidObstacles::default());
            for obstacle in case["obstacles"].as_array().unwrap() {
                let (center, radius) = (three(&obstacle["pos"]).unwrap(), number(obstacle, "radius", 1.0));
                vehicle.world.add_obstacle(Obstacle::Ball { center, radius }).unwrap();
            }
            vehicle.force()
        }
        "vehicle_update" => {
            let mut vehicle = Vehicle::new(case, Custom::new("force"));
            vehicle.world.step();
            wide(vehicle.world.agent(AgentId(0)).unwrap().position)
        }
        "combine_prioritised" => {
            let mut vehicle = Vehicle::new(case, Behavior::new(Custom::new("force 0")).weight(0.0));
            let weight = |nth: usize| case.get("weights").map_or(1.0, |all| all[nth].as_f64().unwrap() as f32);
            let parts = (0..case["forces"].as_array().unwrap().len())
                .map(|nth| Behavior::new(Custom::new(format!("force {nth}"))).weight(weight(nth)))
                .collect();
            let change = |group: &mut Group| {
                group.settings.behaviors = parts;
                group.settings.blend.kind = BlendKind::Budget;
            };
            vehicle.world.edit_group(GroupId(0), change).unwrap();
            vehicle.force()
        }
        "wander" => return Err("theirs keeps to the ground and is as long as the way to its point; ours is an aim"),
        "offset_pursuit" => {
            return Err("theirs arrives at an offset in the leader's frame; ours seeks one at an angle");
        }
        "interpose" | "follow_path" | "on_path" => return Err("not among the behaviors yet"),
        "smoother" => return Err("smoothing is for those who draw"),
        unknown => panic!("nobody thought of a case \"{unknown}\""),
    })
}

#[test]
fn where_definitions_agree_so_do_the_numbers() {
    let golden: Json = serde_json::from_str(CASES).unwrap();
    let (mut checked, mut left_out) = (0, Vec::new());
    for (nth, case) in golden["cases"].as_array().unwrap().iter().enumerate() {
        match ours(case) {
            Ok(got) => {
                let want = case.get("force").or(case.get("pos_after")).and_then(three).unwrap();
                assert_near(got, wide(want), 1e-6, &format!("case {nth}: {case}"));
                checked += 1;
            }
            Err(reason) => left_out.push(format!("{}: {reason}", case["b"])),
        }
    }
    assert_eq!((checked, left_out.len()), (31, 18), "left out:\n{}", left_out.join("\n"));
}

/// Differences on purpose are told where people look for them.
#[test]
fn behaviors_that_differ_say_so() {
    for name in ["flee", "arrive", "pursue", "evade", "separation", "alignment", "wander", "avoid_obstacles"] {
        let entry = REGISTRY.iter().find(|entry| entry.name == name).unwrap();
        assert!(entry.about.fails.contains("another library"), "{name}: {}", entry.about.fails);
    }
}
