//! What a file means.

#![allow(clippy::unwrap_used)]

use flockstep::parameters::Point;
use flockstep::settings::{BlendKind, Body, Of, Pick, Place, Target, When};
use flockstep::steer::{Distance, Rule};
use flockstep::{AgentId, Edge, GroupId};
use flockstep_scenario::{AnyWorld, ObstacleShape, STARTER, Scenario};

/// The example of the design, with every further key.
const SCHOOLS: &str = r##"
name = "Two schools"
about = "One sentence for the gallery."
dimensions = 3
seed = 18446744073709551615
time_step = 0.05

[space]
edge = "wrap"
min = [-50, -50, -50]
max = [50.5, 50, 50]

[markers]
home = [0, 0, 0]
"far away" = [1, 2.5, -3e1]

[[groups]]
name = "bluegill"
layers = ["prey", "fish"]
color = "#4aA3fE"
shape = "bird"
count = 200
place = { shape = "ball", center = [0, 0, 0], radius = 30 }
speed = [2, 4]
sight = { radius = 15, angle = 270, nearest = 7 }
body = { model = "point", mass = 2, max_speed = 8, max_force = inf, axis_scale = [1, 0.6, 1] }
blend = { type = "priority", threshold = 0.25 }

[[groups.behaviors]]
type = "separation"
weight = 1.5
distance = "radii"
each = true

[[groups.behaviors]]
type = "avoid"
of = { layers = ["predator", "fish"], match = "all" }
distance = 12
weight = 4
when = "leading"
ahead = { angle = 45, radius = 3 }
response = "turn"

[[groups.behaviors]]
type = "evade"
target = [{ marker = "far away" }, { agent = 3 }, { point = [1, 2, 3] }]

[[groups]]
name = "pike"
layers = ["predator", "fish"]
player = true
agents = [{ position = [0, 0, 0], velocity = [1, 0, 0] }, { position = [1, 1, 1] }]
speed = 3
captures = { of = { groups = ["bluegill"] }, distance = 1, respawn = true }
blend = "dither"

[[groups.behaviors]]
type = "pursue"
target = { group = "bluegill" }
offset = { distance = 2, angle = -90 }
threat = "others"

[[groups]]
name = "stones"
place = { shape = "points", points = [[0, 0, 1], [0, 0, 2]] }

[[groups]]
name = "boxed"
place = { shape = "box", min = [0, 0, 0], max = [1, 1, 1] }
count = 0
body = { model = "heading", speed = 2 }

[[obstacles]]
shape = "ball"
center = [10, 0, 0]
radius = 4

[[obstacles]]
shape = "box"
min = [0, 0, 0]
max = [0, 1, 1]
"##;

