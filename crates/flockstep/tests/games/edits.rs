//! Settings changed while the world runs, for all of a kind or for one agent.

use crate::common::*;
use flockstep::prelude::*;

fn seeker(target: [f32; 2]) -> Behavior {
    Behavior::new(Seek::new(Target::point(target))).response(Response::Push)
}

/// Three agents at rest that are pushed along x.
fn three() -> World<2> {
    let mut world = open::<2>(0.1, 1);
    world.add_groups(vec![Group::new("ones").behavior(seeker([1e9, 0.0])), Group::new("others")]).unwrap();
    for nth in 0..3 {
        world.spawn(GroupId(0), [0.0, 1000.0 * nth as f32], [0.0; 2]).unwrap();
    }
    world
}

fn steering(world: &mut World<2>) -> Vec<[f32; 2]> {
    world.steer();
    world.agents_by_id().map(|agent| agent.steering.map(|c| (c * 100.0).round() / 100.0)).collect()
}

#[test]
fn an_edit_of_the_group_takes_effect_for_all_of_it() {
    let mut world = three();
    assert_eq!(steering(&mut world), [[1.0, 0.0]; 3]);
    world.edit_group(GroupId(0), |group| group.settings.behaviors[0].common.weight = 3.0).unwrap();
    assert_eq!(steering(&mut world), [[3.0, 0.0]; 3]);
    world.edit_group(GroupId(0), |group| group.settings.behaviors[0] = seeker([0.0, 1e9])).unwrap();
    assert_eq!(steering(&mut world), [[0.0, 1.0]; 3]);
    // By name, as a panel or a script does it.
    let weight = |group: &mut Group| group.settings.behaviors[0].set("weight", &Value::Number(-2.0)).unwrap();
    world.edit_group(GroupId(0), weight).unwrap();
    assert_eq!(steering(&mut world), [[0.0, -2.0]; 3]);
    assert_eq!(world.groups()[0].settings.behaviors[0].get("weight"), Ok(Value::Number(-2.0)));
    // The name is not a setting.
    world.edit_group(GroupId(0), |group| group.name = "new".into()).unwrap();
    assert_eq!(world.group_id("ones"), Ok(GroupId(0)));
}

#[test]
fn a_behavior_can_be_switched_off_and_on() {
    let mut world = three();
    for (enabled, want) in [(false, 0.0), (true, 1.0), (false, 0.0)] {
        world.edit_group(GroupId(0), |group| group.settings.behaviors[0].common.enabled = enabled).unwrap();
        assert_eq!(steering(&mut world), [[want, 0.0]; 3]);
    }
    // Off, it is still checked: what is on later must be right.
    let unknown = |group: &mut Group| group.settings.behaviors.push(Behavior::new(Seek::new(Target::marker("none"))));
    assert!(world.edit_group(GroupId(0), unknown).is_err());
}

#[test]
fn a_bad_edit_is_refused_and_nothing_has_changed() {
    let mut world = three();
    world.step();
    let bytes = world.snapshot();
    type Change = fn(&mut Group);
    let changes: &[Change] = &[
        |group| group.settings.behaviors.push(Seek::new(Target::marker("nowhere")).into()),
        |group| group.settings.behaviors.push(Seek::new(Target::first("nobody")).into()),
        |group| group.settings.behaviors.push(Seek::new(Target::point([0.0; 3])).into()),
        |group| group.settings.behaviors.push(Behavior::new(Alignment::default()).of(Of::layers(["none"]))),
        |group| group.settings.behaviors.push(Behavior::new(Alignment::default()).of(Of::groups(["none"]))),
        |group| group.settings.behaviors.push(Custom::new("none").into()),
        |group| group.settings.behaviors[0].common.weight = f32::NAN,
        |group| group.settings.body = PointBody { mass: 0.0, ..PointBody::default() }.into(),
        |group| group.settings.body = PointBody { min_speed: 99.0, ..PointBody::default() }.into(),
        |group| group.settings.sight.angle = 400.0,
        |group| group.speed = Some([3.0, 1.0]),
        |group| group.place = Some(Place::Points(Vec::new())),
        |group| group.captures = Some(Captures { of: Of::layers(["none"]), ..Captures::default() }),
    ];
    for (nth, change) in changes.iter().enumerate() {
        assert!(world.edit_group(GroupId(0), change).is_err(), "change {nth} is accepted");
        assert!(world.snapshot() == bytes, "change {nth} is refused but leaves a trace");
    }
    assert!(world.edit_group(GroupId(5), |_| ()).is_err());
    assert!(world.add_group(Group::new("ones")).is_err(), "the name is taken");
    assert!(world.snapshot() == bytes);
    let (mut twin, hash) = (three(), world.hash());
    twin.step();
    assert_eq!(twin.hash(), hash);
    world.step();
    twin.step();
    assert_eq!(twin.hash(), world.hash(), "and the world goes on as one that nobody tried to change");
}

