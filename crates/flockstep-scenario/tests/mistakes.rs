//! One test per kind of mistake: line, column, path, what was found, what is allowed, what was meant.

#![allow(clippy::unwrap_used)]

use flockstep_scenario::Scenario;

/// A world without groups.
const WORLD: &str = "dimensions = 2\n";
/// A world with a group, which takes the first four lines.
const GROUP: &str = "dimensions = 2\n[[groups]]\nname = \"a\"\nlayers = [\"prey\"]\n";
/// The same with a behavior, which begins on the fifth.
const BEHAVIOR: &str = "dimensions = 2\n[[groups]]\nname = \"a\"\nlayers = [\"prey\"]\n[[groups.behaviors]]\n";

/// Asserts the mistakes of a file, all of them and in order.
#[track_caller]
fn mistakes(start: &str, rest: &str, expected: &[&str]) {
    let errors = match Scenario::parse(&format!("{start}{rest}"), "f.toml") {
        Ok(scenario) => panic!("no mistake found in {rest:?}: {scenario:?}"),
        Err(errors) => errors,
    };
    let found: Vec<String> = errors.iter().map(|problem| problem.to_string()).collect();
    assert_eq!(found, expected, "in {rest:?}");
    // What is shown to people says the same.
    let shown = errors.render(false);
    for problem in &errors {
        assert!(shown.contains(&format!("f.toml:{}:{}", problem.line, problem.column)));
        assert!(shown.contains(&problem.found) && shown.contains(&problem.allowed), "{shown}");
    }
}

#[test]
fn unknown_keys_are_named_with_what_was_meant() {
    mistakes(
        "",
        "dimensons = 2",
        &[
            r#"f.toml:1:1: dimensons: found the unknown key "dimensons", allowed is one of name, about, dimensions, seed, time_step, space, markers, groups, obstacles, fields, paths; did you mean dimensions?"#,
        ],
    );
    mistakes(
        GROUP,
        "body = { max_sped = 3, banana = 1 }",
        &[
            r#"f.toml:5:10: groups.a.body.max_sped: found the unknown key "max_sped", allowed is one of model, mass, max_force, max_speed, min_speed, radius, length, axis_scale, impulse, solid; did you mean max_speed?"#,
            r#"f.toml:5:24: groups.a.body.banana: found the unknown key "banana", allowed is one of model, mass, max_force, max_speed, min_speed, radius, length, axis_scale, impulse, solid"#,
        ],
    );
    mistakes(
        GROUP,
        r#"blend = { type = "priority", treshold = 1 }"#,
        &[
            r#"f.toml:5:30: groups.a.blend.treshold: found the unknown key "treshold", allowed is one of type, threshold, time; did you mean threshold?"#,
        ],
    );
    mistakes(
        BEHAVIOR,
        "type = \"cohesion\"\nahead = { angel = 3 }",
        &[
            r#"f.toml:7:11: groups.a.behaviors.cohesion.ahead.angel: found the unknown key "angel", allowed is one of angle, radius; did you mean angle?"#,
        ],
    );
    mistakes(
        WORLD,
        "[[obstacles]]\nshpe = \"ball\"",
        &[
            r#"f.toml:3:1: obstacles.1.shpe: found the unknown key "shpe", allowed is one of shape; did you mean shape?"#,
        ],
    );
    mistakes(
        BEHAVIOR,
        "type = \"seek\"\ntraget = { point = [0, 0] }",
        &[
            r#"f.toml:7:1: groups.a.behaviors.seek.traget: found the unknown key "traget", allowed is one of type, target, enabled, weight, response, priority, chance, of, radius, radius_min, angle, nearest, when, ahead, threat; did you mean target?"#,
        ],
    );
}