#[test]
fn every_key_of_the_design_is_read() {
    let scenario = Scenario::parse(SCHOOLS, "schools.toml").unwrap_or_else(|errors| panic!("{}", errors.render(false)));
    assert_eq!((scenario.name.as_str(), scenario.about.as_str()), ("Two schools", "One sentence for the gallery."));
    assert_eq!((scenario.dimensions, scenario.seed, scenario.time_step), (3, u64::MAX, 0.05));
    assert_eq!(scenario.space.edge, Edge::Wrap);
    assert_eq!((scenario.space.min, scenario.space.max), ([-50.0; 3].into(), [50.5, 50.0, 50.0].into()));
    let markers: Vec<(&str, &[f32])> = scenario.markers.iter().map(|(n, p)| (n.as_str(), p.as_slice())).collect();
    assert_eq!(markers, [("home", &[0.0, 0.0, 0.0][..]), ("far away", &[1.0, 2.5, -30.0][..])]);
    assert_eq!(scenario.obstacles[0].shape, ObstacleShape::Ball { center: [10.0, 0.0, 0.0].into(), radius: 4.0 });
    assert_eq!(scenario.obstacles[1].shape, ObstacleShape::Box { min: [0.0; 3].into(), max: [0.0, 1.0, 1.0].into() });

    let bluegill = &scenario.groups[0];
    assert_eq!((bluegill.count, bluegill.agents.len()), (200, 0));
    let group = &bluegill.group;
    assert_eq!((group.name.as_str(), group.color.as_str(), group.player), ("bluegill", "#4aA3fE", false));
    assert_eq!(group.shape, Some(flockstep::settings::Shape::Bird));
    assert_eq!(group.layers, ["prey", "fish"]);
    assert_eq!(group.place, Some(Place::Ball { center: [0.0; 3].into(), radius: 30.0 }));
    assert_eq!(group.speed, Some([2.0, 4.0]));
    let sight = &group.settings.sight;
    assert_eq!((sight.radius, sight.angle, sight.nearest), (15.0, 270.0, 7));
    let Body::Point(body) = &group.settings.body else { panic!("a point body") };
    assert_eq!((body.mass, body.max_speed, body.max_force), (2.0, 8.0, f32::INFINITY));
    assert_eq!(body.axis_scale, Some(Point::from([1.0, 0.6, 1.0])));
    assert_eq!((group.settings.blend.kind, group.settings.blend.threshold), (BlendKind::Priority, 0.25));

    let [separation, avoid, evade] = &group.settings.behaviors[..] else { panic!("three behaviors") };
    let Rule::Separation(rule) = &separation.rule else { panic!("separation") };
    assert_eq!((rule.distance, rule.each, separation.common.weight), (Distance::Radii, true, 1.5));
    let all = Of::Layers { layers: vec!["predator".into(), "fish".into()], all: true };
    assert_eq!((&avoid.common.of, avoid.common.when), (&Some(all), When::Leading));
    assert_eq!((avoid.common.ahead_angle, avoid.common.ahead_radius), (45.0, Some(3.0)));
    assert_eq!(avoid.response_in_force().word(), "turn");
    let Rule::Evade(rule) = &evade.rule else { panic!("evade") };
    let points = [Target::marker("far away"), Target::Agent(AgentId(3)), Target::point([1.0, 2.0, 3.0])];
    assert_eq!(rule.target, points);

    let pike = &scenario.groups[1];
    assert!(pike.group.player);
    assert_eq!((pike.count, pike.group.speed, pike.group.settings.blend.kind), (0, Some([3.0; 2]), BlendKind::Dither));
    assert_eq!(pike.agents[0].velocity.as_slice(), [1.0, 0.0, 0.0]);
    assert_eq!((pike.agents[1].position, pike.agents[1].velocity), ([1.0; 3].into(), [0.0; 3].into()));
    let captures = pike.group.captures.as_ref().unwrap();
    assert_eq!((&captures.of, captures.distance, captures.respawn), (&Of::groups(["bluegill"]), Some(1.0), true));
    let Rule::Pursue(rule) = &pike.group.settings.behaviors[0].rule else { panic!("pursue") };
    assert_eq!(rule.target, Target::Group { group: "bluegill".into(), pick: Pick::Nearest });
    assert_eq!((rule.offset_distance, rule.offset_angle), (2.0, -90.0));
    assert_eq!(pike.group.settings.behaviors[0].common.threat, Some(Of::Others));

    assert_eq!(scenario.groups[2].count, 2, "one agent at each of the points");
    assert_eq!(scenario.groups[3].group.place, Some(Place::Box { min: [0.0; 3].into(), max: [1.0; 3].into() }));
    assert_eq!(Scenario::parse(&scenario.to_toml(), "again").unwrap(), scenario, "{}", scenario.to_toml());
}

#[test]
fn a_scenario_becomes_the_world_it_describes() {
    let scenario = Scenario::parse(SCHOOLS, "schools.toml").unwrap();
    let mut world = scenario.build().unwrap();
    assert_eq!((world.dimensions(), world.len(), world.seed(), world.time_step()), (3, 204, u64::MAX, 0.05));
    assert_eq!((0..4).map(|group| world.group_len(GroupId(group))).collect::<Vec<_>>(), [200, 2, 2, 0]);
    world.step();
    assert_eq!((world.steps(), world.time()), (1, 0.05));
    let AnyWorld::Space(inner) = &world else { panic!("three dimensions") };
    assert_eq!(inner.markers()[1], ("far away".to_string(), [1.0, 2.5, -30.0]));
    assert_eq!((inner.obstacles().len(), inner.space().edge()), (2, Edge::Wrap));
    let mut again = AnyWorld::from_snapshot(&world.snapshot()).unwrap();
    (0..5).for_each(|_| {
        world.step();
        again.step();
    });
    assert_eq!(world.hash(), again.hash());
}

