//! Bodies that another program moves, blasts, and behaviors of the game's own.

use crate::common::*;
use flockstep::prelude::*;
use flockstep::steer::CustomBehavior;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

fn group() -> Group {
    Group::new("flock")
        .sight(sight(4.0))
        .behavior(Separation::new(2.0))
        .behavior(Alignment::default())
        .behavior(Wander::default())
        .captures(Captures { of: Of::Others, ..Captures::default() })
}

#[test]
fn steering_moves_nobody() {
    let mut world = cube::<3>(Edge::Wrap, 10.0, 0.1, 4);
    world.add_groups(vec![group(), Group::new("food")]).unwrap();
    world.populate(GroupId(0), 200).unwrap();
    world.populate(GroupId(1), 200).unwrap();
    let before = everyone(&world);
    for _ in 0..3 {
        world.steer();
        for (was, is) in before.iter().zip(everyone(&world)) {
            assert_eq!((was.id, was.x, was.v, was.h), (is.id, is.x, is.v, is.h));
        }
    }
    assert!(world.captures().is_empty() && world.capture_count() == 0, "nobody eats who does not move");
    assert_eq!(world.steps(), 3, "the counter moves on, so that draws do not repeat");
    assert!(world.agents_by_id().take(200).all(|agent| agent.steering != [0.0; 3]));
}

/// A program with a physics of its own that happens to be the engine's: fed back in, it is the same run.
#[test]
fn bodies_of_ones_own_can_be_fed_back_in() {
    let dt = 0.1f32;
    let make = || {
        let mut world = cube::<2>(Edge::Wrap, 10.0, dt, 4);
        world.add_group(group()).unwrap();
        world.populate(GroupId(0), 150).unwrap();
        world
    };
    let (mut own, mut fed) = (make(), make());
    for _ in 0..10 {
        own.step();
        fed.steer();
        let moved: Vec<(AgentId, [f32; 2], [f32; 2])> = fed
            .agents_by_id()
            .map(|agent| {
                let force = truncate(wide(agent.steering), 20.0);
                let velocity = truncate(add(wide(agent.velocity), mul(force, f64::from(dt))), 10.0);
                let position = add(wide(agent.position), mul(velocity, f64::from(dt)));
                (agent.id, position.map(|c| c as f32), velocity.map(|c| c as f32))
            })
            .collect();
        for (id, position, velocity) in moved {
            fed.feed(id, position, velocity).unwrap();
        }
        for (one, two) in everyone(&own).iter().zip(everyone(&fed)) {
            let space = own.space();
            let apart = wide(space.offset(one.x.map(|c| c as f32), two.x.map(|c| c as f32)));
            assert_near(apart, [0.0; 2], 1e-3, "position");
            assert_near(two.v, one.v, 1e-3, "velocity");
            assert_near(two.h, one.h, 1e-3, "heading");
        }
    }
}

#[test]
fn what_is_fed_is_brought_inside_and_keeps_its_heading_at_rest() {
    let mut world = cube::<2>(Edge::Wrap, 10.0, 0.1, 4);
    world.add_group(Group::new("one")).unwrap();
    world.spawn(GroupId(0), [0.0; 2], [0.0, 2.0]).unwrap();
    world.feed(AgentId(0), [13.0, 0.0], [0.0; 2]).unwrap();
    let agent = world.agent(AgentId(0)).unwrap();
    assert_eq!((agent.position, agent.velocity, agent.heading), ([-7.0, 0.0], [0.0; 2], [0.0, 1.0]));
    world.feed(AgentId(0), [1.0, 1.0], [-3.0, 0.0]).unwrap();
    assert_eq!(world.agent(AgentId(0)).unwrap().heading, [-1.0, 0.0]);
    assert!(world.feed(AgentId(9), [0.0; 2], [0.0; 2]).is_err());
}

#[test]
fn a_push_survives_the_speed_limit() {
    let mut world = open::<3>(0.1, 4);
    world
        .add_group(Group::new("one").body(PointBody { max_speed: 2.0, max_force: 5.0, ..PointBody::default() }))
        .unwrap();
    world.spawn(GroupId(0), [0.0; 3], [2.0, 0.0, 0.0]).unwrap();
    world.push(AgentId(0), [0.0, 30.0, 0.0]).unwrap();
    for step in 1..=10 {
        world.step();
        // It sheds what is beyond its limit by its own force, half a unit a step.
        let speed = len(wide(world.agent(AgentId(0)).unwrap().velocity));
        assert_close(speed, (904.0f64).sqrt() - 0.5 * f64::from(step), 1e-4, "speed");
    }
}

