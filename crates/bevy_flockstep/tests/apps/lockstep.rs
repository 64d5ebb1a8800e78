//! Lockstep and rollback: two players, inputs that come late, one hash.

use crate::common::*;
use bevy_app::{App, Update};
use bevy_ecs::prelude::*;
use bevy_flockstep::flockstep::{AgentId, Control};
use bevy_flockstep::prelude::*;
use bevy_math::Vec3;
use bevy_transform::components::Transform;
use std::collections::BTreeMap;

const ARENA: &str = "
dimensions = 2
seed = 3
[space]
edge = 'wrap'
min = [0, 0]
max = [30, 30]
[[groups]]
name = 'prey'
count = 60
[groups.body]
max_speed = 4
[[groups.behaviors]]
type = 'separation'
[[groups.behaviors]]
type = 'wander'
[[groups]]
name = 'pike'
count = 2
[groups.sight]
refresh = 3
[groups.body]
max_speed = 6
[groups.captures]
of = { groups = ['prey'] }
respawn = false
";

/// What a player does in a step.
#[derive(Clone, Copy, Debug)]
enum Input {
    Steer(f32),
    Spawn(f32),
    Shoot(u32),
    Hurry(f32),
}

const STEPS: u64 = 240;

/// The inputs of both players: a step may have none.
fn inputs(player: usize) -> BTreeMap<u64, Input> {
    let nth = |k: u64| match (k + player as u64) % 4 {
        0 => Input::Steer(k as f32 * 0.7),
        1 => Input::Spawn((k % 17) as f32),
        2 => Input::Shoot((k * 5 % 61) as u32),
        _ => Input::Hurry(2.0 + (k % 5) as f32),
    };
    (0..STEPS).filter(|k| (k * 7 + player as u64 * 3).is_multiple_of(5)).map(|k| (k, nth(k))).collect()
}

/// One player's machine.
struct Peer {
    app: App,
    flock: Entity,
    /// What is known of both players' inputs.
    known: [BTreeMap<u64, Input>; 2],
    saved: Vec<FlockSnapshot<2>>,
    rollbacks: usize,
}

impl Peer {
    fn new() -> Peer {
        let mut app = bare();
        app.add_plugins(FlockPlugin2d::in_schedule(Update));
        let flock = app.world_mut().spawn((Flock2d::open(ARENA).expect("a scenario"), FlockHash::default())).id();
        Peer { app, flock, known: Default::default(), saved: Vec::new(), rollbacks: 0 }
    }

    /// Makes one step with what is known.
    fn step(&mut self) {
        self.saved.push(FlockSnapshot::save(self.app.world(), self.flock).expect("a flock"));
        let now = self.saved.len() as u64 - 1;
        for player in 0..2 {
            if let Some(input) = self.known[player].get(&now).copied() {
                self.apply(player as u32, input);
            }
        }
        self.app.update();
    }

    fn apply(&mut self, player: u32, input: Input) {
        let pike = AgentId(60 + player);
        match input {
            Input::Steer(angle) => {
                let way = Control::Direction([angle.cos(), angle.sin()]);
                let _ = flock_mut(&mut self.app, self.flock).world_mut().control(pike, Some(way));
            }
            Input::Spawn(x) => {
                let join = JoinFlock::new(self.flock, "prey").with_velocity(Vec3::X);
                self.app.world_mut().spawn((join, Transform::from_xyz(x, 3.0, 0.0)));
            }
            Input::Shoot(number) => {
                if let Some(entity) = flock(&self.app, self.flock).entity(AgentId(number)) {
                    self.app.world_mut().despawn(entity);
                }
            }
            Input::Hurry(speed) => {
                if let Some(entity) = flock(&self.app, self.flock).entity(AgentId(player)) {
                    let own = AgentSettings::default().with("body.max_speed", speed);
                    self.app.world_mut().entity_mut(entity).insert(own);
                }
            }
        }
    }

    /// An input arrives, perhaps late: goes back to the step it belongs to and plays on from there.
    fn learn(&mut self, player: usize, step: u64, input: Input) {
        self.known[player].insert(step, input);
        let now = self.saved.len() as u64;
        if step < now {
            self.saved[step as usize].restore(self.app.world_mut()).expect("a flock");
            self.saved.truncate(step as usize);
            (step..now).for_each(|_| self.step());
            self.rollbacks += 1;
        }
    }

