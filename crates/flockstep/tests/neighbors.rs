//! The neighbour search against brute force.
//!
//! Every behavior must see exactly the agents that its filter, its ring, its angle and its number of the nearest let
//! through, each of them once and at its nearest image, whatever the layout of the world. Here behaviors note down what
//! they see, and a search in double precision over all pairs says what they should have seen. Only agents within
//! rounding of a limit may fall on either side of it.

#![allow(clippy::unwrap_used)]

mod common;

use common::*;
use flockstep::prelude::*;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

/// What one behavior of one agent saw.
#[derive(Clone, Debug)]
struct Sighting<const D: usize> {
    id: u32,
    look: usize,
    neighbors: Vec<flockstep::steer::Neighbor<D>>,
    nearest: Option<u32>,
    percept: flockstep::perceive::Percept<D>,
}

/// One behavior's filter.
#[derive(Clone, Debug)]
struct Look {
    of: Of,
    radius: f32,
    radius_min: f32,
    angle: f32,
    nearest: u32,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Layout {
    Uniform,
    /// Most of them in a tiny part of the world.
    Clumped,
    /// Few clumps, very far from one another.
    FarApart,
    /// On a coarse lattice: many coincide, and many are exactly at the same distance or on the seam.
    Lattice,
}

#[derive(Clone, Debug)]
struct Case {
    seed: u64,
    agents: usize,
    edge: Edge,
    layout: Layout,
    /// The typical radius as a share of the world's half side.
    share: f64,
}

const GROUPS: [(&str, &[&str]); 3] =
    [("red", &["warm", "bright"]), ("orange", &["warm"]), ("blue", &["cold", "bright"])];

fn half_side(case: &Case) -> f64 {
    if case.layout == Layout::FarApart { 1e9 } else { 64.0 }
}

/// Each group's behaviors: all kinds of filters at several radii around the typical one.
fn looks(case: &Case) -> Vec<Vec<Look>> {
    let mut rng = Draws::new(case.seed ^ 0xBEEF);
    let layers = |names: &[&str], all| Of::Layers { layers: names.iter().map(|n| n.to_string()).collect(), all };
    let ofs = [
        Of::Mates,
        Of::Others,
        Of::All,
        layers(&["warm"], false),
        layers(&["warm", "bright"], true),
        layers(&["cold", "bright"], false),
        Of::groups(["red", "blue"]),
    ];
    let typical = half_side(case) * case.share;
    let one = |rng: &mut Draws| {
        let radius = (typical * [1.0, 1.0, 0.5, 0.25, 2.0][rng.below(5)]) as f32;
        Look {
            of: ofs[rng.below(ofs.len())].clone(),
            radius,
            radius_min: if rng.below(3) == 0 { radius * 0.4 } else { 0.0 },
            angle: [360.0, 360.0, 270.0, 180.0, 90.0, 30.0][rng.below(6)],
            nearest: [0, 0, 0, 1, 3, 7, 40][rng.below(7)],
        }
    };
    GROUPS.iter().map(|_| (0..3).map(|_| one(&mut rng)).collect()).collect()
}

fn build<const D: usize>(case: &Case, looks: &[Vec<Look>]) -> (World<D>, Arc<Mutex<Vec<Sighting<D>>>>) {
    let mut rng = Draws::new(case.seed);
    let half = half_side(case);
    let mut world = cube::<D>(case.edge, half as f32, 0.1, case.seed);
    let noted = Arc::new(Mutex::new(Vec::new()));
    let mut groups = Vec::new();
    for (at, ((name, layers), looks)) in GROUPS.iter().zip(looks).enumerate() {
        let mut group = Group::new(*name).layers(layers.iter().copied());
        for (place, look) in looks.iter().enumerate() {
            let (note, number) = (noted.clone(), at * 3 + place);
            let watch = move |view: &View<'_, D>| {
                note.lock().unwrap().push(Sighting {
                    id: view.me.id,
                    look: number,
                    neighbors: view.neighbors().collect(),
                    nearest: view.nearest().map(|one| one.id),
                    percept: view.percept.clone(),
                });
                [0.0; D]
            };
            world.register(format!("look {number}"), watch).unwrap();
            let mut behavior = Behavior::new(Custom::new(format!("look {number}"))).of(look.of.clone());
            behavior.common.radius = Some(look.radius);
            behavior.common.radius_min = look.radius_min;
            behavior.common.angle = Some(look.angle);
            behavior.common.nearest = Some(look.nearest);
            group = group.behavior(behavior);
        }
        groups.push(group);
    }
    world.add_groups(groups).unwrap();
    let centers: Vec<[f32; D]> = (0..5).map(|_| rng.vector(half * 0.98)).collect();
    for _ in 0..case.agents {
        let position = match case.layout {
            Layout::Uniform => rng.vector(half),
            Layout::Clumped if rng.below(10) > 0 => rng.vector::<D>(half * 0.05).map(|c| c + half as f32 * 0.93),
            Layout::Clumped => rng.vector(half),
            Layout::FarApart => {
                let (center, offset) = (centers[rng.below(5)], rng.vector::<D>(half * 1e-5));
                std::array::from_fn(|axis| center[axis] + offset[axis])
            }
            Layout::Lattice => std::array::from_fn(|_| (rng.below(8) as f32 - 4.0) * 16.0),
        };
        let velocity = if rng.below(6) == 0 { [0.0; D] } else { rng.vector(2.0) };
        world.spawn(rng.below(3), position, velocity).unwrap();
    }
    (world, noted)
}