/// A behavior of the game's own: state it shares, a percept, a draw, in parallel.
struct Huddle {
    warmth: f32,
}

impl CustomBehavior<2> for Huddle {
    fn steer(&self, view: &View<'_, 2>) -> [f32; 2] {
        let draw = flockstep::random::fraction(view.random(flockstep::random::Purpose::Custom)[0]);
        let nearest = view.nearest().map_or([0.0; 2], |mate| mate.offset);
        nearest.map(|c| c * self.warmth * draw)
    }
}

#[test]
fn custom_behaviors_run_on_all_threads_with_the_same_bits() {
    let run = |threads: usize| {
        let mut world = cube::<2>(Edge::Wrap, 40.0, 0.1, 4);
        world.set_threads(threads).unwrap();
        world.register("huddle", Huddle { warmth: 0.5 }).unwrap();
        world.add_group(Group::new("penguins").sight(sight(3.0)).behavior(Custom::new("huddle"))).unwrap();
        world.populate(GroupId(0), 3000).unwrap();
        (0..10).for_each(|_| world.step());
        world
    };
    let one = run(1);
    assert!(one.agents().any(|agent| agent.velocity != [5.0, 0.0]));
    for threads in [2, 5] {
        assert_eq!(run(threads).hash(), one.hash(), "{threads} threads");
    }
    // A saved world names its behaviors; whoever resumes it must have them.
    assert!(World::<2>::from_snapshot(&one.snapshot()).is_err());
    let mut resumed = cube::<2>(Edge::Wrap, 40.0, 0.1, 4);
    resumed.register("huddle", Huddle { warmth: 0.5 }).unwrap();
    resumed.restore(&one.snapshot()).unwrap();
    assert_eq!(resumed.hash(), one.hash());
    let mut one = one;
    one.step();
    resumed.step();
    assert_eq!(resumed.hash(), one.hash());
}

/// A game keeps its world on any thread it likes.
#[test]
fn a_world_can_be_sent_and_shared() {
    fn sendable<T: Send + Sync>(world: T) -> T {
        world
    }
    let mut world = sendable(open::<2>(0.1, 1));
    world.add_group(group_alone()).unwrap();
    world.populate(GroupId(0), 10).unwrap();
    let world = std::thread::spawn(move || {
        world.step();
        world
    });
    assert_eq!(world.join().unwrap().steps(), 1);
}

fn group_alone() -> Group {
    Group::new("alone").behavior(Wander::default())
}

/// To wake a thread takes longer than to move a few.
#[test]
fn few_are_moved_by_whoever_asks() {
    for (agents, shared) in [(50, false), (900, false), (3000, true)] {
        let here = std::thread::current().id();
        let elsewhere = Arc::new(AtomicBool::new(false));
        let mut world = cube::<2>(Edge::Wrap, 40.0, 0.1, 4);
        world.set_threads(4).unwrap();
        let seen = elsewhere.clone();
        let watch = move |_: &View<'_, 2>| {
            seen.fetch_or(std::thread::current().id() != here, Ordering::Relaxed);
            [0.0; 2]
        };
        world.register("watch", watch).unwrap();
        world.add_group(Group::new("watched").sight(sight(3.0)).behavior(Custom::new("watch"))).unwrap();
        world.populate(GroupId(0), agents).unwrap();
        (0..5).for_each(|_| world.step());
        assert_eq!(elsewhere.load(Ordering::Relaxed), shared, "{agents} agents");
    }
}

/// A behavior that panics takes its step with it, not the world.
#[test]
fn a_panic_in_a_custom_behavior_is_survived() {
    static PANICS: AtomicBool = AtomicBool::new(true);
    for threads in [1, 3] {
        let mut world = cube::<2>(Edge::Wrap, 40.0, 0.1, 4);
        world.set_threads(threads).unwrap();
        let touchy = |view: &View<'_, 2>| {
            assert!(view.me.id != AgentId(1700) || !PANICS.load(Ordering::Relaxed), "touched");
            [1.0, 0.0]
        };
        world.register("touchy", touchy).unwrap();
        world.add_group(Group::new("touchy").sight(sight(3.0)).behavior(Custom::new("touchy"))).unwrap();
        world.populate(GroupId(0), 3000).unwrap();
        PANICS.store(true, Ordering::Relaxed);
        let hash = world.hash();
        let step = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| world.step()));
        assert!(step.is_err());
        assert_eq!(world.hash(), hash, "nobody has moved");
        PANICS.store(false, Ordering::Relaxed);
        (0..3).for_each(|_| world.step());
        let mut ids: Vec<AgentId> = world.ids().to_vec();
        ids.sort_unstable();
        assert!(ids.into_iter().eq((0..3000).map(AgentId)), "everyone is still there, once");
    }
}

