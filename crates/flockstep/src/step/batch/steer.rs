//! The `steer` stage of a batch: each behavior's weighted steering.
//!
//! Behavior by behavior, and for each of them eight agents after eight: what eight agents do does not have to wait for
//! the eight before them, so a processor works on several eights at once.

use super::answer::Answers;
use super::eights::{Few, Lanes, OwnMotion, load, load_written, pack};
use super::{Batch, Places, Scratch};
use crate::agents::ColumnsMut;
use crate::index::LANES;
use crate::math::lane::extremes;
use crate::math::simd;
use crate::math::vector::{Vector, scale};
use crate::perceive::{Block, Eyes, Perceived, Percept, Percepts};
use crate::plan::Plan;
use crate::scene::Scene;
use crate::settings::When;
use crate::steer::{Draw, Drawn, Eight, ForRule, Me, Slot, Steers, View};
use fearless_simd::{Simd, SimdBase, f32x8};
use std::cell::Cell;

impl<const D: usize> Batch<'_, '_, D> {
    /// The `steer` stage: each behavior's weighted steering.
    pub fn steer(&mut self) {
        let level = simd::level();
        simd::dispatch!(level, simd => self.steer_at(simd));
        self.scratch.profile.steer += self.scratch.clock.lap();
    }

    fn steer_at<S: Simd>(&mut self, simd: S) {
        let (corners, places) = (self.corners(simd), self.places());
        let Scratch { seen, deciding, parts, drawn, answers, .. } = &mut *self.scratch;
        for eights in deciding.list.chunk_by(|one, two| one.kind == two.kind) {
            let kind = eights[0].kind;
            let plan = self.plans.of(kind);
            let eyes = &self.scene.around.eyes[usize::from(kind)];
            for (nth, slot) in plan.slots.iter().enumerate() {
                let ask = Ask { simd, scene: self.scene, places, plan, eyes, slot, own: &deciding.own, seen };
                let task = SteerTask { ask, nth, eights, corners, drawn, answers, parts, now: &mut *self.now };
                slot.rule.hand_to(task);
            }
        }
    }

    /// The least and the greatest coordinates of the batch.
    fn corners<S: Simd>(&self, simd: S) -> [Vector<D>; 2] {
        let mut corners = [[0.0; D]; 2];
        for axis in 0..D {
            let column = &self.scene.before.position[axis][self.rows.clone()];
            let [least, most] = simd.vectorize(
                #[inline(always)]
                || extremes(simd, column),
            );
            (corners[0][axis], corners[1][axis]) = (least, most);
        }
        corners
    }
}

/// The bits of all agents.
const ALL: u64 = u64::MAX;

/// What agents of one plan are asked for by one behavior.
#[derive(Clone, Copy)]
struct Ask<'a, S: Simd, const D: usize> {
    simd: S,
    scene: &'a Scene<'a, D>,
    places: Places,
    plan: &'a Plan<D>,
    eyes: &'a Eyes,
    slot: &'a Slot<D>,
    own: &'a [OwnMotion<D>],
    seen: &'a Perceived<D>,
}

/// One behavior of agents of one plan.
struct SteerTask<'a, 'b, S: Simd, const D: usize> {
    ask: Ask<'a, S, D>,
    nth: usize,
    eights: &'a [Few],
    /// Everyone of the batch is between these.
    corners: [Vector<D>; 2],
    drawn: &'a mut Vec<Drawn>,
    answers: &'a mut Answers<D>,
    parts: &'a mut [Lanes<D>],
    now: &'a mut ColumnsMut<'b, D>,
}

impl<S: Simd, const D: usize> ForRule for SteerTask<'_, '_, S, D> {
    fn run<R: Steers>(self, rule: &R) {
        let simd = self.ask.simd;
        simd.vectorize(
            #[inline(always)]
            || {
                simd::align_stack();
                self.steer(rule)
            },
        );
    }
}

