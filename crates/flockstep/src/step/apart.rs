//! The last of the `bound` stage: solid bodies that a step would leave in one another are set apart.
//!
//! Everyone in touch is moved half of the way out of each other at once (Jacobi), again and again until no two overlap,
//! so the order of agents does not matter. Bodies are set apart by a little more than their radii ([`ROOM`]), so that
//! this ends. Where a crowd is too dense for that within [`ROUNDS`], whoever still overlaps goes back to where it was
//! before the step, where it did not: after a step no two solid bodies overlap, or not more than before it.

use super::pairs::{Gap, Pairs};
use crate::agents::{Columns, Optional, Row, at};
use crate::ground::Solids;
use crate::ids::AgentId;
use crate::math::random::parting;
use crate::math::vector::{Vector, add, clamp_length, dot, length, scale, sub, without_subnormals};
use crate::plan::Plans;
use crate::settings::Body;
use crate::space::Space;
use crate::stop::Stop;
use crate::threads::Threads;
use crate::work;

/// The share of the radii that bodies are set apart by beyond touching.
const ROOM: f32 = 2e-3;
/// Rounds of setting apart; a heap of hundreds takes some dozens.
const ROUNDS: usize = 60;
/// The share of the way out that one with few contacts goes in a round: all of it would swing.
const RELAXATION: f32 = 0.9;
/// In the way of one that goes back so many are asked; only in a heap are there more.
const MOST_IN_THE_WAY: usize = 4096;

/// Room to set bodies apart in. Bodies are numbered in the order of rows.
#[derive(Default)]
pub(crate) struct Apart<const D: usize> {
    rows: Vec<u32>,
    radius: Vec<f32>,
    /// Where each is; its number stands for the id.
    bodies: Columns<D>,
    /// Those that are or may come to be in touch.
    pairs: Pairs<D>,
    moves: Vec<Vector<D>>,
    contacts: Vec<u32>,
}

/// What it takes to set bodies apart.
pub(crate) struct Arena<'a, const D: usize> {
    pub plans: &'a Plans<D>,
    pub space: &'a Space<D>,
    pub solids: &'a Solids<D>,
    pub threads: &'a Threads,
    pub time_step: f32,
    pub stop: &'a Stop,
}

impl<const D: usize> Apart<D> {
    /// Sets the solid bodies of `now` apart; `before` is where they were, in the same rows. Who stops on the way takes
    /// the step back.
    pub fn set_apart(&mut self, arena: &Arena<D>, before: &Columns<D>, now: &mut Columns<D>) {
        self.gather(arena, now);
        let Some(largest) = self.radius.iter().copied().reduce(f32::max) else { return };
        // How much farther than touching pairs are looked for, and how far bodies may move until they are looked for
        // anew.
        let slack = 0.5 * largest;
        let mut moved = f32::INFINITY;
        for _ in 0..ROUNDS {
            if arena.stop.asked() {
                return;
            }
            if moved > 0.5 * slack {
                self.find_pairs(arena, Gap { share: ROOM, slack });
                moved = 0.0;
            }
            if !self.note_moves(arena) {
                break;
            }
            moved += self.make_moves(arena);
        }
        self.take_back(arena, before, 2.0 * largest);
        self.write(arena, now);
    }

    fn gather(&mut self, arena: &Arena<D>, now: &Columns<D>) {
        self.rows.clear();
        self.radius.clear();
        self.bodies.resize(0, Optional::default());
        for (row, kind) in now.kind.iter().enumerate() {
            let plan = &arena.plans.of(*kind).body;
            if plan.solid && plan.radius > 0.0 {
                let id = AgentId(self.rows.len() as u32);
                self.bodies.push(Row { id, kind: 0, ..now.row(row) }, Optional::default(), false);
                self.rows.push(row as u32);
                self.radius.push(plan.radius);
            }
        }
        for body in 0..self.rows.len() {
            self.keep_out(arena, body);
        }
    }

    /// Brings a body back into the world and out of obstacles.
    fn keep_out(&mut self, arena: &Arena<D>, body: usize) {
        let mut position = at(&self.bodies.position, body);
        if let Some((out, _)) = arena.solids.push_out(arena.space, position, self.radius[body]) {
            position = out;
        }
        self.place(body, arena.space.inside(position));
    }
    fn place(&mut self, body: usize, position: Vector<D>) {
        for axis in 0..D {
            self.bodies.position[axis][body] = position[axis];
        }
    }
    fn offset(&self, space: &Space<D>, one: u32, two: u32) -> Vector<D> {
        let position = &self.bodies.position;
        space.offset(at(position, one as usize), at(position, two as usize))
    }

    fn find_pairs(&mut self, arena: &Arena<D>, gap: Gap) {
        self.pairs.find(arena, &self.bodies, &self.radius, gap);
    }

