//! Neighbours that are kept for some steps while everyone moves.

use super::*;
use std::sync::{Arc, Mutex};

const RADIUS: f32 = 4.0;
const TIME_STEP: f32 = 0.1;
/// At most a hundredth of the sight.
const SKIN: f64 = 0.01 * RADIUS as f64;

/// By id, whom each saw in the last step.
type Noted = Arc<Mutex<BTreeMap<u32, Vec<u32>>>>;

/// A torus of agents that go straight at up to this speed and look anew every `refresh` steps.
fn straight<const D: usize>(speed: f32, refresh: u32) -> (World<D>, Noted) {
    let mut world = cube::<D>(Edge::Wrap, 15.0, TIME_STEP, 1);
    let noted = Noted::default();
    let note = noted.clone();
    let watch = move |view: &View<'_, D>| {
        let mut ids: Vec<u32> = view.neighbors().map(|one| one.id).collect();
        ids.sort_unstable();
        note.lock().unwrap().insert(view.me.id, ids);
        [0.0; D]
    };
    world.register("watch", watch).unwrap();
    let group = Group::new("ones")
        .sight(Sight { radius: RADIUS, refresh, ..Sight::default() })
        .body(PointBody { max_speed: speed, ..PointBody::default() })
        .behavior(Custom::new("watch"));
    world.add_group(group).unwrap();
    let mut draws = Draws::new(7);
    for _ in 0..900 {
        let velocity = unit(wide(draws.vector::<D>(1.0))).map(|c| c * f64::from(speed));
        world.spawn(0, draws.vector::<D>(15.0), velocity.map(|c| c as f32)).unwrap();
    }
    (world, noted)
}

/// For each agent and each other that is in its sight or noted: whether it is in sight, and whether it was noted.
fn compare<const D: usize>(
    world: &World<D>,
    everyone: &[Seen<D>],
    noted: &Noted,
    mut tell: impl FnMut(usize, usize, f64, bool),
) {
    let noted = noted.lock().unwrap();
    for me in everyone {
        for other in everyone.iter().filter(|other| other.id != me.id) {
            let distance = len(way(world, me.x, other.x));
            let seen = noted[&me.id].binary_search(&other.id).is_ok();
            if seen || distance <= f64::from(RADIUS) {
                tell(me.id as usize, other.id as usize, distance, seen);
            }
        }
    }
}

fn slow_agents_miss_nobody<const D: usize>() {
    // In three steps two of them come nearer by 2·3·0.1·0.06 = 0.036, less than the skin.
    let (mut world, noted) = straight::<D>(0.06, 4);
    let mut pairs = 0;
    for step in 0..12 {
        let everyone = everyone(&world);
        world.step();
        compare(&world, &everyone, &noted, |me, other, distance, seen| {
            let near = (distance - f64::from(RADIUS)).abs() < 1e-4;
            assert!(near || seen == (distance < f64::from(RADIUS)), "step {step}: {me} and {other}, {distance} apart");
            pairs += 1;
        });
    }
    assert!(pairs > 10_000, "{pairs}");
}

#[test]
fn slow_agents_miss_nobody_in_the_plane() {
    slow_agents_miss_nobody::<2>();
}

#[test]
fn slow_agents_miss_nobody_in_space() {
    slow_agents_miss_nobody::<3>();
}

/// Within the skin nobody pushes late, either: kept cells or not, the steering is the same but for rounding.
fn slow_agents_push_in_time<const D: usize>() {
    let world = |refresh: u32| {
        // On a torus cells are stretched until they fit.
        let mut world = cube::<D>(Edge::Bounce, 15.0, TIME_STEP, 1);
        let begins = 0.5 * RADIUS;
        let separation = Behavior::new(Separation::new(begins)).response(Response::Push).weight(1e-6);
        let group = Group::new("ones")
            .sight(Sight { radius: RADIUS, refresh, ..Sight::default() })
            .body(PointBody { max_speed: 0.06, ..PointBody::default() });
        world.add_group(group.behavior(separation)).unwrap();
        // In twos, who go for each other along x: not yet near enough to push, but soon.
        let mut draws = Draws::new(7);
        for _ in 0..2000 {
            let (mut place, mut velocity) = (draws.vector::<D>(12.0), [0.0; D]);
            velocity[0] = 0.06;
            world.spawn(0, place, velocity).unwrap();
            place[0] += begins + 0.01;
            velocity[0] = -0.06;
            world.spawn(0, place, velocity).unwrap();
        }
        world
    };
    let (mut kept, mut fresh) = (world(4), world(1));
    for step in 0..8 {
        kept.step();
        fresh.step();
        for ((one, got), (_, want)) in kept.agents_by_id().zip(fresh.agents_by_id()) {
            assert_near(wide(got), wide(want), 1e-9, &format!("step {step}: {}", one.id));
        }
    }
}

