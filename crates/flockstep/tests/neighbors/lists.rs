//! Behaviors that list their neighbours.

use super::*;
use std::sync::{Arc, Mutex};

/// What one behavior of one agent saw.
#[derive(Clone, Debug)]
struct Sighting<const D: usize> {
    id: AgentId,
    look: usize,
    neighbors: Vec<flockstep::steer::Neighbor<D>>,
    nearest: Option<AgentId>,
    percept: flockstep::perceive::Percept<D>,
}

/// How the behaviors that list their neighbours come by them.
#[derive(Clone, Copy, PartialEq)]
enum By {
    /// They look themselves.
    Themselves,
    /// A separation with the same filter sees all of them anyway, and notes them.
    Sums,
}

fn build<const D: usize>(case: &Case, looks: &[Vec<Look>], by: By) -> (World<D>, Arc<Mutex<Vec<Sighting<D>>>>) {
    let mut world = cube::<D>(case.edge, half_side(case) as f32, 0.1, case.seed);
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
            if by == By::Sums {
                // Sometimes just as wide, sometimes wider.
                let mut wider = Behavior::new(Separation::new(0.6 * look.radius)).of(look.of.clone()).weight(0.0);
                wider.common.radius = Some(look.radius * [1.0, 1.5][place % 2]);
                wider.common.angle = Some([look.angle, 360.0][number % 2]);
                wider.common.nearest = Some(0);
                group = group.behavior(wider);
            }
        }
        groups.push(group);
    }
    world.add_groups(groups).unwrap();
    settle(&mut world, case);
    (world, noted)
}

/// Checks one sighting against all pairs.
fn check<const D: usize>(world: &World<D>, everyone: &[Seen<D>], look: &Look, sighting: &Sighting<D>, rounding: f64) {
    let me = &everyone[sighting.id.index()];
    let told = || format!("agent {} by {look:?}", me.id);
    let candidates = candidates(world, everyone, me, look, rounding);
    let seen: Vec<AgentId> = sighting.neighbors.iter().map(|one| one.id).collect();
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
        let other = &everyone[seen.id.index()];
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
    check_by::<D>(case, By::Themselves);
    check_by::<D>(case, By::Sums);
}

fn check_by<const D: usize>(case: &Case, by: By) {
    let looks = looks(case);
    let (mut world, noted) = build::<D>(case, &looks, by);
    let everyone = everyone(&world);
    for _ in 0..refresh(case) {
        noted.lock().unwrap().clear();
        world.steer();
    }
    let noted = noted.lock().unwrap();
    // Those whose turn it was in the last step.
    let deciding = |one: &&Seen<D>| (one.id.0 + refresh(case) - 1).is_multiple_of(refresh(case));
    let decided = everyone.iter().filter(deciding).count();
    assert_eq!(noted.len(), 3 * decided, "every behavior of every agent that decides looks once");
    for sighting in noted.iter() {
        let look = &looks[sighting.look / 3][sighting.look % 3];
        check(&world, &everyone, look, sighting, rounding(case, look));
    }
}

proptest! {
    #![proptest_config(config(150))]

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
        (Layout::Uniform, Edge::Wrap, 0.2),
    ] {
        for seed in [5, 6] {
            let case = Case { seed, agents: 1600, edge, layout, share };
            check_case::<2>(&case);
            check_case::<3>(&case);
        }
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