fn admits(of: &Of, own: usize, other: usize) -> bool {
    let has = |layer: &String| GROUPS[other].1.contains(&layer.as_str());
    match of {
        Of::Mates => own == other,
        Of::Others => own != other,
        Of::All => true,
        Of::Layers { layers, all: false } => layers.iter().any(has),
        Of::Layers { layers, all: true } => layers.iter().all(has),
        Of::Groups(names) => names.iter().any(|name| name == GROUPS[other].0),
    }
}

/// The way to another agent: on a torus to its nearest image.
fn way<const D: usize>(world: &World<D>, from: V<D>, to: V<D>) -> V<D> {
    let sides = wide(world.space().sides());
    let mut way = sub(to, from);
    if world.space().edge() == Edge::Wrap {
        way = std::array::from_fn(|axis| way[axis] - sides[axis] * (way[axis] / sides[axis]).round());
    }
    way
}

/// Whether a number is surely above, surely below, or within rounding of zero.
fn side(number: f64, rounding: f64) -> Option<bool> {
    (number.abs() > rounding).then_some(number > 0.0)
}

/// Checks one sighting against all pairs.
fn check<const D: usize>(world: &World<D>, everyone: &[Seen<D>], look: &Look, sighting: &Sighting<D>, reach: f64) {
    let me = &everyone[sighting.id as usize];
    let told = || format!("agent {} by {look:?}", me.id);
    let rounding = 4e-7 * reach + 1e-6 * f64::from(look.radius);
    let half_angle = f64::from(look.angle / 2.0).to_radians();
    // By id: the distance, and whether it is surely seen.
    let mut candidates: BTreeMap<u32, (f64, bool)> = BTreeMap::new();
    for other in everyone.iter().filter(|other| other.id != me.id && admits(&look.of, me.group, other.group)) {
        let way = way(world, me.x, other.x);
        let distance = len(way);
        let mut tests = vec![side(f64::from(look.radius) - distance, rounding)];
        if look.radius_min > 0.0 {
            tests.push(side(distance - f64::from(look.radius_min), rounding));
        }
        if look.angle < 360.0 {
            // Exactly half way around a torus either image is the nearest, and they lie on opposite sides.
            let sides = wide(world.space().sides());
            let halfway = (0..D).any(|axis| (2.0 * way[axis].abs() - sides[axis]).abs() <= 2.0 * rounding);
            let either = halfway && world.space().edge() == Edge::Wrap;
            let ahead = dot(way, me.h) - half_angle.cos() * distance;
            tests.push(side(ahead, if either { f64::INFINITY } else { rounding + 1e-6 * distance }));
        }
        if !tests.contains(&Some(false)) {
            candidates.insert(other.id, (distance, !tests.contains(&None)));
        }
    }
    let seen: Vec<u32> = sighting.neighbors.iter().map(|one| one.id).collect();
    let mut once = seen.clone();
    once.sort_unstable();
    once.dedup();
    assert_eq!(once.len(), seen.len(), "{}: someone is seen twice: {seen:?}", told());
    for id in &seen {
        assert!(candidates.contains_key(id), "{}: sees {id}, which it cannot", told());
    }
    let sure = candidates.values().filter(|(_, sure)| *sure).count();
    let most = if look.nearest == 0 { usize::MAX } else { look.nearest as usize };
    if sure == candidates.len() {
        assert_eq!(seen.len(), sure.min(most), "{}: sees {seen:?} of {candidates:?}", told());
    } else {
        assert!(seen.len() >= sure.min(most) && seen.len() <= most, "{}: {} of {sure}", told(), seen.len());
    }
    // Whoever is left out though surely there is farther than everyone who was let in.
    let farthest = seen.iter().map(|id| candidates[id].0).fold(0.0, f64::max);
    for (id, (distance, sure)) in &candidates {
        if *sure && !seen.contains(id) {
            assert!(seen.len() == most && *distance >= farthest - rounding, "{}: {id} is missed", told());
        }
    }
    let closest = seen.iter().map(|id| candidates[id].0).fold(f64::INFINITY, f64::min);
    assert_eq!(sighting.nearest.is_some(), !seen.is_empty(), "{}", told());
    if let Some(id) = sighting.nearest {
        assert!(candidates[&id].0 <= closest + rounding, "{}: {id} is not the nearest", told());
    }
    check_sums(world, everyone, me, sighting, rounding);
}

