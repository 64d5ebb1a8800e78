//! Decisions that are held for some steps while everyone moves: `sight.refresh`.

use super::*;
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

const RADIUS: f32 = 4.0;
const HALF: f64 = 15.0;
const AGENTS: u32 = 600;

/// By id, whom those who decided in the last step saw, in the order of ids.
type Noted = Arc<Mutex<BTreeMap<AgentId, Vec<AgentId>>>>;

/// A torus of agents that note whom they see, go for the middle of it, and decide every `refresh` steps.
fn watchful<const D: usize>(refresh: u32) -> (World<D>, Noted) {
    let mut world = cube::<D>(Edge::Wrap, HALF as f32, 0.1, 1);
    let noted = Noted::default();
    let note = noted.clone();
    let watch = move |view: &View<'_, D>| {
        let mut ids: Vec<AgentId> = view.neighbors().map(|one| one.id).collect();
        ids.sort_unstable();
        assert!(note.lock().unwrap().insert(view.me.id, ids).is_none(), "{} decides twice", view.me.id);
        // Something that is never quite the same again.
        std::array::from_fn(|axis| 0.1 * view.percept.offset[axis] - 0.2 * view.me.position[axis])
    };
    world.register("watch", watch).unwrap();
    let group = Group::new("ones")
        .sight(Sight { radius: RADIUS, refresh, ..Sight::default() })
        .body(PointBody { max_speed: 6.0, ..PointBody::default() })
        .behavior(Custom::new("watch"));
    world.add_group(group).unwrap();
    let mut draws = Draws::new(7);
    for _ in 0..AGENTS {
        world.spawn(GroupId(0), draws.vector::<D>(HALF), draws.velocity(6.0)).unwrap();
    }
    (world, noted)
}

/// Makes a step; returns who decided in it, and whom they saw.
fn step<const D: usize>(world: &mut World<D>, noted: &Noted) -> BTreeMap<AgentId, Vec<AgentId>> {
    noted.lock().unwrap().clear();
    world.step();
    std::mem::take(&mut *noted.lock().unwrap())
}

/// Whose turn it is in the next step.
fn due<const D: usize>(world: &World<D>, refresh: u32) -> BTreeSet<AgentId> {
    let turn = |id: &&AgentId| (u64::from(id.0) + world.steps()).is_multiple_of(u64::from(refresh));
    world.ids().iter().filter(turn).copied().collect()
}

fn keys(decided: &BTreeMap<AgentId, Vec<AgentId>>) -> BTreeSet<AgentId> {
    decided.keys().copied().collect()
}

/// Fails unless everyone who decided saw exactly who was there.
#[track_caller]
fn assert_seen<const D: usize>(
    world: &World<D>,
    everyone: &[Seen<D>],
    decided: &BTreeMap<AgentId, Vec<AgentId>>,
    what: &str,
) {
    for (id, seen) in decided {
        let me = everyone.iter().find(|one| one.id == *id).unwrap();
        for other in everyone.iter().filter(|other| other.id != *id) {
            let beyond = len(way(world, me.x, other.x)) - f64::from(RADIUS);
            let sees = seen.binary_search(&other.id).is_ok();
            assert!(beyond.abs() < 1e-4 || sees == (beyond < 0.0), "{what}: {id} and {}, {beyond} beyond", other.id);
        }
    }
}

#[test]
fn everyone_decides_when_it_is_its_turn() {
    for refresh in [1, 2, 3, 8, 100] {
        let (mut world, noted) = watchful::<2>(refresh);
        let newborn = step(&mut world, &noted);
        assert_eq!(newborn.len(), AGENTS as usize, "refresh {refresh}: newborn, all decide");
        let mut times = BTreeMap::new();
        for nth in 1..=3 * refresh {
            let turn = due(&world, refresh);
            let decided = step(&mut world, &noted);
            assert_eq!(keys(&decided), turn, "refresh {refresh}, step {nth}");
            // Staggered: about as many in every step.
            let share = AGENTS / refresh;
            assert!((share..=share + 1).contains(&(decided.len() as u32)), "{} of {share}", decided.len());
            decided.into_keys().for_each(|id| *times.entry(id).or_insert(0) += 1);
        }
        assert_eq!(times.len(), AGENTS as usize);
        assert!(times.values().all(|times| *times == 3), "refresh {refresh}: once every {refresh} steps");
    }
}

/// The same where nobody moves.
#[test]
fn to_steer_is_to_take_turns_too() {
    let (mut world, noted) = watchful::<2>(4);
    world.steer();
    for _ in 0..8 {
        noted.lock().unwrap().clear();
        let turn = due(&world, 4);
        world.steer();
        assert_eq!(keys(&noted.lock().unwrap()), turn);
    }
}

