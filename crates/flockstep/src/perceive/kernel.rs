//! The inner loop of the sums: what one or two lookers go by, the candidates along their run, and what is summed up.
//!
//! There is hardly a branch in the loop: a processor cannot guess who is in sight. Kernels are made for what a sense
//! wants (the constants below), so that one that needs little does little.

use super::push::{Falloff, Push, Strength};
use super::sight::Bounds;
use super::window::Window;
use super::{LANES, Sense};
use crate::math::lane::{Lane, Octets, is_wide};
use crate::math::vector::dot;
use fearless_simd::Simd;
use std::ops::Range;

// What a kernel is made for.
pub(super) const COURSE: u32 = 1;
pub(super) const VELOCITY: u32 = 2;
/// A push of the linear falloff, whose pushers are not counted.
pub(super) const PUSH: u32 = 4;
/// A ring, the mean of directions, agents at rest, another push.
pub(super) const RARE: u32 = 8;
/// Notes who is near, for a sense that lists them; alone, it sums nothing.
pub(super) const NOTE: u32 = 16;
/// Candidates so far off that none of them pushes or is noted; the looker is not among them.
pub(super) const FAR: u32 = 32;

/// What the kernel of a sense must be made for.
pub(super) fn of(sense: &Sense) -> u32 {
    let wants = &sense.wants;
    let motion = if wants.course { COURSE } else { VELOCITY };
    let rare_push = wants.push.is_some_and(|push| push.counted || push.falloff != Falloff::Linear);
    match (wants.direction || sense.bounds.radius2_min > 0.0 || rare_push, wants.push.is_some()) {
        (true, _) => motion | RARE,
        (false, true) => motion | PUSH,
        (false, false) => motion,
    }
}

/// What a sense asks of a candidate.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Limits {
    pub bounds: Bounds<f32>,
    pub strength: Strength<f32>,
    /// One over a distance that may be none.
    pub coincident: f32,
    /// How near those are who are noted, squared.
    pub noted2: f32,
    /// How near one must be to push or to be noted.
    pub inner: f32,
}

impl Limits {
    pub fn new(sense: &Sense) -> Self {
        let push = sense.wants.push.unwrap_or(Push::NONE);
        let begins = push.distance.unwrap_or(0.0);
        let strength = push.strength(begins);
        Limits {
            bounds: sense.bounds,
            strength,
            coincident: 0.99 / strength.nearest2.sqrt(),
            noted2: sense.bounds.radius2,
            inner: begins.min(sense.radius),
        }
    }

    /// Notes those within a radius, too, or only those if there are none yet.
    pub fn note(&mut self, radius: f32, too: bool) {
        self.noted2 = if too { self.noted2.max(radius * radius) } else { radius * radius };
        self.inner = self.inner.max(radius);
    }
}

/// What one or two lookers go by.
pub(super) struct Gaze<V, const D: usize> {
    pub point: [V; D],
    pub astern: [V; D],
    /// Where they are themselves, if they are left out by a mask.
    pub own: [Own; 2],
    pub bounds: Bounds<V>,
    pub strength: Strength<V>,
    pub noted2: V,
}

/// Where a looker is in its run: in which vector, and its bit in there.
#[derive(Clone, Copy)]
pub(super) struct Own {
    vector: usize,
    bit: u64,
}

impl Own {
    /// Of the nth of two lookers.
    #[inline(always)]
    pub fn at(place: usize, nth: usize) -> Own {
        Own { vector: place / LANES, bit: 1 << (nth * LANES + place % LANES) }
    }
}

