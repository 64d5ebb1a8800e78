//! What was once accepted without a word: contradictions are mistakes, and what has no effect is a warning.

use super::{GROUP, WORLD, mistakes};
use flockstep_scenario::{Scenario, warnings};

#[test]
fn a_place_says_how_many_are_born_there() {
    let allowed = "how many are born at its place, such as 10, or 0 for none";
    mistakes(
        GROUP,
        "place = { shape = 'ball', center = [0, 0], radius = 2 }",
        &[&format!("f.toml:2:1: groups.a.count: found nothing, allowed is {allowed}")],
    );
    for fine in ["count = 0", "count = 3", "agents = [{ position = [0, 0] }]"] {
        let text = format!("{GROUP}place = {{ shape = 'ball', center = [0, 0], radius = 2 }}\n{fine}");
        let scenario = Scenario::parse(&text, "f.toml").expect("a scenario");
        assert_eq!(Scenario::parse(&scenario.to_toml(), "again"), Ok(scenario));
    }
    assert!(Scenario::parse(&format!("{GROUP}place = {{ shape = 'points', points = [[1, 1]] }}"), "f.toml").is_ok());
}

#[test]
fn an_edge_has_corners() {
    let corner = "found nothing, allowed is a corner of the space, which this edge needs";
    for edge in ["wrap", "bounce", "clamp"] {
        mistakes(
            WORLD,
            &format!("space = {{ edge = '{edge}' }}"),
            &[&format!("f.toml:2:9: space.min: {corner}"), &format!("f.toml:2:9: space.max: {corner}")],
        );
        mistakes(
            WORLD,
            &format!("space = {{ edge = '{edge}', min = [-300, -300] }}"),
            &[&format!("f.toml:2:9: space.max: {corner}")],
        );
    }
    assert!(Scenario::parse(&format!("{WORLD}space = {{ edge = 'open' }}"), "f.toml").is_ok());
}

#[test]
fn no_group_is_called_all() {
    let allowed = "another name: in metrics and plots, \"all\" is everyone together";
    mistakes(
        WORLD,
        "[[groups]]\nname = 'all'",
        &[&format!("f.toml:3:8: groups.all.name: found \"all\", allowed is {allowed}")],
    );
}

#[test]
fn what_has_no_effect_is_told() {
    let told = |rest: &str| {
        let text = format!("{GROUP}{rest}");
        warnings(&Scenario::parse(&text, "f.toml").unwrap_or_else(|errors| panic!("{errors}")))
    };
    let behavior = |keys: &str| told(&format!("[[groups.behaviors]]\ntype = 'separation'\n{keys}"));
    let blended =
        |blend: &str, keys: &str| told(&format!("blend = {blend}\n[[groups.behaviors]]\ntype = 'separation'\n{keys}"));
    for (warnings, start) in [
        (behavior("priority = 2"), "groups.a.behaviors.separation.priority has no effect without"),
        (behavior("chance = 0.5"), "groups.a.behaviors.separation.chance has no effect without"),
        (behavior("scale = 3"), "groups.a.behaviors.separation.scale has no effect without"),
        (behavior("ahead = { angle = 20 }"), "groups.a.behaviors.separation.ahead.angle has no effect without"),
        (behavior("ahead = { radius = 3 }"), "groups.a.behaviors.separation.ahead.radius has no effect without"),
        (behavior("threat = 'others'"), "groups.a.behaviors.separation.threat has no effect without"),
        (told("blend = { type = 'sum', threshold = 1 }"), "groups.a.blend.threshold has no effect without"),
        (told("blend = { type = 'sum', time = 1 }"), "groups.a.blend.time has no effect without"),
        (told("count = 2\nagents = [{ position = [0, 0] }]"), "groups.a.count: 2 agents are born besides the 1"),
    ] {
        assert_eq!(warnings.len(), 1, "{warnings:?}");
        assert!(warnings[0].starts_with(start), "{warnings:?}");
    }
    for fine in [
        behavior(""),
        blended("{ type = 'priority', threshold = 1 }", "priority = 2"),
        blended("'dither'", "chance = 0.5"),
        blended("{ type = 'context', time = 1 }", ""),
        behavior("falloff = 'offset'\nscale = 3"),
        behavior("when = 'leading'\nahead = { angle = 20 }"),
        behavior("when = 'threatened'\nthreat = 'others'"),
        told("count = 2"),
        told("agents = [{ position = [0, 0] }]"),
    ] {
        assert!(fine.is_empty(), "{fine:?}");
    }
    let several = behavior("chance = 0.5\n[[groups.behaviors]]\ntype = 'separation'\nchance = 0.5");
    assert!(several[1].starts_with("groups.a.behaviors.separation.2.chance"), "{several:?}");
    let many = "[[groups.behaviors]]\ntype = 'seek'\ntarget = { point = [0, 0] }\nchance = 0.5\n".repeat(300);
    assert_eq!(told(&many).len(), 100);
}

#[test]
fn the_gallery_says_nothing_in_vain() {
    for scene in flockstep_scenario::gallery::scenes() {
        let scenario = Scenario::parse(scene.text, scene.name).expect("a scene");
        assert_eq!(warnings(&scenario), [""; 0], "{}", scene.name);
    }
}
