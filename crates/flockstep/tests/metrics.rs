//! The metrics of flocks whose order, rotation and spacing are known.

#![allow(clippy::unwrap_used)]

mod common;

use common::*;
use flockstep::observe::{Metrics, nearest_distances};
use flockstep::prelude::*;
use serde_json::Value as Json;

const CASES: &str = include_str!("golden/metrics_cases.json");

fn vectors(json: &Json) -> Vec<[f32; 2]> {
    let number = |value: &Json| value.as_f64().unwrap() as f32;
    json.as_array().unwrap().iter().map(|pair| [number(&pair[0]), number(&pair[1])]).collect()
}

#[test]
fn known_flocks_have_the_known_metrics() {
    let golden: Json = serde_json::from_str(CASES).unwrap();
    let mut checked = 0;
    for case in golden.as_array().unwrap() {
        let name = case["name"].as_str().unwrap();
        if case.get("x").is_none() {
            // A wave along a line, for a correlation length that we do not measure.
            assert_eq!(name, "cosine_wave_line");
            continue;
        }
        let mut world = open::<2>(0.1, 1);
        world.add_group(Group::new("all")).unwrap();
        for (position, velocity) in vectors(&case["x"]).into_iter().zip(vectors(&case["v"])) {
            world.spawn(0, position, velocity).unwrap();
        }
        let metrics = Metrics::of(&world, None, &nearest_distances(&world, None));
        for (key, want) in case.as_object().unwrap() {
            let got = match key.as_str() {
                "name" | "x" | "v" => continue,
                "expect_polarization" => metrics.polarization,
                "expect_milling" => metrics.milling,
                "expect_nnd" => metrics.nearest_mean,
                "expect_elongation" => continue, // not among our metrics
                // Clusters and collisions are counted by whoever needs them.
                "expect_components_eps_1_01" | "expect_components_eps_0_99" | "expect_collisions_radius_0_5005" => {
                    continue;
                }
                unknown => panic!("{name}: nobody thought of \"{unknown}\""),
            };
            assert_close(got, want.as_f64().unwrap(), 1e-6, &format!("{name} {key}"));
            checked += 1;
        }
    }
    assert_eq!(checked, 9);
}

/// Everything by hand, in space, for a group and for everyone.
#[test]
fn metrics_by_hand() {
    let mut world = open::<3>(0.1, 1);
    world.add_groups(vec![Group::new("a"), Group::new("b")]).unwrap();
    world.spawn(0, [1.0, 0.0, 0.0], [0.0, 2.0, 0.0]).unwrap();
    world.spawn(0, [-1.0, 0.0, 0.0], [0.0, -4.0, 0.0]).unwrap();
    world.spawn(1, [0.0, 0.0, 6.0], [0.0; 3]).unwrap();
    let metrics = Metrics::of(&world, Some(0), &nearest_distances(&world, Some(0)));
    assert_eq!(metrics.agents, 2);
    assert_close(metrics.polarization, 0.0, 1e-9, "opposite");
    assert_close(metrics.milling, 1.0, 1e-9, "about each other");
    assert_eq!(metrics.center, [0.0; 3]);
    assert_close(metrics.spread, 1.0, 1e-9, "each is 1 from the middle");
    assert_close(metrics.speed, 3.0, 1e-9, "mean of 2 and 4");
    assert_close(metrics.nearest_mean, 2.0, 1e-9, "apart");
    let metrics = Metrics::of(&world, None, &nearest_distances(&world, None));
    assert_eq!(metrics.agents, 3);
    assert_near(metrics.center, [0.0, 0.0, 2.0], 1e-9, "the middle of all");
    assert_close(metrics.speed, 2.0, 1e-9, "one at rest");
    assert_close(metrics.spread, ((5.0 + 5.0 + 16.0) / 3.0f64).sqrt(), 1e-9, "spread");
    assert_close(metrics.nearest_mean, (2.0 + 2.0 + 37.0f64.sqrt()) / 3.0, 1e-6, "nearest of all");
    let lone = Metrics::of(&world, Some(1), &nearest_distances(&world, Some(1)));
    assert!(lone.agents == 1 && lone.nearest_mean.is_nan());
}

/// The nearest distances of random worlds against asking everyone, on every edge.
#[test]
fn nearest_distances_against_brute_force() {
    for (seed, edge) in [Edge::Open, Edge::Wrap, Edge::Bounce].into_iter().enumerate() {
        for (count, clumped) in [(2, false), (40, false), (40, true), (700, false), (700, true)] {
            let mut draws = Draws::new(seed as u64);
            let mut world = cube::<3>(edge, 50.0, 0.1, 1);
            world.add_groups(vec![Group::new("a"), Group::new("b")]).unwrap();
            for nth in 0..count {
                let half = if clumped && nth % 20 > 0 { 0.5 } else { 50.0 };
                world.spawn(nth % 2, draws.vector(half), [0.0; 3]).unwrap();
            }
            for group in [None, Some(1)] {
                let set: Vec<Seen<3>> =
                    everyone(&world).into_iter().filter(|one| group.is_none_or(|group| one.group == group)).collect();
                let apart = |one: &Seen<3>, two: &Seen<3>| {
                    let offset = world.space().offset(one.x.map(|c| c as f32), two.x.map(|c| c as f32));
                    len(wide(offset))
                };
                let mut want: Vec<f64> = set
                    .iter()
                    .filter(|_| set.len() > 1)
                    .map(|one| {
                        let others = set.iter().filter(|two| two.id != one.id);
                        others.map(|two| apart(one, two)).fold(f64::INFINITY, f64::min)
                    })
                    .collect();
                let mut got = nearest_distances(&world, group);
                want.sort_by(f64::total_cmp);
                got.sort_by(f32::total_cmp);
                assert_eq!(got.len(), want.len());
                for (got, want) in got.iter().zip(&want) {
                    assert_close(f64::from(*got), *want, 1e-5, "nearest");
                }
            }
        }
    }
}