#[test]
fn a_layer_that_others_refer_to_cannot_be_dropped() {
    let mut world = open::<2>(0.1, 1);
    let avoid = Behavior::new(Avoid::default()).of(Of::layers(["predator"]));
    let groups = vec![Group::new("prey").behavior(avoid), Group::new("wolf").layers(["predator"])];
    world.add_groups(groups).unwrap();
    assert!(world.edit_group(GroupId(1), |group| group.layers.clear()).is_err());
    assert_eq!(world.groups()[1].layers, ["predator"]);
    world.edit_group(GroupId(1), |group| group.layers.push("big".into())).unwrap();
}

#[test]
fn a_personality_is_given_and_taken_back() {
    let mut world = three();
    world.edit_agent(AgentId(1), |own| own.behaviors[0].common.weight = 5.0).unwrap();
    assert_eq!(steering(&mut world), [[1.0, 0.0], [5.0, 0.0], [1.0, 0.0]]);
    assert_eq!((world.has_personality(AgentId(0)), world.has_personality(AgentId(1))), (Ok(false), Ok(true)));
    assert_eq!(world.settings(AgentId(1)).unwrap().behaviors[0].common.weight, 5.0);
    // It is still of its group, but no longer follows its edits.
    assert_eq!((world.agent(AgentId(1)).unwrap().group, world.group_len(GroupId(0))), (GroupId(0), 3));
    world.edit_group(GroupId(0), |group| group.settings.behaviors[0].common.weight = 2.0).unwrap();
    assert_eq!(steering(&mut world), [[2.0, 0.0], [5.0, 0.0], [2.0, 0.0]]);
    // A second edit starts from its own settings.
    world.edit_agent(AgentId(1), |own| own.behaviors[0].common.weight += 1.0).unwrap();
    world.edit_agent(AgentId(2), |own| own.behaviors.clear()).unwrap();
    assert_eq!(steering(&mut world), [[2.0, 0.0], [6.0, 0.0], [0.0, 0.0]]);
    // A new group does not confuse who is who.
    world.add_group(Group::new("late").behavior(seeker([-1e9, 0.0]))).unwrap();
    world.spawn(GroupId(2), [0.0; 2], [0.0; 2]).unwrap();
    assert_eq!(steering(&mut world), [[2.0, 0.0], [6.0, 0.0], [0.0, 0.0], [-1.0, 0.0]]);
    assert_eq!(world.forget_personality(AgentId(1)), Ok(true));
    assert_eq!(world.forget_personality(AgentId(1)), Ok(false));
    assert_eq!(steering(&mut world), [[2.0, 0.0], [2.0, 0.0], [0.0, 0.0], [-1.0, 0.0]]);
    // Gone with its agent; the next one to have a personality gets its own.
    world.despawn(AgentId(2)).unwrap();
    world.edit_agent(AgentId(0), |own| own.behaviors[0].common.weight = 9.0).unwrap();
    assert_eq!(steering(&mut world), [[9.0, 0.0], [2.0, 0.0], [-1.0, 0.0]]);
    assert!(world.edit_agent(AgentId(2), |_| ()).is_err());
    let bytes = world.snapshot();
    assert!(world.edit_agent(AgentId(1), |own| own.sight.radius = -1.0).is_err());
    assert!(world.edit_agent(AgentId(0), |own| own.sight.radius = -1.0).is_err());
    assert!(world.snapshot() == bytes);
}

