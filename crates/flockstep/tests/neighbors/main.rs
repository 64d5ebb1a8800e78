//! The neighbour search against brute force.
//!
//! Every behavior must see exactly the agents that its filter, its ring, its angle and its number of the nearest let
//! through, each of them once and at its nearest image, whatever the layout of the world. Here behaviors note down what
//! they see (`lists`) or sum it up (`sums`), and a search in double precision over all pairs says what they should have
//! seen. Only agents within rounding of a limit may fall on either side of it.

#![allow(clippy::unwrap_used)]

#[path = "../common/mod.rs"]
mod common;
mod held;
mod lists;
mod rare;
mod sums;

use common::*;
use flockstep::prelude::*;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use std::collections::BTreeMap;

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
    let mut draws = Draws::new(case.seed ^ 0xBEEF);
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
    let one = |draws: &mut Draws| {
        let radius = (typical * [1.0, 1.0, 0.5, 0.25, 2.0][draws.below(5)]) as f32;
        Look {
            of: ofs[draws.below(ofs.len())].clone(),
            radius,
            radius_min: if draws.below(3) == 0 { radius * 0.4 } else { 0.0 },
            angle: [360.0, 360.0, 270.0, 180.0, 90.0, 30.0][draws.below(6)],
            nearest: if some_are_very_rare(case) { 0 } else { [0, 0, 0, 1, 3, 7, 40][draws.below(7)] },
        }
    };
    GROUPS.iter().map(|_| (0..3).map(|_| one(&mut draws)).collect()).collect()
}

fn admits(of: &Of, own: GroupId, other: GroupId) -> bool {
    let (name, its_layers) = GROUPS[other.index()];
    let has = |layer: &String| its_layers.contains(&layer.as_str());
    match of {
        Of::Mates => own == other,
        Of::Others => own != other,
        Of::All => true,
        Of::Layers { layers, all: false } => layers.iter().any(has),
        Of::Layers { layers, all: true } => layers.iter().all(has),
        Of::Groups(names) => names.iter().any(|named| named == name),
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

/// Whom an agent may see through a filter, before it chooses the nearest: by id the distance, and whether it is sure.
fn candidates<const D: usize>(
    world: &World<D>,
    everyone: &[Seen<D>],
    me: &Seen<D>,
    look: &Look,
    rounding: f64,
) -> BTreeMap<AgentId, (f64, bool)> {
    let half_angle = f64::from(look.angle / 2.0).to_radians();
    let sides = wide(world.space().sides());
    let mut candidates = BTreeMap::new();
    for other in everyone.iter().filter(|other| other.id != me.id && admits(&look.of, me.group, other.group)) {
        let way = way(world, me.x, other.x);
        let distance = len(way);
        let mut tests = vec![side(f64::from(look.radius) - distance, rounding)];
        if look.radius_min > 0.0 {
            tests.push(side(distance - f64::from(look.radius_min), rounding));
        }
        if look.angle < 360.0 {
            // Exactly half way around a torus either image is the nearest, and they lie on opposite sides.
            let halfway = (0..D).any(|axis| (2.0 * way[axis].abs() - sides[axis]).abs() <= 2.0 * rounding);
            let either = halfway && world.space().edge() == Edge::Wrap;
            let ahead = dot(way, me.h) - half_angle.cos() * distance;
            tests.push(side(ahead, if either { f64::INFINITY } else { rounding + 1e-6 * distance }));
        }
        if !tests.contains(&Some(false)) {
            candidates.insert(other.id, (distance, !tests.contains(&None)));
        }
    }
    candidates
}

/// How far single precision may be off in a world of this case.
fn rounding(case: &Case, look: &Look) -> f64 {
    4.4e-7 * half_side(case) + 1e-6 * f64::from(look.radius)
}

/// In half of the cases only a third of the agents decide in a step.
fn refresh(case: &Case) -> u32 {
    1 + 2 * (case.seed % 2) as u32
}

/// In a third of the cases all groups but one are rare.
fn some_are_rare(case: &Case) -> bool {
    case.seed.is_multiple_of(3)
}

/// In half of those they are so rare that nobody's group is looked up but theirs, as long as nobody chooses the nearest of many.
fn some_are_very_rare(case: &Case) -> bool {
    some_are_rare(case) && (case.seed / 6).is_multiple_of(2)
}

/// Puts the agents of a case into its world.
fn settle<const D: usize>(world: &mut World<D>, case: &Case) {
    for group in 0..GROUPS.len() as u32 {
        world.edit_group(GroupId(group), |group| group.settings.sight.refresh = refresh(case)).unwrap();
    }
    let mut draws = Draws::new(case.seed);
    let half = half_side(case);
    let centers: Vec<[f32; D]> = (0..5).map(|_| draws.vector(half * 0.98)).collect();
    for _ in 0..case.agents {
        let position = match case.layout {
            Layout::Uniform => draws.vector(half),
            Layout::Clumped if draws.below(10) > 0 => draws.vector::<D>(half * 0.05).map(|c| c + half as f32 * 0.93),
            Layout::Clumped => draws.vector(half),
            Layout::FarApart => {
                let (center, offset) = (centers[draws.below(5)], draws.vector::<D>(half * 1e-5));
                std::array::from_fn(|axis| center[axis] + offset[axis])
            }
            Layout::Lattice => std::array::from_fn(|_| (draws.below(8) as f32 - 4.0) * 16.0),
        };
        let velocity = if draws.below(6) == 0 { [0.0; D] } else { draws.vector(2.0) };
        let one_in = if some_are_very_rare(case) { 40 } else { 9 };
        let mut rare = || [1, 2].get(draws.below(one_in)).copied().unwrap_or(0);
        let group = if some_are_rare(case) { rare() } else { draws.below(3) as u32 };
        world.spawn(GroupId(group), position, velocity).unwrap();
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
            world.spawn(GroupId(group), rng.vector(f64::from(half)), [0.0; 2]).unwrap();
        }
        world.step();
        let count = |id: u32| world.agent(AgentId(id)).unwrap().steering[0];
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
            world.spawn(GroupId(0), rng.vector(100.0), [0.0; 3]).unwrap();
        }
        for nth in 0..members {
            // Most of them in one far corner.
            let near = if nth % 9 == 0 { rng.vector(100.0) } else { rng.vector::<3>(5.0).map(|c| c + 90.0) };
            world.spawn(GroupId(1), near, [0.0; 3]).unwrap();
        }
        let everyone = everyone(&world);
        world.steer();
        for hunter in everyone.iter().filter(|one| one.group == GroupId(0)) {
            let prey = everyone.iter().filter(|one| one.group == GroupId(1)).map(|one| way(&world, hunter.x, one.x));
            let nearest = prey.min_by(|one, two| len(*one).total_cmp(&len(*two))).unwrap();
            let steering = wide(world.agent(hunter.id).unwrap().steering);
            assert_near(steering, unit(nearest), 1e-5, "toward the nearest");
        }
    }
}