impl<S: Simd, const D: usize> SteerTask<'_, '_, S, D> {
    #[inline(always)]
    fn steer<R: Steers>(self, rule: &R) {
        let SteerTask { ask, nth, eights, corners, drawn, answers, parts, now } = self;
        let Ask { simd, scene, plan, slot, seen, .. } = ask;
        let kind = eights[0].kind;
        if ask.nobody_listed(rule, kind) || rule.rests_between(scene, corners, plan.body.length) {
            return eights.iter().for_each(|few| parts[few.parts + nth] = [[0.0; LANES]; D]);
        }
        let whose = (slot, plan.body.max_speed, kind);
        let answered = slot.answers_each && answers.answer(simd, rule, scene.before, whose, &seen.hits, &seen.percepts);
        if let Some(purpose) = R::DRAWS {
            drawn.resize(eights.len().max(drawn.len()), [[0.0; LANES]; 2]);
            let draw = Draw::new(scene, slot, purpose);
            for (few, drawn) in eights.iter().zip(&mut *drawn) {
                *drawn = draw.of(&few.rows);
            }
        }
        let drawn_for = |at: usize| if R::DRAWS.is_some() { &drawn[at] } else { const { &[[0.0; LANES]; 2] } };
        if R::REMEMBERS {
            // Before anyone steers by it: a processor works on several rounds of a short loop at once.
            for (at, few) in eights.iter().enumerate() {
                let eight = ask.eight::<R>(few, drawn_for(at), now);
                let Some(memory) = rule.remember_eight(&eight) else { break };
                ask.remember(few, pack(eight.memory), pack(memory), now);
            }
        }
        let weight = f32x8::splat(simd, slot.weight);
        for (at, few) in eights.iter().enumerate() {
            let part = &mut parts[few.parts + nth];
            if answered {
                *part = pack(scale(answers.sum(simd, few, &seen.percepts), weight));
                ask.switch_off(few, part);
                continue;
            }
            if !R::SIDE_BY_SIDE {
                ask.steer_single((few, ALL), part, now);
                continue;
            }
            let eight = ask.eight::<R>(few, drawn_for(at), now);
            let Some(steering) = rule.steer_eight(&eight) else {
                ask.steer_single((few, ALL), part, now);
                continue;
            };
            *part = pack(scale(steering, weight));
            if eight.left.get() != 0 {
                ask.steer_single((few, eight.left.get()), part, now);
            }
            ask.switch_off(few, part);
        }
    }
}

impl<'a, S: Simd, const D: usize> Ask<'a, S, D> {
    /// Whether the behavior rests because nobody is on the lists of any of its agents.
    #[inline(always)]
    fn nobody_listed<R: Steers>(&self, rule: &R, kind: u16) -> bool {
        self.slot.sense.is_some_and(|sense| {
            rule.rests(0) && self.eyes.senses[sense].lists_all() && self.seen.hits.nobody_listed(kind, sense)
        })
    }