/// Whether anyone wanders or spins can be up to one agent's personality; giving it back must leave nothing behind that a
/// snapshot would not carry.
#[test]
fn a_personality_given_back_leaves_nothing_behind() {
    let rigid = |own: &mut Settings| own.body = RigidBody::default().into();
    let wander = |own: &mut Settings| own.behaviors.push(Wander::default().into());
    for change in [rigid as fn(&mut Settings), wander] {
        for despawned in [false, true] {
            let mut world = three();
            world.push(AgentId(1), [1.0, 0.5]).unwrap();
            world.edit_agent(AgentId(1), change).unwrap();
            world.edit_agent(AgentId(2), change).unwrap();
            world.edit_agent(AgentId(1), |own| own.behaviors[0] = seeker([0.0, 1e9])).unwrap();
            (0..5).for_each(|_| world.step());
            world.forget_personality(AgentId(1)).unwrap();
            if despawned {
                world.despawn(AgentId(2)).unwrap();
            } else {
                world.forget_personality(AgentId(2)).unwrap();
            }
            let mut resumed = World::<2>::from_snapshot(&world.snapshot()).unwrap();
            for _ in 0..3 {
                assert_eq!(resumed.hash(), world.hash());
                resumed.step();
                world.step();
            }
        }
    }
}

#[test]
fn markers_and_obstacles_move() {
    let mut world = open::<2>(0.1, 1);
    world.set_marker("mark", [10.0, 0.0]).unwrap();
    let seek = Behavior::new(Seek::new(Target::marker("mark"))).response(Response::Push);
    world
        .add_group(
            Group::new("one").behavior(seek).behavior(AvoidObstacles { lookahead: 8.0, ..AvoidObstacles::default() }),
        )
        .unwrap();
    world.spawn(GroupId(0), [0.0; 2], [1.0, 0.0]).unwrap();
    assert_eq!(steering(&mut world), [[1.0, 0.0]]);
    world.set_marker("mark", [0.0, -3.0]).unwrap();
    world.set_marker("other", [0.0, 3.0]).unwrap();
    assert_eq!(steering(&mut world), [[0.0, -1.0]]);
    assert_eq!(world.markers().len(), 2);
    // Ahead to port: aside to starboard by 8/5.
    let ball = Obstacle::Ball { center: [4.0, 3.0], radius: 3.5 };
    assert_eq!(world.add_obstacle(ball.clone()), Ok(ObstacleId(0)));
    assert_eq!(steering(&mut world), [[0.0, -2.6]]);
    world.set_obstacle(ObstacleId(0), ball.moved_to([4.0, -3.0])).unwrap();
    assert_eq!(steering(&mut world), [[0.0, 0.6]]);
    let cuboid = Obstacle::Box { min: [0.0; 2], max: [2.0, 4.0] };
    assert_eq!(cuboid.moved_to([10.0, 10.0]), Obstacle::Box { min: [9.0, 8.0], max: [11.0, 12.0] });
    assert_eq!(world.remove_obstacle(ObstacleId(0)), Ok(ball.moved_to([4.0, -3.0])));
    assert_eq!(steering(&mut world), [[0.0, -1.0]]);
    assert!(world.remove_obstacle(ObstacleId(0)).is_err() && world.obstacles().is_empty());
}

#[test]
fn a_smaller_space_brings_everyone_inside() {
    let mut world = open::<2>(0.1, 1);
    world.add_group(Group::new("ones")).unwrap();
    world.spawn(GroupId(0), [12.0, -3.0], [0.0; 2]).unwrap();
    world.set_space(Space::new(Edge::Clamp, [-5.0; 2], [5.0; 2]).unwrap());
    assert_eq!(world.agent(AgentId(0)).unwrap().position, [5.0, -3.0]);
    world.spawn(GroupId(0), [9.0, 0.0], [0.0; 2]).unwrap();
    world.set_space(Space::new(Edge::Wrap, [-4.0; 2], [4.0; 2]).unwrap());
    assert_eq!(world.agent(AgentId(0)).unwrap().position, [-3.0, -3.0]);
    world.step();
}

/// Groups that look out for one another, more than there are bits in a word of them.
#[test]
fn many_groups_mind_one_another() {
    let mut world = open::<2>(0.1, 1);
    let count = |view: &View<'_, 2>| [view.percept.count as f32, 0.0];
    world.register("count", count).unwrap();
    let groups = (0..70)
        .map(|nth| {
            let minds = Behavior::new(Custom::new("count")).of(Of::groups([format!("group {}", (nth + 35) % 70)]));
            Group::new(format!("group {nth}")).layers([format!("layer {nth}")]).behavior(minds)
        })
        .collect();
    world.add_groups(groups).unwrap();
    for nth in 0..70 {
        for _ in 0..nth {
            world.spawn(GroupId(nth), [0.0; 2], [0.0; 2]).unwrap();
        }
    }
    world.steer();
    for Agent { group, steering, .. } in world.agents_by_id() {
        assert_eq!(steering[0], ((group.0 + 35) % 70) as f32, "group {group}");
    }
}

