//! The metrics of flocks whose order, rotation and spacing are known.

#![allow(clippy::unwrap_used)]

mod common;

use common::*;
use flockstep::observe::{CaptureCount, METRICS, Metric, Metrics, Observer, nearest_distances, quantile};
use flockstep::prelude::*;
use serde_json::Value as Json;

const CASES: &str = include_str!("golden/metrics_cases.json");

fn vectors(json: &Json) -> Vec<[f32; 2]> {
    let number = |value: &Json| value.as_f64().unwrap() as f32;
    json.as_array().unwrap().iter().map(|pair| [number(&pair[0]), number(&pair[1])]).collect()
}

/// One metric of a world, of a group or of everyone.
fn measured<const D: usize>(world: &World<D>, metric: Metric, distance: f64) -> Vec<f64> {
    let mut observer = Observer::new(&[metric], Some(distance));
    observer.observe(world, &CaptureCount::new(world)).iter().map(|reading| reading.values[0]).collect()
}
fn of_all<const D: usize>(world: &World<D>, metric: Metric, distance: f64) -> f64 {
    *measured(world, metric, distance).last().unwrap()
}

fn world_of(case: &Json, radius: f32) -> World<2> {
    let mut world = open::<2>(0.1, 1);
    world.add_group(Group::new("all").body(PointBody { radius, ..PointBody::default() })).unwrap();
    for (position, velocity) in vectors(&case["x"]).into_iter().zip(vectors(&case["v"])) {
        world.spawn(GroupId(0), position, velocity).unwrap();
    }
    world
}

#[test]
fn known_flocks_have_the_known_metrics() {
    let golden: Json = serde_json::from_str(CASES).unwrap();
    let mut checked = 0;
    for case in golden.as_array().unwrap() {
        let name = case["name"].as_str().unwrap();
        for (key, want) in case.as_object().unwrap() {
            let plain = |metric| of_all(&world_of(case, 0.5), metric, 1.0);
            // Components are given as their sizes, or as how many there are.
            let flocks = |distance| {
                let world = world_of(case, 0.5);
                [Metric::Flocks, Metric::FlockLargest].map(|metric| of_all(&world, metric, distance))
            };
            let got = match key.as_str() {
                "name" | "x" | "v" | "note" => continue,
                "expect_polarization" => plain(Metric::Polarization),
                "expect_milling" => plain(Metric::Milling),
                "expect_nnd" => plain(Metric::NearestMean),
                "expect_elongation" => plain(Metric::Elongation),
                "expect_components_eps_1_01" => {
                    let sizes = want.as_array().unwrap();
                    assert_eq!(flocks(1.01), [sizes.len() as f64, sizes[0].as_f64().unwrap()], "{name}");
                    checked += 1;
                    continue;
                }
                "expect_components_eps_0_99" => flocks(0.99)[0],
                "expect_collisions_radius_0_5005" => of_all(&world_of(case, 0.5005), Metric::Overlaps, 1.0),
                "expect_xi" => {
                    // A wave along a line: v = (1, cos πx) for x from 0 to 1, drawn as two thousand agents.
                    assert_eq!(name, "cosine_wave_line");
                    let mut wave = open::<2>(0.1, 1);
                    wave.add_group(Group::new("wave")).unwrap();
                    for nth in 0..2000 {
                        let x = (f64::from(nth) + 0.5) / 2000.0;
                        let velocity = [1.0, (std::f64::consts::PI * x).cos() as f32];
                        wave.spawn(GroupId(0), [x as f32, 0.0], velocity).unwrap();
                    }
                    let found = of_all(&wave, Metric::CorrelationLength, 1.0);
                    // Shells are a hundredth wide; between them it is a straight line.
                    assert_close(found, want.as_f64().unwrap(), 1e-3, "correlation length");
                    checked += 1;
                    continue;
                }
                unknown => panic!("{name}: nobody thought of \"{unknown}\""),
            };
            assert_close(got, want.as_f64().unwrap(), 1e-6, &format!("{name} {key}"));
            checked += 1;
        }
    }
    assert_eq!(checked, 15);
}

