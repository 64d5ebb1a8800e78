//! Values given in place of the file's.

#![allow(clippy::unwrap_used)]

use flockstep::settings::{BlendKind, Body, Target};
use flockstep::steer::Rule;
use flockstep_scenario::{Override, Scenario};

const FILE: &str = r#"
dimensions = 2
[[groups]]
name = "bluegill"
blend = "priority"
[[groups.behaviors]]
type = "alignment"
[[groups.behaviors]]
type = "seek"
target = { point = [0, 0] }
[[groups.behaviors]]
type = "alignment"
[[groups]]
name = "my.pike"
agents = [{ position = [0, 0] }]
[[obstacles]]
shape = "ball"
center = [0, 0]
radius = 1
"#;

fn read(overrides: &[&str]) -> Result<Scenario, String> {
    let overrides: Vec<Override> = overrides.iter().map(|text| text.parse().unwrap()).collect();
    Scenario::parse_with(FILE, "f.toml", &overrides).map_err(|errors| errors.to_string())
}

#[test]
fn a_value_is_set_wherever_it_stands() {
    let scenario = read(&[
        "seed=7",
        "time_step = 0.5",
        "name=A name",
        "space.min=[-1, -2]",
        "markers.home=[3, 4]",
        "groups.bluegill.count=12",
        "groups.bluegill.body.max_speed=9",
        "groups.bluegill.blend.threshold=0.5",
        "groups.bluegill.color=#010203",
        "groups.bluegill.behaviors.seek.weight=3",
        "groups.bluegill.behaviors.seek.target={ marker = 'home' }",
        "groups.bluegill.behaviors.alignment.2.weight=4",
        "groups.1.behaviors.1.weight=5",
        "groups.\"my.pike\".agents.1.velocity=[1, 0]",
        "groups.2.body.model=heading",
        "obstacles.1.radius=2.5",
        "obstacles.1.center.2=-1",
    ])
    .unwrap();
    assert_eq!((scenario.seed, scenario.time_step, scenario.name.as_str()), (7, 0.5, "A name"));
    assert_eq!(scenario.space.min.as_slice(), [-1.0, -2.0]);
    assert_eq!(scenario.markers[0].1.as_slice(), [3.0, 4.0]);
    let bluegill = &scenario.groups[0];
    assert_eq!((bluegill.count, bluegill.group.color.as_str()), (12, "#010203"));
    assert_eq!(bluegill.group.settings.body.max_speed(), 9.0);
    let blend = &bluegill.group.settings.blend;
    assert_eq!((blend.kind, blend.threshold), (BlendKind::Priority, 0.5));
    let weights: Vec<f32> = bluegill.group.settings.behaviors.iter().map(|b| b.common.weight).collect();
    assert_eq!(weights, [5.0, 3.0, 4.0]);
    let Rule::Seek(seek) = &bluegill.group.settings.behaviors[1].rule else { panic!("seek") };
    assert_eq!(seek.target, Target::marker("home"));
    let pike = &scenario.groups[1];
    assert_eq!(pike.agents[0].velocity.as_slice(), [1.0, 0.0]);
    assert!(matches!(pike.group.settings.body, Body::Heading(_)));
    assert_eq!(scenario.to_toml().matches("center = [0, -1]\nradius = 2.5").count(), 1);
}

#[test]
fn the_last_of_several_counts() {
    assert_eq!(read(&["seed=1", "seed=2"]).unwrap().seed, 2);
}

#[test]
fn what_cannot_be_set_is_shown_in_the_override() {
    let cases = [
        (
            "groups.bluegil.count=3",
            "groups.bluegil.count=3:1:8: groups.bluegil.count: found \"bluegil\", allowed is one of bluegill, my.pike, or \
             1 to 2; did you mean bluegill?",
        ),
        (
            "groups.bluegill.behaviors.alignment.weight=3",
            "groups.bluegill.behaviors.alignment.weight=3:1:27: groups.bluegill.behaviors.alignment.weight: found 2 of \
             this type, allowed is alignment.1 to alignment.2",
        ),
        (
            "groups.bluegill.behaviors.wander.rate=3",
            "groups.bluegill.behaviors.wander.rate=3:1:27: groups.bluegill.behaviors.wander.rate: found \"wander\", \
             allowed is one of alignment, seek, or 1 to 3",
        ),
        (
            "groups.2.behaviors.seek.weight=3",
            "groups.2.behaviors.seek.weight=3:1:10: groups.2.behaviors.seek.weight: found no behaviors, allowed is \
             something that is in the file",
        ),
        ("obstacles.4.radius=3", "obstacles.4.radius=3:1:11: obstacles.4.radius: found \"4\", allowed is 1 to 1"),
        (
            "dimensions.x=3",
            "dimensions.x=3:1:12: dimensions.x: found a key inside a plain value, allowed is the path of the value",
        ),
        ("seed=", "seed=:1:6: seed: found nothing, allowed is a TOML value, or a word"),
        ("a..b=1", "a..b=1:1:3: a..b: found an empty key, allowed is keys joined by dots"),
        ("\"a=1", "\"a=1"),
    ];
    for (text, expected) in cases {
        match text.parse::<Override>() {
            Ok(over) => {
                let errors = Scenario::parse_with(FILE, "f.toml", &[over]).unwrap_err();
                assert_eq!(errors.to_string(), expected);
            }
            Err(error) => assert_eq!(error.found, expected),
        }
    }
}

#[test]
fn a_wrong_value_is_a_mistake_with_the_override_as_its_source() {
    let errors = read(&["groups.bluegill.body.max_speed=fast", "groups.bluegill.body.max_sped=1", "space.min=[1, 2"]);
    let expected = "\
groups.bluegill.body.max_speed=fast:1:32: groups.bluegill.body.max_speed: found \"fast\", allowed is a number from 0 to \
1000000000
groups.bluegill.body.max_sped=1:1:22: groups.bluegill.body.max_sped: found the unknown key \"max_sped\", allowed is one of \
model, mass, max_force, max_speed, min_speed, radius, length, axis_scale, impulse, solid; did you mean max_speed?
space.min=[1, 2:1:16: space.min: found unclosed array, expected `]`, allowed is a TOML value, or a word";
    assert_eq!(errors.unwrap_err(), expected);
}

#[test]
fn the_path_of_a_mistake_is_the_path_of_its_repair() {
    let wrong = FILE.replace("type = \"alignment\"", "type = \"alignment\"\nweight = \"x\"");
    let errors = Scenario::parse(&wrong, "f.toml").unwrap_err();
    let repairs = errors.iter().map(|problem| Override { path: problem.path.clone(), value: "2".into() });
    let repairs: Vec<Override> = repairs.collect();
    assert_eq!(repairs[1].path, "groups.bluegill.behaviors.alignment.2.weight");
    let scenario = Scenario::parse_with(&wrong, "f.toml", &repairs).unwrap();
    assert_eq!(scenario.groups[0].group.settings.behaviors[2].common.weight, 2.0);
}
