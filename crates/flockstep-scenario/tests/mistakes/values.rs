//! Numbers, points and counts that are not allowed.

use super::{BEHAVIOR, GROUP, WORLD, mistakes};
use flockstep_scenario::Scenario;

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
        "place = { shape = \"box\", min = [0, 3], max = [1, 2] }\ncount = 1",
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