#[test]
fn the_least_file_has_only_a_dimension() {
    let scenario = Scenario::parse("dimensions = 2", "least.toml").unwrap();
    assert_eq!((scenario.seed, scenario.time_step, scenario.space.edge), (0, 0.02, Edge::Open));
    assert_eq!(scenario.space.max.as_slice(), [50.0, 50.0]);
    assert!(scenario.build().unwrap().is_empty());
    assert_eq!(scenario.to_toml(), "dimensions = 2\n");
}

#[test]
fn numbers_may_be_whole_or_not_and_are_rounded_once() {
    let read = |number: &str| {
        let text = format!("dimensions = 2\nmarkers.m = [{number}, 0]");
        Scenario::parse(&text, "n.toml").unwrap().markers[0].1.as_slice()[0]
    };
    assert_eq!((read("3"), read("3.0"), read("0x10"), read("1_000"), read("+1e3")), (3.0, 3.0, 16.0, 1000.0, 1000.0));
    // Through f64 these digits would land exactly between two f32 and then on the wrong one.
    assert_eq!(read("1.00000005960464477540"), 1.000_000_1);
    assert_eq!(read("16777217"), 16_777_216.0);
}

#[test]
fn a_custom_behavior_reads_and_builds_where_it_is_registered() {
    let text = "dimensions = 2\n[[groups]]\nname = 'a'\ncount = 1\nspeed = 0\nplace = { shape = 'points', points = [[0, 0]] }\n\
                [[groups.behaviors]]\ntype = 'custom'\nname = 'east'";
    let scenario = Scenario::parse(text, "custom.toml").unwrap();
    assert!(scenario.build().is_err());
    let east = |_: &flockstep::steer::View<'_, 2>| [10.0, 0.0];
    let mut world = scenario.build_with::<2>(|world| world.register("east", east)).unwrap();
    world.step();
    assert!(world.agent(AgentId(0)).unwrap().velocity[0] > 0.0);
}

#[test]
fn the_starter_is_valid_and_runs() {
    let scenario = Scenario::parse(STARTER, "starter.toml").unwrap_or_else(|errors| panic!("{}", errors.render(false)));
    let mut world = scenario.build().unwrap();
    assert_eq!(world.len(), 201);
    (0..100).for_each(|_| world.step());
}

#[test]
fn an_image_beside_the_file_is_a_map() {
    let folder = std::env::temp_dir().join(format!("flockstep-map-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    // Two rows of three pixels: white, black, white; and below gray, white, white.
    let file = std::fs::File::create(folder.join("map.png")).unwrap();
    let mut encoder = png::Encoder::new(file, 3, 2);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.write_header().unwrap().write_image_data(&[255, 0, 255, 85, 255, 255]).unwrap();
    let text = "dimensions = 2\n[space]\nmin = [0, 0]\nmax = [6, 4]\n[[fields]]\nname = 'way'\ntype = 'flow'\n\
                image = 'map.png'\ngoals = { point = [5, 3] }";
    let source = folder.join("f.toml").display().to_string();
    let scenario = Scenario::parse(text, &source).unwrap();
    assert_eq!(Scenario::parse(&scenario.to_toml(), &source).unwrap(), scenario);
    let AnyWorld::Plane(world) = scenario.build().unwrap() else { panic!("a plane") };
    let Some((_, flockstep::ground::Field::Flow(flow))) = world.fields().next() else { panic!("a flow field") };
    // The lowest row first, cells as wide as makes the image as wide as the space.
    assert_eq!((flow.costs.cell(), flow.costs.size()), (2.0, [3, 2]));
    assert_eq!(flow.costs.costs(), [3.0, 1.0, 1.0, 1.0, f32::INFINITY, 1.0]);
    assert_eq!(world.walls(), [flockstep::Obstacle::Box { min: [2.0, 2.0], max: [4.0, 4.0] }]);
    std::fs::remove_dir_all(&folder).unwrap();
}