/// A flock across the seam of a torus has the metrics it has in the open: only its centre is elsewhere.
fn across_the_seam<const D: usize>() {
    let metrics: Vec<Metric> = METRICS.iter().map(|entry| entry.metric).filter(|metric| metric.fits(D)).collect();
    let mut draws = Draws::new(5);
    let flock: Vec<([f32; D], [f32; D])> = (0..300).map(|_| (draws.vector(12.0), draws.velocity(3.0))).collect();
    let measured = |mut world: World<D>, shift: f32| {
        world.add_group(Group::new("flock").body(PointBody { radius: 0.4, ..PointBody::default() })).unwrap();
        for (position, velocity) in &flock {
            let moved = world.space().inside(position.map(|c| c + shift));
            world.spawn(GroupId(0), moved, *velocity).unwrap();
        }
        let mut observer = Observer::new(&metrics, Some(2.5));
        observer.observe(&world, &CaptureCount::new(&world))[1].values.clone()
    };
    let apart = measured(open::<D>(0.1, 1), 0.0);
    for shift in [0.0, 50.0, -43.0] {
        let around = measured(cube::<D>(Edge::Wrap, 50.0, 0.1, 1), shift);
        for ((metric, want), got) in metrics.iter().zip(&apart).zip(&around) {
            let name = metric.entry().name;
            let mut want = *want;
            if name.starts_with("center") {
                want = (want + f64::from(shift) + 50.0).rem_euclid(100.0) - 50.0;
            }
            // Pairs farther apart than half around are left out of the correlation, but those here are nearer.
            assert!(want.is_nan() == got.is_nan(), "{name}: {got}");
            if want.is_finite() {
                assert_close(*got, want, 3e-5, &format!("{name}, moved by {shift}"));
            }
        }
    }
}

#[test]
fn a_flock_across_the_seam_is_one_flock() {
    across_the_seam::<2>();
    across_the_seam::<3>();
}

/// Flocks of random worlds against joining every pair, on every edge; and threads do not matter.
fn flocks_against_every_pair<const D: usize>() {
    for (seed, edge) in [Edge::Open, Edge::Wrap].into_iter().enumerate() {
        for (count, clumped) in [(1, false), (60, true), (250, false), (250, true)] {
            let mut draws = Draws::new(seed as u64 + 7);
            let mut world = cube::<D>(edge, 30.0, 0.1, 1);
            world.add_groups(vec![Group::new("a"), Group::new("b")]).unwrap();
            for nth in 0..count {
                let half = if clumped && nth % 5 > 0 { 3.0 } else { 30.0 };
                world.spawn(GroupId(nth % 2), draws.vector(half), [0.0; D]).unwrap();
            }
            world.set_threads(1 + seed).unwrap();
            for distance in [0.3, 2.0, 5.0, 29.0, 1000.0] {
                for (set, group) in [Some(GroupId(0)), Some(GroupId(1)), None].into_iter().enumerate() {
                    let members: Vec<Seen<D>> =
                        everyone(&world).into_iter().filter(|one| group.is_none_or(|g| g == one.group)).collect();
                    let want = flock_sizes(&world, &members, distance);
                    let got = |metric| measured(&world, metric, distance)[set];
                    let what = format!("{count} {clumped} {distance} {group:?}");
                    assert_eq!(got(Metric::Flocks), want.len() as f64, "{what}");
                    assert_eq!(got(Metric::FlockLargest), want.iter().copied().max().unwrap_or(0) as f64, "{what}");
                }
            }
        }
    }
}

/// The sizes of flocks by asking every pair.
fn flock_sizes<const D: usize>(world: &World<D>, members: &[Seen<D>], distance: f64) -> Vec<usize> {
    let mut left: Vec<&Seen<D>> = members.iter().collect();
    let mut sizes = Vec::new();
    while let Some(first) = left.pop() {
        let (mut flock, mut at) = (vec![first], 0);
        while at < flock.len() {
            let own = flock[at].x.map(|c| c as f32);
            let near = |one: &&Seen<D>| len(wide(world.space().offset(own, one.x.map(|c| c as f32)))) <= distance;
            let (joined, rest) = left.into_iter().partition(near);
            left = rest;
            flock.extend::<Vec<&Seen<D>>>(joined);
            at += 1;
        }
        sizes.push(flock.len());
    }
    sizes
}

#[test]
fn flocks_are_what_chains_of_neighbours_join() {
    flocks_against_every_pair::<2>();
    flocks_against_every_pair::<3>();
}

/// A crowd in which everyone is near everyone: 100,000 agents have five billion pairs, and nobody waits for those.
#[test]
fn flocks_of_a_crowd_do_not_ask_every_pair() {
    let mut world = open::<3>(0.1, 1);
    world.add_group(Group::new("crowd")).unwrap();
    let mut draws = Draws::new(3);
    for _ in 0..100_000 {
        world.spawn(GroupId(0), draws.vector(10.0), [0.0; 3]).unwrap();
    }
    assert_eq!(of_all(&world, Metric::Flocks, 40.0), 1.0);
    assert_eq!(of_all(&world, Metric::FlockLargest, 3.0), 100_000.0);
}