    /// Notes who is to move where; returns whether anyone is.
    fn note_moves(&mut self, arena: &Arena<D>) -> bool {
        self.moves.clear();
        self.moves.resize(self.rows.len(), [0.0; D]);
        self.contacts.clear();
        self.contacts.resize(self.rows.len(), 0);
        let mut some = false;
        work::count(|done| done.bodies += self.pairs.list.len() as u64);
        for pair in 0..self.pairs.list.len() {
            let (one, two) = self.pairs.list[pair];
            let touch = self.radius[one as usize] + self.radius[two as usize];
            let offset = self.offset(arena.space, one, two);
            let wanted = touch * (1.0 + ROOM);
            let square = dot(offset, offset);
            if square >= wanted * wanted {
                continue;
            }
            some |= square < touch * touch;
            let distance = square.sqrt();
            // Two in one place part in a direction that follows from their numbers.
            let away = if distance > 0.0 { scale(offset, -1.0 / distance) } else { parting(one, two) };
            let by = scale(away, 0.5 * (wanted - distance));
            self.moves[one as usize] = add(self.moves[one as usize], by);
            self.moves[two as usize] = sub(self.moves[two as usize], by);
            self.contacts[one as usize] += 1;
            self.contacts[two as usize] += 1;
        }
        some
    }

    /// Moves everyone as noted; returns the farthest move.
    fn make_moves(&mut self, arena: &Arena<D>) -> f32 {
        let mut farthest = 0.0f32;
        for body in 0..self.rows.len() {
            if self.contacts[body] == 0 {
                continue;
            }
            let share = RELAXATION * (2.0 / self.contacts[body] as f32).min(1.0);
            let was = at(&self.bodies.position, body);
            self.place(body, add(was, scale(self.moves[body], share)));
            self.keep_out(arena, body);
            farthest = farthest.max(length(arena.space.offset(was, at(&self.bodies.position, body))));
        }
        farthest
    }

    /// Takes back the steps of those who still overlap more than before, and then of those who are in their way.
    fn take_back(&mut self, arena: &Arena<D>, before: &Columns<D>, distance: f32) {
        self.find_pairs(arena, Gap { share: 0.0, slack: 0.0 });
        let mut back = std::mem::take(&mut self.contacts);
        back.clear();
        back.resize(self.rows.len(), 0);
        let mut next = Vec::new();
        for (one, two) in &self.pairs.list {
            if self.overlap_more(arena, before, *one, *two) {
                for body in [*one, *two].into_iter().filter(|body| std::mem::replace(&mut back[*body as usize], 1) == 0)
                {
                    next.push(body);
                }
            }
        }
        // Each of them is asked once who is in its way where it goes back to. Nobody else can be: no other has moved.
        while !next.is_empty() && !arena.stop.asked() {
            let last = std::mem::take(&mut next);
            for body in &last {
                self.place(*body as usize, self.was(before, *body));
            }
            for body in last {
                let here = at(&self.bodies.position, body as usize);
                self.pairs.near(arena.space, here, distance, MOST_IN_THE_WAY, |other| {
                    let (one, two) = (body.min(other), body.max(other));
                    if back[other as usize] == 0 && self.overlap_more(arena, before, one, two) {
                        back[other as usize] = 1;
                        next.push(other);
                    }
                });
            }
        }
        self.contacts = back;
    }

    /// Where a body was before the step.
    fn was(&self, before: &Columns<D>, body: u32) -> Vector<D> {
        at(&before.position, self.rows[body as usize] as usize)
    }
    /// Whether two bodies overlap more than before the step, and one of them has moved.
    fn overlap_more(&self, arena: &Arena<D>, before: &Columns<D>, one: u32, two: u32) -> bool {
        let touch = self.radius[one as usize] + self.radius[two as usize];
        let now = self.offset(arena.space, one, two);
        let then = arena.space.offset(self.was(before, one), self.was(before, two));
        let still = |body: u32| at(&self.bodies.position, body as usize) == self.was(before, body);
        length(now) < touch.min(length(then)) && !(still(one) && still(two))
    }

    /// Writes positions back. A body that was held up loses the speed that it was held up at, and gains none.
    fn write(&self, arena: &Arena<D>, now: &mut Columns<D>) {
        for (body, row) in self.rows.iter().enumerate() {
            let row = *row as usize;
            let (from, to) = (at(&now.position, row), at(&self.bodies.position, body));
            if from == to {
                continue;
            }
            let velocity: Vector<D> = at(&now.velocity, row);
            let held = add(velocity, scale(arena.space.offset(from, to), 1.0 / arena.time_step));
            let velocity = match arena.plans.of(now.kind[row]).body.body {
                // Its speed is what it is.
                Body::Heading(_) => velocity,
                _ => clamp_length(held, length(velocity)),
            };
            let (to, velocity) = (without_subnormals(to), without_subnormals(velocity));
            for axis in 0..D {
                now.position[axis][row] = to[axis];
                now.velocity[axis][row] = velocity[axis];
            }
        }
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.moves.capacity() * size_of::<Vector<D>>() + self.bodies.bytes() + self.pairs.bytes()
    }
}
