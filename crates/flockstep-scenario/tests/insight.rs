//! Looking inside agents: what it says is what the step then does. Here, beside the gallery, because every scene is asked.

use flockstep::observe::Note;
use flockstep::{AgentId, World};
use flockstep_scenario::{AnyWorld, Scenario, gallery};

fn scene(name: &str) -> Scenario {
    let scene = gallery::find(name).expect("a scene of the gallery");
    Scenario::parse(scene.text, scene.name).expect("the gallery is valid")
}

/// Asks some agents of a world, then lets it work out the same.
fn agrees<const D: usize>(world: &mut World<D>, name: &str) {
    for round in 0..4 {
        let ids: Vec<AgentId> = world.ids().iter().copied().step_by(7).take(40).collect();
        let insights: Vec<_> = ids.iter().map(|id| world.inspect(*id).expect("it lives")).collect();
        let hash = world.hash();
        assert_eq!(world.hash(), hash, "looking changes nothing");
        let before = world.snapshot();
        world.steer();
        for insight in &insights {
            let steering = world.agent(insight.id).expect("it lives").steering;
            for axis in 0..D {
                let (told, done) = (insight.steering[axis], steering[axis]);
                let most = steering.iter().fold(1e-3f32, |most, c| most.max(c.abs()));
                assert!((told - done).abs() <= 1e-3 * most, "{name} {round}: {} {told} {done}", insight.id);
            }
        }
        world.restore(&before).expect("its own snapshot");
        for _ in 0..50 {
            world.step();
        }
    }
}

#[test]
fn an_insight_is_what_the_step_then_does_in_every_scene() {
    for scene in gallery::scenes() {
        let scenario = Scenario::parse(scene.text, scene.name).expect("the gallery is valid");
        match scenario.build().expect("the gallery builds") {
            AnyWorld::Plane(mut world) => agrees(&mut world, scene.name),
            AnyWorld::Space(mut world) => agrees(&mut world, scene.name),
        }
    }
}

#[test]
fn a_part_is_the_steering_of_one_behavior_times_its_weight() {
    let text = "
        dimensions = 2
        [[groups]]
        name = 'one'
        agents = [{ position = [0, 0], velocity = [1, 0] }]
        body = { model = 'point', max_speed = 4 }
        behaviors = [
            { type = 'seek', target = { point = [0, 10] }, weight = 2 },
            { type = 'wander', enabled = false },
            { type = 'avoid_obstacles', lookahead = 6 },
        ]";
    let AnyWorld::Plane(world) = Scenario::parse(text, "one").expect("valid").build().expect("valid") else {
        panic!("a plane");
    };
    let insight = world.inspect(AgentId(0)).expect("it lives");
    assert_eq!(
        insight.parts.iter().map(|part| (part.number, part.name)).collect::<Vec<_>>(),
        [(0, "seek"), (2, "avoid_obstacles")]
    );
    assert_eq!(insight.parts[0].steering, [-2.0, 8.0], "twice (0, 4) − (1, 0)");
    assert_eq!(insight.parts[0].notes, [Note::Target([0.0, 10.0])]);
    assert_eq!(insight.parts[1].notes, [Note::Feeler([6.0, 0.0])]);
    assert_eq!(insight.steering, [-2.0, 8.0]);
    assert!(world.inspect(AgentId(7)).is_err(), "nobody has this id");
}

#[test]
fn everyone_in_sight_is_named() {
    let AnyWorld::Space(mut world) = scene("school").build().expect("valid") else { panic!("a space") };
    for _ in 0..20 {
        world.step();
    }
    let mut some = 0;
    for id in world.ids().iter().copied().step_by(11) {
        let insight = world.inspect(id).expect("it lives");
        for field in insight.parts.iter().filter_map(|part| part.sight.as_ref()) {
            let far =
                |offset: &[f32; 3]| offset.iter().map(|c| c * c).sum::<f32>() > field.radius * field.radius * 1.001;
            assert!(field.seen.iter().all(|(other, offset)| *other != id && !far(offset)));
            some += field.seen.len();
        }
    }
    assert!(some > 0, "a school has neighbours");
}
