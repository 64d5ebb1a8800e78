//! Obstacles: thousands of them steer as if each had been asked, and those that move do.

use flockstep::prelude::*;
use flockstep::vector::{add, dot, length, scale, sub, unit_and_length};

/// Numbers that look random, the same ones every time.
pub struct Draw(pub u64);
impl Draw {
    pub fn share(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 40) as f32 / (1u64 << 24) as f32
    }
    fn point<const D: usize>(&mut self, half: f32) -> [f32; D] {
        std::array::from_fn(|_| (2.0 * self.share() - 1.0) * half)
    }
}

/// The text's feeler, asking every ball of the world.
fn ask_each<const D: usize>(view: &View<'_, D>) -> [f32; D] {
    let (me, feeler) = (&view.me, 8.0);
    let mut total = [0.0; D];
    for obstacle in view.obstacles() {
        let Obstacle::Ball { center, radius } = obstacle else { continue };
        let to = view.space().offset_to_point(me.position, *center);
        let along = dot(to, me.heading);
        let across = sub(to, scale(me.heading, along));
        if along > 0.0 && along < feeler && length(across) < *radius {
            let (toward, off) = unit_and_length(across);
            assert!(off > 1e-6, "no tie in a drawn world");
            total = add(total, scale(toward.map(|c| -c), feeler / length(to).max(1e-3 * feeler)));
        }
    }
    total
}

fn world<const D: usize>(edge: Edge, behavior: impl Into<Behavior>, moving: bool) -> World<D> {
    let space = Space::new(edge, [-60.0; D], [60.0; D]).unwrap();
    let mut world = World::new(space, 0.05, 3).unwrap();
    world.register("ask each", ask_each::<D>).unwrap();
    let mut draw = Draw(7);
    for nth in 0..4000 {
        let center = draw.point(70.0);
        let id = world.add_obstacle(Obstacle::Ball { center, radius: 0.2 + draw.share() }).unwrap();
        if moving && nth % 3 == 0 {
            world.set_obstacle_velocity(id, draw.point::<D>(4.0)).unwrap();
        }
    }
    let body = PointBody { max_speed: 4.0, ..PointBody::default() };
    world.add_group(Group::new("one").body(body).behavior(behavior)).unwrap();
    world.populate(GroupId(0), 300).unwrap();
    world
}

fn same_steering<const D: usize>(edge: Edge, moving: bool) {
    let feeler = AvoidObstacles { lookahead: 8.0, ..AvoidObstacles::default() };
    let mut indexed: World<D> = world(edge, Behavior::new(feeler).response(Response::Push), moving);
    let mut asked: World<D> = world(edge, Behavior::new(Custom::new("ask each")), moving);
    let mut met = 0;
    for step in 0..20 {
        indexed.step();
        asked.step();
        for id in 0..300 {
            let steering = indexed.agent(AgentId(id)).unwrap().steering;
            assert_eq!(steering, asked.agent(AgentId(id)).unwrap().steering, "step {step}, agent {id}");
            met += u32::from(steering != [0.0; D]);
        }
    }
    assert_eq!(indexed.hash(), asked.hash());
    assert!(met > 10, "only {met} met anything");
}

#[test]
fn thousands_of_obstacles_steer_as_if_each_had_been_asked() {
    same_steering::<2>(Edge::Open, false);
    same_steering::<2>(Edge::Wrap, true);
    same_steering::<3>(Edge::Wrap, false);
    same_steering::<3>(Edge::Bounce, true);
}

#[test]
fn obstacles_move_and_do_at_the_edge_what_agents_do() {
    for (edge, want) in [(Edge::Wrap, [-9.0, 0.0]), (Edge::Bounce, [9.0, 0.0]), (Edge::Open, [11.0, 0.0])] {
        let mut world = World::<2>::new(Space::new(edge, [-10.0; 2], [10.0; 2]).unwrap(), 0.5, 1).unwrap();
        let id = world.add_obstacle(Obstacle::Box { min: [6.0, -1.0], max: [8.0, 1.0] }).unwrap();
        world.set_obstacle_velocity(id, [4.0, 0.0]).unwrap();
        world.step();
        world.step();
        assert_eq!(world.obstacle(id).unwrap().center(), want, "{edge:?}");
        assert_eq!(world.obstacle_ids(), [id]);
        let back = if edge == Edge::Bounce { -4.0 } else { 4.0 };
        assert_eq!(world.obstacle_velocities()[0], [back, 0.0], "{edge:?}");
    }
    let mut world = World::<2>::new(Space::open(), 0.5, 1).unwrap();
    assert!(world.set_obstacle_velocity(ObstacleId(0), [1.0, 0.0]).is_err());
    world.add_obstacle(Obstacle::Ball { center: [0.0; 2], radius: 1.0 }).unwrap();
    assert!(world.set_obstacle_velocity(ObstacleId(0), [f32::NAN, 0.0]).is_err());
}