/// Of one group alone, a filter lets everyone through or no one.
#[test]
fn in_a_world_of_one_group_there_are_no_others() {
    for (of, want) in [(Of::Mates, 1.0), (Of::All, 1.0), (Of::Others, 0.0), (Of::groups(["one"]), 1.0)] {
        let mut world = cube::<2>(Edge::Wrap, 50.0, 0.1, 1);
        world.register("count", |view: &View<'_, 2>| [view.percept.count as f32, 0.0]).unwrap();
        let counted = Behavior::new(Custom::new("count")).of(of.clone());
        let pulled = Behavior::new(Cohesion::default()).of(of.clone()).response(Response::Push);
        let pushed = Behavior::new(Separation::new(9.0)).of(of.clone()).weight(1e3);
        world.add_group(Group::new("one").behavior(counted).behavior(pulled).behavior(pushed)).unwrap();
        for nth in 0..100 {
            // In pairs, one above the other.
            world.spawn(GroupId(0), [(nth / 2) as f32 * 2.0 - 49.0, (nth % 2) as f32 * 0.5], [0.0; 2]).unwrap();
        }
        world.edit_group(GroupId(0), |group| group.settings.sight.radius = 1.0).unwrap();
        world.edit_group(GroupId(0), |group| group.settings.behaviors[2].common.radius = Some(1.0)).unwrap();
        world.steer();
        for Agent { id, steering, .. } in world.agents_by_id() {
            assert_eq!(steering[0], want, "{of:?}: agent {id} sees its twin and no other");
            assert_eq!(steering[1] != 0.0, want > 0.0, "{of:?}: {steering:?}");
        }
    }
}
