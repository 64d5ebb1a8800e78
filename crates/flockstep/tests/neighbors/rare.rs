//! A few hunters in a flock: where nobody tells other groups apart, only theirs are looked up. That must not change a bit.

use super::*;

const SIGHT: f32 = 3.0;

/// Prey and a few hunters, and one who only watches the nearest. If that is of the prey, everyone's group has to be looked up.
fn hunted<const D: usize>(edge: Edge, half: f32, refresh: u32, watches_prey: bool) -> World<D> {
    let mut world = cube::<D>(edge, half, 0.1, 5);
    let sight = || Sight { radius: SIGHT, angle: 280.0, refresh, ..Sight::default() };
    let hunters = || Of::groups(["hunters"]);
    let flock = |name: &str| {
        Group::new(name)
            .sight(sight())
            .body(PointBody { max_speed: 2.0, max_force: 0.5, ..PointBody::default() })
            .behavior(Separation::new(1.5))
            .behavior(Alignment::default())
            .behavior(Cohesion::default())
            .behavior(Behavior::new(Cohesion::default()).radius(0.6 * SIGHT))
    };
    let prey = flock("prey")
        .behavior(Behavior::new(Avoid { distance: SIGHT }).of(hunters()))
        .behavior(Behavior::new(Evade { distance: SIGHT, ..Evade::default() }).of(hunters()));
    // Nearer than the sight, so that the sums note them along the way.
    let evade = Evade { distance: 0.8 * SIGHT, ..Evade::default() };
    let avoid = Avoid { distance: 0.8 * SIGHT };
    let hunters =
        flock("hunters").behavior(Behavior::new(evade).of(Of::Mates)).behavior(Behavior::new(avoid).of(Of::Mates));
    let minded = if watches_prey { Of::groups(["prey"]) } else { Of::All };
    let watchers = Group::new("watchers").sight(sight()).behavior(watch(minded));
    world.add_groups(vec![prey, hunters, watchers]).unwrap();
    world
}

/// A behavior that minds the nearest only, and does nothing.
fn watch(of: Of) -> Behavior {
    let mut watch = Behavior::new(Avoid { distance: SIGHT }).of(of).weight(0.0);
    watch.common.nearest = Some(1);
    watch
}

fn nobody_moves_otherwise<const D: usize>(agents: usize) {
    // As dense as that there are some dozens within sight.
    let half = if D == 2 { 12.0 } else { 7.0 };
    for (edge, half, clumps) in [
        (Edge::Wrap, half, 0),
        (Edge::Bounce, half, 0),
        (Edge::Open, half, 0),
        // Thinly spread: several windows to a batch, and most hunters see no other.
        (Edge::Wrap, 3.0 * half, 0),
        // Far apart, where cells are folded.
        (Edge::Open, 3e6, 4),
        (Edge::Wrap, 3e6, 4),
    ] {
        for (refresh, one_in) in [(1, 17), (1, 40), (3, 40), (1, 500)] {
            let hashes = [false, true].map(|watches_prey| {
                let mut world = hunted::<D>(edge, half, refresh, watches_prey);
                let mut draws = Draws::new(agents as u64);
                let centers: Vec<[f32; D]> = (0..clumps).map(|_| draws.vector(f64::from(half) * 0.9)).collect();
                for nth in 0..agents {
                    let group = if nth == 0 { 2 } else { u32::from(nth % one_in == 1) };
                    let mut position: [f32; D] = draws.vector(if clumps > 0 { 14.0 } else { f64::from(half) });
                    if clumps > 0 {
                        let center = centers[draws.below(clumps)];
                        (0..D).for_each(|axis| position[axis] += center[axis]);
                    }
                    world.spawn(GroupId(group), position, draws.velocity(2.0)).unwrap();
                }
                (0..7).for_each(|_| world.step());
                // From here on the prey is watched in either case, and everyone's group is looked up.
                let watch = watch(Of::groups(["prey"]));
                world.edit_group(GroupId(2), |group| group.settings.behaviors = vec![watch.clone()]).unwrap();
                (0..3).for_each(|_| world.step());
                world.hash()
            });
            assert_eq!(
                hashes[0], hashes[1],
                "{edge:?}, half {half}, {agents} agents, a hunter in {one_in}, refresh {refresh}"
            );
        }
    }
}

#[test]
fn in_the_plane_nobody_moves_otherwise_because_hunters_are_few() {
    [700, 2500].into_iter().for_each(nobody_moves_otherwise::<2>);
}

#[test]
fn in_space_nobody_moves_otherwise_because_hunters_are_few() {
    [700, 2500].into_iter().for_each(nobody_moves_otherwise::<3>);
}