/// Contacts by hand: two pass through each other twice, and a third of another group touches one of them.
#[test]
fn overlaps_are_pairs_and_collisions_are_new_ones() {
    let mut world = open::<2>(0.1, 1);
    let round = |name: &str| Group::new(name).body(PointBody { radius: 1.0, ..PointBody::default() });
    world.add_groups(vec![round("a"), round("b")]).unwrap();
    world.spawn(GroupId(0), [0.0, 0.0], [0.0; 2]).unwrap();
    world.spawn(GroupId(0), [5.0, 0.0], [0.0; 2]).unwrap();
    world.spawn(GroupId(1), [0.0, 1.5], [0.0; 2]).unwrap();
    let mut observer = Observer::new(&[Metric::Overlaps, Metric::Collisions], None);
    let captures = CaptureCount::new(&world);
    let mut look = |world: &World<2>| -> Vec<[f64; 2]> {
        let readings = observer.observe(world, &captures);
        readings.iter().map(|reading| [reading.values[0], reading.values[1]]).collect()
    };
    // What overlaps from the start has not collided.
    assert_eq!(look(&world), [[0.0, 0.0], [0.0, 0.0], [1.0, 0.0]]);
    for (x, mates, all) in [(1.0, [1.0, 1.0], [3.0, 2.0]), (9.0, [0.0, 1.0], [1.0, 2.0]), (1.0, [1.0, 2.0], [3.0, 4.0])]
    {
        world.feed(AgentId(1), [x, 0.5], [0.0; 2]).unwrap();
        assert_eq!(look(&world), [mates, [0.0, 0.0], all], "at {x}");
        assert_eq!(look(&world), [mates, [0.0, 0.0], all], "looking again changes nothing");
    }
}

/// One that walks at 1 unit a second to a marker 10 away, and one that stands there already.
#[test]
fn arrivals_are_noted_once_and_in_time() {
    let mut world = open::<2>(0.1, 1);
    world.set_marker("home", [10.0, 0.0]).unwrap();
    let body = PointBody { max_speed: 1.0, radius: 0.5, ..PointBody::default() };
    let home = Seek::new(Target::marker("home"));
    world.add_groups(vec![Group::new("goers").body(body).behavior(home), Group::new("idle")]).unwrap();
    world.spawn(GroupId(0), [0.0, 0.0], [1.0, 0.0]).unwrap();
    world.spawn(GroupId(0), [10.0, 0.2], [0.0, 0.0]).unwrap();
    world.spawn(GroupId(1), [10.0, 0.0], [0.0, 0.0]).unwrap();
    let mut observer = Observer::new(&[Metric::Arrived, Metric::ArrivalTime], None);
    let captures = CaptureCount::new(&world);
    let first = observer.observe(&world, &captures)[0].values.clone();
    assert_eq!(first, [1.0, 0.0]);
    let mut seen = vec![first];
    for _ in 0..150 {
        world.step();
        seen.push(observer.observe(&world, &captures)[0].values.clone());
    }
    // The walker is within its own radius of the place after 9.5 seconds.
    assert_eq!(seen[94][0], 1.0);
    assert_eq!(seen[96][0], 2.0);
    assert_close(seen[150][1], 9.5 / 2.0, 0.03, "the mean of both");
    let readings = observer.observe(&world, &captures);
    assert!(readings[1].values[0] == 0.0 && readings[1].values[1].is_nan(), "the idle go nowhere");
    assert_eq!(readings[2].values[0], 2.0);
}