#[test]
fn many_bodies_are_fed_and_read_at_once_and_a_mistake_changes_nothing() {
    let mut world = World::<2>::new(Space::open(), 0.1, 3).unwrap();
    let birds = Group::new("birds").behavior(Cohesion::default()).behavior(Separation::new(1.0));
    let birds = world.add_group(birds).unwrap();
    let ids = world.populate(birds, 300).unwrap();
    let mut one_by_one = world.clone();
    let positions: Vec<[f32; 2]> = (0..300).map(|nth| [nth as f32 % 17.0, nth as f32 / 17.0]).collect();
    let velocities: Vec<[f32; 2]> = (0..300).map(|nth| [1.0, nth as f32 * 0.01]).collect();
    world.feed_bodies(&ids, &positions, &velocities).unwrap();
    for ((id, position), velocity) in ids.iter().zip(&positions).zip(&velocities) {
        one_by_one.feed(*id, *position, *velocity).unwrap();
    }
    world.steer();
    one_by_one.steer();
    let mut steering = vec![[0.0; 2]; 300];
    world.read_steering(&ids, &mut steering).unwrap();
    for (id, steering) in ids.iter().zip(&steering) {
        assert_eq!(one_by_one.agent(*id).unwrap().steering, *steering);
    }
    let before = world.snapshot();
    let mut wrong = positions.clone();
    wrong[299][1] = f32::NAN;
    assert!(world.feed_bodies(&ids, &wrong, &velocities).is_err());
    assert!(world.feed_bodies(&ids, &positions[1..], &velocities).unwrap_err().to_string().contains("as many as ids"));
    let strangers: Vec<AgentId> = (900..1200).map(AgentId).collect();
    assert!(world.feed_bodies(&strangers, &positions, &velocities).is_err());
    assert!(world.read_steering(&ids, &mut steering[1..]).is_err());
    assert!(world.snapshot() == before, "a refused call changes nothing");
}

#[test]
fn bodies_fed_at_once_are_where_they_would_be_if_fed_one_by_one() {
    for edge in [Edge::Open, Edge::Wrap, Edge::Bounce, Edge::Clamp] {
        let mut world = cube::<3>(edge, 10.0, 0.1, 4);
        let flock = world.add_group(Group { name: "flock".into(), ..group() }).unwrap();
        world.populate(flock, 203).unwrap();
        world.step();
        // In no order; some twice (the last time moving), some not at all, some outside, some at rest.
        let ids: Vec<AgentId> = (0..260u32).map(|nth| AgentId(nth * 37 % 190)).collect();
        let point = |nth: usize| [0, 1, 2].map(|axis| (nth * (7 + axis) % 50) as f32 * 0.25 - 1.0);
        let positions: Vec<[f32; 3]> = (0..260).map(point).collect();
        let velocities: Vec<[f32; 3]> = (0..260)
            .map(|nth| if nth < 190 && nth % 9 == 0 { [0.0; 3] } else { [1.0, 0.5, nth as f32 * 1e-3] })
            .collect();
        let mut one_by_one = world.clone();
        world.feed_bodies(&ids, &positions, &velocities).unwrap();
        for ((id, position), velocity) in ids.iter().zip(&positions).zip(&velocities) {
            one_by_one.feed(*id, *position, *velocity).unwrap();
        }
        assert!(world.snapshot() == one_by_one.snapshot(), "{edge:?}");
    }
}

#[test]
fn ids_of_obstacles_stay_when_one_before_them_goes() {
    let mut world = World::<2>::new(Space::open(), 0.1, 3).unwrap();
    let ball = |x: f32| Obstacle::Ball { center: [x, 0.0], radius: 1.0 };
    let ids: Vec<ObstacleId> = [1.0, 5.0, 9.0].map(|x| world.add_obstacle(ball(x)).unwrap()).to_vec();
    world.remove_obstacle(ids[0]).unwrap();
    assert_eq!(world.obstacle(ids[2]).unwrap().center(), [9.0, 0.0]);
    assert!(world.obstacle(ids[0]).is_err() && world.set_obstacle_velocity(ids[0], [1.0, 0.0]).is_err());
    let back = World::<2>::from_snapshot(&world.snapshot()).unwrap();
    assert_eq!(back.obstacle_ids(), &ids[1..], "ids come back");
    let mut back = back;
    assert!(back.add_obstacle(ball(20.0)).unwrap() > ids[2], "an id is never given again");
}