/// Checks what a percept sums up, and the offsets themselves.
fn check_sums<const D: usize>(
    world: &World<D>,
    everyone: &[Seen<D>],
    me: &Seen<D>,
    sighting: &Sighting<D>,
    rounding: f64,
) {
    let percept = &sighting.percept;
    let (mut offset, mut direction, mut velocity, mut course) = ([0.0; D], [0.0; D], [0.0; D], [0.0; D]);
    let (mut far, mut fast, mut moving) = (0.0, 0.0, 0);
    for seen in &sighting.neighbors {
        let other = &everyone[seen.id as usize];
        let way = way(world, me.x, other.x);
        let got = wide(seen.offset);
        // Exactly half way around a torus either image is the nearest.
        let sides = wide(world.space().sides());
        for axis in 0..D {
            let wrapped = (got[axis] - way[axis]).abs();
            let other_image =
                (wrapped - sides[axis]).abs() <= rounding && way[axis].abs() >= sides[axis] / 2.0 - rounding;
            assert!(wrapped <= rounding || other_image, "{}: offset {got:?}, is {way:?}", me.id);
        }
        assert_eq!((seen.group, wide(seen.velocity)), (other.group, other.v));
        offset = add(offset, got);
        direction = add(direction, unit(got));
        velocity = add(velocity, other.v);
        course = add(course, unit(other.v));
        far += len(got);
        fast += len(other.v);
        moving += u32::from(len(other.v) > 0.0);
    }
    let count = sighting.neighbors.len();
    assert_eq!((percept.count as usize, percept.moving), (count, moving));
    let near = |got: [f32; D], want: V<D>, size: f64, what: &str| {
        let apart = len(sub(wide(got), want));
        assert!(apart <= 1e-6 * size * 2.0, "{what} of {}: got {got:?}, want {want:?}", me.id);
    };
    near(percept.offset, offset, far, "offset");
    near(percept.direction, direction, count as f64, "direction");
    near(percept.velocity, velocity, fast, "velocity");
    near(percept.course, course, count as f64, "course");
}

fn check_case<const D: usize>(case: &Case) {
    let looks = looks(case);
    let (mut world, noted) = build::<D>(case, &looks);
    let everyone = everyone(&world);
    world.steer();
    let noted = noted.lock().unwrap();
    assert_eq!(noted.len(), 3 * case.agents, "every behavior of every agent looks once");
    let reach = half_side(case) * 1.1;
    for sighting in noted.iter() {
        check(&world, &everyone, &looks[sighting.look / 3][sighting.look % 3], sighting, reach);
    }
}

fn cases() -> impl Strategy<Value = Case> {
    let edges = prop::sample::select(vec![Edge::Open, Edge::Wrap, Edge::Bounce, Edge::Clamp]);
    let layouts = vec![Layout::Uniform, Layout::Uniform, Layout::Clumped, Layout::FarApart, Layout::Lattice];
    let agents = prop::sample::select(vec![1usize, 2, 7, 8, 9, 31, 32, 33, 64, 100, 200, 400]);
    let shares = prop::sample::select(vec![1e-4, 0.01, 0.05, 0.15, 0.3, 0.5, 0.9, 1.0, 1.3, 2.5, 30.0]);
    (any::<u64>(), agents, edges, prop::sample::select(layouts), shares).prop_map(
        |(seed, agents, edge, layout, share)| {
            // Very far apart, a radius that means something is that of a clump.
            let share = if layout == Layout::FarApart && share < 0.5 { share * 1e-4 } else { share };
            Case { seed, agents, edge, layout, share }
        },
    )
}

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, rng_seed: RngSeed::Fixed(20), failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config(120))]

    #[test]
    fn in_the_plane_everyone_sees_whom_brute_force_finds(case in cases()) {
        check_case::<2>(&case);
    }

    #[test]
    fn in_space_everyone_sees_whom_brute_force_finds(case in cases()) {
        check_case::<3>(&case);
    }
}