/// Personalities given, changed and taken back in any order: the world must always be the one that a snapshot of it
/// makes, where everything is worked out from the settings alone.
#[test]
fn personalities_come_and_go_without_a_trace() {
    let mut draws = Draws::new(31);
    let mut world = cube::<2>(Edge::Wrap, 12.0, 0.05, 8);
    let touch = Separation { distance: flockstep::steer::Distance::Radii, ..Separation::default() };
    let hunters = Group::new("hunters").captures(Captures { of: Of::Others, ..Captures::default() });
    let flock = Group::new("flock").sight(sight(3.0)).behavior(touch).behavior(Cohesion::default());
    world.add_groups(vec![flock, hunters.behavior(Seek::new(Target::nearest("flock")))]).unwrap();
    world.populate(GroupId(0), 150).unwrap();
    world.populate(GroupId(1), 4).unwrap();
    for round in 0..60 {
        for _ in 0..6 {
            let ids = world.ids();
            let id = ids[draws.below(ids.len())];
            match draws.below(9) {
                0 => world.edit_agent(id, |own| own.body = PointBody { radius: 1.5, ..PointBody::default() }.into()),
                1 => world.edit_agent(id, |own| own.body = RigidBody::default().into()),
                2 => world.edit_agent(id, |own| own.behaviors.push(Wander::default().into())),
                3 => world.edit_agent(id, |own| own.behaviors.push(Seek::new(Target::Agent(AgentId(id.0 + 1))).into())),
                4 => world.edit_agent(id, |own| own.sight.radius = 5.0),
                5 => world.edit_agent(id, |own| own.behaviors.clear()),
                6 => world.despawn(id),
                _ => world.forget_personality(id).map(|_| ()),
            }
            .unwrap();
        }
        let mut twin = World::<2>::from_snapshot(&world.snapshot()).unwrap();
        assert_eq!(twin.hash(), world.hash(), "round {round}, before the step");
        world.step();
        twin.step();
        assert_eq!(twin.hash(), world.hash(), "round {round}, after the step");
        assert_eq!(twin.capture_count(), world.capture_count(), "round {round}");
    }
    assert!(world.len() < 120 && world.capture_count() > 0);
}

/// A personality each for a crowd does not take for ever: the work for one does not grow with all the others.
#[test]
fn a_crowd_of_personalities() {
    let mut world = cube::<2>(Edge::Wrap, 50.0, 0.05, 8);
    world.add_group(Group::new("crowd").behavior(Separation::new(2.0)).behavior(Cohesion::default())).unwrap();
    world.populate(GroupId(0), 4000).unwrap();
    let start = std::time::Instant::now();
    for id in 0..4000 {
        world.edit_agent(AgentId(id), |own| own.behaviors[0].common.weight = id as f32).unwrap();
    }
    world.step();
    for id in 0..4000 {
        world.despawn(AgentId(id)).unwrap();
    }
    assert!(world.is_empty());
    // A second or so; making all plans anew each time it took minutes.
    assert!(start.elapsed().as_secs() < 30, "{:?}", start.elapsed());
}

#[test]
fn who_got_settings_of_its_own_first_does_not_matter() {
    let hash = |order: &[u32]| {
        let mut world = World::<2>::new(Space::new(Edge::Wrap, [0.0; 2], [40.0; 2]).unwrap(), 0.1, 3).unwrap();
        let group = Group::new("ones").sight(Sight { radius: 2.0, ..Sight::default() });
        let group = group.behavior(Separation::default()).behavior(Alignment::default()).behavior(Cohesion::default());
        world.add_group(group).unwrap();
        world.populate(GroupId(0), 400).unwrap();
        for id in order {
            // Forty radii, each of them twice.
            let radius = 1.0 + 0.1 * (id % 40) as f32;
            world.edit_agent(AgentId(*id), |settings| settings.sight.radius = radius).unwrap();
        }
        (0..20).for_each(|_| world.step());
        world.hash()
    };
    let order: Vec<u32> = (0..80).collect();
    let reversed: Vec<u32> = order.iter().rev().copied().collect();
    assert_eq!(hash(&order), hash(&reversed));
}
