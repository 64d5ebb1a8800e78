//! Worlds opened by name and edited by path, as every front end does it.

use flockstep::{AgentId, GroupId};
use flockstep_door::{LiveWorld, OpenError};
use flockstep_scenario::{AnyWorld, Override, either, gallery, golden};

const BIRDS: &str = "
dimensions = 2
seed = 4
[markers]
home = [1, 2]
[[groups]]
name = 'birds'
count = 30
[[groups.behaviors]]
type = 'cohesion'
";

fn open(scenario: &str) -> LiveWorld {
    LiveWorld::open(scenario, &[]).expect("a world")
}

fn birds() -> LiveWorld {
    open(BIRDS)
}

fn steps(live: &mut LiveWorld, count: usize) {
    (0..count).for_each(|_| live.world_mut().step());
}

#[test]
fn every_scene_opens_by_name_to_its_golden_hash() {
    for scene in gallery::scenes().iter().filter(|scene| ["school", "align", "vicsek", "maze"].contains(&scene.name)) {
        let mut live = open(scene.name);
        steps(&mut live, golden::STEPS as usize);
        assert_eq!(Some(live.world().hash()), golden::hash_of(scene.name), "{}", scene.name);
    }
}

#[test]
fn a_text_a_path_and_a_name_are_told_apart() {
    let folder = std::env::temp_dir().join(format!("flockstep-door-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("birds.toml");
    std::fs::write(&path, BIRDS).expect("a file");
    let by_path = open(&path.display().to_string());
    let _ = std::fs::remove_dir_all(&folder);
    assert_eq!(by_path.world().hash(), birds().world().hash());
    let unknown = LiveWorld::open("scool", &[]).err().expect("no such scene");
    assert_eq!(unknown.to_string(), "there is no file and no gallery scene \"scool\"; did you mean \"school\"?");
    let broken = LiveWorld::open("dimensions = 2\ngruops = 1\n", &[]).err().expect("a mistake");
    let place = broken.problems().map(|problem| (problem.line, problem.column)).collect::<Vec<_>>();
    assert_eq!(place, [(2, 1)], "{broken}");
}

#[test]
fn an_edit_by_path_is_what_set_gives_at_the_start() {
    let change = Override { path: "groups.birds.body.max_speed".into(), value: "9".into() };
    let mut wanted = LiveWorld::open(BIRDS, std::slice::from_ref(&change)).expect("a world");
    let mut live = birds();
    live.set(&change.path, &change.value).expect("an edit");
    steps(&mut live, 50);
    steps(&mut wanted, 50);
    assert_eq!(live.world().hash(), wanted.world().hash());
    steps(&mut birds(), 50);
    assert_ne!(live.world().hash(), birds().world().hash());
}

#[test]
fn a_running_world_takes_counts_markers_and_behaviors() {
    let mut live = birds();
    steps(&mut live, 5);
    live.set("groups.birds.count", "34").expect("more birds");
    assert_eq!(live.world().len(), 34);
    live.set("markers.home", "[5, 6]").expect("a marker");
    live.set("groups.birds.behaviors.cohesion.weight", "0.5").expect("a weight");
    let AnyWorld::Plane(world) = live.world() else { panic!("a plane") };
    assert_eq!(world.markers(), [("home".to_string(), [5.0, 6.0])]);
    assert_eq!(live.world().steps(), 5, "it went on");
}

#[test]
fn edits_of_the_world_itself_are_kept_by_later_edits_by_path() {
    let mut live = birds();
    let AnyWorld::Plane(world) = live.world_mut() else { panic!("a plane") };
    let other = world.add_group(flockstep::group::Group::new("crows")).expect("a group");
    world.edit_group(GroupId(0), |group| group.settings.sight.radius = 3.0).expect("an edit");
    live.set("groups.birds.body.max_speed", "9").expect("an edit by path");
    live.set("groups.crows.body.max_speed", "2").expect("an edit of the new group");
    let AnyWorld::Plane(world) = live.world() else { panic!("a plane") };
    assert_eq!(world.groups()[0].settings.sight.radius, 3.0);
    assert_eq!(world.group(other).expect("crows").name, "crows");
}

#[test]
fn what_takes_a_new_world_is_refused_by_one_that_runs_and_done_by_one_that_does_not() {
    let mut live = birds();
    live.set("seed", "9").expect("at the start");
    assert_eq!(live.world().seed(), 9);
    steps(&mut live, 1);
    let before = live.world().hash();
    let refused = live.set("seed", "10").expect_err("it runs");
    assert!(matches!(refused, OpenError::OnlyAtStart { .. }), "{refused}");
    assert_eq!((live.world().seed(), live.world().hash()), (9, before));
}

#[test]
fn a_refused_edit_changes_nothing() {
    let mut live = birds();
    steps(&mut live, 3);
    let (hash, scenario) = (live.world().hash(), live.scenario());
    for (path, value) in [
        ("groups.birds.body.max_speed", "-1"),
        ("groups.bird.body.max_speed", "1"),
        ("groups.birds.count", "many"),
        ("", "1"),
        ("groups.birds.behaviors.cohesion", "1"),
    ] {
        let refused = live.set(path, value).expect_err(path);
        assert!(refused.problems().count() == 1, "{refused}");
    }
    assert_eq!((live.world().hash(), live.scenario()), (hash, scenario));
}

#[test]
fn a_restored_world_keeps_its_own_settings_when_it_is_edited() {
    let mut live = birds();
    steps(&mut live, 3);
    let snapshot = live.world().snapshot();
    live.set("groups.birds.body.max_speed", "9").expect("an edit");
    let AnyWorld::Plane(world) = live.world_mut() else { panic!("a plane") };
    world.restore(&snapshot).expect("its own snapshot");
    live.set("groups.birds.sight.radius", "4").expect("another edit");
    let mut wanted = birds();
    steps(&mut wanted, 3);
    wanted.set("groups.birds.sight.radius", "4").expect("the same edit");
    steps(&mut live, 20);
    steps(&mut wanted, 20);
    assert_eq!(live.world().hash(), wanted.world().hash());
}

const POND: &str = "
dimensions = 2
[[obstacles]]
shape = 'ball'
center = [50, 0]
radius = 2
[[groups]]
name = 'fish'
count = 5
[[groups.behaviors]]
type = 'cohesion'
";

#[test]
fn obstacles_of_the_program_outlive_edits_by_path_and_new_editions() {
    let mut live = open(POND);
    let AnyWorld::Plane(world) = live.world_mut() else { panic!("a plane") };
    let own = world.add_obstacle(flockstep::Obstacle::Ball { center: [9.0, 9.0], radius: 1.0 }).expect("an obstacle");
    live.set("groups.fish.body.max_speed", "9").expect("an edit");
    let next = POND
        .replace("[50, 0]", "[60, 0]")
        .replace("[[groups]]", "[[obstacles]]\nshape='ball'\ncenter=[70,0]\nradius=1\n[[groups]]");
    let anew =
        live.follow(flockstep_scenario::Scenario::parse(&next, "pond").expect("a scenario")).expect("it follows");
    assert!(!anew, "it goes on");
    let AnyWorld::Plane(world) = live.world() else { panic!("a plane") };
    assert_eq!(world.obstacle(own).expect("still there").center(), [9.0, 9.0]);
    let centers: Vec<f32> = world.obstacles().iter().map(|obstacle| obstacle.center()[0]).collect();
    assert_eq!(centers, [60.0, 9.0, 70.0]);
    live.follow(flockstep_scenario::Scenario::parse(POND, "pond").expect("a scenario")).expect("it follows");
    let AnyWorld::Plane(world) = live.world() else { panic!("a plane") };
    let centers: Vec<f32> = world.obstacles().iter().map(|obstacle| obstacle.center()[0]).collect();
    assert_eq!(centers, [50.0, 9.0]);
}

#[test]
fn one_agent_takes_settings_of_its_own_by_path() {
    let mut live = birds();
    let change = |path: &str, value: &str| Override { path: path.into(), value: value.into() };
    live.set_agent(AgentId(3), &[change("body.max_speed", "9"), change("behaviors.cohesion.weight", "2")])
        .expect("own");
    let AnyWorld::Plane(world) = live.world() else { panic!("a plane") };
    let settings = world.settings(AgentId(3)).expect("it lives");
    assert_eq!((settings.body.max_speed(), settings.behaviors[0].common.weight), (9.0, 2.0));
    assert!(!world.has_personality(AgentId(2)).expect("it lives"));
    for (path, value) in [("body.max_speeed", "9"), ("count", "3"), ("color", "'#ffffff'"), ("body.max_speed", "-1")] {
        live.set_agent(AgentId(3), &[change(path, value)]).expect_err(path);
    }
    live.set_agent(AgentId(99), &[]).expect_err("nobody");
}

#[test]
fn a_world_made_in_code_is_edited_by_path() {
    let AnyWorld::Plane(made) = birds().world().clone() else { panic!("a plane") };
    let mut live = LiveWorld::from_world(AnyWorld::Plane(made));
    live.set("groups.birds.body.max_speed", "9").expect("an edit");
    let AnyWorld::Plane(world) = live.world() else { panic!("a plane") };
    assert_eq!((world.groups()[0].settings.body.max_speed(), world.len()), (9.0, 30));
}

#[cfg(target_os = "linux")]
#[test]
fn a_world_that_does_not_fit_into_the_memory_is_refused_before_it_is_built() {
    let huge = "dimensions = 3\n[[groups]]\nname = 'a'\ncount = 268435456\nbody = { radius = 0.1, solid = true }\n";
    let refused = LiveWorld::open(huge, &[]).err().expect("no machine for tests has 150 GB");
    assert!(matches!(&refused, OpenError::TooLarge(_)), "{refused}");
    let mut live = birds();
    live.world_mut().step();
    live.set("groups.birds.body.solid", "true").expect("solid birds");
    let refused = live.set("groups.birds.count", "268435456").expect_err("as large");
    assert!(matches!(&refused, OpenError::TooLarge(_)), "{refused}");
    assert_eq!(live.world().len(), 30);
}

/// A seed can only be set in a world that is as it was opened.
#[test]
fn a_refused_change_leaves_a_world_as_it_was_opened_and_any_other_begins_it() {
    let mut live = birds();
    let despawn =
        |live: &mut LiveWorld, id: u32| live.change(|any| either!(any, world => world.despawn(flockstep::AgentId(id))));
    assert!(despawn(&mut live, 1000).is_err());
    assert!(live.set("seed", "5").is_ok());
    assert!(despawn(&mut live, 1).is_ok());
    assert!(matches!(live.set("seed", "6"), Err(OpenError::OnlyAtStart { .. })));
}