#[test]
fn slow_agents_push_in_time_in_the_plane() {
    slow_agents_push_in_time::<2>();
}

#[test]
fn slow_agents_push_in_time_in_space() {
    slow_agents_push_in_time::<3>();
}

/// Fast ones are seen late only if they were beyond the skin at the last fresh look; and nobody is seen who is not there.
#[test]
fn fast_agents_may_be_seen_late_but_never_wrongly() {
    let (mut world, noted) = straight::<2>(6.0, 4);
    let mut at_last_look = everyone(&world);
    let mut late = 0;
    for step in 0..12 {
        let everyone = everyone(&world);
        if step % 4 == 0 {
            at_last_look.clone_from(&everyone);
        }
        world.step();
        compare(&world, &everyone, &noted, |me, other, distance, seen| {
            assert!(!seen || distance < f64::from(RADIUS) + 1e-4, "step {step}: {me} sees {other} at {distance}");
            let then = len(way(&world, at_last_look[me].x, at_last_look[other].x));
            if !seen && distance < f64::from(RADIUS) - 1e-4 {
                assert!(step % 4 != 0 && then > f64::from(RADIUS) + SKIN - 1e-4, "step {step}: {me} misses {other}");
                late += 1;
            }
        });
    }
    assert!(late > 0, "at this speed some come from beyond the skin");
}

#[test]
fn in_force_is_the_most_watchful_of_those_who_look() {
    let passes_unseen = |refresh: [u32; 2], looks: bool| {
        let mut world = open::<2>(1.0, 1);
        let count = |view: &View<'_, 2>| [view.percept.count as f32, 0.0];
        world.register("count", count).unwrap();
        let sight = |refresh| Sight { radius: 1.0, refresh, ..Sight::default() };
        let mut other = Group::new("other").sight(sight(refresh[1]));
        if looks {
            other = other.behavior(Cohesion::default());
        }
        let watcher =
            Group::new("watcher").sight(sight(refresh[0])).behavior(Behavior::new(Custom::new("count")).of(Of::All));
        world.add_groups(vec![watcher, other.body(free_body(1e4))]).unwrap();
        world.spawn(0, [0.0; 2], [0.0; 2]).unwrap();
        world.spawn(1, [-1000.0, 0.0], [1000.0, 0.0]).unwrap();
        // So many that they are sorted into cells.
        for nth in 1..100 {
            world.spawn(1, [0.0, 10.0 * nth as f32], [0.0; 2]).unwrap();
        }
        world.step();
        // Now the other is right here.
        world.steer();
        world.steering(0).unwrap()[0] == 0.0
    };
    assert!(passes_unseen([5, 5], true));
    assert!(passes_unseen([5, 1], false), "who looks at nobody does not count");
    assert!(!passes_unseen([5, 1], true));
    assert!(!passes_unseen([1, 5], true));
}

#[test]
fn births_deaths_and_edits_bring_a_fresh_look() {
    let sees = |change: fn(&mut World<2>)| {
        let (mut world, noted) = straight::<2>(0.1, 50);
        world.step();
        change(&mut world);
        noted.lock().unwrap().clear();
        let everyone = everyone(&world);
        world.step();
        let (mut right, noted) = (true, noted.lock().unwrap());
        for me in &everyone {
            let near = everyone
                .iter()
                .filter(|other| len(way(&world, me.x, other.x)) < f64::from(RADIUS) && other.id != me.id);
            right &= noted[&me.id].len() == near.count();
        }
        right
    };
    assert!(sees(|_| ()));
    assert!(sees(|world| {
        world.spawn(0, [0.0; 2], [0.0; 2]).unwrap();
    }));
    assert!(sees(|world| world.despawn(3).unwrap()));
    assert!(sees(|world| {
        world.despawn(3).unwrap();
        world.spawn(0, [0.0; 2], [0.0; 2]).unwrap();
    }));
    assert!(sees(|world| world.edit_group(0, |group| group.settings.sight.angle = 360.0).unwrap()));
    assert!(sees(|world| world.set_space(Space::new(Edge::Wrap, [-12.0; 2], [12.0; 2]).unwrap())));
}