/// Worlds large enough that the table of cells is split among threads and folded.
#[test]
fn large_worlds_see_whom_brute_force_finds() {
    for (layout, edge, share) in [
        (Layout::Uniform, Edge::Wrap, 0.04),
        (Layout::Clumped, Edge::Wrap, 0.01),
        (Layout::FarApart, Edge::Open, 3e-6),
        (Layout::Uniform, Edge::Bounce, 0.002),
    ] {
        let case = Case { seed: 4, agents: 1600, edge, layout, share };
        check_case::<2>(&case);
        check_case::<3>(&case);
    }
}

/// A torus smaller than the sight: everyone is seen once, at the nearest image, and nobody sees itself.
#[test]
fn a_torus_smaller_than_the_sight_shows_everyone_once() {
    for agents in [2, 5, 33, 90] {
        for share in [0.9, 1.0, 1.2, 1.5, 3.0, 100.0] {
            for layout in [Layout::Uniform, Layout::Lattice] {
                let case = Case { seed: agents as u64, agents, edge: Edge::Wrap, layout, share };
                check_case::<2>(&case);
                check_case::<3>(&case);
            }
        }
    }
}

/// One group with a radius beyond all measure among others with a small one.
#[test]
fn radii_of_any_size_live_in_one_world() {
    for (edge, half) in [(Edge::Open, 50.0), (Edge::Wrap, 50.0), (Edge::Open, 1e8)] {
        let mut world = cube::<2>(edge, half, 0.1, 1);
        let counted = |view: &View<'_, 2>| [view.percept.count as f32, 0.0];
        world.register("count", counted).unwrap();
        let radii = [1.0, 1e15, 0.0, 1e-30, 1e9];
        for (nth, radius) in radii.into_iter().enumerate() {
            let count = Behavior::new(Custom::new("count")).of(Of::All).radius(radius);
            world.add_group(Group::new(format!("group {nth}")).behavior(count)).unwrap();
        }
        let mut rng = Draws::new(3);
        for nth in 0..400 {
            let group = if nth < 5 { nth } else { 0 };
            world.spawn(group, rng.vector(f64::from(half)), [0.0; 2]).unwrap();
        }
        world.step();
        let count = |id: u32| world.steering(id).unwrap()[0];
        assert_eq!((count(1), count(2), count(3), count(4)), (399.0, 0.0, 0.0, 399.0), "{edge:?} {half}");
    }
}

/// The search for a group's nearest member, however far, against asking everyone.
#[test]
fn the_nearest_of_a_group_is_found_however_far() {
    for (seed, edge, members) in
        [(1, Edge::Open, 3), (2, Edge::Wrap, 3), (3, Edge::Open, 200), (4, Edge::Wrap, 200), (5, Edge::Bounce, 90)]
    {
        let mut rng = Draws::new(seed);
        let mut world = cube::<3>(edge, 100.0, 0.1, seed);
        let seek = Behavior::new(Seek::new(Target::nearest("prey"))).response(Response::Push);
        let separation = Separation::new(2.0);
        let hunters = Group::new("hunters").sight(sight(3.0)).behavior(seek);
        let prey = Group::new("prey").sight(sight(3.0)).behavior(Behavior::new(separation).weight(0.0));
        world.add_groups(vec![hunters, prey]).unwrap();
        for _ in 0..60 {
            world.spawn(0, rng.vector(100.0), [0.0; 3]).unwrap();
        }
        for nth in 0..members {
            // Most of them in one far corner.
            let near = if nth % 9 == 0 { rng.vector(100.0) } else { rng.vector::<3>(5.0).map(|c| c + 90.0) };
            world.spawn(1, near, [0.0; 3]).unwrap();
        }
        let everyone = everyone(&world);
        world.steer();
        for hunter in everyone.iter().filter(|one| one.group == 0) {
            let prey = everyone.iter().filter(|one| one.group == 1).map(|one| way(&world, hunter.x, one.x));
            let nearest = prey.min_by(|one, two| len(*one).total_cmp(&len(*two))).unwrap();
            assert_near(wide(world.steering(hunter.id).unwrap()), unit(nearest), 1e-5, "toward the nearest");
        }
    }
}