impl<V, const D: usize> Gaze<V, D> {
    /// Adds up eight candidates that are in sight; returns which of them are to be noted.
    #[inline(always)]
    pub(super) fn see<S: Simd, const FOR: u32>(
        &self,
        simd: S,
        run: &Run<D>,
        at: usize,
        sums: &mut Sums<V, D>,
    ) -> V::Mask
    where
        V: Octets<S>,
    {
        let zero = V::all(simd, 0.0);
        // From each to the looker: the other way it would take an instruction more.
        let mut away = [zero; D];
        for axis in 0..D {
            let eight = if axis == 0 { &run.x[at] } else { &run.others[axis][at] };
            away[axis] = self.point[axis] - V::of_eight(simd, eight);
        }
        let square = dot(away, away);
        let ahead = dot(away, self.astern);
        let ring = const { FOR & RARE != 0 || FOR == NOTE };
        let mut through =
            if ring { self.bounds.admit::<true>(square, ahead) } else { self.bounds.admit::<false>(square, ahead) };
        if const { V::AGENTS > 1 && FOR & FAR == 0 } {
            let mut own = 0;
            for looker in &self.own {
                own |= if at == looker.vector { looker.bit } else { 0 };
            }
            through = V::without(simd, through, own);
        }
        if FOR == NOTE {
            return through;
        }
        sums.counts = sums.counts.count_where(through);
        let mut motion = [zero; D];
        for axis in 0..D {
            sums.aways[axis] = sums.aways[axis].add_where(through, away[axis]);
            motion[axis] = V::of_eight(simd, &run.motions[axis][at]);
            sums.moved[axis] = sums.moved[axis].add_where(through, motion[axis]);
        }
        let near = through & square.less(self.strength.reach2);
        if const { is_wide::<S>() && FOR & PUSH != 0 && D == 3 } {
            sums.push_later(near, &away, square, &self.strength);
        } else if FOR & PUSH != 0 && (D == 2 || V::any(near)) {
            // In space few vectors hold someone near enough to push, and a branch is guessed right often enough. In the
            // plane a comparison would cost more than the pushes of those too far off, which are zero.
            sums.push(through, &away, square, &self.strength);
        }
        if FOR & RARE != 0 {
            sums.add_rare(near, through, &away, square, &motion, &self.strength);
        }
        if FOR & NOTE != 0 { through & square.at_most(self.noted2) } else { through }
    }
}