#[test]
fn missing_keys_are_asked_for_where_they_belong() {
    mistakes("", "seed = 1", &["f.toml:1:1: dimensions: found nothing, allowed is 2 or 3"]);
    mistakes(WORLD, "[[groups]]\ncount = 3", &["f.toml:2:1: groups.1.name: found nothing, allowed is a name"]);
    mistakes(
        BEHAVIOR,
        "weight = 1",
        &[
            r#"f.toml:5:1: groups.a.behaviors.1.type: found nothing, allowed is one of "seek", "flee", "arrive", "pursue", "evade", "intercept", "wander", "cruise", "separation", "spacing", "alignment", "cohesion", "avoid", "stay_inside", "avoid_obstacles", "avoid_walls", "follow_wall", "follow_field", "drift", "follow_path", "stay_on_path", "avoid_collisions", "follow_leader", "formation", "match_velocity", "interpose", "hide", "queue", "tether", "face", "custom""#,
        ],
    );
    mistakes(
        BEHAVIOR,
        r#"type = "seek""#,
        &[
            r#"f.toml:5:1: groups.a.behaviors.seek.target: found nothing, allowed is { point = [..] }, { marker = ".." }, { group = "..", pick = "nearest" | "first" } or { agent = id }"#,
        ],
    );
    mistakes(
        GROUP,
        "place = { radius = 3 }",
        &[r#"f.toml:5:9: groups.a.place.shape: found nothing, allowed is one of "ball", "box", "points""#],
    );
    mistakes(
        GROUP,
        "captures = { distance = 1 }",
        &[
            r#"f.toml:5:12: groups.a.captures.of: found nothing, allowed is "mates", "others", "all", { layers = [..] } or { groups = [..] }"#,
        ],
    );
    mistakes(
        GROUP,
        "agents = [{ velocity = [0, 1] }]",
        &["f.toml:5:11: groups.a.agents.1.position: found nothing, allowed is a point"],
    );
    mistakes(
        WORLD,
        "[[obstacles]]\nshape = \"box\"\nmin = [0, 0]",
        &["f.toml:2:1: obstacles.1.max: found nothing, allowed is a point"],
    );
}

#[test]
fn values_of_the_wrong_type_are_refused() {
    mistakes(
        WORLD,
        "name = 3\nabout = []",
        &[
            "f.toml:2:8: name: found 3, allowed is a text in quotes",
            "f.toml:3:9: about: found an empty array, allowed is a text in quotes",
        ],
    );
    mistakes("", r#"dimensions = "2""#, &[r#"f.toml:1:14: dimensions: found "2", allowed is 2 or 3"#]);
    mistakes(WORLD, "space = 3", &["f.toml:2:9: space: found 3, allowed is a table"]);
    mistakes(WORLD, "groups = 3", &["f.toml:2:10: groups: found 3, allowed is an array of groups: [[groups]]"]);
    mistakes(
        WORLD,
        "[obstacles]\nshape = \"ball\"",
        &["f.toml:2:1: obstacles: found a table, allowed is an array of obstacles: [[obstacles]]"],
    );
    mistakes(
        WORLD,
        "time_step = 1979-05-27",
        &["f.toml:2:13: time_step: found 1979-05-27, allowed is a number of seconds from 1e-6 to 1e4"],
    );
    mistakes(GROUP, r#"player = "yes""#, &[r#"f.toml:5:10: groups.a.player: found "yes", allowed is true or false"#]);
    mistakes(GROUP, "agents = [3]", &["f.toml:5:11: groups.a.agents.1: found 3, allowed is a table"]);
    mistakes(GROUP, "place = 3", &["f.toml:5:9: groups.a.place: found 3, allowed is a table with a shape"]);
    mistakes(
        GROUP,
        r#"body = "point""#,
        &[r#"f.toml:5:8: groups.a.body: found "point", allowed is a table with a model"#],
    );
    mistakes(
        GROUP,
        "behaviors = 3",
        &["f.toml:5:13: groups.a.behaviors: found 3, allowed is an array of behaviors: [[groups.behaviors]]"],
    );
    mistakes(GROUP, "behaviors = [3]", &["f.toml:5:14: groups.a.behaviors.1: found 3, allowed is a table with a type"]);
    mistakes(GROUP, "sight = 3", &["f.toml:5:9: groups.a.sight: found 3, allowed is a table"]);
    mistakes(
        BEHAVIOR,
        "type = \"separation\"\nmean = \"yes\"\nweight = \"high\"",
        &[
            r#"f.toml:7:8: groups.a.behaviors.separation.mean: found "yes", allowed is true or false"#,
            r#"f.toml:8:10: groups.a.behaviors.separation.weight: found "high", allowed is a number from -1000000000 to 1000000000"#,
        ],
    );
    mistakes(
        WORLD,
        "[[groups]]\nname = \"a\"\nlayers = \"prey\"",
        &[r#"f.toml:4:10: groups.a.layers: found "prey", allowed is an array"#],
    );
}

#[test]
fn points_have_as_many_numbers_as_the_world_has_axes() {
    mistakes(
        WORLD,
        "[space]\nmin = [0, 0, 0]",
        &[
            "f.toml:3:7: space.min: found an array of 3 values, allowed is two numbers, [x, y], in a world of two dimensions",
        ],
    );
    mistakes(
        "",
        "dimensions = 3\nmarkers.home = [0, 0]",
        &[
            "f.toml:2:16: markers.home: found an array of 2 values, allowed is three numbers, [x, y, z], in a world of three dimensions",
        ],
    );
    mistakes(
        WORLD,
        "markers.z = [1]",
        &[
            "f.toml:2:13: markers.z: found an array of one value, allowed is two numbers, [x, y], in a world of two dimensions",
        ],
    );
    mistakes(
        WORLD,
        "markers.x = 3",
        &["f.toml:2:13: markers.x: found 3, allowed is two numbers, [x, y], in a world of two dimensions"],
    );
    mistakes(
        GROUP,
        "body = { axis_scale = [1, 1, 1] }",
        &[
            "f.toml:5:23: groups.a.body.axis_scale: found an array of 3 values, allowed is two numbers, [x, y], in a world of two dimensions",
        ],
    );
    mistakes(
        GROUP,
        "agents = [{ position = [0, 0, 0] }]",
        &[
            "f.toml:5:24: groups.a.agents.1.position: found an array of 3 values, allowed is two numbers, [x, y], in a world of two dimensions",
        ],
    );
    mistakes(
        BEHAVIOR,
        "type = \"seek\"\ntarget = { point = [1, 2, 3] }",
        &[
            "f.toml:7:20: groups.a.behaviors.seek.target.point: found an array of 3 values, allowed is two numbers, [x, y], in a world of two dimensions",
        ],
    );
    mistakes(
        BEHAVIOR,
        "type = \"cruise\"\nchances = [0.1, 0.2]",
        &[
            "f.toml:7:11: groups.a.behaviors.cruise.chances: found an array of 2 values, allowed is three numbers from 0 to 1",
        ],
    );
    mistakes(
        GROUP,
        "speed = [1, 2, 3]",
        &[
            "f.toml:5:9: groups.a.speed: found an array of 3 values, allowed is a speed from 0 to 1e12, or [least, greatest]",
        ],
    );
}

#[test]
fn numbers_out_of_range_are_refused() {
    mistakes("", "dimensions = 4", &["f.toml:1:14: dimensions: found 4, allowed is 2 or 3"]);
    mistakes(
        WORLD,
        "seed = -1",
        &["f.toml:2:8: seed: found -1, allowed is a whole number from 0 to 18446744073709551615"],
    );
    mistakes(
        WORLD,
        "seed = 1.5",
        &["f.toml:2:8: seed: found 1.5, allowed is a whole number from 0 to 18446744073709551615"],
    );
    mistakes(
        WORLD,
        "seed = 99999999999999999999",
        &["f.toml:2:8: seed: found 99999999999999999999, allowed is a whole number from 0 to 18446744073709551615"],
    );
    mistakes(
        WORLD,
        "time_step = 0",
        &["f.toml:2:13: time_step: found 0, allowed is a number of seconds from 1e-6 to 1e4"],
    );
    mistakes(
        GROUP,
        "sight = { radius = -1, angle = 400, nearest = 2.5 }",
        &[
            "f.toml:5:20: groups.a.sight.radius: found -1, allowed is a number from 0 to 1000000000000000",
            "f.toml:5:32: groups.a.sight.angle: found 400, allowed is a number from 0 to 360",
            "f.toml:5:47: groups.a.sight.nearest: found 2.5, allowed is a whole number from 0 to 65535",
        ],
    );
    mistakes(
        GROUP,
        r#"place = { shape = "ball", center = [0, 0], radius = -3 }"#,
        &["f.toml:5:53: groups.a.place.radius: found -3, allowed is a number from 0 to 1e18"],
    );
    mistakes(
        WORLD,
        "[[obstacles]]\nshape = \"ball\"\ncenter = [0, 0]\nradius = -1",
        &["f.toml:5:10: obstacles.1.radius: found -1, allowed is a number from 0 to 1e18"],
    );
    mistakes(
        GROUP,
        "speed = -1",
        &["f.toml:5:9: groups.a.speed: found -1, allowed is a speed from 0 to 1e12, or [least, greatest]"],
    );
    mistakes(
        BEHAVIOR,
        "type = \"cruise\"\nchances = [0.1, 0.2, 3]",
        &["f.toml:7:22: groups.a.behaviors.cruise.chances.3: found 3, allowed is a number from 0 to 1"],
    );
    mistakes(
        GROUP,
        "agents = [{ position = [0, 0], velocity = [1e13, 0] }]",
        &["f.toml:5:43: groups.a.agents.1.velocity: found [1e13, 0], allowed is a velocity with a speed up to 1e12"],
    );
    mistakes(
        WORLD,
        "markers.far = [1, 1e19]",
        &["f.toml:2:19: markers.far.2: found 1e19, allowed is a number from -1e18 to 1e18"],
    );
}

#[test]
fn nan_and_infinity_are_refused_unless_the_range_has_them() {
    mistakes(
        WORLD,
        "time_step = nan",
        &["f.toml:2:13: time_step: found nan, allowed is a number of seconds from 1e-6 to 1e4"],
    );
    mistakes(
        WORLD,
        "markers.m = [0, inf]",
        &["f.toml:2:17: markers.m.2: found inf, allowed is a number from -1e18 to 1e18"],
    );
    mistakes(
        GROUP,
        "sight = { radius = inf }",
        &["f.toml:5:20: groups.a.sight.radius: found inf, allowed is a number from 0 to 1000000000000000"],
    );
    mistakes(
        GROUP,
        "sight = { radius = 1e39 }",
        &["f.toml:5:20: groups.a.sight.radius: found 1e39, allowed is a number from 0 to 1000000000000000"],
    );
    mistakes(
        GROUP,
        "body = { max_speed = inf, max_force = 1e400 }",
        &[
            "f.toml:5:22: groups.a.body.max_speed: found inf, allowed is a number from 0 to 1000000000",
            "f.toml:5:39: groups.a.body.max_force: found 1e400, allowed is a number from 0 up",
        ],
    );
    mistakes(
        GROUP,
        "speed = [nan, 2]",
        &["f.toml:5:10: groups.a.speed.1: found nan, allowed is a speed from 0 to 1e12"],
    );
}

#[test]
fn words_that_are_none_of_the_known_ones() {
    mistakes(
        WORLD,
        "[space]\nedge = \"warp\"",
        &[
            r#"f.toml:3:8: space.edge: found "warp", allowed is one of "open", "wrap", "bounce", "clamp"; did you mean "wrap"?"#,
        ],
    );
    mistakes(
        BEHAVIOR,
        r#"type = "aligment""#,
        &[
            r#"f.toml:6:8: groups.a.behaviors.aligment.type: found "aligment", allowed is one of "seek", "flee", "arrive", "pursue", "evade", "intercept", "wander", "cruise", "separation", "spacing", "alignment", "cohesion", "avoid", "stay_inside", "avoid_obstacles", "avoid_walls", "follow_wall", "follow_field", "drift", "follow_path", "stay_on_path", "avoid_collisions", "follow_leader", "formation", "match_velocity", "interpose", "hide", "queue", "tether", "face", "custom"; did you mean "alignment"?"#,
        ],
    );
    mistakes(
        GROUP,
        r#"body = { model = "pont" }"#,
        &[
            r#"f.toml:5:18: groups.a.body.model: found "pont", allowed is one of "point", "rigid", "heading"; did you mean "point"?"#,
        ],
    );
    mistakes(
        GROUP,
        r#"blend = "sums""#,
        &[
            r#"f.toml:5:9: groups.a.blend: found "sums", allowed is one of "sum", "priority", "budget", "dither", "context"; did you mean "sum"?"#,
        ],
    );
    mistakes(
        GROUP,
        r#"place = { shape = "bal", center = [0, 0], radius = 3 }"#,
        &[
            r#"f.toml:5:19: groups.a.place.shape: found "bal", allowed is one of "ball", "box", "points"; did you mean "ball"?"#,
        ],
    );
    mistakes(
        WORLD,
        "[[obstacles]]\nshape = \"cone\"",
        &[
            r#"f.toml:3:9: obstacles.1.shape: found "cone", allowed is one of "ball", "box", "capsule", "segment", "polygon", "plane""#,
        ],
    );
    mistakes(
        BEHAVIOR,
        "type = \"separation\"\ndistance = \"radi\"\nfalloff = \"linar\"",
        &[
            r#"f.toml:7:12: groups.a.behaviors.separation.distance: found "radi", allowed is a number from 0 to 1000000000000000, or "radii"; did you mean "radii"?"#,
            r#"f.toml:8:11: groups.a.behaviors.separation.falloff: found "linar", allowed is one of "linear", "inverse", "ratio", "offset", "constant"; did you mean "linear"?"#,
        ],
    );
    mistakes(
        GROUP,
        "color = \"blue\"\nshape = \"fihs\"",
        &[
            r##"f.toml:5:9: groups.a.color: found "blue", allowed is a color as "#rrggbb", with two hexadecimal digits each for red, green and blue"##,
            r#"f.toml:6:9: groups.a.shape: found "fihs", allowed is one of "fish", "bird", "craft", "arrow"; did you mean "fish"?"#,
        ],
    );
}

#[test]
fn names_that_nobody_has() {
    mistakes(
        GROUP,
        r#"captures = { of = { layers = ["pray"] } }"#,
        &[
            r#"f.toml:5:31: groups.a.captures.of.layers.1: found "pray", allowed is a layer of a group: "prey"; did you mean "prey"?"#,
        ],
    );
    mistakes(
        BEHAVIOR,
        "type = \"avoid\"\nof = { groups = [\"aa\"] }",
        &[r#"f.toml:7:18: groups.a.behaviors.avoid.of.groups.1: found "aa", allowed is a group: "a""#],
    );
    mistakes(
        BEHAVIOR,
        "type = \"seek\"\ntarget = { marker = \"home\" }",
        &[
            r#"f.toml:7:21: groups.a.behaviors.seek.target.marker: found "home", allowed is a marker, and there is none"#,
        ],
    );
    mistakes(
        WORLD,
        "markers = { home = [0, 0] }\n[[groups]]\nname = \"a\"\n[[groups.behaviors]]\ntype = \"seek\"\ntarget = { marker = \"hmoe\" }",
        &[
            r#"f.toml:7:21: groups.a.behaviors.seek.target.marker: found "hmoe", allowed is a marker: "home"; did you mean "home"?"#,
        ],
    );
    mistakes(
        BEHAVIOR,
        "type = \"seek\"\ntarget = { group = \"b\" }",
        &[r#"f.toml:7:20: groups.a.behaviors.seek.target.group: found "b", allowed is a group: "a""#],
    );
    mistakes(
        BEHAVIOR,
        "type = \"cohesion\"\nwhen = \"threatened\"\nthreat = { layers = [\"wolf\"] }",
        &[
            r#"f.toml:8:22: groups.a.behaviors.cohesion.threat.layers.1: found "wolf", allowed is a layer of a group: "prey""#,
        ],
    );
}

#[test]
fn names_are_not_empty_and_not_taken() {
    mistakes(
        WORLD,
        "[[groups]]\nname = \"\"",
        &[r#"f.toml:3:8: groups.1.name: found "", allowed is a name, not an empty text"#],
    );
    mistakes(
        GROUP,
        "[[groups]]\nname = \"a\"\ncount = -1",
        &[
            r#"f.toml:6:8: groups.2.name: found "a", the name of group 1 too, allowed is a name of its own"#,
            "f.toml:7:9: groups.2.count: found -1, allowed is a whole number from 0 to 268435456",
        ],
    );
    mistakes(WORLD, "[markers]\n\"\" = [0, 0]", &[r#"f.toml:3:1: markers."": found an empty name, allowed is a name"#]);
    mistakes(
        WORLD,
        "[[groups]]\nname = \"a\"\nlayers = [\"\"]",
        &[r#"f.toml:4:11: groups.a.layers.1: found "", allowed is a name, not an empty text"#],
    );
}

#[test]
fn targets_in_a_wrong_form_are_put_right() {
    mistakes(
        BEHAVIOR,
        "type = \"seek\"\ntarget = [1, 2]",
        &[
            r#"f.toml:7:10: groups.a.behaviors.seek.target: found an array of 2 values, allowed is { point = [..] }, { marker = ".." }, { group = "..", pick = "nearest" | "first" } or { agent = id }; did you mean { point = [1, 2] }?"#,
        ],
    );
    mistakes(
        BEHAVIOR,
        "type = \"flee\"\ntarget = [1, 2]",
        &[
            r#"f.toml:7:10: groups.a.behaviors.flee.target: found an array of 2 values, allowed is { point = [..] }, { marker = ".." }, { group = "..", pick = "nearest" | "first" } or { agent = id }, or a list of them; did you mean { point = [1, 2] }?"#,
        ],
    );
    mistakes(
        BEHAVIOR,
        "type = \"seek\"\ntarget = \"a\"",
        &[
            r#"f.toml:7:10: groups.a.behaviors.seek.target: found "a", allowed is { point = [..] }, { marker = ".." }, { group = "..", pick = "nearest" | "first" } or { agent = id }; did you mean { group = "a" }?"#,
        ],
    );
    mistakes(
        BEHAVIOR,
        "type = \"seek\"\ntarget = { point = [1, 2], marker = \"x\" }",
        &["f.toml:7:28: groups.a.behaviors.seek.target.marker: found marker beside point, allowed is one of the two"],
    );
    mistakes(
        BEHAVIOR,
        "type = \"seek\"\ntarget = { point = [1, 2], pick = \"first\" }",
        &[
            "f.toml:7:28: groups.a.behaviors.seek.target.pick: found pick beside point, allowed is pick only beside group",
        ],
    );
    mistakes(
        BEHAVIOR,
        "type = \"seek\"\ntarget = { group = \"a\", pick = \"last\" }",
        &[r#"f.toml:7:32: groups.a.behaviors.seek.target.pick: found "last", allowed is one of "nearest", "first""#],
    );
    mistakes(
        BEHAVIOR,
        "type = \"seek\"\ntarget = { agent = -1 }",
        &[
            "f.toml:7:20: groups.a.behaviors.seek.target.agent: found -1, allowed is a whole number from 0 to 4294967295",
        ],
    );
    mistakes(
        BEHAVIOR,
        "type = \"seek\"\ntarget = {}",
        &[
            r#"f.toml:7:10: groups.a.behaviors.seek.target: found a table, allowed is { point = [..] }, { marker = ".." }, { group = "..", pick = "nearest" | "first" } or { agent = id }"#,
        ],
    );
}

#[test]
fn choices_in_a_wrong_form_are_put_right() {
    mistakes(
        BEHAVIOR,
        "type = \"avoid\"\nof = \"prey\"",
        &[
            r#"f.toml:7:6: groups.a.behaviors.avoid.of: found "prey", allowed is "mates", "others", "all", { layers = [..] } or { groups = [..] }; did you mean { layers = ["prey"] }?"#,
        ],
    );
    mistakes(
        BEHAVIOR,
        "type = \"avoid\"\nof = \"a\"",
        &[
            r#"f.toml:7:6: groups.a.behaviors.avoid.of: found "a", allowed is "mates", "others", "all", { layers = [..] } or { groups = [..] }; did you mean { groups = ["a"] }?"#,
        ],
    );
    mistakes(
        BEHAVIOR,
        "type = \"avoid\"\nof = \"other\"",
        &[
            r#"f.toml:7:6: groups.a.behaviors.avoid.of: found "other", allowed is "mates", "others", "all", { layers = [..] } or { groups = [..] }; did you mean "others"?"#,
        ],
    );
    mistakes(
        BEHAVIOR,
        "type = \"avoid\"\nof = { layers = [\"prey\"], groups = [\"a\"] }",
        &["f.toml:7:27: groups.a.behaviors.avoid.of.groups: found groups beside layers, allowed is one of the two"],
    );
    mistakes(
        BEHAVIOR,
        "type = \"avoid\"\nof = { groups = [\"a\"], match = \"all\" }",
        &[
            "f.toml:7:24: groups.a.behaviors.avoid.of.match: found match beside groups, allowed is match only beside layers",
        ],
    );
    mistakes(
        BEHAVIOR,
        "type = \"avoid\"\nof = { layers = \"prey\" }",
        &[r#"f.toml:7:17: groups.a.behaviors.avoid.of.layers: found "prey", allowed is an array"#],
    );
    mistakes(
        BEHAVIOR,
        "type = \"avoid\"\nof = {}",
        &[
            r#"f.toml:7:6: groups.a.behaviors.avoid.of: found a table, allowed is "mates", "others", "all", { layers = [..] } or { groups = [..] }"#,
        ],
    );
    mistakes(
        BEHAVIOR,
        "type = \"avoid\"\nof = 3",
        &[
            r#"f.toml:7:6: groups.a.behaviors.avoid.of: found 3, allowed is "mates", "others", "all", { layers = [..] } or { groups = [..] }"#,
        ],
    );
}

#[test]
fn pairs_are_in_order() {
    mistakes(
        WORLD,
        "[space]\nmin = [0, 5]\nmax = [5, 5]",
        &["f.toml:4:7: space.max: found 5 along y where min is 5, allowed is numbers greater than those of min"],
    );
    mistakes(
        WORLD,
        "[space]\nmin = [0, 60]",
        &["f.toml:3:7: space.min: found 60 along y where max is 50, allowed is numbers less than those of max"],
    );
    mistakes(
        GROUP,
        r#"place = { shape = "box", min = [0, 3], max = [1, 2] }"#,
        &[
            "f.toml:5:46: groups.a.place.max: found 2 along y where min is 3, allowed is numbers not less than those of min",
        ],
    );
    mistakes(
        GROUP,
        "speed = [4, 2]",
        &["f.toml:5:9: groups.a.speed: found 4 and then 2, allowed is the least speed and then the greatest"],
    );
    mistakes(
        GROUP,
        "body = { min_speed = 20 }",
        &["f.toml:5:22: groups.a.body.min_speed: found 20, allowed is at most max_speed, which is 1"],
    );
    mistakes(
        GROUP,
        "body = { min_speed = 5, max_speed = 3 }",
        &["f.toml:5:22: groups.a.body.min_speed: found 5, allowed is at most max_speed, which is 3"],
    );
    mistakes(
        BEHAVIOR,
        "type = \"spacing\"\nmin = 2",
        &["f.toml:7:7: groups.a.behaviors.spacing.min: found 2, allowed is at most max, which is 1"],
    );
    mistakes(
        BEHAVIOR,
        "type = \"cruise\"\nmin_rate = 0.5\nmax_rate = 0.25",
        &["f.toml:7:12: groups.a.behaviors.cruise.min_rate: found 0.5, allowed is at most max_rate, which is 0.25"],
    );
    mistakes(
        BEHAVIOR,
        "type = \"cohesion\"\nradius_min = 2\nradius = 1",
        &["f.toml:7:14: groups.a.behaviors.cohesion.radius_min: found 2, allowed is at most radius, which is 1"],
    );
    mistakes(
        BEHAVIOR,
        "type = \"stay_inside\"\nmin = [0, 0]\nmax = [-1, 3]",
        &["f.toml:7:7: groups.a.behaviors.stay_inside.min: found [0, 0], allowed is at most max, which is [-1.0, 3.0]"],
    );
}

#[test]
fn what_does_not_go_together() {
    mistakes(
        "",
        "dimensions = 3\n[[groups]]\nname = \"a\"\nbody = { model = \"rigid\" }",
        &[
            r#"f.toml:4:18: groups.a.body.model: found "rigid", allowed is "point" or "heading" in a world of three dimensions"#,
        ],
    );
    mistakes(
        GROUP,
        r#"place = { shape = "points", points = [] }"#,
        &["f.toml:5:38: groups.a.place.points: found an empty array, allowed is at least one point"],
    );
}

#[test]
fn absurd_counts_are_refused_before_memory_is() {
    mistakes(
        GROUP,
        "count = 1e9",
        &["f.toml:5:9: groups.a.count: found 1e9, allowed is a whole number from 0 to 268435456"],
    );
    mistakes(
        GROUP,
        "count = -3",
        &["f.toml:5:9: groups.a.count: found -3, allowed is a whole number from 0 to 268435456"],
    );
    mistakes(
        GROUP,
        "count = 2.5",
        &["f.toml:5:9: groups.a.count: found 2.5, allowed is a whole number from 0 to 268435456"],
    );
    mistakes(
        GROUP,
        "count = 200000000\n[[groups]]\nname = \"b\"\ncount = 200000000\n[[groups]]\nname = \"c\"\ncount = 1",
        &[
            "f.toml:8:9: groups.b.count: found 400000000 agents together with the groups before, allowed is at most 268435456 in all groups",
        ],
    );
}

#[test]
fn several_behaviors_of_a_type_are_told_apart() {
    mistakes(
        BEHAVIOR,
        "type = \"cohesion\"\n[[groups.behaviors]]\ntype = \"cohesion\"\nwieght = 3",
        &[
            r#"f.toml:9:1: groups.a.behaviors.cohesion.2.wieght: found the unknown key "wieght", allowed is one of type, inner_radius, average, pick, include_self, normalize, enabled, weight, response, priority, chance, of, radius, radius_min, angle, nearest, when, ahead, threat; did you mean weight?"#,
        ],
    );
}

#[test]
fn syntax_errors_are_shown_with_what_else_is_certainly_wrong() {
    mistakes(
        WORLD,
        "name = \nseed = 1 2\n[spce\nedge = \"x\"\n",
        &[
            r#"f.toml:2:8: found no value, allowed is a number, true, false, a "text", an array or a table"#,
            r#"f.toml:3:8: found 1 2, allowed is a number, true, false, a "text", an array or a table; did you mean "1 2"?"#,
            "f.toml:4:6: found an unclosed table, allowed is `]`",
        ],
    );
    mistakes(
        WORLD,
        "[space]\nmin = [1, 2\nmax = [3, 4]\n[[groups]]\nname = \"x\"\nbody = { mas = 1 }\n",
        &["f.toml:3:7: found an array that is not closed, allowed is `]`"],
    );
    mistakes(
        WORLD,
        "[[groups]]\nname = \"x\"\nbody = { mass = 1\n[[groups]]\nname = \"y\"\n",
        &["f.toml:4:8: found a table that is not closed, allowed is `}`"],
    );
    mistakes(
        WORLD,
        "seed = 1\nseed = 2\n[space]\n[space]\nedge=\"x\"",
        &[
            "f.toml:3:1: seed: found the key a second time, allowed is each key once",
            "f.toml:5:2: space: found the key a second time, allowed is each key once",
            r#"f.toml:6:6: space.edge: found "x", allowed is one of "open", "wrap", "bounce", "clamp""#,
        ],
    );
    mistakes(
        WORLD,
        "[space]\nedge = wrap\n[[groups]]\nname = \"a\"\nplayer = tru\ncolor = #ffffff\ncount = -1\nbody = { mas = 1 }",
        &[
            r#"f.toml:3:8: found wrap, allowed is a number, true, false, a "text", an array or a table; did you mean "wrap"?"#,
            r#"f.toml:6:10: found tru, allowed is a number, true, false, a "text", an array or a table; did you mean true?"#,
            r#"f.toml:7:9: found no value, allowed is a number, true, false, a "text", an array or a table"#,
            "f.toml:8:9: groups.a.count: found -1, allowed is a whole number from 0 to 268435456",
            r#"f.toml:9:10: groups.a.body.mas: found the unknown key "mas", allowed is one of model, mass, max_force, max_speed, min_speed, radius, length, axis_scale, impulse, solid; did you mean mass?"#,
        ],
    );
    mistakes(
        WORLD,
        "name = \"open\nabout = 3\n",
        &[
            r#"f.toml:2:13: found a text that is not closed, allowed is `"`"#,
            "f.toml:3:9: about: found 3, allowed is a text in quotes",
        ],
    );
}

#[test]
fn columns_count_characters_and_not_bytes() {
    mistakes(
        "",
        "\u{FEFF}dimensions = 5\r\nname = \"日本語\" # ö\r\n\"ä\" = { \"ö\" = 3 }\r\n",
        &[
            "f.toml:1:14: dimensions: found 5, allowed is 2 or 3",
            r#"f.toml:3:1: "ä": found the unknown key "ä", allowed is one of name, about, dimensions, seed, time_step, space, markers, groups, obstacles, fields, paths"#,
        ],
    );
    mistakes(
        WORLD,
        "[[groups]]\nname = \"größe\"\nagents = [{ position = \"ü\" }, { position = 1 }]",
        &[
            r#"f.toml:4:24: groups."größe".agents.1.position: found "ü", allowed is two numbers, [x, y], in a world of two dimensions"#,
            r#"f.toml:4:44: groups."größe".agents.2.position: found 1, allowed is two numbers, [x, y], in a world of two dimensions"#,
        ],
    );
}
#[test]
fn too_many_groups_and_filters_are_refused() {
    let groups: String = (0..=flockstep::MOST_KINDS).map(|nth| format!("[[groups]]\nname = \"g{nth}\"\n")).collect();
    mistakes(WORLD, &groups, &["f.toml:2:1: groups: found an array of 32769 values, allowed is at most 32768 groups"]);
    let layers: Vec<String> = (0..31).map(|nth| format!("\"l{nth}\"")).collect();
    let behavior = |layer| format!("[[groups.behaviors]]\ntype = \"avoid\"\nof = {{ layers = [{layer}] }}\n");
    let group = |filters: usize| {
        let behaviors: String = layers.iter().take(filters).map(behavior).collect();
        format!("[[groups]]\nname = \"a\"\nlayers = [{}]\n{behaviors}", layers.join(", "))
    };
    let at_most = Scenario::parse(&format!("{WORLD}{}", group(30)), "f.toml").unwrap();
    assert!(at_most.build().is_ok());
    let expected = "f.toml:5:1: groups.a.behaviors: found more than 30 different `of`, allowed is at most 30";
    mistakes(WORLD, &group(31), &[expected]);
}

#[test]
fn all_mistakes_of_a_file_are_shown_at_once_up_to_a_limit() {
    let bad = "x = 1\n".repeat(3);
    let text = format!(
        "dimensions = 2\nname = 1\n[space]\n{}edge = 3\n[[groups]]\nname = 1\ncount = -1",
        bad.replace('x', "min")
    );
    let errors = Scenario::parse(&text, "f.toml").unwrap_err();
    let lines: Vec<usize> = errors.iter().map(|problem| problem.line).collect();
    assert_eq!(lines, [2, 4, 5, 6, 7, 9, 10]);
    let many: String = (0..2500).map(|nth| format!("key{nth} = 1\n")).collect();
    let errors = Scenario::parse(&format!("dimensions = 2\n{many}"), "f.toml").unwrap_err();
    assert_eq!((errors.iter().count(), errors.count()), (flockstep_scenario::MOST_PROBLEMS, 2500));
    assert!(errors.to_string().ends_with("\nand 1500 more"));
    assert!(errors.render(true).ends_with("\nand 1500 more\n"));
}

#[test]
fn a_mistake_is_shown_in_its_line_with_a_marker_under_it() {
    let text = "dimensions = 2\n[[groups]]\nname = \"日本\"\n\tbody = { model = \"日本\", max_sped = 3 }\r\n";
    let errors = Scenario::parse(text, "f.toml").unwrap_err();
    let expected = "\
error: groups.\"日本\".body.model: found \"日本\"
 --> f.toml:4:19
  |
4 |     body = { model = \"日本\", max_sped = 3 }
  |                      ^^^^^^
  = allowed is one of \"point\", \"rigid\", \"heading\"
";
    assert_eq!(errors.render(false), expected);
    let errors = Scenario::parse("dimensions = 2\nname = 3 # \u{1b}[2J", "\u{1b}.toml").unwrap_err();
    assert!(!errors.render(false).contains('\u{1b}'), "nothing of the file reaches the terminal as a command");
    assert!(errors.render(true).contains("\u{1b}[1;31m^"), "{}", errors.render(true));
    let long = format!("dimensions = 2\nabout = [{}]\nname = 3", "1, ".repeat(10_000));
    let shown = Scenario::parse(&long, "f.toml").unwrap_err().render(false);
    assert!(shown.lines().all(|line| line.chars().count() < 200));
}

#[test]
fn obstacles_that_are_none() {
    mistakes(
        WORLD,
        "[[obstacles]]\nshape = \"polygon\"\npoints = [[0, 0], [1, 1], [1, 0], [0, 1]]",
        &[
            "f.toml:4:10: obstacles.1.points: found corners that make no polygon, allowed is once around, without a dent and without crossing",
        ],
    );
    mistakes(
        WORLD,
        "[[obstacles]]\nshape = \"plane\"\npoint = [0, 0]\nnormal = [0, 0]",
        &["f.toml:5:10: obstacles.1.normal: found no direction, allowed is a normal that is not zero"],
    );
    mistakes(
        "dimensions = 3\n",
        "[[obstacles]]\nshape = \"polygon\"\npoints = [[0, 0, 0], [1, 1, 0], [1, 0, 0]]",
        &["f.toml:4:10: obstacles.1.points: found a polygon in three dimensions, allowed is one in two"],
    );
    mistakes(
        WORLD,
        "[[obstacles]]\nshape = \"segment\"\nfrom = [0, 0]\nvelocity = 3",
        &[
            "f.toml:2:1: obstacles.1.to: found nothing, allowed is a point",
            "f.toml:5:12: obstacles.1.velocity: found 3, allowed is two numbers, [x, y], in a world of two dimensions",
        ],
    );
}

#[test]
fn fields_that_are_none() {
    mistakes(
        WORLD,
        "[[fields]]\nname = \"way\"\ntype = \"flow\"\nmap = \"\"\"\n..#\n..#\n\"\"\"\ncell = 1\ngoals = { point = [-47.5, -49] }",
        &["f.toml:10:9: fields.1.goals: found the goal [-47.5, -49.0] in a wall, allowed is where a way can lead"],
    );
    mistakes(
        WORLD,
        "[[fields]]\nname = \"way\"\ntype = \"flow\"\nmap = \"...\"\ngoals = { marker = \"home\" }",
        &[r#"f.toml:6:20: fields.1.goals.marker: found "home", allowed is a marker, and there is none"#],
    );
    mistakes(
        WORLD,
        "[[fields]]\nname = \"way\"\ntype = \"flow\"\nmap = \"\"\"\n...\n..\n\"\"\"",
        &["f.toml:5:7: fields.1.map: found 2 characters in row 2, allowed is 3 in every row, as in the first"],
    );
    mistakes(
        WORLD,
        "[[fields]]\nname = \"way\"\ntype = \"flow\"\nmap = \"G.x\"",
        &[
            "f.toml:5:7: fields.1.map: found 'x' in row 1, allowed is # a wall, . or a space open, 1 to 9 a cost, G a goal",
        ],
    );
    mistakes(
        WORLD,
        "[[fields]]\nname = \"way\"\ntype = \"flow\"\nimage = \"../map.png\"",
        &[
            r#"f.toml:5:9: fields.1.image: found "../map.png", a path that leads out of the folder of the file, allowed is the path of a PNG image in the folder of the file or below it"#,
        ],
    );
    mistakes(
        WORLD,
        "[[fields]]\nname = \"way\"\ntype = \"flow\"\ncell = 1e-5\ngoals = { point = [0, 0] }",
        &["f.toml:5:8: fields.1.cell: found 10000000 by 10000000 cells, allowed is 1 to 16777216 in all"],
    );
    mistakes(
        "dimensions = 3\n",
        "[[fields]]\nname = \"way\"\ntype = \"flow\"\ncell = 1\ngoals = { point = [0, 0, 0] }",
        &[
            r#"f.toml:4:8: fields.1.type: found "flow", allowed is a field with goals only in a world of two dimensions"#,
        ],
    );
    mistakes(
        WORLD,
        "[[fields]]\nname = \"wind\"\ntype = \"grid\"\nmin = [0, 0]\ncell = 1\nsize = [2, 2]\nvelocities = [[1, 0]]",
        &["f.toml:8:14: fields.1.velocities: found 1 velocities, allowed is 4, one per point of the grid"],
    );
    mistakes(
        WORLD,
        "[[fields]]\nname = \"wind\"\ntype = \"gale\"",
        &[r#"f.toml:4:8: fields.1.type: found "gale", allowed is one of "flow", "constant", "vortex", "grid""#],
    );
}

#[test]
fn paths_that_are_none_and_names_that_nothing_has() {
    mistakes(
        WORLD,
        "[[paths]]\nname = \"road\"\npoints = [[1, 2]]",
        &["f.toml:4:10: paths.1.points: found 1 points, allowed is 2 to 10000"],
    );
    mistakes(
        BEHAVIOR,
        "type = \"follow_path\"\npath = \"rood\"\n[[paths]]\nname = \"road\"\npoints = [[0, 0], [1, 2]]",
        &[
            r#"f.toml:7:8: groups.a.behaviors.follow_path.path: found "rood", allowed is a path: "road"; did you mean "road"?"#,
        ],
    );
    mistakes(
        BEHAVIOR,
        "type = \"follow_field\"\nfield = \"wind\"",
        &[r#"f.toml:7:9: groups.a.behaviors.follow_field.field: found "wind", allowed is a field, and there is none"#],
    );
}

#[test]
fn images_that_are_none() {
    let folder = std::env::temp_dir().join(format!("flockstep-images-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("text.png"), "no image").unwrap();
    let file = folder.join("f.toml").display().to_string();
    let problem = |image: &str| {
        let text = format!("dimensions = 2\n[[fields]]\nname = \"way\"\ntype = \"flow\"\nimage = \"{image}\"");
        Scenario::parse(&text, &file).unwrap_err().iter().next().unwrap().found.clone()
    };
    assert!(problem("text.png").starts_with("\"text.png\", no PNG image"), "{}", problem("text.png"));
    assert_eq!(problem("none.png"), "\"none.png\", a file that does not exist");
    assert_eq!(problem("/etc/map.png"), "\"/etc/map.png\", a path that leads out of the folder of the file");
    // A header that promises more pixels than a field has cells: refused before memory is.
    let mut huge = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\x01\0\0\0\x01\0\0\x08\0\0\0\0".to_vec();
    huge.extend([0x17, 0xfa, 0xeb, 0xe4]);
    std::fs::write(folder.join("huge.png"), huge).unwrap();
    assert!(problem("huge.png").starts_with("\"huge.png\", "), "{}", problem("huge.png"));
    std::fs::remove_dir_all(&folder).unwrap();
}
