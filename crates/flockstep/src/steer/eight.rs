//! Eight agents of one plan that steer side by side.

use super::Slot;
use super::respond::{is_straight, respond_straight};
use crate::ids::AgentId;
use crate::index::LANES;
use crate::math::lane::Lane;
use crate::math::random::{self, Keys, Purpose};
use crate::math::vector::{choose, length};
use crate::perceive::Block;
use crate::scene::Scene;
use fearless_simd::{Bytes, Simd, SimdBase, SimdInt, SimdMask, f32x8, i32x8, mask32x8, u32x8};
use std::cell::Cell;

/// Two random numbers from 0 to 1 of each of eight agents: a turn, and in space a height.
pub(crate) type Drawn = [[f32; LANES]; 2];

/// A draw for this step and a behavior. The words of a draw wait for one another, so it is done for all eights of a
/// batch before any of them goes on: a processor works on several at once.
pub(crate) struct Draw<'a> {
    ids: &'a [AgentId],
    keys: Keys,
    step: u64,
    purpose: Purpose,
    number: u32,
}

impl<'a> Draw<'a> {
    pub fn new<const D: usize>(scene: &Scene<'a, D>, slot: &Slot<D>, purpose: Purpose) -> Self {
        Draw { ids: &scene.before.id, keys: Keys::new(scene.seed), step: scene.step, purpose, number: slot.number }
    }

    /// What is drawn for eight agents.
    #[inline(always)]
    pub fn of(&self, rows: &[u32; LANES]) -> Drawn {
        let mut ids = [0; LANES];
        for (id, row) in ids.iter_mut().zip(rows) {
            *id = self.ids[*row as usize].0;
        }
        let [turn, height, ..] = random::words_of(&self.keys, ids, self.step, self.purpose, self.number);
        let mut drawn = [[0.0; LANES]; 2];
        for lane in 0..LANES {
            (drawn[0][lane], drawn[1][lane]) = (random::fraction(turn[lane]), random::fraction(height[lane]));
        }
        drawn
    }
}

/// Eight agents of one plan, or fewer: then the last lanes mean nothing.
pub(crate) struct Eight<'a, S: Simd, const D: usize> {
    pub simd: S,
    pub scene: &'a Scene<'a, D>,
    pub slot: &'a Slot<D>,
    /// What the behavior's sense holds, if it has one.
    pub percepts: &'a Block<D>,
    pub position: [f32x8<S>; D],
    pub velocity: [f32x8<S>; D],
    pub heading: [f32x8<S>; D],
    /// What was drawn for them, if the behavior draws.
    pub drawn: &'a Drawn,
    /// The wander points: before they drift to be remembered, and then, to be steered by, where they have drifted to.
    pub memory: [f32x8<S>; D],
    /// The bits of those who are left to be worked out one by one.
    pub left: Cell<u64>,
    pub max_speed: f32,
    pub length: f32,
}

impl<S: Simd, const D: usize> Eight<'_, S, D> {
    /// Eight times zero.
    #[inline(always)]
    pub fn zero(&self) -> [f32x8<S>; D] {
        [f32x8::splat(self.simd, 0.0); D]
    }
    /// A count of each percept.
    #[inline(always)]
    pub fn number(&self, of: impl Fn(&Block<D>) -> &[u32; LANES]) -> f32x8<S> {
        // Counts are small; with a sign they are quicker to convert.
        u32x8::from_slice(self.simd, of(self.percepts)).bitcast::<i32x8<S>>().to_float()
    }
    /// A vector of each percept.
    #[inline(always)]
    pub fn vector(&self, of: impl Fn(&Block<D>) -> &[[f32; LANES]; D]) -> [f32x8<S>; D] {
        self.vectors(of(self.percepts))
    }
    /// The way to the nearest one of each, and whether there is one; if not, the way is any.
    #[inline(always)]
    pub fn nearest(&self) -> ([f32x8<S>; D], mask32x8<S>) {
        (self.vector(|block| &block.way), self.number(|block| &block.count).simd_gt(self.zero()[0]))
    }
    #[inline(always)]
    fn vectors(&self, columns: &[[f32; LANES]; D]) -> [f32x8<S>; D] {
        let mut vectors = self.zero();
        for axis in 0..D {
            vectors[axis] = f32x8::from_slice(self.simd, &columns[axis]);
        }
        vectors
    }
    /// A random direction of each agent for this step and this behavior.
    #[inline(always)]
    pub fn random_direction(&self) -> [f32x8<S>; D] {
        let [turns, heights] = self.drawn;
        random::direction_of(f32x8::from_slice(self.simd, turns), f32x8::from_slice(self.simd, heights))
    }
    /// Leaves some to be worked out one by one, whatever is said of them here.
    #[inline(always)]
    pub fn leave(&self, some: mask32x8<S>) {
        self.left.set(some.to_bitmask());
    }
    /// Whether the response can be worked out side by side.
    #[inline(always)]
    pub fn is_straight(&self) -> bool {
        is_straight(self.slot.response)
    }
    /// Steering from an aim, by a straight response.
    #[inline(always)]
    pub fn respond(&self, aim: [f32x8<S>; D]) -> [f32x8<S>; D] {
        respond_straight(self.slot.response, aim, self.max_speed, self.velocity, self.heading)
    }
}

/// Eight of those on the lists of some agents of one plan, and whose lists they are on.
pub(crate) struct Listed<'a, S: Simd, const D: usize> {
    pub slot: &'a Slot<D>,
    /// The way to each and how it moves.
    pub offset: [f32x8<S>; D],
    pub velocity: [f32x8<S>; D],
    /// How the agent moves on whose list it is, and where that points.
    pub own_velocity: [f32x8<S>; D],
    pub own_heading: [f32x8<S>; D],
    pub max_speed: f32,
    /// Which of them are there; the others are any.
    pub there: mask32x8<S>,
}

impl<S: Simd, const D: usize> Listed<'_, S, D> {
    /// The steering from an aim, by a straight response.
    #[inline(always)]
    pub fn respond(&self, aim: [f32x8<S>; D]) -> [f32x8<S>; D] {
        respond_straight(self.slot.response, aim, self.max_speed, self.own_velocity, self.own_heading)
    }
}

/// The direction away from others that are nearer than a distance, and zero where nobody is. `None` where someone
/// coincides: that is worked out one by one.
#[inline(always)]
pub(super) fn away<S: Simd, const D: usize>(
    offset: [f32x8<S>; D],
    someone: mask32x8<S>,
    distance: f32,
) -> Option<[f32x8<S>; D]> {
    let far = length(offset);
    let zero = far.like(0.0);
    if f32x8::any(someone & far.equals(zero)) {
        return None;
    }
    let near = someone & far.less(zero.like(distance));
    let mut away = offset;
    for axis in 0..D {
        away[axis] = -offset[axis] / far;
    }
    Some(choose(near, away, [zero; D]))
}