/// Everything at once, of a flock on the move: the same bits on any number of threads, and the nearest distances found
/// through the world's own cells are those that asking everyone gives.
fn threads_do_not_matter<const D: usize>(edge: Edge) {
    let metrics: Vec<Metric> = METRICS.iter().map(|entry| entry.metric).filter(|metric| metric.fits(D)).collect();
    let run = |threads: usize, count: usize| {
        let mut world = cube::<D>(edge, 12.0, 0.05, 9);
        let flock = |name: &str| {
            Group::new(name).sight(sight(3.0)).behavior(Separation::new(1.0)).behavior(Alignment::default())
        };
        world.add_groups(vec![flock("a"), flock("b")]).unwrap();
        world.populate(GroupId(0), count).unwrap();
        world.populate(GroupId(1), 37).unwrap();
        world.set_threads(threads).unwrap();
        // Every pair of thousands is much work for a test; fewer are cut into pieces all the same.
        let fits = |metric: &Metric| count < 1000 || *metric != Metric::CorrelationLength;
        let metrics: Vec<Metric> = metrics.iter().copied().filter(fits).collect();
        let mut observer = Observer::new(&metrics, Some(0.7));
        let captures = CaptureCount::new(&world);
        let mut seen = Vec::new();
        for _ in 0..2 {
            world.step();
            seen.extend(observer.observe(&world, &captures).iter().flat_map(|reading| reading.values.clone()));
        }
        (seen.into_iter().map(f64::to_bits).collect::<Vec<u64>>(), world)
    };
    assert!(run(3, 4300).0 == run(1, 4300).0, "three threads see something else");
    let ((one, mut world), (three, _)) = (run(1, 700), run(3, 700));
    assert!(three == one, "three threads see something else among few");
    let check = |world: &World<D>| {
        let mut got = nearest_distances(world, None);
        got.sort_by(f32::total_cmp);
        let agents: Vec<[f32; D]> = world.agents().map(|agent| agent.position).collect();
        let nearest = |(at, from): (usize, &[f32; D])| {
            let others = agents.iter().enumerate().filter(|(other, _)| *other != at);
            others.map(|(_, to)| len(wide(world.space().offset(*from, *to)))).fold(f64::INFINITY, f64::min)
        };
        let mut want: Vec<f64> = agents.iter().enumerate().map(nearest).collect();
        want.sort_by(f64::total_cmp);
        for (got, want) in got.iter().zip(&want) {
            assert_close(f64::from(*got), *want, 1e-5, "nearest of a world on the move");
        }
    };
    check(&world);
    // Nobody is where the cells say after a birth, a death or a jump.
    world.spawn(GroupId(0), [0.5; D], [0.0; D]).unwrap();
    check(&world);
    world.step();
    world.feed(AgentId(7), [-11.9; D], [0.0; D]).unwrap();
    check(&world);
}

#[test]
fn threads_do_not_matter_and_cells_of_the_last_step_serve() {
    threads_do_not_matter::<2>(Edge::Wrap);
    threads_do_not_matter::<3>(Edge::Wrap);
    threads_do_not_matter::<3>(Edge::Bounce);
}

/// The mean of very many is that of a sample, and near that of all.
#[test]
fn a_sample_is_enough_for_a_mean() {
    let mut world = cube::<2>(Edge::Wrap, 50.0, 0.1, 1);
    world.add_groups(vec![Group::new("a"), Group::new("b")]).unwrap();
    let mut draws = Draws::new(4);
    for nth in 0..60_000 {
        world.spawn(GroupId(nth % 2), draws.vector(50.0), [0.0; 2]).unwrap();
    }
    let alone = measured(&world, Metric::NearestMean, 1.0);
    for (set, group) in [Some(GroupId(0)), Some(GroupId(1)), None].into_iter().enumerate() {
        let all = nearest_distances(&world, group);
        let exact = all.iter().map(|distance| f64::from(*distance)).sum::<f64>() / all.len() as f64;
        assert!((alone[set] / exact - 1.0).abs() < 0.02, "{group:?}: {} and {exact}", alone[set]);
    }
}

#[test]
fn quantiles_lie_between_numbers() {
    let numbers = [1.0, 2.0, 4.0];
    for (share, want) in [(0.0, 1.0), (0.25, 1.5), (0.5, 2.0), (0.75, 3.0), (1.0, 4.0)] {
        assert_close(quantile(&numbers, share), want, 1e-12, "quantile");
    }
    assert!(quantile(&[], 0.5).is_nan());
}

/// Everything by hand, in space, for a group and for everyone.
#[test]
fn metrics_by_hand() {
    let mut world = open::<3>(0.1, 1);
    world.add_groups(vec![Group::new("a"), Group::new("b")]).unwrap();
    world.spawn(GroupId(0), [1.0, 0.0, 0.0], [0.0, 2.0, 0.0]).unwrap();
    world.spawn(GroupId(0), [-1.0, 0.0, 0.0], [0.0, -4.0, 0.0]).unwrap();
    world.spawn(GroupId(1), [0.0, 0.0, 6.0], [0.0; 3]).unwrap();
    let metrics = Metrics::of(&world, Some(GroupId(0)), &nearest_distances(&world, Some(GroupId(0))));
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
    let lone = Metrics::of(&world, Some(GroupId(1)), &nearest_distances(&world, Some(GroupId(1))));
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
                world.spawn(GroupId(nth % 2), draws.vector(half), [0.0; 3]).unwrap();
            }
            for group in [None, Some(GroupId(1))] {
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
