//! Words, names and choices that nobody has.

use super::{BEHAVIOR, GROUP, WORLD, mistakes};

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