/// Whoever decides sees who is there now: nobody is seen late, however fast.
fn nobody_is_seen_late<const D: usize>() {
    let (mut world, noted) = watchful::<D>(4);
    for nth in 0..10 {
        let everyone = everyone(&world);
        let decided = step(&mut world, &noted);
        assert_seen(&world, &everyone, &decided, &format!("step {nth}"));
    }
}

#[test]
fn in_the_plane_nobody_is_seen_late() {
    nobody_is_seen_late::<2>();
}

#[test]
fn in_space_nobody_is_seen_late() {
    nobody_is_seen_late::<3>();
}

fn held_to_the_bit<const D: usize>() {
    let (mut world, noted) = watchful::<D>(5);
    world.step();
    for nth in 1..20 {
        let before: Vec<Agent<D>> = world.agents_by_id().collect();
        let decided = step(&mut world, &noted);
        for (was, is) in before.iter().zip(world.agents_by_id()) {
            assert_eq!(was.id, is.id);
            assert_ne!(was.position, is.position, "step {nth}: {} keeps moving", is.id);
            let same = was.steering.map(f32::to_bits) == is.steering.map(f32::to_bits);
            assert_eq!(same, !decided.contains_key(&is.id), "step {nth}: {was:?}, {is:?}");
        }
    }
}

#[test]
fn in_the_plane_steering_is_held_between_decisions() {
    held_to_the_bit::<2>();
}

#[test]
fn in_space_steering_is_held_between_decisions() {
    held_to_the_bit::<3>();
}

/// What was decided acts in every step: a body that nothing slows gains as much speed in each of them.
#[test]
fn what_is_held_moves_the_body() {
    let mut world = open::<2>(0.5, 1);
    let seek = Behavior::new(Seek::new(Target::point([1e6, 0.0]))).response(Response::Push).weight(2.0);
    let group = Group::new("one").body(free_body(1e3)).behavior(seek).behavior(Separation::new(1.0));
    world.add_group(group.sight(Sight { refresh: 10, ..Sight::default() })).unwrap();
    world.spawn(GroupId(0), [0.0; 2], [0.0; 2]).unwrap();
    for nth in 1..=30 {
        world.step();
        assert_near(wide(world.agent(AgentId(0)).unwrap().velocity), [f64::from(nth), 0.0], 1e-5, "speed");
    }
}

const REFRESH: u32 = 8;

/// Who decides in the step after a change, beside those whose turn it is; all of them must see who is there.
fn decides_after<const D: usize>(change: impl FnOnce(&mut World<D>)) -> BTreeSet<AgentId> {
    let (mut world, noted) = watchful::<D>(REFRESH);
    (0..5).for_each(|_| drop(step(&mut world, &noted)));
    change(&mut world);
    let (turn, everyone) = (due(&world, REFRESH), everyone(&world));
    let decided = step(&mut world, &noted);
    assert_seen(&world, &everyone, &decided, "after a change");
    assert!(keys(&decided).is_superset(&turn), "whose turn it is decides");
    // And then it takes its turn again.
    for nth in 0..REFRESH {
        let turn = due(&world, REFRESH);
        assert_eq!(keys(&step(&mut world, &noted)), turn, "{nth} steps later");
    }
    keys(&decided).difference(&turn).copied().collect()
}

/// One whose turn is neither at the first of these steps nor at the next.
const LATE: AgentId = AgentId(37);

#[test]
fn whom_a_game_touches_decides_at_once() {
    assert!(decides_after::<2>(|_| ()).is_empty());
    let only = |id: AgentId| BTreeSet::from([id]);
    let far = |world: &World<3>| world.agent(LATE).unwrap().position.map(|c| if c > 0.0 { c - 9.0 } else { c + 9.0 });
    assert_eq!(decides_after::<3>(|world| world.feed(LATE, far(world), [1.0; 3]).unwrap()), only(LATE), "fed");
    assert_eq!(
        decides_after::<3>(|world| world.feed_bodies(&[LATE], &[far(world)], &[[1.0; 3]]).unwrap()),
        only(LATE),
        "fed with others"
    );
    assert_eq!(decides_after::<2>(|world| world.push(LATE, [3.0, 1.0]).unwrap()), only(LATE), "pushed");
    // Five steps are made, and (603 + 5) % 8 is its turn anyway: so four are born.
    let born = decides_after::<2>(|world| {
        for _ in 0..4 {
            world.spawn(GroupId(0), [1.0, 2.0], [0.0; 2]).unwrap();
        }
    });
    assert_eq!(born, (AGENTS..AGENTS + 3).map(AgentId).collect(), "newborn");
    let populated = decides_after::<2>(|world| drop(world.populate(GroupId(0), 3).unwrap()));
    assert_eq!(populated, born);
    assert!(decides_after::<2>(|world| world.despawn(LATE).unwrap()).is_empty(), "who dies disturbs nobody");
}

