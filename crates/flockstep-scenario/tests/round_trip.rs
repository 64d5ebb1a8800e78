//! A scenario written and read again is the same scenario, and makes the same world.

#![allow(clippy::unwrap_used)]

mod draw;

use flockstep::group::{Behavior, Common};
use flockstep::parameters::Value;
use flockstep::steer::{REGISTRY, Rule};
use flockstep_scenario::{STARTER, Scenario, gallery};
use proptest::prelude::*;

#[track_caller]
fn read_again(scenario: &Scenario) -> Scenario {
    let text = scenario.to_toml();
    let again =
        Scenario::parse(&text, "again.toml").unwrap_or_else(|errors| panic!("{}\n{text}", errors.render(false)));
    assert_eq!(again, *scenario, "{text}");
    assert_eq!(again.to_toml(), text);
    again
}

fn hash_after_steps(scenario: &Scenario) -> u64 {
    let mut world = scenario.build().unwrap();
    (0..3).for_each(|_| world.step());
    world.hash()
}

proptest! {
    // A tape means something else as soon as the tables change, so failing ones are not kept.
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nothing_is_lost_and_the_motion_is_the_same(words in prop::collection::vec(any::<u64>(), 0..600)) {
        let scenario = draw::scenario(&words);
        let again = read_again(&scenario);
        let rules = scenario.groups.iter().flat_map(|group| &group.group.settings.behaviors);
        // A custom behavior is code, which is not here.
        if rules.into_iter().all(|behavior| !matches!(behavior.rule, Rule::Custom(_))) {
            prop_assert_eq!(hash_after_steps(&scenario), hash_after_steps(&again));
        }
    }

    #[test]
    fn every_bit_of_a_number_survives(bits in any::<u32>()) {
        let number = f32::from_bits(bits);
        prop_assume!(number.abs() <= flockstep::FARTHEST);
        let mut scenario = draw::scenario(&[]);
        scenario.markers = vec![("m".into(), [number, 0.0].into())];
        scenario.groups.clear();
        let again = read_again(&scenario);
        prop_assert_eq!(again.markers[0].1.as_slice()[0].to_bits(), bits);
    }
}

/// The drawn scenarios might miss one; this misses none.
#[test]
fn every_parameter_of_every_behavior_survives_alone() {
    for entry in REGISTRY {
        for spec in entry.specs.iter().chain(Common::SPECS) {
            for word in 0..12u64 {
                let tape: Vec<u64> =
                    (0..20).map(|nth| word.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (nth % 7) ^ nth).collect();
                let mut behavior = Behavior::new((entry.new)());
                let rule = behavior.rule.parameters_mut();
                for (place, required) in entry.specs.iter().enumerate().filter(|(_, spec)| spec.required) {
                    rule.set_at(place, &draw::tape(&tape, 2).value(required)).unwrap();
                }
                behavior.set(spec.name, &draw::tape(&tape, 2).value(spec)).unwrap();
                for (key, name) in [("field", draw::FIELDS[0]), ("path", draw::PATHS[0])] {
                    if entry.specs.iter().any(|spec| spec.name == key) {
                        behavior.rule.parameters_mut().set(key, &Value::Word(name.into())).unwrap();
                    }
                }
                if out_of_order(&behavior) || behavior.rule.misfit().is_some() {
                    continue;
                }
                let mut scenario = draw::scenario(&[]);
                scenario.groups[0].group.settings.behaviors = vec![behavior];
                read_again(&scenario);
            }
        }
    }
}

fn out_of_order(behavior: &Behavior) -> bool {
    let number = |name: &str| match behavior.get(name) {
        Ok(Value::Number(number)) => Some(number),
        _ => None,
    };
    [["min", "max"], ["min_rate", "max_rate"]].iter().any(|[least, most]| number(least) > number(most))
        || behavior.common.radius_min > behavior.common.radius.unwrap_or(f32::INFINITY)
}

#[test]
fn numbers_are_written_as_short_as_they_can_be() {
    let text = "dimensions = 2\ntime_step = 0.01\n\n[markers]\nm = [0.1, -2]\n\n[[groups]]\nname = \"a\"\ncount = 3\n\
                place = { shape = \"ball\", center = [0, 0.3], radius = 30 }\nspeed = [0.7, 1.1]\n\
                sight = { radius = 15.5, nearest = 7 }\nbody = { model = \"point\", max_force = inf, max_speed = 1e-7, axis_scale = [1, 0.6] }\n\
                blend = \"dither\"\n\n\
                [[groups.behaviors]]\ntype = \"pursue\"\ntarget = { group = \"a\", pick = \"first\" }\n\
                offset = { distance = 1, angle = 0.1 }\nweight = 0.4\nahead = { angle = 45 }\n";
    assert_eq!(Scenario::parse(text, "short.toml").unwrap().to_toml(), text);
}

#[test]
fn the_starter_and_the_gallery_survive() {
    let scenes = gallery::scenes().iter().map(|scene| scene.text);
    for text in scenes.chain([STARTER]) {
        let scenario = Scenario::parse(text, "scene.toml").unwrap();
        assert_eq!(hash_after_steps(&read_again(&scenario)), hash_after_steps(&scenario));
    }
}
