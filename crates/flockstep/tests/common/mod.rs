//! What several tests need: vectors in double precision, repeatable numbers, and comparisons with a tolerance.

#![allow(dead_code)]

pub mod scenes;

use flockstep::prelude::*;

/// A vector in double precision: what tests work things out in.
pub type V<const D: usize> = [f64; D];

pub fn add<const D: usize>(a: V<D>, b: V<D>) -> V<D> {
    std::array::from_fn(|axis| a[axis] + b[axis])
}
pub fn sub<const D: usize>(a: V<D>, b: V<D>) -> V<D> {
    std::array::from_fn(|axis| a[axis] - b[axis])
}
pub fn mul<const D: usize>(a: V<D>, factor: f64) -> V<D> {
    a.map(|c| c * factor)
}
pub fn dot<const D: usize>(a: V<D>, b: V<D>) -> f64 {
    (0..D).map(|axis| a[axis] * b[axis]).sum()
}
pub fn len<const D: usize>(a: V<D>) -> f64 {
    dot(a, a).sqrt()
}
/// The direction of a vector; zero where it has none.
pub fn unit<const D: usize>(a: V<D>) -> V<D> {
    if len(a) > 0.0 { mul(a, 1.0 / len(a)) } else { [0.0; D] }
}
/// The vector shortened to this length if it is longer.
pub fn truncate<const D: usize>(a: V<D>, most: f64) -> V<D> {
    if len(a) > most { mul(unit(a), most) } else { a }
}
pub fn wide<const D: usize>(a: [f32; D]) -> V<D> {
    a.map(f64::from)
}

/// Repeatable numbers for tests (SplitMix64); not the engine's own generator.
#[derive(Clone)]
pub struct Draws(u64);

impl Draws {
    pub fn new(seed: u64) -> Draws {
        Draws(seed.wrapping_mul(0x2545_F491_4F6C_DD1D) ^ 0x1234_5678_9ABC_DEF0)
    }
    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
    pub fn fraction(&mut self) -> f64 {
        (self.word() >> 11) as f64 / (1u64 << 53) as f64
    }
    pub fn range(&mut self, least: f64, most: f64) -> f32 {
        (least + (most - least) * self.fraction()) as f32
    }
    pub fn below(&mut self, count: usize) -> usize {
        (self.word() % count as u64) as usize
    }
    /// A point with every coordinate within `half` of zero.
    pub fn vector<const D: usize>(&mut self, half: f64) -> [f32; D] {
        std::array::from_fn(|_| self.range(-half, half))
    }
    /// A velocity of any direction, up to this speed and often near it.
    pub fn velocity<const D: usize>(&mut self, most: f64) -> [f32; D] {
        let direction = unit(wide(self.vector::<D>(1.0)));
        let speed = most * 0.9999 * self.fraction().sqrt();
        mul(direction, speed).map(|c| c as f32)
    }
}

/// What tests compare with: an agent as the world shows it.
#[derive(Clone, Copy, Debug)]
pub struct Seen<const D: usize> {
    pub id: AgentId,
    pub group: GroupId,
    pub x: V<D>,
    pub v: V<D>,
    pub h: V<D>,
}

/// Everyone by id, in double precision.
pub fn everyone<const D: usize>(world: &World<D>) -> Vec<Seen<D>> {
    world
        .agents_by_id()
        .map(|agent| Seen {
            id: agent.id,
            group: agent.group,
            x: wide(agent.position),
            v: wide(agent.velocity),
            h: wide(agent.heading),
        })
        .collect()
}

/// Fails unless the two agree within `tolerance`, relative to the greater of 1 and their length.
#[track_caller]
pub fn assert_near<const D: usize>(got: V<D>, want: V<D>, tolerance: f64, what: &str) {
    let limit = tolerance * len(want).max(1.0);
    assert!(len(sub(got, want)) <= limit, "{what}: got {got:?}, want {want:?}, apart {:e}", len(sub(got, want)));
}

/// Fails unless the two numbers agree within `tolerance`, relative to the greater of 1 and their size.
#[track_caller]
pub fn assert_close(got: f64, want: f64, tolerance: f64, what: &str) {
    assert!((got - want).abs() <= tolerance * want.abs().max(1.0), "{what}: got {got}, want {want}");
}

/// An open world.
pub fn open<const D: usize>(time_step: f32, seed: u64) -> World<D> {
    World::new(Space::open(), time_step, seed).unwrap()
}

/// A world with this edge, a cube of this half side about the origin.
pub fn cube<const D: usize>(edge: Edge, half: f32, time_step: f32, seed: u64) -> World<D> {
    World::new(Space::new(edge, [-half; D], [half; D]).unwrap(), time_step, seed).unwrap()
}

/// A sight all around.
pub fn sight(radius: f32) -> Sight {
    Sight { radius, ..Sight::default() }
}

/// A point body without a force limit.
pub fn free_body(max_speed: f32) -> PointBody {
    PointBody { max_force: f32::INFINITY, max_speed, ..PointBody::default() }
}