/// A body of radius 1 heads past a post by less than its radius: a thin feeler does not notice, a swept one does.
#[test]
fn a_swept_feeler_respects_the_body() {
    let steers = |rule: AvoidObstacles, center: [f32; 2], velocity: [f32; 2]| {
        let mut world = World::<2>::new(Space::open(), 0.1, 1).unwrap();
        let post = world.add_obstacle(Obstacle::Ball { center, radius: 0.2 }).unwrap();
        world.set_obstacle_velocity(post, velocity).unwrap();
        let body = PointBody { radius: 1.0, max_speed: 4.0, ..PointBody::default() };
        world.add_group(Group::new("one").body(body).behavior(rule)).unwrap();
        world.spawn(GroupId(0), [0.0; 2], [2.0, 0.0]).unwrap();
        world.steer();
        world.agent(AgentId(0)).unwrap().steering
    };
    let thin = AvoidObstacles::default();
    let swept = AvoidObstacles { swept: true, ..AvoidObstacles::default() };
    let whiskers = AvoidObstacles { feelers: 3, spread: 15.0, ..AvoidObstacles::default() };
    assert_eq!(steers(thin.clone(), [3.0, 0.8], [0.0; 2]), [0.0; 2]);
    assert!(steers(swept.clone(), [3.0, 0.8], [0.0; 2])[1] < -1.0);
    assert!(steers(whiskers, [3.0, 0.8], [0.0; 2])[1] < -1.0);
    assert_eq!(steers(swept.clone(), [3.0, 1.3], [0.0; 2]), [0.0; 2]);
    // What is out of the way now will be in it by then.
    assert_eq!(steers(swept.clone(), [4.0, 4.0], [0.0; 2]), [0.0; 2]);
    assert!(steers(swept, [4.0, 4.0], [0.0, -2.0]) != [0.0; 2]);
}

/// Agents that cruise among posts with swept feelers hardly ever touch one; without they plough through.
#[test]
fn swept_feelers_lead_between_posts_in_space_too() {
    let touches = |behaviors: Vec<Behavior>| {
        let space = Space::new(Edge::Wrap, [-20.0; 3], [20.0; 3]).unwrap();
        let mut world = World::<3>::new(space, 0.02, 5).unwrap();
        for nth in 0..27 {
            let at = |n: usize| (n % 3) as f32 * 13.0 - 13.0;
            world.add_obstacle(Obstacle::Ball { center: [at(nth), at(nth / 3), at(nth / 9)], radius: 2.5 }).unwrap();
        }
        let body = PointBody { max_speed: 4.0, min_speed: 2.0, max_force: 40.0, ..PointBody::default() };
        let group = behaviors.into_iter().fold(Group::new("one").body(body), Group::behavior);
        world.add_group(group).unwrap();
        world.populate(GroupId(0), 100).unwrap();
        (0..200).for_each(|_| world.step());
        let mut touches = 0;
        for _ in 0..500 {
            world.step();
            let inside = |agent: &Agent<3>| {
                let to = |obstacle: &Obstacle<3>| world.space().offset_to_point(agent.position, obstacle.center());
                world.obstacles().iter().any(|obstacle| length(to(obstacle)) < 2.5)
            };
            touches += world.agents().filter(inside).count();
        }
        touches
    };
    let wander = || Behavior::new(Wander::default()).weight(0.5);
    let feel = AvoidObstacles { swept: true, feelers: 5, lookahead: 4.0, ..AvoidObstacles::default() };
    let without = touches(vec![wander()]);
    let with = touches(vec![wander(), Behavior::new(feel).weight(20.0)]);
    assert!(without > 1000, "{without}");
    assert!(with * 100 < without, "{with} of {without}");
}

#[test]
fn follow_wall_goes_around_a_block_at_the_gap() {
    let mut world = World::<2>::new(Space::open(), 0.02, 1).unwrap();
    world.add_obstacle(Obstacle::Box { min: [-5.0, -5.0], max: [5.0, 5.0] }).unwrap();
    let body = PointBody { max_speed: 3.0, max_force: 60.0, ..PointBody::default() };
    let follow = FollowWall { distance: 1.0, ..FollowWall::default() };
    world.add_group(Group::new("one").body(body).behavior(Behavior::new(follow).weight(5.0))).unwrap();
    world.spawn(GroupId(0), [0.0, -8.0], [3.0, 0.0]).unwrap();
    let mut quarters = [0; 4];
    (0..150).for_each(|_| world.step());
    for _ in 0..1500 {
        world.step();
        let at = world.agent(AgentId(0)).unwrap().position;
        let gap = world.obstacles()[0].nearest_point(at).distance - 0.5;
        assert!((0.5..1.5).contains(&gap), "{gap} at {at:?}");
        quarters[usize::from(at[0] > 0.0) + 2 * usize::from(at[1] > 0.0)] += 1;
    }
    assert!(quarters.iter().all(|count| *count > 200), "all the way around: {quarters:?}");
}