    fn hash(&self) -> FlockHash {
        *self.app.world().get::<FlockHash>(self.flock).expect("a hash")
    }
}

/// Plays to the end: each peer has its own inputs at once, the other's so many steps later.
fn play(delays: [u64; 2]) -> [Peer; 2] {
    let mut peers = [Peer::new(), Peer::new()];
    for now in 0..STEPS {
        for (at, peer) in peers.iter_mut().enumerate() {
            if let Some(input) = inputs(at).get(&now) {
                peer.learn(at, now, *input);
            }
            let sent = now.checked_sub(delays[at]);
            if let Some((step, input)) = sent.and_then(|step| inputs(1 - at).get(&step).map(|input| (step, *input))) {
                peer.learn(1 - at, step, input);
            }
            peer.step();
        }
    }
    for (at, peer) in peers.iter_mut().enumerate() {
        let late = inputs(1 - at);
        for (step, input) in late.range(STEPS - delays[at]..) {
            peer.learn(1 - at, *step, *input);
        }
    }
    peers
}

#[test]
fn two_apps_with_late_inputs_come_to_the_same_hash() {
    let [mut one, mut two] = play([7, 12]);
    let [prompt, _] = play([0, 0]);
    assert!(one.rollbacks > 20 && two.rollbacks > 20 && prompt.rollbacks == 0);
    assert_eq!(prompt.hash().steps, STEPS);
    assert_eq!(one.hash(), prompt.hash());
    assert_eq!(two.hash(), prompt.hash());
    let eaten = flock(&one.app, one.flock).world().capture_count();
    assert!(eaten > 3, "something happened: {eaten}");
    let numbers = |peer: &mut Peer| agents(&mut peer.app).iter().map(|(number, _)| *number).collect::<Vec<_>>();
    assert_eq!(numbers(&mut one), numbers(&mut two), "entities are in step too");
    assert_eq!(numbers(&mut one).len(), flock(&one.app, one.flock).world().len());
}

#[test]
fn going_back_brings_back_the_dead_and_takes_the_unborn() {
    let mut peer = Peer::new();
    (0..5).for_each(|_| peer.step());
    let saved = FlockSnapshot::<2>::save(peer.app.world(), peer.flock).expect("a flock");
    let before: Vec<(u32, Transform)> = places(&mut peer);
    let (_, shot) = agents(&mut peer.app)[9];
    peer.app.world_mut().despawn(shot);
    peer.apply(0, Input::Spawn(3.0));
    peer.apply(0, Input::Hurry(1.0));
    (0..4).for_each(|_| peer.step());
    assert_ne!(places(&mut peer), before);
    // An entity that goes in the same moment is brought back too.
    let (_, shot) = agents(&mut peer.app)[20];
    peer.app.world_mut().despawn(shot);
    saved.restore(peer.app.world_mut()).expect("a flock");
    assert_eq!(places(&mut peer), before);
    assert_eq!((peer.hash().hash, peer.hash().steps), (saved.hash(), 5));
    let mut settings = peer.app.world_mut().query::<&AgentSettings>();
    assert_eq!(settings.iter(peer.app.world()).count(), 0);
    peer.step();
    assert_eq!(agents(&mut peer.app).len(), before.len(), "nobody leaves who came back");
}

fn places(peer: &mut Peer) -> Vec<(u32, Transform)> {
    let mut query = peer.app.world_mut().query::<(&FlockAgent, &Transform)>();
    let mut all: Vec<_> = query.iter(peer.app.world()).map(|(agent, place)| (agent.number, *place)).collect();
    all.sort_unstable_by_key(|(number, _)| *number);
    all
}

#[test]
fn what_is_no_flock_is_said() {
    let mut peer = Peer::new();
    let other = peer.app.world_mut().spawn_empty().id();
    assert!(FlockSnapshot::<2>::save(peer.app.world(), other).is_err());
    assert!(FlockSnapshot::<3>::save(peer.app.world(), peer.flock).is_err());
    let saved = FlockSnapshot::<2>::save(peer.app.world(), peer.flock).expect("a flock");
    peer.app.world_mut().despawn(peer.flock);
    assert!(saved.restore(peer.app.world_mut()).is_err());
}
