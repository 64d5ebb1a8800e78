//! Keys that are unknown, missing, or do not go together.

use super::{BEHAVIOR, GROUP, WORLD, mistakes};

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