#[test]
fn whoever_is_edited_decides_at_once() {
    let edited =
        decides_after::<2>(|world| world.edit_agent(LATE, |own| own.behaviors[0].common.weight = 2.0).unwrap());
    assert!(edited.contains(&LATE), "an agent of its own");
    let given_back = decides_after::<2>(|world| {
        world.edit_agent(LATE, |own| own.behaviors[0].common.weight = 2.0).unwrap();
        world.step();
        assert!(world.forget_personality(LATE).unwrap());
    });
    assert!(given_back.contains(&LATE), "given back to its group");
    let everyone = |decided: BTreeSet<AgentId>| decided.len() as u32 == AGENTS - AGENTS / REFRESH;
    assert!(everyone(decides_after::<2>(|world| {
        world.edit_group(GroupId(0), |group| group.settings.behaviors[0].common.weight = 2.0).unwrap();
    })));
    assert!(everyone(decides_after::<2>(|world| {
        world.set_space(Space::new(Edge::Wrap, [-12.0; 2], [12.0; 2]).unwrap());
    })));
}

/// Fed elsewhere, it sees those who are there, not those whom it left.
#[test]
fn whoever_is_fed_elsewhere_sees_its_new_neighbours() {
    let mut world = open::<2>(0.1, 1);
    let count = |view: &View<'_, 2>| [view.neighbors().map(|one| one.id.0 as f32).sum(), view.percept.count as f32];
    world.register("count", count).unwrap();
    let sight = Sight { radius: 5.0, refresh: 8, ..Sight::default() };
    world.add_group(Group::new("ones").sight(sight).body(free_body(0.0)).behavior(Custom::new("count"))).unwrap();
    for (nth, x) in [0.0, 1.0, 2.0, 100.0, 101.0].into_iter().enumerate() {
        assert_eq!(world.spawn(GroupId(0), [x, 0.0], [0.0; 2]).unwrap().index(), nth);
    }
    world.step();
    let steering = |world: &World<2>, id: u32| world.agent(AgentId(id)).unwrap().steering;
    assert_eq!(steering(&world, 1), [2.0, 2.0]);
    world.feed(AgentId(1), [100.0, 1.0], [0.0; 2]).unwrap();
    world.step();
    assert_eq!(steering(&world, 1), [7.0, 2.0], "its new neighbours, at once");
    assert_eq!(steering(&world, 0), [3.0, 2.0], "who is left behind holds what it decided");
    (0..8).for_each(|_| world.step());
    assert_eq!(steering(&world, 0), [2.0, 1.0], "until its turn comes");
}

/// Eaten and born again elsewhere, it decides there at once.
#[test]
fn the_reborn_decide_at_once() {
    let (mut world, noted) = watchful::<2>(REFRESH);
    let eater = Group::new("eater").captures(Captures { of: Of::Others, distance: Some(0.5), respawn: true });
    let eater = world.add_group(eater).unwrap();
    (0..5).for_each(|_| drop(step(&mut world, &noted)));
    world.spawn(eater, world.agent(LATE).unwrap().position, [0.0; 2]).unwrap();
    world.step();
    let eaten: BTreeSet<AgentId> = world.captures().iter().map(|capture| capture.prey).collect();
    assert!(eaten.contains(&LATE), "{eaten:?}");
    let turn = due(&world, REFRESH);
    let decided = keys(&step(&mut world, &noted));
    assert!(!turn.contains(&LATE) && decided.is_superset(&eaten), "{decided:?}");
}

/// A flock of built-in behaviors, and others with a refresh and a speed of their own.
fn flocks<const D: usize>(refresh: [u32; 2], speed: f32) -> World<D> {
    let mut world = cube::<D>(Edge::Wrap, HALF as f32, 0.1, 3);
    let flock = |name: &str, refresh: u32, max_speed: f32| {
        Group::new(name)
            .sight(Sight { radius: RADIUS, angle: 300.0, refresh, ..Sight::default() })
            .body(PointBody { max_speed, ..PointBody::default() })
            .behavior(Separation::new(1.5))
            .behavior(Alignment::default())
            .behavior(Cohesion::default())
            .behavior(Wander::default())
    };
    world.add_groups(vec![flock("ones", refresh[0], 3.0), flock("others", refresh[1], speed)]).unwrap();
    world.populate(GroupId(0), 400).unwrap();
    world.populate(GroupId(1), 400).unwrap();
    world
}