/// A run of the window: where the candidates are, and how they move.
pub(super) struct Run<'a, const D: usize> {
    pub x: &'a mut [[f32; LANES]],
    /// The other axes.
    pub others: [&'a [[f32; LANES]]; D],
    pub motions: [&'a [[f32; LANES]]; D],
    /// Where it begins, and how many vectors it has.
    pub begin: usize,
    pub vectors: usize,
    /// The vectors that hold those of the slabs in the middle.
    pub inner: Range<usize>,
}

/// A run of fewer vectors than this is not worth cutting: each piece ends in a branch that is guessed wrong.
pub(super) const SHORT: usize = 5;

impl<'a, const D: usize> Run<'a, D> {
    #[inline(always)]
    pub(super) fn new<const FOR: u32>(
        window: &'a mut Window<D>,
        filtered: bool,
        run: &Range<usize>,
        inner: &Range<usize>,
    ) -> Self {
        let vectors = run.len().div_ceil(LANES);
        let room = run.start..run.start + vectors * LANES;
        let Window { position, velocity, course: courses, filtered_x, .. } = window;
        let motion_columns = if FOR & COURSE != 0 { courses } else { velocity };
        let (x, others_yz) = position.split_at_mut(1);
        let x = &mut (if filtered { filtered_x } else { &mut x[0] })[room.clone()].as_chunks_mut().0[..vectors];
        let inner = if vectors < SHORT {
            0..vectors
        } else {
            (inner.start - run.start) / LANES..(inner.end - run.start).div_ceil(LANES)
        };
        let mut this = Run { x, others: [&[]; D], motions: [&[]; D], begin: run.start, vectors, inner };
        for axis in 0..D {
            if axis > 0 {
                this.others[axis] = &others_yz[axis - 1][room.clone()].as_chunks().0[..vectors];
            }
            if FOR != NOTE {
                this.motions[axis] = &motion_columns[axis][room.clone()].as_chunks().0[..vectors];
            }
        }
        this
    }
}

/// What is summed up over a run, lane by lane.
pub(super) struct Sums<V: Lane, const D: usize> {
    pub aways: [V; D],
    pub moved: [V; D],
    pub pushed: [V; D],
    pub directions: [V; D],
    pub counts: V,
    /// The strongest push, or one over the least distance.
    pub closest: V,
    pub moving: u32,
    pub pushing: u32,
    /// Those who push and wait for it, one to a lane.
    waiting: V::Mask,
    waiting_away: [V; D],
    waiting_square: V,
}

impl<V: Lane, const D: usize> Sums<V, D> {
    #[inline(always)]
    pub(super) fn new(zero: V) -> Self {
        Sums {
            aways: [zero; D],
            moved: [zero; D],
            pushed: [zero; D],
            directions: [zero; D],
            counts: zero,
            closest: zero,
            moving: 0,
            pushing: 0,
            waiting: zero.less(zero),
            waiting_away: [zero; D],
            waiting_square: zero.like(1.0),
        }
    }

    /// Adds the linear pushes of some.
    #[inline(always)]
    fn push<S: Simd>(&mut self, some: V::Mask, away: &[V; D], square: V, strength: &Strength<V>)
    where
        V: Octets<S>,
    {
        let strength = strength.of::<true>(strength.inverse(square)).or_zero(some);
        for axis in 0..D {
            self.pushed[axis] = self.pushed[axis] + away[axis] * strength;
        }
        self.closest = self.closest.max(strength);
    }

    /// Adds linear pushes when there are more of them. A root and a division take long: with registers to spare, those
    /// who push wait until another one comes into their lane, and are dealt with together (3D with AVX-512: a tenth of
    /// a look).
    #[inline(always)]
    fn push_later<S: Simd>(&mut self, near: V::Mask, away: &[V; D], square: V, strength: &Strength<V>)
    where
        V: Octets<S>,
    {
        let (others, other) = (self.waiting_away, self.waiting_square);
        if V::any(near & self.waiting) {
            self.push(self.waiting, &others, other, strength);
            self.waiting = near;
        } else {
            self.waiting = self.waiting | near;
        }
        for axis in 0..D {
            self.waiting_away[axis] = V::choose(near, away[axis], others[axis]);
        }
        self.waiting_square = V::choose(near, square, other);
    }
    /// Adds the pushes of those who still wait.
    #[inline(always)]
    pub(super) fn push_last<S: Simd>(&mut self, strength: &Strength<V>)
    where
        V: Octets<S>,
    {
        let (away, square) = (self.waiting_away, self.waiting_square);
        self.push(self.waiting, &away, square, strength);
    }

    /// Adds what only few senses want: any push, counted; how many move; unit vectors to everyone.
    #[inline(always)]
    fn add_rare<S: Simd>(
        &mut self,
        near: V::Mask,
        through: V::Mask,
        away: &[V; D],
        square: V,
        motion: &[V; D],
        strength: &Strength<V>,
    ) where
        V: Octets<S>,
    {
        let zero = square.like(0.0);
        let inverse = strength.inverse(square);
        let push = strength.of::<false>(inverse).or_zero(near);
        for axis in 0..D {
            self.pushed[axis] = self.pushed[axis] + away[axis] * push;
        }
        self.closest = self.closest.max(inverse.or_zero(near));
        self.pushing += V::bits(through & square.less(strength.begins2)).count_ones();
        self.moving += V::bits(zero.less(dot(*motion, *motion)) & through).count_ones();
        let inverse = square.like(-1.0) / square.sqrt();
        let apart = through & zero.less(square);
        for axis in 0..D {
            self.directions[axis] = self.directions[axis].add_where(apart, away[axis] * inverse);
        }
    }
}
