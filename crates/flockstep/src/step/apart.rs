//! The last of the `bound` stage: solid bodies that a step would leave in one another are set apart.
//!
//! Everyone in touch is moved half of the way out of each other at once (Jacobi), again and again until no two overlap,
//! so the order of agents does not matter. Bodies are set apart by a little more than their radii ([`ROOM`]), so that
//! this ends. Where a crowd is too dense for that within [`ROUNDS`], whoever still overlaps goes back to where it was
//! before the step, where it did not: after a step no two solid bodies overlap, or not more than before it.

use crate::agents::{Columns, Optional, Row, at};
use crate::ground::Solids;
use crate::ids::AgentId;
use crate::index::{Extra, Grid, Reaches, Search};
use crate::math::random::parting;
use crate::math::vector::{Vector, add, clamp_length, dot, length, scale, sub, without_subnormals};
use crate::plan::Plans;
use crate::settings::Body;
use crate::space::Space;
use crate::stop::Stop;
use crate::threads::Threads;

/// The share of the radii that bodies are set apart by beyond touching.
const ROOM: f32 = 2e-3;
/// Rounds of setting apart; a heap of hundreds takes some dozens.
const ROUNDS: usize = 60;
/// The share of the way out that one with few contacts goes in a round: all of it would swing.
const RELAXATION: f32 = 0.9;

/// Room to set bodies apart in. Bodies are numbered in the order of rows.
#[derive(Default)]
pub(crate) struct Apart<const D: usize> {
    rows: Vec<u32>,
    radius: Vec<f32>,
    /// Where each is; its number stands for the id.
    bodies: Columns<D>,
    /// The same sorted into cells.
    sorted: Columns<D>,
    grid: Grid<D>,
    /// Those that are or may come to be in touch.
    pairs: Vec<(u32, u32)>,
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
                self.find_pairs(arena, 2.0 * largest * (1.0 + ROOM) + slack);
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

    /// Notes every pair nearer than a distance.
    fn find_pairs(&mut self, arena: &Arena<D>, distance: f32) {
        let Apart { bodies, sorted, grid, pairs, .. } = self;
        let reaches = Reaches { radii: &[(distance, bodies.len())], nearest_only: None };
        grid.index(arena.space, &reaches, bodies, sorted, &Extra::default(), arena.threads);
        pairs.clear();
        let search = Search { grid, agents: sorted, space: arena.space };
        for row in 0..sorted.len() {
            if arena.stop.asked() {
                return;
            }
            let one = sorted.id[row].0;
            search.within(at(&sorted.position, row), distance, |other, _| {
                let two = sorted.id[other].0;
                if one < two {
                    pairs.push((one, two));
                }
            });
        }
        // The order of sums must not depend on that of cells.
        pairs.sort_unstable();
    }

    /// Notes who is to move where; returns whether anyone is.
    fn note_moves(&mut self, arena: &Arena<D>) -> bool {
        self.moves.clear();
        self.moves.resize(self.rows.len(), [0.0; D]);
        self.contacts.clear();
        self.contacts.resize(self.rows.len(), 0);
        let mut some = false;
        for pair in 0..self.pairs.len() {
            let (one, two) = self.pairs[pair];
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
        let was = |rows: &[u32], body: u32| -> Vector<D> { at(&before.position, rows[body as usize] as usize) };
        // Each round takes back at least one more.
        for _ in 0..=self.rows.len() {
            if arena.stop.asked() {
                return;
            }
            self.find_pairs(arena, distance);
            self.contacts.clear();
            self.contacts.resize(self.rows.len(), 0);
            for (one, two) in &self.pairs {
                let touch = self.radius[*one as usize] + self.radius[*two as usize];
                let now = self.offset(arena.space, *one, *two);
                let then = arena.space.offset(was(&self.rows, *one), was(&self.rows, *two));
                let nearest = touch.min(length(then));
                let still = |body: u32| at(&self.bodies.position, body as usize) == was(&self.rows, body);
                if length(now) < nearest && !(still(*one) && still(*two)) {
                    self.contacts[*one as usize] = 1;
                    self.contacts[*two as usize] = 1;
                }
            }
            if self.contacts.iter().all(|contact| *contact == 0) {
                break;
            }
            for body in 0..self.rows.len() {
                if self.contacts[body] > 0 {
                    self.place(body, was(&self.rows, body as u32));
                }
            }
        }
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
        let vectors = self.moves.capacity() * size_of::<Vector<D>>() + self.pairs.capacity() * 8;
        vectors + self.bodies.bytes() + self.sorted.bytes() + self.grid.bytes()
    }
}