#[test]
fn a_refresh_of_one_is_none() {
    let hash = |refresh: Option<u32>| {
        let mut world = flocks::<2>([refresh.unwrap_or(Sight::default().refresh); 2], 3.0);
        (0..20).for_each(|_| world.step());
        world.hash()
    };
    assert_eq!(hash(Some(1)), hash(None));
    assert_ne!(hash(Some(2)), hash(None));
}

/// Who decides beside others who do and who do not decides the same, to the bit. The others stay where they are.
fn what_others_hold_does_not_matter<const D: usize>() {
    let mut worlds = [[1, 1], [1, 2], [1, 9]].map(|refresh| flocks::<D>(refresh, 0.0));
    let mut held = [[3, 3], [3, 1], [3, 100]].map(|refresh| flocks::<D>(refresh, 0.0));
    for nth in 0..15 {
        for worlds in [&mut worlds, &mut held] {
            worlds.iter_mut().for_each(World::step);
            let ones = |world: &World<D>| -> Vec<Agent<D>> { world.agents_by_id().take(400).collect() };
            assert!(worlds.iter().all(|world| ones(world) == ones(&worlds[0])), "step {nth}");
        }
    }
}

#[test]
fn in_the_plane_what_others_hold_does_not_matter() {
    what_others_hold_does_not_matter::<2>();
}

#[test]
fn in_space_what_others_hold_does_not_matter() {
    what_others_hold_does_not_matter::<3>();
}

/// Saved between two decisions, and right after a game has meddled: what is held and whose turn it is comes back.
#[test]
fn a_snapshot_in_between_resumes_to_the_same_bits() {
    let mut world = flocks::<2>([3, 8], 3.0);
    for nth in 0..20 {
        match nth % 5 {
            1 => world.push(AgentId(nth), [1.0, -2.0]).unwrap(),
            2 => world.feed(AgentId(500 + nth), [1.0, 2.0], [0.0, 1.0]).unwrap(),
            3 => drop(world.spawn(GroupId(1), [3.0, 2.0], [0.0; 2]).unwrap()),
            4 => world.edit_agent(AgentId(nth), |own| own.sight.refresh = 5).unwrap(),
            _ => {}
        }
        let mut through = world.clone();
        let mut resumed = World::<2>::from_snapshot(&world.snapshot()).unwrap();
        assert!(resumed.agents().eq(world.agents()), "step {nth}: held steering and all");
        assert!(resumed.snapshot() == world.snapshot(), "step {nth}");
        for later in 0..10 {
            through.step();
            resumed.step();
            assert_eq!(resumed.hash(), through.hash(), "step {nth}, {later} steps later");
        }
        assert!(resumed.snapshot() == through.snapshot(), "step {nth}");
        world.step();
    }
}

/// The same bits on any number of threads.
#[test]
fn threads_do_not_matter_to_what_is_held() {
    let run = |threads: usize| {
        let mut world = flocks::<3>([4, 1], 3.0);
        world.populate(GroupId(0), 4000).unwrap();
        world.set_threads(threads).unwrap();
        (0..12).for_each(|_| world.step());
        world.hash()
    };
    let one = run(1);
    assert!([2, 3, 5].into_iter().all(|threads| run(threads) == one));
}

/// A player's hand is felt in the very next step, whosever turn it is.
#[test]
fn a_player_is_obeyed_at_once() {
    let mut world = open::<2>(0.1, 1);
    let seek = Seek::new(Target::point([-1e6, 0.0]));
    let group = Group::new("ones").body(free_body(4.0)).behavior(seek).behavior(Separation::new(1.0));
    world.add_group(group.sight(Sight { refresh: 50, ..Sight::default() })).unwrap();
    for nth in 0..20 {
        world.spawn(GroupId(0), [0.0, 10.0 * nth as f32], [0.0; 2]).unwrap();
    }
    world.step();
    for direction in [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -0.5]] {
        world.control(AgentId(7), Some(Control::Direction(direction))).unwrap();
        let (was, other) = (world.agent(AgentId(7)).unwrap(), world.agent(AgentId(8)).unwrap());
        world.step();
        let is = world.agent(AgentId(7)).unwrap();
        let want = sub(mul(wide(direction), 4.0), wide(was.velocity));
        assert_near(wide(is.steering), want, 1e-5, "it steers as it is told");
        assert_ne!(is.velocity, was.velocity);
        assert_eq!(world.agent(AgentId(8)).unwrap().steering, other.steering, "the others hold");
    }
}