    /// A few agents, side by side, and what was drawn for them.
    #[inline(always)]
    fn eight<'b, R: Steers>(&self, few: &Few, drawn: &'b Drawn, now: &ColumnsMut<D>) -> Eight<'b, S, D>
    where
        'a: 'b,
    {
        let Ask { simd, scene, plan, slot, own, seen, .. } = *self;
        let before = scene.before;
        let mut eight = Eight {
            simd,
            scene,
            slot,
            percepts: const { &Block::EMPTY },
            position: load(simd, &before.position, &own[few.nth].position, few),
            velocity: load(simd, &before.velocity, &own[few.nth].velocity, few),
            heading: load(simd, &before.heading, &own[few.nth].heading, few),
            drawn,
            memory: [f32x8::splat(simd, 0.0); D],
            left: Cell::new(0),
            max_speed: plan.body.max_speed,
            length: plan.body.length,
        };
        if let Some(sense) = slot.sense {
            eight.percepts = seen.percepts.at(few.rows[0] as usize, sense).0;
        }
        if R::REMEMBERS {
            eight.memory = load_written(simd, &now.memory, few, self.places);
        }
        eight
    }

    /// Writes down what a few agents remember from now on. Those for whom the behavior is off remember nothing new.
    #[inline(always)]
    fn remember(&self, few: &Few, was: Lanes<D>, mut memory: Lanes<D>, now: &mut ColumnsMut<D>) {
        for (lane, row) in few.rows().enumerate().filter(|_| self.slot.when != When::Always) {
            if !is_on(self.slot, row, &self.seen.percepts) {
                (0..D).for_each(|axis| memory[axis][lane] = was[axis][lane]);
            }
        }
        self.places.store(&memory, &mut now.memory, few);
    }

    /// Takes away the steering of those for whom the behavior is off.
    #[inline(always)]
    fn switch_off(&self, few: &Few, part: &mut Lanes<D>) {
        for (lane, row) in few.rows().enumerate().filter(|_| self.slot.when != When::Always) {
            if !is_on(self.slot, row, &self.seen.percepts) {
                part.iter_mut().for_each(|axis| axis[lane] = 0.0);
            }
        }
    }

    /// The steering of a behavior that is worked out one agent at a time, of those of a few agents whose bits are set.
    #[inline(never)]
    fn steer_single(&self, (few, some): (&Few, u64), part: &mut Lanes<D>, now: &mut ColumnsMut<D>) {
        let Ask { scene, plan, eyes, slot, seen, .. } = *self;
        for (lane, row) in few.rows().enumerate().filter(|(lane, _)| some >> lane & 1 != 0) {
            if scene.around.stop.asked() {
                return;
            }
            let count = slot.sense.map_or(0, |sense| seen.percepts.count(row, sense));
            let mut steering = [0.0; D];
            if is_on(slot, row, &seen.percepts) && !slot.rule.rests(count) {
                let percept = &percept_of(slot, row, eyes, seen);
                let mut view = view(scene, plan, eyes, slot, row, percept, seen);
                let to = self.places.of(row);
                let memory = &mut now.memory;
                view.memory = std::array::from_fn(|axis| memory[axis].get(to).copied().unwrap_or(0.0));
                steering = slot.rule.steer(&mut view);
                steering = scale(steering, view.weight);
                for axis in 0..D {
                    if let Some(number) = memory[axis].get_mut(to) {
                        *number = view.memory[axis];
                    }
                }
            }
            for axis in 0..D {
                part[axis][lane] = steering[axis];
            }
        }
    }
}

/// What the sense of a behavior holds for a row.
pub(crate) fn percept_of<const D: usize>(slot: &Slot<D>, row: usize, eyes: &Eyes, seen: &Perceived<D>) -> Percept<D> {
    slot.sense.map_or(Percept::EMPTY, |sense| seen.percepts.of(row, sense, &eyes.senses[sense]))
}

/// What a behavior of the agent of a row is given. It remembers nothing yet.
pub(crate) fn view<'a, const D: usize>(
    scene: &'a Scene<'a, D>,
    plan: &'a Plan<D>,
    eyes: &Eyes,
    slot: &'a Slot<D>,
    row: usize,
    percept: &'a Percept<D>,
    seen: &'a Perceived<D>,
) -> View<'a, D> {
    View {
        me: Me::new(&scene.before.row(row), &plan.body, plan.group, row),
        percept,
        body: &plan.body,
        slot,
        reach: slot.sense.map(|sense| eyes.senses[sense].radius),
        scene,
        hits: &seen.hits,
        memory: [0.0; D],
        weight: slot.weight,
    }
}

/// Whether a behavior is switched on by what its agent perceives.
#[inline(always)]
pub(crate) fn is_on<const D: usize>(slot: &Slot<D>, row: usize, percepts: &Percepts<D>) -> bool {
    let someone = || percepts.count(row, slot.when_sense) > 0;
    match slot.when {
        When::Always => true,
        When::Alone | When::Leading => !someone(),
        When::Following | When::Threatened => someone(),
    }
}
